import type { Box } from '../boxes/box.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import type { PageLabel } from './page-label.ts';

export interface Rect {
  readonly x: LU;
  readonly y: LU;
  readonly width: LU;
  readonly height: LU;
}

/** A piece of a page: a fragment and where its border box's top left corner lies on the sheet, LU. */
export interface PlacedFragment {
  readonly fragment: BoxFragment;
  readonly x: LU;
  readonly y: LU;
}

/** One finished page. Physical coordinates from the sheet's top left corner, LU. */
export interface Page {
  /** From 0. */
  readonly index: number;
  readonly name: string;
  readonly label: PageLabel;
  readonly side: 'left' | 'right';
  /** Made by a forced break to the next left or right page; it has no content. */
  readonly blank: boolean;
  /** The sheet in CSS px. */
  readonly width: number;
  readonly height: number;
  /** How the finished page is turned (css-page-4 `page-orientation`). */
  readonly orientation: 'upright' | 'rotate-left' | 'rotate-right';
  /** How far the page is painted beyond its edges, CSS px (css-page-3 `bleed`). */
  readonly bleed: number;
  /** `crop`, `cross`: marks around the page (css-page-3 `marks`). */
  readonly marks: readonly string[];
  /** The page's own background: it covers the sheet, margins and bleed included. */
  readonly sheet: PlacedFragment;
  /** The page box with its border (an empty fragment that covers the sheet less the page margins). */
  readonly pageBox: PlacedFragment;
  /** The page box's padding box: what the canvas background (root's or body's) covers. */
  readonly canvas: Rect;
  /** Content is clipped to it. */
  readonly area: Rect;
  /** Content is laid out on an area enlarged by 1 / scale and drawn at `scale`: too wide content shrinks to fit. 1: not shrunk. */
  readonly scale: number;
  /** The root element's fragment on this page, placed before scaling, from the area's top left corner; null on blank pages. */
  readonly root: PlacedFragment | null;
  /** Fixed boxes, which stand on every page, from the area's corner. */
  readonly positioned: readonly PlacedFragment[];
  /** Page-margin boxes that are generated, in painting order; from the sheet's corner. */
  readonly marginBoxes: readonly PlacedFragment[];
  /** Page floats, from the area's corner. */
  readonly floats: readonly PlacedFragment[];
  /** The footnote area and what it holds, from the area's corner. */
  readonly footnotes: readonly PlacedFragment[];
  /** Notes beside the area, in the margins of the page; they aren't cut off at the area's edges. */
  readonly marginNotes: readonly PlacedFragment[];
  /** Numbers of lines and change bars, from the area's corner; nobody reads them aloud. */
  readonly marginMarks: readonly PlacedFragment[];
  /** How long boxes that pages slice are over all of them, where their looks depend on that; LU. */
  readonly wholeSizes: ReadonlyMap<Box, LU>;
}
