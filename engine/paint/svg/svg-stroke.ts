/** Stroke properties as a canvas takes them (svg2 §13.5), lengths in user units. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { StrokeStyle } from '../canvas.ts';
import { pathLength } from '../path-dots.ts';
import { basisOf, type Viewport } from './svg-geometry.ts';

export function strokeWidth(style: ComputedStyle, viewport: Viewport): number {
  return style.svgPaint.strokeWidth.resolvePx(basisOf(viewport, 'other'));
}

/** `path` is the outline to be stroked, whose own length stands for the author's `pathLength`. */
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
  // An odd list is repeated to become even.
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

/** svg2 §9.6.1: what a unit along the path is worth if the author says how long it is. */
function unitsOfPath(element: Element, path: readonly number[]): number {
  const given = element.attribute('pathLength');
  const length = given === null ? NaN : Number(given.trim());
  return length >= 0 ? pathLength(path) / length : 1;
}

/** How far a stroke may reach out of its outline's bounding box. */
export function strokeReach(style: ComputedStyle, viewport: Viewport, tag: string): number {
  const { stroke, strokeLinejoin, strokeLinecap, strokeMiterlimit } = style.svgPaint;
  if (stroke === null) return 0;
  const half = strokeWidth(style, viewport) / 2;
  if (tag === 'rect' || tag === 'circle' || tag === 'ellipse') return half;
  const corner = strokeLinejoin === 'round' || strokeLinejoin === 'bevel' ? 1 : strokeMiterlimit;
  return half * Math.max(corner, strokeLinecap === 'square' ? Math.SQRT2 : 1);
}

const PAINT_STEPS = ['fill', 'stroke', 'markers'];

/** `paint-order`: what is painted first, and what over it. */
export function paintSteps(style: ComputedStyle): readonly string[] {
  return style.svgPaint.paintOrder === 'normal' ? PAINT_STEPS : style.svgPaint.paintOrder.split(' ');
}
