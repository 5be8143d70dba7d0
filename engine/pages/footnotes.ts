/** Footnotes (css-gcpm-3 §2): bodies leave the flow and stand at the foot of the page that holds their calls. */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/computed-values.ts';
import { SpaceBuilder } from '../layout/space-builder.ts';
import type { LayoutContext } from '../layout/contract.ts';
import { BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import { type WritingMode, ZERO_SIDES } from '../layout/geometry.ts';
import { type LU, luFromPx } from '../units.ts';
import type { PlacedFragment } from './page.ts';

/** Footnotes take at most this share of a page, so that the text they belong to has room. */
const MAX_SHARE = 0.8;

/** The bodies of a page laid out one below the other, and the height that they take with the area's own margin, border and padding. */
export interface FootnoteArea {
  readonly bodies: readonly PlacedFragment[];
  readonly height: LU;
}

export const NO_FOOTNOTES: FootnoteArea = { bodies: [], height: 0 };

/** Positions are from the top of the footnote area; the page moves it to its foot. */
export function layoutFootnotes(
  context: LayoutContext,
  mode: WritingMode,
  boxes: readonly Box[],
  area: ComputedStyle | null,
  width: LU,
  pageHeight: LU,
): FootnoteArea {
  if (boxes.length === 0) return NO_FOOTNOTES;
  const edge = (length: Length): LU => (length.isAuto ? 0 : length.resolve(width));
  const above = area ? edge(area.box.marginTop) + luFromPx(area.border.borderTopWidth) + edge(area.box.paddingTop) : 0;
  const below = area
    ? edge(area.box.paddingBottom) + luFromPx(area.border.borderBottomWidth) + edge(area.box.marginBottom)
    : 0;
  const left = area
    ? edge(area.box.marginLeft) + luFromPx(area.border.borderLeftWidth) + edge(area.box.paddingLeft)
    : 0;
  const right = area
    ? edge(area.box.marginRight) + luFromPx(area.border.borderRightWidth) + edge(area.box.paddingRight)
    : 0;
  const inner = Math.max(0, width - left - right);
  const bodies: PlacedFragment[] = [];
  let y = above;
  for (const box of boxes) {
    context.budget.tick();
    const space = new SpaceBuilder(context, mode, box).available(inner).percentages(inner, pageHeight).build();
    const { fragment } = context.layout(box, space, null);
    bodies.push({ fragment, x: left, y });
    y += fragment.height;
  }
  const height = Math.min(y + below, Math.floor(pageHeight * MAX_SHARE));
  if (area) bodies.unshift(areaBox(boxes[0], area, mode, width, height, edge));
  return { bodies, height };
}

/** The footnote area's own background and border: an empty fragment behind the bodies. */
function areaBox(
  box: Box,
  area: ComputedStyle,
  mode: WritingMode,
  width: LU,
  height: LU,
  edge: (length: Length) => LU,
): PlacedFragment {
  const { border } = area;
  const sides = {
    top: luFromPx(border.borderTopWidth),
    right: luFromPx(border.borderRightWidth),
    bottom: luFromPx(border.borderBottomWidth),
    left: luFromPx(border.borderLeftWidth),
  };
  const [top, right, bottom, left] = [
    area.box.marginTop,
    area.box.marginRight,
    area.box.marginBottom,
    area.box.marginLeft,
  ].map(edge);
  const fragment = new BoxFragment(
    box,
    area,
    mode,
    Math.max(0, width - left - right),
    Math.max(0, height - top - bottom),
    sides,
    ZERO_SIDES,
    [],
    [],
    null,
    null,
    FragmentFlag.PageBox,
    null,
    null,
  );
  return { fragment, x: left, y: top };
}
