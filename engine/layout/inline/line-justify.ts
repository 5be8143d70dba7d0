/**
 * Justification (css-text-3 §6.4): distributes the remaining space of a line equally among its opportunities, namely
 * word separators and the gaps next to ideographs and symbols. `inter-word` uses word separators only,
 * `inter-character` every gap between clusters. Each text follows its own `text-justify`. Joined letters are never
 * separated. Their joins can be lengthened instead (text/kashida.ts): each chosen join grows equally, and the best joins
 * of the line are chosen first.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LinePiece, type LinePieces, PieceKind } from './line-pieces.ts';
import type { PreparedContent } from './prepared-content.ts';
import { runWidthPx, withAdvances } from './shaped-runs.ts';
import { lazily } from '../../lazily.ts';
import { isCursive } from '../../text/unicode-properties.ts';
import { isIdeographOrSymbol } from '../../text/ideographs-and-symbols.ts';
import { elongated, type Kashida, kashidasOf, type LongerJoin, tatweelWidth } from '../../text/kashida.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { isInvisible, isWordSeparator } from '../../text/spacing-characters.ts';
import { type LU, LU_PER_PX, luCeilFromPx } from '../../units.ts';

const TAB = 9;
const SPACE = 32;
const NO_BREAK_SPACE = 0xa0;

/** How lines are widened. */
type Justification = ComputedStyle['text']['textJustify'];

/** Widens the pieces of a line by up to `rest` in total, if there are opportunities. Returns the added width. */
export function justifyLine(prepared: PreparedContent, pieces: LinePieces, end: number, rest: LU): LU {
  return widenPieces(prepared, pieces, afterLastTab(prepared, pieces), pieces.count, null, end, rest);
}

/**
 * Returns the first piece after the line's tabs. Content up to the last tab stays at its tab stops (css-text-4 §7.1).
 */
function afterLastTab({ text }: PreparedContent, { list, count }: LinePieces): number {
  let from = count;
  while (from > 0) {
    const { run } = list[from - 1]!;
    if (run !== null && run.item >= 0 && text.charCodeAt(run.start) === TAB) break;
    from--;
  }
  return from;
}

/** Returns the number of justification opportunities in `[start, end)` of the content's text. */
export function opportunitiesInText({ text }: PreparedContent, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (isOpportunityAfter(text, i, end, 'auto')) count++;
  return count;
}

/**
 * Widens the pieces `[from, to)` of a line whose text ends at `end` by up to `rest`. Returns the added width. If `how`
 * is null, each text uses its own `text-justify`.
 */
export function widenPieces(
  prepared: PreparedContent,
  pieces: LinePieces,
  from: number,
  to: number,
  how: Justification | null,
  end: number,
  rest: LU,
): LU {
  const longer = how === null ? lengthenJoins(elongatable(prepared, pieces, from, to), end, rest) : 0;
  let count = 0;
  for (let k = from; k < to; k++) count += opportunitiesIn(prepared, pieces, k, end, how);
  if (count === 0 && longer === 0) return 0;
  const each = count === 0 ? 0 : (rest / LU_PER_PX - longer) / count;
  let added: LU = 0;
  // Text of one item and direction is rounded up as a whole, regardless of its fonts.
  let px = 0;
  let done: LU = 0;
  let previous: LinePiece | null = null;
  for (let k = from; k < to; k++) {
    const piece = pieces.list[k]!;
    if (piece.kind !== PieceKind.Text || piece.run === null || piece.inRuby) {
      previous = null;
      const gap = luCeilFromPx(opportunitiesIn(prepared, pieces, k, end, how) * each);
      piece.width += gap;
      added += gap;
      continue;
    }
    if (previous === null || previous.item !== piece.item || previous.level !== piece.level) px = done = 0;
    previous = piece;
    const own = opportunitiesIn(prepared, pieces, k, end, how);
    px += runWidthPx(piece.run) + own * each;
    if (own > 0) {
      if (hasOnlySpaces(prepared.text, piece.run, own)) piece.justification = each;
      else piece.run = spread(prepared.text, piece.run, end, how ?? justificationOf(prepared, piece.item), each);
    }
    const width = luCeilFromPx(px) - done;
    done += width;
    added += width - piece.width;
    piece.width = width;
  }
  return added;
}

/**
 * Returns the text pieces whose joins may be lengthened. This includes `inter-character`, which covers joined letters
 * too (css-text-3 §6.4.2).
 */
function elongatable(prepared: PreparedContent, { list }: LinePieces, from: number, to: number): LinePiece[] {
  const found: LinePiece[] = [];
  for (let k = from; k < to; k++) {
    const piece = list[k]!;
    if (piece.kind !== PieceKind.Text || (piece.run as ShapedRun).item < 0) continue;
    const how = justificationOf(prepared, piece.item);
    if (how === '-pagewright-kashida' || how === 'inter-character') found.push(piece);
  }
  return found;
}

function opportunitiesIn(
  prepared: PreparedContent,
  pieces: LinePieces,
  k: number,
  end: number,
  how: Justification | null,
): number {
  const piece = pieces.list[k]!;
  const { text } = prepared;
  if (piece.inRuby) return 0;
  // The gap after a ruby column counts like one after the last character of its base.
  if (piece.kind === PieceKind.Gap && piece.item > 0) {
    const root = prepared.styleOf(prepared.container).text.textJustify;
    return isOpportunityAfter(text, piece.item - 1, end, how ?? root) ? 1 : 0;
  }
  if (piece.kind !== PieceKind.Text) return 0;
  const run = piece.run as ShapedRun;
  if (run.item < 0) return 0;
  const own = how ?? justificationOf(prepared, piece.item);
  let count = 0;
  const stop = Math.min(run.end, end);
  for (let i = run.start; i < stop; i++) if (isOpportunityAfter(text, i, end, own)) count++;
  return count;
}

const justificationOf = (prepared: PreparedContent, item: number): Justification =>
  prepared.styleOf(prepared.items[item]!.box).text.textJustify;

/** Whether the line may be widened after the character at `i`. Never at the line's end. */
export function isOpportunityAfter(text: string, i: number, end: number, how: Justification): boolean {
  if (i + 1 >= end || how === 'none') return false;
  const unit = text.charCodeAt(i);
  if (unit === SPACE || unit === NO_BREAK_SPACE) return true;
  const c = isLowSurrogate(unit) && i > 0 ? text.codePointAt(i - 1)! : unit;
  if (c < 0x1361) {
    if (how === 'inter-word' || c === 0xad || c === 0x61c) return false;
  } else if (isWordSeparator(c)) return true;
  else if (how === 'inter-word' || isInvisible(c)) return false;
  // Characters separated only by zero-width characters count as adjacent.
  let at = i + 1;
  while (at < end && isInvisible(text.charCodeAt(at))) at++;
  if (at >= end) return false;
  const next = text.codePointAt(at)!;
  if (isLowSurrogate(next)) return false;
  if (how === 'inter-character') return !isMark(next) && !areJoined(text, i, c, next);
  return (isIdeographOrSymbol(c) || isIdeographOrSymbol(next)) && !isMark(next);
}

const isLowSurrogate = (c: number): boolean => (c & 0xfffffc00) === 0xdc00;

const MARK = lazily(() => /\p{M}/u);

/** Combining marks, emoji joiners and emoji skin tone modifiers. */
const isMark = (c: number): boolean =>
  c >= 0x300 && (c === 0x200d || (c >= 0x1f3fb && c <= 0x1f3ff) || MARK().test(String.fromCodePoint(c)));

/** css-text-3 §6.4.2: no gaps between letters of cursive scripts, even if these two don't join. */
function areJoined(text: string, i: number, c: number, next: number): boolean {
  if (!isCursive(next)) return false;
  let at = i;
  while (at > 0 && isMark(c)) c = text.charCodeAt(--at);
  return isCursive(c);
}

/** Whether all opportunities of the run are U+0020, so that the painter can add equal word spacing. */
function hasOnlySpaces(text: string, run: ShapedRun, opportunities: number): boolean {
  let spaces = 0;
  for (let i = run.start; i < run.end; i++) if (text.charCodeAt(i) === SPACE) spaces++;
  return spaces === opportunities && opportunities > 0 && !hasOther(text, run);
}

function hasOther(text: string, run: ShapedRun): boolean {
  for (let i = run.start; i < run.end; i++) {
    const c = text.charCodeAt(i);
    if (c === NO_BREAK_SPACE || isIdeographOrSymbol(c) || isLowSurrogate(c)) return true;
  }
  return false;
}

/**
 * Returns the run with `each` px added after every opportunity. For right-to-left clusters, the space goes to their
 * left.
 */
function spread(text: string, run: ShapedRun, end: number, how: Justification, each: number): ShapedRun {
  const { clusters } = run;
  const advances = Float64Array.from(run.advances);
  const rtl = (run.level & 1) === 1;
  let xOffsets: Float64Array | null = null;
  const count = clusters.length;
  for (let g = 0; g < count;) {
    const first = clusters[g]!;
    let after = g + 1;
    while (after < count && clusters[after] === first) after++;
    // The start of the logically next cluster.
    const beside = rtl ? g - 1 : after;
    const next = beside >= 0 && beside < count ? clusters[beside]! : run.end;
    let extra = 0;
    for (let i = first; i < next && i < end; i++) if (isOpportunityAfter(text, i, end, how)) extra += each;
    // The visually last glyph of a cluster gets the space of all its characters.
    advances[after - 1]! += extra;
    if (rtl && extra !== 0 && text.charCodeAt(first) !== SPACE) {
      xOffsets ??= run.xOffsets === null ? new Float64Array(count) : Float64Array.from(run.xOffsets);
      for (let k = g; k < after; k++) xOffsets[k]! += extra;
    }
    g = after;
  }
  return withAdvances(run, advances, xOffsets ?? run.xOffsets);
}

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
function lengthenJoins(pieces: readonly LinePiece[], end: number, rest: LU): number {
  const joins = pieces.flatMap((piece) => joinsOf(piece, end));
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
    const changed = elongated(run, list);
    if (changed === null) continue;
    added += runWidthPx(changed) - runWidthPx(run);
    piece.run = changed;
  }
  return added;
}

function joinsOf(piece: LinePiece, end: number): PieceJoin[] {
  if (piece.kind !== PieceKind.Text || piece.run === null || piece.inRuby || piece.run.item < 0) return [];
  const least = tatweelWidth(piece.run);
  if (least === 0) return [];
  return kashidasOf(piece.run, end).map(({ at, rank }) => ({ at, rank, piece, least }));
}
