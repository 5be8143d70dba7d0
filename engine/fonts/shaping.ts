/** What a face is asked to shape text with, besides the text and its size, and what comes back. */

/** `hb_direction_t`. */
export const Direction = { Ltr: 4, Rtl: 5, Ttb: 6, Btt: 7 } as const;
export type Direction = (typeof Direction)[keyof typeof Direction];

/** An OpenType feature for a whole run. */
export interface Feature {
  /** Four characters. */
  readonly tag: string;
  readonly value: number;
}

/** What shaping a range gives, glyphs in visual order; positions in px. */
export interface ShapedGlyphs {
  readonly glyphIds: Uint32Array;
  /** Text indices. */
  readonly clusters: Uint32Array;
  /** Along the line, whatever its direction. */
  readonly advances: Float64Array;
  xOffsets: Float64Array | null;
  yOffsets: Float64Array | null;
  /** 1 where the text can't be cut before the glyph's cluster without shaping again; null: nowhere. */
  readonly unsafeToBreak: Uint8Array | null;
  /** Of text that is combined into one em of a vertical line: horizontal scale about the middle of the line. */
  readonly widthScale?: number | undefined;
}

/** Scripts whose letters stand side by side. */
const SIMPLE_SCRIPTS = ['Zyyy', 'Latn', 'Grek', 'Cyrl', 'Armn', 'Geor', 'Hani', 'Kana'];

/** Scripts whose shapers look at nothing beyond a word, with the direction in which they are written. */
const WORDWISE_SCRIPTS: ReadonlyMap<string, Direction> = new Map([
  ...SIMPLE_SCRIPTS.map((script) => [script, Direction.Ltr] as const),
  ['Arab', Direction.Rtl],
  ['Hebr', Direction.Rtl],
]);

export class ShapingSettings {
  readonly direction: Direction;
  /** ISO 15924. */
  readonly script: string;
  /** BCP 47, or empty. */
  readonly language: string;
  readonly features: readonly Feature[];
  /** Nothing in the way the script is shaped reaches across a space. */
  readonly isWordwise: boolean;
  /** Letters may join their neighbours, even those that another font shows. */
  readonly joins: boolean;
  /** All of it in one string. */
  readonly key: string;

  constructor(direction: Direction, script: string, language: string, features: readonly Feature[]) {
    this.direction = direction;
    this.script = script;
    this.language = language;
    this.features = features;
    this.isWordwise = WORDWISE_SCRIPTS.get(script) === direction;
    this.joins = !SIMPLE_SCRIPTS.includes(script);
    this.key = `${direction} ${script} ${language} ${features.map(({ tag, value }) => tag + value).join()}`;
  }
}
