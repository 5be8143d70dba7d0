/**
 * The types of computed values that more than one stage reads. Lengths here are CSS px.
 */
import type { Length } from './length.ts';
import type { Color } from './color.ts';
import type { RadialExtent } from './values/radial-extent.ts';

/** svg2 §13.2: a gradient or pattern, and what is painted where there is none (null: nothing). */
export class PaintServerReference {
  readonly url: string;
  readonly fallback: Color | null;

  constructor(url: string, fallback: Color | null) {
    this.url = url;
    this.fallback = fallback;
  }
}

/** A `<paint>`; null: `none`. */
export type SvgPaint = Color | PaintServerReference | 'context-fill' | 'context-stroke' | null;

/** A part of a file's content that readers can show and hide, by its name; `medium`: where it shows, null: everywhere. */
export interface ContentLayer {
  readonly name: string;
  readonly medium: 'screen' | 'print' | null;
  /** Readers hide it until they are told otherwise. */
  readonly isHidden: boolean;
}

export interface Position {
  readonly x: Length;
  readonly y: Length;
}

export interface ColorStop {
  /** null: an interpolation hint. */
  readonly color: Color | null;
  /** Length along the gradient line, or an angle in degrees as px for conic gradients; null: spread evenly. */
  readonly position: Length | null;
}

export interface LinearGradient {
  readonly type: 'linear-gradient';
  readonly repeating: boolean;
  /** Degrees clockwise from "to top"; or a corner/side: x and y in {-1, 0, 1}. */
  readonly direction: { readonly angle: number } | { readonly x: number; readonly y: number };
  readonly stops: readonly ColorStop[];
  readonly colorSpace: string | null;
}

export interface RadialGradient {
  readonly type: 'radial-gradient';
  readonly repeating: boolean;
  readonly shape: 'circle' | 'ellipse';
  /** A keyword, or the radii. */
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
  /** Image px for one CSS px, from `image-set()`; 1 otherwise. */
  readonly resolution: number;
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

/** A CSS <image>; `null` is `none`. */
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

/** One layer of `background-*`, the topmost first; the lists are already matched in length with `background-image`. */
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

/** A corner's two radii. */
export interface CornerRadius {
  readonly x: Length;
  readonly y: Length;
}

/** `display`, css-display-3: interned, so compare fields. */
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
  /** `run-in`, whose outside is inline for all that doesn't look here. */
  readonly runIn: boolean;
}

export type WritingModeKeyword = 'horizontal-tb' | 'vertical-rl' | 'vertical-lr' | 'sideways-rl' | 'sideways-lr';

export type TransformFunction =
  | { readonly type: 'translate'; readonly x: Length; readonly y: Length; readonly z: number }
  /** Column-major 2D matrix a b c d e f (px). */
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

/** A basic shape or a box, of `clip-path`, `shape-outside`. */
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
  /** SVG path data in px from the reference box's corner: `d`, or of shape() `dataFor` a box of so many px. */
  | {
      readonly type: 'path';
      readonly evenOdd: boolean;
      readonly d: string;
      readonly dataFor: ((width: number, height: number) => string) | null;
      /** CSS px that one unit of the data is. */
      readonly scale: number;
    };

export interface ClipPath {
  readonly shape: BasicShape | null;
  readonly box: string | null;
  readonly url: string | null;
}

/** A shape of `border-shape`; `box` null: as there are one or two shapes. */
export interface BorderShape {
  readonly shape: BasicShape;
  readonly box: string | null;
}

/** What `offset-path` lays a box along; `box` is the coordinate box of the containing block. */
export type OffsetPath = { readonly box: string } & (
  | { readonly kind: 'box' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'shape'; readonly shape: BasicShape }
  | { readonly kind: 'ray'; readonly ray: RayPath }
);

/** `ray()`: degrees clockwise from straight up. */
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

/** One piece of `content` or of `string-set`. */
export type ContentItem =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'image'; readonly image: ImageValue }
  | { readonly type: 'counter'; readonly name: string; readonly style: CounterStyleRef }
  | { readonly type: 'counters'; readonly name: string; readonly separator: string; readonly style: CounterStyleRef }
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
      readonly style: CounterStyleRef;
    }
  | {
      readonly type: 'target-text';
      readonly url: ContentItem;
      readonly which: 'content' | 'before' | 'after' | 'first-letter';
    }
  | { readonly type: 'leader'; readonly pattern: string };

/** A counter style by name, or an anonymous `symbols()` / string. */
export type CounterStyleRef =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'symbols'; readonly system: string; readonly symbols: readonly string[] };

export interface CounterChange {
  readonly name: string;
  /** null: no value given (the property's default; for `reversed()` counted from the content). */
  readonly value: number | null;
  readonly reversed: boolean;
}

/** A grid track breadth. */
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

/** `grid-template-columns` and `-rows`; null is `none`. */
export interface TrackList {
  readonly subgrid: boolean;
  readonly items: readonly TrackListItem[];
}

/** `grid-lanes-direction` (css-grid-3). */
export interface LanesDirection {
  readonly axis: 'normal' | 'row' | 'column';
  /** Items are stacked from the end of the lanes. */
  readonly fillReverse: boolean;
  /** The last lane is the first to be filled. */
  readonly trackReverse: boolean;
}

export type GridLine =
  | { readonly type: 'auto' }
  | { readonly type: 'line'; readonly index: number; readonly name: string | null }
  | { readonly type: 'span'; readonly count: number; readonly name: string | null };

/** A list of values for the gaps of one direction (css-gaps-1 §3.4), its integer repeaters written out. */
export class RuleList<T> {
  readonly leading: readonly T[];
  /** The values of `repeat(auto, ...)`; none without it. */
  readonly auto: readonly T[];
  /** What follows it. */
  readonly trailing: readonly T[];

  constructor(leading: readonly T[], auto: readonly T[] = [], trailing: readonly T[] = []) {
    this.leading = leading;
    this.auto = auto;
    this.trailing = trailing;
  }

  /** "Assign gap decoration values": that of one of `count` gaps. */
  of(gap: number, count: number): T {
    const { leading, auto, trailing } = this;
    if (auto.length === 0) return leading[gap % leading.length]!;
    if (gap < leading.length) return leading[gap]!;
    const firstTrailing = Math.max(leading.length, count - trailing.length);
    return gap < firstTrailing ? auto[(gap - leading.length) % auto.length]! : trailing[gap - firstTrailing]!;
  }
}

/** How far the end of a gap decoration lies from its intersection; percentages are of the gap that crosses it there. */
export type GapInset = Length | 'overlap-join';

/** An alignment value: `safe center`, `last baseline`, ... */
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

/** Rows or columns of the three that the edges of the containing block and of the anchor make. */
export type AreaSpan = 'start' | 'center' | 'end' | 'span-start' | 'span-end' | 'span-all';

/** One axis of `position-area`. */
export interface AreaAxis {
  /** null: the block axis of the first, the inline axis of the second keyword. */
  readonly axis: 'x' | 'y' | 'block' | 'inline' | null;
  /** What start is by: left and top, the writing mode of the containing block, or the box's own. */
  readonly by: 'side' | 'container' | 'self';
  readonly span: AreaSpan;
}

/** As written, but completed to two axes, none of them the same. */
export interface PositionArea {
  readonly first: AreaAxis;
  readonly second: AreaAxis;
}

export type TryTactic = 'flip-block' | 'flip-inline' | 'flip-start';

/** One of `position-try-fallbacks`. */
export interface PositionFallback {
  /** Of an `@position-try` rule; null: none. */
  readonly name: string | null;
  /** In the order of applying. */
  readonly tactics: readonly TryTactic[];
  /** Instead of both. */
  readonly area: PositionArea | null;
}

export type TryOrder = 'normal' | 'most-width' | 'most-height' | 'most-block-size' | 'most-inline-size';

/** When a box is hidden that anchors place (css-anchor-position-1 §5.4). */
export type VisibilityCondition = 'anchors-valid' | 'anchors-visible' | 'no-overflow';
