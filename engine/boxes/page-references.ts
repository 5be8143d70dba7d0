/**
 * Content that depends on where things land on pages. The box tree is built with the answers known so far; open-contents.ts keeps what asked, so that
 * it can be told again when the answers have changed.
 */
import type { Element } from '../document/node.ts';
import type { Box } from './box.ts';

/** Where page-dependent content stands. */
export interface ContentPlace {
  readonly element: Element | null;
  /** `before`, `after`, ...; null for the element itself. In a margin box: its name. */
  readonly pseudo: string | null;
}

export type OccurrenceKeyword = 'first' | 'start' | 'last' | 'first-except';

/** What pages/ knows when content is built; an answer of null means "not known (yet)". */
export interface PageReferences {
  /** All values of a counter that pages make (`page`, `pages`, one that an @page rule resets or increments), outermost first; null: none of that name. */
  counter(name: string, place: ContentPlace): readonly number[] | null;
  /** The same where the element with this id begins (css-content-3 §2.6.1). */
  targetCounter(id: string, name: string): readonly number[] | null;
  /** A named string (`string-set`) as seen from the page of `place`. */
  string(name: string, which: OccurrenceKeyword, place: ContentPlace): string | null;
  /** A running element as seen from the page of `place`: its box, built afresh for this page, or null. */
  element(name: string, which: OccurrenceKeyword, place: ContentPlace): Box | null;
}

/** What pages/ collects when the box that carries it first appears on a page. */
export interface PageMarks {
  /** Values of `string-set`, in order. */
  readonly strings: { readonly name: string; readonly value: string }[];
  /** Running elements that stand before this box in the document (`position: running(name)`). */
  readonly running: RunningElement[];
}

export interface RunningElement {
  readonly name: string;
  readonly element: Element;
  /** The element's box, laid out by pages/ inside a margin box; made anew for each page because its content may name the page. */
  build(pages: PageReferences): Box;
}
