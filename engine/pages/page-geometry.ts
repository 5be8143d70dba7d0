import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import type { ResolvedOptions } from '../options.ts';
import { LU_PER_PX, type LU, luFromPx, MAX_LU, pxFromLu } from '../units.ts';
import type { Sides } from '../layout/geometry.ts';
import type { Rect } from './page.ts';

/** What `@page` says about a sheet: `size` in CSS px, or only an orientation of the default size, or nothing. */
export interface PageSizeRequest {
  readonly width: number | null;
  readonly height: number | null;
  readonly orientation: 'portrait' | 'landscape' | null;
}

/** CSS px. */
interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Used geometry of one page (css-page-3 §3). */
export interface PageGeometry {
  /** CSS px. */
  readonly width: number;
  readonly height: number;
  /** Used page margins, LU. */
  readonly margin: Sides;
  readonly border: Sides;
  readonly padding: Sides;
  /** Where content lies, from the sheet's corner: the origin on whole px, as Chromium places it; content is clipped to the exact size. */
  readonly area: Rect;
  /** The same without the flooring of the sheet to LU, CSS px: what the flow's whole px are rounded up from. */
  readonly exact: Extent;
  /** Its margins would leave no room, and so there are none. */
  readonly ignoresMargins: boolean;
}

/** Sheet size in CSS px: the request's, else the default's, turned as asked. */
export function pageSheet(request: PageSizeRequest, defaults: ResolvedOptions): readonly [number, number] {
  if (request.width !== null && request.height !== null) return [request.width, request.height];
  const [width, height] = defaults.pageSize;
  if (request.orientation === 'landscape') return [Math.max(width, height), Math.min(width, height)];
  if (request.orientation === 'portrait') return [Math.min(width, height), Math.max(width, height)];
  return [width, height];
}

const snap = (lu: LU): LU => Math.round(lu / LU_PER_PX) * LU_PER_PX;
/** The room that a page's content has where it is laid out on an area enlarged by 1 / scale. */
export interface Room {
  readonly width: LU;
  readonly height: LU;
}

/** Room for content in flow: at every scale whole px, rounded up, as Chromium has it. */
export function flowRoom({ exact }: PageGeometry, scale: number): Room {
  return { width: roundedUp(exact.width / scale), height: roundedUp(exact.height / scale) };
}

/** The initial containing block, for viewport units and absolute positions: at every scale whole px, rounded down. */
export function initialRoom({ exact }: PageGeometry, scale: number): Room {
  return { width: roundedDown(exact.width / scale), height: roundedDown(exact.height / scale) };
}

/** px: a sum or quotient that should be whole may come out this much beside it. */
const HAIR = 1 / 1024;

const roundedUp = (px: number): LU => Math.ceil(px - HAIR) * LU_PER_PX;
const roundedDown = (px: number): LU => Math.floor(px + HAIR) * LU_PER_PX;

/** Page content is never laid out narrower or lower than this, so that layout makes progress on a sheet that is all margin. */
const MIN_AREA: LU = LU_PER_PX;

/**
 * Used page geometry. `style` is the page context's; `useDefaultMargins`: its margins are those of the options.
 */
export function pageGeometry(
  style: ComputedStyle,
  request: PageSizeRequest,
  defaults: ResolvedOptions,
  useDefaultMargins: boolean,
): PageGeometry {
  const sheet = pageSheet(request, defaults);
  const { box, border: line } = style;
  const border: Sides = {
    top: luFromPx(line.borderTopWidth),
    right: luFromPx(line.borderRightWidth),
    bottom: luFromPx(line.borderBottomWidth),
    left: luFromPx(line.borderLeftWidth),
  };
  const basisWidth = luFromPx(sheet[0]);
  const basisHeight = luFromPx(sheet[1]);
  const padding: Sides = {
    top: box.paddingTop.resolve(basisHeight),
    right: box.paddingRight.resolve(basisWidth),
    bottom: box.paddingBottom.resolve(basisHeight),
    left: box.paddingLeft.resolve(basisWidth),
  };
  const edgesX = border.left + border.right + padding.left + padding.right;
  const edgesY = border.top + border.bottom + padding.top + padding.bottom;
  const [horizontal, vertical] = useDefaultMargins
    ? [
        fixedAxis(defaults.margin.left, defaults.margin.right, sheet[0]),
        fixedAxis(defaults.margin.top, defaults.margin.bottom, sheet[1]),
      ]
    : resolveAxes(style, edgesX, edgesY, sheet);
  const asked: Sides = { top: vertical.start, right: horizontal.end, bottom: vertical.end, left: horizontal.start };
  // As Chromium has it: margins without any room between them are none.
  const ignoresMargins =
    horizontal.total - asked.left - asked.right < MIN_AREA || vertical.total - asked.top - asked.bottom < MIN_AREA;
  const margin = ignoresMargins ? NO_SIDES : asked;
  const sheetWidth = horizontal.total;
  const sheetHeight = vertical.total;
  const width = horizontal.total === basisWidth ? sheet[0] : pxFromLu(horizontal.total);
  const height = vertical.total === basisHeight ? sheet[1] : pxFromLu(vertical.total);
  const left = margin.left + border.left + padding.left;
  const top = margin.top + border.top + padding.top;
  const areaWidth = Math.max(MIN_AREA, sheetWidth - left - margin.right - border.right - padding.right);
  const areaHeight = Math.max(MIN_AREA, sheetHeight - top - margin.bottom - border.bottom - padding.bottom);
  return {
    width,
    height,
    margin,
    border,
    padding,
    area: { x: snap(left), y: snap(top), width: areaWidth, height: areaHeight },
    exact: { width: pxFromLu(areaWidth) + horizontal.floored, height: pxFromLu(areaHeight) + vertical.floored },
    ignoresMargins,
  };
}

/** Of both axes: margins and page area from what the page context says. `edges`: of border and padding. */
function resolveAxes(
  style: ComputedStyle,
  edgesX: LU,
  edgesY: LU,
  [sheetWidth, sheetHeight]: readonly [number, number],
): [AxisGeometry, AxisGeometry] {
  const { box } = style;
  return [
    resolveAxis(
      box.marginLeft,
      box.width,
      box.marginRight,
      box.minWidth,
      box.maxWidth,
      borderBoxExtra(style, edgesX),
      edgesX,
      sheetWidth,
    ),
    resolveAxis(
      box.marginTop,
      box.height,
      box.marginBottom,
      box.minHeight,
      box.maxHeight,
      borderBoxExtra(style, edgesY),
      edgesY,
      sheetHeight,
    ),
  ];
}

const NO_SIDES: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

/**
 * The same for pages whose lines begin at the right: there the flow is at the right end of the area, and what has been rounded up is left over at its left.
 */
export function fromTheRight(geometry: PageGeometry): PageGeometry {
  const { area, margin, border, padding } = geometry;
  const left = margin.left + border.left + padding.left;
  return { ...geometry, area: { ...area, x: snap(left + area.width - flowRoom(geometry, 1).width) } };
}

/** Used values of a page box on one axis: margins, and the size of the sheet that results. */
interface AxisGeometry {
  readonly start: LU;
  readonly end: LU;
  readonly total: LU;
  /** CSS px that the border box lacks because the sheet was floored to LU. */
  readonly floored: number;
}

function fixedAxis(start: number, end: number, totalPx: number): AxisGeometry {
  const total = luFromPx(totalPx);
  return { start: luFromPx(start), end: luFromPx(end), total, floored: totalPx - pxFromLu(total) };
}

/** What turns a specified size into the border box's. */
function borderBoxExtra(style: ComputedStyle, edges: LU): LU {
  return style.box.boxSizing === 'border-box' ? 0 : edges;
}

/**
 * css-page-3 §4.4: page boxes are sized like blocks in a containing block as large as the sheet. Auto margins share what a given size leaves;
 * over-constrained values change the sheet rather than a margin.
 */
function resolveAxis(
  marginStart: Length,
  size: Length,
  marginEnd: Length,
  min: Length,
  max: Length,
  extra: LU,
  edges: LU,
  totalPx: number,
): AxisGeometry {
  const total = luFromPx(totalPx);
  const used = (length: Length): LU => (length.isLength ? length.resolve(total) : 0);
  const clamp = (borderBox: LU): LU => {
    const high = max.isLength ? max.resolve(total) + extra : MAX_LU;
    return Math.max(edges, min.isLength ? min.resolve(total) + extra : 0, Math.min(borderBox, high));
  };
  const start = used(marginStart);
  const end = used(marginEnd);
  let borderBox = size.isLength ? clamp(size.resolve(total) + extra) : total - start - end;
  if (!size.isLength) {
    const clamped = clamp(borderBox);
    // Margins that leave nothing don't make the sheet larger.
    if (clamped === borderBox || (borderBox < edges && clamped === edges)) {
      return { start, end, total, floored: totalPx - pxFromLu(total) };
    }
    borderBox = clamped;
  }
  const rest = total - borderBox;
  if (marginStart.isAuto && marginEnd.isAuto) return { start: rest >> 1, end: rest - (rest >> 1), total, floored: 0 };
  if (marginStart.isAuto) return { start: rest - end, end, total, floored: 0 };
  if (marginEnd.isAuto) return { start, end: rest - start, total, floored: 0 };
  return { start, end, total: start + borderBox + end, floored: 0 };
}
