import { FIRST, lengthOf } from './character-codes.ts';
import type { ContentStream } from './content-stream.ts';
import type { UsedFont } from './used-font.ts';

/** Positions this near, in px, need no correction, */
const TOLERANCE = 0.0005;
/** unless they are this near to a whole px: viewers that put glyphs at whole pixels round down, and would show them a pixel off. */
const NEAR_WHOLE = 0.002;
/** What follows on a line begins this near to the end of what stands before it: layout rounds lengths to 1/64 px. */
const NEXT = 1 / 64;
/**
 * Some readers (PDFium, MuPDF) cut widths down to whole thousandths and put glyphs at whole pixels: moves within a string put their pen right. The pens of
 * others are ahead by what that takes, up to so many px; then an operator puts all of them right.
 */
const MAX_AHEAD = 0.25;
/** Positions this near are the same. */
export const EXACT = 1e-6;

const isNearWhole = (x: number): boolean => Math.abs(x - Math.round(x)) <= NEAR_WHOLE;

/** Whether the reader's pen at `pen` is as good as `x`. */
function isSamePlace(pen: number, x: number): boolean {
  const off = Math.abs(pen - x);
  if (off > TOLERANCE) return false;
  return off < EXACT || !isNearWhole(x);
}

/** Places on these grids are written exactly and add up exactly, in what readers reckon with as well. */
const GRID = 64;
const BASELINE_GRID = 16;
const FAR = 1e5;

const isOnGrid = (place: number, grid: number): boolean => Number.isInteger(place * grid) && Math.abs(place) < FAR;

/** Does a step lead to a place exactly? PDFium adds up the digits of fractions in 32 bits, and may come out a little before a whole px. */
const isExactStep = (from: number, to: number): boolean => !isNearWhole(to) || Number.isInteger(2 * (to - from));

/** Shows codes of a font in the open text object of a stream. The reader's pen is followed exactly, so positions never drift. */
export class TextPen {
  private readonly stream: ContentStream;
  private readonly font: UsedFont;
  private readonly size: number;
  private readonly skew: number;
  private readonly isRtl: boolean;
  private readonly baseline: number;
  /** Where the reader's pen is, and whether a text matrix has put it there. */
  private readerX = 0;
  /** Where the last Tm or Td stood. */
  private lineX = 0;
  /** How far readers that cut widths down to whole thousandths are behind since they were put right, */
  private behind = 0;
  /** and how far those that don't are ahead for it since the last Tm or Td. */
  private ahead = 0;
  /** Was the last of them a letter with a space? */
  private isLoose = false;
  private hasMatrix = false;
  private rise = 0;
  private isOpen = false;
  /** Moves stay within the string: its glyphs belong together. */
  staysInString = false;

  /** `size`, `baseline`: px. `slant`: how far each unit of height is shifted to the right. */
  constructor(stream: ContentStream, font: UsedFont, size: number, slant: number, isRtl: boolean, baseline: number) {
    this.isRtl = isRtl;
    this.stream = stream;
    this.font = font;
    this.size = size;
    this.skew = slant;
    this.baseline = baseline;
  }

  /** Is a string open on the baseline, in which glyphs can go on? */
  get isPlain(): boolean {
    return this.isOpen && this.rise === 0;
  }

  /** Where the reader's pen is, px. */
  get x(): number {
    return this.readerX;
  }

  /** The codes `[from, to)` of a list go on in the open string, and take the reader's pen to `x`. */
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

  /** Shows a code with its origin at `x`, `rise` above the baseline. */
  show(code: number, x: number, rise: number): void {
    const out = this.stream.out;
    this.setRise(rise);
    const width = this.font.use(code);
    if (!this.hasMatrix) this.goOn(x);
    if (!this.hasMatrix) {
      this.close();
      this.begin(x);
    } else if (!this.isAt(x) && this.staysOnLine(x)) {
      this.moveInString(this.readerX, x);
    } else if (!this.isAt(x)) {
      // From the last such move, not from the pen: nothing of what readers take off widths or add to places is to grow along the line.
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

  /** Is the reader's pen as good as at `x`? Spaces behind letters are whole font units, which layout knows nothing of. */
  private isAt(x: number): boolean {
    if (isSamePlace(this.readerX, x)) return true;
    return this.isLoose && Math.abs(this.readerX - x) < NEXT && !isNearWhole(x);
  }

  /** Puts the reader's pen to `x` on the baseline: by a step from the last place in the text object where both are exact, so that nothing adds up. */
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

  /** Takes over the pen of what was shown last in the text object, if `x` is where that ends: readers that round widths show both as one run. */
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

  /** Moves by a number between strings of one operator, and leaves a string open. */
  private moveInString(from: number, to: number): void {
    const { out } = this.stream;
    out.ascii(this.isOpen ? ')' : '[');
    out.number(Math.floor(((from - this.behind - to) * 1e7) / this.size) / 1e4);
    this.ahead += this.behind;
    this.behind = 0;
    // No space is needed behind it.
    out.length--;
    out.ascii('(');
    this.isOpen = true;
    this.readerX = to;
  }

  /** Is a number between two strings enough of a move to `x`? It is less exact than an operator's. */
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

  /** Ends the open string, and leaves nothing to what follows in the text object. */
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
