/**
 * Content that depends on page positions. The box tree is built with the answers known so far. open-contents.ts keeps
 * the queries to update them when answers change.
 */
import type { SumPlace } from '../css/computed-values.ts';
import type { Element } from '../document/node.ts';
import type { Box } from './box.ts';
import type { CounterChanges } from './counters.ts';

/** The location of page-dependent content. */
export interface ContentPlace {
  readonly element: Element | null;
  /** `before`, `after`, ...; null for the element itself. For a margin box, its name. */
  readonly pseudo: string | null;
}

export type OccurrenceKeyword = 'first' | 'start' | 'last' | 'first-except';

/**
 * A counter of a page group (css-gcpm-3 §3.2): `page-of-NAME` is a page's number in its group, `pages-of-NAME` the
 * group's total.
 */
export interface GroupCounter {
  readonly group: string;
  readonly isTotal: boolean;
}

/** Parses the name of a page group counter; null for other names. */
export function groupCounter(name: string): GroupCounter | null {
  if (name.startsWith('pages-of-')) return { group: name.slice(9), isTotal: true };
  return name.startsWith('page-of-') ? { group: name.slice(8), isTotal: false } : null;
}

/** The values of a document counter at the start and end of content, outermost first. */
export interface CounterSpan {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Which value of a page repeated content shows: headers the value brought forward, footers the value carried forward.
 */
export type PageEdge = 'start' | 'end';

/** What is known about pages while the box tree is built. null: not known yet, or never. */
export interface PageReferences {
  /**
   * Returns all values of a page counter, outermost first; null without one. Page counters are `page`, `pages`, those
   * of groups, and those that an `@page` rule resets or increments.
   */
  counter(name: string, place: ContentPlace): readonly number[] | null;
  /**
   * Returns the values of a counter that repeated content shows: those at the start of a page or at its end. Returns
   * null for content in the flow and for unknown counters. A counter that `@page` resets shows the changes on the page.
   * `span`: the counter in the table that the content is part of; default: on the page.
   */
  repeatedCounter(name: string, edge: PageEdge, span?: CounterSpan): readonly number[] | null;
  /** Returns the values of a document counter at an edge of the page of `content`, or at the end of the document. */
  sumAt(name: string, place: SumPlace, content: ContentPlace): readonly number[] | null;
  /** Returns the counter's values at the start of the element with this id (css-content-3 §2.6.1). */
  targetCounter(id: string, name: string): readonly number[] | null;
  /** Returns the letters after the page number of a place, or of the element with an id. */
  suffix(place: ContentPlace | string): string;
  /** Returns a named string (`string-set`) as seen from the page of `place`. */
  string(name: string, which: OccurrenceKeyword, place: ContentPlace): string | null;
  /** Returns a running element's box as seen from the page of `place`, built anew for this page, or null. */
  element(name: string, which: OccurrenceKeyword, place: ContentPlace): Box | null;
  /** Returns a running element's text as seen from the page of `place`, or null. */
  elementText(name: string, which: OccurrenceKeyword, place: ContentPlace): string | null;
  /**
   * If notes are renumbered on every page, returns the first note called on this note's page and the number before it.
   * Otherwise, or if this isn't known yet, returns null.
   */
  footnoteRestart(note: Element): { readonly first: Element; readonly value: number } | null;
}

/** An effect of an element on the pages, at its position. */
export type PageMark =
  /** `string-set` (css-gcpm-3 §1.1). */
  | { readonly type: 'string'; readonly name: string; readonly value: string }
  /** `position: running(name)` (css-gcpm-3 §1.2): the element was removed from the flow here. */
  | { readonly type: 'running'; readonly name: string; readonly element: RunningElement }
  /** An element with an id but no box begins here. */
  | { readonly type: 'target'; readonly element: Element }
  /** Changes of the counter `page`, which belongs to the pages. */
  | { readonly type: 'page-counter'; readonly changes: CounterChanges }
  /** A document counter that margin boxes show: its values before and after this position, outermost first. */
  | {
      readonly type: 'counter';
      readonly name: string;
      readonly before: readonly number[];
      readonly after: readonly number[];
    };

/** An element's outline entry: its title (`bookmark-label`) and target URL (`bookmark-target`; null is the element). */
export interface OutlineEntry {
  readonly title: string;
  readonly target: string | null;
}

/** The marks that pages/ collects from a box in document order, where it begins and where it ends. */
export interface PageMarks {
  readonly atStart: readonly PageMark[];
  readonly atEnd: readonly PageMark[];
  /** The element's outline entry, or null. */
  readonly bookmark: OutlineEntry | null;
}

export interface RunningElement {
  readonly element: Element;
  readonly name: string;
  /**
   * Builds the element's box, which pages/ lays out in a margin box. Built anew for each page because its content may
   * refer to the page.
   */
  build(pages: PageReferences): Box;
  /** Returns the element's text, for content outside margin boxes. */
  text(): string;
}
