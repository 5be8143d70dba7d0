import type { ComputedStyle } from '../css/computed-style.ts';
import type { FontFace } from '../fonts/face.ts';
import type { TextSpacing } from './spacing-table.ts';

/** What may happen before the character at an index of the paragraph's text. */
export const BreakClass = {
  None: 0,
  /** A soft wrap opportunity (css-text-3 §5). */
  Allowed: 1,
  /** Only after a forced break character. */
  Mandatory: 2,
  /** After a soft hyphen, or a hyphenation point: the line ends in the hyphenate character. */
  Hyphen: 3,
  /** Only if nothing else lets the line fit: overflow-wrap (css-text-3 §5.5), between grapheme clusters. */
  Emergency: 4,
  /** Within a phrase: only if no other lets the line fit, emergencies aside (css-text-4 §6.1 on `auto-phrase`). */
  InPhrase: 5,
  /** Within a phrase, and the line ends in the hyphenate character. */
  HyphenInPhrase: 6,
} as const;

/** A line may end there only if it is too long otherwise. */
export const isLastResort = (kind: number): boolean => kind >= BreakClass.Emergency;

/** A line that ends there ends in the hyphenate character. */
export const endsInHyphen = (kind: number): boolean => kind === BreakClass.Hyphen || kind === BreakClass.HyphenInPhrase;

/**
 * Text of one item that one font shapes in one direction: glyphs in visual order of that run (an RTL run's first glyph is
 * its leftmost). Advances are CSS px, floats, with letter-spacing and word-spacing in them. Nothing per glyph is an object.
 */
export interface ShapedRun {
  readonly face: FontFace;
  /** CSS px; differs from the style's for synthesised small capitals and font-size-adjust. */
  readonly fontSize: number;
  readonly style: ComputedStyle;
  /** Index of the InlineItem. */
  readonly item: number;
  /** The paragraph's whole text, and the range in it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the text of its last cluster ends: beyond `end` where a ligature takes in the beginning of the next item. */
  readonly textEnd?: number;
  /** Bidi embedding level; odd is right-to-left. */
  readonly level: number;
  /** In vertical text: glyphs rotated a quarter turn clockwise (false: upright). Always false in horizontal text. */
  readonly sideways: boolean;
  readonly glyphIds: Uint32Array;
  readonly advances: Float32Array | Float64Array;
  /** CSS px, or null where every offset is 0. y grows upwards. */
  readonly xOffsets: Float32Array | Float64Array | null;
  readonly yOffsets: Float32Array | Float64Array | null;
  /** For each glyph the text index (paragraph-relative) of its cluster's first character. */
  readonly clusters: Uint32Array;
  /** Synthetic styles: emboldening, and the shift to the right of each unit of height. */
  readonly syntheticBold: boolean;
  readonly syntheticSlant: number;
  /** Of text that is combined into one em of a vertical line: horizontal scale about the middle of the line. */
  readonly widthScale?: number | undefined;
}

/** A join of letters that may be longer. */
export interface Kashida {
  /** The text index of the letter behind the join. */
  readonly at: number;
  /** The less, the better. */
  readonly rank: number;
}

/** Such a join, and by how many px it is to be longer. */
export interface LongerJoin {
  readonly at: number;
  readonly px: number;
}

/** An inline formatting context's text after bidi, segmentation and shaping. */
export interface Paragraph {
  readonly text: string;
  /** 0 or 1. */
  readonly baseLevel: number;
  /** Bidi level of each UTF-16 unit; null when the whole is left-to-right. */
  readonly levels: Uint8Array | null;
  /** For each item the bidi level at which it begins or ends an isolate (`NO_ISOLATE`: it doesn't); null when none does. */
  readonly isolates: Uint8Array | null;
  /** In logical order; together they cover every Text item. */
  readonly runs: readonly ShapedRun[];
  /** BreakClass before each UTF-16 unit; one longer than the text. */
  readonly breaks: Uint8Array;

  /** Unrounded width in px of `[start, end)`, which must lie in one run. Both ends are at cluster boundaries, or inside a ligature, which is divided evenly. */
  width(run: ShapedRun, start: number, end: number): number;

  /** `[start, end)` of a run as a run of its own, reshaped where the cut would change glyphs (joining, ligatures, kerning). */
  slice(run: ShapedRun, start: number, end: number): ShapedRun;

  /** What the ends of lines change in the room of characters (text-spacing.ts); null: nothing. */
  readonly spacing: TextSpacing | null;

  /** A run with so many px more (or less) room before its first character, or after its last. */
  withRoom(run: ShapedRun, px: number, before: boolean): ShapedRun;

  /** The width in px of what lengthens joins of a run's letters; 0: nothing does. */
  tatweelWidth(run: ShapedRun): number;

  /** The joins of a run before a text index that may be longer (kashida.ts), one a word. */
  kashidas(run: ShapedRun, end: number): readonly Kashida[];

  /** A run with longer joins, given in the order of the text; null: its font can't. */
  elongated(run: ShapedRun, joins: readonly LongerJoin[]): ShapedRun | null;
}
