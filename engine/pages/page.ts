import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { PageStyle } from '../style/styler.ts';
import type { LU } from '../units.ts';

export interface Rect {
  readonly x: LU;
  readonly y: LU;
  readonly width: LU;
  readonly height: LU;
}

/** The size available to a page's content on an area enlarged by 1 / scale. */
export interface Room {
  readonly width: LU;
  readonly height: LU;
}

/** A fragment on a page, with the position of its border box's top left corner on the sheet, in LU. */
export interface PlacedFragment {
  readonly fragment: BoxFragment;
  readonly x: LU;
  readonly y: LU;
}

/** A finished page. Physical coordinates are in LU from the sheet's top left corner. */
export interface Page {
  /** From 0. */
  readonly index: number;
  readonly name: string;
  readonly label: PageLabel;
  readonly side: 'left' | 'right';
  /** Whether a forced break to the next left or right page created the page. It has no content. */
  readonly blank: boolean;
  /** Size of the sheet in CSS px. */
  readonly width: number;
  readonly height: number;
  /** The rotation of the finished page (css-page-4 `page-orientation`). */
  readonly orientation: 'upright' | 'rotate-left' | 'rotate-right';
  /** How far the page is painted beyond its edges, in CSS px (css-page-3 `bleed`). */
  readonly bleed: number;
  /** Marks around the page: `crop`, `cross` (css-page-3 `marks`). */
  readonly marks: readonly string[];
  /** The page's own background, which covers the sheet including margins and bleed. */
  readonly sheet: PlacedFragment;
  /** The page box with its border: an empty fragment that covers the sheet without the page margins. */
  readonly pageBox: PlacedFragment;
  /** The page box's padding box, which the canvas background (root's or body's) covers. */
  readonly canvas: Rect;
  /** The page area. Content that overflows it is painted up to the edge of the sheet or its bleed. */
  readonly area: Rect;
  /** The size that the flow was given in the area, before scaling: whole px, so up to 1 px larger than the area. */
  readonly room: Room;
  /**
   * Content is laid out on an area enlarged by 1 / scale and drawn at `scale`, which shrinks content that is too wide.
   * 1: not shrunk.
   */
  readonly scale: number;
  /** The root element's fragment on this page, from the area's top left corner, before scaling; null on blank pages. */
  readonly root: PlacedFragment | null;
  /** Fixed boxes, which are on every page, from the area's corner. */
  readonly positioned: readonly PlacedFragment[];
  /** Fixed boxes that aren't shown. Links may lead to them. */
  readonly offScreen: readonly PlacedFragment[];
  /** Generated page-margin boxes in painting order, from the sheet's corner. */
  readonly marginBoxes: readonly PlacedFragment[];
  /** Page floats, from the area's corner. */
  readonly floats: readonly PlacedFragment[];
  /** The footnote area and its contents, from the area's corner. */
  readonly footnotes: readonly PlacedFragment[];
  /** Notes in the page margins, which aren't clipped to the area. */
  readonly marginNotes: readonly PlacedFragment[];
  /** Line numbers and change bars, from the area's corner. They are artifacts. */
  readonly marginMarks: readonly PlacedFragment[];
  /** Total length in LU of boxes that pages slice, if their appearance depends on it. */
  readonly wholeSizes: ReadonlyMap<Box, LU>;
}

/**
 * A page's number (its `page` counter), the name of its counter style, and the letters after the number; and the text
 * that replaces them, or null.
 */
export interface PageLabel {
  readonly text: string | null;
  readonly number: number;
  readonly suffix: string;
  readonly style: string;
}

/** Returns the label of a page by its number. The style is that of the first margin box that prints the counter, else decimal. */
export function pageLabelOf({ marginBoxes }: PageStyle, number: number, suffix: string): Omit<PageLabel, 'text'> {
  for (const style of marginBoxes.values()) {
    const printed = printedStyle(style);
    if (printed !== null) return { number, suffix, style: printed };
  }
  return { number, suffix, style: 'decimal' };
}

function printedStyle({ rare: { content } }: ComputedStyle): string | null {
  if (typeof content === 'string') return null;
  for (const item of content.items)
    if ((item.type === 'counter' || item.type === 'counters') && item.name === 'page' && item.style.type === 'name')
      return item.style.name;
  return null;
}
