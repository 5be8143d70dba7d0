/** The spacing of a paragraph's characters in addition to their advances (text-spacing.ts). */

/** The spacing of a paragraph by text index, in CSS px. */
export class TextSpacing {
  /** Extra (or negative) space before each character, dropped at the start of a line. */
  readonly leads: Float64Array;
  /** Change of the space after each character. */
  readonly trails: Float64Array;
  /** By how much the space of a character shrinks at the start of a line. */
  readonly starts: Float64Array;
  /** By how much the space of a character may shrink at the end of a line. */
  readonly ends: Float64Array;
  /** 1 if it always shrinks there, and not only when the line doesn't fit. */
  readonly alwaysEnds: Uint8Array;

  constructor(length: number) {
    this.leads = new Float64Array(length);
    this.trails = new Float64Array(length);
    this.starts = new Float64Array(length);
    this.ends = new Float64Array(length);
    this.alwaysEnds = new Uint8Array(length);
  }

  /** Returns how the advance of the character at a text index changes when it begins a line. */
  startShift(at: number): number {
    return at < this.leads.length ? -this.leads[at]! - this.starts[at]! : 0;
  }
}
