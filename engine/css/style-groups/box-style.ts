/** The box model, positioning, alignment and breaking of an element. Not inherited. */
import type { Length } from '../length.ts';
import type { Color } from '../color.ts';
import type { Alignment, Display, Position } from '../computed-values.ts';

export type ComputedClear = BoxStyle['clear'] | Exclude<BoxStyle['clearPage'], 'none'> | 'all';

/** Bits of BoxStyle.defaultMargins. */
export const DefaultMargin = { Top: 1 << 0, Bottom: 1 << 1 } as const;

/** The sides of a page or column that a box may snap to. */
export type SnapSide = 'block-start' | 'block-end' | 'inline-start' | 'inline-end' | 'left' | 'right';

/** `snap-block()`, `snap-inline()` (css-page-floats-3 §3.2): within such distances from the start or the end of its reference a box floats to one of them. */
export interface FloatSnap {
  readonly axis: 'block' | 'inline';
  readonly start: Length;
  readonly end: Length;
  readonly to: 'near' | 'start' | 'end' | 'left' | 'right';
}

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
  readonly computedFloat: BoxStyle['float'] | FloatSnap;
  /** What `float: snap-block()` or `snap-inline()` says; the float itself is `none`, unless pages have shown that it snaps. null: it doesn't snap so. */
  readonly floatSnap: FloatSnap | null;
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
  readonly maxLines: number | null;
  readonly continue: 'auto' | 'discard' | 'collapse' | '-webkit-legacy';
  /** What both come to: lines after which the contents end, `auto`: as many as fit, or null; of `-webkit-line-clamp` only where it acts. */
  readonly lineClamp: number | 'auto' | null;
  readonly textDecorationLine: readonly string[];
  readonly textDecorationStyle: 'solid' | 'double' | 'dotted' | 'dashed' | 'wavy';
  readonly textDecorationColor: Color;
  /** Length.AUTO, a length, or FROM_FONT as Length.CONTENT. */
  readonly textDecorationThickness: Length;
  /** Of the element alone; ComputedStyle.zoom is that of its ancestors, too. */
  readonly zoom: number;
  /** `display` was `-webkit-box`, whose properties follow: already turned into those of flexible boxes. */
  readonly oldFlexbox: boolean;
  /** Are the top and bottom margins those of the user-agent style sheet? Bits of DefaultMargin. */
  readonly defaultMargins: number;
  readonly webkitBoxOrient: 'horizontal' | 'vertical';
  readonly webkitBoxDirection: 'normal' | 'reverse';
  readonly webkitBoxPack: 'start' | 'end' | 'center' | 'justify';
  readonly webkitBoxAlign: 'start' | 'end' | 'center' | 'baseline' | 'stretch';
  readonly webkitBoxFlex: number;
  readonly webkitBoxOrdinalGroup: number;
}
