/**
 * Leaders (css-content-3 §4): a string repeated between two pieces of text to fill the remaining space of the line. In
 * the flat text, a leader is an atomic inline as long as one copy, so line breaking reserves at least that much. Here
 * the line is known, and its leaders share the remaining space.
 */
import type { Box } from '../../boxes/box.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { LinePieces } from './line-pieces.ts';
import { runWidthPx, withGlyphs } from './shaped-runs.ts';

const SPACE = 32;

/** Returns the string of a leader, or null if the box isn't a leader. */
export function leaderPattern({ data }: Box): string | null {
  return data?.type === 'leader' ? data.pattern : null;
}

/** A leader on the current line. Its piece initially holds one copy. */
export interface LineLeader {
  readonly piece: number;
  readonly pattern: string;
}

/**
 * Lengthens the leaders of a line by `rest` in total. Copies are aligned to a grid from the line's end edge, so that
 * leaders of consecutive lines align. `rtl` means that the end edge is on the left.
 */
export function fillLeaders(leaders: readonly LineLeader[], pieces: LinePieces, rest: LU, rtl: boolean): void {
  const each = Math.floor(rest / leaders.length);
  leaders.forEach(({ piece }, i) => {
    pieces.list[piece]!.width += i === leaders.length - 1 ? rest - each * (leaders.length - 1) : each;
  });
  for (const { piece, pattern } of leaders) {
    const target = pieces.list[piece]!;
    const { run } = target;
    if (run === null) continue;
    const copy = runWidthPx(run);
    const room = target.width / LU_PER_PX;
    if (!(copy > 0)) continue;
    const after = widthAfter(pieces, piece, rtl) / LU_PER_PX;
    const { count, endGap } = copiesIn(room, after, copy);
    const gaps = { end: endGap, start: Math.max(0, room - endGap - count * copy) };
    target.run = repeated(run, pattern.length, count, rtl ? gaps.end : gaps.start, rtl ? gaps.start : gaps.end);
    target.replacement = ` ${pattern.repeat(count)} `;
  }
}

/**
 * Returns how many copies fit into `room` at the distance `after` from the line's end edge, and the gap after the last
 * copy.
 */
function copiesIn(room: number, after: number, copy: number): { count: number; endGap: number } {
  const first = Math.ceil(after / copy - 1e-6);
  const last = Math.floor((after + room) / copy + 1e-6);
  const endGap = Math.max(0, first * copy - after);
  if (last > first) return { count: last - first, endGap };
  // At least one copy must be visible, even off the grid.
  return { count: 1, endGap: Math.max(0, Math.min(endGap, room - copy)) };
}

/** Returns the width between a piece and the line's end edge. */
function widthAfter(pieces: LinePieces, piece: number, rtl: boolean): LU {
  const at = pieces.order.indexOf(piece);
  let width: LU = 0;
  for (let k = rtl ? 0 : at + 1; k < (rtl ? at : pieces.count); k++) width += pieces.list[pieces.order[k]!]!.width;
  return width;
}

/** Returns `count` adjacent copies of a run, between two spaces as wide as the gaps. */
function repeated(run: ShapedRun, length: number, count: number, leftGap: number, rightGap: number): ShapedRun {
  const own = run.glyphIds.length;
  const total = own * count + 2;
  const glyphs = new Uint32Array(total);
  const advances = new Float64Array(total);
  const clusters = new Uint32Array(total);
  const rtl = (run.level & 1) === 1;
  const end = 1 + length * count;
  glyphs[0] = glyphs[total - 1] = run.face.glyphFor(SPACE);
  advances[0] = leftGap;
  advances[total - 1] = rightGap;
  clusters[0] = rtl ? end : 0;
  clusters[total - 1] = rtl ? 0 : end;
  for (let k = 0; k < count; k++) {
    const start = 1 + length * (rtl ? count - 1 - k : k);
    for (let g = 0; g < own; g++) {
      const at = 1 + k * own + g;
      glyphs[at] = run.glyphIds[g]!;
      advances[at] = run.advances[g]!;
      clusters[at] = start + run.clusters[g]!;
    }
  }
  return withGlyphs(run, 0, end + 1, glyphs, advances, clusters);
}
