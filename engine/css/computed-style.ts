/**
 * The computed style of an element: a fixed-shape object of six groups. A group is shared by reference until a declaration
 * changes it, so `a.font === b.font` means "the same font properties", and caches key on groups.
 * Field names are the longhands' names in camel case; keywords are their CSS text; lengths are CSS px (see Length).
 * The property registry (css/properties/) says which longhand fills which field.
 */
import type { Length } from './length.ts';
import type { Color } from './color.ts';
import type {
  BackgroundRepeat,
  BackgroundSize,
  BlendMode,
  BorderShape,
  ClipPath,
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
  PositionFallback,
  RuleList,
  ShapeOutside,
  TrackList,
  TrackSize,
  TransformFunction,
  TryOrder,
  VisibilityCondition,
} from './computed-values.ts';
import type { FontStyle, TextStyle } from './style-groups/text-style.ts';
import type { BoxStyle } from './style-groups/box-style.ts';
import type { BackgroundStyle, BorderStyle } from './style-groups/border-style.ts';
import type { SvgPaintStyle, SvgShapeStyle } from './style-groups/svg-style.ts';

export type { FontStyle, TextStyle } from './style-groups/text-style.ts';
export { type BoxStyle, type ComputedClear, DefaultMargin } from './style-groups/box-style.ts';
export type { BackgroundStyle, BorderStyle } from './style-groups/border-style.ts';
export type { SvgPaintStyle, SvgShapeStyle } from './style-groups/svg-style.ts';

/** Where gap decorations are interrupted, and beside which areas they are drawn (css-gaps-1 §2.2, §2.4). */
export type RuleBreak = 'none' | 'normal' | 'intersection';

export type RuleVisibility = 'normal' | 'all' | 'around' | 'between';

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
  /** Of SVG's text; empty: `auto`. */
  readonly shapeInside: readonly Pick<ClipPath, 'shape' | 'url'>[];
  readonly shapePadding: Length;
  /** Empty: `none`. */
  readonly borderShape: readonly BorderShape[];
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
  /** Which tracks are lanes: `row` and `column` say so, `normal` leaves it to the templates. */
  readonly gridLanesDirection: LanesDirection;
  /** How much nearer to the start a lane must be to be taken before its turn. */
  readonly flowTolerance: Length | 'normal' | 'infinite';
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
  /** Where an outline entry leads, a URL; null: to the element itself. */
  readonly bookmarkTarget: ContentItem | null;
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
  /** css-forms-1 §4: how large a control is that has no size. */
  readonly fieldSizing: 'fixed' | 'content';
  readonly resize: string;
  /** The thickness of the bar beside what has changed, CSS px; null: none. */
  readonly pagewrightChangeBar: number | null;
  /** Of rows in headers and footers of tables: whether they stand in those that are repeated, too, or only in these. */
  readonly pagewrightRepeat: 'auto' | 'only' | 'none';
  /** How small contents that don't fit may be made, from 0 to 1; null: they overflow. */
  readonly pagewrightFit: number | null;
  readonly lineGrid: 'match-parent' | 'create';
  readonly blockStepSize: Length;
  readonly blockStepInsert: 'margin-box' | 'padding-box' | 'content-box';
  readonly blockStepAlign: 'auto' | 'center' | 'start' | 'end';
  readonly blockStepRound: 'up' | 'down' | 'nearest';
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
