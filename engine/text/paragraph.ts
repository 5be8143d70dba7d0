import type { ComputedStyle } from '../css/computed-style.ts';
import type { FontFace } from '../fonts/font-face.ts';
import type { TextSpacing } from './spacing-table.ts';

/** The kinds of breaks before a character of the paragraph's text. */
export const BreakClass = {
  None: 0,
  /** A soft wrap opportunity (css-text-3 §5). */
  Allowed: 1,
  /** Only after a forced break character. */
  Mandatory: 2,
  /** After a soft hyphen or at a hyphenation point: the line ends in the hyphenate character. */
  Hyphen: 3,
  /** Only if nothing else makes the line fit: overflow-wrap (css-text-3 §5.5), between grapheme clusters. */
  Emergency: 4,
  /**
   * Within a phrase: used only if no other opportunity, apart from emergency breaks, makes the line fit (css-text-4 §6.1,
   * `auto-phrase`).
   */
  InPhrase: 5,
  /** Within a phrase; the line ends in the hyphenate character. */
  HyphenInPhrase: 6,
} as const;

/** Returns whether a line may end there only if it would otherwise be too long. */
export const isLastResort = (kind: number): boolean => kind >= BreakClass.Emergency;

/** Returns whether a line that ends there ends in the hyphenate character. */
export const endsInHyphen = (kind: number): boolean => kind === BreakClass.Hyphen || kind === BreakClass.HyphenInPhrase;

/**
 * Text of one item, shaped by one font in one direction. Glyphs are in visual order of the run: the first glyph of an
 * RTL run is its leftmost. Advances are floats in CSS px and include letter-spacing and word-spacing. PERF: no objects
 * per glyph.
 */
export interface ShapedRun {
  readonly face: FontFace;
  /** In CSS px. Differs from the style's for synthesized small capitals and font-size-adjust. */
  readonly fontSize: number;
  readonly style: ComputedStyle;
  readonly item: number;
  /** The paragraph's whole text, and the run's range in it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The end of its last cluster's text. Beyond `end` if a ligature covers the beginning of the next item. */
  readonly textEnd?: number;
  /** Bidi embedding level; odd is right-to-left. */
  readonly level: number;
  /**
   * Whether glyphs of vertical text are rotated a quarter turn clockwise instead of upright. Always false in horizontal
   * text.
   */
  readonly sideways: boolean;
  readonly glyphIds: Uint32Array;
  readonly advances: Float32Array | Float64Array;
  /** In CSS px with y upwards; null if all offsets are 0. */
  readonly xOffsets: Float32Array | Float64Array | null;
  readonly yOffsets: Float32Array | Float64Array | null;
  /** For each glyph, the index in the paragraph's text of its cluster's first character. */
  readonly clusters: Uint32Array;
  /** Synthetic styles: emboldening, and the shift to the right per unit of height. */
  readonly syntheticBold: boolean;
  readonly syntheticSlant: number;
  /** For text combined into one em of a vertical line, the horizontal scale about the middle of the line. */
  readonly widthScale?: number | undefined;
}

/** An inline formatting context's text after bidi resolution, segmentation and shaping. */
export interface Paragraph {
  readonly text: string;
  /** 0 or 1. */
  readonly baseLevel: number;
  /** The bidi level of each UTF-16 code unit; null if all are left-to-right. */
  readonly levels: Uint8Array | null;
  /** For each item, the bidi level at which it begins or ends an isolate, or `NO_ISOLATE`. null without isolates. */
  readonly isolates: Uint8Array | null;
  /** In logical order; together they cover every Text item. */
  readonly runs: readonly ShapedRun[];
  /** The BreakClass before each UTF-16 code unit; one longer than the text. */
  readonly breaks: Uint8Array;
  /** How line ends change the space of characters (text-spacing.ts), or null. */
  readonly spacing: TextSpacing | null;
}
