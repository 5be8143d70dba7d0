/** Markers on the vertices of paths, lines and polygons (svg2 §13.7). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import { PathOp } from '../canvas.ts';
import type { SvgPainter } from './svg-painter.ts';
import { lengthOf, type Viewport } from './svg-geometry.ts';
import { parseViewBox, viewBoxMatrix } from './view-box.ts';

interface Vertex {
  readonly x: number;
  readonly y: number;
  /** Directions in radians before and after; null at the path's ends. */
  readonly before: number | null;
  after: number | null;
}

const MAX_VERTICES = 20_000;

export function paintMarkers(
  painter: SvgPainter,
  path: readonly number[],
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): void {
  const { markerStart, markerMid, markerEnd } = style.text;
  if (markerStart === null && markerMid === null && markerEnd === null) return;
  if (element.tag === 'rect' || element.tag === 'circle' || element.tag === 'ellipse') return;
  const vertices = verticesOf(path);
  vertices.forEach((vertex, i) => {
    const url = i === 0 ? markerStart : i === vertices.length - 1 ? markerEnd : markerMid;
    const marker = url === null ? null : painter.reference(url);
    if (marker?.tag === 'marker')
      painter.detached(() => paintMarker(painter, marker, vertex, i === 0, style, viewport));
  });
}

function verticesOf(path: readonly number[]): Vertex[] {
  const out: Vertex[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const add = (toX: number, toY: number, leave: number | null, arrive: number | null): void => {
    if (leave !== null && out.length > 0) out[out.length - 1].after = leave;
    out.push({ x: toX, y: toY, before: arrive, after: null });
    [x, y] = [toX, toY];
  };
  for (let i = 0; i < path.length && out.length < MAX_VERTICES;) {
    const op = path[i++];
    if (op === PathOp.Move) {
      add(path[i], path[i + 1], null, null);
      [startX, startY] = [path[i], path[i + 1]];
      i += 2;
    } else if (op === PathOp.Line) {
      const angle = Math.atan2(path[i + 1] - y, path[i] - x);
      add(path[i], path[i + 1], angle, angle);
      i += 2;
    } else if (op === PathOp.Curve) {
      const [x1, y1, x2, y2, x3, y3] = path.slice(i, i + 6);
      add(
        x3,
        y3,
        Math.atan2((y1 === y && x1 === x ? y2 : y1) - y, (y1 === y && x1 === x ? x2 : x1) - x),
        Math.atan2(y3 - (x2 === x3 && y2 === y3 ? y1 : y2), x3 - (x2 === x3 && y2 === y3 ? x1 : x2)),
      );
      i += 6;
    } else {
      const angle = Math.atan2(startY - y, startX - x);
      add(startX, startY, angle, angle);
    }
  }
  return out;
}

function direction(vertex: Vertex): number {
  if (vertex.before === null || vertex.after === null) return vertex.before ?? vertex.after ?? 0;
  // Halfway between the two directions.
  return Math.atan2(Math.sin(vertex.before) + Math.sin(vertex.after), Math.cos(vertex.before) + Math.cos(vertex.after));
}

function paintMarker(
  painter: SvgPainter,
  marker: Element,
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
  const orient = marker.attribute('orient') ?? '0';
  let angle = orient.startsWith('auto') ? direction(vertex) : ((parseFloat(orient) || 0) * Math.PI) / 180;
  if (orient === 'auto-start-reverse' && isStart) angle += Math.PI;
  const scale =
    marker.attribute('markerUnits') === 'userSpaceOnUse'
      ? 1
      : shape.text.strokeWidth.resolvePx(Math.hypot(viewport.width, viewport.height) / Math.SQRT2);
  const refX = lengthOf(marker, 'refX', 'x', viewBox ?? { width, height }, fontSize);
  const refY = lengthOf(marker, 'refY', 'y', viewBox ?? { width, height }, fontSize);
  const { canvas } = painter.context;
  const [sin, cos] = [Math.sin(angle) * scale, Math.cos(angle) * scale];
  canvas.save();
  canvas.transform([cos, sin, -sin, cos, vertex.x, vertex.y]);
  // The reference point, in the marker's content coordinates, comes to the vertex.
  canvas.transform([1, 0, 0, 1, -(matrix[0] * refX + matrix[4]), -(matrix[3] * refY + matrix[5])]);
  if (style.box.overflowX !== 'visible') canvas.clipRect(0, 0, width, height);
  canvas.transform(matrix);
  painter.children(marker, viewBox ?? { width, height });
  canvas.restore();
}
