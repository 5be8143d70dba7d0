/** The tree of a math expression (css-values-4 §10) and the types of its parts. */

export type RoundingStrategy = 'nearest' | 'up' | 'down' | 'to-zero';

export interface MathFunction {
  readonly name: string;
  /** For round() only. */
  readonly strategy: RoundingStrategy;
}

/**
 * Exponents of length, angle, time, frequency, resolution, flex and percent (css-typed-om-1 §4.3.2). All zero is a
 * number.
 */
export type MathType = readonly number[];

/** The index of `percent` in a MathType, used where percentages are a separate type. */
export const PERCENT = 6;
const NUMBER_TYPE: MathType = [0, 0, 0, 0, 0, 0, 0];
const unitTypes: readonly MathType[] = NUMBER_TYPE.map((_, i) => NUMBER_TYPE.map((_, j) => (i === j ? 1 : 0)));

export const numberType = (): MathType => NUMBER_TYPE;
export const typeOf = (dimension: number): MathType => unitTypes[dimension]!;

export function sameType(a: MathType, b: MathType): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

type Operator =
  'constant' | 'relative' | 'percent' | 'size' | 'anchor' | 'sum' | 'product' | 'negate' | 'invert' | 'function';

/** An immutable node of a parsed expression. */
export class MathExpression {
  readonly operator: Operator;
  readonly type: MathType;
  readonly args: readonly MathExpression[];
  /** The value of a constant in its canonical unit, of a relative length, or of a percentage. */
  readonly value: number;
  readonly unit: string;
  readonly function: MathFunction | null;
  /**
   * Whether it contains percentages, the `size` of calc-size(), or anchor functions, whose values are known only in
   * layout.
   */
  readonly percent: boolean;
  readonly relative: boolean;
  readonly anchored: boolean;
  /** Whether the value is a constant plus a multiple of the percentage basis. */
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
    this.anchored = operator === 'anchor' || args.some((arg) => arg.anchored);
    this.percent = operator === 'percent' || operator === 'size' || this.anchored || args.some((arg) => arg.percent);
    this.relative = operator === 'relative' || args.some((arg) => arg.relative);
    this.linear = !this.percent || isLinear(operator, args);
  }

  /** Returns the same operation with other operands. */
  withArgs(args: readonly MathExpression[]): MathExpression {
    return new MathExpression(this.operator, this.type, args, this.value, this.unit, this.function);
  }

  /** Returns the expression with changed queries in its anchor functions. */
  withQueries(change: (query: AnchorQuery) => AnchorQuery): MathExpression {
    if (!this.anchored) return this;
    return this.withArgs(this.args.map((arg) => arg.withQueries(change)));
  }
}

function isLinear(operator: Operator, args: readonly MathExpression[]): boolean {
  if (operator === 'percent') return true;
  if (operator === 'function' || operator === 'invert' || operator === 'anchor') return false;
  if (operator === 'product' && args.filter((arg) => arg.percent).length > 1) return false;
  return args.every((arg) => arg.linear);
}

export const constant = (value: number, type: MathType): MathExpression =>
  new MathExpression('constant', type, [], value, '', null);

/** The `size` keyword of calc-size(), a length. */
export const SIZE = new MathExpression('size', typeOf(0), [], 0, '', null);

/** Replaces `size` in the expression with `replacement`. */
export function replaceSize(expression: MathExpression, replacement: MathExpression): MathExpression {
  if (expression === SIZE) return replacement;
  if (!expression.percent) return expression;
  return expression.withArgs(expression.args.map((arg) => replaceSize(arg, replacement)));
}

/** `none` as a bound of clamp(), recognized by identity. */
export const NO_BOUND = constant(NaN, NUMBER_TYPE);

/**
 * A side of an anchor (css-anchor-position-1 §3.2). `percentage` is a fraction of the distance from its start to its
 * end.
 */
export type AnchorSide =
  | 'inside'
  | 'outside'
  | 'top'
  | 'left'
  | 'right'
  | 'bottom'
  | 'start'
  | 'end'
  | 'self-start'
  | 'self-end'
  | 'center'
  | 'percentage';

/** A dimension of an anchor (css-anchor-position-1 §4.1); null is that of the property. */
export type AnchorDimension = 'width' | 'height' | 'block' | 'inline' | 'self-block' | 'self-inline' | null;

/** The query of `anchor()` or `anchor-size()`. */
export type AnchorQuery =
  /** A null `name` is the default anchor. `percentage` is 0 to 1, for that kind of side. */
  | { readonly type: 'side'; readonly name: string | null; readonly side: AnchorSide; readonly percentage: number }
  | { readonly type: 'size'; readonly name: string | null; readonly dimension: AnchorDimension };

/** An anchor function, which is a length. Its optional operand is the fallback. */
export class AnchorExpression extends MathExpression {
  readonly query: AnchorQuery;

  constructor(query: AnchorQuery, fallback: readonly MathExpression[]) {
    super('anchor', typeOf(0), fallback, 0, '', null);
    this.query = query;
  }

  override withArgs(args: readonly MathExpression[]): MathExpression {
    return new AnchorExpression(this.query, args);
  }

  override withQueries(change: (query: AnchorQuery) => AnchorQuery): MathExpression {
    const fallback = this.args.map((arg) => arg.withQueries(change));
    return new AnchorExpression(change(this.query), fallback);
  }
}

/** Replaces the anchor functions with constants in CSS px. Returns null when one has no anchor and no fallback. */
export function replaceAnchors(
  expression: MathExpression,
  px: (query: AnchorQuery) => number | null,
): MathExpression | null {
  if (!expression.anchored) return expression;
  if (expression instanceof AnchorExpression) {
    const found = px(expression.query);
    if (found !== null) return constant(found, expression.type);
    return expression.args.length === 0 ? null : replaceAnchors(expression.args[0]!, px);
  }
  const args: MathExpression[] = [];
  for (const arg of expression.args) {
    const replaced = replaceAnchors(arg, px);
    if (replaced === null) return null;
    args.push(replaced);
  }
  return expression.withArgs(args);
}
