/** Positions the clusters of a `text` element (svg2 §11.5): adjusts lengths, anchors chunks, and puts text on paths. */
import type { Budget } from '../../../budget.ts';
import type { ComputedStyle } from '../../../css/computed-style.ts';
import type { Element } from '../../../document/node.ts';
import { MeasuredPath } from '../../path-measure.ts';
import { parseLength, shapeOf, SHAPES, transformInPlace, type Viewport } from '../svg-geometry.ts';
import { noteMissingElement } from '../missing-element.ts';
import type { SvgPainter } from '../svg-painter.ts';
import { flowInShapes, insideShapes } from './text-flow.ts';
import { linesOf, type TextLine } from './text-lines.ts';
import { type Cluster, clustersOf, type SvgTextBox, visualOrder } from './text-clusters.ts';
import { type BoxRange, boxRanges, type CharacterPositions, characterPositions } from './text-positions.ts';

/** A text with positioned clusters, in logical order. */
export interface PlacedText {
  readonly clusters: readonly Cluster[];
  readonly isVertical: boolean;
}

export function placeText(painter: SvgPainter, text: SvgTextBox, style: ComputedStyle, viewport: Viewport): PlacedText {
  const { budget } = painter.context;
  const clusters = clustersOf(budget, text);
  const ranges = boxRanges(text);
  const isVertical = style.text.writingMode !== 'horizontal-tb';
  const positions = characterPositions(budget, text, ranges, viewport, isVertical);
  // Inner elements come first, because outer ones use their adjusted lengths.
  for (let i = ranges.length - 1; i >= 0; i--) adjustLength(budget, ranges[i]!, clusters, isVertical, viewport);
  const paths = ranges.filter(({ box }) => box.element?.tag === 'textPath' && box.pseudo === null);
  const shapes = paths.length > 0 ? [] : insideShapes(painter, style, viewport);
  if (shapes.length > 0) {
    flowInShapes(painter.context, text, clusters, style, shapes);
    return { clusters, isVertical };
  }
  const lines = paths.length > 0 ? null : linesOf(painter.context, text, clusters, style, viewport);
  if (lines !== null) {
    placeLines(budget, lines, clusters, positions, style);
    return { clusters, isVertical };
  }
  const pen = { x: 0, y: 0 };
  for (let from = 0; from < clusters.length;) {
    budget.tickBy(paths.length);
    const path = paths.find((range) => holds(range, clusters[from]!)) ?? null;
    const to = chunkEnd(budget, clusters, from, positions, paths, path);
    placeChunk(budget, clusters, from, to, positions, pen, style, isVertical, path !== null);
    if (path?.box.element)
      putOnPath(painter, path.box.element, path.box.style, clusters, from, to, isVertical, viewport);
    from = to;
  }
  return { clusters, isVertical };
}

/** Positions lines. Only the first character has a position, and every line is anchored to it (svg2 §11.7). */
function placeLines(
  budget: Budget,
  lines: readonly TextLine[],
  clusters: readonly Cluster[],
  positions: CharacterPositions,
  style: ComputedStyle,
): void {
  const { writingMode } = style.text;
  const isVertical = writingMode !== 'horizontal-tb';
  const x = positions.x.get(clusters[0]?.start ?? 0) ?? 0;
  const y = positions.y.get(clusters[0]?.start ?? 0) ?? 0;
  const relative = { ...positions, x: NOWHERE, y: NOWHERE };
  for (const { from, end, to, offset } of lines) {
    const aside = writingMode.endsWith('-rl') ? -offset : offset;
    const pen = isVertical ? { x: x + aside, y } : { x, y: y + offset };
    placeChunk(budget, clusters, from, to, relative, pen, style, isVertical, false, clusters[end]?.start ?? Infinity);
  }
}

const NOWHERE: ReadonlyMap<number, number> = new Map();

const holds = ({ start, end }: BoxRange, cluster: Cluster): boolean => cluster.start >= start && cluster.start < end;

/** Returns the end of a chunk: before a character with its own position, or at the ends of a text path. */
function chunkEnd(
  budget: Budget,
  clusters: readonly Cluster[],
  from: number,
  { x, y }: CharacterPositions,
  paths: readonly BoxRange[],
  path: BoxRange | null,
): number {
  let to = from + 1;
  for (; to < clusters.length; to++) {
    budget.tickBy(1 + paths.length);
    const { start } = clusters[to]!;
    if (x.has(start) || y.has(start)) break;
    if ((paths.find((range) => holds(range, clusters[to]!)) ?? null) !== path) break;
  }
  return to;
}

/**
 * Positions a chunk from the pen, and then shifts it by `text-anchor`, which doesn't move the pen (svg2 §11.5 steps 5
 * to 8). `hanging`: the first character that anchoring ignores.
 */
function placeChunk(
  budget: Budget,
  clusters: readonly Cluster[],
  from: number,
  to: number,
  positions: CharacterPositions,
  pen: { x: number; y: number },
  style: ComputedStyle,
  isVertical: boolean,
  isOnPath: boolean,
  hanging = Infinity,
): void {
  const { start } = clusters[from]!;
  if (isOnPath) [pen.x, pen.y] = [0, 0];
  pen.x = positions.x.get(start) ?? pen.x;
  pen.y = positions.y.get(start) ?? pen.y;
  const origin = isVertical ? pen.y : pen.x;
  let [low, high] = [Infinity, -Infinity];
  for (const cluster of visualOrder(budget, clusters, from, to)) {
    budget.tick();
    pen.x += positions.dx.get(cluster.start) ?? 0;
    pen.y += positions.dy.get(cluster.start) ?? 0;
    [cluster.x, cluster.y] = [pen.x, pen.y];
    cluster.rotate = positions.rotate.get(cluster.start) ?? 0;
    const along = isVertical ? pen.y : pen.x;
    if (cluster.start < hanging) {
      low = Math.min(low, along, along + cluster.advance);
      high = Math.max(high, along, along + cluster.advance);
    }
    if (isVertical) pen.y += cluster.advance;
    else pen.x += cluster.advance;
  }
  if (low > high) return;
  // Hanging clusters before the chunk have moved it away from the pen, so it is moved back.
  const shift = anchorShift(clusters[from]!, style, low, high) + (hanging === Infinity ? 0 : origin - low);
  for (let i = from; i < to; i++) {
    if (isVertical) clusters[i]!.y += shift;
    else clusters[i]!.x += shift;
  }
}

/** Returns the shift that puts the anchor of a chunk at its start, `low`. */
function anchorShift(first: Cluster, style: ComputedStyle, low: number, high: number): number {
  const { textAnchor } = first.box.style.svgPaint;
  if (textAnchor === 'middle') return (low - high) / 2;
  const isAtHigh = (textAnchor === 'end') !== (style.text.direction === 'rtl');
  return isAtHigh ? low - high : 0;
}

/** Applies `textLength`, with space between the clusters or by stretching them as well (svg2 §11.5 step 4). */
function adjustLength(
  budget: Budget,
  { box, start, end }: BoxRange,
  clusters: readonly Cluster[],
  isVertical: boolean,
  viewport: Viewport,
): void {
  const { element } = box;
  if (!element || box.pseudo !== null) return;
  const basis = isVertical ? viewport.height : viewport.width;
  const wanted = parseLength(element.attribute('textLength'), basis, box.style.font.fontSize);
  if (wanted === null || wanted < 0) return;
  budget.tickBy(clusters.length);
  const inside = clusters.filter((cluster) => cluster.start >= start && cluster.start < end);
  const length = inside.reduce((sum, { advance }) => sum + advance, 0);
  if (inside.length === 0 || length <= 0) return;
  if (element.attribute('lengthAdjust') === 'spacingAndGlyphs') {
    for (const cluster of inside) {
      cluster.stretch *= wanted / length;
      cluster.advance *= wanted / length;
    }
    return;
  }
  // The visually last cluster gets no space.
  const order = visualOrder(budget, inside, 0, inside.length);
  const gap = (wanted - length) / Math.max(1, inside.length - 1);
  for (let i = 0; i + 1 < order.length; i++) order[i]!.advance += gap;
}

/** Positions each cluster on the path by its middle, upright on the path (svg2 §11.8.2). */
function putOnPath(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  clusters: readonly Cluster[],
  from: number,
  to: number,
  isVertical: boolean,
  viewport: Viewport,
): void {
  const target = painter.linked(element);
  const path = target && SHAPES.has(target.tag) ? outlineOf(painter, target, viewport) : null;
  const given = Number(target?.attribute('pathLength') ?? NaN);
  if (!target || !path) {
    const href = element.attribute('href') ?? element.attribute('xlink:href') ?? '';
    const missing = { wanted: 'shape', becomes: 'its text is not shown', position: element.position };
    noteMissingElement(painter.context, href === '' ? 'A <textPath> without href' : href, missing);
    for (let i = from; i < to; i++) clusters[i]!.isHidden = true;
    return;
  }
  const measured = new MeasuredPath(path, painter.context.budget);
  // On a path with a `pathLength` of 0, everything but the start is infinitely far away (svg2 §9.6.1).
  const unit = given >= 0 ? measured.length / given : 1;
  const text = element.attribute('startOffset');
  const offset = parseLength(text, measured.length, style.font.fontSize) ?? 0;
  const share = given === 0 ? 0 : 1;
  const start = text?.trim().endsWith('%') || offset === 0 ? offset * share : offset * unit;
  const isReversed = element.attribute('side') === 'right';
  for (let i = from; i < to; i++) {
    painter.context.budget.tick();
    const cluster = clusters[i]!;
    const half = cluster.advance / 2;
    const along = start + (isVertical ? cluster.y : cluster.x) + half;
    cluster.isHidden = !measured.isLoop && (along < 0 || along > measured.length);
    const point = measured.at(isReversed ? measured.length - along : along);
    const angle = ((point.degrees + (isReversed ? 180 : 0)) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const aside = isVertical ? cluster.x : cluster.y;
    // Moves from the middle to the glyph's start, and off the path by `dy`.
    cluster.x = point.x - cos * half - sin * aside;
    cluster.y = point.y - sin * half + cos * aside;
    cluster.rotate += (angle * 180) / Math.PI - (isVertical ? 90 : 0);
  }
}

function outlineOf(painter: SvgPainter, target: Element, viewport: Viewport): number[] | null {
  const style = painter.source.styleOf(target);
  const path = shapeOf(target, style, viewport, painter.context.budget);
  const matrix = painter.transformOf(target, style, viewport);
  if (!path || !matrix) return null;
  transformInPlace(path, matrix);
  return path;
}
