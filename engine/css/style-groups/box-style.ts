/** Non-inherited properties of the box model, positioning, alignment and fragmentation. */
import type { Length } from '../length.ts';
import type { Color } from '../color.ts';
import type { Alignment, Display, Position } from '../computed-values.ts';

export type ComputedClear = BoxStyle['clear'] | Exclude<BoxStyle['clearPage'], 'none'> | 'all';

/** The bits of BoxStyle.defaultMargins. */
export const DefaultMargin = { Top: 1 << 0, Bottom: 1 << 1 } as const;

/** The sides of a page or column to which a box can snap. */
export type SnapSide = 'block-start' | 'block-end' | 'inline-start' | 'inline-end' | 'left' | 'right';

/**
 * The value of `snap-block()` or `snap-inline()` (css-page-floats-3 §3.2): a box within these distances of an edge of
 * its reference floats to that edge.
 */
export interface FloatSnap {
  readonly axis: 'block' | 'inline';
  readonly start: Length;
  readonly end: Length;
  readonly to: 'near' | 'start' | 'end' | 'left' | 'right';
}

/** Non-inherited properties of the box model, positioning, alignment and fragmentation, with physical sides. */
export type WrapFlow = 'auto' | 'both' | 'start' | 'end' | 'minimum' | 'maximum' | 'clear';

export interface BoxStyle {
  readonly display: Display;
  /**
   * Whether `position` made `display` block-level. The static position is then the one the box would have in its line
   * (css2 §10.3.7).
   */
  readonly wasInlineLevel?: boolean;
  readonly position: 'static' | 'relative' | 'absolute' | 'fixed' | 'sticky' | { readonly running: string };
  /**
   * `block-start`, `block-end` and `snap-block` are page floats (css-page-floats-3). With the reference `inline`, the
   * first two have already become inline floats.
   */
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
  readonly computedFloat: BoxStyle['float'] | FloatSnap;
  /**
   * The value of `float: snap-block()` or `snap-inline()`; null otherwise. `float` is `none` until pagination finds
   * that the box snaps.
   */
  readonly floatSnap: FloatSnap | null;
  readonly clear: 'none' | 'left' | 'right' | 'both' | 'inline-start' | 'inline-end';
  /** The sides on which the `clear` of a page float allows no other page floats next to it. */
  readonly clearPage: 'none' | 'block-start' | 'block-end' | 'both-block';
  readonly computedClear: ComputedClear;
  /** `-pagewright-margin` is the page margins, available only to boxes that float to inline sides. */
  readonly floatReference: 'inline' | 'column' | 'region' | 'page' | '-pagewright-margin' | '-pagewright-spread';
  /** How many pages or columns a page float skips first; negative counts from the last one. */
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
  /** A null `ratio` means `auto` alone. */
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
    | 'avoid-region'
    | 'page'
    | 'left'
    | 'right'
    | 'recto'
    | 'verso'
    | 'column'
    | 'region'
    | 'always'
    | 'all';
  readonly breakAfter: BoxStyle['breakBefore'];
  readonly breakInside: 'auto' | 'avoid' | 'avoid-page' | 'avoid-column' | 'avoid-region';
  readonly boxDecorationBreak: 'slice' | 'clone';
  /** Used page name; '' is `auto` at the root. */
  readonly page: string;
  readonly order: number;
  readonly flexDirection: 'row' | 'row-reverse' | 'column' | 'column-reverse';
  readonly flexWrap: 'nowrap' | 'wrap' | 'wrap-reverse';
  readonly flexGrow: number;
  readonly flexShrink: number;
  readonly flexBasis: Length;
  /** Where content flows around a positioned box (css-exclusions-1 §3.1). */
  readonly wrapFlow: WrapFlow;
  /** Whether lines inside avoid positioned boxes with `wrap-flow` (css-exclusions-1 §3.4). */
  readonly wrapThrough: 'wrap' | 'none';
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
  readonly maxLines: number | null;
  readonly continue: 'auto' | 'discard' | 'collapse' | '-webkit-legacy';
  /**
   * The combined limit of `line-clamp` and `-webkit-line-clamp`: a number of lines, `auto` for as many as fit, or null.
   * `-webkit-line-clamp` counts only where it applies.
   */
  readonly lineClamp: number | 'auto' | null;
  readonly textDecorationLine: readonly string[];
  readonly textDecorationStyle: 'solid' | 'double' | 'dotted' | 'dashed' | 'wavy';
  readonly textDecorationColor: Color;
  /** Length.AUTO, a length, or Length.CONTENT for `from-font`. */
  readonly textDecorationThickness: Length;
  /** The element's own zoom; ComputedStyle.zoom includes its ancestors'. */
  readonly zoom: number;
  /** Whether `display` was `-webkit-box`. Its properties below have already been converted to flexbox ones. */
  readonly oldFlexbox: boolean;
  /** Which of the top and bottom margins come from the user-agent style sheet, as bits of DefaultMargin. */
  readonly defaultMargins: number;
  readonly webkitBoxOrient: 'horizontal' | 'vertical';
  readonly webkitBoxDirection: 'normal' | 'reverse';
  readonly webkitBoxPack: 'start' | 'end' | 'center' | 'justify';
  readonly webkitBoxAlign: 'start' | 'end' | 'center' | 'baseline' | 'stretch';
  readonly webkitBoxFlex: number;
  readonly webkitBoxOrdinalGroup: number;
}
