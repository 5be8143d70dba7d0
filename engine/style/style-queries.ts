/**
 * Evaluates `style()` queries of `@container` (css-conditional-5 §6.3): compares custom properties with values and
 * ranges.
 */
import type { Truth } from '../css/at-rules/condition.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { computeLonghand, parseDeclaration } from '../css/properties/registry.ts';
import type { PropertyRule, StyleFeature } from '../css/rules.ts';
import type { ComputeContext } from '../css/values/compute-context.ts';
import { parseAngle, parseLength, LENGTH, parseNumber, parsePercentage, parseTime } from '../css/values/numeric.ts';
import { isCssWide, resolveSpecified } from '../css/values/specified.ts';
import { attempt, type Parser, readValue, STANDARD_PARSE } from '../css/values/value-reader.ts';
import { substitute } from './substitution.ts';

/** Returns whether a style feature holds. `context` has the container's font. */
export function styleFeatureHolds(
  feature: StyleFeature,
  style: ComputedStyle,
  context: ComputeContext,
  registered: ReadonlyMap<string, PropertyRule>,
  budget: Budget,
): Truth {
  const substituted = (text: string): string | null =>
    substitute(
      text,
      {
        variable: (name) => style.custom.get(name) ?? null,
        attribute: () => null,
        inherited: () => null,
        call: () => null,
        condition: () => false,
      },
      budget,
    );
  if ('operands' in feature) {
    const values = feature.operands.map((text) => substituted(text.startsWith('--') ? `var(${text})` : text));
    const numbers = values.map((text) => (text === null ? null : quantity(text, context)));
    return feature.comparisons.every((comparison, i) => compare(numbers[i]!, comparison, numbers[i + 1]!));
  }
  const value = style.custom.get(feature.property);
  if (feature.value === null) return value !== undefined;
  const wanted = substituted(feature.value);
  if (wanted === null) return false;
  const rule = registered.get(feature.property);
  if (/^initial$/i.test(wanted)) return value === (rule?.initialValue ?? undefined);
  if (value === undefined) return false;
  return value === wanted || (rule !== undefined && canonical(value, context) === canonical(wanted, context));
}

/** Returns the computed form of a color or length, and other values unchanged. */
function canonical(text: string, context: ComputeContext): string {
  for (const name of ['color', 'margin-left']) {
    const result = parseDeclaration(name, text, STANDARD_PARSE);
    if (result.kind !== 'longhands' || isCssWide(result.values[0]!.value)) continue;
    return JSON.stringify(computeLonghand(result.values[0]!.property, result.values[0]!.value, context));
  }
  return text;
}

interface Quantity {
  readonly kind: number;
  readonly value: number;
}

const QUANTITIES: readonly ((context: ComputeContext) => Parser<number>)[] = [
  (context) => (reader) => {
    const number = parseNumber(reader);
    return number === undefined ? undefined : resolveSpecified(number, context);
  },
  (context) => (reader) => {
    const length = parseLength(reader, LENGTH);
    return length === undefined ? undefined : resolveSpecified(length, context).px;
  },
  () => (reader) => parsePercentage(reader),
  () => (reader) => parseAngle(reader),
  () => (reader) => parseTime(reader),
];

/** Returns the text as the first matching kind of number, or null. */
function quantity(text: string, context: ComputeContext): Quantity | null {
  for (let kind = 0; kind < QUANTITIES.length; kind++) {
    const reader = readValue(text);
    if (reader === null) return null;
    const value = attempt(reader, QUANTITIES[kind]!(context));
    if (value !== undefined && reader.atEnd) return { kind, value };
  }
  return null;
}

function compare(a: Quantity | null, comparison: string, b: Quantity | null): boolean {
  if (a === null || b === null || a.kind !== b.kind) return false;
  switch (comparison) {
    case '<':
      return a.value < b.value;
    case '<=':
      return a.value <= b.value;
    case '=':
      return a.value === b.value;
    case '>=':
      return a.value >= b.value;
    default:
      return a.value > b.value;
  }
}
