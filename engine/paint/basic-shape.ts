/** Basic shapes as paths (css-shapes-1 §3). CSS px. */
import type { Length } from '../css/length.ts';
import type { BasicShape } from '../css/computed-values.ts';
import { distancesIn, extentRadius } from '../css/values/radial-extent.ts';
import { numbersAfter, PathOp } from './display-list.ts';
import { ellipsePath, fitRadii, pathOf, type RoundedRect } from './rounded-rect.ts';
import { parsePathData } from './svg/path-data.ts';
import type { Rect } from './rects.ts';

export interface ClipShape {
  readonly path: readonly number[];
  readonly evenOdd: boolean;
}

/** Returns a basic shape in its reference box. Circles and ellipses without a position are centered on `middle`. */
export function shapePath(shape: BasicShape, box: Rect, middle: Point = centreOf(box)): ClipShape {
  switch (shape.type) {
    case 'inset':
      return { path: pathOf(insetShape(shape, box)), evenOdd: false };
    case 'circle': {
      const [cx, cy] = centre(shape.position, box, middle);
      const radius =
        typeof shape.radius === 'string'
          ? extentRadius(shape.radius, distancesIn(box, cx, cy), 'both')
          : shape.radius.resolvePx(Math.hypot(box.width, box.height) / Math.SQRT2);
      return { path: ellipsePath(cx, cy, radius, radius), evenOdd: false };
    }
    case 'ellipse': {
      const [cx, cy] = centre(shape.position, box, middle);
      const rx =
        typeof shape.rx === 'string'
          ? extentRadius(shape.rx, distancesIn(box, cx, cy), 'x')
          : shape.rx.resolvePx(box.width);
      const ry =
        typeof shape.ry === 'string'
          ? extentRadius(shape.ry, distancesIn(box, cx, cy), 'y')
          : shape.ry.resolvePx(box.height);
      return { path: ellipsePath(cx, cy, rx, ry), evenOdd: false };
    }
    case 'polygon': {
      const path: number[] = [];
      shape.points.forEach((point, i) => {
        path.push(
          i === 0 ? PathOp.Move : PathOp.Line,
          box.x + point.x.resolvePx(box.width),
          box.y + point.y.resolvePx(box.height),
        );
      });
      if (path.length > 0) path.push(PathOp.Close);
      return { path, evenOdd: shape.evenOdd };
    }
    case 'path':
      return {
        path: placedPath(parsePathData(dataOf(shape, box), null), shape.scale, box.x, box.y),
        evenOdd: shape.evenOdd,
      };
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function centreOf(box: Rect): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function centre(position: { x: Length; y: Length } | null, box: Rect, middle: Point): [number, number] {
  if (!position) return [middle.x, middle.y];
  return [box.x + position.x.resolvePx(box.width), box.y + position.y.resolvePx(box.height)];
}

function insetShape(shape: Extract<BasicShape, { type: 'inset' }>, box: Rect): RoundedRect {
  let [top, right, bottom, left] = [
    shape.top.resolvePx(box.height),
    shape.right.resolvePx(box.width),
    shape.bottom.resolvePx(box.height),
    shape.left.resolvePx(box.width),
  ];
  // Overlapping insets are reduced in proportion (css-shapes-1 §3.1).
  if (left + right > box.width && left + right > 0)
    [left, right] = [(left * box.width) / (left + right), (right * box.width) / (left + right)];
  if (top + bottom > box.height && top + bottom > 0)
    [top, bottom] = [(top * box.height) / (top + bottom), (bottom * box.height) / (top + bottom)];
  const rect = { x: box.x + left, y: box.y + top, width: box.width - left - right, height: box.height - top - bottom };
  const radii = shape.radii ? shape.radii.flatMap((r) => [r.x.resolvePx(box.width), r.y.resolvePx(box.height)]) : null;
  return { ...rect, radii: radii ? fitRadii(rect, radii) : null };
}

function dataOf({ d, dataFor, scale }: Extract<BasicShape, { type: 'path' }>, box: Rect): string {
  return dataFor?.(box.width / scale, box.height / scale) ?? d;
}

/** Translates a path. Distances in px. */
export function translatePath(path: readonly number[], dx: number, dy: number): number[] {
  return placedPath(path, 1, dx, dy);
}

function placedPath(path: readonly number[], scale: number, dx: number, dy: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < path.length;) {
    const op = path[i++]!;
    out.push(op);
    const end = i + numbersAfter(op);
    while (i < end) out.push(path[i++]! * scale + dx, path[i++]! * scale + dy);
  }
  return out;
}
