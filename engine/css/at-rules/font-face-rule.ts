/** What an `@font-face` rule says (css-fonts-4 §4), computed: the contract between the at-rule's parser and engine/fonts/. */
import type { SourcePosition } from '../../diagnostics.ts';

export type FontFaceSource =
  /** `url()`; `format` is the hint's keyword or string in lower case (`woff2`, `truetype`, ...), or null. */
  | { readonly type: 'url'; readonly url: string; readonly format: string | null; readonly tech: readonly string[] }
  | { readonly type: 'local'; readonly name: string };

/** The rule's own part, wherever it stands. */
export interface FontFaceDescriptors {
  readonly family: string;
  /** In order; the first that works is taken. Sources with an unknown format() or tech() may be left in: fonts skip them. */
  readonly sources: readonly FontFaceSource[];
  /** From, to; equal for a single value; `auto` is null. */
  readonly weight: readonly [number, number] | null;
  /** Per cent. */
  readonly stretch: readonly [number, number] | null;
  readonly style: {
    readonly type: 'normal' | 'italic' | 'oblique';
    readonly degrees: readonly [number, number];
  } | null;
  /** Inclusive ranges; empty: everything. */
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
