/** Changes of a document, and how they are put into words. */
import { addTo } from './groups.ts';
import type { Pair, Placed } from './match-elements.ts';

/** A change and what followed from it, in sentences. */
export interface Change {
  readonly text: string;
  /** The elements that moved because of the change. */
  readonly consequences: readonly string[];
}

/** Returns a change and its consequences as lines. */
export const inLines = ({ text, consequences }: Change): string[] => [text, ...consequences.map((line) => `  ${line}`)];

/** A change while its consequences are collected. */
export interface Cause {
  readonly text: string;
  /** The elements that changed. Empty for changes of pages and of elements that only one layout has. */
  readonly pairs: readonly Pair[];
  /** The first page where content moves, or null if the change moves nothing. */
  readonly page: number | null;
  /** The place in document order of the first element. Content before it doesn't move. */
  readonly order: number;
  /** How far each of the elements moves the following content down, in px. null: unknown. */
  readonly grown: number | null;
  readonly consequences: string[];
  /** Whether it may change the widths of columns without changing heights. */
  readonly isContent?: true;
  /** Whether it may change the sizes of its elements. */
  readonly resizes?: boolean;
  /** Whether it is a change of a page's content area, which moves everything. */
  readonly isArea?: true;
}

/** Smaller changes aren't visible. */
export const VISIBLE_PX = 0.5;

export const px = (length: number): string => `${Math.round(Math.abs(length) * 100) / 100} px`;

export const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** Shortens a long path to its end. */
export function shown(selector: string): string {
  const steps = selector.split(' > ');
  return `\`${steps.length > 3 ? `… > ${steps.slice(-2).join(' > ')}` : selector}\``;
}

/** Formats a group: `a` and 3 more elements. `pseudo`: follows the selector. */
export const group = (pairs: readonly Pair[], pseudo = ''): string =>
  boxes(
    pairs.map(({ after }) => after),
    pseudo,
  );

export function boxes(all: readonly Placed[], pseudo = ''): string {
  const more = all.length === 1 ? '' : ` and ${plural(all.length - 1, 'more element', 'more elements')}`;
  return `${shown(all[0]!.selector + pseudo)}${more}`;
}

/** Groups pairs by a key. Pairs with the key null are left out. */
export function groupedBy(all: readonly Pair[], keyOf: (pair: Pair) => string | null): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of all) {
    const key = keyOf(pair);
    if (key !== null) addTo(groups, key, pair);
  }
  return groups;
}

/** Returns a cause from the elements that changed. */
export const causeOf = (text: string, pairs: readonly Pair[], grown: number | null): Cause => ({
  text,
  pairs,
  page: pairs[0]!.before.page,
  order: pairs[0]!.order,
  grown,
  consequences: [],
});
