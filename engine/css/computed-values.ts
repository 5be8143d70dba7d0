/** The types of computed values that several stages read. Lengths are in CSS px. */
import type { Length } from './length.ts';
import type { Color } from './color.ts';
import type { RadialExtent } from './values/radial-extent.ts';

/** A reference to a gradient or pattern (svg2 §13.2), with the paint to use when it doesn't exist (null: nothing). */
export class PaintServerReference {
  readonly url: string;
  readonly fallback: Color | null;

  constructor(url: string, fallback: Color | null) {
    this.url = url;
    this.fallback = fallback;
  }
}

/** A `<paint>`; null is `none`. */
export type SvgPaint = Color | PaintServerReference | 'context-fill' | 'context-stroke' | null;

/**
 * A named part of a file's content that readers can show and hide. `medium`: where it is visible, null for everywhere.
 */
export interface ContentLayer {
  readonly name: string;
  readonly medium: 'screen' | 'print' | null;
  /** Whether it is hidden until the reader shows it. */
  readonly isHidden: boolean;
}

/** How content that overflows its box is made to fit (`-pagewright-fit`). */
export interface ContentFit {
  /** Whether content that is too wide fits, instead of content that is too tall. */
  readonly isInline: boolean;
  /** Whether the letter spacing shrinks, instead of the font size. */
  readonly isTracking: boolean;
  /** The smallest share of the size, 0 to 1. */
  readonly least: number;
}

/** What may shrink so that a document has fewer pages: block margins, padding and row gaps; line heights; everything. */
export type Slack = 'gaps' | 'leading' | 'size';

/** The maximum number of pages of a document (`-pagewright-pages`). */
export interface PageLimit {
  readonly count: number;
  /** What may shrink to reach the limit, in this order. `least`: the smallest factor, 0 to 1. */
  readonly slack: readonly { readonly kind: Slack; readonly least: number }[];
}

/** The factors by which styles shrink. */
export type Tightness = Readonly<Record<Slack, number>>;

/** How pages that the flow has nearly filled are filled (`-pagewright-vertical-fill`). */
export interface VerticalFill {
  /** Whether the gaps between blocks grow. */
  readonly blocks: boolean;
  /** Whether the gaps between lines grow. */
  readonly lines: boolean;
  /** The maximum space that may be missing. Percentages are of the page area without floats and notes. */
  readonly most: Length;
}

export interface Position {
  readonly x: Length;
  readonly y: Length;
}

export interface ColorStop {
  /** null is an interpolation hint. */
  readonly color: Color | null;
  /** A length along the gradient line; for conic gradients an angle in degrees, stored as px. null: spread evenly. */
  readonly position: Length | null;
}

export interface LinearGradient {
  readonly type: 'linear-gradient';
  readonly repeating: boolean;
  /** Degrees clockwise from "to top", or a corner or side with x and y in {-1, 0, 1}. */
  readonly direction: { readonly angle: number } | { readonly x: number; readonly y: number };
  readonly stops: readonly ColorStop[];
  readonly colorSpace: string | null;
}

export interface RadialGradient {
  readonly type: 'radial-gradient';
  readonly repeating: boolean;
  readonly shape: 'circle' | 'ellipse';
  readonly size:
    | 'closest-side'
    | 'closest-corner'
    | 'farthest-side'
    | 'farthest-corner'
    | { readonly rx: Length; readonly ry: Length };
  readonly position: Position;
  readonly stops: readonly ColorStop[];
  readonly colorSpace: string | null;
}

export interface ConicGradient {
  readonly type: 'conic-gradient';
  readonly repeating: boolean;
  /** Degrees. */
  readonly from: number;
  readonly position: Position;
  /** Positions are degrees in `px`, or percentages. */
  readonly stops: readonly ColorStop[];
  readonly colorSpace: string | null;
}

export interface UrlImage {
  readonly type: 'url';
  readonly url: string;
  /** Image pixels per CSS px, from `image-set()`; 1 otherwise. */
  readonly resolution: number;
  /** The other files of its `image-set()`. */
  readonly alternatives?: readonly UrlImage[];
}

export interface SolidImage {
  readonly type: 'color';
  readonly color: Color;
}

export interface CrossFade {
  readonly type: 'cross-fade';
  readonly layers: readonly { readonly image: ImageValue; readonly share: number }[];
}

/** `filter()` */
export interface FilteredImage {
  readonly type: 'filter';
  readonly image: ImageValue;
  readonly filters: readonly FilterFunction[];
}

/** A CSS `<image>`; null is `none`. */
export type ImageValue =
  LinearGradient | RadialGradient | ConicGradient | UrlImage | SolidImage | CrossFade | FilteredImage;

export interface Shadow {
  readonly color: Color;
  /** CSS px. */
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly spread: number;
  readonly inset: boolean;
}

export type BackgroundSize = 'cover' | 'contain' | { readonly width: Length; readonly height: Length };

export type BackgroundRepeat = 'repeat' | 'space' | 'round' | 'no-repeat';

export type BoxEdge = 'border-box' | 'padding-box' | 'content-box' | 'text' | 'border-area';

export type BlendMode = string;

/** One layer of `background-*`, topmost first. The lists are already matched to the length of `background-image`. */
export interface BackgroundLayer {
  readonly image: ImageValue | null;
  readonly position: Position;
  readonly size: BackgroundSize;
  readonly repeatX: BackgroundRepeat;
  readonly repeatY: BackgroundRepeat;
  readonly attachment: 'scroll' | 'fixed' | 'local';
  readonly origin: BoxEdge;
  readonly clip: BoxEdge;
  readonly blend: BlendMode;
}

/** One layer of `mask-*`. */
export interface MaskLayer {
  readonly image: ImageValue | null;
  readonly position: Position;
  readonly size: BackgroundSize;
  readonly repeatX: BackgroundRepeat;
  readonly repeatY: BackgroundRepeat;
  readonly origin: string;
  readonly clip: string;
  readonly mode: 'alpha' | 'luminance' | 'match-source';
  readonly composite: 'add' | 'subtract' | 'intersect' | 'exclude';
}

export type LineStyle =
  'none' | 'hidden' | 'dotted' | 'dashed' | 'solid' | 'double' | 'groove' | 'ridge' | 'inset' | 'outset';

export interface CornerRadius {
  readonly x: Length;
  readonly y: Length;
}

/** The value of `display` (css-display-3). Values are interned, so they can be compared by reference. */
export interface Display {
  readonly outside: 'block' | 'inline' | 'none' | 'contents' | 'internal';
  readonly inside:
    | 'flow'
    | 'flow-root'
    | 'table'
    | 'flex'
    | 'grid'
    | 'grid-lanes'
    | 'ruby'
    | 'math'
    | 'table-row-group'
    | 'table-header-group'
    | 'table-footer-group'
    | 'table-row'
    | 'table-cell'
    | 'table-column-group'
    | 'table-column'
    | 'table-caption'
    | 'ruby-base'
    | 'ruby-text'
    | 'ruby-base-container'
    | 'ruby-text-container';
  readonly listItem: boolean;
  /** Whether it is `run-in`. Code that ignores this field sees an inline outer display type. */
  readonly runIn: boolean;
}

export type WritingModeKeyword = 'horizontal-tb' | 'vertical-rl' | 'vertical-lr' | 'sideways-rl' | 'sideways-lr';

export type TransformFunction =
  | { readonly type: 'translate'; readonly x: Length; readonly y: Length; readonly z: number }
  /** A column-major 2D matrix a b c d e f (translations in px). */
  | { readonly type: 'matrix'; readonly matrix: readonly [number, number, number, number, number, number] }
  | { readonly type: 'matrix3d'; readonly matrix: readonly number[] }
  | { readonly type: 'rotate3d'; readonly x: number; readonly y: number; readonly z: number; readonly degrees: number }
  | { readonly type: 'scale3d'; readonly x: number; readonly y: number; readonly z: number }
  | { readonly type: 'perspective'; readonly px: number };

export type FilterFunction =
  | { readonly type: 'blur'; readonly px: number }
  | { readonly type: 'drop-shadow'; readonly shadow: Shadow }
  | { readonly type: 'hue-rotate'; readonly degrees: number }
  | { readonly type: 'url'; readonly url: string }
  | {
      readonly type: 'brightness' | 'contrast' | 'grayscale' | 'invert' | 'opacity' | 'saturate' | 'sepia';
      readonly amount: number;
    };

/** A basic shape or box of `clip-path` or `shape-outside`. */
export type BasicShape =
  | {
      readonly type: 'inset';
      readonly top: Length;
      readonly right: Length;
      readonly bottom: Length;
      readonly left: Length;
      readonly radii: readonly CornerRadius[] | null;
    }
  | {
      readonly type: 'circle';
      readonly radius: Length | RadialExtent;
      readonly position: Position | null;
    }
  | {
      readonly type: 'ellipse';
      readonly rx: Length | RadialExtent;
      readonly ry: Length | RadialExtent;
      readonly position: Position | null;
    }
  | { readonly type: 'polygon'; readonly evenOdd: boolean; readonly points: readonly Position[] }
  /**
   * SVG path data in px from the corner of the reference box: either `d`, or what `dataFor` returns for a box size in
   * px (`shape()`).
   */
  | {
      readonly type: 'path';
      readonly evenOdd: boolean;
      readonly d: string;
      readonly dataFor: ((width: number, height: number) => string) | null;
      /** CSS px per unit of the path data. */
      readonly scale: number;
    };

export interface ClipPath {
  readonly shape: BasicShape | null;
  readonly box: string | null;
  readonly url: string | null;
}

/** A shape of `border-shape`. A null `box` takes its default, which depends on whether one or two shapes are given. */
export interface BorderShape {
  readonly shape: BasicShape;
  readonly box: string | null;
}

/** The path along which `offset-path` places a box. `box` is the coordinate box of the containing block. */
export type OffsetPath = { readonly box: string } & (
  | { readonly kind: 'box' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'shape'; readonly shape: BasicShape }
  | { readonly kind: 'ray'; readonly ray: RayPath }
);

/** The value of `ray()`, in degrees clockwise from straight up. */
export interface RayPath {
  readonly degrees: number;
  readonly size: 'closest-side' | 'closest-corner' | 'farthest-side' | 'farthest-corner' | 'sides';
  readonly contain: boolean;
  readonly position: Position | null;
}

export interface ShapeOutside {
  readonly shape: BasicShape | null;
  readonly box: 'margin-box' | 'border-box' | 'padding-box' | 'content-box' | null;
  readonly image: ImageValue | null;
}

/** One item of `content` or `string-set`. */
export type ContentItem =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'image'; readonly image: ImageValue }
  | {
      readonly type: 'counter';
      readonly name: string;
      readonly style: CounterStyleRef | NumberFormat;
      /** Where `-pagewright-sum()` reads the value; null for `counter()`. */
      readonly place: SumPlace | 'here' | null;
    }
  | {
      readonly type: 'counters';
      readonly name: string;
      readonly separator: string;
      readonly style: CounterStyleRef | NumberFormat;
    }
  | { readonly type: 'quote'; readonly quote: 'open' | 'close' | 'no-open' | 'no-close' }
  | { readonly type: 'attr'; readonly name: string; readonly fallback: string }
  | { readonly type: 'string-ref'; readonly name: string; readonly which: 'first' | 'start' | 'last' | 'first-except' }
  | { readonly type: 'element-ref'; readonly name: string; readonly which: 'first' | 'start' | 'last' | 'first-except' }
  | { readonly type: 'content-text'; readonly which: 'text' | 'before' | 'after' | 'first-letter' | 'marker' }
  | {
      readonly type: 'target-counter';
      readonly url: ContentItem;
      readonly name: string;
      readonly separator: string | null;
      readonly style: CounterStyleRef | NumberFormat;
    }
  | {
      readonly type: 'target-text';
      readonly url: ContentItem;
      readonly which: 'content' | 'before' | 'after' | 'first-letter';
    }
  | { readonly type: 'leader'; readonly pattern: string };

/** An item of `-pagewright-comment`: its text comes from the style sheet or the element's attributes. */
export type CommentItem = Extract<ContentItem, { readonly type: 'string' | 'attr' }>;

/** A value of `-pagewright-tag` other than `auto`. */
export type TagName =
  | 'none'
  | 'artifact'
  | 'part'
  | 'art'
  | 'sect'
  | 'div'
  | 'aside'
  | 'blockquote'
  | 'caption'
  | 'toc'
  | 'toci'
  | 'p'
  | 'h'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'l'
  | 'li'
  | 'lbl'
  | 'lbody'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tfoot'
  | 'tr'
  | 'th'
  | 'td'
  | 'span'
  | 'em'
  | 'strong'
  | 'quote'
  | 'code'
  | 'note'
  | 'reference'
  | 'figure'
  | 'formula';

/** How readers show a comment; `auto` follows from the element. */
export type CommentStyle = 'auto' | 'highlight' | 'underline' | 'strikeout' | 'squiggly' | 'note';

/** A counter style by name, an anonymous `symbols()`, or a string. */
export type CounterStyleRef =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'symbols'; readonly system: string; readonly symbols: readonly string[] };

/** How a sum is written: the options of Intl.NumberFormat that authors choose. */
export interface NumberFormat {
  readonly type: 'number';
  /** null: as many as the currency has, or else as the value has. */
  readonly decimals: number | null;
  /** An ISO 4217 code, in upper case. */
  readonly currency: string | null;
  readonly currencyDisplay: 'code' | 'name' | 'narrow' | null;
  readonly isPercent: boolean;
  /** Whether negative amounts are in parentheses, if the language does that. */
  readonly isAccounting: boolean;
  readonly isGrouped: boolean;
  /** A BCP 47 tag; null is the language of the text around it. */
  readonly locale: string | null;
}

/** A value of a sum: at the start or end of the page that shows it, or at the end of the document. */
export type SumPlace = 'page-start' | 'page-end' | 'document';

/** An amount that an element adds to a sum. */
export interface SumItem {
  readonly name: string;
  /** A number, or a string that holds one; null for the text of the element. */
  readonly amount: number | string | null;
}

export interface CounterChange {
  readonly name: string;
  /** null: no value was given. The property's default applies; `reversed()` counts from the content. */
  readonly value: number | null;
  readonly reversed: boolean;
  /** Whether the value is an amount of a sum, which may have decimals. */
  readonly isAmount?: boolean;
}

export type TrackBreadth = Length | { readonly fr: number };

export type TrackSize =
  | { readonly type: 'breadth'; readonly breadth: TrackBreadth }
  | { readonly type: 'minmax'; readonly min: TrackBreadth; readonly max: TrackBreadth }
  | { readonly type: 'fit-content'; readonly limit: Length };

export type TrackListItem =
  | { readonly type: 'names'; readonly names: readonly string[] }
  | { readonly type: 'track'; readonly size: TrackSize }
  | {
      readonly type: 'repeat';
      readonly count: number | 'auto-fill' | 'auto-fit';
      readonly items: readonly TrackListItem[];
    };

/** The value of `grid-template-columns` or `-rows`; null is `none`. */
export interface TrackList {
  readonly subgrid: boolean;
  readonly items: readonly TrackListItem[];
}

/** `grid-lanes-direction` (css-grid-3). */
export interface LanesDirection {
  readonly axis: 'normal' | 'row' | 'column';
  /** Whether items stack from the end of each lane. */
  readonly fillReverse: boolean;
  /** Whether the last lane is filled first. */
  readonly trackReverse: boolean;
}

export type GridLine =
  | { readonly type: 'auto' }
  | { readonly type: 'line'; readonly index: number; readonly name: string | null }
  | { readonly type: 'span'; readonly count: number; readonly name: string | null };

/** The values for the gaps of one axis (css-gaps-1 §3.4), with integer repeaters expanded. */
export class RuleList<T> {
  readonly leading: readonly T[];
  /** The values of `repeat(auto, ...)`; empty without one. */
  readonly auto: readonly T[];
  /** The values after the auto repeater. */
  readonly trailing: readonly T[];

  constructor(leading: readonly T[], auto: readonly T[] = [], trailing: readonly T[] = []) {
    this.leading = leading;
    this.auto = auto;
    this.trailing = trailing;
  }

  /** Returns the value of gap `gap` out of `count` gaps (css-gaps-1, "assign gap decoration values"). */
  of(gap: number, count: number): T {
    const { leading, auto, trailing } = this;
    if (auto.length === 0) return leading[gap % leading.length]!;
    if (gap < leading.length) return leading[gap]!;
    const firstTrailing = Math.max(leading.length, count - trailing.length);
    return gap < firstTrailing ? auto[(gap - leading.length) % auto.length]! : trailing[gap - firstTrailing]!;
  }
}

/** The distance from the end of a gap decoration to its intersection. Percentages refer to the crossing gap. */
export type GapInset = Length | 'overlap-join';

/** An alignment value such as `safe center` or `last baseline`. */
export interface Alignment {
  readonly keyword:
    | 'auto'
    | 'normal'
    | 'stretch'
    | 'center'
    | 'start'
    | 'end'
    | 'self-start'
    | 'self-end'
    | 'flex-start'
    | 'flex-end'
    | 'left'
    | 'right'
    | 'baseline'
    | 'last-baseline'
    | 'space-between'
    | 'space-around'
    | 'space-evenly'
    | 'legacy'
    | 'anchor-center';
  readonly overflow: 'safe' | 'unsafe' | null;
  readonly legacy: boolean;
}

/** The rows or columns of the 3×3 grid formed by the edges of the containing block and the anchor. */
export type AreaSpan = 'start' | 'center' | 'end' | 'span-start' | 'span-end' | 'span-all';

/** One axis of `position-area`. */
export interface AreaAxis {
  /** null: the block axis for the first keyword, the inline axis for the second. */
  readonly axis: 'x' | 'y' | 'block' | 'inline' | null;
  /** What `start` refers to: left and top, the writing mode of the containing block, or the box's own. */
  readonly by: 'side' | 'container' | 'self';
  readonly span: AreaSpan;
}

/** The area as written, completed to two different axes. */
export interface PositionArea {
  readonly first: AreaAxis;
  readonly second: AreaAxis;
}

export type TryTactic = 'flip-block' | 'flip-inline' | 'flip-start';

/** One of `position-try-fallbacks`. */
export interface PositionFallback {
  /** The name of an `@position-try` rule, or null. */
  readonly name: string | null;
  /** In the order in which they apply. */
  readonly tactics: readonly TryTactic[];
  /** Replaces the name and the tactics. */
  readonly area: PositionArea | null;
}

export type TryOrder = 'normal' | 'most-width' | 'most-height' | 'most-block-size' | 'most-inline-size';

/** A condition that hides a box placed by anchors (css-anchor-position-1 §5.4). */
export type VisibilityCondition = 'anchors-valid' | 'anchors-visible' | 'no-overflow';
