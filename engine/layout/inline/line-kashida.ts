/** Lines filled by longer joins of Arabic letters (text/kashida.ts): each lengthened join gets the same, the best ones of the line first. */
import { LU_PER_PX, type LU } from '../../units.ts';
import type { Kashida, LongerJoin, ShapedRun } from '../../text/paragraph.ts';
import { type LinePiece, PieceKind } from './line-pieces.ts';
import type { PreparedContent } from './prepared-content.ts';
import { runWidthPx } from './shaped-runs.ts';

/** A join grows by no more than this share of an em; what is left of the line widens its spaces. */
const LONGEST = 0.6;

/** A join of a piece's run. */
interface PieceJoin extends Kashida {
  readonly piece: LinePiece;
  /** The width of a tatweel, which is the least by which it grows; CSS px. */
  readonly least: number;
}

/** Lengthens joins in pieces of a line, whose text ends at `end`, to fill no more than `rest`; returns by how many px. */
export function lengthenJoins(prepared: PreparedContent, pieces: readonly LinePiece[], end: number, rest: LU): number {
  const joins = pieces.flatMap((piece) => joinsOf(prepared, piece, end));
  // Of equal ones those nearer to the line's end.
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
