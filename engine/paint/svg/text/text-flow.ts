/**
 * Flows text in shapes (svg2 §11.7.3), line by line from the top of the first shape. A line is placed where it is
 * completely inside. User units.
 */
import type { ComputedStyle } from '../../../css/computed-style.ts';
import { usedAlign } from '../../../layout/inline/line-align.ts';
import { shapePath } from '../../basic-shape.ts';
import type { PaintContext } from '../../paint-context.ts';
import { noteMissingElement } from '../missing-element.ts';
import { shapeOf, SHAPES, transformInPlace, type Viewport } from '../svg-geometry.ts';
import type { SvgPainter } from '../svg-painter.ts';
import { type Cluster, type SvgTextBox, visualOrder } from './text-clusters.ts';
import { extentOf, isSpace, lineEnd, newlines } from './text-lines.ts';
import { type Room, TextShape } from './text-shape.ts';

/** The step to the next possible position of a line, as a share of its height. */
const STEP = 1 / 8;

const NO_SHAPE = { wanted: 'shape', becomes: 'text does not flow into it' };

/** Returns the shapes of `shape-inside`. Empty: none of them exists. */
export function insideShapes(painter: SvgPainter, style: ComputedStyle, viewport: Viewport): TextShape[] {
  const { writingMode } = style.text;
  const isTurned = writingMode !== 'horizontal-tb';
  const area = { x: 0, y: 0, width: viewport.width, height: viewport.height };
  return style.rare.shapeInside.flatMap(({ shape, url }) => {
    const found = shape ? shapePath(shape, area) : referenced(painter, url, viewport);
    if (!found && url !== null) noteMissingElement(painter.context, url, NO_SHAPE);
    return found ? [new TextShape(found.path, found.evenOdd, isTurned, writingMode.endsWith('-rl'))] : [];
  });
}

function referenced(
  painter: SvgPainter,
  url: string | null,
  viewport: Viewport,
): { path: readonly number[]; evenOdd: boolean } | null {
  const target = painter.reference(url);
  if (target === null || !SHAPES.has(target.tag)) return null;
  const style = painter.source.styleOf(target);
  const path = shapeOf(target, style, viewport, painter.context.budget);
  const matrix = painter.transformOf(target, style, viewport);
  if (!path || !matrix) return null;
  transformInPlace(path, matrix);
  return { path, evenOdd: style.svgPaint.fillRule === 'evenodd' };
}

/** Places clusters in shapes. Clusters without room are hidden. */
export function flowInShapes(
  context: PaintContext,
  text: SvgTextBox,
  clusters: readonly Cluster[],
  style: ComputedStyle,
  shapes: readonly TextShape[],
): void {
  const padding = style.rare.shapePadding.px;
  const look = (edges = 1): void => context.budget.tickBy(edges);
  let from = 0;
  for (const shape of shapes) {
    for (let top = shape.top + padding; from < clusters.length;) {
      look();
      const { over, under } = extentOf(context, style, clusters, from, from + 1);
      const bottom = top + over + under;
      if (bottom > shape.bottom - padding + 1e-6 || !(bottom > top)) break;
      const before = from;
      for (const room of shape.rooms(top, bottom, padding, look)) {
        const to = fitting(context, text, clusters, from, room);
        if (to === from) continue;
        placeLine(context, text, clusters, from, to, room, top + over, style);
        const isBroken = to < clusters.length && newlines(text, clusters[to - 1]!.end, clusters[to]!.start) > 0;
        from = to;
        if (isBroken || from === clusters.length) break;
      }
      top = from > before ? bottom : top + (bottom - top) * STEP;
    }
  }
  for (; from < clusters.length; from++) clusters[from]!.isHidden = true;
}

/** Returns the end of the line that starts with a cluster. Returns the start itself if no word fits. */
function fitting(
  context: PaintContext,
  text: SvgTextBox,
  clusters: readonly Cluster[],
  from: number,
  room: Room,
): number {
  const width = room.end - room.start + 1e-6;
  const to = lineEnd(context, text, clusters, from, width);
  return widthOf(clusters, from, contentEnd(text, clusters, from, to)) > width ? from : to;
}

function contentEnd(text: SvgTextBox, clusters: readonly Cluster[], from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text, clusters[end - 1]!)) end--;
  return end;
}

function widthOf(clusters: readonly Cluster[], from: number, to: number): number {
  let width = 0;
  for (let i = from; i < to; i++) width += clusters[i]!.advance;
  return width;
}

function placeLine(
  { budget }: PaintContext,
  text: SvgTextBox,
  clusters: readonly Cluster[],
  from: number,
  to: number,
  room: Room,
  baseline: number,
  style: ComputedStyle,
): void {
  const { writingMode, direction } = style.text;
  const end = contentEnd(text, clusters, from, to);
  const isLast = to === clusters.length || newlines(text, clusters[to - 1]!.end, clusters[to]!.start) > 0;
  const rest = Math.max(0, room.end - room.start - widthOf(clusters, from, end));
  const align = usedAlign(style, direction === 'rtl', isLast);
  const spaces = clusters.slice(from, end).filter((cluster) => isSpace(text, cluster)).length;
  const gap = align === 'justify' && spaces > 0 ? rest / spaces : 0;
  const shift = align === 'right' ? rest : align === 'center' ? rest / 2 : 0;
  const hanging = clusters[end]?.start ?? Infinity;
  // Clusters that hang on the left of the line are outside it.
  const order = visualOrder(budget, clusters, from, to);
  let along = room.start + shift;
  for (let i = 0; i < order.length && order[i]!.start >= hanging; i++) along -= order[i]!.advance;
  for (const cluster of order) {
    [cluster.x, cluster.y] = [along, baseline];
    if (writingMode !== 'horizontal-tb')
      [cluster.x, cluster.y] = [writingMode.endsWith('-rl') ? -baseline : baseline, along];
    along += cluster.advance + (cluster.start < hanging && isSpace(text, cluster) ? gap : 0);
  }
}
