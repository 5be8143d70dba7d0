/**
 * Decodes fax data: Modified Huffman and T.4 (ITU-T T.4, "Group 3"), and T.6 ("Group 4"). Rows have 1 bit per pixel, and
 * 1 is black.
 */
import type { Budget } from '../budget.ts';

export interface FaxOptions {
  /** In pixels. */
  readonly width: number;
  readonly rows: number;
  /** `huffman`: rows without marks that start at whole bytes. `t4`: rows with marks at their ends. */
  readonly coding: 'huffman' | 't4' | 't6';
  /** Whether rows of `t4` may be coded as changes of the row above. */
  readonly isTwoDimensional: boolean;
}

/** Codes of white runs from 0 to 63 pixels, then of 64, 128, ... 1,728 pixels (T.4 tables 2 and 3). */
const WHITE =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 ' +
  '0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 ' +
  '00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 ' +
  '00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 ' +
  '01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 11011 10010 010111 0110111 ' +
  '00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 011010100 ' +
  '011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 ' +
  '010011011';
/** Codes of black runs of the same lengths. */
const BLACK =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 ' +
  '0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 ' +
  '00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 ' +
  '000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 ' +
  '000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 ' +
  '000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 ' +
  '000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 0000001111 ' +
  '000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 ' +
  '0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 ' +
  '0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 ' +
  '0000001100100 0000001100101';
/** Codes of runs of 1,792, 1,856, ... 2,560 pixels of both colors. */
const LONG =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 ' +
  '000000010111 000000011100 000000011101 000000011110 000000011111';

/** The modes of rows that refer to the row above (T.6 table 1): vertical by -3 to 3, pass, horizontal. */
const MODES = '0000010 000010 010 1 011 000011 0000011 0001 001';
const VERTICAL_ZERO = 3;
const PASS = 7;
const HORIZONTAL = 8;

const LONGEST_CODE = 13;
/** Runs of this length or more continue with another code. */
const MAKE_UP = 64;
/** The marks that end a row of T.4: 11 zeros at least, and a one. */
const ZEROS_OF_MARK = 11;

/** Values by the next 13 bits, as 16 * value + length of the code; 0: no code. */
type Codes = Uint16Array;

function tableOf(codes: readonly (readonly [code: string, value: number])[]): Codes {
  const table = new Uint16Array(1 << LONGEST_CODE);
  for (const [code, value] of codes) {
    const free = LONGEST_CODE - code.length;
    const first = Number.parseInt(code, 2) << free;
    table.fill(16 * value + code.length, first, first + (1 << free));
  }
  return table;
}

function runTable(codes: string): Codes {
  const runs = codes.split(' ').map((code, i) => [code, i < MAKE_UP ? i : MAKE_UP * (i - MAKE_UP + 1)] as const);
  const long = LONG.split(' ').map((code, i) => [code, 1792 + MAKE_UP * i] as const);
  return tableOf([...runs, ...long]);
}

const WHITE_RUNS = runTable(WHITE);
const BLACK_RUNS = runTable(BLACK);
const MODE_CODES = tableOf(MODES.split(' ').map((code, i) => [code, i] as const));

/** Returns the rows, or null if the data is broken. */
export function unpackFax(packed: Uint8Array, options: FaxOptions, budget: Budget): Uint8Array | null {
  const rowBytes = Math.ceil(options.width / 8);
  const out = new Uint8Array(rowBytes * options.rows);
  const decoder = new FaxDecoder(packed, options);
  for (let row = 0; row < options.rows; row++) {
    budget.tickBy(1 + rowBytes / 8);
    const changes = decoder.row();
    if (changes === null) return null;
    budget.tickBy(changes.length / 8);
    for (let i = 0; i + 1 < changes.length; i += 2)
      blacken(out.subarray(row * rowBytes, (row + 1) * rowBytes), changes[i]!, changes[i + 1]!);
  }
  return out;
}

/** Sets the bits from `start` to `end`. */
function blacken(line: Uint8Array, start: number, end: number): void {
  for (let x = start; x < end;) {
    if ((x & 7) === 0 && end - x >= 8) {
      line[x >> 3] = 0xff;
      x += 8;
    } else {
      line[x >> 3]! |= 0x80 >> (x & 7);
      x++;
    }
  }
}

class FaxDecoder {
  private readonly bytes: Uint8Array;
  private readonly options: FaxOptions;
  /** The position in bits. */
  private at = 0;
  /** The columns where the row above changes its color, first to black. The last ones are at the width. */
  private above: number[];

  constructor(bytes: Uint8Array, options: FaxOptions) {
    this.bytes = bytes;
    this.options = options;
    this.above = [options.width, options.width];
  }

  /** Returns the columns where the next row changes its color, or null if it is broken. */
  row(): number[] | null {
    const { coding, isTwoDimensional } = this.options;
    if (coding === 'huffman') this.at = (this.at + 7) & ~7;
    if (coding === 't4') this.passMark();
    const isPlain = coding === 't6' ? false : !isTwoDimensional || this.take(1) === 1;
    const changes = isPlain ? this.plainRow() : this.changedRow();
    if (changes !== null) this.above = changes;
    return changes;
  }

  /** Returns the next 13 bits, with zeros after the end. */
  private peek(): number {
    const { bytes, at } = this;
    const first = at >> 3;
    const word = ((bytes[first] ?? 0) << 16) | ((bytes[first + 1] ?? 0) << 8) | (bytes[first + 2] ?? 0);
    return (word >> (11 - (at & 7))) & 0x1fff;
  }

  private take(count: number): number {
    const value = this.peek() >> (LONGEST_CODE - count);
    this.at += count;
    return value;
  }

  /** Returns the value of the next code, or -1 if the next bits are not a code. */
  private code(codes: Codes): number {
    const entry = codes[this.peek()]!;
    this.at += entry & 15;
    return entry === 0 || this.at > 8 * this.bytes.length ? -1 : entry >> 4;
  }

  /** Passes the mark before a row, with its fill bits. Some files have none before the first row. */
  private passMark(): void {
    const start = this.at;
    let zeros = 0;
    while (this.at < 8 * this.bytes.length && this.take(1) === 0) zeros++;
    if (zeros < ZEROS_OF_MARK) this.at = start;
  }

  private run(codes: Codes): number {
    let total = 0;
    for (;;) {
      const part = this.code(codes);
      if (part < 0) return -1;
      total += part;
      if (part < MAKE_UP) return total;
      if (total > this.options.width) return -1;
    }
  }

  /** Returns whether a row has more changes than pixels permit: runs of no pixels are only useful at its start. */
  private isTooLong(changes: readonly number[]): boolean {
    return changes.length > 2 * this.options.width + 4;
  }

  /** Reads a row of runs, white first. */
  private plainRow(): number[] | null {
    const { width } = this.options;
    const changes: number[] = [];
    for (let x = 0, isBlack = false; x < width; isBlack = !isBlack) {
      const run = this.run(isBlack ? BLACK_RUNS : WHITE_RUNS);
      if (run < 0 || x + run > width || this.isTooLong(changes)) return null;
      x += run;
      changes.push(x);
    }
    return ended(changes, width);
  }

  /** Reads a row that is coded as changes of the row above (T.4 §4.2). */
  private changedRow(): number[] | null {
    const { width } = this.options;
    const { above } = this;
    const changes: number[] = [];
    let x = 0;
    let isStart = true;
    for (let i = 0; x < width || isStart;) {
      const color = changes.length & 1;
      // b1: the first change above to the opposite color that is right of the current position.
      i = Math.max(0, i - 2);
      while (i < above.length && ((i & 1) !== color || (above[i]! <= x && !(isStart && above[i] === 0)))) i++;
      const [b1, b2] = [above[i] ?? width, above[i + 1] ?? width];
      const mode = this.code(MODE_CODES);
      if (mode < 0 || this.isTooLong(changes)) return null;
      if (mode === PASS) x = b2;
      else if (mode === HORIZONTAL) {
        const first = this.run(color === 0 ? WHITE_RUNS : BLACK_RUNS);
        const second = this.run(color === 0 ? BLACK_RUNS : WHITE_RUNS);
        if (first < 0 || second < 0 || x + first + second > width) return null;
        changes.push(x + first, (x += first + second));
      } else {
        const to = b1 + mode - VERTICAL_ZERO;
        if (to < x || to > width) return null;
        changes.push((x = to));
      }
      isStart = false;
    }
    return ended(changes, width);
  }
}

/** Completes a row's changes to pairs with the width, and appends a pair, so that every run has an end. */
function ended(changes: number[], width: number): number[] {
  if (changes.length % 2 === 1) changes.push(width);
  changes.push(width, width);
  return changes;
}
