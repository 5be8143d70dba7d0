/** What spaces the characters of a paragraph beside their own advances (text-spacing.ts). */

/** The spacing of a paragraph by text index, in CSS px. */
export class TextSpacing {
  /** More (or less) room before each character, which it hasn't at the start of a line. */
  readonly leads: Float64Array;
  /** Less room after each character. */
  readonly trails: Float64Array;
  /** How much less room a character has that begins a line. */
  readonly starts: Float64Array;
  /** How much less room a character may have that ends a line. */
  readonly ends: Float64Array;
  /** 1: it always has so much less, not only where it doesn't fit. */
  readonly alwaysEnds: Uint8Array;

  constructor(length: number) {
    this.leads = new Float64Array(length);
    this.trails = new Float64Array(length);
    this.starts = new Float64Array(length);
    this.ends = new Float64Array(length);
    this.alwaysEnds = new Uint8Array(length);
  }

  /** How the advance of the character at a text index changes when it begins a line. */
  startShift(at: number): number {
    return at < this.leads.length ? -this.leads[at]! - this.starts[at]! : 0;
  }
}
