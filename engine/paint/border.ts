/**
 * Borders (css-backgrounds-3 §3, §4). A uniform border is one stroke or ring. Other borders are painted one side at a
 * time. Sides are clipped to mitered quadrilaterals where their neighbors differ. Geometry is in CSS px.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color } from '../css/color.ts';
import type { LineStyle } from '../css/computed-values.ts';
import { borderBand } from './border-band.ts';
import { carvedColor, type Side } from './border-colors.ts';
import {
  type Corners,
  covers,
  type Edge,
  isCarved,
  isPresent,
  isVisible,
  mitre,
  needsMitre,
  partOf,
  sameColor,
  sideRect,
  stripOf,
} from './border-sides.ts';
import { type DisplayListBuilder, PathOp } from './display-list.ts';
import { usedColor } from './paint-context.ts';
import { addToPath, inset, pathOf, type RoundedRect } from './rounded-rect.ts';
import { dashedStroke, hasRoundDots, solidStroke, squareDots } from './stroke.ts';
import { dotPath, pathLength } from './flatten-path.ts';
import type { Rect } from './rects.ts';

/** Widths in px: top, right, bottom, left. 0 means no border. */
export type Widths = readonly [number, number, number, number];

/** The base color of Chromium's carved borders without a specified color, except those of tables and their parts. */
const CARVED_DEFAULT = new Color(238 / 255, 238 / 255, 238 / 255, 1);

function edgeColor(color: Color, line: LineStyle, style: ComputedStyle): Color {
  return color === Color.CURRENT && isCarved(line) && !style.box.display.inside.startsWith('table')
    ? CARVED_DEFAULT
    : usedColor(color, style);
}

/** Paints the border of a border box. */
export function paintBorder(
  canvas: DisplayListBuilder,
  outer: RoundedRect,
  widths: Widths,
  style: ComputedStyle,
): void {
  const b = style.border;
  const edge = (side: Side, width: number, line: LineStyle, color: Color): Edge => {
    return { side, width, style: line, color: edgeColor(color, line, style) };
  };
  const all: Edge[] = [
    edge('top', widths[0], b.borderTopStyle, b.borderTopColor),
    edge('right', widths[1], b.borderRightStyle, b.borderRightColor),
    edge('bottom', widths[2], b.borderBottomStyle, b.borderBottomColor),
    edge('left', widths[3], b.borderLeftStyle, b.borderLeftColor),
  ];
  paintEdges(canvas, outer, all);
}

/** Paints the shape of a border in one opaque color, for `border-area` clips. */
export function paintBorderShape(
  canvas: DisplayListBuilder,
  outer: RoundedRect,
  widths: Widths,
  style: ComputedStyle,
  color: Color,
): void {
  const { borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle } = style.border;
  const styles = [borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle];
  const sides: readonly Side[] = ['top', 'right', 'bottom', 'left'];
  // Carved styles have the shape of solid ones.
  const plain = (line: LineStyle): LineStyle => (isCarved(line) ? 'solid' : line);
  paintEdges(
    canvas,
    outer,
    sides.map((side, i) => ({ side, width: widths[i]!, style: plain(styles[i]!), color })),
  );
}

/** Paints an outline: the same border on all sides, between two edges. */
export function paintUniformBorder(
  canvas: DisplayListBuilder,
  outer: RoundedRect,
  inner: RoundedRect,
  width: number,
  style: LineStyle,
  color: Color,
): void {
  const sides: readonly Side[] = ['top', 'right', 'bottom', 'left'];
  paintEdges(
    canvas,
    outer,
    sides.map((side) => ({ side, width, style, color })),
    inner,
  );
}

/** Returns the used style. `double`, `groove` and `ridge` are solid if the border is too thin for two lines. */
function usedStyle(style: LineStyle, width: number): LineStyle {
  if (style === 'double' && width < 3) return 'solid';
  return (style === 'groove' || style === 'ridge') && width < 2 ? 'solid' : style;
}

/** Paints the sides of a border. `inside`: the inner edge, if it isn't the outer one moved inwards. */
function paintEdges(
  canvas: DisplayListBuilder,
  outer: RoundedRect,
  given: readonly Edge[],
  inside?: RoundedRect,
): void {
  const all = given.map((edge) => ({ ...edge, style: usedStyle(edge.style, edge.width) }));
  const visible = all.filter(isVisible);
  if (visible.length === 0 || outer.width <= 0 || outer.height <= 0) return;
  const inner = inside ?? inset(outer, all[0]!.width, all[1]!.width, all[2]!.width, all[3]!.width);
  const first = visible[0]!;
  const uniformStyle = visible.every((edge) => edge.style === first.style);
  const uniformColor = visible.every((edge) => sameColor(edge.color, first.color));
  if (uniformStyle && uniformColor) {
    const isParallel = inside === undefined || inside.radii === null;
    if (visible.length === 4 && paintUniform(canvas, outer, inner, all, isParallel)) return;
    const others = all.some((edge) => isPresent(edge) && !isVisible(edge));
    if (first.style === 'solid' && !others) {
      if (outer.radii) {
        const { path, evenOdd } = borderBand(outer, inner, all);
        canvas.fillPath(path, evenOdd, first.color);
      } else if (areApart(visible)) fillSides(canvas, outer, visible);
      else canvas.fillPath(unionOfSides(outer, visible), false, first.color);
      return;
    }
  }
  paintSides(canvas, outer, inner, all);
}

/**
 * Paints one stroke or ring if the four edges permit it, and returns whether they do. `isParallel`: the inner edge
 * keeps its distance from the outer one at the corners.
 */
function paintUniform(
  canvas: DisplayListBuilder,
  outer: RoundedRect,
  inner: RoundedRect,
  edges: readonly Edge[],
  isParallel: boolean,
): boolean {
  const { style, color, width } = edges[0]!;
  const uniformWidth = edges.every((edge) => edge.width === width);
  if (style === 'solid') {
    if (isParallel && uniformWidth && inner.width > 0 && inner.height > 0) strokeRing(canvas, outer, width, color);
    else canvas.fillPath(ring(outer, inner), true, color);
    return true;
  }
  if (style === 'double' && uniformWidth) {
    const line = partOf(width, 1 / 3);
    strokeRing(canvas, outer, line, color);
    strokeRing(canvas, inset(outer, width - line, width - line, width - line, width - line), line, color);
    return true;
  }
  if ((style === 'dotted' || style === 'dashed') && uniformWidth && outer.radii) {
    const half = width / 2;
    const centre = inset(outer, half, half, half, half);
    strokeDashedPath(canvas, pathOf(centre), style, width, color);
    return true;
  }
  return false;
}

function strokeRing(canvas: DisplayListBuilder, outer: RoundedRect, width: number, color: Color): void {
  // Shaped corners don't have a constant distance from the middle line.
  if (outer.shapes !== undefined) {
    canvas.fillPath(ring(outer, inset(outer, width, width, width, width)), true, color);
    return;
  }
  const half = width / 2;
  canvas.strokePath(pathOf(inset(outer, half, half, half, half)), solidStroke(width), color);
}

function ring(outer: RoundedRect, inner: RoundedRect): number[] {
  return addToPath(pathOf(outer), inner);
}

function strokeDashedPath(
  canvas: DisplayListBuilder,
  path: number[],
  style: 'dotted' | 'dashed',
  width: number,
  color: Color,
): void {
  const length = pathLength(path);
  const stroke = dashedStroke(style, width, length, true);
  if (hasRoundDots(style, width)) canvas.fillPath(dotPath(path, stroke.dash[1]!, width / 2), false, color);
  else canvas.strokePath(path, stroke, color);
}

/** Returns whether no sides touch. */
function areApart(edges: readonly Edge[]): boolean {
  const isAcross = ({ side }: Edge): boolean => side === 'top' || side === 'bottom';
  return edges.length === 1 || (edges.length === 2 && isAcross(edges[0]!) === isAcross(edges[1]!));
}

/** Fills sides as rectangles, because viewers keep these sharp but blur the edges of paths. */
function fillSides(canvas: DisplayListBuilder, outer: Rect, edges: readonly Edge[]): void {
  for (const edge of edges) {
    const { x, y, width, height } = sideRect(outer, edge);
    canvas.fillRect(x, y, width, height, edge.color);
  }
}

function unionOfSides(outer: Rect, edges: readonly Edge[]): number[] {
  const path: number[] = [];
  for (const edge of edges) addToPath(path, { ...sideRect(outer, edge), radii: null });
  return path;
}

/** Paints one side at a time: top and bottom first, then left and right on top. */
function paintSides(canvas: DisplayListBuilder, outer: RoundedRect, inner: RoundedRect, edges: readonly Edge[]): void {
  const [top, right, bottom, left] = edges as readonly [Edge, Edge, Edge, Edge];
  const waiting = new Set([top, bottom, left, right]);
  for (const edge of waiting) {
    waiting.delete(edge);
    if (!isVisible(edge)) continue;
    const isAcross = edge.side === 'top' || edge.side === 'bottom';
    const isCut = (other: Edge): boolean =>
      isPresent(other) && needsMitre(edge, other) && !(waiting.has(other) && covers(other));
    const corners: Corners = { edge, cuts: isAcross ? [isCut(left), isCut(right)] : [isCut(top), isCut(bottom)] };
    if (outer.radii) paintClippedSide(canvas, outer, inner, corners, edges);
    else paintStraightSide(canvas, outer, inner, corners, edges);
  }
}

/**
 * Paints a side in one color as a single shape, as in Chromium. With a clip, it would look thinner at edges between
 * pixels.
 */
function paintStraightSide(
  canvas: DisplayListBuilder,
  outer: RoundedRect,
  inner: Rect,
  corners: Corners,
  edges: readonly Edge[],
): void {
  const { edge, cuts } = corners;
  const { style, color, side } = edge;
  if (!cuts[0] && !cuts[1]) return paintSide(canvas, outer, edge, edges);
  const path = mitre(outer, inner, corners);
  if (style === 'solid') return canvas.fillPath(path, false, color);
  if (style === 'inset' || style === 'outset') return canvas.fillPath(path, false, carvedColor(color, style, side));
  canvas.save();
  canvas.clipPath(path, false);
  paintSide(canvas, outer, edge, edges);
  canvas.restore();
}

/** Paints a side of a box with round corners, clipped to its share of them. */
function paintClippedSide(
  canvas: DisplayListBuilder,
  outer: RoundedRect,
  inner: RoundedRect,
  corners: Corners,
  edges: readonly Edge[],
): void {
  canvas.save();
  canvas.clipPath(pathOf(outer), false);
  if (inner.width > 0 && inner.height > 0) {
    const { path, evenOdd } = borderBand(outer, inner, edges);
    canvas.clipPath(path, evenOdd);
  }
  canvas.clipPath(mitre(outer, inner, corners), false);
  paintSide(canvas, outer, corners.edge, edges);
  canvas.restore();
}

/** Paints a side's strip over the whole length of the box. The caller has clipped it to the side's share. */
function paintSide(canvas: DisplayListBuilder, outer: RoundedRect, edge: Edge, edges: readonly Edge[]): void {
  const { style, color, width } = edge;
  if (style === 'dotted' || style === 'dashed') return paintDashedSide(canvas, outer, edge);
  if (outer.radii) return paintRoundSide(canvas, outer, edge, edges);
  const rect = sideRect(outer, edge);
  if (style === 'double') {
    const line = partOf(width, 1 / 3);
    fill(canvas, stripOf(outer, edges, edge, 0, line / width), color);
    fill(canvas, stripOf(outer, edges, edge, 1 - line / width, 1), color);
  } else if (style === 'inset' || style === 'outset') {
    fill(canvas, rect, carvedColor(color, style, edge.side));
  } else if (style === 'groove' || style === 'ridge') {
    // An odd px belongs to the upper or left half of the strip.
    const half = partOf(width, 0.5);
    const outerHalf = edge.side === 'top' || edge.side === 'left' ? half : width - half;
    const [outside, inside] = carving(style);
    fill(canvas, stripOf(outer, edges, edge, 0, outerHalf / width), carvedColor(color, outside, edge.side));
    fill(canvas, stripOf(outer, edges, edge, outerHalf / width, 1), carvedColor(color, inside, edge.side));
  } else {
    fill(canvas, rect, color);
  }
}

function carving(style: 'groove' | 'ridge'): readonly ['inset' | 'outset', 'inset' | 'outset'] {
  return style === 'groove' ? ['inset', 'outset'] : ['outset', 'inset'];
}

function fill(canvas: DisplayListBuilder, r: Rect, color: Color): void {
  canvas.fillRect(r.x, r.y, r.width, r.height, color);
}

/** Paints a side of a box with round corners as rings in its colors. The caller's clip selects the side's share. */
function paintRoundSide(canvas: DisplayListBuilder, outer: RoundedRect, edge: Edge, edges: readonly Edge[]): void {
  const { style, color } = edge;
  const at = (share: number): RoundedRect =>
    inset(outer, edges[0]!.width * share, edges[1]!.width * share, edges[2]!.width * share, edges[3]!.width * share);
  const inner = at(1);
  if (style === 'double') {
    canvas.fillPath(ring(outer, at(1 / 3)), true, color);
    canvas.fillPath(ring(at(2 / 3), inner), true, color);
  } else if (style === 'groove' || style === 'ridge') {
    const [outside, inside] = carving(style);
    canvas.fillPath(ring(outer, at(0.5)), true, carvedColor(color, outside, edge.side));
    canvas.fillPath(ring(at(0.5), inner), true, carvedColor(color, inside, edge.side));
  } else {
    const shade = style === 'inset' || style === 'outset' ? carvedColor(color, style, edge.side) : color;
    canvas.fillPath(pathOf(outer), false, shade);
  }
}

function paintDashedSide(canvas: DisplayListBuilder, outer: RoundedRect, edge: Edge): void {
  const style = edge.style as 'dotted' | 'dashed';
  const { width, color } = edge;
  if (outer.radii) {
    const half = width / 2;
    return strokeDashedPath(canvas, pathOf(inset(outer, half, half, half, half)), style, width, color);
  }
  const r = sideRect(outer, edge);
  const horizontal = edge.side === 'top' || edge.side === 'bottom';
  paintDashedLine(canvas, r, horizontal, style, color);
}

/** Paints a dotted or dashed line that fills a rectangle along its length. */
export function paintDashedLine(
  canvas: DisplayListBuilder,
  r: Rect,
  horizontal: boolean,
  style: 'dotted' | 'dashed',
  color: Color,
): void {
  const width = horizontal ? r.height : r.width;
  const length = horizontal ? r.width : r.height;
  if (style === 'dotted' && !hasRoundDots(style, width)) {
    const path: number[] = [];
    for (const dot of squareDots(length, width)) {
      const rect = horizontal
        ? { x: r.x + dot.start, y: r.y, width: dot.length, height: width }
        : { x: r.x, y: r.y + dot.start, width, height: dot.length };
      addToPath(path, { ...rect, radii: null });
    }
    return canvas.fillPath(path, false, color);
  }
  const stroke = dashedStroke(style, width, length, false);
  const shorten = hasRoundDots(style, width) ? width / 2 : 0;
  const middle = width / 2;
  const [x0, y0] = horizontal ? [r.x + shorten, r.y + middle] : [r.x + middle, r.y + shorten];
  const [x1, y1] = horizontal ? [r.x + r.width - shorten, r.y + middle] : [r.x + middle, r.y + r.height - shorten];
  const line = [PathOp.Move, x0, y0, PathOp.Line, x1, y1];
  if (hasRoundDots(style, width)) canvas.fillPath(dotPath(line, stroke.dash[1]!, width / 2), false, color);
  else canvas.strokePath(line, stroke, color);
}
