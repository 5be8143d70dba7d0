/** The metrics of a math font (MathML Core §2.1.4), from its MATH table or from fallback values. In LU. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type MathConstant, MathTable } from '../../fonts/math-table.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';

/** Fallback values as factors of the em or x-height, as in browsers. Missing constants are 0. */
const STAND_INS: Partial<Record<MathConstant, readonly [unit: 'em' | 'ex', factor: number]>> = {
  axisHeight: ['ex', 0.5],
  subscriptShiftDown: ['ex', 1 / 3],
  subscriptTopMax: ['ex', 0.8],
  subscriptBaselineDropMin: ['ex', 0.5],
  superscriptShiftUp: ['ex', 1],
  superscriptShiftUpCramped: ['ex', 1],
  superscriptBottomMin: ['ex', 0.25],
  superscriptBaselineDropMax: ['ex', 0.5],
  superscriptBottomMaxWithSubscript: ['ex', 0.8],
  subSuperscriptGapMin: ['em', 0.2],
  spaceAfterScript: ['em', 0.2],
  radicalKernBeforeDegree: ['em', 5 / 18],
  radicalKernAfterDegree: ['em', -10 / 18],
};

/** Fallback values as multiples of the rule thickness. */
const RULE_STAND_INS: Partial<Record<MathConstant, number>> = {
  fractionRuleThickness: 1,
  fractionNumeratorGapMin: 1,
  fractionNumDisplayStyleGapMin: 3,
  fractionDenominatorGapMin: 1,
  fractionDenomDisplayStyleGapMin: 3,
  stackGapMin: 3,
  stackDisplayStyleGapMin: 7,
  overbarVerticalGap: 3,
  underbarVerticalGap: 3,
  overbarRuleThickness: 1,
  underbarRuleThickness: 1,
  overbarExtraAscender: 1,
  underbarExtraDescender: 1,
  radicalRuleThickness: 1,
  radicalVerticalGap: 1.25,
  radicalExtraAscender: 1,
};

/** Raise of a radical's degree as a share of the radical's height. */
const DEGREE_RAISE = 0.6;

export class MathFont {
  readonly table: MathTable | null;
  private readonly unitsPerEm: number;
  /** Default rule thickness in font units. */
  private readonly underlineThickness: number;
  private readonly em: number;
  private readonly xHeight: number;
  readonly isDisplayStyle: boolean;

  constructor(context: LayoutContext, { font, text }: ComputedStyle, metrics: { readonly xHeight: number }) {
    const face = context.text.primaryFace(font);
    this.table = MathTable.of(face);
    this.unitsPerEm = face.metrics.unitsPerEm;
    this.underlineThickness = Math.max(0, face.metrics.underlineThickness);
    this.em = font.fontSize;
    this.xHeight = metrics.xHeight;
    this.isDisplayStyle = text.mathStyle === 'normal';
  }

  static of(context: LayoutContext, style: ComputedStyle): MathFont {
    return new MathFont(context, style, context.text.metrics(style));
  }

  /** Converts font units to LU. */
  lu(units: number): LU {
    return Math.round((units * this.em * LU_PER_PX) / this.unitsPerEm);
  }

  ofEm(factor: number): LU {
    return Math.round(factor * this.em * LU_PER_PX);
  }

  constant(name: MathConstant): LU {
    if (this.table !== null) return this.lu(this.table.constant(name));
    const rules = RULE_STAND_INS[name];
    if (rules !== undefined) return this.lu(rules * this.underlineThickness);
    if (name === 'radicalDisplayStyleVerticalGap')
      return this.lu(this.underlineThickness) + Math.round((this.xHeight * LU_PER_PX) / 4);
    const [unit, factor] = STAND_INS[name] ?? ['em', 0];
    return unit === 'em' ? this.ofEm(factor) : Math.round(factor * this.xHeight * LU_PER_PX);
  }

  /** Returns the first constant in display style, the second otherwise. */
  byStyle(display: MathConstant, text: MathConstant): LU {
    return this.constant(this.isDisplayStyle ? display : text);
  }

  get degreeRaise(): number {
    return this.table === null ? DEGREE_RAISE : this.table.radicalDegreeBottomRaisePercent / 100;
  }

  get axisHeight(): LU {
    return this.constant('axisHeight');
  }
}
