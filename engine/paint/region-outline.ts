/** The outline around a set of rectangles. CSS px. */
import { PathOp } from './display-list.ts';
import type { Rect } from './rects.ts';

/** Directions, clockwise with y down. The region is to the right of its edges. */
const RIGHT = 0;
const DOWN = 1;
const LEFT = 2;
const UP = 3;

/** A closed polygon of horizontal and vertical edges: x and y of each corner. */
type Loop = readonly number[];

/** Adds the outline of all rectangles to a path. Each corner is rounded as far as its edges permit. */
export function addRegion(path: number[], rects: readonly Rect[], radius: number): number[] {
  for (const loop of loopsOf(rects)) addLoop(path, loop, radius);
  return path;
}

function loopsOf(rects: readonly Rect[]): Loop[] {
  const xs = edgesOf(rects.flatMap(({ x, width }) => [x, x + width]));
  const ys = edgesOf(rects.flatMap(({ y, height }) => [y, y + height]));
  const columns = xs.length;
  const outgoing = outgoingEdges(coveredCells(rects, xs, ys), columns, ys.length);
  const steps = [1, columns, -1, -columns];
  const loops: number[][] = [];
  for (let start = 0; start < outgoing.length; start++) {
    while (outgoing[start] !== 0) {
      const loop: number[] = [];
      let at = start;
      let before = -1;
      do {
        const direction = nextDirection(outgoing[at]!, before);
        outgoing[at]! &= ~(1 << direction);
        if (direction !== before) loop.push(xs[at % columns]!, ys[Math.floor(at / columns)]!);
        before = direction;
        at += steps[direction]!;
      } while (at !== start);
      loops.push(loop);
    }
  }
  return loops;
}

const edgesOf = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/**
 * Returns which cells between neighboring edges are covered by a rectangle. A margin of uncovered cells surrounds them.
 */
function coveredCells(rects: readonly Rect[], xs: readonly number[], ys: readonly number[]): Uint8Array {
  const row = xs.length + 1;
  const cells = new Uint8Array(row * (ys.length + 1));
  for (const { x, y, width, height } of rects) {
    const [left, right] = [xs.indexOf(x) + 1, xs.indexOf(x + width) + 1];
    const [top, bottom] = [ys.indexOf(y) + 1, ys.indexOf(y + height) + 1];
    for (let j = top; j < bottom; j++) cells.fill(1, j * row + left, j * row + right);
  }
  return cells;
}

/** Returns, for each crossing of edges, the directions in which the outline continues, as bits. */
function outgoingEdges(cells: Uint8Array, columns: number, rows: number): Uint8Array {
  const row = columns + 1;
  const outgoing = new Uint8Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const cell = (j + 1) * row + i + 1;
      const [southEast, northEast, southWest, northWest] = [
        cells[cell],
        cells[cell - row],
        cells[cell - 1],
        cells[cell - row - 1],
      ];
      let bits = 0;
      if (southEast === 1 && northEast === 0) bits |= 1 << RIGHT;
      if (southWest === 1 && southEast === 0) bits |= 1 << DOWN;
      if (northWest === 1 && southWest === 0) bits |= 1 << LEFT;
      if (northEast === 1 && northWest === 0) bits |= 1 << UP;
      outgoing[j * columns + i] = bits;
    }
  }
  return outgoing;
}

/**
 * Returns the direction in which an outline continues. Two parts of a region that touch at a corner have separate
 * outlines.
 */
function nextDirection(bits: number, before: number): number {
  for (const turn of before < 0 ? [0, 1, 2, 3] : [1, 0, 3]) {
    const direction = before < 0 ? turn : (before + turn) % 4;
    if ((bits & (1 << direction)) !== 0) return direction;
  }
  throw new Error('assertion failed: outlines are closed');
}

function addLoop(path: number[], loop: Loop, radius: number): void {
  const count = loop.length / 2;
  const corner = (i: number): [number, number] => [loop[2 * (i % count)]!, loop[2 * (i % count) + 1]!];
  for (let i = 0; i < count; i++) {
    const [x0, y0] = corner(i + count - 1);
    const [x, y] = corner(i);
    const [x1, y1] = corner(i + 1);
    const before = Math.hypot(x - x0, y - y0);
    const after = Math.hypot(x1 - x, y1 - y);
    const r = Math.min(radius, before / 2, after / 2);
    const [fromX, fromY] = [x + ((x0 - x) * r) / before, y + ((y0 - y) * r) / before];
    const [toX, toY] = [x + ((x1 - x) * r) / after, y + ((y1 - y) * r) / after];
    path.push(i === 0 ? PathOp.Move : PathOp.Line, fromX, fromY);
    // A quadratic curve towards the corner.
    path.push(PathOp.Curve, towards(fromX, x), towards(fromY, y), towards(toX, x), towards(toY, y), toX, toY);
  }
  path.push(PathOp.Close);
}

const towards = (end: number, corner: number): number => end + (2 / 3) * (corner - end);
