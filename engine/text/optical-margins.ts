/**
 * How far characters protrude from a line that they begin or end (`-pagewright-optical-margin`), as fractions of their
 * advances. Characters with little ink at their edge make margins look ragged where all lines have equal length.
 */

/** `[characters, before the start, after the end]`. */
const SHARES: readonly (readonly [characters: string, start: number, end: number])[] = [
  ['.,', 0, 0.7],
  ['-\u2010\u2011\u00ad', 0.4, 0.6],
  [';:', 0, 0.4],
  ['\'"\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u203a', 0.5, 0.5],
  ['\u00ab\u00bb', 0.3, 0.3],
  ['\u2013', 0.25, 0.25],
  ['\u2014', 0.15, 0.15],
  ['\u2026', 0, 0.2],
  ['!?', 0, 0.15],
  ['*', 0.3, 0.3],
  ['(', 0.12, 0],
  [')', 0, 0.12],
  ['ATVWY', 0.06, 0.06],
  ['vwy', 0.06, 0.06],
  ['JX', 0.05, 0.05],
  ['KRLkrt', 0, 0.06],
  ['1', 0.1, 0.1],
];

interface Protrusion {
  readonly start: number;
  readonly end: number;
}

const PROTRUSIONS: ReadonlyMap<string, Protrusion> = new Map(
  SHARES.flatMap(([characters, start, end]) =>
    Array.from(characters, (character): [string, Protrusion] => [character, { start, end }]),
  ),
);

/** Returns null for characters that don't protrude. */
export const protrusionOf = (character: string): Protrusion | null => PROTRUSIONS.get(character) ?? null;
