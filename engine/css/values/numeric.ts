/**
 * Parses numbers, percentages, lengths, angles, times and resolutions (css-values-4 §5 to §7), each as a token or a
 * math function.
 */
import { Length, LengthKind } from '../length.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import type { ComputeContext } from './compute-context.ts';
import { AnchoredLength } from './anchored-length.ts';
import {
  type AnchorFunctions,
  bake,
  censor,
  evaluateMath,
  mathNode,
  type NumberNames,
  parseMath,
  percentOf,
} from './math.ts';
import { type MathExpression, numberType, PERCENT, sameType, typeOf } from './math-expression.ts';
import { Pending, pending, type Specified } from './specified.ts';
import { Dimension, relativeUnitPx, unitKind } from './units.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

class RelativeLength extends Pending<Length> {
  private readonly value: number;
  private readonly unit: string;

  constructor(value: number, unit: string) {
    super();
    this.value = value;
    this.unit = unit;
  }

  resolve(context: ComputeContext): Length {
    return Length.px(censor(this.value * relativeUnitPx(this.unit, context)));
  }
}

class MathLength extends Pending<Length> {
  private readonly expression: MathExpression;
  private readonly minimum: number;

  constructor(expression: MathExpression, minimum: number) {
    super();
    this.expression = expression;
    this.minimum = minimum;
  }

  resolve(context: ComputeContext): Length {
    return lengthOf(this.expression, context, this.minimum);
  }
}

/** Returns a math expression as a non-negative length. */
export const positiveLength = (expression: MathExpression): Specified<Length> => new MathLength(expression, 0);

function lengthOf(expression: MathExpression, context: ComputeContext, minimum: number): Length {
  if (!expression.percent) return Length.px(Math.max(minimum, censor(evaluateMath(expression, context, 0))));
  if (!expression.linear) return new Length(LengthKind.Length, 0, 0, mathNode(expression, context, minimum));
  const px = censor(evaluateMath(expression, context, 0));
  const percent = censor(percentOf(expression, context));
  if (px < minimum && percent < 0) return Length.ZERO_PERCENT;
  if (percent === 0)
    return px === 0 ? Length.ZERO_PERCENT : new Length(LengthKind.Length, 0, 0, mathNode(expression, context, minimum));
  return new Length(LengthKind.Length, px, percent);
}

/** A number that depends on font sizes: `calc(sign(1em - 10px))`. */
class MathNumber extends Pending<number> {
  private readonly expression: MathExpression;
  private readonly minimum: number;
  private readonly maximum: number;
  private readonly round: boolean;

  constructor(expression: MathExpression, minimum: number, maximum: number, round: boolean) {
    super();
    this.expression = expression;
    this.minimum = minimum;
    this.maximum = maximum;
    this.round = round;
  }

  resolve(context: ComputeContext): number {
    return this.clamp(evaluateMath(this.expression, context, 0));
  }

  clamp(raw: number): number {
    const value = this.round ? censorInteger(roundHalfUp(raw)) : censorNumber(raw);
    return Math.min(this.maximum, Math.max(this.minimum, value));
  }
}

const MAX_INTEGER = 2_147_483_647;
const MAX_NUMBER = 3.4e38;

/** Clamp integers and numbers to the limits of browsers. NaN is 0. */
const censorInteger = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, value)) || 0;
const censorNumber = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, value)) || 0;

const roundHalfUp = (value: number): number => Math.floor(value + 0.5);

/** The lengths that a property accepts. */
export interface LengthRange {
  readonly percentages: boolean;
  readonly negative: boolean;
  /** The accepted anchor functions, and the length to use when an anchor is missing; null: they are invalid. */
  readonly anchors: { readonly functions: AnchorFunctions; readonly otherwise: Length } | null;
}

export const LENGTH: LengthRange = { percentages: false, negative: true, anchors: null };
export const LENGTH_POSITIVE: LengthRange = { percentages: false, negative: false, anchors: null };
export const LENGTH_PERCENTAGE: LengthRange = { percentages: true, negative: true, anchors: null };
export const LENGTH_PERCENTAGE_POSITIVE: LengthRange = { percentages: true, negative: false, anchors: null };

/** Returns a length in multiples of the font size. */
export const lengthInEms = (ems: number): Specified<Length> => new RelativeLength(ems, 'em');

/** Parses a `<length>` or `<length-percentage>`. */
export function parseLength(reader: ValueReader, range: LengthRange): Specified<Length> | undefined {
  const value = reader.peek();
  if (value === null) return INVALID;
  const length = lengthFrom(value, range, reader.unitless);
  if (length !== INVALID) reader.position++;
  return length;
}

function lengthFrom(value: ComponentValue, range: LengthRange, unitless: boolean): Specified<Length> | undefined {
  switch (value.kind) {
    case ValueKind.Dimension: {
      if (value.value < 0 && !range.negative) return INVALID;
      if (value.text === 'px') return Length.px(censor(value.value));
      const kind = unitKind(value.text);
      if (kind === 'relative') return new RelativeLength(value.value, value.text);
      if (kind === null || kind.dimension !== Dimension.Length) return INVALID;
      return Length.px(censor(value.value * kind.factor));
    }
    case ValueKind.Percentage:
      return !range.percentages || (value.value < 0 && !range.negative) ? INVALID : Length.percent(censor(value.value));
    case ValueKind.Number:
      if (value.value === 0) return Length.ZERO;
      return unitless && (value.value > 0 || range.negative) ? Length.px(censor(value.value)) : INVALID;
    case ValueKind.Function:
      return mathLength(value, range);
    default:
      return INVALID;
  }
}

function mathLength(value: ComponentValue, range: LengthRange): Specified<Length> | undefined {
  const { anchors } = range;
  const expression = parseMath(value, range.percentages ? Dimension.Length : PERCENT, null, anchors?.functions);
  if (expression === null || !sameType(expression.type, typeOf(Dimension.Length))) return INVALID;
  const minimum = range.negative ? -Infinity : 0;
  if (expression.anchored && anchors !== null)
    return pending((context) => new AnchoredLength(bake(expression, context), minimum, anchors.otherwise));
  if (expression.operator === 'constant') return Length.px(Math.max(minimum, censor(expression.value)));
  return new MathLength(expression, minimum);
}

/** Parses a number within bounds. A math function is clamped to them; a plain number outside is invalid. */
export function parseNumber(
  reader: ValueReader,
  minimum = -Infinity,
  maximum = Infinity,
): Specified<number> | undefined {
  return numberFrom(reader, minimum, maximum, false);
}

export function parseInteger(
  reader: ValueReader,
  minimum = -Infinity,
  maximum = Infinity,
): Specified<number> | undefined {
  return numberFrom(reader, minimum, maximum, true);
}

function numberFrom(
  reader: ValueReader,
  minimum: number,
  maximum: number,
  integer: boolean,
): Specified<number> | undefined {
  const value = reader.peek();
  if (value === null) return INVALID;
  if (value.kind === ValueKind.Number) {
    if (value.value < minimum || value.value > maximum || (integer && !value.integer)) return INVALID;
    reader.position++;
    return integer ? censorInteger(value.value) : value.value;
  }
  const expression = parseMath(value, PERCENT);
  if (expression === null || !sameType(expression.type, numberType())) return INVALID;
  reader.position++;
  const pending = new MathNumber(expression, minimum, maximum, integer);
  return expression.operator === 'constant' ? pending.clamp(expression.value) : pending;
}

/** Parses a number, or a percentage as a fraction: `50%` gives 0.5. */
export function parseNumberOrPercentage(reader: ValueReader, minimum = -Infinity): Specified<number> | undefined {
  const number = parseNumber(reader, minimum);
  if (number !== INVALID) return number;
  const percent = parsePercentage(reader, minimum * 100);
  return percent === INVALID ? INVALID : percent / 100;
}

/**
 * Parses a `<percentage>`, 50 for `50%`. The result is always known at parse time: only relative lengths make a math
 * function depend on a context, and they can't be combined with percentages.
 */
export function parsePercentage(reader: ValueReader, minimum = -Infinity, maximum = Infinity): number | undefined {
  const value = reader.peek();
  if (value === null) return INVALID;
  if (value.kind === ValueKind.Percentage) {
    if (value.value < minimum || value.value > maximum) return INVALID;
    reader.position++;
    return censor(value.value);
  }
  const expression = parseMath(value, PERCENT);
  if (expression === null || !sameType(expression.type, typeOf(PERCENT))) return INVALID;
  reader.position++;
  return Math.min(maximum, Math.max(minimum, censor(evaluateMath(expression, null, 100))));
}

/** Parses a quantity with fixed units. Returns it in the canonical unit. */
function parseQuantity(reader: ValueReader, dimension: Dimension): number | undefined {
  const value = reader.peek();
  if (value === null) return INVALID;
  if (value.kind === ValueKind.Dimension) {
    const kind = unitKind(value.text);
    if (kind === null || kind === 'relative' || kind.dimension !== dimension) return INVALID;
    reader.position++;
    return censor(value.value * kind.factor);
  }
  const expression = parseMath(value, PERCENT);
  if (expression === null || !sameType(expression.type, typeOf(dimension))) return INVALID;
  reader.position++;
  return censor(evaluateMath(expression, null, 0));
}

/** Parses an angle in degrees. `unitlessZero` allows `0`, for compatibility. */
export function parseAngle(reader: ValueReader, unitlessZero = false): number | undefined {
  const value = reader.peek();
  if (
    value !== null &&
    value.kind === ValueKind.Number &&
    ((unitlessZero && value.value === 0) || reader.context.svgAttribute)
  ) {
    reader.position++;
    return value.value;
  }
  return parseQuantity(reader, Dimension.Angle);
}

/** Parses a time in seconds. */
export const parseTime = (reader: ValueReader): number | undefined => parseQuantity(reader, Dimension.Time);

/** Parses a resolution in device pixels per CSS px. */
export const parseResolution = (reader: ValueReader): number | undefined => parseQuantity(reader, Dimension.Resolution);

/** Parses a non-negative flexible length in fr. */
export function parseFlex(reader: ValueReader): number | undefined {
  const position = reader.position;
  const value = parseQuantity(reader, Dimension.Flex);
  if (value !== INVALID && value >= 0) return value;
  reader.position = position;
  return INVALID;
}

/** Parses a color channel: a number, a percentage where 100% is `percentBase`, or a name that stands for a number. */
export function channelNumber(
  value: ComponentValue,
  percentBase: number,
  names: NumberNames | null,
): number | undefined {
  if (value.kind === ValueKind.Number) return value.value;
  if (value.kind === ValueKind.Percentage) return (value.value * percentBase) / 100;
  const expression = parseMath(value, PERCENT, names);
  if (expression === null || expression.relative) return INVALID;
  const isNumber = sameType(expression.type, numberType());
  return isNumber || sameType(expression.type, typeOf(PERCENT)) ? evaluateMath(expression, null, percentBase) : INVALID;
}

/** Parses a color's hue: an angle or a number of degrees. */
export function hueNumber(value: ComponentValue, names: NumberNames | null): number | undefined {
  if (value.kind === ValueKind.Number) return value.value;
  if (value.kind === ValueKind.Dimension) {
    const kind = unitKind(value.text);
    return kind !== null && kind !== 'relative' && kind.dimension === Dimension.Angle
      ? value.value * kind.factor
      : INVALID;
  }
  const expression = parseMath(value, PERCENT, names);
  if (expression === null || expression.relative) return INVALID;
  const angle = sameType(expression.type, numberType()) || sameType(expression.type, typeOf(Dimension.Angle));
  return angle ? evaluateMath(expression, null, 0) : INVALID;
}
