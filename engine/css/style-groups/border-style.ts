/** What is drawn around and behind a box. Not inherited. */
import type { Length } from '../length.ts';
import type { Color } from '../color.ts';
import type {
  BackgroundLayer,
  BackgroundRepeat,
  BackgroundSize,
  BlendMode,
  BoxEdge,
  CornerRadius,
  ImageValue,
  LineStyle,
  Shadow,
} from '../computed-values.ts';

/**
 * Non-inherited properties of borders and outlines. Widths are used values in CSS px, which are 0 where the style is `none` or
 * `hidden`.
 */
export interface BorderStyle {
  /** Snapped widths regardless of the line style, for inheritance. Layout and paint read `borderTopWidth` etc. */
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
  /** Superellipse parameters: 1 is round, 0 bevelled, negative values are concave, infinity is a right angle. */
  readonly cornerTopLeftShape: number;
  readonly cornerTopRightShape: number;
  readonly cornerBottomRightShape: number;
  readonly cornerBottomLeftShape: number;
  readonly borderImageSource: ImageValue | null;
  /** Plain numbers in image pixels, or percentages; in the order top, right, bottom, left. */
  readonly borderImageSlice: {
    readonly values: readonly { readonly value: number; readonly percent: boolean }[];
    readonly fill: boolean;
  };
  /** A number is a multiple of the border width. Length.AUTO is the size of the slice. */
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
  /** Topmost first. Never empty: a single layer without an image holds the clip of the color. */
  readonly backgroundLayers: readonly BackgroundLayer[];
  /** The lists as declared, from which `backgroundLayers` is built. Only inheritance reads them. */
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
