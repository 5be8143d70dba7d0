/**
 * Closes the seams between filled rectangles that touch. Viewers antialias each rectangle separately, so where two of
 * them share an edge between pixels, the paper shows through. The rectangle that is painted first therefore extends
 * under the one painted over it. Printers call this trapping.
 */
import type { Color } from '../css/color.ts';
import type { Command } from '../paint/display-list.ts';
import type { Scope } from './canvas-scope.ts';
import type { Bounds } from './bounds.ts';

/**
 * How far a rectangle extends under its neighbor, in px: more than a device pixel of a page that is shown at half its
 * size.
 */
const REACH = 2;

/** The rounding error of layout, in px. Edges that should coincide may be this far apart. */
const UNIT = 1 / 64;

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 1.5 * UNIT;

/** Maximum number of edges kept per line, so that the cost stays linear in the number of rectangles. */
const MOST = 64;

/** A section of a side that extends under a neighbor. */
interface Trap {
  /** Whether the neighbor is at the left or right. */
  readonly across: boolean;
  /** Whether the neighbor is at the right or below. */
  readonly after: boolean;
  /** Along the side. */
  readonly from: number;
  readonly to: number;
  /** How far it reaches. */
  readonly by: number;
}

/** An opaque rectangle, and its sections that extend under later ones. */
export class TrappedRect {
  readonly type = 'trapped';
  readonly bounds: Bounds;
  readonly color: Color;
  private readonly traps: Trap[] = [];

  constructor(bounds: Bounds, color: Color) {
    this.bounds = bounds;
    this.color = color;
  }

  /** Extends under a rectangle that is painted over this one, along the section where they touch. */
  reachUnder(over: Bounds): void {
    const { x0, y0, x1, y1 } = this.bounds;
    const across = isSame(over.x0, x1) || isSame(over.x1, x0);
    const from = across ? Math.max(y0, over.y0) : Math.max(x0, over.x0);
    const to = across ? Math.min(y1, over.y1) : Math.min(x1, over.x1);
    if (from >= to) return;
    const by = Math.min(REACH, across ? over.x1 - over.x0 : over.y1 - over.y0);
    this.traps.push({ across, after: across ? isSame(over.x0, x1) : isSame(over.y0, y1), from, to, by });
  }

  /**
   * Fills it. Viewers snap only rectangles to their pixels. Everything is therefore a rectangle, and edges that remain
   * visible are filled once.
   */
  fill(out: Command[]): void {
    const { color } = this;
    const { x0, y0, x1, y1 } = this.bounds;
    const whole = { x0, y0, x1, y1 };
    const rest: Trap[] = [];
    let axis: boolean | null = null;
    for (const trap of this.traps) {
      const { across, after, from, to, by } = trap;
      const isWhole = across ? from === y0 && to === y1 : from === x0 && to === x1;
      if (!isWhole || (axis !== null && axis !== across)) {
        rest.push(trap);
        continue;
      }
      axis = across;
      if (across && after) whole.x1 = x1 + by;
      else if (across) whole.x0 = x0 - by;
      else if (after) whole.y1 = y1 + by;
      else whole.y0 = y0 - by;
    }
    fillBounds(out, whole, color);
    for (const { across, after, from, to, by } of rest) {
      const inside = Math.min(by, across ? x1 - x0 : y1 - y0);
      const edge = across ? (after ? x1 : x0) : after ? y1 : y0;
      const [start, end] = after ? [edge - inside, edge + by] : [edge - by, edge + inside];
      fillBounds(
        out,
        across ? { x0: start, y0: from, x1: end, y1: to } : { x0: from, y0: start, x1: to, y1: end },
        color,
      );
    }
  }

  /** Returns the bounds of everything that is filled. */
  extent(): Bounds {
    const { x0, y0, x1, y1 } = this.bounds;
    const all = { x0, y0, x1, y1 };
    for (const { across, after, by } of this.traps) {
      if (across && after) all.x1 = Math.max(all.x1, x1 + by);
      else if (across) all.x0 = Math.min(all.x0, x0 - by);
      else if (after) all.y1 = Math.max(all.y1, y1 + by);
      else all.y0 = Math.min(all.y0, y0 - by);
    }
    return all;
  }
}

function fillBounds(out: Command[], { x0, y0, x1, y1 }: Bounds, color: Color): void {
  out.push({ type: 'fillRect', x: x0, y: y0, width: x1 - x0, height: y1 - y0, color });
}

/** The sides of the rectangles painted under one transformation and clip, by the line that contains them. */
class Sides {
  private readonly sides = [new Map(), new Map(), new Map(), new Map()] as readonly Map<number, TrappedRect[]>[];

  add(rect: TrappedRect): void {
    const { x0, y0, x1, y1 } = rect.bounds;
    const [lefts, tops, rights, bottoms] = this.sides as [Side, Side, Side, Side];
    for (const [facing, at] of [
      [rights, x0],
      [lefts, x1],
      [bottoms, y0],
      [tops, y1],
    ] as const) {
      const line = lineOf(at);
      for (let near = line - 1; near <= line + 1; near++) {
        const below = facing.get(near);
        if (below !== undefined) for (const one of below) one.reachUnder(rect.bounds);
      }
    }
    note(lefts, x0, rect);
    note(rights, x1, rect);
    note(tops, y0, rect);
    note(bottoms, y1, rect);
  }
}

type Side = Map<number, TrappedRect[]>;

const lineOf = (at: number): number => Math.round(at / UNIT);

function note(side: Side, at: number, rect: TrappedRect): void {
  const line = lineOf(at);
  const known = side.get(line);
  if (known === undefined) side.set(line, [rect]);
  else {
    if (known.length >= MOST) known.shift();
    known.push(rect);
  }
}

/** Records the opaque rectangles of a page or a group in painting order. */
export class Traps {
  private readonly states = new Map<Scope, Sides>();

  /** Records a rectangle that is painted in a scope, and extends the rectangles that it touches under it. */
  add(bounds: Bounds, scope: Scope, color: Color): TrappedRect {
    let state = scope;
    while (state.kind === 'tag' && state.parent !== null) state = state.parent;
    let sides = this.states.get(state);
    if (sides === undefined) this.states.set(state, (sides = new Sides()));
    const rect = new TrappedRect(bounds, color);
    sides.add(rect);
    return rect;
  }
}
