/**
 * Adds space between ideographs and other letters (`text-autospace`, css-text-4 §8.4), and removes the blank half of
 * fullwidth punctuation (`text-spacing-trim`, §8.3). Also defines how far characters protrude from a line that they
 * begin or end (`-pagewright-optical-margin`).
 *
 * Spacing inside a line is part of the glyphs' advances. Spacing that depends on the ends of a line is stored
 * separately, because only layout knows where lines begin and end.
 */
import { GlyphRun } from './glyph-run.ts';
import { isInvisible } from './spacing-characters.ts';
import { TextSpacing } from './spacing-table.ts';
import { TextTrait } from './text-scan.ts';
import { scriptOf, scriptTag } from './unicode-properties.ts';
import { lazily } from '../lazily.ts';

const CharClass = {
  Other: 0,
  Ideograph: 1,
  Letter: 2,
  Numeral: 3,
  Opening: 4,
  Closing: 5,
  Middle: 6,
  Space: 7,
} as const;
type CharClass = (typeof CharClass)[keyof typeof CharClass];

/** The space between an ideograph and another letter or a digit, as a fraction of the font size. */
const AUTOSPACE = 1 / 8;

/** The spaces around French punctuation, as fractions of the font size: a narrow space, and a word space. */
const NARROW_SPACE = 1 / 6;
const WORD_SPACE = 1 / 4;
/** How far ink may reach into the half of its em that is trimmed, as a fraction of the em. */
const OVERHANG = 1 / 32;
const FRENCH = /^fr\b/i;
const FRENCH_PUNCTUATION = /[;:!?\u00ab\u00bb]/;

const EAST_ASIAN = /[\u2e80-\uffee\ud840-\ud8ff]/;
const LETTER_OR_MARK = lazily(() => /^[\p{L}\p{M}]$/u);
const MARK = lazily(() => /^\p{M}$/u);
const DIGIT = lazily(() => /^\p{Nd}$/u);
const PUNCTUATION = lazily(() => /^\p{P}$/u);
const OPENING =
  /^[\u2018\u201c\uff08\uff3b\uff5b\uff5f]$|^[\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d]$/;
const CLOSING =
  /^[\u2019\u201d\uff09\uff3d\uff5d\uff60]$|^[\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f]$/;
const MIDDLE = /^[\u00b7\u2027\u30fb]$/;
const DOT = /^[\u3001\u3002\uff0c\uff0e]$/;
const COLON = /^[\uff1a\uff1b]$/;

/** Spaces the runs of a paragraph in place. Returns null if there is no spacing, not even at line ends. */
export function spaceText(text: string, traits: number, runs: GlyphRun[]): TextSpacing | null {
  const isAsked = runs.some(hasOpticalMargin) || (FRENCH_PUNCTUATION.test(text) && runs.some(isSpacedFrench));
  if (!isAsked && (traits & TextTrait.OtherScripts) === 0 && !/[\u2018-\u201d]/.test(text)) return null;
  if (!isAsked && !EAST_ASIAN.test(text)) return null;
  const pass = new SpacingPass(text);
  for (const run of runs) pass.take(run);
  const { spacing } = pass;
  if (spacing === null) return null;
  for (let r = 0; r < runs.length; r++) runs[r] = runs[r]!.spacedBy(spacing);
  return spacing;
}

const hasOpticalMargin = ({ style, segment, isRtl }: GlyphRun): boolean =>
  style.text.pagewrightOpticalMargin === 'auto' && !isRtl && !segment.upright && segment.combined === null;

const isSpacedFrench = ({ style }: GlyphRun): boolean =>
  style.text.textAutospace.punctuation && FRENCH.test(style.font.language);

/** The preceding character. */
interface Neighbour {
  readonly at: number;
  readonly kind: CharClass;
  readonly run: GlyphRun;
  /** Half of its em if that is blank and can be trimmed, otherwise 0. */
  readonly half: number;
}

class SpacingPass {
  spacing: TextSpacing | null = null;
  private readonly text: string;
  private before: Neighbour | null = null;
  /** The character before a single preceding space. */
  private beforeSpace: Neighbour | null = null;
  private end = 0;

  constructor(text: string) {
    this.text = text;
  }

  take(run: GlyphRun): void {
    const { text } = this;
    if (run.start !== this.end) this.before = this.beforeSpace = null;
    this.end = run.end;
    const { textAutospace, textSpacingTrim } = run.style.text;
    const { alpha, numeric, replaces } = textAutospace;
    const isFrench = isSpacedFrench(run);
    const isOptical = hasOpticalMargin(run);
    for (let i = run.start; i < run.end;) {
      const code = text.codePointAt(i)!;
      const at = i;
      i += code > 0xffff ? 2 : 1;
      const character = String.fromCodePoint(code);
      if (isInvisible(code) || MARK().test(character)) continue;
      const kind = classOf(code, character, run);
      const isMark = kind === CharClass.Opening || kind === CharClass.Closing;
      const half = isMark && textSpacingTrim !== 'space-all' ? trimmableHalf(run, at, kind) : 0;
      const here = { at, kind, run, half };
      if (isOptical) this.protrude(run, at, character);
      if (isFrench) this.separateFrench(this.before, here, code);
      if (this.before !== null && (alpha || numeric)) {
        if (replaces && this.beforeSpace !== null) this.separate(this.beforeSpace, here, this.before);
        else this.separate(this.before, here, null);
      }
      this.beforeSpace = code === 0x20 ? this.before : null;
      if (half > 0 || (this.before !== null && this.before.half > 0)) this.trim(this.before, here);
      this.before = here;
    }
  }

  private get made(): TextSpacing {
    return (this.spacing ??= new TextSpacing(this.text.length));
  }

  /**
   * Adds space between an ideograph and another character (css-text-4 §8.4). `space`: the existing space between them,
   * which is replaced.
   */
  private separate(before: Neighbour, here: Neighbour, space: Neighbour | null): void {
    const other = before.kind === CharClass.Ideograph ? here : here.kind === CharClass.Ideograph ? before : null;
    if (other === null) return;
    const ideograph = other === here ? before : here;
    for (const { run } of [before, here]) {
      const { alpha, numeric } = run.style.text.textAutospace;
      if (other.kind === CharClass.Letter ? !alpha : other.kind === CharClass.Numeral ? !numeric : true) return;
    }
    const taken = space === null ? 0 : space.run.width(space.at, space.at + 1);
    this.made.leads[here.at]! += AUTOSPACE * ideograph.run.fontSize - taken;
  }

  /**
   * Adds French spaces inside quotation marks and before punctuation where none is written (css-text-4 §8.4,
   * `punctuation`).
   */
  private separateFrench(before: Neighbour | null, { at, run }: Neighbour, code: number): void {
    const { text } = this;
    const last = before === null ? ' ' : text[before.at]!;
    const mark = String.fromCharCode(code);
    if (/\s/.test(last + mark)) return;
    if (last === '\u00ab' || mark === '\u00bb') this.made.leads[at]! += WORD_SPACE * run.fontSize;
    else if (FRENCH_PUNCTUATION.test(last) || last === '(') return;
    // Times and addresses have no space before their colons.
    else if (mark === ':' && /[\s\u200b]|^$/.test(text.slice(at + 1, at + 2)))
      this.made.leads[at]! += WORD_SPACE * run.fontSize;
    else if (/[;!?]/.test(mark)) this.made.leads[at]! += NARROW_SPACE * run.fontSize;
  }

  /** Records how far a character protrudes from the lines that it begins or ends. */
  private protrude(run: GlyphRun, at: number, character: string): void {
    const protrusion = protrusionOf(character);
    if (protrusion === null) return;
    const advance = run.width(at, at + 1) - run.segment.letterSpacing;
    const { starts, ends, alwaysEnds } = this.made;
    starts[at] = protrusion.start * advance;
    ends[at] = protrusion.end * advance;
    alwaysEnds[at] = 1;
  }

  /** Trims punctuation next to punctuation, and at line ends (css-text-4 §8.3.1). */
  private trim(before: Neighbour | null, here: Neighbour): void {
    const { leads, trails, starts, ends, alwaysEnds } = this.made;
    const { at, kind, half } = here;
    if (before !== null && before.half > 0 && before.kind === CharClass.Closing && collapsesBefore(before, here)) {
      trails[before.at] = -before.half;
      ends[before.at] = 0;
    }
    if (half === 0) return;
    const value = here.run.style.text.textSpacingTrim;
    if (kind === CharClass.Opening) {
      const collapses = value === 'trim-all' || (before !== null && collapsesAfter(before, here));
      if (collapses) leads[at]! -= half;
      const isFirst = at === 0 || this.text[at - 1] === '\n';
      if (value === 'trim-start' || value === 'trim-both' || value === 'trim-all') starts[at] = half;
      else if (value === 'space-first' && !isFirst) starts[at] = half;
    } else if (kind === CharClass.Closing) {
      if (value === 'trim-all') trails[at] = -half;
      else {
        ends[at] = half;
        if (value === 'trim-both') alwaysEnds[at] = 1;
      }
    }
  }
}

/** Returns whether an opening mark is half-width after the preceding character. */
function collapsesAfter(before: Neighbour, { run }: Neighbour): boolean {
  if (before.kind === CharClass.Closing) return before.run.fontSize >= run.fontSize;
  return before.kind === CharClass.Opening || before.kind === CharClass.Middle || before.kind === CharClass.Space;
}

/** Returns whether a closing mark is half-width before the following character. */
function collapsesBefore({ run }: Neighbour, after: Neighbour): boolean {
  if (after.kind === CharClass.Opening) return after.run.fontSize > run.fontSize;
  return after.kind === CharClass.Closing || after.kind === CharClass.Middle || after.kind === CharClass.Space;
}

/** Classifies a character (css-text-4 §8.2). */
function classOf(code: number, character: string, { segment, style }: GlyphRun): CharClass {
  if (code < 0x80) return asciiClass(code, segment.upright);
  if (code === 0x3000) return CharClass.Space;
  if (OPENING.test(character)) return CharClass.Opening;
  if (CLOSING.test(character)) return CharClass.Closing;
  if (MIDDLE.test(character)) return CharClass.Middle;
  const { language } = style.font;
  const traditional = /^zh-(?:hant|tw|hk|mo)/i.test(language);
  if (DOT.test(character)) return traditional ? CharClass.Middle : CharClass.Closing;
  if (COLON.test(character)) return /^zh/i.test(language) && !traditional ? CharClass.Closing : CharClass.Middle;
  if (isIdeograph(code, character)) return CharClass.Ideograph;
  if (segment.upright || (code >= 0xff01 && code <= 0xff60) || (code >= 0xffe0 && code <= 0xffe6))
    return CharClass.Other;
  if (LETTER_OR_MARK().test(character)) return CharClass.Letter;
  return DIGIT().test(character) ? CharClass.Numeral : CharClass.Other;
}

function asciiClass(code: number, upright: boolean): CharClass {
  if (upright) return CharClass.Other;
  if (code >= 0x30 && code <= 0x39) return CharClass.Numeral;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? CharClass.Letter : CharClass.Other;
}

function isIdeograph(code: number, character: string): boolean {
  if (code >= 0x3041 && code <= 0x30ff) return !PUNCTUATION().test(character);
  if (code >= 0x31c0 && code <= 0x31ff) return true;
  return code >= 0x2e80 && scriptTag(scriptOf(code)) === 'Hani';
}

/**
 * Returns half of the em of a mark whose glyph fills one em and can be set half-width; 0 if it has no blank half. In
 * fonts with half-width alternates, all marks are designed for this. In others, the ink must leave the half blank
 * (css-text-4 §8.3).
 *
 * DEVIATION: the initial value trims only in fonts with alternates, as in Chromium.
 */
function trimmableHalf(run: GlyphRun, at: number, kind: CharClass): number {
  const { segment } = run;
  if (run.isRtl || segment.combined !== null) return 0;
  const advance = run.width(at, at + 1) - segment.letterSpacing;
  if (Math.abs(advance - run.fontSize) >= run.fontSize / 100) return 0;
  const isDrawnForIt = run.face.hasFeature('GPOS', segment.upright ? 'vhal' : 'halt');
  const isAsked = run.style.text.textSpacingTrim !== 'normal';
  return isDrawnForIt || (isAsked && hasBlankHalf(run, at, kind, advance)) ? advance / 2 : 0;
}

/** Returns whether the ink of a mark leaves blank the half of its advance that trimming removes. */
function hasBlankHalf(run: GlyphRun, at: number, kind: CharClass, advance: number): boolean {
  const ink = run.inkAlongLine(at);
  if (ink === null) return false;
  const reach = kind === CharClass.Opening ? advance - ink.start : ink.end;
  return reach <= (1 / 2 + OVERHANG) * advance;
}

/** `[characters, before the start, after the end]`. */
const SHARES: readonly (readonly [characters: string, start: number, end: number])[] = [
  ['.,', 0, 0.7],
  ['-\u2010\u2011\u00ad', 0.4, 0.6],
  [';:', 0, 0.4],
  ['\'"\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u203a', 0.5, 0.5],
  ['\u00ab\u00bb', 0.3, 0.3],
  ['\u2013', 0.25, 0.25],
  ['\u2014', 0.15, 0.15],
  ['\u2026', 0, 0.2],
  ['!?', 0, 0.15],
  ['*', 0.3, 0.3],
  ['(', 0.12, 0],
  [')', 0, 0.12],
  ['ATVWY', 0.06, 0.06],
  ['vwy', 0.06, 0.06],
  ['JX', 0.05, 0.05],
  ['KRLkrt', 0, 0.06],
  ['1', 0.1, 0.1],
];

interface Protrusion {
  readonly start: number;
  readonly end: number;
}

const PROTRUSIONS: ReadonlyMap<string, Protrusion> = new Map(
  SHARES.flatMap(([characters, start, end]) =>
    Array.from(characters, (character): [string, Protrusion] => [character, { start, end }]),
  ),
);

/** Returns null for characters that don't protrude. */
export const protrusionOf = (character: string): Protrusion | null => PROTRUSIONS.get(character) ?? null;
