/**
 * The sides of a border as geometry: their parts of the strips along a border box, and the cuts between neighboring
 * sides. In px.
 */
import { Color } from '../css/color.ts';
import { type LineStyle } from '../css/computed-values.ts';
import type { Side } from './border-colors.ts';
import { PathOp } from './display-list.ts';
import type { RoundedRect } from './rounded-rect.ts';
import type { Rect } from './rects.ts';

export interface Edge {
  readonly side: Side;
  readonly width: number;
  readonly style: LineStyle;
  readonly color: Color;
}

export function isCarved(style: LineStyle): boolean {
  return style === 'inset' || style === 'outset' || style === 'groove' || style === 'ridge';
}

/** Returns whether a side takes up room in the corners. Transparent sides also do. */
export function isPresent(edge: Edge): boolean {
  return edge.width > 0 && edge.style !== 'none' && edge.style !== 'hidden';
}

export function isVisible(edge: Edge): boolean {
  return isPresent(edge) && edge.color.a > 0;
}

export function sameColor(a: Color, b: Color): boolean {
  return a === b || (a.r === b.r && a.g === b.g && a.b === b.b && a.a === b.a);
}

export function needsMitre(edge: Edge, other: Edge): boolean {
  if (!sameColor(edge.color, other.color) || edge.color.a < 1) return true;
  const carved = (style: LineStyle): boolean => isCarved(style) || style === 'double';
  return carved(edge.style) || carved(other.style) || edge.style !== other.style;
}

/** Returns whether a side hides everything below it in its corners if it is painted later. */
export function covers({ style, color }: Edge): boolean {
  return color.a >= 1 && (style === 'solid' || isCarved(style));
}

/** A side and its corners, in the direction along the side. */
export interface Corners {
  readonly edge: Edge;
  /** Whether the side is cut at each neighbor. */
  readonly cuts: readonly [boolean, boolean];
}

/**
 * Returns the part of the border that belongs to a side. It is cut from corner to inner corner. If corners are round,
 * it extends to the middle.
 */
export function mitre(outer: RoundedRect, inner: Rect, { edge, cuts }: Corners): number[] {
  const { x, y } = outer;
  const right = x + outer.width;
  const bottom = y + outer.height;
  let ix = inner.x;
  let iy = inner.y;
  let iright = inner.x + inner.width;
  let ibottom = inner.y + inner.height;
  if (outer.radii) {
    // The diagonal continues to the opposite one, so that a round inner corner is cut too.
    const reach = Math.min(outer.width, outer.height) / 2;
    const [top, bottomEdge, left, rightEdge] = [iy - y, bottom - ibottom, ix - x, right - iright];
    const along = (a: number, b: number): number => (Math.max(a, b) > 0 ? reach / Math.max(a, b) : 0);
    if (edge.side === 'top')
      return quad(
        x,
        y,
        x + left * along(top, left),
        y + top * along(top, left),
        right - rightEdge * along(top, rightEdge),
        y + top * along(top, rightEdge),
        right,
        y,
      );
    if (edge.side === 'bottom') {
      return quad(
        x,
        bottom,
        x + left * along(bottomEdge, left),
        bottom - bottomEdge * along(bottomEdge, left),
        right - rightEdge * along(bottomEdge, rightEdge),
        bottom - bottomEdge * along(bottomEdge, rightEdge),
        right,
        bottom,
      );
    }
    if (edge.side === 'left')
      return quad(
        x,
        y,
        x + left * along(top, left),
        y + top * along(top, left),
        x + left * along(bottomEdge, left),
        bottom - bottomEdge * along(bottomEdge, left),
        x,
        bottom,
      );
    return quad(
      right,
      y,
      right - rightEdge * along(top, rightEdge),
      y + top * along(top, rightEdge),
      right - rightEdge * along(bottomEdge, rightEdge),
      bottom - bottomEdge * along(bottomEdge, rightEdge),
      right,
      bottom,
    );
  }
  // Without a cut, the corner belongs to this side.
  const [before, after] = cuts;
  if (edge.side === 'top' || edge.side === 'bottom') {
    if (!before) ix = x;
    if (!after) iright = right;
    if (edge.side === 'top') return quad(x, y, ix, iy, iright, iy, right, y);
    return quad(x, bottom, ix, ibottom, iright, ibottom, right, bottom);
  }
  if (!before) iy = y;
  if (!after) ibottom = bottom;
  if (edge.side === 'left') return quad(x, y, ix, iy, ix, ibottom, x, bottom);
  return quad(right, y, iright, iy, iright, ibottom, right, bottom);
}

function quad(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): number[] {
  return [PathOp.Move, x0, y0, PathOp.Line, x1, y1, PathOp.Line, x2, y2, PathOp.Line, x3, y3, PathOp.Close];
}

export function sideRect(outer: Rect, edge: Edge): Rect {
  const { x, y, width, height } = outer;
  if (edge.side === 'top') return { x, y, width, height: edge.width };
  if (edge.side === 'bottom') return { x, y: y + height - edge.width, width, height: edge.width };
  if (edge.side === 'left') return { x, y, width: edge.width, height };
  return { x: x + width - edge.width, y, width: edge.width, height };
}

/** Returns a share of a line's thickness in px. Lines of whole px are divided into whole px, as in browsers. */
export const partOf = (width: number, share: number): number =>
  Number.isInteger(width) ? Math.round(width * share) : width * share;

/**
 * Returns a share of a side's thickness, counted from the outside: a line of a double border, or half of a groove.
 * Corners use the neighbors' shares.
 */
export function stripOf(outer: Rect, edges: readonly Edge[], edge: Edge, from: number, to: number): Rect {
  const [top, right, bottom, left] = edges.map((e) => (isPresent(e) ? partOf(e.width, from) : 0));
  const thickness = partOf(edge.width, to) - partOf(edge.width, from);
  const x = outer.x + left!;
  const y = outer.y + top!;
  const width = outer.width - left! - right!;
  const height = outer.height - top! - bottom!;
  if (edge.side === 'top') return { x, y, width, height: thickness };
  if (edge.side === 'bottom') return { x, y: y + height - thickness, width, height: thickness };
  if (edge.side === 'left') return { x, y, width: thickness, height };
  return { x: x + width - thickness, y, width: thickness, height };
}
