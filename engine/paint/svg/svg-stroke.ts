/** Converts stroke properties for the canvas (svg2 §13.5). Lengths in user units. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { StrokeStyle } from '../display-list.ts';
import { pathLength } from '../path-dots.ts';
import { basisOf, type Viewport } from './svg-geometry.ts';

export function strokeWidth(style: ComputedStyle, viewport: Viewport): number {
  return style.svgPaint.strokeWidth.resolvePx(basisOf(viewport, 'other'));
}

/** Returns the stroke of `path`. The path's own length is used to scale the author's `pathLength`. */
export function strokeStyleOf(
  style: ComputedStyle,
  viewport: Viewport,
  element: Element,
  path: readonly number[],
): StrokeStyle {
  const { svgPaint: paint } = style;
  const basis = basisOf(viewport, 'other');
  const scale = paint.strokeDasharray.length > 0 ? unitsOfPath(element, path) : 1;
  let dash = paint.strokeDasharray.map((length) => Math.max(0, length.resolvePx(basis)) * scale);
  // A list of odd length is repeated to make it even.
  if (dash.length % 2 === 1) dash = [...dash, ...dash];
  if (dash.every((length) => length === 0) || !dash.every(Number.isFinite)) dash = [];
  const join = paint.strokeLinejoin === 'round' || paint.strokeLinejoin === 'bevel' ? paint.strokeLinejoin : 'miter';
  return {
    width: strokeWidth(style, viewport),
    dash,
    dashOffset: dash.length > 0 ? paint.strokeDashoffset.resolvePx(basis) * scale : 0,
    cap: paint.strokeLinecap,
    join,
    miterLimit: paint.strokeMiterlimit,
  };
}

/** Returns the user units per author unit along the path, from its `pathLength` (svg2 §9.6.1). */
function unitsOfPath(element: Element, path: readonly number[]): number {
  const given = element.attribute('pathLength');
  const length = given === null ? NaN : Number(given.trim());
  return length >= 0 ? pathLength(path) / length : 1;
}

/** Returns the maximum extent of a stroke beyond its outline's bounding box. */
export function strokeReach(style: ComputedStyle, viewport: Viewport, tag: string): number {
  const { stroke, strokeLinejoin, strokeLinecap, strokeMiterlimit } = style.svgPaint;
  if (stroke === null) return 0;
  const half = strokeWidth(style, viewport) / 2;
  if (tag === 'rect' || tag === 'circle' || tag === 'ellipse') return half;
  const corner = strokeLinejoin === 'round' || strokeLinejoin === 'bevel' ? 1 : strokeMiterlimit;
  return half * Math.max(corner, strokeLinecap === 'square' ? Math.SQRT2 : 1);
}

const PAINT_STEPS = ['fill', 'stroke', 'markers'];

/** Returns the steps of `paint-order`, first one at the bottom. */
export function paintSteps(style: ComputedStyle): readonly string[] {
  return style.svgPaint.paintOrder === 'normal' ? PAINT_STEPS : style.svgPaint.paintOrder.split(' ');
}
