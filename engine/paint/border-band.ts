/** The area between the outer and inner edge of a border. Sides without a width are excluded. */
import { type Edge, isPresent } from './border-sides.ts';
import { PathOp } from './display-list.ts';
import { addCorner } from './corner-contour.ts';
import { ROUND_CORNER } from '../css/values/border.ts';
import { addToPath, pathOf, type RoundedRect } from './rounded-rect.ts';

interface Band {
  readonly path: number[];
  readonly evenOdd: boolean;
}

/** `edges`: top, right, bottom, left. */
export function borderBand(outer: RoundedRect, inner: RoundedRect, edges: readonly Edge[]): Band {
  const isAll = edges.every(isPresent);
  if (isAll || outer.shapes !== undefined || inner.width <= 0 || inner.height <= 0)
    return { path: addToPath(pathOf(outer), inner), evenOdd: true };
  const path: number[] = [];
  // Viewers draw hairlines along coinciding edges, so each run of sides gets a separate outline.
  for (let side = 0; side < 4; side++) {
    if (!isPresent(edges[side]!) || isPresent(edges[(side + 3) % 4]!)) continue;
    let count = 1;
    while (count < 4 && isPresent(edges[(side + count) % 4]!)) count++;
    addRun(path, outer, inner, side, count);
  }
  return { path, evenOdd: false };
}

/** A corner: start and end of its curve, clockwise, and the corner point of the rectangle. */
type Corner = readonly [x0: number, y0: number, x: number, y: number, x1: number, y1: number];

/** Returns the corners of a rectangle, clockwise from the start of its top side. */
function cornersOf({ x, y, width, height, radii }: RoundedRect): readonly Corner[] {
  const [tlx, tly, trx, tryy, brx, bry, blx, bly] = radii ?? [0, 0, 0, 0, 0, 0, 0, 0];
  const [right, bottom] = [x + width, y + height];
  return [
    [x, y + tly, x, y, x + tlx, y],
    [right - trx, y, right, y, right, y + tryy],
    [right, bottom - bry, right, bottom, right - brx, bottom],
    [x + blx, bottom, x, bottom, x, bottom - bly],
  ];
}

/** Adds the outline of `count` sides from one on, with the corners at both ends. */
function addRun(path: number[], outer: RoundedRect, inner: RoundedRect, side: number, count: number): void {
  const [out, within] = [cornersOf(outer), cornersOf(inner)];
  const start = out[side]!;
  path.push(PathOp.Move, start[0], start[1]);
  for (let i = 0; i <= count; i++) addArc(path, out[(side + i) % 4]!);
  for (let i = count; i >= 0; i--) {
    const [x0, y0, x, y, x1, y1] = within[(side + i) % 4]!;
    addArc(path, [x1, y1, x, y, x0, y0]);
  }
  path.push(PathOp.Close);
}

function addArc(path: number[], [x0, y0, x, y, x1, y1]: Corner): void {
  path.push(PathOp.Line, x0, y0);
  if (x0 !== x1 || y0 !== y1) addCorner(path, ROUND_CORNER, x0, y0, x, y, x1, y1);
}
