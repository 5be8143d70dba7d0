/** Completes a draft to a page by adding the parts that don't depend on the flow. */
import type { Box } from '../boxes/box.ts';
import { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import { BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { type Sides, WritingMode, ZERO_SIDES } from '../layout/contract/geometry.ts';
import { type LU, luFromPx } from '../units.ts';
import type { PageStyle } from '../style/styler.ts';
import type { Page, PageLabel, PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import { flowRoom } from './page-geometry.ts';

/** `root` is the root element's box, which owns the fragments that the page itself creates. */
export function finishPage(
  root: Box,
  draft: Draft,
  positioned: readonly PlacedFragment[],
  marginBoxes: readonly PlacedFragment[],
  marginMarks: readonly PlacedFragment[],
  label: PageLabel,
  wholeSizes: ReadonlyMap<Box, LU>,
): Omit<Page, 'offScreen'> {
  const { geometry, style, filled } = draft;
  const { margin, border, padding, area } = geometry;
  return {
    index: draft.index,
    name: draft.name,
    label,
    side: draft.side,
    blank: draft.blank,
    width: geometry.width,
    height: geometry.height,
    orientation: style.orientation,
    bleed: bleedOf(style),
    marks: style.marks,
    sheet: sheetOf(root, draft),
    pageBox: pageBoxOf(root, draft),
    canvas: {
      x: margin.left + border.left,
      y: margin.top + border.top,
      width: area.width + padding.left + padding.right,
      height: area.height + padding.top + padding.bottom,
    },
    area,
    room: flowRoom(geometry, draft.scale),
    scale: draft.scale,
    root: filled?.root ?? null,
    positioned,
    marginBoxes,
    floats: filled?.floats ?? [],
    footnotes: filled?.footnotes ?? [],
    marginNotes: filled?.marginNotes ?? [],
    marginMarks,
    wholeSizes,
  };
}

/** 6pt, so that cutting along crop marks leaves no white edge. */
const AUTO_BLEED = 8;

/** Returns how far a page is painted beyond its edges (css-page-3 §8.3), in CSS px. */
export function bleedOf({ bleed, marks }: PageStyle): number {
  return Math.max(0, bleed ?? (marks.includes('crop') ? AUTO_BLEED : 0));
}

/**
 * Returns the page's background, which covers the whole sheet, as the root element's covers the canvas (css-page-3
 * §3.1).
 */
function sheetOf(root: Box, { style: pageStyle, geometry }: Draft): PlacedFragment {
  const { style } = pageStyle;
  const plain = style.with(style.id, { border: initialStyle().border });
  const bleed = luFromPx(bleedOf(pageStyle));
  const width = luFromPx(geometry.width) + 2 * bleed;
  const fragment = emptyFragment(root, plain, width, luFromPx(geometry.height) + 2 * bleed);
  return { fragment, x: -bleed, y: -bleed };
}

/** Returns an empty fragment the size of the page box, which paints its border. */
function pageBoxOf(root: Box, { style: { style }, geometry }: Draft): PlacedFragment {
  const bordered = style.with(style.id, { background: initialStyle().background });
  const { margin } = geometry;
  const width = luFromPx(geometry.width) - margin.left - margin.right;
  const height = luFromPx(geometry.height) - margin.top - margin.bottom;
  const fragment = emptyFragment(root, bordered, width, height, geometry.border, geometry.padding);
  return { fragment, x: margin.left, y: margin.top };
}

function emptyFragment(
  root: Box,
  style: ComputedStyle,
  width: LU,
  height: LU,
  border: Sides = ZERO_SIDES,
  padding: Sides = ZERO_SIDES,
): BoxFragment {
  const mode = WritingMode.HORIZONTAL_LTR;
  return new BoxFragment(
    root,
    style,
    mode,
    width,
    height,
    border,
    padding,
    [],
    [],
    null,
    null,
    FragmentFlag.PageBox,
    null,
    null,
  );
}
