/** @container preludes (css-conditional-5 §6). */
import type { StyleQuery } from '../rules.ts';
import { type ComponentValue, ValueKind } from '../values/component-value.ts';
import { readValue, type ValueReader } from '../values/value-reader.ts';
import { type Condition, parseCondition } from './condition.ts';
import { type MediaFeature, parseFeature } from './media.ts';

export interface ContainerPrelude {
  readonly name: string | null;
  /** null: not understood, so false. */
  readonly condition: Condition<MediaFeature | StyleQuery> | null;
}

const FEATURES = new Set(['width', 'height', 'inline-size', 'block-size', 'aspect-ratio', 'orientation']);

export function parseContainerPrelude(text: string): ContainerPrelude {
  const reader = readValue(text);
  if (reader === null) return { name: null, condition: null };
  let name: string | null = null;
  const first = reader.peek();
  if (first !== null && first.kind === ValueKind.Ident && first.lower !== 'not') name = reader.anyIdent() ?? null;
  if (reader.atEnd) return { name, condition: null };
  const condition = parseCondition(reader, parseLeaf);
  return { name, condition: condition !== undefined && reader.atEnd ? condition : null };
}

function parseLeaf(value: ComponentValue, reader: ValueReader): MediaFeature | StyleQuery | undefined {
  if (value.kind === ValueKind.Function && value.text === 'style') return parseStyleQuery(reader.inside(value));
  const feature = parseFeature(value, reader);
  return feature !== undefined && FEATURES.has(feature.name) ? feature : undefined;
}

/** `--name` or `--name: value`; compound style queries count as unknown. */
function parseStyleQuery(reader: ValueReader): StyleQuery | undefined {
  const property = reader.anyIdent();
  if (property === undefined || !property.startsWith('--')) return undefined;
  if (reader.atEnd) return { property, value: null };
  if (!reader.delim(':')) return undefined;
  const from = reader.peek();
  const value = from === null ? '' : reader.text.slice(from.start, reader.values[reader.values.length - 1].end);
  return { property, value };
}
