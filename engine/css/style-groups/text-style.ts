/** The inherited properties: those that select and shape fonts, and those that text, lists and tables use. */
import type { Length } from '../length.ts';
import type { Color } from '../color.ts';
import type { CounterStyleRef, ImageValue, Shadow, WritingModeKeyword } from '../computed-values.ts';
import type { MathVariant } from '../values/math-variant.ts';

/** Inherited properties that affect font selection and shaping. */
export interface FontStyle {
  /** Family names in order, unquoted, generic names as written. `generic` tells `"serif"` from `serif`. */
  readonly fontFamily: readonly { readonly name: string; readonly generic: boolean }[];
  /** CSS px. */
  readonly fontSize: number;
  /**
   * Index of the size keyword from which `fontSize` derives, or -1. Descendants that switch to or from monospace need
   * it.
   */
  readonly fontSizeKeyword: number;
  /** Whether the size comes from an author's length. */
  readonly fontSizeAbsolute: boolean;
  /** 1..1000 */
  readonly fontWeight: number;
  readonly fontStyle: { readonly type: 'normal' | 'italic' | 'oblique'; readonly degrees: number };
  /** In per cent. */
  readonly fontStretch: number;
  /** A number is a multiple of the font size; otherwise a Length in px or Length.NORMAL. */
  readonly lineHeight: number | Length;
  readonly fontKerning: 'auto' | 'normal' | 'none';
  readonly fontOpticalSizing: 'auto' | 'none';
  readonly fontSizeAdjust: { readonly metric: string; readonly value: number | 'from-font' } | null;
  readonly fontSynthesisWeight: 'auto' | 'none';
  readonly fontSynthesisStyle: 'auto' | 'none' | 'oblique-only';
  readonly fontSynthesisSmallCaps: 'auto' | 'none';
  readonly fontSynthesisPosition: 'auto' | 'none';
  readonly fontVariantCaps:
    'normal' | 'small-caps' | 'all-small-caps' | 'petite-caps' | 'all-petite-caps' | 'unicase' | 'titling-caps';
  /** Keywords in effect. Empty is `normal`, `['none']` disables all. */
  readonly fontVariantLigatures: readonly string[];
  readonly fontVariantNumeric: readonly string[];
  readonly fontVariantEastAsian: readonly string[];
  readonly fontVariantAlternates: readonly string[];
  readonly fontVariantPosition: 'normal' | 'sub' | 'super';
  readonly fontVariantEmoji: 'normal' | 'text' | 'emoji' | 'unicode';
  readonly fontFeatureSettings: readonly { readonly tag: string; readonly value: number }[];
  readonly fontVariationSettings: readonly { readonly tag: string; readonly value: number }[];
  readonly fontLanguageOverride: string;
  readonly fontPalette: string;
  readonly textRendering: string;
  /** The element's language (BCP 47, '' if unknown). Not a property, but it inherits like one and affects shaping. */
  readonly language: string;
}

/** The side of a mark next to the text. */
export interface MarkPlace {
  readonly side: 'start' | 'end' | 'left' | 'right' | 'inside' | 'outside';
  /** The distance from the text in CSS px; null is a fraction of the font size. */
  readonly distance: number | null;
}

/** The remaining inherited properties, for text, lists and tables. */
export interface TextStyle {
  readonly color: Color;
  readonly direction: 'ltr' | 'rtl';
  readonly writingMode: WritingModeKeyword;
  readonly textOrientation: 'mixed' | 'upright' | 'sideways';
  readonly textCombineUpright: string;
  /** The keyword, or the string at which the cells of a column align, with the keyword for all other boxes. */
  readonly computedTextAlign:
    TextStyle['textAlign'] | { readonly keyword: TextStyle['textAlign']; readonly character: string };
  /** The string at which the cells of a column align; null: none. */
  readonly textAlignCharacter: string | null;
  readonly textAlign:
    | 'start'
    | 'end'
    | 'left'
    | 'right'
    | 'center'
    | 'justify'
    | 'match-parent'
    | 'justify-all'
    | '-webkit-left'
    | '-webkit-right'
    | '-webkit-center';
  readonly textAlignLast: 'auto' | 'start' | 'end' | 'left' | 'right' | 'center' | 'justify' | 'match-parent';
  /** `-pagewright-kashida` lengthens the joins between Arabic letters before it widens spaces. */
  readonly textJustify: 'auto' | 'none' | 'inter-word' | 'inter-character' | '-pagewright-kashida';
  readonly textIndent: { readonly length: Length; readonly hanging: boolean; readonly eachLine: boolean };
  readonly textTransform: {
    readonly case: 'none' | 'uppercase' | 'lowercase' | 'capitalize' | 'math-auto';
    /** MathML's `mathvariant`. */
    readonly variant: MathVariant | null;
    readonly fullWidth: boolean;
    readonly fullSizeKana: boolean;
  };
  /** `-webkit-text-security`: the replacement for each character. */
  readonly textSecurity: 'none' | 'disc' | 'circle' | 'square';
  /** The replacement for zero width spaces and `wbr` (css-text-4 §2.2), and whether phrase boundaries get it too. */
  readonly wordSpaceTransform: { readonly separator: '\u200b' | ' ' | '\u3000'; readonly phrases: boolean };
  readonly whiteSpaceCollapse:
    'collapse' | 'preserve' | 'preserve-breaks' | 'preserve-spaces' | 'break-spaces' | 'discard';
  readonly textWrapMode: 'wrap' | 'nowrap';
  readonly textWrapStyle: 'auto' | 'balance' | 'stable' | 'pretty' | 'avoid-orphans';
  readonly wordBreak: 'normal' | 'break-all' | 'keep-all' | 'break-word' | 'auto-phrase' | 'manual';
  readonly overflowWrap: 'normal' | 'break-word' | 'anywhere';
  readonly lineBreak: 'auto' | 'loose' | 'normal' | 'strict' | 'anywhere';
  readonly hyphens: 'none' | 'manual' | 'auto';
  /** null is `auto`. */
  readonly hyphenateCharacter: string | null;
  readonly hyphenateLimitChars: readonly (number | 'auto')[];
  /** Maximum number of consecutive hyphenated lines; null for no limit. */
  readonly hyphenateLimitLines: number | null;
  readonly hyphenateLimitLast: 'none' | 'always' | 'column' | 'page' | 'spread';
  /** How much of a line may stay empty to avoid hyphenating a word. */
  readonly hyphenateLimitZone: Length;
  readonly hangingPunctuation: readonly string[];
  readonly textAutospace: {
    readonly alpha: boolean;
    readonly numeric: boolean;
    readonly punctuation: boolean;
    /** Whether the spacing also replaces existing spaces. */
    readonly replaces: boolean;
  };
  readonly textSpacingTrim: 'normal' | 'space-all' | 'space-first' | 'trim-start' | 'trim-both' | 'trim-all';
  /** Percentages refer to the advance of a space (css-text-4). */
  readonly letterSpacing: Length;
  readonly wordSpacing: Length;
  /** A number of spaces, or a Length. */
  readonly tabSize: number | Length;
  readonly visibility: 'visible' | 'hidden' | 'collapse';
  /** null is `auto`, empty is `none`; otherwise pairs of quotes. */
  readonly quotes: readonly (readonly [string, string])[] | null;
  readonly listStyleType: CounterStyleRef | null;
  readonly listStylePosition: 'inside' | 'outside';
  readonly listStyleImage: ImageValue | null;
  readonly orphans: number;
  readonly widows: number;
  readonly borderCollapse: 'separate' | 'collapse';
  /** CSS px. */
  readonly borderSpacing: { readonly inline: number; readonly block: number };
  readonly captionSide: 'top' | 'bottom';
  readonly emptyCells: 'show' | 'hide';
  readonly textShadow: readonly Shadow[];
  readonly textEmphasisStyle: string | null;
  readonly textEmphasisColor: Color;
  readonly textEmphasisPosition: string;
  readonly textUnderlinePosition: readonly string[];
  readonly textUnderlineOffset: Length;
  readonly textDecorationSkipInk: 'auto' | 'none' | 'all';
  readonly rubyPosition: string;
  readonly rubyAlign: string;
  readonly rubyMerge: string;
  readonly rubyOverhang: string;
  readonly imageRendering: string;
  readonly imageOrientation: string;
  readonly imageResolution: { readonly fromImage: boolean; readonly dppx: number };
  readonly colorScheme: readonly string[];
  readonly accentColor: Color | null;
  readonly printColorAdjust: string;
  readonly cursor: string;
  /** Which lines are numbered, and whether numbering restarts on each page; null for none. */
  readonly pagewrightLineNumbers: (MarkPlace & { readonly interval: number; readonly byPage: boolean }) | null;
  /** The separator between the first and last page of a range in a list of links; null lists each page. */
  readonly pagewrightPageRange: string | null;
  /** `none` disables automatic hyphenation of capitalized words. */
  readonly pagewrightHyphenateCapitals: 'auto' | 'none';
  /** `auto` lets punctuation, hyphens and some letters protrude slightly at line edges. */
  readonly pagewrightOpticalMargin: 'none' | 'auto';
  /** The text that ends the last line before a clamp point; null for nothing. */
  readonly blockEllipsis: 'auto' | { readonly string: string } | null;
  /** The alignment points of initial letters, and whether their border boxes are aligned instead of their glyphs. */
  readonly initialLetterAlign: {
    readonly borderBox: boolean;
    readonly points: 'alphabetic' | 'ideographic' | 'hebrew' | 'hanging' | 'leading';
  };
  /**
   * How lines next to an initial letter follow its ink. A length affects only the first line, shifting it by that
   * amount.
   */
  readonly initialLetterWrap: 'none' | 'first' | 'all' | 'grid' | Length;
  /** The step to which line heights are rounded up; zero leaves them unrounded. */
  readonly lineHeightStep: Length;
  readonly lineSnap: 'none' | 'baseline' | 'contain';
  readonly mathDepth: number;
  readonly mathStyle: string;
  readonly mathShift: string;
  readonly webkitTextStrokeWidth: number;
  readonly webkitTextStrokeColor: Color;
  readonly webkitTextFillColor: Color;
  readonly textBoxEdge: string;
  /** `leading`, or edges as in `textBoxEdge`. */
  readonly lineFitEdge: string;
  readonly dominantBaseline: string;
}
