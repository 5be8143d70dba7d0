import { FIRST, lengthOf } from './character-codes.ts';
import type { ContentStream } from './content-stream.ts';
import type { UsedFont } from './used-font.ts';

/** Positions within this distance, in px, need no correction, except near whole pixels. */
const TOLERANCE = 0.0005;
/** Viewers that round positions down to whole pixels would show glyphs this close to one, in px, a pixel off. */
const NEAR_WHOLE = 0.002;
/** The tolerance for text to continue the previous text on the line, in px: layout rounds lengths to 1/64 px. */
const NEXT = 1 / 64;
/**
 * How far ahead some readers' pens may get, in px, before a positioning operator resets all of them. PDFium and MuPDF
 * truncate widths to whole thousandths and snap glyphs to whole pixels. Adjustments within a string correct their pens
 * but move those of other readers ahead.
 */
const MAX_AHEAD = 0.25;
/** Positions within this distance, in px, are equal. */
export const EXACT = 1e-6;

const isNearWhole = (x: number): boolean => Math.abs(x - Math.round(x)) <= NEAR_WHOLE;

/** Returns whether the reader's pen at `pen` is close enough to `x`. */
export function isSamePlace(pen: number, x: number): boolean {
  // PERF: called for every glyph.
  if (pen - x < EXACT && x - pen < EXACT) return true;
  return Math.abs(pen - x) <= TOLERANCE && Math.abs(x - Math.round(x)) > NEAR_WHOLE;
}

/** Coordinates on these grids are written exactly and add up exactly, also in the arithmetic of readers. */
const GRID = 64;
const BASELINE_GRID = 16;
const FAR = 1e5;

const isOnGrid = (place: number, grid: number): boolean => Number.isInteger(place * grid) && Math.abs(place) < FAR;

/**
 * Returns whether a relative move reaches its target exactly. PDFium adds decimal digits in 32 bits and may end up
 * slightly before a whole pixel.
 */
const isExactStep = (from: number, to: number): boolean => !isNearWhole(to) || Number.isInteger(2 * (to - from));

/**
 * Shows codes of a font in the open text object of a stream. It tracks the reader's pen exactly, so positions never
 * drift.
 */
export class TextPen {
  private readonly stream: ContentStream;
  private readonly font: UsedFont;
  private readonly size: number;
  private readonly skew: number;
  private readonly isRtl: boolean;
  private readonly baseline: number;
  /** The position of the reader's pen. */
  private readerX = 0;
  /** The x position that the last Tm or Td set. */
  private lineX = 0;
  /** How far the pens of readers that truncate widths are behind since the last correction, in px. */
  private behind = 0;
  /** How far the pens of other readers are ahead since the last Tm or Td, in px. */
  private ahead = 0;
  /** Whether the last code was a letter with a space. */
  private isLoose = false;
  private hasMatrix = false;
  private rise = 0;
  private isOpen = false;
  /** Whether moves stay within the string because its glyphs belong together. */
  staysInString = false;

  /** `size` and `baseline` are in px. `slant` is the horizontal shift per unit of height. */
  constructor(stream: ContentStream, font: UsedFont, size: number, slant: number, isRtl: boolean, baseline: number) {
    this.isRtl = isRtl;
    this.stream = stream;
    this.font = font;
    this.size = size;
    this.skew = slant;
    this.baseline = baseline;
  }

  /** Whether a string is open on the baseline, so that glyphs can be appended. */
  get isPlain(): boolean {
    return this.isOpen && this.rise === 0;
  }

  /** The position of the reader's pen in px. */
  get x(): number {
    return this.readerX;
  }

  /** Appends the codes `[from, to)` of a list to the open string, after which the reader's pen is at `x`. */
  append(codes: Uint32Array, from: number, to: number, x: number): void {
    const { out } = this.stream;
    const { characters } = this.font;
    for (let i = from; i < to; i++) {
      i = out.literalCharacters(codes, i, to, characters, FIRST);
      if (i < to) out.literalBytes(characters[codes[i]!]!, lengthOf(characters[codes[i]!]!));
    }
    this.readerX = x;
    const { fractions } = this.font;
    let behind = 0;
    for (let i = from; i < to; i++) behind += fractions[codes[i]!]!;
    this.behind += (behind * this.size) / 1000;
    if (to > from) this.isLoose = false;
  }

  /** Shows a code with its origin at `x` and `rise` above the baseline. */
  show(code: number, x: number, rise: number): void {
    const out = this.stream.out;
    this.setRise(rise);
    const width = this.font.use(code);
    if (!this.hasMatrix) this.goOn(x);
    if (!this.hasMatrix) {
      this.close();
      this.begin(x);
    } else if (this.isAt(x)) {
      // The string continues.
    } else if (this.staysOnLine(x)) {
      this.moveInString(this.readerX, x);
    } else {
      // Moves relative to the last such move, not to the pen, so that rounding by readers doesn't accumulate along the
      // line.
      this.close();
      out.fine(x - this.lineX);
      out.ascii('0 Td\n');
      this.behind = this.ahead = 0;
      this.lineX = x;
      this.readerX = x;
      const { textLine } = this.stream;
      this.stream.textLine = textLine !== null && isOnGrid(x, GRID) ? { x, y: textLine.y } : null;
    }
    if (!this.isOpen) {
      out.ascii('[(');
      this.isOpen = true;
    }
    const character = this.font.characters[code]!;
    out.literalBytes(character, lengthOf(character));
    this.readerX += (width * this.size) / 1000;
    this.behind += (this.font.fractions[code]! * this.size) / 1000;
    this.isLoose = this.font.spacingOf(code) > 0;
  }

  /**
   * Returns whether the reader's pen is close enough to `x`. Spaces after letters are rounded to font units, which
   * layout doesn't know about.
   */
  private isAt(x: number): boolean {
    if (isSamePlace(this.readerX, x)) return true;
    return this.isLoose && Math.abs(this.readerX - x) < NEXT && !isNearWhole(x);
  }

  /**
   * Moves the reader's pen to `x` on the baseline. If possible, it moves relative to the last exact position in the
   * text object, so that errors don't accumulate.
   */
  private begin(x: number): void {
    const { stream, baseline, skew } = this;
    const { out, textLine } = stream;
    const isExact = skew === 0 && isOnGrid(x, GRID) && isOnGrid(baseline, BASELINE_GRID);
    if (isExact && textLine !== null && isExactStep(textLine.x, x)) {
      out.fine(x - textLine.x);
      out.number(textLine.y - baseline);
      out.ascii('Td\n');
    } else {
      out.ascii('1 0 ');
      out.number(skew);
      out.ascii('-1 ');
      out.fine(x);
      out.number(baseline);
      out.ascii('Tm\n');
    }
    stream.textLine = isExact ? { x, y: baseline } : null;
    this.hasMatrix = true;
    this.readerX = x;
    this.lineX = x;
    this.behind = this.ahead = 0;
  }

  /**
   * Continues with the pen of the previous text in the text object if that ends at `x`. Readers that round widths then
   * show both as one run.
   */
  private goOn(x: number): void {
    const { pen } = this.stream;
    if (pen === null || pen.baseline !== this.baseline || pen.skew !== this.skew) return;
    if (isNearWhole(x) || Math.abs(pen.x - x) > NEXT) return;
    this.hasMatrix = true;
    this.readerX = x;
    this.lineX = pen.lineX;
    this.behind = pen.behind;
    this.ahead = pen.ahead;
    if (isSamePlace(pen.x, x)) return;
    this.moveInString(pen.x, x);
  }

  /** Moves the pen by an adjustment within the TJ array and leaves a string open. */
  private moveInString(from: number, to: number): void {
    const { out } = this.stream;
    out.ascii(this.isOpen ? ')' : '[');
    out.number(Math.floor(((from - this.behind - to) * 1e7) / this.size) / 1e4);
    this.ahead += this.behind;
    this.behind = 0;
    // The closing digit needs no space after it.
    out.length--;
    out.ascii('(');
    this.isOpen = true;
    this.readerX = to;
  }

  /**
   * Returns whether an adjustment between two strings is precise enough to move to `x`. Positioning operators are more
   * precise.
   */
  private staysOnLine(x: number): boolean {
    if (this.staysInString && this.isOpen) return true;
    return this.ahead + this.behind <= MAX_AHEAD && !isNearWhole(x);
  }

  /** Ends the open string. */
  close(): void {
    if (!this.isOpen) return;
    this.stream.out.ascii(')]TJ\n');
    this.isOpen = false;
  }

  /** Ends the open string and records the pen for the next text in the text object. */
  end(): void {
    this.close();
    this.setRise(0);
    const { font, isRtl, readerX: x, lineX, baseline, skew, behind, ahead } = this;
    this.stream.pen = this.hasMatrix ? { font, isRtl, x, baseline, skew, lineX, behind, ahead } : null;
  }

  private setRise(rise: number): void {
    if (rise === this.rise) return;
    this.close();
    this.stream.out.number(rise);
    this.stream.out.ascii('Ts\n');
    this.rise = rise;
  }
}
