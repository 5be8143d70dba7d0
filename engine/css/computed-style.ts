/**
 * The computed style of an element: a fixed-shape object of six groups. A group is shared by reference until a declaration
 * changes it, so `a.font === b.font` means "the same font properties", and caches key on groups.
 * Field names are the longhands' names in camel case; keywords are their CSS text; lengths are CSS px (see Length).
 * The property registry (css/properties/) says which longhand fills which field.
 */
import type {
  Alignment,
  BackgroundLayer,
  BackgroundRepeat,
  BackgroundSize,
  BlendMode,
  BoxEdge,
  ClipPath,
  Color,
  ContentItem,
  CornerRadius,
  ContentLayer,
  CounterChange,
  CounterStyleRef,
  Display,
  FilterFunction,
  GapInset,
  GridLine,
  ImageValue,
  Length,
  LineStyle,
  MaskLayer,
  OffsetPath,
  Position,
  PositionArea,
  PositionFallback,
  RuleList,
  Shadow,
  ShapeOutside,
  SvgPaint,
  TrackList,
  TrackSize,
  TransformFunction,
  TryOrder,
  VisibilityCondition,
  WritingModeKeyword,
} from './computed-values.ts';

/** Where gap decorations are interrupted, and beside which areas they are drawn (css-gaps-1 §2.2, §2.4). */
export type RuleBreak = 'none' | 'normal' | 'intersection';
export type RuleVisibility = 'normal' | 'all' | 'around' | 'between';

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
  readonly textJustify: 'auto' | 'none' | 'inter-word' | 'inter-character';
  readonly textIndent: { readonly length: Length; readonly hanging: boolean; readonly eachLine: boolean };
  readonly textTransform: {
    readonly case: 'none' | 'uppercase' | 'lowercase' | 'capitalize' | 'math-auto';
    readonly fullWidth: boolean;
    readonly fullSizeKana: boolean;
  };
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
  readonly textAutospace: 'no-autospace' | 'normal' | 'ideograph-alpha' | 'ideograph-numeric';
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
  readonly colorScheme: readonly string[];
  readonly accentColor: Color | null;
  readonly printColorAdjust: string;
  readonly cursor: string;
  /** Which lines have their number beside them, and whether every page counts anew; null: none. */
  readonly pagewrightLineNumbers: { readonly interval: number; readonly byPage: boolean } | null;
  /** What stands between the first and the last page of a range that links of a list name; null: each names its own. */
  readonly pagewrightPageRange: string | null;
  readonly lineSnap: 'none' | 'baseline' | 'contain';
  readonly mathDepth: number;
  readonly mathStyle: string;
  readonly mathShift: string;
  readonly webkitTextStrokeWidth: number;
  readonly webkitTextStrokeColor: Color;
  readonly webkitTextFillColor: Color;
  readonly textBoxEdge: string;
  readonly dominantBaseline: string;
}

export type ComputedClear = BoxStyle['clear'] | Exclude<BoxStyle['clearPage'], 'none'> | 'all';

/** Not inherited: the box model, positioning, alignment, breaking. Physical sides. */
export interface BoxStyle {
  readonly display: Display;
  /** `display` was made block-level because of `position`: the static position is where the box would be in its line (css2 §10.3.7). */
  readonly wasInlineLevel?: boolean;
  readonly position: 'static' | 'relative' | 'absolute' | 'fixed' | 'sticky' | { readonly running: string };
  /** `block-start`, `block-end` and `snap-block` are page floats (css-page-floats-3): of a line, the first two have become inline ones. */
  readonly float:
    | 'none'
    | 'left'
    | 'right'
    | 'inline-start'
    | 'inline-end'
    | 'block-start'
    | 'block-end'
    | 'snap-block'
    | 'inside'
    | 'outside'
    | 'footnote';
  readonly clear: 'none' | 'left' | 'right' | 'both' | 'inline-start' | 'inline-end';
  /** Which page floats `clear` of a page float lets no others stand beside. */
  readonly clearPage: 'none' | 'block-start' | 'block-end' | 'both-block';
  readonly computedClear: ComputedClear;
  /** `-pagewright-margin`: the margins of the page, which only boxes that float to inline sides may stand in. */
  readonly floatReference: 'inline' | 'column' | 'region' | 'page' | '-pagewright-margin';
  /** Pages or columns that a page float lets pass first; negative: counted from the last one. */
  readonly floatDefer: number | 'none' | 'last';
  readonly floatOffset: Length;
  readonly overflowX: 'visible' | 'hidden' | 'clip' | 'scroll' | 'auto';
  readonly overflowY: 'visible' | 'hidden' | 'clip' | 'scroll' | 'auto';
  readonly overflowClipMargin: { readonly edge: 'content-box' | 'padding-box' | 'border-box'; readonly margin: Length };
  readonly width: Length;
  readonly height: Length;
  readonly minWidth: Length;
  readonly minHeight: Length;
  readonly maxWidth: Length;
  readonly maxHeight: Length;
  readonly boxSizing: 'content-box' | 'border-box';
  /** `ratio` null: only `auto`. */
  readonly aspectRatio: { readonly auto: boolean; readonly ratio: number | null };
  readonly marginTop: Length;
  readonly marginRight: Length;
  readonly marginBottom: Length;
  readonly marginLeft: Length;
  readonly marginTrim: readonly string[];
  readonly paddingTop: Length;
  readonly paddingRight: Length;
  readonly paddingBottom: Length;
  readonly paddingLeft: Length;
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  readonly left: Length;
  /** null is `auto`. */
  readonly zIndex: number | null;
  readonly verticalAlign:
    | Length
    | 'baseline'
    | 'sub'
    | 'super'
    | 'text-top'
    | 'text-bottom'
    | 'middle'
    | '-webkit-baseline-middle'
    | 'top'
    | 'bottom';
  readonly alignmentBaseline: string;
  readonly baselineSource: 'auto' | 'first' | 'last';
  readonly initialLetter: { readonly size: number; readonly sink: number } | null;
  readonly textBoxTrim: 'none' | 'trim-start' | 'trim-end' | 'trim-both';
  readonly unicodeBidi: 'normal' | 'embed' | 'isolate' | 'bidi-override' | 'isolate-override' | 'plaintext';
  readonly tableLayout: 'auto' | 'fixed';
  readonly breakBefore:
    | 'auto'
    | 'avoid'
    | 'avoid-page'
    | 'avoid-column'
    | 'page'
    | 'left'
    | 'right'
    | 'recto'
    | 'verso'
    | 'column'
    | 'always'
    | 'all';
  readonly breakAfter: BoxStyle['breakBefore'];
  readonly breakInside: 'auto' | 'avoid' | 'avoid-page' | 'avoid-column';
  readonly boxDecorationBreak: 'slice' | 'clone';
  /** Used page name ('' is `auto` at the root). */
  readonly page: string;
  readonly order: number;
  readonly flexDirection: 'row' | 'row-reverse' | 'column' | 'column-reverse';
  readonly flexWrap: 'nowrap' | 'wrap' | 'wrap-reverse';
  readonly flexGrow: number;
  readonly flexShrink: number;
  readonly flexBasis: Length;
  readonly marginBreak: 'auto' | 'keep' | 'discard';
  readonly alignContent: Alignment;
  readonly alignItems: Alignment;
  readonly alignSelf: Alignment;
  readonly justifyContent: Alignment;
  readonly justifyItems: Alignment;
  readonly justifySelf: Alignment;
  readonly rowGap: Length;
  readonly columnGap: Length;
  readonly objectFit: 'fill' | 'contain' | 'cover' | 'none' | 'scale-down';
  readonly objectPosition: Position;
  readonly textOverflow: 'clip' | 'ellipsis' | { readonly string: string };
  /** Lines after which the contents end, `auto`: as many as fit, or null; of `-webkit-line-clamp` only where it acts. */
  readonly lineClamp: number | 'auto' | null;
  readonly webkitLineClamp: number | null;
  readonly textDecorationLine: readonly string[];
  readonly textDecorationStyle: 'solid' | 'double' | 'dotted' | 'dashed' | 'wavy';
  readonly textDecorationColor: Color;
  /** Length.AUTO, a length, or FROM_FONT as Length.CONTENT. */
  readonly textDecorationThickness: Length;
  /** Of the element alone; ComputedStyle.zoom is that of its ancestors, too. */
  readonly zoom: number;
  /** `display` was `-webkit-box`, whose properties follow: already turned into those of flexible boxes. */
  readonly oldFlexbox: boolean;
  readonly webkitBoxOrient: 'horizontal' | 'vertical';
  readonly webkitBoxDirection: 'normal' | 'reverse';
  readonly webkitBoxPack: 'start' | 'end' | 'center' | 'justify';
  readonly webkitBoxAlign: 'start' | 'end' | 'center' | 'baseline' | 'stretch';
  readonly webkitBoxFlex: number;
  readonly webkitBoxOrdinalGroup: number;
}

/** Not inherited: borders and outlines. Widths are used values: whole px, 0 where the style is none or hidden. */
export interface BorderStyle {
  /** Snapped widths whatever the line style is: what inheritance passes on. Layout and paint read `borderTopWidth` etc. */
  readonly computedBorderTopWidth: number;
  readonly computedBorderRightWidth: number;
  readonly computedBorderBottomWidth: number;
  readonly computedBorderLeftWidth: number;
  readonly computedOutlineWidth: number;
  readonly borderTopWidth: number;
  readonly borderRightWidth: number;
  readonly borderBottomWidth: number;
  readonly borderLeftWidth: number;
  readonly borderTopStyle: LineStyle;
  readonly borderRightStyle: LineStyle;
  readonly borderBottomStyle: LineStyle;
  readonly borderLeftStyle: LineStyle;
  readonly borderTopColor: Color;
  readonly borderRightColor: Color;
  readonly borderBottomColor: Color;
  readonly borderLeftColor: Color;
  readonly borderTopLeftRadius: CornerRadius;
  readonly borderTopRightRadius: CornerRadius;
  readonly borderBottomRightRadius: CornerRadius;
  readonly borderBottomLeftRadius: CornerRadius;
  /** Superellipse parameters: 1 is round, 0 bevelled, negative goes inwards, an infinite one is a right angle. */
  readonly cornerTopLeftShape: number;
  readonly cornerTopRightShape: number;
  readonly cornerBottomRightShape: number;
  readonly cornerBottomLeftShape: number;
  readonly borderImageSource: ImageValue | null;
  /** Image px as plain numbers or percentages; order top right bottom left. */
  readonly borderImageSlice: {
    readonly values: readonly { readonly value: number; readonly percent: boolean }[];
    readonly fill: boolean;
  };
  /** A number is a multiple of the border width; Length.AUTO is the slice's size. */
  readonly borderImageWidth: readonly (number | Length)[];
  readonly borderImageOutset: readonly (number | Length)[];
  readonly borderImageRepeat: readonly ('stretch' | 'repeat' | 'round' | 'space')[];
  readonly outlineWidth: number;
  readonly outlineStyle: LineStyle | 'auto';
  readonly outlineColor: Color;
  readonly outlineOffset: number;
}

/** Not inherited. */
export interface BackgroundStyle {
  readonly backgroundColor: Color;
  /** Topmost first; never empty: a lone layer without an image carries the clip of the colour. */
  readonly backgroundLayers: readonly BackgroundLayer[];
  /** The longhands' lists as declared, from which `backgroundLayers` is made; only inheritance reads them. */
  readonly backgroundImage: readonly (ImageValue | null)[];
  readonly backgroundPositionX: readonly Length[];
  readonly backgroundPositionY: readonly Length[];
  readonly backgroundSize: readonly BackgroundSize[];
  readonly backgroundRepeat: readonly { readonly x: BackgroundRepeat; readonly y: BackgroundRepeat }[];
  readonly backgroundAttachment: readonly BackgroundLayer['attachment'][];
  readonly backgroundOrigin: readonly BoxEdge[];
  readonly backgroundClip: readonly BoxEdge[];
  readonly backgroundBlendMode: readonly BlendMode[];
  readonly boxShadow: readonly Shadow[];
}

/** Not inherited: what few elements use. Nearly every style shares one instance of the initial values. */
export interface RareStyle {
  readonly opacity: number;
  readonly mixBlendMode: BlendMode;
  readonly isolation: 'auto' | 'isolate';
  readonly transform: readonly TransformFunction[];
  readonly translate: { readonly x: Length; readonly y: Length; readonly z: number } | null;
  readonly rotate: { readonly x: number; readonly y: number; readonly z: number; readonly degrees: number } | null;
  readonly scale: { readonly x: number; readonly y: number; readonly z: number } | null;
  readonly transformOrigin: { readonly x: Length; readonly y: Length; readonly z: number };
  readonly transformBox: string;
  readonly transformStyle: 'flat' | 'preserve-3d';
  readonly perspective: number | null;
  readonly perspectiveOrigin: Position;
  readonly backfaceVisibility: 'visible' | 'hidden';
  readonly offsetPath: OffsetPath | null;
  readonly offsetDistance: Length;
  readonly offsetPosition: Position | 'auto' | 'normal';
  /** null: the transform origin. */
  readonly offsetAnchor: Position | null;
  readonly anchorName: readonly string[];
  readonly anchorScope: 'all' | readonly string[];
  /** null: none. */
  readonly positionAnchor: string | null;
  readonly positionArea: PositionArea | null;
  readonly positionTryFallbacks: readonly PositionFallback[];
  /** What the style is with the `@position-try` rules that `positionTryFallbacks` names, by their names. */
  readonly positionTryStyles: ReadonlyMap<string, ComputedStyle>;
  readonly positionTryOrder: TryOrder;
  /** Where the box is hidden; empty: `always` visible. */
  readonly positionVisibility: readonly VisibilityCondition[];
  readonly offsetRotate: { readonly followsPath: boolean; readonly degrees: number };
  readonly filter: readonly FilterFunction[];
  readonly backdropFilter: readonly FilterFunction[];
  readonly clipPath: ClipPath | null;
  /** CSS 2's `clip: rect()`; Length.AUTO sides. */
  readonly clip: {
    readonly top: Length;
    readonly right: Length;
    readonly bottom: Length;
    readonly left: Length;
  } | null;
  /** Empty: no mask. */
  readonly maskLayers: readonly MaskLayer[];
  /** The longhands' lists as declared, from which `maskLayers` is made; only inheritance reads them. */
  readonly maskImage: readonly (ImageValue | null)[];
  readonly maskPosition: readonly Position[];
  readonly maskSize: readonly BackgroundSize[];
  readonly maskRepeat: readonly { readonly x: BackgroundRepeat; readonly y: BackgroundRepeat }[];
  readonly maskOrigin: readonly string[];
  readonly maskClip: readonly string[];
  readonly maskMode: readonly MaskLayer['mode'][];
  readonly maskComposite: readonly MaskLayer['composite'][];
  readonly maskType: 'luminance' | 'alpha';
  readonly maskBorderSource: ImageValue | null;
  readonly maskBorderSlice: BorderStyle['borderImageSlice'];
  readonly maskBorderWidth: BorderStyle['borderImageWidth'];
  readonly maskBorderOutset: BorderStyle['borderImageOutset'];
  readonly maskBorderRepeat: BorderStyle['borderImageRepeat'];
  readonly maskBorderMode: 'alpha' | 'luminance';
  readonly shapeOutside: ShapeOutside | null;
  readonly shapeMargin: Length;
  readonly shapeImageThreshold: number;
  readonly columnCount: number | null;
  readonly columnWidth: Length;
  readonly columnHeight: Length;
  readonly columnWrap: 'auto' | 'nowrap' | 'wrap';
  readonly columnFill: 'auto' | 'balance' | 'balance-all';
  readonly columnSpan: 'none' | 'all' | number;
  readonly columnRuleWidth: RuleList<number>;
  readonly columnRuleStyle: RuleList<LineStyle>;
  readonly columnRuleColor: RuleList<Color>;
  readonly columnRuleBreak: RuleBreak;
  readonly columnRuleVisibilityItems: RuleVisibility;
  readonly columnRuleInsetCapStart: GapInset;
  readonly columnRuleInsetCapEnd: GapInset;
  readonly columnRuleInsetJunctionStart: GapInset;
  readonly columnRuleInsetJunctionEnd: GapInset;
  readonly rowRuleWidth: RuleList<number>;
  readonly rowRuleStyle: RuleList<LineStyle>;
  readonly rowRuleColor: RuleList<Color>;
  readonly rowRuleBreak: RuleBreak;
  readonly rowRuleVisibilityItems: RuleVisibility;
  readonly rowRuleInsetCapStart: GapInset;
  readonly rowRuleInsetCapEnd: GapInset;
  readonly rowRuleInsetJunctionStart: GapInset;
  readonly rowRuleInsetJunctionEnd: GapInset;
  readonly ruleOverlap: 'row-over-column' | 'column-over-row';
  readonly gridTemplateColumns: TrackList | null;
  readonly gridTemplateRows: TrackList | null;
  /** Rows of cell names; '.' is an empty cell. */
  readonly gridTemplateAreas: readonly (readonly string[])[] | null;
  readonly gridAutoColumns: readonly TrackSize[];
  readonly gridAutoRows: readonly TrackSize[];
  readonly gridAutoFlow: { readonly direction: 'row' | 'column'; readonly dense: boolean };
  readonly gridRowStart: GridLine;
  readonly gridRowEnd: GridLine;
  readonly gridColumnStart: GridLine;
  readonly gridColumnEnd: GridLine;
  /** `normal` and `none` are null. */
  readonly content:
    { readonly items: readonly ContentItem[]; readonly alt: readonly ContentItem[] | null } | 'normal' | 'none';
  readonly counterReset: readonly CounterChange[];
  readonly counterIncrement: readonly CounterChange[];
  readonly counterSet: readonly CounterChange[];
  readonly stringSet: readonly { readonly name: string; readonly value: readonly ContentItem[] }[];
  readonly bookmarkLevel: number | null;
  readonly bookmarkLabel: readonly ContentItem[] | null;
  readonly bookmarkState: 'open' | 'closed';
  /** Content that readers can show and hide; null: `none`. */
  readonly pagewrightLayer: ContentLayer | null;
  /** Inks are printed over those below, which stay. */
  readonly pagewrightOverprint: 'auto' | 'overprint';
  readonly footnoteDisplay: 'block' | 'inline' | 'compact';
  readonly footnotePolicy: 'auto' | 'line' | 'block';
  readonly contain: readonly string[];
  readonly containerType: string;
  readonly containerName: readonly string[];
  readonly contentVisibility: string;
  readonly containIntrinsicWidth: Length;
  readonly containIntrinsicHeight: Length;
  readonly willChange: readonly string[];
  readonly objectViewBox: BasicShapeOrNone;
  readonly appearance: string;
  readonly resize: string;
  /** The thickness of the bar beside what has changed, CSS px; null: none. */
  readonly pagewrightChangeBar: number | null;
  /** Of rows in headers and footers of tables: whether they stand in those that are repeated, too, or only in these. */
  readonly pagewrightRepeat: 'auto' | 'only' | 'none';
  readonly lineGrid: 'match-parent' | 'create';
  readonly blockStepSize: Length;
  readonly blockStepInsert: 'margin-box' | 'padding-box' | 'content-box';
  readonly blockStepAlign: 'auto' | 'center' | 'start' | 'end';
  readonly blockStepRound: 'up' | 'down' | 'nearest';
}

/** SVG's inherited presentation properties. PERF: a group of few fields, for a chart's marks have one each of their own. */
export interface SvgPaintStyle {
  readonly fill: SvgPaint;
  readonly fillOpacity: number;
  readonly fillRule: 'nonzero' | 'evenodd';
  readonly clipRule: 'nonzero' | 'evenodd';
  readonly stroke: SvgPaint;
  readonly strokeWidth: Length;
  readonly strokeOpacity: number;
  readonly strokeLinecap: 'butt' | 'round' | 'square';
  readonly strokeLinejoin: string;
  readonly strokeMiterlimit: number;
  readonly strokeDasharray: readonly Length[];
  readonly strokeDashoffset: Length;
  readonly textAnchor: string;
  readonly paintOrder: string;
  readonly shapeRendering: string;
  readonly colorInterpolationFilters: string;
  readonly markerStart: string | null;
  readonly markerMid: string | null;
  readonly markerEnd: string | null;
}

/** SVG's presentation properties that don't inherit; small for the same reason. */
export interface SvgShapeStyle {
  readonly stopColor: Color;
  readonly stopOpacity: number;
  readonly floodColor: Color;
  readonly floodOpacity: number;
  readonly lightingColor: Color;
  readonly vectorEffect: string;
  readonly cx: Length;
  readonly cy: Length;
  readonly r: Length;
  readonly rx: Length;
  readonly ry: Length;
  readonly x: Length;
  readonly y: Length;
  readonly d: string | null;
}

type BasicShapeOrNone = ShapeOutside['shape'];

/** Custom properties in effect, as token text after substitution; inherited, shared by reference. */
export type CustomProperties = ReadonlyMap<string, string>;

/** What `zoom` has made of a style: all of its lengths are `factor` times what they are in `computed`, which is what descendants inherit from. */
export interface Zoomed {
  readonly factor: number;
  readonly computed: ComputedStyle;
}

/** Groups that take the place of a style's own. */
export type ChangedGroups = Partial<Pick<ComputedStyle, 'font' | 'text' | 'box' | 'border' | 'background' | 'rare'>>;

/** Frozen by convention; shared between elements that match the same declarations under the same parent style. */
export class ComputedStyle {
  /** Unique within a render; equal ids mean the same object. */
  readonly id: number;
  readonly font: FontStyle;
  readonly text: TextStyle;
  readonly box: BoxStyle;
  readonly border: BorderStyle;
  readonly background: BackgroundStyle;
  readonly rare: RareStyle;
  readonly svgPaint: SvgPaintStyle;
  readonly svgShape: SvgShapeStyle;
  readonly custom: CustomProperties;
  /** null: its lengths are as they were computed. */
  readonly zoomed: Zoomed | null;
  /** How many times as large as written its lengths are (css-viewport-1): the product of `zoom` of an element and its ancestors. */
  readonly zoom: number;

  constructor(
    id: number,
    font: FontStyle,
    text: TextStyle,
    box: BoxStyle,
    border: BorderStyle,
    background: BackgroundStyle,
    rare: RareStyle,
    svgPaint: SvgPaintStyle,
    svgShape: SvgShapeStyle,
    custom: CustomProperties,
    zoomed: Zoomed | null = null,
  ) {
    this.id = id;
    this.font = font;
    this.text = text;
    this.box = box;
    this.border = border;
    this.background = background;
    this.rare = rare;
    this.svgPaint = svgPaint;
    this.svgShape = svgShape;
    this.custom = custom;
    this.zoomed = zoomed;
    this.zoom = zoomed === null ? 1 : zoomed.factor;
  }

  /** A style that has other values in these groups. */
  with(id: number, groups: ChangedGroups): ComputedStyle {
    return new ComputedStyle(
      id,
      groups.font ?? this.font,
      groups.text ?? this.text,
      groups.box ?? this.box,
      groups.border ?? this.border,
      groups.background ?? this.background,
      groups.rare ?? this.rare,
      this.svgPaint,
      this.svgShape,
      this.custom,
      this.zoomed,
    );
  }
}
