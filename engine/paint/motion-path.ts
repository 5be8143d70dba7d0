/** Motion paths (motion-1 §4): the transform that puts a box on a path. CSS px. */
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { BasicShape, OffsetPath, Position, RayPath } from '../css/computed-values.ts';
import { shapePath, translatePath } from './basic-shape.ts';
import { type Path, PathOp } from './display-list.ts';
import { MeasuredPath, type PointOnPath } from './path-measure.ts';
import { pathOf, type RoundedRect } from './rounded-rect.ts';
import { type Matrix4, multiply4, rotation, translation } from '../layout/fragments/transform.ts';
import type { Rect } from './rects.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The geometry along which a path is laid out, in the coordinates of the box. */
interface MotionSpace {
  /** The border box of the moved box. */
  readonly box: Rect;
  /**
   * The origin of `path()` and of `offset-position: auto`: the box's corner, as in browsers, or the origin of SVG's
   * user space.
   */
  readonly corner: Point;
  /** The coordinate box of the containing block, or of the viewport in SVG. */
  readonly reference: RoundedRect;
  readonly budget: Budget;
  /** Returns the outline of the SVG shape that a URL refers to, in the shape's user space. Returns null if the URL refers to no shape. */
  readonly shapeOf: (url: string) => Path | null;
}

/**
 * Returns the motion of a box around its transform origin, between `scale` and `transform` (css-transforms-2 §6.1).
 * null: the box has no motion path.
 */
export function motionMatrix(style: ComputedStyle, space: MotionSpace): Matrix4 | null {
  const { offsetPath, offsetAnchor, offsetRotate, transformOrigin } = style.rare;
  if (offsetPath === null) return null;
  const { box } = space;
  const point = pointOn(offsetPath, style, space);
  const origin = positionIn(transformOrigin, box);
  const anchor = offsetAnchor ? positionIn(offsetAnchor, box) : origin;
  const degrees = offsetRotate.degrees + (offsetRotate.followsPath ? point.degrees : 0);
  const fromAnchor = translation(origin.x - anchor.x, origin.y - anchor.y, 0);
  const turned = multiply4(fromAnchor, rotation(0, 0, 1, degrees));
  return multiply4(turned, translation(point.x - origin.x, point.y - origin.y, 0));
}

function positionIn({ x, y }: Position, box: Rect): Point {
  return { x: box.x + x.resolvePx(box.width), y: box.y + y.resolvePx(box.height) };
}

/** Returns the start of a path without an explicit position (motion-1 §3.3). */
function startOf(style: ComputedStyle, { corner, reference }: MotionSpace): Point {
  const { offsetPosition } = style.rare;
  if (offsetPosition === 'auto') return corner;
  if (offsetPosition === 'normal')
    return { x: reference.x + reference.width / 2, y: reference.y + reference.height / 2 };
  return positionIn(offsetPosition, reference);
}

function pointOn(path: OffsetPath, style: ComputedStyle, space: MotionSpace): PointOnPath {
  const distance = style.rare.offsetDistance;
  if (path.kind === 'ray') {
    const { ray } = path;
    const start = ray.position ? positionIn(ray.position, space.reference) : startOf(style, space);
    const length = rayLength(ray, start, space);
    return pointOnRay(ray, start, distance.resolvePx(length));
  }
  const own = path.kind === 'shape' ? ownPath(path.shape, space.budget) : null;
  if (own !== null) {
    const { x, y, degrees } = own.at(distance.resolvePx(own.length));
    return { x: space.corner.x + x, y: space.corner.y + y, degrees };
  }
  const measured = new MeasuredPath(outline(path, style, space), space.budget);
  return measured.at(distance.resolvePx(measured.length));
}

/** PERF: many boxes can move along one path, and measuring long paths is expensive. */
const measuredPaths = new WeakMap<BasicShape, MeasuredPath>();

/** Returns a `path()` in its own coordinates, which are the same for every box. Returns null for other shapes. */
function ownPath(shape: BasicShape, budget: Budget): MeasuredPath | null {
  if (shape.type !== 'path' || shape.dataFor !== null) return null;
  let measured = measuredPaths.get(shape);
  if (measured === undefined) {
    measured = new MeasuredPath(shapePath(shape, { x: 0, y: 0, width: 0, height: 0 }).path, budget);
    measuredPaths.set(shape, measured);
  }
  return measured;
}

function outline(path: Exclude<OffsetPath, { kind: 'ray' }>, style: ComputedStyle, space: MotionSpace): Path {
  const { reference } = space;
  switch (path.kind) {
    case 'box':
      return pathOf(reference);
    case 'url':
      // The shape's user space is the coordinate box. An element that isn't a shape gives a path without length.
      return translatePath(space.shapeOf(path.url) ?? [PathOp.Move, 0, 0], reference.x, reference.y);
    case 'shape':
      return shapePath(path.shape, reference, startOf(style, space)).path;
  }
}

/** Returns the length of a ray, to which percentages of `offset-distance` refer (motion-1 §3.1.1). */
function rayLength(ray: RayPath, start: Point, { box, reference }: MotionSpace): number {
  const [left, right] = [start.x - reference.x, reference.x + reference.width - start.x];
  const [top, bottom] = [start.y - reference.y, reference.y + reference.height - start.y];
  const sides = [left, right, top, bottom].map(Math.abs);
  const corners = [Math.hypot(left, top), Math.hypot(left, bottom), Math.hypot(right, top), Math.hypot(right, bottom)];
  const lengths: Record<RayPath['size'], () => number> = {
    'closest-side': () => Math.min(...sides),
    'farthest-side': () => Math.max(...sides),
    'closest-corner': () => Math.min(...corners),
    'farthest-corner': () => Math.max(...corners),
    sides: () => distanceToEdge(ray, left, right, top, bottom),
  };
  const length = lengths[ray.size]();
  return ray.contain ? Math.max(0, length - Math.max(box.width, box.height) / 2) : length;
}

/** Returns the distance from the start along the ray to the edge of the reference box, or 0 if the start is outside. */
function distanceToEdge(ray: RayPath, left: number, right: number, top: number, bottom: number): number {
  if (Math.min(left, right, top, bottom) <= 0) return 0;
  const radians = (ray.degrees * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const alongX = dx === 0 ? Infinity : (dx > 0 ? right : left) / Math.abs(dx);
  const alongY = dy === 0 ? Infinity : (dy > 0 ? bottom : top) / Math.abs(dy);
  return Math.min(alongX, alongY);
}

/** Returns a point on a ray. A ray is infinite, so distances before its start and beyond its length are valid. */
function pointOnRay(ray: RayPath, start: Point, distance: number): PointOnPath {
  const radians = (ray.degrees * Math.PI) / 180;
  return {
    x: start.x + Math.sin(radians) * distance,
    y: start.y - Math.cos(radians) * distance,
    degrees: ray.degrees - 90,
  };
}
