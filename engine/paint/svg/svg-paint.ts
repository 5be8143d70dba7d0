/** Fills and strokes outlines with colors, gradients and patterns (svg2 §13). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Color } from '../../css/color.ts';
import { PaintServerReference, type SvgPaint } from '../../css/computed-values.ts';
import type { Element } from '../../document/node.ts';
import type { Matrix, StrokeStyle } from '../display-list.ts';
import { invert, multiply } from '../matrix.ts';
import { usedColor } from '../paint-context.ts';
import { noteMissingElement } from './missing-element.ts';
import { boundsOf, fillableOf, transformInPlace, type Viewport, withAlpha, basisOf } from './svg-geometry.ts';
import { fillWithServer } from './svg-paint-server.ts';
import type { FoundElement, SvgPainter } from './svg-painter.ts';
import { grown, type Rect } from '../rects.ts';
import { pathLength } from '../flatten-path.ts';

/** A paint, and the coordinate system in which it is specified. */
interface ResolvedPaint {
  readonly paint: Color | FoundElement;
  /** The color to use if the gradient or pattern can't be drawn. null: none. */
  readonly fallback: Color | null;
  /** The bounding box for the paint's `objectBoundingBox` units. null: that of the painted content. */
  readonly bounds: Rect | null;
  readonly viewport: Viewport;
  /** The matrix from the paint's user space to the current one. null: they are equal. */
  readonly move: Matrix | null;
}

/** The paints of the element that owns a marker or instance (svg2 §13.2, `context-fill`). */
export interface ContextPaint {
  readonly fill: ResolvedPaint | null;
  readonly stroke: ResolvedPaint | null;
  /** The matrix from that element's user space to the outermost `svg`. */
  readonly matrix: Matrix;
}

/** Returns the meaning of `context-fill` and `context-stroke` inside `element`'s markers or instance. */
export function contextPaintOf(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): ContextPaint | null {
  const { fill, stroke } = style.svgPaint;
  // Bounds are computed only if needed, because most instances never use them.
  const bounds =
    fill instanceof PaintServerReference || stroke instanceof PaintServerReference
      ? painter.bounds(element, viewport)
      : null;
  const resolve = (paint: SvgPaint): ResolvedPaint | null => {
    const resolved = resolvePaint(painter, paint, style, viewport);
    return resolved && { ...resolved, bounds: resolved.bounds ?? bounds };
  };
  return { fill: resolve(fill), stroke: resolve(stroke), matrix: painter.matrix };
}

/** Returns the paint with its references resolved. null: nothing is painted. */
export function resolvePaint(
  painter: SvgPainter,
  paint: SvgPaint,
  style: ComputedStyle,
  viewport: Viewport,
): ResolvedPaint | null {
  if (paint === null) return null;
  if (paint instanceof Color)
    return { paint: usedColor(paint, style), fallback: null, bounds: null, viewport, move: null };
  if (paint instanceof PaintServerReference) {
    const server = painter.find(paint.url);
    const fallback = paint.fallback && usedColor(paint.fallback, style);
    if (server && SERVERS.has(server.element.tag))
      return { paint: server, fallback, bounds: null, viewport, move: null };
    const becomes = fallback ? 'the fallback is painted' : 'nothing is painted';
    noteMissingElement(painter.context, paint.url, {
      wanted: 'gradient or <pattern>',
      becomes,
      isMeant: fallback !== null,
    });
    // A missing paint server is `none`, except for its fallback (svg2 §13.2).
    return resolvePaint(painter, paint.fallback, style, viewport);
  }
  const context = painter.contextPaint;
  const from = paint === 'context-fill' ? context?.fill : context?.stroke;
  if (!context || !from) return null;
  const back = invert(painter.matrix);
  const move = back && multiply(context.matrix, back);
  return { ...from, move: from.move && move ? multiply(from.move, move) : move };
}

const SERVERS: ReadonlySet<string> = new Set(['linearGradient', 'radialGradient', 'pattern']);

/**
 * Fills an outline with its style. `box`: the bounding box of everything that the paint covers. null: the outline's
 * own.
 */
export function fillOutline(
  painter: SvgPainter,
  path: readonly number[],
  style: ComputedStyle,
  viewport: Viewport,
  box: Rect | null = null,
): void {
  const { fill, fillRule } = style.svgPaint;
  const fillOpacity = style.svgPaint.fillOpacity * painter.alpha;
  const resolved = resolvePaint(painter, fill, style, viewport);
  if (!resolved) return;
  const { canvas } = painter.context;
  const evenOdd = fillRule === 'evenodd';
  // PDF readers show hairlines for outlines without an area.
  const outline = fillableOf(path);
  if (outline.length === 0) return;
  if (resolved.paint instanceof Color) return canvas.fillPath(outline, evenOdd, withAlpha(resolved.paint, fillOpacity));
  const bounds = boundsOf(path);
  if (!bounds) return;
  painter.scoped(() => {
    canvas.clipPath(outline, evenOdd);
    pourServer(painter, resolved, box ?? bounds, bounds, fillOpacity);
  });
}

/**
 * Strokes an outline with its style. Strokes that don't scale (`vector-effect`) are drawn in the host's coordinates.
 */
export function strokeOutline(
  painter: SvgPainter,
  path: readonly number[],
  line: StrokeStyle,
  style: ComputedStyle,
  viewport: Viewport,
  box: Rect | null = null,
): void {
  if (line.width <= 0) return;
  const resolved = resolvePaint(painter, style.svgPaint.stroke, style, viewport);
  if (!resolved) return;
  const back = style.svgShape.vectorEffect.includes('non-scaling-stroke') ? invert(painter.matrix) : null;
  const { canvas } = painter.context;
  const draw = (color: Color): void => {
    if (!back) return canvas.strokePath(path, line, color);
    const outside = [...path];
    transformInPlace(outside, painter.matrix);
    canvas.save();
    canvas.transform(back);
    canvas.strokePath(outside, line, color);
    canvas.restore();
  };
  const strokeOpacity = style.svgPaint.strokeOpacity * painter.alpha;
  if (resolved.paint instanceof Color) return draw(withAlpha(resolved.paint, strokeOpacity));
  const bounds = boundsOf(path);
  if (!bounds) return;
  const scale = back ? Math.max(Math.hypot(back[0], back[1]), Math.hypot(back[2], back[3])) : 1;
  const reach = line.width * Math.max(1, line.miterLimit) * scale;
  const area = grown(bounds, reach);
  // The canvas only strokes with plain colors, so the stroke becomes the mask of its paint.
  const shape = canvas.record(() => draw(Color.BLACK));
  canvas.beginMask('alpha', area, shape);
  pourServer(painter, resolved, box ?? bounds, area, strokeOpacity);
  canvas.endMask();
}

/**
 * Fills `area` with a gradient or pattern in the user space of the element that specifies it, or with the fallback if
 * it can't be drawn.
 */
function pourServer(painter: SvgPainter, resolved: ResolvedPaint, bounds: Rect, area: Rect, opacity: number): void {
  const { move, fallback, viewport } = resolved;
  const server = resolved.paint as FoundElement;
  const box = resolved.bounds ?? bounds;
  const back = move ? invert(move) : null;
  let isDrawn = false;
  if (!move) {
    isDrawn = fillWithServer(painter, server, box, area, opacity, viewport);
  } else if (back) {
    painter.scoped(() => {
      painter.transform(move);
      isDrawn = fillWithServer(painter, server, box, movedRect(area, back), opacity, viewport);
    });
  }
  if (isDrawn || !fallback) return;
  painter.context.canvas.fillRect(area.x, area.y, area.width, area.height, withAlpha(fallback, opacity));
}

function movedRect(r: Rect, matrix: Matrix): Rect {
  const corners = [0, r.x, r.y, 1, r.x + r.width, r.y, 1, r.x + r.width, r.y + r.height, 1, r.x, r.y + r.height];
  transformInPlace(corners, matrix);
  return boundsOf(corners) ?? r;
}

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
