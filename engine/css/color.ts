/** Computed colors (css-color-4): in sRGB, in wider spaces, and as inks. */

/** An sRGB color, each channel 0 to 1 after gamut mapping. `Color.CURRENT` stands for `currentcolor`. */
export class Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;

  constructor(r: number, g: number, b: number, a: number) {
    this.r = r;
    this.g = g;
    this.b = b;
    this.a = a;
  }

  /** Returns the color with another alpha. */
  withAlpha(alpha: number): Color {
    return new Color(this.r, this.g, this.b, alpha);
  }

  static readonly TRANSPARENT = new Color(0, 0, 0, 0);
  static readonly BLACK = new Color(0, 0, 0, 1);
  static readonly WHITE = new Color(1, 1, 1, 1);
  /** `currentcolor` in a computed value. It is replaced with the element's `color` when used. */
  static readonly CURRENT = new Color(0, 0, 0, 1);
}

/** Undoes the transfer function of sRGB for a component (css-color-4 §10.2). */
export const linearComponent = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** Returns the relative luminance of a color, 0 to 1 (WCAG 2.2). */
export const luminanceOf = ({ r, g, b }: Color): number =>
  0.2126 * linearComponent(r) + 0.7152 * linearComponent(g) + 0.0722 * linearComponent(b);

/** RGB spaces wider than sRGB, smallest first. */
export const WIDE_SPACES = ['display-p3', 'rec2020'] as const;

export type WideSpace = (typeof WIDE_SPACES)[number];

/** A color that wide-gamut output shows in full. Its own components are its sRGB approximation. */
export abstract class WideColor extends Color {
  /** The smallest color space that contains the color; null if sRGB contains it. */
  readonly space: WideSpace | null;

  constructor([r, g, b]: readonly [number, number, number], a: number, space: WideSpace | null) {
    super(r, g, b, a);
    this.space = space;
  }

  /** Returns its components in a space, 0 to 1. */
  abstract componentsIn(space: WideSpace): readonly [number, number, number];
}

/**
 * Amounts of ink, 0 to 1: the four process inks, or a named spot ink. `full` is how the spot ink looks at full
 * strength, in sRGB or process inks.
 */
export type Inks =
  | { readonly type: 'process'; readonly process: readonly [c: number, m: number, y: number, k: number] }
  | { readonly type: 'spot'; readonly name: string; readonly tint: number; readonly full: readonly number[] };

/** A color printed with specific inks. Elsewhere it looks like its sRGB components. */
export class InkColor extends Color {
  readonly inks: Inks;

  constructor(r: number, g: number, b: number, a: number, inks: Inks) {
    super(r, g, b, a);
    this.inks = inks;
  }

  override withAlpha(alpha: number): InkColor {
    return new InkColor(this.r, this.g, this.b, alpha, this.inks);
  }
}
