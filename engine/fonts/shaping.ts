/** The settings and results of shaping. */

/** `hb_direction_t`. */
export const Direction = { Ltr: 4, Rtl: 5, Ttb: 6, Btt: 7 } as const;
export type Direction = (typeof Direction)[keyof typeof Direction];

/** An OpenType feature for a whole run. */
export interface Feature {
  /** Four characters. */
  readonly tag: string;
  readonly value: number;
}

/** The result of shaping a range: glyphs in visual order, with positions in px. */
export interface ShapedGlyphs {
  readonly glyphIds: Uint32Array;
  /** Text indices. */
  readonly clusters: Uint32Array;
  /** Along the line, whatever its direction. */
  readonly advances: Float64Array;
  xOffsets: Float64Array | null;
  yOffsets: Float64Array | null;
  /** 1 where breaking the text before the glyph's cluster requires reshaping; null: nowhere. */
  readonly unsafeToBreak: Uint8Array | null;
  /** Horizontal scale about the middle of the line, for text combined into one em of a vertical line. */
  readonly widthScale?: number | undefined;
}

/** Scripts whose letters don't join. */
const SIMPLE_SCRIPTS = ['Zyyy', 'Latn', 'Grek', 'Cyrl', 'Armn', 'Geor', 'Hani', 'Kana'];

/** Scripts that are shaped without context beyond a word, with their direction. */
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
  /** Whether shaping never depends on text across a space. */
  readonly isWordwise: boolean;
  /** Whether letters may join their neighbors, even those in another font. */
  readonly joins: boolean;
  /** All settings as one string. */
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
