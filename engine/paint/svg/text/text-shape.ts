/** The interior of shapes in which text flows (svg2 §11.7.3, `shape-inside`), in bands of line height. User units. */
import type { Path } from '../../display-list.ts';
import { flatten } from '../../flatten-path.ts';

/** Room for a piece of a line, from `start` to `end` along it. */
export interface Room {
  readonly start: number;
  readonly end: number;
}

/** Number of straight pieces per curve. */
const PIECES = 16;
/** Minimum number of divisions of a band. The interior is tested at each one. */
const LOOKS = 4;
/** A shape's outline as straight edges, filled by the rule `evenodd` or `nonzero`. */
export class TextShape {
  readonly top: number;
  readonly bottom: number;
  /** Edges as x0 y0 x1 y1, with every subpath closed. x is along the lines, y across them. */
  private readonly edges: readonly number[];
  private readonly evenOdd: boolean;
  private readonly heights: readonly number[];

  /**
   * Creates a shape from its path. `isTurned`: lines are vertical, from left to right, or from right to left if
   * `isReversed`.
   */
  constructor(path: Path, evenOdd: boolean, isTurned: boolean, isReversed: boolean) {
    const edges = flatten(path, PIECES, true);
    for (let i = 0; isTurned && i < edges.length; i += 2)
      [edges[i], edges[i + 1]] = [edges[i + 1]!, isReversed ? -edges[i]! : edges[i]!];
    this.edges = edges;
    this.evenOdd = evenOdd;
    this.heights = edges.filter((_, i) => i % 4 === 1).toSorted((a, b) => a - b);
    this.top = this.heights[0] ?? 0;
    this.bottom = this.heights.at(-1) ?? 0;
  }

  /**
   * Returns the ranges where a band is completely inside, less `padding` at both ends. Passes the number of tested
   * edges to `look`.
   */
  rooms(top: number, bottom: number, padding: number, look: (edges: number) => void): Room[] {
    const between = this.heights.filter((y) => y > top && y < bottom);
    for (let i = 0; i <= LOOKS; i++) between.push(top + ((bottom - top) * i) / LOOKS);
    let rooms: Room[] | null = null;
    // Tests slightly inside the band, because its edges can coincide with the shape's.
    const nudge = (bottom - top) * 1e-6;
    for (const y of between) {
      look(this.heights.length);
      const across = this.inside(Math.min(bottom - nudge, Math.max(top + nudge, y)));
      rooms = rooms === null ? across : common(rooms, across);
    }
    return (rooms ?? [])
      .map(({ start, end }) => ({ start: start + padding, end: end - padding }))
      .filter(({ start, end }) => end > start);
  }

  private inside(y: number): Room[] {
    const crossings: { x: number; winding: number }[] = [];
    const { edges } = this;
    for (let i = 0; i < edges.length; i += 4) {
      const [x0, y0, x1, y1] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
      if (y0 <= y === y1 <= y) continue;
      crossings.push({ x: x0 + ((x1 - x0) * (y - y0)) / (y1 - y0), winding: y1 > y0 ? 1 : -1 });
    }
    crossings.sort((a, b) => a.x - b.x);
    const rooms: Room[] = [];
    let winding = 0;
    crossings.forEach(({ x, winding: by }, i) => {
      winding += this.evenOdd ? 1 : by;
      const isInside = this.evenOdd ? winding % 2 === 1 : winding !== 0;
      const next = crossings[i + 1];
      if (isInside && next && next.x > x) rooms.push({ start: x, end: next.x });
    });
    return joined(rooms);
  }
}

function joined(rooms: readonly Room[]): Room[] {
  const out: Room[] = [];
  for (const room of rooms) {
    const last = out.at(-1);
    if (last && room.start - last.end < 1e-9) out[out.length - 1] = { start: last.start, end: room.end };
    else out.push(room);
  }
  return out;
}

function common(a: readonly Room[], b: readonly Room[]): Room[] {
  const out: Room[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const start = Math.max(a[i]!.start, b[j]!.start);
    const end = Math.min(a[i]!.end, b[j]!.end);
    if (end > start) out.push({ start, end });
    if (a[i]!.end < b[j]!.end) i++;
    else j++;
  }
  return out;
}
