/**
 * Fills lines by lengthening joins of Arabic letters (text/kashida.ts). Each chosen join grows equally, and the best
 * joins of the line are chosen first.
 */
import { LU_PER_PX, type LU } from '../../units.ts';
import type { Kashida, LongerJoin, ShapedRun } from '../../text/paragraph.ts';
import { type LinePiece, PieceKind } from './line-pieces.ts';
import type { PreparedContent } from './prepared-content.ts';
import { runWidthPx } from './shaped-runs.ts';

/** Maximum growth of a join in em. The remaining space widens the spaces of the line. */
const LONGEST = 0.6;

/** A join of a piece's run. */
interface PieceJoin extends Kashida {
  readonly piece: LinePiece;
  /** Width of a tatweel in CSS px, the minimum growth of this join. */
  readonly least: number;
}

/**
 * Lengthens joins in pieces of a line, whose text ends at `end`, by up to `rest` in total. Returns the added width in
 * px.
 */
export function lengthenJoins(prepared: PreparedContent, pieces: readonly LinePiece[], end: number, rest: LU): number {
  const joins = pieces.flatMap((piece) => joinsOf(prepared, piece, end));
  // Of equally ranked joins, those nearer to the line's end come first.
  joins.sort((a, b) => a.rank - b.rank || b.at - a.at);
  let room = rest / LU_PER_PX;
  let count = 0;
  while (count < joins.length && joins[count]!.least <= room) room -= joins[count++]!.least;
  if (count === 0) return 0;
  const each = rest / LU_PER_PX / count;
  const longer = new Map<LinePiece, LongerJoin[]>();
  for (const { piece, at, least } of joins.slice(0, count)) {
    const px = Math.max(least, Math.min(each, LONGEST * (piece.run as ShapedRun).fontSize));
    let list = longer.get(piece);
    if (list === undefined) longer.set(piece, (list = []));
    list.push({ at, px });
  }
  let added = 0;
  for (const [piece, list] of longer) {
    const run = piece.run as ShapedRun;
    list.sort((a, b) => a.at - b.at);
    const changed = prepared.paragraph.elongated(run, list);
    if (changed === null) continue;
    added += runWidthPx(changed) - runWidthPx(run);
    piece.run = changed;
  }
  return added;
}

function joinsOf({ paragraph }: PreparedContent, piece: LinePiece, end: number): PieceJoin[] {
  if (piece.kind !== PieceKind.Text || piece.run === null || piece.inRuby || piece.run.item < 0) return [];
  const least = paragraph.tatweelWidth(piece.run);
  if (least === 0) return [];
  return paragraph.kashidas(piece.run, end).map(({ at, rank }) => ({ at, rank, piece, least }));
}
