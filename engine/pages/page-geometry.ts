import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import type { ResolvedOptions } from '../options.ts';
import { LU_PER_PX, type LU, luFromPx, MAX_LU, pxFromLu } from '../units.ts';
import type { Sides } from '../layout/contract/geometry.ts';
import type { Rect, Room } from './page.ts';
import type { Spread } from '../layout/insertions/insertion.ts';

/** The `size` of an `@page` rule: CSS px, an orientation of the default size, or nothing. */
interface PageSizeRequest {
  readonly width: number | null;
  readonly height: number | null;
  readonly orientation: 'portrait' | 'landscape' | null;
}

/** In CSS px. */
interface Extent {
  readonly width: number;
  readonly height: number;
}

/** The used geometry of a page (css-page-3 §3). */
export interface PageGeometry {
  /** In CSS px. */
  readonly width: number;
  readonly height: number;
  /** Used page margins in LU. */
  readonly margin: Sides;
  readonly border: Sides;
  readonly padding: Sides;
  /** The content area, from the sheet's corner. Its origin is on whole px, as in Chromium, so that baselines are, too. */
  readonly area: Rect;
  /** The size in CSS px before the sheet is floored to LU. The flow's size is this, rounded up to whole px. */
  readonly exact: Extent;
  /** Whether the margins would leave no room and are therefore ignored. */
  readonly ignoresMargins: boolean;
}

/** Returns the sheet size in CSS px: the requested one, else the default in the requested orientation. */
export function pageSheet(request: PageSizeRequest, defaults: ResolvedOptions): readonly [number, number] {
  if (request.width !== null && request.height !== null) return [request.width, request.height];
  const [width, height] = defaults.pageSize;
  // The height follows from the content later.
  if (request.width !== null) return [request.width, height];
  if (request.orientation === 'landscape') return [Math.max(width, height), Math.min(width, height)];
  if (request.orientation === 'portrait') return [Math.min(width, height), Math.max(width, height)];
  return [width, height];
}

const snap = (lu: LU): LU => Math.round(lu / LU_PER_PX) * LU_PER_PX;

/**
 * Returns the size available to content in flow: whole px at every scale, rounded up as in Chromium, unless that would
 * extend beyond the sheet.
 */
export function flowRoom(geometry: PageGeometry, scale: number): Room {
  const { exact } = geometry;
  const { top, right, bottom, left } = marginsAround(geometry, 1);
  return {
    width: flowSize(exact.width, Math.min(left, right), scale),
    height: flowSize(exact.height, Math.min(top, bottom), scale),
  };
}

/** Returns the distances from the page area to the edges of the sheet, in LU of content at a scale. */
export function marginsAround({ width, height, area, margin, border, padding }: PageGeometry, scale: number): Sides {
  const left = margin.left + border.left + padding.left;
  const top = margin.top + border.top + padding.top;
  return {
    top: Math.floor(top / scale),
    right: Math.floor((luFromPx(width) - left - area.width) / scale),
    bottom: Math.floor((luFromPx(height) - top - area.height) / scale),
    left: Math.floor(left / scale),
  };
}

/** `around` is the distance from the area to the nearer edge of the sheet. */
function flowSize(exact: number, around: LU, scale: number): LU {
  const size = roundedUp(exact / scale);
  return Math.min(size, luFromPx((exact + pxFromLu(Math.max(0, around))) / scale + HAIR));
}

/**
 * Returns the initial containing block, for viewport units and absolute positions: whole px at every scale, rounded
 * down.
 */
export function initialRoom({ exact }: PageGeometry, scale: number): Room {
  return { width: roundedDown(exact.width / scale), height: roundedDown(exact.height / scale) };
}

/** Rounding error in px of a sum or quotient that should be whole. */
const HAIR = 1 / 1024;

const roundedUp = (px: number): LU => Math.ceil(px - HAIR) * LU_PER_PX;
const roundedDown = (px: number): LU => Math.floor(px + HAIR) * LU_PER_PX;

/** The minimum size of a page area, so that layout progresses on a sheet that consists of margins only. */
const MIN_AREA: LU = LU_PER_PX;

/**
 * Returns the used page geometry. `style` is the page context's. `useDefaultMargins` uses the margins of the options.
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
  // As in Chromium, margins that leave no room are ignored.
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

/**
 * Resolves the margins and page area of both axes from the page context. `edgesX` and `edgesY` are border and padding.
 */
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
 * Mirrors the geometry for pages whose lines start at the right. The flow is then at the right end of the area, and the
 * rounding excess is at its left.
 */
export function fromTheRight(geometry: PageGeometry): PageGeometry {
  const { area, margin, border, padding } = geometry;
  const left = margin.left + border.left + padding.left;
  return { ...geometry, area: { ...area, x: snap(left + area.width - flowRoom(geometry, 1).width) } };
}

/** The used margins of a page box on one axis, and the resulting size of the sheet. */
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

/** Returns the difference between a specified size and the border-box size. */
function borderBoxExtra(style: ComputedStyle, edges: LU): LU {
  return style.box.boxSizing === 'border-box' ? 0 : edges;
}

/**
 * Resolves an axis (css-page-3 §4.4). Page boxes are sized like blocks in a containing block the size of the sheet.
 * Auto margins share the space that a given size leaves. Over-constrained values change the sheet instead of a margin.
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
    // Margins that leave no space don't enlarge the sheet.
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

/** Returns the distances from the page area to the sheet's edges, in the units of content at a scale. */
export function flowMargins({ area, width, height }: PageGeometry, scale: number): Sides {
  return {
    top: Math.floor(area.y / scale),
    left: Math.floor(area.x / scale),
    right: Math.floor((luFromPx(width) - area.x - area.width) / scale),
    bottom: Math.floor((luFromPx(height) - area.y - area.height) / scale),
  };
}

/** The inline size of a page's area, and the distance from the area to the middle of the spread. */
interface Half {
  readonly area: LU;
  readonly toMiddle: LU;
}

/** A spread as seen from one of its pages, which is `half`. */
export interface PlacedSpread extends Spread {
  readonly half: Half;
}

export function halfOf(geometry: PageGeometry, isLeft: boolean, scale: number): Half {
  const { left, right } = flowMargins(geometry, scale);
  return { area: flowRoom(geometry, scale).width, toMiddle: isLeft ? right : left };
}

export const firstPageOf = (half: Half, facing: Half): PlacedSpread => ({
  inline: half.area + half.toMiddle + facing.toMiddle + facing.area,
  start: 0,
  half,
});

/** `first` is the spread of the page before; null: the document begins with a second page, which shows no floats. */
export function secondPageOf(half: Half, first: PlacedSpread | null): PlacedSpread {
  if (first === null) return { inline: half.area, start: 1 + half.toMiddle, half };
  return { inline: first.inline, start: first.half.area + first.half.toMiddle + half.toMiddle, half };
}
