/** SVG lengths and basic shapes (svg2 §7, §10), in user units. */
import type { Budget } from '../../budget.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Color } from '../../css/color.ts';
import { parseComponentValues, ValueKind } from '../../css/values/component-value.ts';
import { censor, evaluateMath, parseMath } from '../../css/values/math.ts';
import { sameType, typeOf } from '../../css/values/math-expression.ts';
import { Dimension } from '../../css/values/units.ts';
import { absoluteUnitPx } from '../../units.ts';
import type { Element } from '../../document/node.ts';
import { type Matrix, numbersAfter, PathOp } from '../display-list.ts';
import { flatten } from '../flatten-path.ts';
import { ellipsePath, pathOf } from '../rounded-rect.ts';
import { parsePathData } from './path-data.ts';
import type { Rect } from '../rects.ts';

/** The nearest viewport's size, to which percentages refer. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export type Axis = 'x' | 'y' | 'other';

export function basisOf(viewport: Viewport, axis: Axis): number {
  if (axis === 'x') return viewport.width;
  return axis === 'y' ? viewport.height : Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
}

/** Returns a length attribute in user units, or null if it is missing or invalid. */
export function parseLength(value: string | null, basis: number, fontSize: number): number | null {
  const match = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)$/i.exec(value?.trim() ?? '');
  if (!match) return calculated(value, basis);
  const number = Number(match[1]);
  const unit = match[2]!.toLowerCase();
  if (unit === '%') return (number * basis) / 100;
  if (unit === 'em' || unit === 'rem') return number * fontSize;
  if (unit === 'ex' || unit === 'ch') return (number * fontSize) / 2;
  const scale = unit === '' ? 1 : absoluteUnitPx(unit);
  return scale === null ? null : number * scale;
}

/**
 * Returns the value of a math function, which attributes support like CSS (svg2 §4.2). Units that need a font are
 * unsupported.
 */
function calculated(value: string | null, basis: number): number | null {
  if (value === null || !value.includes('(')) return null;
  const [component, more] = parseComponentValues(value) ?? [];
  if (component?.kind !== ValueKind.Function || more !== undefined) return null;
  const expression = parseMath(component, Dimension.Length, null);
  if (expression === null || expression.relative || !sameType(expression.type, typeOf(Dimension.Length))) return null;
  return censor(evaluateMath(expression, null, basis));
}

/** Returns an attribute's length, with a default. */
export function lengthOf(
  element: Pick<Element, 'attribute'>,
  name: string,
  axis: Axis,
  viewport: Viewport,
  fontSize: number,
  initial = 0,
): number {
  return parseLength(element.attribute(name), basisOf(viewport, axis), fontSize) ?? initial;
}

export const SHAPES: ReadonlySet<string> = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
]);

/** Returns the outline of a shape element (svg2 §10), or null if the element isn't a shape or is empty. */
export function shapeOf(element: Element, style: ComputedStyle, viewport: Viewport, budget: Budget): number[] | null {
  const { svgShape: shape } = style;
  const { width, height } = viewport;
  const attribute = (name: string, axis: Axis): number => lengthOf(element, name, axis, viewport, style.font.fontSize);
  switch (element.tag) {
    case 'path': {
      const path = parsePathData(shape.d ?? element.attribute('d') ?? '', budget);
      return path.length > 0 ? path : null;
    }
    case 'rect':
      return rectShape(style, viewport);
    case 'circle': {
      const r = shape.r.resolvePx(basisOf(viewport, 'other'));
      return r > 0 ? ellipsePath(shape.cx.resolvePx(width), shape.cy.resolvePx(height), r, r) : null;
    }
    case 'ellipse': {
      const { rx, ry } = radiiOf(style, viewport);
      return rx > 0 && ry > 0 ? ellipsePath(shape.cx.resolvePx(width), shape.cy.resolvePx(height), rx, ry) : null;
    }
    case 'line':
      return [
        PathOp.Move,
        attribute('x1', 'x'),
        attribute('y1', 'y'),
        PathOp.Line,
        attribute('x2', 'x'),
        attribute('y2', 'y'),
      ];
    case 'polyline':
    case 'polygon':
      return polyShape(element.attribute('points') ?? '', element.tag === 'polygon');
    default:
      return null;
  }
}

/** Returns `rx` and `ry`. If one is `auto`, the other applies to both (svg2 §10.4). */
function radiiOf(style: ComputedStyle, viewport: Viewport): { rx: number; ry: number } {
  const { rx, ry } = style.svgShape;
  const x = rx.isLength ? rx.resolvePx(viewport.width) : null;
  const y = ry.isLength ? ry.resolvePx(viewport.height) : null;
  return { rx: x ?? y ?? 0, ry: y ?? x ?? 0 };
}

function rectShape(style: ComputedStyle, viewport: Viewport): number[] | null {
  const { box, svgShape: shape } = style;
  const width = box.width.isLength ? box.width.resolvePx(viewport.width) : 0;
  const height = box.height.isLength ? box.height.resolvePx(viewport.height) : 0;
  if (!(width > 0) || !(height > 0)) return null;
  const x = shape.x.resolvePx(viewport.width);
  const y = shape.y.resolvePx(viewport.height);
  const radii = radiiOf(style, viewport);
  const a = Math.min(Math.max(0, radii.rx), width / 2);
  const b = Math.min(Math.max(0, radii.ry), height / 2);
  return pathOf({ x, y, width, height, radii: a > 0 && b > 0 ? [a, b, a, b, a, b, a, b] : null });
}

function polyShape(points: string, closed: boolean): number[] | null {
  const numbers = (points.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
  const path: number[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2)
    path.push(i === 0 ? PathOp.Move : PathOp.Line, numbers[i]!, numbers[i + 1]!);
  if (path.length === 0) return null;
  if (closed) path.push(PathOp.Close);
  return path;
}

/** Returns the tight bounding box of a path's fill. null: the path is empty. */
export function boundsOf(path: readonly number[]): Rect | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  const see = (points: readonly number[]): void => {
    for (let i = 0; i < points.length; i += 2) {
      x0 = Math.min(x0, points[i]!);
      x1 = Math.max(x1, points[i]!);
      y0 = Math.min(y0, points[i + 1]!);
      y1 = Math.max(y1, points[i + 1]!);
    }
  };
  see(flatten(path));
  // A subpath closed at its start still has an extent.
  for (let i = 0; i < path.length; i += numbersAfter(path[i]!) + 1)
    if (path[i] === PathOp.Move && path[i + 3] === PathOp.Close) see(path.slice(i + 1, i + 3));
  return x0 > x1 ? null : { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}

/** Returns the region of a mask or pattern: x, y, width and height, in the units of an attribute. */
export function regionOf(
  element: Pick<Element, 'attribute'>,
  unitsName: string,
  box: Rect,
  viewport: Viewport,
  fontSize: number,
  start: number,
  size: number,
): Rect {
  if (element.attribute(unitsName) === 'userSpaceOnUse') {
    return {
      x: lengthOf(element, 'x', 'x', viewport, fontSize, start * viewport.width),
      y: lengthOf(element, 'y', 'y', viewport, fontSize, start * viewport.height),
      width: lengthOf(element, 'width', 'x', viewport, fontSize, size * viewport.width),
      height: lengthOf(element, 'height', 'y', viewport, fontSize, size * viewport.height),
    };
  }
  const unit = { width: 1, height: 1 };
  return {
    x: box.x + box.width * lengthOf(element, 'x', 'x', unit, fontSize, start),
    y: box.y + box.height * lengthOf(element, 'y', 'y', unit, fontSize, start),
    width: box.width * lengthOf(element, 'width', 'x', unit, fontSize, size),
    height: box.height * lengthOf(element, 'height', 'y', unit, fontSize, size),
  };
}

/** Returns a path without subpaths that enclose nothing. */
export function fillableOf(path: readonly number[]): readonly number[] {
  const out: number[] = [];
  let start = 0;
  for (let i = 0; i <= path.length;) {
    const op = path[i];
    if ((op === PathOp.Move || i === path.length) && i > start) {
      const subpath = start === 0 && i === path.length ? path : path.slice(start, i);
      if (!isStraight(subpath)) for (const n of subpath) out.push(n);
      start = i;
    }
    i += 1 + numbersAfter(op ?? PathOp.Close);
  }
  return out.length === path.length ? path : out;
}

/** Returns whether all points of a path, including control points, are on one line. Such a path has no fill. */
function isStraight(path: readonly number[]): boolean {
  const [, x = 0, y = 0] = path;
  let [dx, dy] = [0, 0];
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    const end = i + numbersAfter(op!);
    for (; i < end; i += 2) {
      const [toX, toY] = [path[i]! - x, path[i + 1]! - y];
      if (dx === 0 && dy === 0) [dx, dy] = [toX, toY];
      else if (toX * dy !== toY * dx) return false;
    }
  }
  return true;
}

export function transformInPlace(path: number[], m: Matrix): void {
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    const end = i + (op === 3 ? 0 : op === 2 ? 6 : 2);
    for (; i < end; i += 2) {
      const [x, y] = [path[i], path[i + 1]];
      path[i] = m[0] * x! + m[2] * y! + m[4];
      path[i + 1] = m[1] * x! + m[3] * y! + m[5];
    }
  }
}

export function withAlpha(color: Color, alpha: number): Color {
  return alpha >= 1 ? color : color.withAlpha(color.a * Math.max(0, alpha));
}
