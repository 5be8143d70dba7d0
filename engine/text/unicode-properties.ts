/**
 * Script and Line_Break properties of code points, from the tables of unicode-data.ts, which are unpacked on first use.
 */
import { LINE_BREAK_RUNS, SCRIPT_RUNS, SCRIPT_TAGS, VERTICAL_ORIENTATION_RUNS } from './unicode-data.ts';

/** Line_Break classes (UAX #14 table 1) as indices of LINE_BREAK_CLASSES. A test checks that they agree. */
export const LineClass = {
  AL: 0,
  BK: 1,
  SP: 2,
  ZW: 3,
  WJ: 4,
  ZWJ: 5,
  GL: 6,
  CM: 7,
  BA: 8,
  HY: 9,
  HH: 10,
  BB: 11,
  B2: 12,
  CB: 13,
  CL: 14,
  CP: 15,
  EX: 16,
  IN: 17,
  NS: 18,
  CJ: 19,
  OP: 20,
  QU: 21,
  IS: 22,
  NU: 23,
  PO: 24,
  PR: 25,
  SY: 26,
  HL: 27,
  ID: 28,
  EB: 29,
  EM: 30,
  H2: 31,
  H3: 32,
  JL: 33,
  JV: 34,
  JT: 35,
  RI: 36,
  SA: 37,
  AK: 38,
  AP: 39,
  AS: 40,
  VF: 41,
  VI: 42,
} as const;
export type LineClass = (typeof LineClass)[keyof typeof LineClass];

const BMP = 0x10000;
const CAPITAL_A = 65;
const SMALL_A = 97;

/**
 * A property of all code points: an array for the BMP, runs beyond.
 *
 * PERF: runs are unpacked up to the characters that documents contain. Unpacking all of them takes a new process 3 ms.
 */
class PropertyTable {
  private readonly bmp = new Uint8Array(BMP);
  /** Starts and values of the runs beyond the BMP. */
  private readonly starts: number[] = [];
  private readonly values: number[] = [];
  private readonly runs: string;
  /** The position in `runs` up to which they are unpacked. */
  private at = 0;
  /** The first code point that isn't unpacked. */
  private end = 0;

  constructor(runs: string) {
    this.runs = runs;
  }

  get(code: number): number {
    while (code >= this.end && this.at < this.runs.length) this.unpackRun();
    if (code < BMP) return this.bmp[code]!;
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= code) low = middle;
      else high = middle - 1;
    }
    return this.values[low]!;
  }

  private unpackRun(): void {
    const { runs, end: start } = this;
    let { at } = this;
    let value = 0;
    const small = runs.charCodeAt(at);
    if (small >= SMALL_A) {
      value = (small - SMALL_A) * 26;
      at++;
    }
    value += runs.charCodeAt(at++) - CAPITAL_A;
    let length = 0;
    for (; at < runs.length && runs.charCodeAt(at) < CAPITAL_A; at++) length = length * 10 + runs.charCodeAt(at) - 48;
    const end = start + (length || 1);
    if (start < BMP) this.bmp.fill(value, start, Math.min(end, BMP));
    if (end > BMP) {
      this.starts.push(Math.max(start, BMP));
      this.values.push(value);
    }
    this.at = at;
    this.end = end;
  }
}

let lineBreak: PropertyTable | null = null;
let script: PropertyTable | null = null;
let verticalOrientation: PropertyTable | null = null;
const tags = SCRIPT_TAGS.split(' ');

export function lineClassOf(code: number): LineClass {
  return (lineBreak ??= new PropertyTable(LINE_BREAK_RUNS)).get(code) as LineClass;
}

/** Returns the index of a script; 0 is Common, 1 Inherited. */
export function scriptOf(code: number): number {
  return (script ??= new PropertyTable(SCRIPT_RUNS)).get(code);
}

/** Returns whether a character is upright in vertical text (UAX #50). */
export function isUpright(code: number): boolean {
  return (verticalOrientation ??= new PropertyTable(VERTICAL_ORIENTATION_RUNS)).get(code) === 1;
}

/** Ranges of characters with Vertical_Orientation Tr, except those found only in legacy encodings. */
const TRANSFORMED: readonly number[] = [
  0x2329, 0x232a, 0x3008, 0x3011, 0x3014, 0x301f, 0x3030, 0x3030, 0x30a0, 0x30a0, 0x30fc, 0x30fc, 0xfe59, 0xfe5e,
  0xff08, 0xff09, 0xff1a, 0xff1b, 0xff3b, 0xff3b, 0xff3d, 0xff3d, 0xff3f, 0xff3f, 0xff5b, 0xff60, 0xffe3, 0xffe3,
];

/**
 * Returns whether a character has a vertical form in fonts that provide one, and is rotated in others (UAX #50, Tr).
 */
export function isTransformed(code: number): boolean {
  if (code < 0x2329 || code > 0xffe3) return false;
  for (let i = 0; i < TRANSFORMED.length; i += 2)
    if (code >= TRANSFORMED[i]! && code <= TRANSFORMED[i + 1]!) return true;
  return false;
}

export const COMMON_SCRIPT = 0;
export const INHERITED_SCRIPT = 1;
export const HIRAGANA_SCRIPT = tags.indexOf('Hira');
export const KATAKANA_SCRIPT = tags.indexOf('Kana');

/** Returns the ISO 15924 tag of a script. */
export const scriptTag = (index: number): string => tags[index]!;

/** Joined letters are never letter-spaced (css-text-3 §6.4.2, §8.2.1, "cursive scripts"). */
export const CURSIVE_SCRIPTS: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Rohg',
  'Mand',
  'Mong',
  'Nkoo',
  'Phag',
  'Syrc',
]);

/** The first code point of a cursive script. */
const FIRST_CURSIVE = 0x600;
/** It joins in several scripts, so Unicode assigns it to none. */
const TATWEEL = 0x640;

/** Returns whether a character belongs to a cursive script. */
export const isCursive = (code: number): boolean =>
  code >= FIRST_CURSIVE && (code === TATWEEL || CURSIVE_SCRIPTS.has(scriptTag(scriptOf(code))));
