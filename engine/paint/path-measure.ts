/** Finds the point at a distance along a path, and the direction of the path there. */
import type { Budget } from '../budget.ts';
import { type Path, PathOp } from './display-list.ts';
import { cubicAt } from './flatten-path.ts';

/** Budget ticks for measuring one curve. */
const TICKS_PER_CURVE = 8;

/** Number of pieces for measuring a curve's length. */
const CURVE_PIECES = 64;

export interface PointOnPath {
  readonly x: number;
  readonly y: number;
  /** The direction of the path, in degrees clockwise from the x axis. */
  readonly degrees: number;
}

/** A line (two points) or a cubic curve (four points), as coordinates. */
interface Segment {
  readonly points: readonly number[];
  readonly length: number;
}

/** A path's segments with their lengths. Gaps between subpaths have length 0. */
export class MeasuredPath {
  private readonly segments: Segment[] = [];
  /** The end of each segment, measured from the start of the path. */
  private readonly ends: number[] = [];
  private readonly startX: number = 0;
  private readonly startY: number = 0;
  length = 0;
  /** Whether the path is a single loop. Distances beyond its end start again at the beginning. */
  readonly isLoop: boolean;

  constructor(path: Path, budget: Budget) {
    let [x, y, fromX, fromY] = [0, 0, 0, 0];
    let subpaths = 0;
    for (let i = 0; i < path.length;) {
      const op = path[i++];
      if (op === PathOp.Move) {
        [x, y] = [fromX, fromY] = [path[i]!, path[i + 1]!];
        if (subpaths++ === 0) [this.startX, this.startY] = [x, y];
        i += 2;
        continue;
      }
      const end = op === PathOp.Close ? [fromX, fromY] : path.slice(i, i + (op === PathOp.Curve ? 6 : 2));
      budget.tickBy(op === PathOp.Curve ? TICKS_PER_CURVE : 1);
      this.add([x, y, ...end]);
      if (op !== PathOp.Close) i += end.length;
      [x, y] = [end[end.length - 2]!, end[end.length - 1]!];
    }
    this.isLoop = subpaths === 1 && path[path.length - 1] === PathOp.Close;
  }

  private add(points: readonly number[]): void {
    let length = 0;
    if (points.length === 4) length = Math.hypot(points[2]! - points[0]!, points[3]! - points[1]!);
    else for (const piece of curvePieces(points)) length += piece;
    if (length <= 0) return;
    this.segments.push({ points, length });
    this.length += length;
    this.ends.push(this.length);
  }

  /**
   * Returns the point at a distance from the start. Distances wrap around loops, and are clamped to the ends of other
   * paths.
   */
  at(distance: number): PointOnPath {
    let left = this.isLoop && this.length > 0 ? modulo(distance, this.length) : Math.min(distance, this.length);
    left = Math.max(0, left);
    if (this.segments.length === 0) return { x: this.startX, y: this.startY, degrees: 0 };
    const i = this.segmentAt(left);
    const { points, length } = this.segments[i]!;
    left -= i === 0 ? 0 : this.ends[i - 1]!;
    return pointOf(points, parameterAt(points, left, length));
  }

  /** Returns the first segment that ends at or beyond a distance, or the last one. */
  private segmentAt(distance: number): number {
    let low = 0;
    for (let high = this.ends.length - 1; low < high;) {
      const middle = (low + high) >> 1;
      if (this.ends[middle]! < distance) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function modulo(value: number, period: number): number {
  return value - period * Math.floor(value / period);
}

/** Returns the curve parameter, 0 to 1, at a distance from the curve's start. */
function parameterAt(points: readonly number[], distance: number, length: number): number {
  if (points.length === 4) return distance / length;
  let left = distance;
  const pieces = curvePieces(points);
  for (let k = 0; k < pieces.length; k++) {
    if (left <= pieces[k]!) return (k + (pieces[k]! > 0 ? left / pieces[k]! : 0)) / CURVE_PIECES;
    left -= pieces[k]!;
  }
  return 1;
}

function curvePieces(points: readonly number[]): number[] {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = points as readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const pieces: number[] = [];
  let [x, y] = [x0, y0];
  for (let k = 1; k <= CURVE_PIECES; k++) {
    const t = k / CURVE_PIECES;
    const nextX = cubicAt(t, x0, x1, x2, x3);
    const nextY = cubicAt(t, y0, y1, y2, y3);
    pieces.push(Math.hypot(nextX - x, nextY - y));
    [x, y] = [nextX, nextY];
  }
  return pieces;
}

function pointOf(points: readonly number[], t: number): PointOnPath {
  const [x0, y0, x1, y1] = points;
  const s = 1 - t;
  if (points.length === 4)
    return { x: s * x0! + t * x1!, y: s * y0! + t * y1!, degrees: direction(x1! - x0!, y1! - y0!) };
  const [, , , , x2, y2, x3, y3] = points;
  const dx = s * s * (x1! - x0!) + 2 * s * t * (x2! - x1!) + t * t * (x3! - x2!);
  const dy = s * s * (y1! - y0!) + 2 * s * t * (y2! - y1!) + t * t * (y3! - y2!);
  // If control points coincide with the ends, the chord gives the direction.
  const degrees = dx === 0 && dy === 0 ? direction(x3! - x0!, y3! - y0!) : direction(dx, dy);
  return { x: cubicAt(t, x0!, x1!, x2!, x3!), y: cubicAt(t, y0!, y1!, y2!, y3!), degrees };
}

function direction(dx: number, dy: number): number {
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}
