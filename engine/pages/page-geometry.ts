import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/computed-values.ts';
import type { ResolvedOptions } from '../options.ts';
import { LU_PER_PX, type LU, luFromPx } from '../units.ts';
import type { Sides } from '../layout/geometry.ts';
import type { Rect } from './page.ts';

/** What `@page` says about a sheet: `size` in CSS px, or only an orientation of the default size, or nothing. */
export interface PageSizeRequest {
  readonly width: number | null;
  readonly height: number | null;
  readonly orientation: 'portrait' | 'landscape' | null;
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
  /** Inline and block room for content in flow: whole px, rounded up. */
  readonly flowWidth: LU;
  readonly flowHeight: LU;
  /** The initial containing block, for viewport units and absolute positions: whole px, rounded down. */
  readonly initialWidth: LU;
  readonly initialHeight: LU;
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
const ceilPx = (lu: LU): LU => Math.ceil(lu / LU_PER_PX) * LU_PER_PX;
const floorPx = (lu: LU): LU => Math.floor(lu / LU_PER_PX) * LU_PER_PX;

/** Page content is never laid out narrower or lower than this, so that layout makes progress on a sheet that is all margin. */
const MIN_AREA: LU = LU_PER_PX;

/**
 * Used page geometry. `style` is the page context's; without a margin declared anywhere the defaults' margins hold when the document
 * has no `@page` rule (`useDefaultMargins`).
 */
export function pageGeometry(
  style: ComputedStyle,
  request: PageSizeRequest,
  defaults: ResolvedOptions,
  useDefaultMargins: boolean,
): PageGeometry {
  const [width, height] = pageSheet(request, defaults);
  const sheetWidth = luFromPx(width);
  const sheetHeight = luFromPx(height);
  const { box, border: line } = style;
  const used = (length: Length, basis: LU): LU => (length.isAuto ? 0 : length.resolve(basis));
  const margin: Sides = useDefaultMargins
    ? {
        top: luFromPx(defaults.margin.top),
        right: luFromPx(defaults.margin.right),
        bottom: luFromPx(defaults.margin.bottom),
        left: luFromPx(defaults.margin.left),
      }
    : {
        top: used(box.marginTop, sheetHeight),
        right: used(box.marginRight, sheetWidth),
        bottom: used(box.marginBottom, sheetHeight),
        left: used(box.marginLeft, sheetWidth),
      };
  const border: Sides = {
    top: luFromPx(line.borderTopWidth),
    right: luFromPx(line.borderRightWidth),
    bottom: luFromPx(line.borderBottomWidth),
    left: luFromPx(line.borderLeftWidth),
  };
  const padding: Sides = {
    top: box.paddingTop.resolve(sheetHeight),
    right: box.paddingRight.resolve(sheetWidth),
    bottom: box.paddingBottom.resolve(sheetHeight),
    left: box.paddingLeft.resolve(sheetWidth),
  };
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
    flowWidth: ceilPx(areaWidth),
    flowHeight: ceilPx(areaHeight),
    initialWidth: floorPx(areaWidth),
    initialHeight: floorPx(areaHeight),
  };
}
