/** The tree of a math expression (css-values-4 §10) and the types that its parts have. */

export type RoundingStrategy = 'nearest' | 'up' | 'down' | 'to-zero';

export interface MathFunction {
  readonly name: string;
  /** Of round() only. */
  readonly strategy: RoundingStrategy;
}

/** Exponents of length, angle, time, frequency, resolution, flex and percent (css-typed-om-1 §4.3.2); all 0 is a number. */
export type MathType = readonly number[];

/** Index of `percent` in a MathType, where percentages stand for themselves. */
export const PERCENT = 6;
const NUMBER_TYPE: MathType = [0, 0, 0, 0, 0, 0, 0];
const unitTypes: readonly MathType[] = NUMBER_TYPE.map((_, i) => NUMBER_TYPE.map((_, j) => (i === j ? 1 : 0)));

export const numberType = (): MathType => NUMBER_TYPE;
export const typeOf = (dimension: number): MathType => unitTypes[dimension];

export function sameType(a: MathType, b: MathType): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

type Operator = 'constant' | 'relative' | 'percent' | 'size' | 'sum' | 'product' | 'negate' | 'invert' | 'function';

/** A node of a parsed expression. Immutable. */
export class MathExpression {
  readonly operator: Operator;
  readonly type: MathType;
  readonly args: readonly MathExpression[];
  /** Of a constant in its canonical unit, of a relative length, of a percentage. */
  readonly value: number;
  readonly unit: string;
  readonly function: MathFunction | null;
  /** Percentages inside, or the `size` of calc-size(): known only in layout. */
  readonly percent: boolean;
  /** Relative lengths inside. */
  readonly relative: boolean;
  /** The value is a constant plus a multiple of the percentage's basis. */
  readonly linear: boolean;

  constructor(
    operator: Operator,
    type: MathType,
    args: readonly MathExpression[],
    value: number,
    unit: string,
    fn: MathFunction | null,
  ) {
    this.operator = operator;
    this.type = type;
    this.args = args;
    this.value = value;
    this.unit = unit;
    this.function = fn;
    this.percent = operator === 'percent' || operator === 'size' || args.some((arg) => arg.percent);
    this.relative = operator === 'relative' || args.some((arg) => arg.relative);
    this.linear = !this.percent || isLinear(operator, args);
  }
}

function isLinear(operator: Operator, args: readonly MathExpression[]): boolean {
  if (operator === 'percent') return true;
  if (operator === 'function' || operator === 'invert') return false;
  if (operator === 'product' && args.filter((arg) => arg.percent).length > 1) return false;
  return args.every((arg) => arg.linear);
}

export const constant = (value: number, type: MathType): MathExpression =>
  new MathExpression('constant', type, [], value, '', null);

/** `size` in calc-size(): a length. */
export const SIZE = new MathExpression('size', typeOf(0), [], 0, '', null);

/** The expression with `replacement` in place of `size`. */
export function replaceSize(expression: MathExpression, replacement: MathExpression): MathExpression {
  if (expression === SIZE) return replacement;
  if (!expression.percent) return expression;
  const { operator, type, args, value, unit, function: fn } = expression;
  return new MathExpression(
    operator,
    type,
    args.map((arg) => replaceSize(arg, replacement)),
    value,
    unit,
    fn,
  );
}

/** `none` as a bound of clamp(): recognised by identity. */
export const NO_BOUND = constant(NaN, NUMBER_TYPE);
