/** `text-transform: math-auto` (MathML Core §4.2): a variable of one letter is set in mathematical italic. */

/** First letter of a run of letters, how many, and the mathematical italic of the first. */
const RUNS: readonly (readonly [first: number, count: number, italic: number])[] = [
  [0x41, 26, 0x1d434],
  [0x61, 26, 0x1d44e],
  [0x391, 17, 0x1d6e2],
  [0x3a3, 7, 0x1d6f4],
  [0x3b1, 25, 0x1d6fc],
];

const SINGLE: ReadonlyMap<string, string> = new Map([
  // The Planck constant is where the italic h would be.
  ['h', '\u210E'],
  ['\u0131', '\u{1D6A4}'],
  ['\u0237', '\u{1D6A5}'],
  ['\u03F4', '\u{1D6F3}'],
  ['\u2207', '\u{1D6FB}'],
  ['\u2202', '\u{1D715}'],
  ['\u03F5', '\u{1D716}'],
  ['\u03D1', '\u{1D717}'],
  ['\u03F0', '\u{1D718}'],
  ['\u03D5', '\u{1D719}'],
  ['\u03F1', '\u{1D71A}'],
  ['\u03D6', '\u{1D71B}'],
]);

/** The text, or its italic if it is one letter with an italic of its own. */
export function mathItalic(text: string): string {
  const single = SINGLE.get(text);
  if (single !== undefined) return single;
  if (text.length !== 1) return text;
  const code = text.charCodeAt(0);
  const run = RUNS.find(([first, count]) => code >= first && code < first + count);
  return run === undefined ? text : String.fromCodePoint(run[2] + code - run[0]);
}
