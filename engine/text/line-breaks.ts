/**
 * Finds line break opportunities: UAX #14 with the tailorings of CSS (css-text-3 §5) and browsers.
 *
 * DEVIATION, as in Chromium: between two ASCII characters a fixed table decides, so that `1/2`, `a.b` and paths stay
 * whole. A run of spaces always ends in an opportunity, whatever follows it (UAX #14 LB14 to LB17 would look across
 * it).
 */
import { asciiBreak, asciiBreaksAfter, isAsciiAlphanumeric } from './ascii-breaks.ts';
import { type BreakStyle, LOOSE_SIGNS, tailoredClass } from './break-style.ts';
import { isEastAsian, isWide } from './east-asian-width.ts';
import { BreakClass } from './paragraph.ts';
import { LineClass as C, lineClassOf } from './unicode-properties.ts';
import { lazily } from '../lazily.ts';

const SPACE = 0x20;
const TAB = 0x09;
const IDEOGRAPHIC_SPACE = 0x3000;
const SOFT_HYPHEN = 0xad;
const NO_BREAK_SPACE = 0xa0;
const OBJECT_REPLACEMENT = 0xfffc;

/** A range of text with one break style. Consecutive ranges cover the text. */
export interface BreakRange {
  readonly start: number;
  readonly end: number;
  readonly style: BreakStyle;
}

/**
 * Fills `breaks` (one longer than the text) with the soft wrap opportunities of UAX #14 and CSS, except emergency
 * breaks and Thai words.
 *
 * No rule looks across a space, which always ends in an opportunity. So words of plain ASCII only need the pair table,
 * and the rules handle all others.
 */
export function findLineBreaks(text: string, ranges: readonly BreakRange[], breaks: Uint8Array): void {
  if (!ranges.every(({ style }) => isPlain(style))) {
    new RuleWalk(text, ranges, breaks).run(0, text.length);
    return;
  }
  let walk: RuleWalk | null = null;
  const { length } = text;
  for (let at = 0; at < length;) {
    const end = endOfAsciiWord(text, at, breaks);
    let code = end === length ? SPACE : text.charCodeAt(end);
    if (code === SPACE || code === TAB) {
      at = end;
      // PERF: no call for each space.
      while (at < length && (code === SPACE || code === TAB)) code = text.charCodeAt(++at);
      if (at < length && at > 0) breaks[at] = BreakClass.Allowed;
    } else {
      let wordEnd = end;
      while (wordEnd < length && !isSpaceOrTab(text.charCodeAt(wordEnd))) wordEnd++;
      walk ??= new RuleWalk(text, ranges, breaks);
      walk.run(at, wordEnd);
      at = wordEnd;
    }
  }
}

/** Returns whether the style changes no line break opportunities. */
const isPlain = ({ wordBreak, strictness, breakSpaces }: BreakStyle): boolean =>
  wordBreak === 'normal' && strictness === 'auto' && !breakSpaces;

export const isSpaceOrTab = (code: number): boolean => code === SPACE || code === TAB;

/** Marks the opportunities in the word at `at` while it is ASCII. Returns where the ASCII part or the word ends. */
function endOfAsciiWord(text: string, at: number, breaks: Uint8Array): number {
  const mayBreakAfter = asciiBreaksAfter();
  let beforePrevious = at > 0 ? SPACE : -1;
  let previous = -1;
  let i = at;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80 || code === SPACE || code === TAB) break;
    if (previous >= 0) {
      // PERF: no call for letters.
      if (mayBreakAfter[previous] !== 0 && asciiBreak(beforePrevious, previous, code)) breaks[i] = BreakClass.Allowed;
      beforePrevious = previous;
    }
    previous = code;
  }
  return i;
}

/** Applies the rules to ranges of a text, given in ascending order. */
class RuleWalk {
  private readonly text: string;
  private readonly ranges: readonly BreakRange[];
  private readonly breaks: Uint8Array;
  private readonly state = new LineBreakState();
  private range = 0;

  constructor(text: string, ranges: readonly BreakRange[], breaks: Uint8Array) {
    this.text = text;
    this.ranges = ranges;
    this.breaks = breaks;
  }

  /** Marks the opportunities of `[start, end)`, which follows a space or starts the text. */
  run(start: number, end: number): void {
    const { text, ranges, breaks, state } = this;
    state.reset();
    for (let i = Math.max(0, start - 1); i < end;) {
      while (ranges[this.range]!.end <= i) this.range++;
      const { style } = ranges[this.range]!;
      const code = text.codePointAt(i)!;
      const next = i + (code > 0xffff ? 2 : 1);
      const isBreak = state.next(code, style, text, next);
      if (i >= start && i > 0)
        breaks[i] = isBreak ? (state.afterSoftHyphen ? BreakClass.Hyphen : BreakClass.Allowed) : BreakClass.None;
      state.advance(code);
      i = next;
    }
  }
}

/** Tests the character after a quotation mark (LB19a). */
function isEndOrNotEastAsian(text: string, at: number): boolean {
  return at >= text.length || !isEastAsian(text.codePointAt(at)!);
}

/** Returns whether `NU` or `IS NU` follows an opening (LB25). */
function isNumberAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const cls = lineClassOf(text.codePointAt(at)!);
  return cls === C.NU || (cls === C.IS && at + 1 < text.length && lineClassOf(text.codePointAt(at + 1)!) === C.NU);
}

const PLAIN: BreakStyle = {
  wordBreak: 'normal',
  strictness: 'auto',
  cjk: false,
  chinese: false,
  phrases: null,
  emergency: false,
  breakSpaces: false,
  hyphens: true,
  hyphenator: null,
};

/** The context that the rules of UAX #14 look back at. */
class LineBreakState {
  afterSoftHyphen = false;
  /** The class of the previous character after LB9 and LB10; -1 at the start. */
  private previous = -1;
  private previousCode = -1;
  private beforePreviousCode = -1;
  /** The class before `previous`, for rules that look at three characters. */
  private beforePrevious = -1;
  /** The resolved class of the current character. */
  private current: number = C.AL;
  /** Whether the position is within a number (LB25): digits, with SY and IS inside. */
  private inNumber = false;
  private nextInNumber = false;
  /** The number of consecutive regional indicators. */
  private indicators = 0;
  /** Whether an opening quotation mark (Pi) precedes that is at the start, or follows a space or an opening (LB15a). */
  private afterInitialQuote = false;
  private style: BreakStyle = PLAIN;
  /** The last character that isn't a combining mark. */
  private previousBase = -1;

  /** Resets to the start of a text. */
  reset(): void {
    this.afterSoftHyphen = false;
    this.previous = this.previousCode = this.beforePreviousCode = this.beforePrevious = -1;
    this.current = C.AL;
    this.inNumber = this.nextInNumber = false;
    this.indicators = 0;
    this.afterInitialQuote = false;
    this.style = PLAIN;
    this.previousBase = -1;
  }

  /** Returns whether a line may break before `code`, which ends at `after` in the text. */
  next(code: number, style: BreakStyle, text: string, after: number): boolean {
    const { previousCode } = this;
    this.style = style;
    this.afterSoftHyphen = false;
    let cls = tailoredClass(code, style);
    const joins = (cls === C.CM || cls === C.ZWJ) && this.previous !== -1 && !isBreakOrSpace(this.previous);
    if (joins) {
      // A combining mark takes the class of its base (LB9).
      this.current = this.previous;
      this.nextInNumber = this.inNumber;
      return false;
    }
    if (cls === C.CM || cls === C.ZWJ) cls = C.AL;
    this.current = cls;
    this.nextInNumber = continuesNumber(cls, this.inNumber);
    if (previousCode === -1) return false;
    const afterSpace = previousCode === SPACE || previousCode === TAB;
    // `break-spaces` allows breaks after every preserved space and other space separator, also between them (css-text-3
    // §5.1).
    if (style.breakSpaces && (afterSpace || previousCode === IDEOGRAPHIC_SPACE)) return true;
    if (code === SPACE || code === TAB) return false;
    if (style.strictness === 'anywhere') return previousCode !== 0x0a;
    if (afterSpace) return true;
    if (previousCode === SOFT_HYPHEN) {
      this.afterSoftHyphen = true;
      return style.hyphens && this.pairBreaks(C.BA, cls, code, text, after);
    }
    if (style.wordBreak === 'keep-all' && keepsTogether(this.previousBase) && keepsTogether(code)) return false;
    // `break-all` turns letters into ideographs, which have different pairs; punctuation keeps its own.
    const isAscii = code < 0x80 && previousCode < 0x80;
    if (isAscii && (style.wordBreak !== 'break-all' || (cls !== C.ID && this.previous !== C.ID)))
      return asciiBreak(this.beforePreviousCode, previousCode, code);
    return this.pairBreaks(this.previous, cls, code, text, after);
  }

  advance(code: number): void {
    const joined = this.current === this.previous && lineClassOf(code) === C.CM;
    if (this.current === C.RI) this.indicators++;
    else this.indicators = 0;
    if (!joined) {
      this.afterInitialQuote = this.current === C.QU && isInitialQuote(code) && startsQuotation(this.previous);
      this.beforePrevious = this.previous;
    }
    this.previous = lineClassOf(code) === C.ZWJ && joined ? this.previous : this.current;
    this.inNumber = this.nextInNumber;
    this.beforePreviousCode = this.previousCode;
    this.previousCode = code;
    if (!joined) this.previousBase = code;
  }

  /** Applies LB7 to LB31 to characters without a space between them. */
  private pairBreaks(a: number, b: number, code: number, text: string, after: number): boolean {
    const { previousCode } = this;
    // LB7, LB8 and LB8a.
    if (b === C.SP || b === C.ZW || b === C.BK) return false;
    if (a === C.ZW) return true;
    if (previousCode === 0x200d) return false;
    if (a === C.CB && previousCode === OBJECT_REPLACEMENT) return breaksBesideAtomic(b, code);
    if (b === C.CB && code === OBJECT_REPLACEMENT) return breaksBesideAtomic(a, previousCode);
    // LB11, LB12, LB12a and LB13.
    if (a === C.WJ || b === C.WJ || a === C.GL) return false;
    if (b === C.GL) return a === C.SP || a === C.BA || a === C.HY || a === C.HH;
    if (b === C.CL || b === C.CP || b === C.EX || b === C.SY || b === C.IS) return false;
    // LB14, LB15a, LB16 and LB17 without spaces; LB18.
    if (a === C.OP || this.afterInitialQuote || (a === C.B2 && b === C.B2)) return false;
    if (a === C.SP) return true;
    if (b === C.QU || a === C.QU) {
      const quotes = this.quoteBreaks(a, b, code, text, after);
      if (quotes !== null) return quotes;
    }
    // LB20 and LB20a.
    if (a === C.CB || b === C.CB) return true;
    if ((a === C.HY || a === C.HH) && (b === C.AL || b === C.HL) && startsWord(this.beforePrevious)) return false;
    if ((a === C.PR || a === C.PO) && b === C.OP) return !isNumberAt(text, after);
    return this.wordBreaks(a, b, code);
  }

  /** Applies LB15b, LB19 and LB19a. Returns null when they don't decide. */
  private quoteBreaks(a: number, b: number, code: number, text: string, after: number): boolean | null {
    const { previousCode } = this;
    if (b === C.QU) {
      if (!isInitialQuote(code)) return false;
      if (!isEastAsian(previousCode) || isEndOrNotEastAsian(text, after)) return false;
    }
    if (a === C.QU) {
      if (!isFinalQuote(previousCode)) return false;
      if (!isEastAsian(code) || this.beforePrevious === -1 || !isEastAsian(this.beforePreviousCode)) return false;
    }
    return null;
  }

  /** Applies LB21 to LB31. */
  private wordBreaks(a: number, b: number, code: number): boolean {
    // LB21, LB21a and LB21b.
    if (b === C.BA || b === C.HH || b === C.HY || b === C.NS || a === C.BB) return this.loosensHyphen(a, code);
    if (this.beforePrevious === C.HL && (a === C.HY || a === C.HH) && b !== C.HL) return false;
    if (a === C.SY && b === C.HL) return false;
    // LB22 to LB24.
    if (b === C.IN) return this.style.strictness === 'loose' && a === C.IN;
    const aLetter = a === C.AL || a === C.HL;
    const bLetter = b === C.AL || b === C.HL;
    if ((aLetter && b === C.NU) || (a === C.NU && bLetter)) return false;
    if (a === C.PR && isIdeographic(b)) return false;
    if (isIdeographic(a) && b === C.PO) return this.loosensSuffix(code);
    if ((a === C.PR || a === C.PO) && bLetter) return false;
    if (aLetter && (b === C.PR || b === C.PO)) return false;
    if (this.numberHolds(a, b)) return false;
    // LB26 and LB27.
    if (hangulHolds(a, b)) return false;
    // LB28, LB28a, LB29 and LB30.
    if ((aLetter || a === C.IS) && bLetter) return false;
    if (this.aksaraHolds(a, b, code)) return false;
    if ((aLetter || a === C.NU) && b === C.OP && !isWide(code)) return false;
    if (a === C.CP && (bLetter || b === C.NU) && !isWide(this.previousCode)) return false;
    // LB30a and LB30b.
    if (a === C.RI && b === C.RI) return this.indicators % 2 === 0;
    if (a === C.EB && b === C.EM) return false;
    return true;
  }

  /**
   * Returns whether a hyphen may begin a line after an ideograph, or a character that `break-all` treats as one
   * (css-text-3 §5.3).
   */
  private loosensHyphen(a: number, code: number): boolean {
    const { cjk, strictness } = this.style;
    return (
      (strictness === 'loose' || (cjk && strictness === 'normal')) &&
      isIdeographic(a) &&
      (code === 0x2010 || code === 0x2013)
    );
  }

  /** Returns whether `loose` separates a suffix from East Asian text (css-text-3 §5.3). */
  private loosensSuffix(code: number): boolean {
    return this.style.cjk && this.style.strictness === 'loose' && (LOOSE_SIGNS.has(code) || isEastAsian(code));
  }

  /** Applies LB25. */
  private numberHolds(a: number, b: number): boolean {
    if (b === C.NU)
      return a === C.NU || a === C.PO || a === C.PR || a === C.HY || a === C.IS || (a === C.SY && this.inNumber);
    if (b === C.PO || b === C.PR) return this.inNumber || ((a === C.CL || a === C.CP) && this.beforePrevious === C.NU);
    return false;
  }

  /** Keeps orthographic syllables of Brahmic scripts together (LB28a). */
  private aksaraHolds(a: number, b: number, code: number): boolean {
    const isAksara = (cls: number, character: number): boolean => cls === C.AK || cls === C.AS || character === 0x25cc;
    if (a === C.AP && isAksara(b, code)) return true;
    if (isAksara(a, this.previousCode) && (b === C.VF || b === C.VI)) return true;
    if (isAksara(this.beforePrevious, this.beforePreviousCode) && a === C.VI && (b === C.AK || code === 0x25cc))
      return true;
    return false;
  }
}

const isIdeographic = (cls: number): boolean => cls === C.ID || cls === C.EB || cls === C.EM;

const isBreakOrSpace = (cls: number): boolean => cls === C.BK || cls === C.SP || cls === C.ZW;

/**
 * Returns whether a line may break next to an atomic inline: on both sides, except next to characters that glue
 * (css-text-3 §5.1). A no-break space doesn't count as glue here.
 */
const breaksBesideAtomic = (cls: number, code: number): boolean =>
  code === NO_BREAK_SPACE || (cls !== C.GL && cls !== C.WJ && cls !== C.ZWJ);

const startsWord = (cls: number): boolean =>
  cls === -1 || cls === C.BK || cls === C.SP || cls === C.ZW || cls === C.CB || cls === C.GL;

const startsQuotation = (cls: number): boolean => startsWord(cls) || cls === C.OP || cls === C.QU;

const isInitialQuote = (code: number): boolean => INITIAL_QUOTES.has(code);
const isFinalQuote = (code: number): boolean => FINAL_QUOTES.has(code);

/** Characters of Line_Break QU with general categories Pi and Pf. */
const INITIAL_QUOTES: ReadonlySet<number> = new Set([
  0xab, 0x2018, 0x201b, 0x201c, 0x201f, 0x2039, 0x2e02, 0x2e04, 0x2e09, 0x2e0c, 0x2e1c, 0x2e20,
]);
const FINAL_QUOTES: ReadonlySet<number> = new Set([
  0xbb, 0x2019, 0x201d, 0x203a, 0x2e03, 0x2e05, 0x2e0a, 0x2e0d, 0x2e1d, 0x2e21,
]);

/**
 * Returns whether it is a letter or number of a script that needs no dictionary, which `word-break: keep-all` keeps
 * together.
 */
function keepsTogether(code: number): boolean {
  if (code < 0x80) return isAsciiAlphanumeric(code);
  return LETTER_OR_NUMBER().test(String.fromCodePoint(code)) && lineClassOf(code) !== C.SA;
}

const LETTER_OR_NUMBER = lazily(() => /[\p{L}\p{N}]/u);

function continuesNumber(cls: number, inNumber: boolean): boolean {
  return cls === C.NU || (inNumber && (cls === C.SY || cls === C.IS));
}

function hangulHolds(a: number, b: number): boolean {
  if (a === C.JL) {
    if (b === C.JL || b === C.JV || b === C.H2 || b === C.H3) return true;
  } else if (a === C.JV || a === C.H2) {
    if (b === C.JV || b === C.JT) return true;
  } else if (a === C.JT || a === C.H3) {
    if (b === C.JT) return true;
  }
  const isHangul = (cls: number): boolean => cls >= C.H2 && cls <= C.JT;
  return (isHangul(a) && b === C.PO) || (a === C.PR && isHangul(b));
}
