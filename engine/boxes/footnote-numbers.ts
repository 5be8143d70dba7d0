/**
 * Numbers footnotes (css-gcpm-3 §2.4). The document counts them. If `@page` sets the counter, a number depends on the
 * notes called on the same page, which is known only after pagination.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import type { BuildContext } from './build-context.ts';
import { type CounterChanges, FOOTNOTE } from './counters.ts';
import type { PageReferences } from './page-references.ts';

/** A note's number in the document, and the preceding value. */
export interface NoteNumber {
  readonly before: number;
  readonly own: number;
}

const COUNT: CounterChanges = { reset: [], increment: [{ name: FOOTNOTE, value: 1, reversed: false }], set: [] };

/** Counts a footnote, unless it increments the counter itself. Called after its own counter properties are applied. */
export function countNote(context: BuildContext, note: Element, style: ComputedStyle): void {
  const countsItself = style.rare.counterIncrement.some(({ name }) => name === FOOTNOTE);
  const counted = style.rare.counterIncrement.reduce(
    (sum, { name, value }) => sum + (name === FOOTNOTE ? (value ?? 1) : 0),
    0,
  );
  if (!countsItself) context.counters.apply(COUNT, () => 0);
  const own = context.counters.value(FOOTNOTE);
  context.notes?.set(note, { before: own - (countsItself ? counted : 1), own });
}

/** Returns whether the number of the footnote depends on its page. */
export function isNumberedByPage(context: BuildContext, name: string, element: Element): boolean {
  return name === FOOTNOTE && context.notes !== null && context.notes.has(element);
}

/** Returns the number of a footnote that restarts on pages. Before pages are known, it is an estimate. */
export function numberOnPage(context: BuildContext, note: Element, pages: PageReferences | null): readonly number[] {
  const number = context.notes?.get(note);
  if (number === undefined) return [];
  // An estimate: most pages have only a few notes.
  if (pages === null) return [1];
  const restart = pages.footnoteRestart(note);
  const first = restart === null ? undefined : context.notes?.get(restart.first);
  // An element has reset the counter on the same page.
  if (restart === null || first === undefined || number.own < first.own) return [number.own];
  return [restart.value + number.own - first.before];
}
