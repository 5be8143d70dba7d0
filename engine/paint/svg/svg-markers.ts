/** Markers on the vertices of paths, lines and polygons (svg2 §13.7). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import { PathOp } from '../display-list.ts';
import type { FoundElement, SvgPainter } from './svg-painter.ts';
import { noteMissingElement } from './missing-element.ts';
import { parsePathVertices } from './path-data.ts';
import { contextPaintOf, strokeWidth } from './svg-paint.ts';
import { basisOf, lengthOf, type Viewport } from './svg-geometry.ts';
import { parseViewBox, viewBoxMatrix } from './svg-view.ts';

interface Vertex {
  readonly x: number;
  readonly y: number;
  /** Directions in which the path arrives and leaves, in radians. null: it doesn't. */
  arrives: number | null;
  leaves: number | null;
}

const MAX_VERTICES = 20_000;

export function paintMarkers(
  painter: SvgPainter,
  path: readonly number[],
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): void {
  const { markerStart, markerMid, markerEnd } = style.svgPaint;
  if (markerStart === null && markerMid === null && markerEnd === null) return;
  if (element.tag === 'rect' || element.tag === 'circle' || element.tag === 'ellipse') return;
  const data =
    element.tag === 'path'
      ? parsePathVertices(style.svgShape.d ?? element.attribute('d') ?? '', painter.context.budget)
      : null;
  const vertices = verticesOf(path, data?.insideArcs ?? NOWHERE);
  const { contextPaint } = painter;
  const own = contextPaintOf(painter, element, style, viewport);
  const place = (url: string | null, vertex: Vertex, isStart: boolean): void => {
    const marker = painter.find(url);
    if (marker?.element.tag !== 'marker') {
      if (url !== null)
        noteMissingElement(painter.context, url, { wanted: '<marker>', becomes: 'no markers are drawn' });
      return;
    }
    marker.painter.contextPaint = own;
    marker.painter.detached(() => paintMarker(marker, vertex, isStart, style, viewport));
  };
  vertices.forEach((vertex, i) => {
    if (i > 0 && i < vertices.length - 1) place(markerMid, vertex, false);
    if (i === 0) place(markerStart, vertex, true);
    if (i === vertices.length - 1) place(markerEnd, vertex, false);
  });
  painter.contextPaint = contextPaint;
}

const NOWHERE: ReadonlySet<number> = new Set();

/**
 * Returns the path's vertices with their directions (svg2 §13.7.3). At the last vertex of a closed subpath, the path
 * continues with its first segment.
 */
function verticesOf(path: readonly number[], insideArcs: ReadonlySet<number>): Vertex[] {
  const out: Vertex[] = [];
  let [x, y] = [0, 0];
  let start: Vertex | null = null;
  const add = (toX: number, toY: number, leaves: number | null, arrives: number | null, joins: boolean): Vertex => {
    const last = out[out.length - 1];
    // A segment without length has no direction (svg2 §9.5.2, zero-length path segments).
    if (leaves !== null && last !== undefined && !joins) last.leaves = leaves;
    if (joins) out.pop();
    const vertex: Vertex = { x: toX, y: toY, arrives: arrives ?? last?.arrives ?? null, leaves: null };
    out.push(vertex);
    [x, y] = [toX, toY];
    return vertex;
  };
  for (let i = 0; i < path.length && out.length < MAX_VERTICES;) {
    const at = i;
    const op = path[i++];
    if (op === PathOp.Move) {
      // As in browsers, a move has a direction from the previous point.
      const arrives = out.length > 0 ? angleOf(path[i]! - x, path[i + 1]! - y) : null;
      const moved: Vertex = { x: path[i]!, y: path[i + 1]!, arrives, leaves: null };
      out.push((start = moved));
      [x, y] = [moved.x, moved.y];
      i += 2;
    } else if (op === PathOp.Line) {
      const angle = angleOf(path[i]! - x, path[i + 1]! - y);
      add(path[i]!, path[i + 1]!, angle, angle, false);
      i += 2;
    } else if (op === PathOp.Curve) {
      const [x1, y1, x2, y2, x3, y3] = path.slice(i, i + 6);
      const leaves = angleOf(x1! - x, y1! - y) ?? angleOf(x2! - x, y2! - y) ?? angleOf(x3! - x, y3! - y);
      const arrives = angleOf(x3! - x2!, y3! - y2!) ?? angleOf(x3! - x1!, y3! - y1!) ?? angleOf(x3! - x, y3! - y);
      add(x3!, y3!, leaves, arrives, insideArcs.has(at));
      i += 6;
    } else if (start !== null) {
      const angle = angleOf(start.x - x, start.y - y);
      const end: Vertex = add(start.x, start.y, angle, angle, false);
      end.leaves = start.leaves;
      start.arrives = end.arrives;
    }
  }
  return out;
}

function angleOf(dx: number, dy: number): number | null {
  return dx === 0 && dy === 0 ? null : Math.atan2(dy, dx);
}

/** Returns the direction halfway between both. For exact opposites, it is the mean of their angles, as in browsers. */
function direction({ arrives, leaves }: Vertex): number {
  if (arrives === null || leaves === null) return arrives ?? leaves ?? 0;
  const turned = Math.abs(arrives - leaves) > Math.PI + 1e-9 ? arrives + 2 * Math.PI : arrives;
  return (turned + leaves) / 2;
}

/** Returns the `orient` attribute in radians: `auto`, a number of degrees, or an angle. */
function orientation(orient: string, vertex: Vertex, isStart: boolean): number {
  const text = orient.trim().toLowerCase();
  if (text === 'auto') return direction(vertex);
  if (text === 'auto-start-reverse') return direction(vertex) + (isStart ? Math.PI : 0);
  const unit = ANGLES.find(([name]) => text.endsWith(name));
  return (parseFloat(text) || 0) * (unit ? unit[1] : Math.PI / 180);
}

/** Units in radians. `grad` is before `rad`, which is its suffix. */
const ANGLES: readonly (readonly [string, number])[] = [
  ['deg', Math.PI / 180],
  ['grad', Math.PI / 200],
  ['rad', 1],
  ['turn', 2 * Math.PI],
];

function paintMarker(
  { painter, element: marker }: FoundElement,
  vertex: Vertex,
  isStart: boolean,
  shape: ComputedStyle,
  viewport: Viewport,
): void {
  const style = painter.source.styleOf(marker);
  const { fontSize } = style.font;
  const width = lengthOf(marker, 'markerWidth', 'x', viewport, fontSize, 3);
  const height = lengthOf(marker, 'markerHeight', 'y', viewport, fontSize, 3);
  const viewBox = parseViewBox(marker.attribute('viewBox'));
  const matrix = viewBoxMatrix(viewBox, marker.attribute('preserveAspectRatio'), { x: 0, y: 0, width, height });
  if (!matrix || width <= 0 || height <= 0) return;
  const angle = orientation(marker.attribute('orient') ?? '0', vertex, isStart);
  const scale = marker.attribute('markerUnits') === 'userSpaceOnUse' ? 1 : markerScale(painter, shape, viewport);
  const box = viewBox ?? { width, height };
  const refX = referencePoint(marker, 'refX', 'x', box, fontSize);
  const refY = referencePoint(marker, 'refY', 'y', box, fontSize);
  const [sin, cos] = [Math.sin(angle) * scale, Math.cos(angle) * scale];
  painter.scoped(() => {
    painter.transform([cos, sin, -sin, cos, vertex.x, vertex.y]);
    // Moves the reference point, in the marker's content coordinates, to the vertex.
    painter.transform([1, 0, 0, 1, -(matrix[0] * refX + matrix[4]), -(matrix[3] * refY + matrix[5])]);
    if (style.box.overflowX !== 'visible') painter.context.canvas.clipRect(0, 0, width, height);
    painter.transform(matrix);
    painter.children(marker, box);
  });
}

/** Returns the size of a unit of `strokeWidth`. A stroke that doesn't scale counts with its visible width. */
function markerScale(painter: SvgPainter, shape: ComputedStyle, viewport: Viewport): number {
  const width = strokeWidth(shape, viewport);
  if (!shape.svgShape.vectorEffect.includes('non-scaling-stroke')) return width;
  const [a, b, c, d] = painter.matrix;
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  return scale > 0 ? width / scale : 0;
}

const REFERENCE_KEYWORDS: ReadonlyMap<string, number> = new Map([
  ['left', 0],
  ['top', 0],
  ['center', 0.5],
  ['right', 1],
  ['bottom', 1],
]);

/** Returns `refX` or `refY`: a length, or a position in the marker's own box. */
function referencePoint(marker: Element, name: string, axis: 'x' | 'y', box: Viewport, fontSize: number): number {
  const share = REFERENCE_KEYWORDS.get(marker.attribute(name)?.trim() ?? '');
  return share === undefined ? lengthOf(marker, name, axis, box, fontSize) : share * basisOf(box, axis);
}
