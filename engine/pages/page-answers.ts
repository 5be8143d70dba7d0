/**
 * What content may ask of the pages (css-gcpm-3 §1, css-content-3 §2.6, css-page-3 §6.1): page counters, named strings, running elements, and
 * where elements begin. Grows with the pages; what only later pages tell is null until `complete`.
 */
import type { ContentPlace, OccurrenceKeyword, PageReferences, RunningElement } from '../boxes/page-references.ts';
import type { Element } from '../document/node.ts';
import type { CounterValues } from './page-counters.ts';
import type { Assignments, PageNotes } from './page-notes.ts';

interface KnownPage {
  readonly counters: CounterValues;
  readonly notes: PageNotes;
  /** The last values of names when the page begins. */
  readonly strings: ReadonlyMap<string, string>;
  readonly running: ReadonlyMap<string, RunningElement>;
}

export class PageAnswers {
  private readonly pages: KnownPage[] = [];
  private readonly pageOfElement = new Map<Element, number>();
  private readonly elementById: (id: string) => Element | null;
  /** All pages are known. */
  private isComplete = false;
  /** Something was asked that pages to come may answer otherwise. */
  askedAhead = false;

  constructor(elementById: (id: string) => Element | null) {
    this.elementById = elementById;
  }

  addPage(counters: CounterValues, notes: PageNotes): void {
    const before = this.pages.at(-1);
    const strings = before ? lastValues(before.strings, before.notes.strings) : new Map<string, string>();
    const running = before ? lastValues(before.running, before.notes.running) : new Map<string, RunningElement>();
    for (const element of notes.elements)
      if (!this.pageOfElement.has(element)) this.pageOfElement.set(element, this.pages.length);
    this.pages.push({ counters, notes, strings, running });
  }

  /** There are no more pages. */
  complete(): void {
    this.isComplete = true;
  }

  /** Answers as seen from a page, or, for content in the flow (`page` null), from the page where its element begins. */
  from(page: number | null): PageReferences {
    const pageOf = ({ element }: ContentPlace): number | null =>
      page ?? (element && (this.pageOfElement.get(element) ?? null));
    const references: PageReferences = {
      counter: (name, place) => this.counter(name, pageOf(place)),
      targetCounter: (id, name) => this.targetCounter(id, name),
      string: (name, which, place) => {
        const at = pageOf(place);
        if (at === null) return null;
        const { notes, strings } = this.pages[at];
        return occurrence(notes.strings.get(name), strings.get(name), which);
      },
      element: (name, which, place) => {
        const at = pageOf(place);
        if (at === null) return null;
        const { notes, running } = this.pages[at];
        return occurrence(notes.running.get(name), running.get(name), which)?.build(references) ?? null;
      },
    };
    return references;
  }

  private counter(name: string, page: number | null): readonly number[] | null {
    if (name === 'pages') {
      this.askedAhead ||= !this.isComplete;
      return [this.pages.length];
    }
    const value = page === null ? undefined : this.pages[page]?.counters.get(name);
    return value === undefined ? null : [value];
  }

  private targetCounter(id: string, name: string): readonly number[] | null {
    const element = this.elementById(id);
    if (element === null) return null;
    const page = this.pageOfElement.get(element);
    this.askedAhead ||= page === undefined && !this.isComplete;
    return this.counter(name, page ?? null);
  }
}

/** The values that hold after a page: those from before it, but for names that it assigns. */
function lastValues<T>(before: ReadonlyMap<string, T>, assigned: Assignments<T>): ReadonlyMap<string, T> {
  if (assigned.size === 0) return before;
  const after = new Map(before);
  for (const [name, values] of assigned) after.set(name, values[values.length - 1]);
  return after;
}

/** css-gcpm-3 §1.1.2: the value that holds on a page with these assignments, `before` being the last one from earlier pages. */
function occurrence<T>(here: readonly T[] | undefined, before: T | undefined, which: OccurrenceKeyword): T | null {
  if (here && which === 'first-except') return null;
  if (here && which === 'first') return here[0];
  if (here && which === 'last') return here[here.length - 1];
  // `start` on the page of the first assignment: nothing held when the page began, but what begins with it is its start.
  return before ?? (here && which === 'start' ? here[0] : null) ?? null;
}
