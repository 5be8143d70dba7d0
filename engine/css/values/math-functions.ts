/** The functions inside math expressions (css-values-4 §10.2 to §10.7): arity, result types and values. */
import {
  type MathExpression,
  type MathFunction,
  type MathType,
  NO_BOUND,
  numberType,
  type RoundingStrategy,
  sameType,
  typeOf,
} from './math-expression.ts';
import { Dimension } from './units.ts';
import type { ValueReader } from './value-reader.ts';

const ARITY = new Map<string, readonly [number, number]>([
  ['min', [1, Infinity]],
  ['max', [1, Infinity]],
  ['clamp', [3, 3]],
  ['round', [1, 2]],
  ['mod', [2, 2]],
  ['rem', [2, 2]],
  ['sin', [1, 1]],
  ['cos', [1, 1]],
  ['tan', [1, 1]],
  ['asin', [1, 1]],
  ['acos', [1, 1]],
  ['atan', [1, 1]],
  ['atan2', [2, 2]],
  ['pow', [2, 2]],
  ['sqrt', [1, 1]],
  ['hypot', [1, Infinity]],
  ['log', [1, 2]],
  ['exp', [1, 1]],
  ['abs', [1, 1]],
  ['sign', [1, 1]],
  ['progress', [3, 3]],
]);

const PLAIN = new Map<string, MathFunction>([...ARITY.keys()].map((name) => [name, { name, strategy: 'nearest' }]));

export const arity = (name: string): readonly [number, number] => ARITY.get(name) ?? [1, 1];

/** Returns the function of a name. For round() it reads the strategy. */
export function mathFunctionNamed(name: string, reader: ValueReader): MathFunction | null {
  if (name !== 'round') return PLAIN.get(name) ?? null;
  const strategy = reader.keyword(STRATEGIES);
  if (strategy !== undefined && !reader.comma()) return null;
  return { name, strategy: strategy ?? 'nearest' };
}

const STRATEGIES: ReadonlySet<RoundingStrategy> = new Set(['nearest', 'up', 'down', 'to-zero'] as const);

/** Returns the type of the result, or null when the arguments' types are inconsistent. */
export function resultType(fn: MathFunction, args: readonly MathExpression[]): MathType | null {
  const number = numberType();
  const first = args.find((arg) => arg !== NO_BOUND);
  if (first === undefined) return null;
  const same = args.every((arg) => arg === NO_BOUND || sameType(arg.type, first.type));
  const isNumber = sameType(first.type, number);
  switch (fn.name) {
    case 'min':
    case 'max':
    case 'clamp':
    case 'mod':
    case 'rem':
    case 'hypot':
    case 'abs':
      return same ? first.type : null;
    case 'round':
      return same && (args.length === 2 || isNumber) ? first.type : null;
    case 'sign':
      return number;
    case 'progress':
      return same ? number : null;
    case 'sin':
    case 'cos':
    case 'tan':
      return isNumber || sameType(first.type, typeOf(Dimension.Angle)) ? number : null;
    case 'asin':
    case 'acos':
    case 'atan':
      return isNumber ? typeOf(Dimension.Angle) : null;
    case 'atan2':
      return same ? typeOf(Dimension.Angle) : null;
    default:
      return same && isNumber ? number : null;
  }
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * Returns the sine of an angle in degrees. Exact at multiples of 90, so that cos(90deg) is 0 and tan(90deg) infinite.
 */
function sine(angle: number): number {
  if (angle % 90 !== 0) return Math.sin((angle * Math.PI) / 180);
  const quarter = (((angle / 90) % 4) + 4) % 4;
  return quarter === 1 ? 1 : quarter === 3 ? -1 : angle < 0 || Object.is(angle, -0) ? -0 : 0;
}

/** Rounds to the nearest, upper, lower or inner multiple of `step` (css-values-4 §10.3). */
function round(strategy: RoundingStrategy, value: number, step: number): number {
  if (step === 0 || Number.isNaN(value) || Number.isNaN(step)) return NaN;
  if (!Number.isFinite(value)) return Number.isFinite(step) ? value : NaN;
  if (!Number.isFinite(step)) return roundToInfiniteStep(strategy, value);
  const size = Math.abs(step);
  const lower = Math.floor(value / size) * size;
  const upper = Math.ceil(value / size) * size;
  switch (strategy) {
    case 'up':
      return upper;
    case 'down':
      return lower;
    case 'to-zero':
      return value < 0 ? upper : lower;
    default:
      return value - lower < upper - value ? lower : upper;
  }
}

function roundToInfiniteStep(strategy: RoundingStrategy, value: number): number {
  if (strategy === 'up') return value > 0 ? Infinity : value < 0 ? -0 : value;
  if (strategy === 'down') return value < 0 ? -Infinity : value > 0 ? 0 : value;
  return value < 0 || Object.is(value, -0) ? -0 : 0;
}

/** Computes mod(), with the sign of its second argument, or rem(), with that of its first (css-values-4 §10.3). */
function modulus(value: number, divisor: number, floored: boolean): number {
  if (divisor === 0 || !Number.isFinite(value)) return NaN;
  if (!Number.isFinite(divisor)) {
    if (Number.isNaN(divisor)) return NaN;
    return floored && Math.sign(value) * Math.sign(divisor) < 0 ? NaN : value;
  }
  const rest = value % divisor;
  return floored && rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest;
}

/** NaN propagates through min() and max(), as in Math. */
function clamp(values: readonly number[], args: readonly MathExpression[]): number {
  let value = values[1]!;
  if (args[2] !== NO_BOUND) value = Math.min(value, values[2]!);
  if (args[0] !== NO_BOUND) value = Math.max(values[0]!, value);
  return value;
}

function trigonometric(name: string, value: number, arg: MathExpression): number {
  const angle = sameType(arg.type, numberType()) ? degrees(value) : value;
  if (name === 'sin') return sine(angle);
  const cosine = sine(angle + 90);
  if (name === 'cos') return cosine === 0 ? 0 : cosine;
  if (angle % 90 !== 0) return Math.tan((angle * Math.PI) / 180);
  const quarter = (((angle / 90) % 4) + 4) % 4;
  return quarter === 1 ? Infinity : quarter === 3 ? -Infinity : sine(angle);
}

/** Returns the function's value. Only the types of `args` are used. */
export function applyFunction(fn: MathFunction, values: readonly number[], args: readonly MathExpression[]): number {
  const [a, b] = values;
  switch (fn.name) {
    case 'min':
      return values.reduce((x, y) => Math.min(x, y));
    case 'max':
      return values.reduce((x, y) => Math.max(x, y));
    case 'clamp':
      return clamp(values, args);
    case 'round':
      return round(fn.strategy, a!, values.length > 1 ? b! : 1);
    case 'mod':
      return modulus(a!, b!, true);
    case 'rem':
      return modulus(a!, b!, false);
    case 'sin':
    case 'cos':
    case 'tan':
      return trigonometric(fn.name, a!, args[0]!);
    case 'asin':
      return degrees(Math.asin(a!));
    case 'acos':
      return degrees(Math.acos(a!));
    case 'atan':
      return degrees(Math.atan(a!));
    case 'atan2':
      return degrees(Math.atan2(a!, b!));
    case 'pow':
      return a! ** b!;
    case 'sqrt':
      return Math.sqrt(a!);
    case 'hypot':
      return values.length === 1 ? Math.abs(a!) : values.reduce((x, y) => Math.hypot(x, y));
    case 'log':
      return values.length > 1 ? Math.log(a!) / Math.log(b!) : Math.log(a!);
    case 'exp':
      return Math.exp(a!);
    case 'abs':
      return Math.abs(a!);
    case 'progress':
      return b === values[2] ? 0 : (a! - b!) / (values[2]! - b!);
    default:
      return a === 0 || Number.isNaN(a) ? a! : Math.sign(a!);
  }
}
