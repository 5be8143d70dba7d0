/**
 * Collects information from a page's content: values that elements set for pages, and elements that start or occur on
 * the page.
 */
import { addTo } from '../grouped.ts';
import { type Box, BoxKind } from '../boxes/box.ts';
import type { CounterChanges } from '../boxes/counters.ts';
import type { CounterSpan, PageMark, RunningElement } from '../boxes/page-references.ts';
import { targetName } from '../document/link-targets.ts';
import type { Element } from '../document/node.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/contract/fragment.ts';
import { type InlineContent, InlineItemKind } from '../text/inline-content.ts';

/** A value that an element on the page assigns to a name. */
export interface Assignment<T> {
  readonly value: T;
  /** Whether nothing visible precedes the element on the page. */
  readonly isFirst: boolean;
}

/** The assignments to each name on a page, in document order. */
export type Assignments<T> = ReadonlyMap<string, readonly Assignment<T>[]>;

export interface PageNotes {
  readonly strings: Assignments<string>;
  readonly running: Assignments<RunningElement>;
  /** Changes of the counter `page` by elements. */
  readonly pageCounter: readonly CounterChanges[];
  /** Document counters that change here, if margin boxes use them. */
  readonly counters: ReadonlyMap<string, CounterSpan>;
  /** Elements whose boxes start here, if they contain a reference or may be the target of one. */
  readonly elements: readonly Element[];
  /** Watched boxes with a fragment here. */
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

/** The content to record besides elements with an id and values that boxes set for pages. */
export interface Watched {
  readonly elements: ReadonlySet<Element>;
  readonly boxes: ReadonlySet<Box>;
}

/**
 * Collects the information from a page's fragments. Repeated fragments are recorded only on their first page. `fixed`
 * holds boxes found on the page that are laid out after all pages.
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
  /** Whether nothing visible has occurred yet. */
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

  /** `order` is the document order of the line's contents, if it differs from the visual order. */
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

  /** Visits a box without fragments, and its contents. */
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
  addTo(assignments, name, value);
}

/** Positions of the boxes of an inline formatting context among its items. */
class LogicalOrder {
  private readonly content: InlineContent;
  private places: ReadonlyMap<Box, number> | null = null;

  constructor(content: InlineContent) {
    this.content = content;
  }

  /** Returns the fragments of a line, or of an inline box on it, in reading order. */
  of({ children }: LineFragment | BoxFragment): readonly Fragment[] {
    if (children.length < 2) return children;
    const places = (this.places ??= placesIn(this.content));
    return children.toSorted((a, b) => placeOf(a, places) - placeOf(b, places));
  }
}

function placeOf(fragment: Fragment, places: ReadonlyMap<Box, number>): number {
  if (fragment.type === 'text') return fragment.run.item;
  const place = fragment.type === 'box' ? places.get(fragment.box) : undefined;
  // Boxes that aren't items, such as those of ruby, contain items.
  return place ?? fragment.children.reduce((least, child) => Math.min(least, placeOf(child, places)), Infinity);
}

function placesIn({ items }: InlineContent): ReadonlyMap<Box, number> {
  const places = new Map<Box, number>();
  items.forEach(({ kind, box }, i) => {
    if (kind !== InlineItemKind.Text && kind !== InlineItemKind.Break && !places.has(box)) places.set(box, i);
  });
  return places;
}

/** Returns whether a line's fragments may be in a different order from its text. */
const isReordered = (line: LineFragment, { style }: Box): boolean =>
  style.text.direction === 'rtl' || line.children.some(hasLevels);

function hasLevels(fragment: Fragment): boolean {
  return fragment.type === 'text' ? fragment.run.level > 0 : fragment.children.some(hasLevels);
}
