/** Parses `<url>` (css-values-4 §4.5). */
import { type ComponentValue, ValueKind } from './component-value.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

/** Parses `url(...)`, `url("...")` or `src("...")`. Returns the URL as written. */
export function parseUrl(reader: ValueReader): string | undefined {
  const value = reader.peek();
  const url = value === null ? INVALID : urlFrom(value);
  if (url !== INVALID) reader.position++;
  return url;
}

/** Returns the URL of a component value. */
export function urlFrom(value: ComponentValue): string | undefined {
  if (value.kind === ValueKind.Url) return value.text;
  if (value.kind !== ValueKind.Function || (value.text !== 'url' && value.text !== 'src')) return INVALID;
  const [first, ...modifiers] = value.children;
  const valid = modifiers.every(({ kind }) => kind === ValueKind.Ident || kind === ValueKind.Function);
  return first?.kind === ValueKind.String && valid ? first.text : INVALID;
}
