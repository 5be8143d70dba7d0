/**
 * Leaders (css-content-3 §4): a string written again and again between the text before and the text after it, as often as the line has room. In the flat
 * text a leader is an atomic inline that is as long as one copy, so that lines are broken with at least that; here its line is known, and what is left
 * of it is shared among its leaders.
 */
import type { Box } from '../../boxes/box.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { LinePieces } from './line-pieces.ts';
import { runWidthPx, withGlyphs } from './shaped-runs.ts';

const SPACE = 32;

/** The string of a leader; null: the box is none. */
export function leaderPattern({ data }: Box): string | null {
  return data?.type === 'leader' ? data.pattern : null;
}

/** A leader on the line that is being made: its piece, which has one copy so far. */
export interface LineLeader {
  readonly piece: number;
  readonly pattern: string;
}

/**
 * Lengthens the leaders of a line by `rest` in all. Copies stand on a grid from the line's end edge on, so that those of lines below one another are
 * aligned. `rtl`: that edge is the left one.
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

/** How many copies fit between two distances from the line's end edge, and how far the last of them stays away from what comes after. */
function copiesIn(room: number, after: number, copy: number): { count: number; endGap: number } {
  const first = Math.ceil(after / copy - 1e-6);
  const last = Math.floor((after + room) / copy + 1e-6);
  const endGap = Math.max(0, first * copy - after);
  if (last > first) return { count: last - first, endGap };
  // One copy must be seen, on the grid or not.
  return { count: 1, endGap: Math.max(0, Math.min(endGap, room - copy)) };
}

/** What stands between a piece and the line's end edge. */
function widthAfter(pieces: LinePieces, piece: number, rtl: boolean): LU {
  const at = pieces.order.indexOf(piece);
  let width: LU = 0;
  for (let k = rtl ? 0 : at + 1; k < (rtl ? at : pieces.count); k++) width += pieces.list[pieces.order[k]!]!.width;
  return width;
}

/** `count` copies of a run side by side, between two spaces as wide as the gaps. */
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
