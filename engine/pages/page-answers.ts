/**
 * Answers queries of content about pages (css-gcpm-3 §1, §2.4, css-content-3 §2.6, css-page-3 §7.1): page counters,
 * named strings, running elements, footnote numbers, and where elements start. Grows with the pages. Answers that
 * depend on later pages are null until `complete`.
 */
import {
  type ContentPlace,
  type CounterSpan,
  type GroupCounter,
  groupCounter,
  type OccurrenceKeyword,
  type PageEdge,
  type PageReferences,
  type RunningElement,
} from '../boxes/page-references.ts';
import { addAmounts } from '../boxes/amounts.ts';
import { type CounterChanges, FOOTNOTE } from '../boxes/counters.ts';
import type { Element } from '../document/node.ts';
import type { PageStyle } from '../style/styler.ts';
import { NEXT_NUMBER, type PageNumbering } from './kept-pages.ts';
import { type CountersOnPage, PageCounters } from './page-counters.ts';
import type { Assignment, Assignments, PageNotes } from './page-notes.ts';

/** The parts of a page that answers depend on. */
export interface AnsweringPage {
  readonly style: Pick<PageStyle, 'style' | 'marginBoxes'>;
  /** The position of the page in each of its groups, from 1. */
  readonly groups: ReadonlyMap<string, number>;
  readonly numbering?: PageNumbering;
  readonly notes: PageNotes;
  /** The footnotes called on it, in order. */
  readonly calls: readonly Element[];
}

interface KnownPage {
  readonly counters: CountersOnPage;
  readonly groups: ReadonlyMap<string, number>;
  /** The letters after the number of the page. */
  readonly suffix: string;
  readonly notes: PageNotes;
  /** Where the numbering of the page's notes restarts; null: at the start of the document. */
  readonly noteRestart: NoteRestart | null;
  /** The last values of names at the start of the page. */
  readonly strings: ReadonlyMap<string, string>;
  readonly running: ReadonlyMap<string, RunningElement>;
  readonly documentCounters: ReadonlyMap<string, readonly number[]>;
}

/**
 * A page that sets the footnote counter to `value`. `first` is the first note called from there on, or null if there is
 * none yet.
 */
interface NoteRestart {
  readonly first: Element | null;
  readonly value: number;
}

export class PageAnswers {
  private readonly pages: KnownPage[] = [];
  private readonly counters: PageCounters;
  /** The number of pages of each page group so far, by its name and start. */
  private readonly groupSizes = new Map<string, number>();
  private readonly pageOfElement = new Map<Element, number>();
  private readonly pageOfCall = new Map<Element, number>();
  private readonly targetNamed: (name: string) => Element | null;
  /** The names of running elements that any content has asked for. */
  private readonly askedElements = new Set<string>();
  /** Whether all pages are known. */
  private isComplete = false;
  /** Whether any query was made whose answer later pages may change. */
  askedAhead = false;

  /** `root` is the effect of the root element on counters. */
  constructor(targetNamed: (name: string) => Element | null, root: CounterChanges | null = null) {
    this.targetNamed = targetNamed;
    this.counters = new PageCounters(root);
  }

  addPage({ style, groups, numbering = NEXT_NUMBER, notes, calls }: AnsweringPage): void {
    const before = this.pages.at(-1);
    const index = this.pages.length;
    this.addElements(index, notes.elements);
    for (const note of calls) this.pageOfCall.set(note, index);
    for (const [name, number] of groups) this.groupSizes.set(groupKey(name, index + 1 - number), number);
    this.pages.push({
      counters: this.counters.advance(style, notes.pageCounter, numbering.step),
      groups,
      suffix: numbering.suffix,
      notes,
      noteRestart: noteRestartOf(style, calls, before?.noteRestart ?? null),
      strings: before ? lastValues(before.strings, before.notes.strings) : new Map<string, string>(),
      running: before ? lastValues(before.running, before.notes.running) : new Map<string, RunningElement>(),
      documentCounters: before ? countersAfter(before) : new Map<string, readonly number[]>(),
    });
  }

  /** Records elements that start on a page, which may be new or already added. */
  addElements(page: number, elements: readonly Element[]): void {
    for (const element of elements) if (!this.pageOfElement.has(element)) this.pageOfElement.set(element, page);
  }

  /** Marks the last page as added. */
  complete(): void {
    this.isComplete = true;
  }

  /**
   * Returns the answers for a page's margin boxes. If `page` is null, returns them for content in the flow, from the
   * page where its element starts.
   */
  from(page: number | null): PageReferences {
    const pageOf = ({ element }: ContentPlace): number | null =>
      page ?? (element && (this.pageOfElement.get(element) ?? null));
    const references: PageReferences = {
      counter: (name, place) =>
        page === null ? this.counter(name, pageOf(place)) : this.counterInMargin(name, page, place.pseudo),
      repeatedCounter: (name, edge, span) => (page === null ? null : this.repeatedCounter(name, edge, page, span)),
      sumAt: (name, where, place) => {
        if (where === 'document') return this.finalCounter(name);
        const at = pageOf(place);
        return at === null ? null : this.repeatedCounter(name, where === 'page-end' ? 'end' : 'start', at, undefined);
      },
      targetCounter: (id, name) => this.targetCounter(id, name),
      suffix: (place) => this.suffixOf(typeof place === 'string' ? this.pageOfTarget(place) : pageOf(place)),
      string: (name, which, place) => {
        const at = pageOf(place);
        if (at === null) return null;
        const { notes, strings } = this.pages[at]!;
        return occurrence(notes.strings.get(name), strings.get(name), which);
      },
      element: (name, which, place) => this.running(name, which, pageOf(place))?.build(references) ?? null,
      elementText: (name, which, place) => this.running(name, which, pageOf(place))?.text() ?? null,
      footnoteRestart: (note) => this.footnoteRestart(note),
    };
    return references;
  }

  /** Returns the `page` counter of a page that has been added. */
  numberOf(page: number): number {
    return this.pages[page]?.counters.page.get('page') ?? page + 1;
  }

  /** Returns the letters after the number of a page. */
  suffixOf(page: number | null): string {
    return page === null ? '' : (this.pages[page]?.suffix ?? '');
  }

  private pageOfTarget(id: string): number | null {
    const element = this.targetNamed(id);
    return element === null ? null : (this.pageOfElement.get(element) ?? null);
  }

  /**
   * Returns the first running element of each name that no content has asked for. `earlier`: the answers that content
   * in the flow has used.
   */
  unshownElements(earlier: PageAnswers | null): RunningElement[] {
    const found = new Map<string, RunningElement>();
    for (const { notes } of this.pages)
      for (const [name, [first]] of notes.running)
        if (first !== undefined && !found.has(name)) found.set(name, first.value);
    const isAsked = (name: string): boolean =>
      this.askedElements.has(name) || (earlier?.askedElements.has(name) ?? false);
    return [...found].filter(([name]) => !isAsked(name)).map(([, running]) => running);
  }

  private running(name: string, which: OccurrenceKeyword, page: number | null): RunningElement | null {
    this.askedElements.add(name);
    if (page === null) return null;
    const { notes, running } = this.pages[page]!;
    return occurrence(notes.running.get(name), running.get(name), which);
  }

  private counter(name: string, page: number | null): readonly number[] | null {
    if (name === 'pages') {
      this.askedAhead ||= !this.isComplete;
      return [this.pages.length];
    }
    const value = page === null ? undefined : this.pages[page]?.counters.page.get(name);
    if (value !== undefined) return [value];
    const counter = groupCounter(name);
    return page === null || counter === null ? null : this.groupCount(counter, page);
  }

  private groupCount({ group, isTotal }: GroupCounter, page: number): readonly number[] | null {
    const number = this.pages[page]?.groups.get(group);
    if (number === undefined) return null;
    if (!isTotal) return [number];
    this.askedAhead ||= !this.isComplete;
    return [this.groupSizes.get(groupKey(group, page + 1 - number)) ?? number];
  }

  /**
   * Returns a counter's values for a margin box (css-page-3 §7.1). The box's own counters hide those of the page, which
   * hide those of the document at the start of the page.
   */
  private counterInMargin(name: string, page: number, box: string | null): readonly number[] | null {
    const { counters, notes, documentCounters } = this.pages[page]!;
    const own = box === null ? undefined : counters.margins.get(box)?.get(name);
    if (own !== undefined) return [own];
    const values = this.counter(name, page) ?? notes.counters.get(name)?.before ?? documentCounters.get(name) ?? [];
    return values.length === 0 ? null : values;
  }

  private repeatedCounter(
    name: string,
    edge: PageEdge,
    page: number,
    part: CounterSpan | undefined,
  ): readonly number[] | null {
    const { counters, notes, documentCounters } = this.pages[page]!;
    const here = notes.counters.get(name);
    const span = part ?? here;
    const values = span === undefined ? documentCounters.get(name) : edge === 'start' ? span.before : span.after;
    const ofPage = counters.page.get(name);
    if (ofPage !== undefined)
      return [here === undefined ? ofPage : addAmounts(ofPage, addAmounts(last(values), -last(here.before)))];
    return values === undefined || values.length === 0 ? null : values;
  }

  /** Returns the values at the end of the document. */
  private finalCounter(name: string): readonly number[] | null {
    this.askedAhead ||= !this.isComplete;
    const page = this.pages.at(-1);
    const values = page && (page.notes.counters.get(name)?.after ?? page.documentCounters.get(name));
    return values === undefined || values.length === 0 ? null : values;
  }

  private targetCounter(id: string, name: string): readonly number[] | null {
    const element = this.targetNamed(id);
    if (element === null) return null;
    const page = this.pageOfElement.get(element);
    this.askedAhead ||= page === undefined && !this.isComplete;
    return this.counter(name, page ?? null);
  }

  private footnoteRestart(note: Element): { first: Element; value: number } | null {
    const page = this.pageOfCall.get(note);
    const restart = page === undefined ? null : this.pages[page]!.noteRestart;
    if (restart === null || restart.first === null) return null;
    return { first: restart.first, value: restart.value };
  }
}

const last = (values: readonly number[] | undefined): number => values?.at(-1) ?? 0;

/** `start` is the index of the group's first page. */
const groupKey = (name: string, start: number): string => `${start} ${name}`;

/** `before` is the state of the previous page, whose numbering continues unless this page restarts it. */
function noteRestartOf(
  { style: { rare } }: AnsweringPage['style'],
  calls: readonly Element[],
  before: NoteRestart | null,
): NoteRestart | null {
  const isNotes = ({ name }: { name: string }): boolean => name === FOOTNOTE;
  const change = rare.counterSet.findLast(isNotes) ?? rare.counterReset.findLast(isNotes);
  const first = calls.length === 0 ? null : calls[0]!;
  if (change !== undefined) return { first, value: change.value ?? 0 };
  return before === null || before.first !== null ? before : { first, value: before.value };
}

/** Returns the values after a page: those before it, updated by its assignments. */
function lastValues<T>(before: ReadonlyMap<string, T>, assigned: Assignments<T>): ReadonlyMap<string, T> {
  if (assigned.size === 0) return before;
  const after = new Map(before);
  for (const [name, values] of assigned) after.set(name, values[values.length - 1]!.value);
  return after;
}

function countersAfter({ documentCounters, notes }: KnownPage): ReadonlyMap<string, readonly number[]> {
  if (notes.counters.size === 0) return documentCounters;
  const after = new Map(documentCounters);
  for (const [name, span] of notes.counters) after.set(name, span.after);
  return after;
}

/**
 * Returns the value that applies on a page with these assignments (css-gcpm-3 §1.1.2). `before` is the last one from
 * earlier pages.
 */
function occurrence<T>(
  here: readonly Assignment<T>[] | undefined,
  before: T | undefined,
  which: OccurrenceKeyword,
): T | null {
  if (here && which === 'first-except') return null;
  if (here && which === 'first') return here[0]!.value;
  if (here && which === 'last') return here[here.length - 1]!.value;
  if (here && which === 'start' && here[0]!.isFirst) return here[0]!.value;
  return before ?? null;
}
