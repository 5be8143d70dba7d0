/** Parses `@container` preludes (css-conditional-5 §6). */
import type { ContainerQuery, StyleFeature, StyleQuery } from '../rules.ts';
import { type ComponentValue, ValueKind } from '../values/component-value.ts';
import { readValue, type ValueReader } from '../values/value-reader.ts';
import { type Condition, parseCondition } from './condition.ts';
import { type MediaFeature, parseFeature } from './media.ts';

const FEATURES = new Set(['width', 'height', 'inline-size', 'block-size', 'aspect-ratio', 'orientation']);

/** Matches a container by name alone. */
const ANY: Condition<never> = { op: 'and', operands: [] };

/**
 * Returns the queries, one of which must match. Returns an empty list, which never matches, when the prelude is
 * invalid.
 */
export function parseContainerPrelude(text: string): readonly ContainerQuery[] {
  const reader = readValue(text);
  if (reader === null) return [];
  const queries: ContainerQuery[] = [];
  do {
    const query = parseQuery(reader);
    if (query === null) return [];
    queries.push(query);
  } while (reader.comma());
  return reader.atEnd ? queries : [];
}

function parseQuery(reader: ValueReader): ContainerQuery | null {
  const first = reader.peek();
  const isName = first !== null && first.kind === ValueKind.Ident && !NOT_NAMES.has(first.lower);
  const name = isName ? (reader.anyIdent() ?? null) : null;
  if (name !== null && (reader.atEnd || reader.peek()?.kind === ValueKind.Comma)) return { name, condition: ANY };
  const condition = parseCondition(reader, parseLeaf);
  return condition === undefined ? null : { name, condition };
}

const NOT_NAMES = new Set(['none', 'not', 'and', 'or']);

function parseLeaf(value: ComponentValue, reader: ValueReader): MediaFeature | StyleQuery | undefined {
  if (value.kind === ValueKind.Function && value.text === 'style') {
    const inside = reader.inside(value);
    const feature = parseStyleFeature(inside);
    if (feature !== undefined) return { style: { op: 'leaf', leaf: feature } };
    const condition = parseCondition(inside, (part, outer) =>
      part.kind === ValueKind.Parens ? parseStyleFeature(outer.inside(part)) : undefined,
    );
    return condition !== undefined && inside.atEnd ? { style: condition } : undefined;
  }
  const feature = parseFeature(value, reader);
  return feature !== undefined && FEATURES.has(feature.name) ? feature : undefined;
}

/**
 * Parses `--name`, `--name: value`, `--name > 3` or `3 < --name <= 5px`. For anything else it returns undefined and
 * consumes nothing.
 */
function parseStyleFeature(reader: ValueReader): StyleFeature | undefined {
  const { values } = reader;
  if (values.length === 0) return undefined;
  const textBetween = (from: number, to: number): string =>
    from >= to ? '' : reader.text.slice(values[from]!.start, values[to - 1]!.end).trim();
  const name = values[0]!.kind === ValueKind.Ident && values[0]!.text.startsWith('--') ? values[0]!.text : null;
  if (name !== null && values.length === 1) return { property: name, value: null };
  if (name !== null && values[1]!.isDelim(':')) return { property: name, value: textBetween(2, values.length) };
  const operands: string[] = [];
  const comparisons: string[] = [];
  let from = 0;
  for (let i = 0; i < values.length; i++) {
    if (!values[i]!.isDelim('<') && !values[i]!.isDelim('>') && !values[i]!.isDelim('=')) continue;
    const withEqual = i + 1 < values.length && values[i + 1]!.isDelim('=') && !values[i + 1]!.spaceBefore;
    operands.push(textBetween(from, i));
    comparisons.push(reader.text.slice(values[i]!.start, values[withEqual ? i + 1 : i]!.end));
    if (withEqual) i++;
    from = i + 1;
  }
  operands.push(textBetween(from, values.length));
  if (comparisons.length < 1 || comparisons.length > 2 || operands.includes('')) return undefined;
  return { operands, comparisons };
}
