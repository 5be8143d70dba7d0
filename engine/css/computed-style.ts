/**
 * The computed style of an element: a fixed-shape object of six groups.
 *
 * A group is shared by reference until a declaration changes it. So `a.font === b.font` means "the same font
 * properties", and caches use groups as keys. Fields are named after longhands in camel case, keywords are their CSS
 * text, and lengths are CSS px (see Length). The property registry (css/properties/) maps longhands to fields.
 */
import type { Length } from './length.ts';
import type { Color } from './color.ts';
import type {
  CommentItem,
  CommentStyle,
  TagName,
  BackgroundRepeat,
  BackgroundSize,
  BlendMode,
  BorderShape,
  ClipPath,
  ContentFit,
  PageLimit,
  ContentItem,
  ContentLayer,
  CounterChange,
  FilterFunction,
  GapInset,
  GridLine,
  LanesDirection,
  ImageValue,
  LineStyle,
  MaskLayer,
  OffsetPath,
  Position,
  PositionArea,
  SumItem,
  PositionFallback,
  RuleList,
  ShapeOutside,
  TrackList,
  TrackSize,
  TransformFunction,
  TryOrder,
  VerticalFill,
  VisibilityCondition,
} from './computed-values.ts';
import type { FontStyle, MarkPlace, TextStyle } from './style-groups/text-style.ts';
import type { BoxStyle } from './style-groups/box-style.ts';
import type { BackgroundStyle, BorderStyle } from './style-groups/border-style.ts';
import type { SvgPaintStyle, SvgShapeStyle } from './style-groups/svg-style.ts';

export type { FontStyle, TextStyle } from './style-groups/text-style.ts';
export { type BoxStyle, type ComputedClear, DefaultMargin } from './style-groups/box-style.ts';
export type { BackgroundStyle, BorderStyle } from './style-groups/border-style.ts';
export type { SvgPaintStyle, SvgShapeStyle } from './style-groups/svg-style.ts';

/** Where gap decorations break, and next to which areas they are drawn (css-gaps-1 §2.2, §2.4). */
export type RuleBreak = 'none' | 'normal' | 'intersection';

export type RuleVisibility = 'normal' | 'all' | 'around' | 'between';

/** Non-inherited properties that few elements use. Nearly every style shares one instance with the initial values. */
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
  /** null is the transform origin. */
  readonly offsetAnchor: Position | null;
  readonly anchorName: readonly string[];
  readonly anchorScope: 'all' | readonly string[];
  /** null is `none`. */
  readonly positionAnchor: string | null;
  readonly positionArea: PositionArea | null;
  readonly positionTryFallbacks: readonly PositionFallback[];
  /** The style after applying each `@position-try` rule named by `positionTryFallbacks`, keyed by rule name. */
  readonly positionTryStyles: ReadonlyMap<string, ComputedStyle>;
  readonly positionTryOrder: TryOrder;
  /** The conditions that hide the box; empty for `always` (visible). */
  readonly positionVisibility: readonly VisibilityCondition[];
  readonly offsetRotate: { readonly followsPath: boolean; readonly degrees: number };
  readonly filter: readonly FilterFunction[];
  readonly backdropFilter: readonly FilterFunction[];
  readonly clipPath: ClipPath | null;
  /** For SVG text; empty is `auto`. */
  readonly shapeInside: readonly Pick<ClipPath, 'shape' | 'url'>[];
  readonly shapePadding: Length;
  /** Empty is `none`. */
  readonly borderShape: readonly BorderShape[];
  /** CSS 2's `clip: rect()`; sides may be Length.AUTO. */
  readonly clip: {
    readonly top: Length;
    readonly right: Length;
    readonly bottom: Length;
    readonly left: Length;
  } | null;
  /** Empty means no mask. */
  readonly maskLayers: readonly MaskLayer[];
  /** The lists as declared, from which `maskLayers` is built. Only inheritance reads them. */
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
  /** Rows of cell names; `.` is an empty cell. */
  readonly gridTemplateAreas: readonly (readonly string[])[] | null;
  readonly gridAutoColumns: readonly TrackSize[];
  readonly gridAutoRows: readonly TrackSize[];
  readonly gridAutoFlow: { readonly direction: 'row' | 'column'; readonly dense: boolean };
  /** Which tracks are lanes: set by `row` and `column`, derived from the templates for `normal`. */
  readonly gridLanesDirection: LanesDirection;
  /** How much closer to the start a lane must be to be chosen before the next lane in order. */
  readonly flowTolerance: Length | 'normal' | 'infinite';
  readonly gridRowStart: GridLine;
  readonly gridRowEnd: GridLine;
  readonly gridColumnStart: GridLine;
  readonly gridColumnEnd: GridLine;
  /** The content items, or a keyword. */
  readonly content:
    { readonly items: readonly ContentItem[]; readonly alt: readonly ContentItem[] | null } | 'normal' | 'none';
  readonly counterReset: readonly CounterChange[];
  readonly counterIncrement: readonly CounterChange[];
  readonly counterSet: readonly CounterChange[];
  /** The amounts that the element adds to sums, which are counters with decimals. */
  readonly pagewrightSum: readonly SumItem[];
  readonly stringSet: readonly { readonly name: string; readonly value: readonly ContentItem[] }[];
  readonly bookmarkLevel: number | null;
  readonly bookmarkLabel: readonly ContentItem[] | null;
  readonly bookmarkState: 'open' | 'closed';
  /** The URL that the outline entry links to; null links to the element itself. */
  readonly bookmarkTarget: ContentItem | null;
  /** The meaning in a tagged PDF; null follows from the element. */
  readonly pagewrightTag: TagName | null;
  /** The text of the element's comment; null: none. */
  readonly pagewrightComment: readonly CommentItem[] | null;
  readonly pagewrightCommentAuthor: readonly CommentItem[] | null;
  readonly pagewrightCommentStyle: CommentStyle;
  /** The page's name in PDF readers; null: its number. */
  readonly pagewrightPageLabel: readonly ContentItem[] | null;
  /** The layer that readers can show and hide; null is `none`. */
  readonly pagewrightLayer: ContentLayer | null;
  /** Whether inks print over those below instead of knocking them out. */
  readonly pagewrightOverprint: 'auto' | 'overprint';
  /** The footnote area of `@page` that a note goes to; '' is the unnamed one. */
  readonly pagewrightFootnoteArea: string;
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
  /** How a control without a size is sized (css-forms-1 §4). */
  readonly fieldSizing: 'fixed' | 'content';
  readonly resize: string;
  /** The bar next to changed content, with its thickness in CSS px; null for none. A null color is the element's. */
  readonly pagewrightChangeBar:
    (MarkPlace & { readonly width: number; readonly style: LineStyle; readonly color: Color | null }) | null;
  /**
   * Whether a row of a table header or footer also appears in repeated ones (`auto`), only in those, or never in those.
   * Captions appear once (`auto`, `none`), with every part of the table (`all`), or only with repeated parts.
   */
  readonly pagewrightRepeat: 'auto' | 'only' | 'none' | 'all';
  /** null lets content overflow. */
  readonly pagewrightFit: ContentFit | null;
  /** The maximum number of pages; null: no limit. Only the value of the root element has an effect. */
  readonly pagewrightPages: PageLimit | null;
  /** The space that must be left on a page or column for the box to begin there. */
  readonly pagewrightBreakRoom: Length;
  /** Which gaps of a page grow until it is full, and the maximum empty space; null for none. */
  readonly pagewrightVerticalFill: VerticalFill | null;
  readonly lineGrid: 'match-parent' | 'create';
  /** The named flow that takes the element, or only its contents (css-regions-1 §3.1); null: none. */
  readonly flowInto: { readonly name: string; readonly part: 'element' | 'content' } | null;
  /** The named flow that the box shows instead of its own contents; null: none. */
  readonly flowFrom: string | null;
  readonly regionFragment: 'auto' | 'break';
  readonly blockStepSize: Length;
  readonly blockStepInsert: 'margin-box' | 'padding-box' | 'content-box';
  readonly blockStepAlign: 'auto' | 'center' | 'start' | 'end';
  readonly blockStepRound: 'up' | 'down' | 'nearest';
}

type BasicShapeOrNone = ShapeOutside['shape'];

/** The custom properties in effect, as token text after substitution. Inherited and shared by reference. */
export type CustomProperties = ReadonlyMap<string, string>;

/** A style scaled by `zoom`: its lengths are `factor` times those in `computed`, from which descendants inherit. */
interface Zoomed {
  readonly factor: number;
  readonly computed: ComputedStyle;
}

/** Groups that replace those of a style. */
export type ChangedGroups = Partial<Pick<ComputedStyle, 'font' | 'text' | 'box' | 'border' | 'background' | 'rare'>>;

/** Frozen by convention. Elements that match the same declarations under the same parent style share it. */
/** Facts that follow from a style alone, kept because many boxes share it (boxes/style-facts.ts). */
interface StyleMemo {
  /** Bits; 0: not computed yet. */
  facts: number;
  /** The kind of box that `flags` belongs to; 0: none yet. */
  kind: number;
  flags: number;
}

export class ComputedStyle {
  /** Unique within a render: equal ids mean the same object. */
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
  /** null when the lengths are unscaled. */
  readonly zoomed: Zoomed | null;
  /** The scale of its lengths (css-viewport-1): the product of `zoom` over the element and its ancestors. */
  readonly zoom: number;
  /** Data that later stages have derived from the style. */
  readonly memo: StyleMemo = { facts: 0, kind: 0, flags: 0 };

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

  /** Returns a copy of this style with the given groups replaced. */
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

/** Returns whether lines are vertical. */
export const isVertical = ({ text }: ComputedStyle): boolean => text.writingMode !== 'horizontal-tb';
