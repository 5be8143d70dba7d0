/**
 * Kashida: joins of Arabic letters made longer by U+0640 to fill a line (css-text-3 §6.4.2). Shaping alone knows them: they belong to the letter before
 * them, and no reader finds a character there that the document hasn't got.
 *
 * HarfBuzz says where the font lets a join grow without changing the letters beside it; each word has at most one such place, by the ranks
 * that calligraphy has for the letters beside it.
 */
import { finishGlyphs, type GlyphRun } from './glyph-run.ts';
import type { Kashida, LongerJoin } from './paragraph.ts';

const TATWEEL = '\u0640';
/** A font whose tatweel is narrower than this share of an em isn't one to lengthen joins with. */
const LEAST_TATWEEL = 0.05;
/** Tatweels overlap by at most the rest of this share of their width. */
const LEAST_SHOWN = 0.4;
/** What is shaped as context beside a run. */
const CONTEXT = 8;
const ROUNDING = 1e-6;

/** Letters that join only the one before them. */
const RIGHT_JOINING = new Set(
  Array.from(
    'آأؤإاةدذرزوٱٲٳٵٶٷڈډڊڋڌڍڎڏڐڑڒړڔڕږڗژڙۀۃۄۅۆۇۈۉۊۋۍۏےۓەۮۯ\u0759\u075a\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u08aa\u08ab\u08ac\u08ae\u08b1\u08b2\u08b9',
  ),
);
/** What a join behind or before a letter is worth. Letters with other dots count as those with the same body. */
const AFTER_SEEN_AND_SAD = new Set(Array.from('سشصضښڛڜڝڞۺۻ'));
const BEFORE_DAL_AND_HEH = new Set(Array.from('ةهۀۃدذڈډڊڋڌڍڎڏڐ'));
const BEFORE_TALL = new Set(Array.from('اأإآٱطظلكکگڪګڬڭڮلڵڶڷڸ'));
const BEFORE_REH_AND_YEH = new Set(Array.from('رزيیىېےڑژ'));
const BEFORE_WAW_AND_AIN = new Set(Array.from('وؤعغقفڤڨ'));
const TEETH = new Set(Array.from('بتثپٹنيیئ'));

const MARK = /\p{M}/u;
const LETTER = /\p{L}/u;

/** The width of a run's tatweel in px; 0: its font has none that could be used. */
export function tatweelWidth({ segment }: GlyphRun): number {
  const { face } = segment.choice;
  if (segment.settings.script !== 'Arab' || segment.upright || segment.combined !== null) return 0;
  const glyph = face.glyphFor(TATWEEL.charCodeAt(0));
  const ems = glyph === 0 ? 0 : face.advance(glyph) / face.metrics.unitsPerEm;
  return ems < LEAST_TATWEEL ? 0 : ems * segment.fontSize;
}

/** The best join of each word of a run before a text index, in the order of the text. */
export function kashidasOf(run: GlyphRun, end: number): Kashida[] {
  const { segment, text, start } = run;
  const places = segment.choice.face.tatweelPlaces(text, start, Math.min(end, run.end), segment.settings);
  if (run.isRtl) places.reverse();
  const found: Kashida[] = [];
  let wordEnd = -1;
  for (const at of places) {
    // Joins across the ends of a run belong to no letter of it.
    if (at <= start) continue;
    const kashida = { at, rank: rankOf(text, at) };
    if (at > wordEnd) {
      found.push(kashida);
      wordEnd = endOfWord(text, at, run.end);
    } else if (kashida.rank <= found[found.length - 1]!.rank) found[found.length - 1] = kashida;
  }
  return found;
}

/** The last index of a word's letters and marks. */
function endOfWord(text: string, at: number, end: number): number {
  let last = at;
  while (last + 1 < end && (LETTER.test(text[last + 1]!) || MARK.test(text[last + 1]!))) last++;
  return last;
}

function letterBefore(text: string, at: number): string {
  let i = at - 1;
  while (i > 0 && MARK.test(text[i]!)) i--;
  return text[i] ?? '';
}

/** How good a place the join before a letter is: after a tatweel of the author's, after seen and sad, then by what ends the joined letters. */
function rankOf(text: string, at: number): number {
  const before = letterBefore(text, at);
  const letter = text[at]!;
  if (before === TATWEEL || letter === TATWEEL) return 1;
  if (AFTER_SEEN_AND_SAD.has(before)) return 2;
  let next = at + 1;
  while (next < text.length && MARK.test(text[next]!)) next++;
  const isLast = RIGHT_JOINING.has(letter) || next >= text.length || !LETTER.test(text[next]!);
  if (!isLast) return TEETH.has(letter) && BEFORE_REH_AND_YEH.has(text[next]!) ? 5 : 8;
  if (BEFORE_DAL_AND_HEH.has(letter)) return 3;
  if (BEFORE_TALL.has(letter)) return 4;
  return BEFORE_WAW_AND_AIN.has(letter) ? 6 : 7;
}

/** The run with longer joins, given in the order of the text; null: its font makes something else of them. */
export function elongated(run: GlyphRun, joins: readonly LongerJoin[]): GlyphRun | null {
  const { segment } = run;
  const shown = withTatweels(run, joins);
  const glyphs = segment.choice.face.shape(segment.fontSize, shown.text, shown.start, shown.end, segment.settings);
  const { clusters } = glyphs;
  // Those of each join, by its index; -1: another glyph.
  const owners = Array.from(clusters, (cluster) => shown.joins[cluster] ?? -1);
  for (let i = 0; i < clusters.length; i++) clusters[i] = shown.origins[clusters[i]!]!;
  const longer = run.withGlyphs(finishGlyphs(segment, glyphs));
  return fitTatweels(run, longer, owners, joins, shown.counts) ? longer : null;
}

/** The text of a run with tatweels, to be shaped between `start` and `end` of it; the rest is context. */
interface TextWithTatweels {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** For each of its UTF-16 units the text index that it belongs to. */
  readonly origins: readonly number[];
  /** For its tatweels the index of their join. */
  readonly joins: readonly (number | undefined)[];
  /** How many tatweels each join has. */
  readonly counts: readonly number[];
}

/** The run's text as it is shaped, with as many tatweels at each join as cover it. */
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
    // They are part of the letter before them.
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

/** Gives tatweels the advances that make the run as wide as it is to be: they overlap. False: they aren't all there, or too much else has changed. */
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
