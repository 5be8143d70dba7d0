import type { BorderStyle } from '../css/computed-style.ts';
import type { CornerRadius } from '../css/computed-values.ts';
import { ROUND_CORNER } from '../css/values/border.ts';
import { PathOp } from './display-list.ts';
import { addContour, shrinkage, addCorner, type CornerShapes } from './corner-contour.ts';
import type { Rect } from './rects.ts';

/** Control point distance of a quarter circle of radius 1. */
const KAPPA = 0.5522847498;

const ALL_ROUND: CornerShapes = [ROUND_CORNER, ROUND_CORNER, ROUND_CORNER, ROUND_CORNER];

/** Corner radii in CSS px, clockwise from the top left, with x before y. */
type Radii = readonly [number, number, number, number, number, number, number, number];

/**
 * A rectangle with elliptical corners. `radii` is null for square corners. `shapes` is set if some corners aren't
 * elliptical.
 */
export interface RoundedRect extends Rect {
  readonly radii: Radii | null;
  readonly shapes?: CornerShapes;
  /** The border box from which shaped corners keep their distance. Not set on the border box itself. */
  readonly borderBox?: RoundedRect;
}

export const sharpRect = (x: number, y: number, width: number, height: number): RoundedRect => ({
  x,
  y,
  width,
  height,
  radii: null,
});

/** The sides at which a break cuts a fragment. Their corners are square. */
export interface CutSides {
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
  readonly left: boolean;
}

export const NOT_CUT: CutSides = { top: false, right: false, bottom: false, left: false };

/**
 * Returns the border box with its used radii. Overlapping radii are scaled down together (css-backgrounds-3 §4.1,
 * §4.5).
 */
export function roundedBorderBox(rect: Rect, border: BorderStyle, cut: CutSides): RoundedRect {
  const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } = border;
  // Fast path for nearly every box.
  if (
    isSquare(borderTopLeftRadius) &&
    isSquare(borderTopRightRadius) &&
    isSquare(borderBottomRightRadius) &&
    isSquare(borderBottomLeftRadius)
  )
    return sharpRect(rect.x, rect.y, rect.width, rect.height);
  const corners = [borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius];
  const isCut = [cut.top || cut.left, cut.top || cut.right, cut.bottom || cut.right, cut.bottom || cut.left];
  const radii: number[] = [];
  corners.forEach((corner, i) => {
    const rx = isCut[i] ? 0 : Math.max(0, corner.x.resolvePx(rect.width));
    const ry = isCut[i] ? 0 : Math.max(0, corner.y.resolvePx(rect.height));
    radii.push(rx > 0 && ry > 0 ? rx : 0, rx > 0 && ry > 0 ? ry : 0);
  });
  const shapes: CornerShapes = [
    border.cornerTopLeftShape,
    border.cornerTopRightShape,
    border.cornerBottomRightShape,
    border.cornerBottomLeftShape,
  ];
  const fitted = fitRadii(rect, radii);
  if (fitted === null || shapes.every((shape) => shape === ROUND_CORNER)) return { ...rect, radii: fitted };
  return { ...rect, radii: fitted, shapes };
}

function isSquare(corner: CornerRadius): boolean {
  const { x, y } = corner;
  return x.px === 0 && y.px === 0 && !x.hasPercent && !y.hasPercent;
}

/** Scales radii down until neighbors don't overlap. Returns null if all are zero. */
export function fitRadii(rect: Rect, radii: readonly number[]): Radii | null {
  const [tlx, tly, trx, tryy, brx, bry, blx, bly] = radii;
  let f = 1;
  const limit = (sum: number, side: number): void => {
    if (sum > side && sum > 0) f = Math.min(f, Math.max(0, side) / sum);
  };
  limit(tlx! + trx!, rect.width);
  limit(blx! + brx!, rect.width);
  limit(tly! + bly!, rect.height);
  limit(tryy! + bry!, rect.height);
  const fitted = radii.map((r) => r * f);
  return fitted.some((r) => r > 0) ? (fitted as unknown as Radii) : null;
}

/**
 * Moves the edges inwards, or outwards if negative. Radii shrink accordingly, and square corners stay square
 * (css-backgrounds-3 §4.2).
 */
export function inset(r: RoundedRect, top: number, right: number, bottom: number, left: number): RoundedRect {
  const width = Math.max(0, r.width - left - right);
  const height = Math.max(0, r.height - top - bottom);
  if (!r.radii) return sharpRect(r.x + left, r.y + top, width, height);
  const rect = { x: r.x + left, y: r.y + top, width, height };
  const amounts = [left, top, right, top, right, bottom, left, bottom];
  const share = (i: number): number => (r.shapes === undefined ? 1 : shrinkage(r.shapes[i >> 1]!));
  const radii = r.radii.map((radius, i) => (radius === 0 ? 0 : Math.max(0, radius - amounts[i]! * share(i))));
  for (let i = 0; i < 8; i += 2) {
    if (radii[i] === 0 || radii[i + 1] === 0) radii[i] = radii[i + 1] = 0;
  }
  return shaped(rect, radii, r);
}

/** Returns the rectangle moved by a distance. */
export function moved(r: RoundedRect, dx: number, dy: number): RoundedRect {
  const { borderBox } = r;
  return { ...r, x: r.x + dx, y: r.y + dy, ...(borderBox && { borderBox: moved(borderBox, dx, dy) }) };
}

/**
 * Enlarges a rounded rectangle for a shadow's spread or an outline. Small radii grow less, so that nearly square
 * corners stay so, unless the radii cover most of their side (css-borders-4, outset-adjusted border radius).
 */
export function outsetForShadow(r: RoundedRect, spread: number): RoundedRect {
  const rect = { x: r.x - spread, y: r.y - spread, width: r.width + 2 * spread, height: r.height + 2 * spread };
  if (!r.radii) return { ...rect, radii: null };
  if (spread <= 0) return inset(r, -spread, -spread, -spread, -spread);
  const grown: number[] = [];
  for (let i = 0; i < 8; i += 2) {
    const [rx, ry] = [r.radii[i], r.radii[i + 1]];
    const coverage = 2 * Math.min(rx! / Math.max(1e-9, r.width), ry! / Math.max(1e-9, r.height));
    for (const radius of [rx, ry]) {
      const ratio = radius! / spread;
      const share = ratio >= 1 || coverage > 1 ? 1 : 1 - (1 - ratio) ** 3 * (1 - coverage ** 3);
      grown.push(radius === 0 ? 0 : radius! + spread * share);
    }
  }
  return shaped(rect, grown, r);
}

/** Returns a rectangle with other radii and the corner shapes of `like`. */
function shaped(rect: Rect, radii: readonly number[], like: RoundedRect): RoundedRect {
  const { shapes } = like;
  const fitted = fitRadii(rect, radii);
  if (shapes === undefined || fitted === null) return { ...rect, radii: fitted };
  return { ...rect, radii: fitted, shapes, borderBox: like.borderBox ?? like };
}

/** Adds the outline to a path, clockwise. */
export function addToPath(path: number[], r: RoundedRect): number[] {
  const { x, y } = r;
  const right = x + r.width;
  const bottom = y + r.height;
  if (!r.radii) {
    path.push(
      PathOp.Move,
      x,
      y,
      PathOp.Line,
      right,
      y,
      PathOp.Line,
      right,
      bottom,
      PathOp.Line,
      x,
      bottom,
      PathOp.Close,
    );
    return path;
  }
  if (r.borderBox !== undefined) {
    addContour(path, r, r.borderBox);
    return path;
  }
  const [tlx, tly, trx, tryy, brx, bry, blx, bly] = r.radii;
  const [topLeft, topRight, bottomRight, bottomLeft] = r.shapes ?? ALL_ROUND;
  path.push(PathOp.Move, x + tlx, y, PathOp.Line, right - trx, y);
  if (trx > 0) addCorner(path, topRight, right - trx, y, right, y, right, y + tryy);
  path.push(PathOp.Line, right, bottom - bry);
  if (brx > 0) addCorner(path, bottomRight, right, bottom - bry, right, bottom, right - brx, bottom);
  path.push(PathOp.Line, x + blx, bottom);
  if (blx > 0) addCorner(path, bottomLeft, x + blx, bottom, x, bottom, x, bottom - bly);
  path.push(PathOp.Line, x, y + tly);
  if (tlx > 0) addCorner(path, topLeft, x, y + tly, x, y, x + tlx, y);
  path.push(PathOp.Close);
  return path;
}

export function pathOf(r: RoundedRect): number[] {
  return addToPath([], r);
}

/** Returns an ellipse as four curves, clockwise from its rightmost point, like SVG circles. */
export function ellipsePath(cx: number, cy: number, rx: number, ry: number): number[] {
  const [kx, ky] = [rx * KAPPA, ry * KAPPA];
  return [
    PathOp.Move,
    cx + rx,
    cy,
    PathOp.Curve,
    cx + rx,
    cy + ky,
    cx + kx,
    cy + ry,
    cx,
    cy + ry,
    PathOp.Curve,
    cx - kx,
    cy + ry,
    cx - rx,
    cy + ky,
    cx - rx,
    cy,
    PathOp.Curve,
    cx - rx,
    cy - ky,
    cx - kx,
    cy - ry,
    cx,
    cy - ry,
    PathOp.Curve,
    cx + kx,
    cy - ry,
    cx + rx,
    cy - ky,
    cx + rx,
    cy,
    PathOp.Close,
  ];
}
