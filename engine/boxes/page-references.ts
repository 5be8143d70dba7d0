/**
 * Content that depends on where things land on pages. The box tree is built with the answers known so far; open-contents.ts keeps what asked, so that
 * it can be told again when the answers have changed.
 */
import type { Element } from '../document/node.ts';
import type { Box } from './box.ts';
import type { CounterChanges } from './counters.ts';

/** Where page-dependent content stands. */
export interface ContentPlace {
  readonly element: Element | null;
  /** `before`, `after`, ...; null for the element itself. In a margin box: its name. */
  readonly pseudo: string | null;
}

export type OccurrenceKeyword = 'first' | 'start' | 'last' | 'first-except';

/** A counter of a page group (css-gcpm-3 §3.2): `page-of-NAME`, which page of its group a page is, or `pages-of-NAME`, how many the group has. */
export interface GroupCounter {
  readonly group: string;
  readonly isTotal: boolean;
}

/** The page group that a counter's name says it counts; null: none. */
export function groupCounter(name: string): GroupCounter | null {
  if (name.startsWith('pages-of-')) return { group: name.slice(9), isTotal: true };
  return name.startsWith('page-of-') ? { group: name.slice(8), isTotal: false } : null;
}

/** What pages/ knows when content is built; an answer of null means "not known (yet)". */
export interface PageReferences {
  /** All values of a counter that pages make (`page`, `pages`, one of a group, one that an @page rule resets or increments), outermost first; null: none of that name. */
  counter(name: string, place: ContentPlace): readonly number[] | null;
  /** The same where the element with this id begins (css-content-3 §2.6.1). */
  targetCounter(id: string, name: string): readonly number[] | null;
  /** A named string (`string-set`) as seen from the page of `place`. */
  string(name: string, which: OccurrenceKeyword, place: ContentPlace): string | null;
  /** A running element as seen from the page of `place`: its box, built afresh for this page, or null. */
  element(name: string, which: OccurrenceKeyword, place: ContentPlace): Box | null;
  /** Where notes are numbered afresh on every page: the number before the first one called on the page that calls this one; null: they aren't, or it isn't known. */
  footnoteRestart(note: Element): { readonly first: Element; readonly value: number } | null;
}

/** Something that an element does to the pages where it stands. */
export type PageMark =
  /** `string-set` (css-gcpm-3 §1.1). */
  | { readonly type: 'string'; readonly name: string; readonly value: string }
  /** `position: running(name)` (css-gcpm-3 §1.2): the element has left the flow here. */
  | { readonly type: 'running'; readonly name: string; readonly element: RunningElement }
  /** An element with an id that has no box begins here. */
  | { readonly type: 'target'; readonly element: Element }
  /** What it does to the counter `page`, which is the pages' own. */
  | { readonly type: 'page-counter'; readonly changes: CounterChanges }
  /** A counter of the document that margin boxes show: its values around this place, the outermost first. */
  | {
      readonly type: 'counter';
      readonly name: string;
      readonly before: readonly number[];
      readonly after: readonly number[];
    };

/** What the document's outline calls an element (`bookmark-label`), and the URL that it leads to (`bookmark-target`; null: the element). */
export interface OutlineEntry {
  readonly title: string;
  readonly target: string | null;
}

/** What pages/ collects from a box, in document order: where it begins, and where it ends. */
export interface PageMarks {
  readonly atStart: readonly PageMark[];
  readonly atEnd: readonly PageMark[];
  /** The element's entry in the document's outline; null: it isn't there. */
  readonly bookmark: OutlineEntry | null;
}

export interface RunningElement {
  /** The element's box, laid out by pages/ inside a margin box; made anew for each page because its content may name the page. */
  build(pages: PageReferences): Box;
}
