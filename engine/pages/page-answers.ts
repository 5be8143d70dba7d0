/**
 * What content may ask of the pages (css-gcpm-3 §1, §2.4, css-content-3 §2.6, css-page-3 §7.1): page counters, named strings, running elements, numbers
 * of notes, and where elements begin. Grows with the pages; what only later pages tell is null until `complete`.
 */
import {
  type ContentPlace,
  type GroupCounter,
  groupCounter,
  type OccurrenceKeyword,
  type PageReferences,
  type RunningElement,
} from '../boxes/page-references.ts';
import { type CounterChanges, FOOTNOTE } from '../boxes/counters.ts';
import type { Element } from '../document/node.ts';
import type { PageStyle } from '../style/styler.ts';
import { type CountersOnPage, PageCounters } from './page-counters.ts';
import type { Assignment, Assignments, PageNotes } from './page-notes.ts';

/** A page as answers see it. */
export interface AnsweringPage {
  readonly style: Pick<PageStyle, 'style' | 'marginBoxes'>;
  /** Which page of each of its groups it is, from 1. */
  readonly groups: ReadonlyMap<string, number>;
  readonly notes: PageNotes;
  /** The footnotes that are called on it, in order. */
  readonly calls: readonly Element[];
}

interface KnownPage {
  readonly counters: CountersOnPage;
  readonly groups: ReadonlyMap<string, number>;
  readonly notes: PageNotes;
  /** Where the notes of the page begin to be numbered afresh; null: with the document. */
  readonly noteRestart: NoteRestart | null;
  /** The last values of names when the page begins. */
  readonly strings: ReadonlyMap<string, string>;
  readonly running: ReadonlyMap<string, RunningElement>;
  readonly documentCounters: ReadonlyMap<string, readonly number[]>;
}

/** A page sets the counter of notes to `value`; `first`: the first one called from there on, null: none so far. */
interface NoteRestart {
  readonly first: Element | null;
  readonly value: number;
}

export class PageAnswers {
  private readonly pages: KnownPage[] = [];
  private readonly counters: PageCounters;
  /** How many pages each page group has so far, by its name and where it begins. */
  private readonly groupSizes = new Map<string, number>();
  private readonly pageOfElement = new Map<Element, number>();
  private readonly pageOfCall = new Map<Element, number>();
  private readonly targetNamed: (name: string) => Element | null;
  /** All pages are known. */
  private isComplete = false;
  /** Something was asked that pages to come may answer otherwise. */
  askedAhead = false;

  /** `root`: what the root element does to counters; left out: nothing. */
  constructor(targetNamed: (name: string) => Element | null, root: CounterChanges | null = null) {
    this.targetNamed = targetNamed;
    this.counters = new PageCounters(root);
  }

  addPage({ style, groups, notes, calls }: AnsweringPage): void {
    const before = this.pages.at(-1);
    const index = this.pages.length;
    this.addElements(index, notes.elements);
    for (const note of calls) this.pageOfCall.set(note, index);
    for (const [name, number] of groups) this.groupSizes.set(groupKey(name, index + 1 - number), number);
    this.pages.push({
      counters: this.counters.advance(style, notes.pageCounter),
      groups,
      notes,
      noteRestart: noteRestartOf(style, calls, before?.noteRestart ?? null),
      strings: before ? lastValues(before.strings, before.notes.strings) : new Map<string, string>(),
      running: before ? lastValues(before.running, before.notes.running) : new Map<string, RunningElement>(),
      documentCounters: before ? countersAfter(before) : new Map<string, readonly number[]>(),
    });
  }

  /** Elements begin on a page, added before or with them. */
  addElements(page: number, elements: readonly Element[]): void {
    for (const element of elements) if (!this.pageOfElement.has(element)) this.pageOfElement.set(element, page);
  }

  /** There are no more pages. */
  complete(): void {
    this.isComplete = true;
  }

  /** Answers as seen from a page's margin boxes, or, for content in the flow (`page` null), from the page where its element begins. */
  from(page: number | null): PageReferences {
    const pageOf = ({ element }: ContentPlace): number | null =>
      page ?? (element && (this.pageOfElement.get(element) ?? null));
    const references: PageReferences = {
      counter: (name, place) =>
        page === null ? this.counter(name, pageOf(place)) : this.counterInMargin(name, page, place.pseudo),
      targetCounter: (id, name) => this.targetCounter(id, name),
      string: (name, which, place) => {
        const at = pageOf(place);
        if (at === null) return null;
        const { notes, strings } = this.pages[at]!;
        return occurrence(notes.strings.get(name), strings.get(name), which);
      },
      element: (name, which, place) => {
        const at = pageOf(place);
        if (at === null) return null;
        const { notes, running } = this.pages[at]!;
        return occurrence(notes.running.get(name), running.get(name), which)?.build(references) ?? null;
      },
      footnoteRestart: (note) => this.footnoteRestart(note),
    };
    return references;
  }

  /** The `page` counter on a page that has been added. */
  numberOf(page: number): number {
    return this.pages[page]?.counters.page.get('page') ?? page + 1;
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

  /** css-page-3 §7.1: the box's own counters obscure the page's, those the document's, which are as where the page begins. */
  private counterInMargin(name: string, page: number, box: string | null): readonly number[] | null {
    const { counters, notes, documentCounters } = this.pages[page]!;
    const own = box === null ? undefined : counters.margins.get(box)?.get(name);
    if (own !== undefined) return [own];
    const values = this.counter(name, page) ?? notes.counters.get(name)?.before ?? documentCounters.get(name) ?? [];
    return values.length === 0 ? null : values;
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

/** `start`: the index of the group's first page. */
const groupKey = (name: string, start: number): string => `${start} ${name}`;

/** `before`: of the page before, whose notes go on where this page doesn't restart them. */
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

/** The values that hold after a page: those from before it, but for names that it assigns. */
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

/** css-gcpm-3 §1.1.2: the value that holds on a page with these assignments, `before` being the last one from earlier pages. */
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
