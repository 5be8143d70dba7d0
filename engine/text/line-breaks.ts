/**
 * Where lines may break: UAX #14 with the tailorings of CSS (css-text-3 §5) and of browsers.
 *
 * DEVIATION, as Chromium: between two ASCII characters a fixed table decides, so that `1/2`, `a.b` and paths stay whole; and a run of
 * spaces always ends in an opportunity, whatever follows it (UAX #14 LB14 to LB17 would look across).
 */
import type { TextStyle } from '../css/computed-style.ts';
import { isEastAsian, isWide } from './east-asian-width.ts';
import { BreakClass } from './paragraph.ts';
import { LineClass as C, lineClassOf } from './unicode-properties.ts';

const SPACE = 0x20;
const TAB = 0x09;
const IDEOGRAPHIC_SPACE = 0x3000;
const SOFT_HYPHEN = 0xad;
const NO_BREAK_SPACE = 0xa0;
const OBJECT_REPLACEMENT = 0xfffc;

/** What a style asks of line breaking, for all of an item's text. */
export interface BreakStyle {
  readonly wordBreak: 'normal' | 'break-all' | 'keep-all';
  readonly strictness: 'auto' | 'loose' | 'normal' | 'strict' | 'anywhere';
  /** Chinese or Japanese: more punctuation may begin a line (css-text-3 §5.2). */
  readonly cjk: boolean;
  /** Any grapheme cluster border is an opportunity when nothing else lets the line fit. */
  readonly emergency: boolean;
  /** Every preserved space is followed by an opportunity. */
  readonly breakSpaces: boolean;
  readonly hyphens: boolean;
}

export function breakStyleOf(text: TextStyle, language: string): BreakStyle {
  const { wordBreak, lineBreak, overflowWrap } = text;
  return {
    wordBreak: wordBreak === 'break-all' || wordBreak === 'keep-all' ? wordBreak : 'normal',
    strictness: lineBreak,
    cjk: /^(ja|zh|yue)\b/i.test(language),
    emergency: overflowWrap !== 'normal' || wordBreak === 'break-word',
    breakSpaces: text.whiteSpaceCollapse === 'break-spaces',
    // NOTE `auto` is `manual`: Chromium prints without hyphenation dictionaries, and its line ends are what documents are checked against.
    hyphens: text.hyphens !== 'none',
  };
}

/** Before which ASCII characters a line may break after another: the opening brackets, mostly. */
const OPENING = '(<[{';
const AFTER_HYPHEN = '"#%&\'(*+-<=>@[\\^_`{|~';
const AFTER_QUESTION = '#$%&(*+-<=>@[\\^_`{|~';
const OPENS_AFTER = '!"#%&)*+,.:;=>\\]^|}~';

/** `ASCII_PAIRS[a * 128 + b]`: 1 where a line may break between. Hyphens before digits depend on what precedes them too. */
let asciiPairs: Uint8Array | null = null;

function asciiPairTable(): Uint8Array {
  if (asciiPairs !== null) return asciiPairs;
  asciiPairs = new Uint8Array(128 * 128);
  const allow = (after: string, before: string): void => {
    for (let i = 0; i < before.length; i++) asciiPairs![after.charCodeAt(0) * 128 + before.charCodeAt(i)] = 1;
  };
  const alphanumeric = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const after of OPENS_AFTER) allow(after, OPENING);
  allow('-', AFTER_HYPHEN + alphanumeric);
  allow('?', AFTER_QUESTION + alphanumeric);
  return asciiPairs;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isAlphanumeric = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
const HYPHEN_MINUS = 0x2d;

function asciiBreak(beforePrevious: number, previous: number, next: number): boolean {
  if (previous === HYPHEN_MINUS && isDigit(next)) return isAlphanumeric(beforePrevious);
  return asciiPairTable()[previous * 128 + next] === 1;
}

/** Whether all of `[start, end)` is ASCII, the cheap case. */
export function isAscii(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** A stretch of text with one break style; consecutive stretches cover the text. */
export interface BreakRange {
  readonly start: number;
  readonly end: number;
  readonly style: BreakStyle;
}

/** Fills `breaks` (one longer than the text) with the soft wrap opportunities of UAX #14 and CSS, emergencies and Thai words aside. */
export function findLineBreaks(text: string, ranges: readonly BreakRange[], breaks: Uint8Array): void {
  const state = new LineBreakState();
  for (const { start, end, style } of ranges) {
    let i = start;
    while (i < end) {
      const code = text.codePointAt(i)!;
      const isBreak = state.next(code, style, text, i + (code > 0xffff ? 2 : 1));
      if (isBreak && i > 0) breaks[i] = state.afterSoftHyphen ? BreakClass.Hyphen : BreakClass.Allowed;
      state.advance(code);
      i += code > 0xffff ? 2 : 1;
    }
  }
}

/** LB19a: what follows a quotation mark. */
function isEndOrNotEastAsian(text: string, at: number): boolean {
  return at >= text.length || !isEastAsian(text.codePointAt(at)!);
}

/** LB25: `NU` or `IS NU` follows an opening. */
function isNumberAt(text: string, at: number): boolean {
  if (at >= text.length) return false;
  const cls = lineClassOf(text.codePointAt(at)!);
  return cls === C.NU || (cls === C.IS && at + 1 < text.length && lineClassOf(text.codePointAt(at + 1)!) === C.NU);
}

const PLAIN: BreakStyle = {
  wordBreak: 'normal',
  strictness: 'auto',
  cjk: false,
  emergency: false,
  breakSpaces: false,
  hyphens: true,
};

/** UAX #14's context: what the rules look back at. */
class LineBreakState {
  afterSoftHyphen = false;
  /** Class of the previous character, after LB9 and LB10; -1 at the start. */
  private previous = -1;
  private previousCode = -1;
  private beforePreviousCode = -1;
  /** Class before `previous`, for the rules that look at three. */
  private beforePrevious = -1;
  /** Class that the current character has been resolved to. */
  private current: number = C.AL;
  /** Within a number (LB25): digits, with SY and IS inside. */
  private inNumber = false;
  private nextInNumber = false;
  /** Regional indicators in a row. */
  private indicators = 0;
  /** LB15a: an opening quotation mark of type Pi at the start, after a space or an opening. */
  private afterInitialQuote = false;
  /** Of the current character. */
  private style: BreakStyle = PLAIN;
  /** The last character that isn't a combining mark. */
  private previousBase = -1;

  /** Whether a line may break before `code`, which ends at `after` in the text. */
  next(code: number, style: BreakStyle, text: string, after: number): boolean {
    const { previousCode } = this;
    this.style = style;
    this.afterSoftHyphen = false;
    let cls = tailoredClass(code, style);
    const joins = (cls === C.CM || cls === C.ZWJ) && this.previous !== -1 && !isBreakOrSpace(this.previous);
    if (joins) {
      // LB9: a combining mark takes the class of what it stands on.
      this.current = this.previous;
      this.nextInNumber = this.inNumber;
      return false;
    }
    if (cls === C.CM || cls === C.ZWJ) cls = C.AL;
    this.current = cls;
    this.nextInNumber = continuesNumber(cls, this.inNumber);
    if (previousCode === -1) return false;
    const afterSpace = previousCode === SPACE || previousCode === TAB;
    // css-text-3 §5.1 on `break-spaces`: after every preserved space and other space separator, between them too.
    if (style.breakSpaces && (afterSpace || previousCode === IDEOGRAPHIC_SPACE)) return true;
    if (code === SPACE || code === TAB) return false;
    if (style.strictness === 'anywhere') return previousCode !== 0x0a;
    if (afterSpace) return true;
    if (previousCode === SOFT_HYPHEN) {
      this.afterSoftHyphen = true;
      return style.hyphens && this.pairBreaks(C.BA, cls, code, text, after);
    }
    if (style.wordBreak === 'keep-all' && keepsTogether(this.previousBase) && keepsTogether(code)) return false;
    if (code < 0x80 && previousCode < 0x80 && style.wordBreak !== 'break-all')
      return asciiBreak(this.beforePreviousCode, previousCode, code);
    return this.pairBreaks(this.previous, cls, code, text, after);
  }

  /** Goes on to the next character. */
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

  /** LB7 to LB31 for characters without a space between. */
  private pairBreaks(a: number, b: number, code: number, text: string, after: number): boolean {
    const { previousCode } = this;
    // LB7, LB8, LB8a.
    if (b === C.SP || b === C.ZW || b === C.BK) return false;
    if (a === C.ZW) return true;
    if (previousCode === 0x200d) return false;
    // css-text-3 §5.1: atomic inlines break on both sides, even beside a no-break space.
    if (a === C.CB && code === NO_BREAK_SPACE && previousCode === OBJECT_REPLACEMENT) return true;
    if (b === C.CB && previousCode === NO_BREAK_SPACE && code === OBJECT_REPLACEMENT) return true;
    // LB11, LB12, LB12a, LB13.
    if (a === C.WJ || b === C.WJ || a === C.GL) return false;
    if (b === C.GL) return a === C.SP || a === C.BA || a === C.HY || a === C.HH;
    if (b === C.CL || b === C.CP || b === C.EX || b === C.SY || b === C.IS) return false;
    // LB14, LB15a, LB16, LB17 without spaces; LB18.
    if (a === C.OP || this.afterInitialQuote || (a === C.B2 && b === C.B2)) return false;
    if (a === C.SP) return true;
    if (b === C.QU || a === C.QU) {
      const quotes = this.quoteBreaks(a, b, code, text, after);
      if (quotes !== null) return quotes;
    }
    // LB20, LB20a.
    if (a === C.CB || b === C.CB) return true;
    if ((a === C.HY || a === C.HH) && (b === C.AL || b === C.HL) && startsWord(this.beforePrevious)) return false;
    if ((a === C.PR || a === C.PO) && b === C.OP) return !isNumberAt(text, after);
    return this.wordBreaks(a, b, code);
  }

  /** LB15b, LB19 and LB19a; null: they don't decide. */
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

  /** LB21 to LB31. */
  private wordBreaks(a: number, b: number, code: number): boolean {
    // LB21, LB21a, LB21b.
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
    // LB26, LB27.
    if (hangulHolds(a, b)) return false;
    // LB28, LB28a, LB29, LB30.
    if ((aLetter || a === C.IS) && bLetter) return false;
    if (this.aksaraHolds(a, b, code)) return false;
    if ((aLetter || a === C.NU) && b === C.OP && !isWide(code)) return false;
    if (a === C.CP && (bLetter || b === C.NU) && !isWide(this.previousCode)) return false;
    // LB30a, LB30b.
    if (a === C.RI && b === C.RI) return this.indicators % 2 === 0;
    if (a === C.EB && b === C.EM) return false;
    return true;
  }

  /** css-text-3 §5.3: hyphens of East Asian text may begin a line there. */
  private loosensHyphen(a: number, code: number): boolean {
    const { cjk, strictness } = this.style;
    return (
      cjk &&
      (strictness === 'normal' || strictness === 'loose') &&
      isIdeographic(a) &&
      (code === 0x2010 || code === 0x2013)
    );
  }

  /** css-text-3 §5.3: `loose` parts suffixes from East Asian text. */
  private loosensSuffix(code: number): boolean {
    return this.style.cjk && this.style.strictness === 'loose' && (LOOSE_SIGNS.has(code) || isEastAsian(code));
  }

  /** LB25. */
  private numberHolds(a: number, b: number): boolean {
    if (b === C.NU)
      return a === C.NU || a === C.PO || a === C.PR || a === C.HY || a === C.IS || (a === C.SY && this.inNumber);
    if (b === C.PO || b === C.PR) return this.inNumber || ((a === C.CL || a === C.CP) && this.beforePrevious === C.NU);
    return false;
  }

  /** LB28a: orthographic syllables of Brahmic scripts. */
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

const startsWord = (cls: number): boolean =>
  cls === -1 || cls === C.BK || cls === C.SP || cls === C.ZW || cls === C.CB || cls === C.GL;

const startsQuotation = (cls: number): boolean => startsWord(cls) || cls === C.OP || cls === C.QU;

const isInitialQuote = (code: number): boolean => INITIAL_QUOTES.has(code);
const isFinalQuote = (code: number): boolean => FINAL_QUOTES.has(code);

/** Line_Break QU of general categories Pi and Pf. */
const INITIAL_QUOTES: ReadonlySet<number> = new Set([
  0xab, 0x2018, 0x201b, 0x201c, 0x201f, 0x2039, 0x2e02, 0x2e04, 0x2e09, 0x2e0c, 0x2e1c, 0x2e20,
]);
const FINAL_QUOTES: ReadonlySet<number> = new Set([
  0xbb, 0x2019, 0x201d, 0x203a, 0x2e03, 0x2e05, 0x2e0a, 0x2e0d, 0x2e1d, 0x2e21,
]);

/** Letters and numbers of scripts whose words need no dictionary: what `word-break: keep-all` keeps together. */
function keepsTogether(code: number): boolean {
  if (code < 0x80) return isAlphanumeric(code);
  return LETTER_OR_NUMBER.test(String.fromCodePoint(code)) && lineClassOf(code) !== C.SA;
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

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

/** A character's class as the style has it (css-text-3 §5.2, §5.3). */
function tailoredClass(code: number, style: BreakStyle): number {
  const found = code < 0x80 ? asciiClass(code) : lineClassOf(code);
  // LB1: words of complex scripts are found elsewhere.
  const cls = found === C.SA ? C.AL : found;
  if (
    style.wordBreak === 'break-all' &&
    (cls === C.AL || cls === C.NU || cls === C.HL || cls === C.HY || code === 0x2b)
  )
    return C.ID;
  if (cls === C.CJ) return style.strictness === 'strict' ? C.NS : C.ID;
  return style.strictness === 'normal' || style.strictness === 'loose' ? looserClass(code, cls, style) : cls;
}

/** css-text-3 §5.3: what `normal` and `loose` allow to begin a line. */
function looserClass(code: number, cls: number, { strictness, cjk }: BreakStyle): number {
  if (cjk && (code === 0x301c || code === 0x30a0)) return C.ID;
  // East Asian quotation marks open and close.
  if (cjk && cls === C.QU && code === 0x201c) return C.OP;
  if (cjk && cls === C.QU && code === 0x201d) return C.CL;
  if (strictness !== 'loose') return cls;
  if (isIterationMark(code)) return C.ID;
  return cjk && (LOOSE_PUNCTUATION.has(code) || (cls === C.PR && (LOOSE_SIGNS.has(code) || isEastAsian(code))))
    ? C.ID
    : cls;
}

const isIterationMark = (code: number): boolean =>
  code === 0x3005 || code === 0x303b || (code >= 0x309d && code <= 0x309e) || (code >= 0x30fd && code <= 0x30fe);

const LOOSE_PUNCTUATION: ReadonlySet<number> = new Set([
  0x30fb, 0xff1a, 0xff1b, 0xff65, 0x203c, 0x2047, 0x2048, 0x2049, 0xff01, 0xff1f,
]);
const LOOSE_SIGNS: ReadonlySet<number> = new Set([0xb0, 0x2030, 0x2032, 0x2033, 0x2103, 0x2116, 0x20ac]);

let asciiClasses: Uint8Array | null = null;

function asciiClass(code: number): number {
  if (asciiClasses === null) {
    asciiClasses = new Uint8Array(128);
    for (let i = 0; i < 128; i++) asciiClasses[i] = lineClassOf(i);
  }
  return asciiClasses[code]!;
}
