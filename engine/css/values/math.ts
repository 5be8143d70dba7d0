/**
 * Parses, type-checks and evaluates math functions (css-values-4 §10). Expressions without relative units and
 * percentages are folded to a constant during parsing.
 */
import type { MathNode, SizeCalculation } from '../length.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import type { ComputeContext } from './compute-context.ts';
import {
  type AnchorDimension,
  AnchorExpression,
  type AnchorQuery,
  type AnchorSide,
  constant,
  MathExpression,
  type MathFunction,
  NO_BOUND,
  numberType,
  PERCENT,
  sameType,
  SIZE,
  typeOf,
} from './math-expression.ts';
import { applyFunction, arity, mathFunctionNamed, resultType } from './math-functions.ts';
import { Dimension, relativeUnitPx, unitKind } from './units.ts';
import { INVALID, STANDARD_PARSE, ValueReader } from './value-reader.ts';

/** Evaluates an expression that needs no context. */
function fold(expression: MathExpression): MathExpression {
  if (expression.operator === 'constant' || expression.percent || expression.relative) return expression;
  return constant(evaluateMath(expression, null, 0), expression.type);
}

/**
 * Returns the value in the canonical unit of its type. 100% is `basis`, and the `size` keyword of calc-size() is
 * `size`.
 */
export function evaluateMath(
  expression: MathExpression,
  context: ComputeContext | null,
  basis: number,
  size = 0,
): number {
  const { args } = expression;
  switch (expression.operator) {
    case 'constant':
      return expression.value;
    case 'relative':
      return context === null ? 0 : expression.value * relativeUnitPx(expression.unit, context);
    case 'percent':
      return (expression.value * basis) / 100;
    case 'size':
      return size;
    case 'anchor':
      return NaN;
    case 'sum': {
      let sum = 0;
      for (const arg of args) sum += evaluateMath(arg, context, basis, size);
      return sum;
    }
    case 'product': {
      let product = 1;
      for (const arg of args) product *= evaluateMath(arg, context, basis, size);
      return product;
    }
    case 'negate':
      return -evaluateMath(args[0]!, context, basis, size);
    case 'invert':
      return 1 / evaluateMath(args[0]!, context, basis, size);
    case 'function': {
      const values: number[] = [];
      for (const arg of args) values.push(evaluateMath(arg, context, basis, size));
      return applyFunction(expression.function as MathFunction, values, args);
    }
  }
}

/** Returns the factor of the percentage basis in a linear expression, in per cent. */
export function percentOf(expression: MathExpression, context: ComputeContext | null): number {
  if (!expression.percent) return 0;
  switch (expression.operator) {
    case 'percent':
      return expression.value;
    case 'sum':
      return expression.args.reduce((sum, arg) => sum + percentOf(arg, context), 0);
    case 'negate':
      return -percentOf(expression.args[0]!, context);
    case 'product':
      return expression.args.reduce(
        (product, arg) => product * (arg.percent ? percentOf(arg, context) : evaluateMath(arg, context, 0)),
        1,
      );
    default:
      return 0;
  }
}

/** Returns the expression with relative lengths made absolute, so that it no longer needs the context. */
export function bake(expression: MathExpression, context: ComputeContext): MathExpression {
  if (!expression.relative) return expression;
  if (!expression.percent) return constant(evaluateMath(expression, context, 0), expression.type);
  return expression.withArgs(expression.args.map((arg) => bake(arg, context)));
}

/** A computed value that is not linear in its percentage. */
class BakedMath implements MathNode {
  private readonly expression: MathExpression;
  private readonly minimum: number;

  constructor(expression: MathExpression, minimum: number) {
    this.expression = expression;
    this.minimum = minimum;
  }

  evaluate(basisPx: number): number {
    return Math.max(this.minimum, censor(evaluateMath(this.expression, null, basisPx)));
  }
}

export function mathNode(expression: MathExpression, context: ComputeContext, minimum: number): MathNode {
  return new BakedMath(bake(expression, context), minimum);
}

/** Returns the calculation of `calc-size()`. Its result is a size and so never negative. */
export function sizeCalculation(expression: MathExpression, context: ComputeContext): SizeCalculation {
  const baked = bake(expression, context);
  return { evaluate: (size, basis) => Math.max(0, censor(evaluateMath(baked, null, basis, size))) };
}

/** Maps NaN at the top level to 0 and clamps infinities (css-values-4 §10.9.1). */
export function censor(value: number): number {
  if (Number.isNaN(value)) return 0;
  return value > MAX_VALUE ? MAX_VALUE : value < -MAX_VALUE ? -MAX_VALUE : value === 0 ? 0 : value;
}

const MAX_VALUE = 33_554_428;

const CONSTANTS = new Map<string, number>([
  ['e', Math.E],
  ['pi', Math.PI],
  ['infinity', Infinity],
  ['-infinity', -Infinity],
  ['nan', NaN],
]);

/** What a percentage means inside an expression: a length, or a separate type. */
type PercentageMeaning = typeof Dimension.Length | typeof PERCENT;

/**
 * Which anchor functions a property accepts (css-anchor-position-1 §3.2, §4.1): insets all, sizes and margins
 * anchor-size() only.
 */
export type AnchorFunctions = 'none' | 'size' | 'all';

/** Names that stand for numbers in an expression: the channel keywords of relative colors. */
export type NumberNames = ReadonlyMap<string, number>;

class MathParser {
  private readonly meaning: PercentageMeaning;
  private readonly names: NumberNames | null;
  /** Whether the keyword `size` is valid. */
  private readonly sized: boolean;
  private readonly anchors: AnchorFunctions;

  constructor(meaning: PercentageMeaning, names: NumberNames | null, sized = false, anchors: AnchorFunctions = 'none') {
    this.meaning = meaning;
    this.names = names;
    this.sized = sized;
    this.anchors = anchors;
  }

  /** Parses `<calc-sum>` up to a comma or the end. */
  sum(reader: ValueReader): MathExpression | null {
    const first = this.product(reader);
    if (first === null) return null;
    const terms = [first];
    for (;;) {
      const operator = reader.peek();
      if (operator === null || operator.kind === ValueKind.Comma) break;
      const minus = operator.isDelim('-');
      if (!minus && !operator.isDelim('+')) return null;
      const following = reader.peekAt(1);
      if (!operator.spaceBefore || following === null || !following.spaceBefore) return null;
      reader.next();
      const term = this.product(reader);
      if (term === null || !sameType(term.type, first.type)) return null;
      terms.push(minus ? fold(new MathExpression('negate', term.type, [term], 0, '', null)) : term);
    }
    return terms.length === 1 ? first : fold(new MathExpression('sum', first.type, terms, 0, '', null));
  }

  private product(reader: ValueReader): MathExpression | null {
    const first = this.value(reader.next());
    if (first === null) return null;
    const factors = [first];
    let type = first.type;
    for (;;) {
      const divide = reader.peek()?.isDelim('/') ?? false;
      if (!divide && !(reader.peek()?.isDelim('*') ?? false)) break;
      reader.next();
      const factor = this.value(reader.next());
      if (factor === null) return null;
      const sign = divide ? -1 : 1;
      type = type.map((exponent, i) => exponent + sign * factor.type[i]!);
      factors.push(
        divide
          ? fold(
              new MathExpression(
                'invert',
                factor.type.map((x) => -x),
                [factor],
                0,
                '',
                null,
              ),
            )
          : factor,
      );
    }
    return factors.length === 1 ? first : fold(new MathExpression('product', type, factors, 0, '', null));
  }

  value(value: ComponentValue | null): MathExpression | null {
    if (value === null) return null;
    switch (value.kind) {
      case ValueKind.Number:
        return constant(value.value, numberType());
      case ValueKind.Percentage:
        return new MathExpression('percent', typeOf(this.meaning), [], value.value, '', null);
      case ValueKind.Dimension:
        return dimensionExpression(value);
      case ValueKind.Ident: {
        if (this.sized && value.lower === 'size') return SIZE;
        const named = this.names?.get(value.lower) ?? CONSTANTS.get(value.lower);
        return named === undefined ? null : constant(named, numberType());
      }
      case ValueKind.Parens:
        return this.whole(new ValueReader(value.children, STANDARD_PARSE, ''));
      case ValueKind.Function:
        return this.function(value);
      default:
        return null;
    }
  }

  private whole(reader: ValueReader): MathExpression | null {
    const sum = this.sum(reader);
    return sum !== null && reader.atEnd ? sum : null;
  }

  private function(value: ComponentValue): MathExpression | null {
    const reader = new ValueReader(value.children, STANDARD_PARSE, '');
    if (value.text === 'calc' || value.text === '-webkit-calc') return this.whole(reader);
    if (value.text === 'anchor' || value.text === 'anchor-size') return this.anchorFunction(value.text, reader);
    const fn = mathFunctionNamed(value.text, reader);
    if (fn === null) return null;
    const args: MathExpression[] = [];
    while (!reader.atEnd) {
      const arg = fn.name === 'clamp' && reader.ident('none') ? NO_BOUND : this.sum(reader);
      if (arg === null) return null;
      args.push(arg);
      if (reader.atEnd) break;
      if (!reader.comma() || reader.atEnd) return null;
    }
    const [least, most] = arity(fn.name);
    if (args.length < least || args.length > most) return null;
    const type = resultType(fn, args);
    return type === null ? null : fold(new MathExpression('function', type, args, 0, '', fn));
  }

  /**
   * Parses `anchor(<anchor-name>? && <anchor-side>, <length-percentage>?)` or `anchor-size([<anchor-name> ||
   * <anchor-size>]?, <length-percentage>?)`.
   */
  private anchorFunction(name: 'anchor' | 'anchor-size', reader: ValueReader): MathExpression | null {
    if (this.anchors === 'none' || (name === 'anchor' && this.anchors === 'size')) return null;
    const query = name === 'anchor' ? sideQuery(reader) : sizeQuery(reader);
    if (query === null) return null;
    if (reader.atEnd) return new AnchorExpression(query, []);
    // `anchor-size(10px)` has only a fallback.
    if (!reader.comma() && reader.position > 0) return null;
    const fallback = this.sum(reader);
    if (fallback === null || !reader.atEnd || !isLengthOrZero(fallback)) return null;
    return new AnchorExpression(query, [
      fallback.operator === 'constant' ? constant(fallback.value, typeOf(Dimension.Length)) : fallback,
    ]);
  }
}

/** Accepts zero without a unit. */
function isLengthOrZero(expression: MathExpression): boolean {
  if (sameType(expression.type, typeOf(Dimension.Length))) return true;
  return expression.operator === 'constant' && expression.value === 0 && sameType(expression.type, numberType());
}

const SIDES: ReadonlySet<AnchorSide> = new Set<AnchorSide>([
  'inside',
  'outside',
  'top',
  'left',
  'right',
  'bottom',
  'start',
  'end',
  'self-start',
  'self-end',
  'center',
]);
const DIMENSIONS: ReadonlySet<NonNullable<AnchorDimension>> = new Set([
  'width',
  'height',
  'block',
  'inline',
  'self-block',
  'self-inline',
] as const);

function anchorName(reader: ValueReader): string | null {
  const value = reader.peek();
  if (value === null || value.kind !== ValueKind.Ident || !value.text.startsWith('--')) return null;
  reader.next();
  return value.text;
}

function sideQuery(reader: ValueReader): AnchorQuery | null {
  let name = anchorName(reader);
  let side: AnchorSide | undefined = reader.keyword(SIDES);
  let percentage = 0;
  if (side === INVALID) {
    const value = reader.next();
    const share = value?.kind === ValueKind.Percentage ? value.value : value && percentageOf(value);
    if (share === null) return null;
    side = 'percentage';
    percentage = share / 100;
  }
  name ??= anchorName(reader);
  return { type: 'side', name, side, percentage };
}

/** Returns the percentage of a math function that needs no context, or null. */
function percentageOf(value: ComponentValue): number | null {
  const expression = parseMath(value, PERCENT);
  if (expression === null || expression.relative || !sameType(expression.type, typeOf(PERCENT))) return null;
  return censor(evaluateMath(expression, null, 100));
}

function sizeQuery(reader: ValueReader): AnchorQuery {
  let name = anchorName(reader);
  const dimension = reader.keyword(DIMENSIONS) ?? null;
  name ??= anchorName(reader);
  return { type: 'size', name, dimension };
}

function dimensionExpression(value: ComponentValue): MathExpression | null {
  const kind = unitKind(value.text);
  if (kind === null) return null;
  if (kind === 'relative')
    return new MathExpression('relative', typeOf(Dimension.Length), [], value.value, value.text, null);
  return constant(value.value * kind.factor, typeOf(kind.dimension));
}

/** Parses a math function. Returns null when the value isn't one or isn't valid. */
export function parseMath(
  value: ComponentValue,
  meaning: PercentageMeaning,
  names: NumberNames | null = null,
  anchors: AnchorFunctions = 'none',
): MathExpression | null {
  if (value.kind !== ValueKind.Function) return null;
  return new MathParser(meaning, names, false, anchors).value(value);
}

/**
 * Parses a `<calc-sum>` of type length, up to a comma or the end. `sized` allows the keyword `size`, as in calc-size().
 */
export function parseLengthSum(reader: ValueReader, sized: boolean): MathExpression | null {
  const sum = new MathParser(Dimension.Length, null, sized).sum(reader);
  return sum !== null && sameType(sum.type, typeOf(Dimension.Length)) ? sum : null;
}
