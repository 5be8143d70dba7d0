/** The order of the text in lines: fragments stand as they are seen, from left to right, and what they tell comes in the order of the document. */
import type { Box } from '../boxes/box.ts';
import type { BoxFragment, Fragment, LineFragment } from '../layout/fragment.ts';
import { type InlineContent, InlineItemKind } from '../text/inline-content.ts';

/** Places of the boxes in an inline formatting context among its items. */
export class LogicalOrder {
  private readonly content: InlineContent;
  private places: ReadonlyMap<Box, number> | null = null;

  constructor(content: InlineContent) {
    this.content = content;
  }

  /** The fragments in a line, or in an inline box on it, as their text is read. */
  of({ children }: LineFragment | BoxFragment): readonly Fragment[] {
    if (children.length < 2) return children;
    const places = (this.places ??= placesIn(this.content));
    return children.toSorted((a, b) => placeOf(a, places) - placeOf(b, places));
  }
}

function placeOf(fragment: Fragment, places: ReadonlyMap<Box, number>): number {
  if (fragment.type === 'text') return fragment.run.item;
  const place = fragment.type === 'box' ? places.get(fragment.box) : undefined;
  // Boxes that are none of the items, of ruby, have these inside.
  return place ?? fragment.children.reduce((least, child) => Math.min(least, placeOf(child, places)), Infinity);
}

function placesIn({ items }: InlineContent): ReadonlyMap<Box, number> {
  const places = new Map<Box, number>();
  items.forEach(({ kind, box }, i) => {
    if (kind !== InlineItemKind.Text && kind !== InlineItemKind.Break && !places.has(box)) places.set(box, i);
  });
  return places;
}

/** May what stands on a line be in another order than its text? */
export const isReordered = (line: LineFragment, { style }: Box): boolean =>
  style.text.direction === 'rtl' || line.children.some(hasLevels);

function hasLevels(fragment: Fragment): boolean {
  return fragment.type === 'text' ? fragment.run.level > 0 : fragment.children.some(hasLevels);
}
