/** Computed lengths and percentages (css-values-4), in CSS px. */
import { type LU, luFromPx, MAX_LU } from '../units.ts';

/**
 * A math expression whose percentages are resolved in layout, such as `min(50%, 10em)` after resolving font-relative
 * units.
 */
export interface MathNode {
  /** Returns the value in px when 100% is `basisPx`. */
  evaluate(basisPx: number): number;
}

/** The second argument of `calc-size()` when its first is a keyword. */
export interface SizeCalculation {
  /** Returns the value in px when `size` is `sizePx` and 100% is `basisPx`. */
  evaluate(sizePx: number, basisPx: number): number;
}

export const LengthKind = {
  /** `px + percent %`, or `math`. */
  Length: 0,
  Auto: 1,
  None: 2,
  Normal: 3,
  MinContent: 4,
  MaxContent: 5,
  FitContent: 6,
  Stretch: 7,
  Content: 8,
} as const;

export type LengthKind = (typeof LengthKind)[keyof typeof LengthKind];

/**
 * A length, a percentage, a mix of both, or a sizing keyword. Keywords are singletons: `style.box.width ===
 * Length.AUTO`. `fit-content(<length-percentage>)` is FitContent with its argument in px and percent, and `hasArgument`
 * set. `calc-size()` of a keyword has the keyword's kind and a calculation.
 */
export class Length {
  readonly kind: LengthKind;
  readonly px: number;
  /** In per cent: 50 for `50%`. */
  readonly percent: number;
  readonly math: MathNode | null;
  readonly hasArgument: boolean;
  readonly calculation: SizeCalculation | null;
  // PERF: fields rather than accessors, because layout reads them for every box.
  readonly isAuto: boolean;
  /**
   * Whether it is `auto` or `calc-size(auto, ...)`, which is sized like `auto` but not stretched (css-values-5 §9.2).
   */
  readonly isAutomatic: boolean;
  /** Whether it is a length or percentage rather than a keyword. */
  readonly isLength: boolean;
  /** Whether it depends on a percentage basis. With an indefinite basis it then behaves as `auto` (or 0). */
  readonly hasPercent: boolean;

  constructor(
    kind: LengthKind,
    px: number,
    percent: number,
    math: MathNode | null = null,
    hasArgument = false,
    calculation: SizeCalculation | null = null,
  ) {
    this.kind = kind;
    this.px = px;
    this.percent = percent;
    this.math = math;
    this.hasArgument = hasArgument;
    this.calculation = calculation;
    this.isAutomatic = kind === LengthKind.Auto;
    this.isAuto = this.isAutomatic && calculation === null;
    this.isLength = kind === LengthKind.Length;
    this.hasPercent = percent !== 0 || math !== null;
  }

  static readonly ZERO = new Length(LengthKind.Length, 0, 0);
  /**
   * `0%` differs from a length: with an indefinite basis, a size of `0%` behaves as `auto`. Its `math` marks it as a
   * percentage.
   */
  static readonly ZERO_PERCENT = new Length(LengthKind.Length, 0, 0, { evaluate: () => 0 });
  static readonly AUTO = new Length(LengthKind.Auto, 0, 0);
  static readonly NONE = new Length(LengthKind.None, 0, 0);
  static readonly NORMAL = new Length(LengthKind.Normal, 0, 0);
  static readonly MIN_CONTENT = new Length(LengthKind.MinContent, 0, 0);
  static readonly MAX_CONTENT = new Length(LengthKind.MaxContent, 0, 0);
  static readonly FIT_CONTENT = new Length(LengthKind.FitContent, 0, 0);
  static readonly STRETCH = new Length(LengthKind.Stretch, 0, 0);
  static readonly CONTENT = new Length(LengthKind.Content, 0, 0);

  static px(px: number): Length {
    return px === 0 ? Length.ZERO : new Length(LengthKind.Length, px, 0);
  }

  static percent(percent: number): Length {
    return percent === 0 ? Length.ZERO_PERCENT : new Length(LengthKind.Length, 0, percent);
  }

  /**
   * Returns the used value of a length or percentage in LU against `basis` (LU; negative means indefinite and is
   * treated as 0). The result is floored to 1/64 px.
   */
  resolve(basis: LU): LU {
    if (this.math !== null) return luFromPx(this.math.evaluate(Math.max(0, basis) / 64));
    if (this.percent === 0) return luFromPx(this.px);
    if (basis < 0) return luFromPx(this.px);
    const lu = Math.floor(this.px * 64 + (this.percent * basis) / 100);
    return lu > MAX_LU ? MAX_LU : lu < -MAX_LU ? -MAX_LU : lu;
  }

  /** Returns the unrounded used value in px, for painting. */
  resolvePx(basisPx: number): number {
    return this.math !== null ? this.math.evaluate(basisPx) : this.px + (this.percent * basisPx) / 100;
  }
}
