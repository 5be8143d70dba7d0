/**
 * Evaluates `style()` queries of `@container` (css-conditional-5 §6.3), which compare custom properties with values and
 * ranges, and the conditions of `if()` (css-values-5 §8.5).
 */
import { type Truth, evaluateCondition, parseCondition } from '../css/at-rules/condition.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { computeLonghand, parseDeclaration } from '../css/properties/registry.ts';
import type { PropertyRule, StyleFeature } from '../css/rules.ts';
import type { ComputeContext } from '../css/values/compute-context.ts';
import { parseAngle, parseLength, LENGTH, parseNumber, parsePercentage, parseTime } from '../css/values/numeric.ts';
import { isCssWide, resolveSpecified } from '../css/values/specified.ts';
import { attempt, type Parser, readValue, STANDARD_PARSE } from '../css/values/value-reader.ts';
import { substitute } from './substitution.ts';
import { matchesMedia, type MediaEnvironment, parseMediaQueryList } from '../css/at-rules/media.ts';
import { evaluateSupports } from '../css/at-rules/supports.ts';
import { ValueKind } from '../css/values/component-value.ts';

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

/**
 * Returns whether a condition holds; an unknown one is false. `variable` returns a custom property of the element
 * itself.
 */
export function ifConditionHolds(
  text: string,
  media: MediaEnvironment,
  variable: (name: string) => string | null,
): boolean {
  const reader = readValue(text);
  if (reader === null) return false;
  if (reader.ident('else')) return reader.atEnd;
  const condition = parseCondition(reader, (value, outer) => {
    const { children } = value;
    if (value.kind !== ValueKind.Function || children.length === 0) return undefined;
    const inside = outer.text.slice(children[0]!.start, children[children.length - 1]!.end);
    switch (value.text) {
      case 'style':
        return { holds: styleHolds(inside, variable) };
      case 'media':
        return {
          holds:
            matchesMedia(parseMediaQueryList(inside), media) || matchesMedia(parseMediaQueryList(`(${inside})`), media),
        };
      case 'supports':
        return { holds: evaluateSupports(inside) || evaluateSupports(`(${inside})`) };
      default:
        return undefined;
    }
  });
  if (condition === undefined || !reader.atEnd) return false;
  return evaluateCondition(condition, (leaf) => leaf.holds) === true;
}

function styleHolds(query: string, variable: (name: string) => string | null): boolean | null {
  const match = /^\s*(--[^\s:]+)\s*(?::([^]*))?$/.exec(query);
  if (match === null) return null;
  const value = variable(match[1]!);
  return match[2] === undefined ? value !== null : value === match[2].trim();
}
