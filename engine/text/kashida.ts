/**
 * Kashida: lengthens joins of Arabic letters with U+0640 to fill a line (css-text-3 §6.4.2). The tatweels exist only in
 * shaping. They belong to the letter before them, so text extraction finds no characters that the document lacks.
 *
 * HarfBuzz reports where the font can lengthen a join without changing the adjacent letters. Each word uses at most one
 * such place, chosen by the ranks of calligraphy for the adjacent letters.
 */
import { finishGlyphs, GlyphRun } from './glyph-run.ts';
import type { ShapedRun } from './paragraph.ts';
import { lazily } from '../lazily.ts';

const TATWEEL = '\u0640';
/** Minimum width of a usable tatweel in em. */
const LEAST_TATWEEL = 0.05;
/** Minimum visible fraction of a tatweel's width; the rest may overlap. */
const LEAST_SHOWN = 0.4;
/** Number of characters shaped as context next to a run. */
const CONTEXT = 8;
const ROUNDING = 1e-6;

/** Letters that join only with the letter before them. */
const RIGHT_JOINING = new Set(
  Array.from(
    'آأؤإاةدذرزوٱٲٳٵٶٷڈډڊڋڌڍڎڏڐڑڒړڔڕږڗژڙۀۃۄۅۆۇۈۉۊۋۍۏےۓەۮۯ\u0759\u075a\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u08aa\u08ab\u08ac\u08ae\u08b1\u08b2\u08b9',
  ),
);
/** The rank of a join after or before a letter. Letters that differ only in their dots have the same rank. */
const AFTER_SEEN_AND_SAD = new Set(Array.from('سشصضښڛڜڝڞۺۻ'));
const BEFORE_DAL_AND_HEH = new Set(Array.from('ةهۀۃدذڈډڊڋڌڍڎڏڐ'));
const BEFORE_TALL = new Set(Array.from('اأإآٱطظلكکگڪګڬڭڮلڵڶڷڸ'));
const BEFORE_REH_AND_YEH = new Set(Array.from('رزيیىېےڑژ'));
const BEFORE_WAW_AND_AIN = new Set(Array.from('وؤعغقفڤڨ'));
const TEETH = new Set(Array.from('بتثپٹنيیئ'));

const MARK = lazily(() => /\p{M}/u);
const LETTER = lazily(() => /\p{L}/u);

/** A join of letters that can be lengthened. */
export interface Kashida {
  /** The text index of the letter after the join. */
  readonly at: number;
  /** Lower is better. */
  readonly rank: number;
}

/** A join and its extra length in px. */
export interface LongerJoin {
  readonly at: number;
  readonly px: number;
}

/** Returns the width of a run's tatweel in px; 0 if its joins can't be lengthened. */
export function tatweelWidth(run: ShapedRun): number {
  if (!(run instanceof GlyphRun)) return 0;
  const { segment } = run;
  const { face } = segment.choice;
  if (segment.settings.script !== 'Arab' || segment.upright || segment.combined !== null) return 0;
  const glyph = face.glyphFor(TATWEEL.charCodeAt(0));
  const ems = glyph === 0 ? 0 : face.advance(glyph) / face.metrics.unitsPerEm;
  return ems < LEAST_TATWEEL ? 0 : ems * segment.fontSize;
}

/** Returns the best join of each word of a run before a text index, in text order. */
export function kashidasOf(run: ShapedRun, end: number): Kashida[] {
  if (!(run instanceof GlyphRun)) return [];
  const { segment, text, start } = run;
  const places = segment.choice.face.tatweelPlaces(text, start, Math.min(end, run.end), segment.settings);
  if (run.isRtl) places.reverse();
  const found: Kashida[] = [];
  let wordEnd = -1;
  for (const at of places) {
    // Joins across the ends of a run belong to no letter in it.
    if (at <= start) continue;
    const kashida = { at, rank: rankOf(text, at) };
    if (at > wordEnd) {
      found.push(kashida);
      wordEnd = endOfWord(text, at, run.end);
    } else if (kashida.rank <= found[found.length - 1]!.rank) found[found.length - 1] = kashida;
  }
  return found;
}

/** Returns the last index of a word's letters and marks. */
function endOfWord(text: string, at: number, end: number): number {
  let last = at;
  while (last + 1 < end && (LETTER().test(text[last + 1]!) || MARK().test(text[last + 1]!))) last++;
  return last;
}

function letterBefore(text: string, at: number): string {
  let i = at - 1;
  while (i > 0 && MARK().test(text[i]!)) i--;
  return text[i] ?? '';
}

/**
 * Returns the rank of the join before a letter. The best is after an author's tatweel, then after seen and sad.
 * Otherwise the letter that ends the joined group decides.
 */
function rankOf(text: string, at: number): number {
  const before = letterBefore(text, at);
  const letter = text[at]!;
  if (before === TATWEEL || letter === TATWEEL) return 1;
  if (AFTER_SEEN_AND_SAD.has(before)) return 2;
  let next = at + 1;
  while (next < text.length && MARK().test(text[next]!)) next++;
  const isLast = RIGHT_JOINING.has(letter) || next >= text.length || !LETTER().test(text[next]!);
  if (!isLast) return TEETH.has(letter) && BEFORE_REH_AND_YEH.has(text[next]!) ? 5 : 8;
  if (BEFORE_DAL_AND_HEH.has(letter)) return 3;
  if (BEFORE_TALL.has(letter)) return 4;
  return BEFORE_WAW_AND_AIN.has(letter) ? 6 : 7;
}

/** Returns the run with longer joins, given in text order; null if the font changes other glyphs. */
export function elongated(run: ShapedRun, joins: readonly LongerJoin[]): ShapedRun | null {
  if (!(run instanceof GlyphRun)) return null;
  const { segment } = run;
  const shown = withTatweels(run, joins);
  const glyphs = segment.choice.face.shape(segment.fontSize, shown.text, shown.start, shown.end, segment.settings);
  const { clusters } = glyphs;
  // The join index of each glyph; -1 for other glyphs.
  const owners = Array.from(clusters, (cluster) => shown.joins[cluster] ?? -1);
  for (let i = 0; i < clusters.length; i++) clusters[i] = shown.origins[clusters[i]!]!;
  const longer = run.withGlyphs(finishGlyphs(segment, glyphs));
  return fitTatweels(run, longer, owners, joins, shown.counts) ? longer : null;
}

/** A run's text with tatweels, to be shaped from `start` to `end`. The rest is context. */
interface TextWithTatweels {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The original text index of each UTF-16 code unit. */
  readonly origins: readonly number[];
  /** The join index of each tatweel. */
  readonly joins: readonly (number | undefined)[];
  /** The number of tatweels of each join. */
  readonly counts: readonly number[];
}

/** Returns the run's text with as many tatweels at each join as needed to cover it. */
function withTatweels(run: GlyphRun, joins: readonly LongerJoin[]): TextWithTatweels {
  const { text, start, end } = run;
  const width = tatweelWidth(run);
  const clusterStarts = new Set(run.clusters);
  const from = Math.max(0, start - CONTEXT);
  const origins: number[] = [];
  const owners: (number | undefined)[] = [];
  const counts: number[] = [];
  let shown = '';
  let at = from;
  const addUntil = (next: number): void => {
    shown += text.slice(at, next);
    for (; at < next; at++) origins.push(at);
  };
  joins.forEach((join, k) => {
    addUntil(join.at);
    // Tatweels belong to the letter before them.
    let owner = at - 1;
    while (owner > start && !clusterStarts.has(owner)) owner--;
    const count = Math.ceil(join.px / width - ROUNDING);
    for (let i = 0; i < count; i++) {
      owners[origins.length] = k;
      origins.push(owner);
    }
    shown += TATWEEL.repeat(count);
    counts.push(count);
  });
  addUntil(end);
  const shownEnd = shown.length;
  addUntil(Math.min(text.length, end + CONTEXT));
  return { text: shown, start: start - from, end: shownEnd, origins, joins: owners, counts };
}

/**
 * Sets the tatweels' advances so that the run gets its width, which makes them overlap. Returns false if some are
 * missing or other glyphs have changed too much.
 */
function fitTatweels(
  run: GlyphRun,
  longer: GlyphRun,
  owners: readonly number[],
  joins: readonly LongerJoin[],
  counts: readonly number[],
): boolean {
  const { advances } = longer;
  const found = joins.map(() => 0);
  let excess = -sumOf(run.advances);
  let total = 0;
  owners.forEach((join, g) => {
    if (join >= 0) {
      advances[g] = joins[join]!.px / counts[join]!;
      found[join]!++;
      total++;
    } else excess += advances[g]!;
  });
  if (found.some((count, join) => count !== counts[join])) return false;
  const change = excess / total;
  const least = tatweelWidth(run) * LEAST_SHOWN;
  for (let g = 0; g < owners.length; g++) {
    if (owners[g]! < 0) continue;
    advances[g]! -= change;
    if (advances[g]! < least) return false;
  }
  return true;
}

function sumOf(advances: ArrayLike<number>): number {
  let sum = 0;
  for (let g = 0; g < advances.length; g++) sum += advances[g]!;
  return sum;
}
