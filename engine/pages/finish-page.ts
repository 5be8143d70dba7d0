/** A draft becomes a page: what doesn't hang on the flow is added. */
import type { Box } from '../boxes/box.ts';
import { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import { BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import { type Sides, WritingMode, ZERO_SIDES } from '../layout/geometry.ts';
import { type LU, luFromPx } from '../units.ts';
import type { Page, PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';

/** `root`: the root element's box, which stands for the page in fragments that the page itself makes. */
export function finishPage(
  root: Box,
  draft: Draft,
  positioned: readonly PlacedFragment[],
  marginBoxes: readonly PlacedFragment[],
): Page {
  const { geometry, style, filled } = draft;
  const { margin, border, padding, area } = geometry;
  return {
    index: draft.index,
    name: draft.name,
    side: draft.side,
    blank: draft.blank,
    width: geometry.width,
    height: geometry.height,
    orientation: style.orientation,
    sheet: sheetOf(root, draft),
    pageBox: pageBoxOf(root, draft),
    canvas: {
      x: margin.left + border.left,
      y: margin.top + border.top,
      width: area.width + padding.left + padding.right,
      height: area.height + padding.top + padding.bottom,
    },
    area,
    scale: draft.scale,
    root: filled?.root ?? null,
    positioned,
    marginBoxes,
    footnotes: filled?.footnotes.bodies ?? [],
  };
}

/** css-page-3 §3.1: the page's background covers the whole sheet, as the root element's covers the canvas. */
function sheetOf(root: Box, { style: { style }, geometry }: Draft): PlacedFragment {
  const { id, font, text, box, background, rare, custom } = style;
  const plain = new ComputedStyle(id, font, text, box, initialStyle().border, background, rare, custom);
  const fragment = emptyFragment(root, plain, luFromPx(geometry.width), luFromPx(geometry.height));
  return { fragment, x: 0, y: 0 };
}

/** An empty fragment as large as the page box: what its border is painted from. */
function pageBoxOf(root: Box, { style: { style }, geometry }: Draft): PlacedFragment {
  const { id, font, text, box, border, rare, custom } = style;
  const bordered = new ComputedStyle(id, font, text, box, border, initialStyle().background, rare, custom);
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
