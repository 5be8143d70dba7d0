/** What elements inherit: what fonts are chosen and text is shaped by, and the rest of what text, lists and tables need. */
import type { Length } from '../length.ts';
import type { Color } from '../color.ts';
import type { CounterStyleRef, ImageValue, Shadow, WritingModeKeyword } from '../computed-values.ts';
import type { MathVariant } from '../values/math-variant.ts';

/** Inherited: everything that choosing and shaping a font depends on. */
export interface FontStyle {
  /** Family names in order, unquoted; generic names as they are (`serif`). `{name, generic}` keeps `"serif"` apart from `serif`. */
  readonly fontFamily: readonly { readonly name: string; readonly generic: boolean }[];
  /** CSS px. */
  readonly fontSize: number;
  /** Index of the size keyword that `fontSize` stems from, -1: none. Needed by descendants that change to or from monospace. */
  readonly fontSizeKeyword: number;
  /** The size stems from an author's length. */
  readonly fontSizeAbsolute: boolean;
  /** 1..1000 */
  readonly fontWeight: number;
  readonly fontStyle: { readonly type: 'normal' | 'italic' | 'oblique'; readonly degrees: number };
  /** Per cent. */
  readonly fontStretch: number;
  /** A number: multiple of the font size; Length in px; or Length.NORMAL. */
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
  /** Keywords in effect; empty is normal. `['none']` switches off. */
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
  /** The element's language (BCP 47, '' unknown): not a property, but inherited like one and an input to shaping. */
  readonly language: string;
}

/** Inherited: the rest of what text, lists and tables inherit. */
export interface TextStyle {
  readonly color: Color;
  readonly direction: 'ltr' | 'rtl';
  readonly writingMode: WritingModeKeyword;
  readonly textOrientation: 'mixed' | 'upright' | 'sideways';
  readonly textCombineUpright: string;
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
  /** `-pagewright-kashida`: longer joins of Arabic letters before wider spaces. */
  readonly textJustify: 'auto' | 'none' | 'inter-word' | 'inter-character' | '-pagewright-kashida';
  readonly textIndent: { readonly length: Length; readonly hanging: boolean; readonly eachLine: boolean };
  readonly textTransform: {
    readonly case: 'none' | 'uppercase' | 'lowercase' | 'capitalize' | 'math-auto';
    /** MathML's `mathvariant`. */
    readonly variant: MathVariant | null;
    readonly fullWidth: boolean;
    readonly fullSizeKana: boolean;
  };
  /** `-webkit-text-security`: what stands for every character. */
  readonly textSecurity: 'none' | 'disc' | 'circle' | 'square';
  /** What stands for zero width spaces and `wbr` (css-text-4 §2.2), and for the borders of phrases, too. */
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
  /** Hyphenated lines one after another at most; null: any number. */
  readonly hyphenateLimitLines: number | null;
  readonly hyphenateLimitLast: 'none' | 'always' | 'column' | 'page' | 'spread';
  /** So much of a line may stay empty rather than that a word is hyphenated. */
  readonly hyphenateLimitZone: Length;
  readonly hangingPunctuation: readonly string[];
  readonly textAutospace: {
    readonly alpha: boolean;
    readonly numeric: boolean;
    readonly punctuation: boolean;
    /** The room stands for a space that is there, too. */
    readonly replaces: boolean;
  };
  readonly textSpacingTrim: 'normal' | 'space-all' | 'space-first' | 'trim-start' | 'trim-both' | 'trim-all';
  /** Percentages are of the advance of a space / the font size (css-text-4). */
  readonly letterSpacing: Length;
  readonly wordSpacing: Length;
  /** A number of spaces, or a Length. */
  readonly tabSize: number | Length;
  readonly visibility: 'visible' | 'hidden' | 'collapse';
  /** null is `auto`; empty is `none`; else pairs. */
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
  /** Which lines have their number beside them, and whether every page counts anew; null: none. */
  readonly pagewrightLineNumbers: { readonly interval: number; readonly byPage: boolean } | null;
  /** What stands between the first and the last page of a range that links of a list name; null: each names its own. */
  readonly pagewrightPageRange: string | null;
  /** `none`: words that begin with a capital aren't hyphenated automatically. */
  readonly pagewrightHyphenateCapitals: 'auto' | 'none';
  /** `auto`: marks, hyphens and some letters stand a little outside of the lines that they begin or end. */
  readonly pagewrightOpticalMargin: 'none' | 'auto';
  /** What the last line before a clamp point ends in; null: nothing. */
  readonly blockEllipsis: 'auto' | { readonly string: string } | null;
  /** Where the text is that initial letters span, and whether these do with their border boxes. */
  readonly initialLetterAlign: {
    readonly borderBox: boolean;
    readonly points: 'alphabetic' | 'ideographic' | 'hebrew' | 'hanging' | 'leading';
  };
  /** Lines beside an initial letter follow its ink; a length: only the first one, which is moved by it. */
  readonly initialLetterWrap: 'none' | 'first' | 'all' | 'grid' | Length;
  /** Line boxes are as high as a multiple of it; zero: as they are. */
  readonly lineHeightStep: Length;
  readonly lineSnap: 'none' | 'baseline' | 'contain';
  readonly mathDepth: number;
  readonly mathStyle: string;
  readonly mathShift: string;
  readonly webkitTextStrokeWidth: number;
  readonly webkitTextStrokeColor: Color;
  readonly webkitTextFillColor: Color;
  readonly textBoxEdge: string;
  /** `leading`, or edges as in textBoxEdge. */
  readonly lineFitEdge: string;
  readonly dominantBaseline: string;
}
