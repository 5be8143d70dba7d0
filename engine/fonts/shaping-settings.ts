/** What a face is asked to shape text with, besides the text and its size. */
import { Direction, type Feature } from './harfbuzz.ts';

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
