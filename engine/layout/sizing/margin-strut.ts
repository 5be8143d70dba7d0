import type { LU } from '../../units.ts';

/** The adjoining margins so far: the largest positive and the most negative one (css2 §8.3.1). Immutable. */
export class MarginStrut {
  readonly positive: LU;
  readonly negative: LU;
  /**
   * Whether further adjoining margins are truncated: at an unforced break (css-break-3 §5.2), or at the start of a
   * container that trims them.
   */
  readonly truncates: boolean;
  /**
   * The largest of the default margins that quirks mode drops at the edges of the body and of cells (HTML standard
   * §15.3.10).
   */
  readonly quirky: LU;
  /** Whether further quirky margins are dropped, because the edge is that of the body or a cell. */
  readonly dropsQuirky: boolean;

  constructor(positive: LU, negative: LU, truncates = false, quirky: LU = 0, dropsQuirky = false) {
    this.positive = positive;
    this.negative = negative;
    this.truncates = truncates;
    this.quirky = quirky;
    this.dropsQuirky = dropsQuirky;
  }

  static readonly EMPTY = new MarginStrut(0, 0);
  static readonly TRUNCATING = new MarginStrut(0, 0, true);

  append(margin: LU, isQuirky = false): MarginStrut {
    if (this.truncates || margin === 0) return this;
    const { positive, negative, quirky, dropsQuirky } = this;
    if (margin < 0) return margin >= negative ? this : new MarginStrut(positive, margin, false, quirky, dropsQuirky);
    if (!isQuirky) return margin <= positive ? this : new MarginStrut(margin, negative, false, quirky, dropsQuirky);
    return dropsQuirky || margin <= quirky ? this : new MarginStrut(positive, negative, false, margin, dropsQuirky);
  }

  /** Returns the margins so far, with further ones truncated or not. */
  truncating(truncates: boolean): MarginStrut {
    if (this.truncates === truncates) return this;
    return new MarginStrut(this.positive, this.negative, truncates, this.quirky, this.dropsQuirky);
  }

  /** Returns the margins so far, with further quirky ones dropped. */
  droppingQuirky(): MarginStrut {
    return new MarginStrut(this.positive, this.negative, this.truncates, this.quirky, true);
  }

  get sum(): LU {
    return (this.quirky > this.positive ? this.quirky : this.positive) + this.negative;
  }

  /** The resulting margin at the end of the body or of a cell. */
  get sumWithoutQuirky(): LU {
    return this.positive + this.negative;
  }

  equals(other: MarginStrut): boolean {
    return (
      this.positive === other.positive &&
      this.negative === other.negative &&
      this.quirky === other.quirky &&
      this.dropsQuirky === other.dropsQuirky
    );
  }
}
