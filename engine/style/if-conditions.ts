/**
 * Evaluates the conditions of `if()` (css-values-5 §8.5): `style()`, `media()` and `supports()` with `not`, `and` and
 * `or`.
 */
import { evaluateCondition, parseCondition } from '../css/at-rules/condition.ts';
import { matchesMedia, type MediaEnvironment, parseMediaQueryList } from '../css/at-rules/media.ts';
import { evaluateSupports } from '../css/at-rules/supports.ts';
import { ValueKind } from '../css/values/component-value.ts';
import { readValue } from '../css/values/value-reader.ts';

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
