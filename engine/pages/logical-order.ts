/** Restores document order within lines, whose fragments are in visual order from left to right. */
import type { Box } from '../boxes/box.ts';
import type { BoxFragment, Fragment, LineFragment } from '../layout/contract/fragment.ts';
import { type InlineContent, InlineItemKind } from '../text/inline-content.ts';

/** Positions of the boxes of an inline formatting context among its items. */
export class LogicalOrder {
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

/** Returns whether a line's fragments may be in a different order than its text. */
export const isReordered = (line: LineFragment, { style }: Box): boolean =>
  style.text.direction === 'rtl' || line.children.some(hasLevels);

function hasLevels(fragment: Fragment): boolean {
  return fragment.type === 'text' ? fragment.run.level > 0 : fragment.children.some(hasLevels);
}
