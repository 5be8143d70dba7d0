/**
 * The computed content of an `@font-face` rule (css-fonts-4 §4): the contract between the at-rule's parser and
 * engine/fonts/.
 */
import type { SourcePosition } from '../../diagnostics.ts';

export type FontFaceSource =
  /** `url()`. `format` is the lower-case keyword or string of the hint (`woff2`, `truetype`, ...), or null. */
  | { readonly type: 'url'; readonly url: string; readonly format: string | null; readonly tech: readonly string[] }
  | { readonly type: 'local'; readonly name: string };

/** The descriptors of a rule, independent of its position. */
export interface FontFaceDescriptors {
  readonly family: string;
  /**
   * In order; the first that works is used. Sources with an unknown format() or tech() may be included: the fonts stage
   * skips them.
   */
  readonly sources: readonly FontFaceSource[];
  /** From and to, equal for a single value; null is `auto`. */
  readonly weight: readonly [number, number] | null;
  /** Per cent. */
  readonly stretch: readonly [number, number] | null;
  readonly style: {
    readonly type: 'normal' | 'italic' | 'oblique';
    readonly degrees: readonly [number, number];
  } | null;
  /** Inclusive ranges; empty covers everything. */
  readonly unicodeRange: readonly (readonly [number, number])[];
  /** Fractions of the font size; null is `normal`. */
  readonly ascentOverride: number | null;
  readonly descentOverride: number | null;
  readonly lineGapOverride: number | null;
  /** A factor: 1 is `100%`. */
  readonly sizeAdjust: number;
  readonly featureSettings: readonly { readonly tag: string; readonly value: number }[];
  readonly variationSettings: readonly { readonly tag: string; readonly value: number }[];
}

export interface FontFaceRule extends FontFaceDescriptors {
  readonly position: SourcePosition | null;
}
