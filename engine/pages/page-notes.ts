/** What one page's content tells: what elements set for the pages, and what begins or stands on it. */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { CounterChanges } from '../boxes/counters.ts';
import type { PageMark, RunningElement } from '../boxes/page-references.ts';
import { targetName } from '../document/link-targets.ts';
import type { Element } from '../document/node.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../layout/fragment.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { isReordered, LogicalOrder } from './logical-order.ts';

/** A value that an element on the page gives to a name. */
export interface Assignment<T> {
  readonly value: T;
  /** Nothing to be seen comes before the element on the page. */
  readonly isFirst: boolean;
}

/** The assignments to each name on one page, in document order. */
export type Assignments<T> = ReadonlyMap<string, readonly Assignment<T>[]>;

/** The values of a counter of the document when the page begins and when it ends, the outermost first. */
export interface CounterSpan {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface PageNotes {
  readonly strings: Assignments<string>;
  readonly running: Assignments<RunningElement>;
  /** What elements do to the counter `page`. */
  readonly pageCounter: readonly CounterChanges[];
  /** Counters of the document that change here, as far as margin boxes show them. */
  readonly counters: ReadonlyMap<string, CounterSpan>;
  /** Elements that a reference may lead to or stand in, whose boxes begin here. */
  readonly elements: readonly Element[];
  /** Boxes to watch that have a fragment here. */
  readonly boxes: readonly Box[];
}

export const NO_NOTES: PageNotes = {
  strings: new Map(),
  running: new Map(),
  pageCounter: [],
  counters: new Map(),
  elements: [],
  boxes: [],
};

/** What is worth noting besides what boxes set for the pages: elements with an id, and these. */
export interface Watched {
  readonly elements: ReadonlySet<Element>;
  readonly boxes: ReadonlySet<Box>;
}

/**
 * Looks through the fragments of a page; repeated ones have told everything on the first page that they are on. `fixed`: boxes called on it that are
 * laid out when all pages are known.
 */
export function notesOf(fragments: readonly Fragment[], watched: Watched, fixed: readonly Box[] = []): PageNotes {
  return new NoteTaker(watched).take(fragments, fixed);
}

class NoteTaker {
  private readonly watched: Watched;
  private readonly strings = new Map<string, Assignment<string>[]>();
  private readonly running = new Map<string, Assignment<RunningElement>[]>();
  private readonly pageCounter: CounterChanges[] = [];
  private readonly counters = new Map<string, CounterSpan>();
  private readonly elements: Element[] = [];
  private readonly boxes = new Set<Box>();
  /** Nothing to be seen has come yet. */
  private atStart = true;

  constructor(watched: Watched) {
    this.watched = watched;
  }

  take(fragments: readonly Fragment[], fixed: readonly Box[]): PageNotes {
    for (const fragment of fragments) this.visit(fragment);
    for (const box of fixed) this.visitBox(box);
    const { strings, running, pageCounter, counters, elements, boxes } = this;
    return { strings, running, pageCounter, counters, elements, boxes: [...boxes] };
  }

  /** `order`: of what is on the line that the fragment is on, if that isn't the order of the document. */
  private visit(fragment: Fragment, order: LogicalOrder | null = null): void {
    if (fragment.type === 'text') {
      this.atStart = false;
      return;
    }
    if (fragment.type === 'line') {
      for (const child of order?.of(fragment) ?? fragment.children) this.visit(child, order);
      return;
    }
    const { box, flags } = fragment;
    if (this.watched.boxes.has(box)) this.boxes.add(box);
    const isTold = (flags & FragmentFlag.Repeated) !== 0;
    if (!isTold && (flags & FragmentFlag.BreaksBefore) === 0) this.begin(box);
    if (box.kind === BoxKind.Replaced) this.atStart = false;
    if (box.kind === BoxKind.Inline)
      for (const child of order?.of(fragment) ?? fragment.children) this.visit(child, order);
    else this.visitContents(fragment);
    if (!isTold && (flags & FragmentFlag.BreaksAfter) === 0) this.end(box);
  }

  private visitContents({ box, children }: BoxFragment): void {
    const order = box.inline && new LogicalOrder(box.inline);
    for (const child of children) this.visit(child, child.type === 'line' && isReordered(child, box) ? order : null);
  }

  /** A box that has no fragment yet, and all in it. */
  private visitBox(box: Box): void {
    if (this.watched.boxes.has(box)) this.boxes.add(box);
    this.begin(box);
    for (const child of box.children) this.visitBox(child);
    for (const item of box.inline?.items ?? []) {
      if (item.kind === InlineItemKind.Text || item.kind === InlineItemKind.Break) this.atStart = false;
      else if (item.kind === InlineItemKind.Open) this.begin(item.box);
      else if (item.kind === InlineItemKind.Close) this.end(item.box);
      else if (item.box !== box) this.visitBox(item.box);
    }
    this.end(box);
  }

  private begin(box: Box): void {
    const { element, marks } = box;
    if (element !== null && box.pseudo === null && (targetName(element) !== null || this.watched.elements.has(element)))
      this.elements.push(element);
    if (marks !== null) for (const mark of marks.atStart) this.note(mark);
  }

  private end({ marks }: Box): void {
    if (marks !== null) for (const mark of marks.atEnd) this.note(mark);
  }

  private note(mark: PageMark): void {
    switch (mark.type) {
      case 'string':
        add(this.strings, mark.name, { value: mark.value, isFirst: this.atStart });
        break;
      case 'running':
        add(this.running, mark.name, { value: mark.element, isFirst: this.atStart });
        break;
      case 'target':
        this.elements.push(mark.element);
        break;
      case 'page-counter':
        this.pageCounter.push(mark.changes);
        break;
      case 'counter': {
        const before = this.counters.get(mark.name)?.before ?? mark.before;
        this.counters.set(mark.name, { before, after: mark.after });
      }
    }
  }
}

function add<T>(assignments: Map<string, Assignment<T>[]>, name: string, value: Assignment<T>): void {
  const values = assignments.get(name);
  if (values) values.push(value);
  else assignments.set(name, [value]);
}
