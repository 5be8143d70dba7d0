/** Suggests valid values in place of invalid ones: misspelled keywords, and lengths without a unit. */
import type { Fix } from '../../diagnostics.ts';
import { similarName } from '../../similar-names.ts';
import { namedColors } from '../values/color-names.ts';
import { type ComponentValue, parseComponentValues, ValueKind } from '../values/component-value.ts';
import { type ParseContext, ValueReader } from '../values/value-reader.ts';
import { parseDeclaration, propertyNamed, shorthandNamed } from './registry.ts';

/** Longer values aren't worth repairing. */
const MAX_LENGTH = 80;

/** Records the keywords that a parser tries. */
class AskedKeywords extends ValueReader {
  readonly asked = new Set<string>();

  override ident(lower: string): boolean {
    this.asked.add(lower);
    return super.ident(lower);
  }

  override keyword<K extends string>(allowed: ReadonlySet<K>): K | undefined {
    for (const one of allowed) this.asked.add(one);
    return super.keyword(allowed);
  }
}

/** Returns a correction of a value if one change makes it valid, otherwise null. */
export function valueHint(name: string, text: string, context: ParseContext): Fix | null {
  if (text.length > MAX_LENGTH) return null;
  const values = parseComponentValues(text);
  if (values === null) return null;
  const isValid = (other: string): boolean => parseDeclaration(name, other, context).kind === 'longhands';
  for (const changed of [...withKeyword(name, text, values, context), ...withUnits(text)])
    if (isValid(changed)) return { replace: text, by: changed };
  return null;
}

/** Returns the value with one of its words replaced by a similar keyword of the property. */
function* withKeyword(
  name: string,
  text: string,
  values: readonly ComponentValue[],
  context: ParseContext,
): Generator<string> {
  const words = values.filter(({ kind }) => kind === ValueKind.Ident).map(({ text: word }) => word);
  if (words.length === 0) return;
  const reader = new AskedKeywords(values, context, text);
  (propertyNamed(name) ?? shorthandNamed(name))?.parse(reader);
  for (const word of words) {
    const meant = similarName(word, [...reader.asked, ...namedColors.keys()]);
    if (meant !== null) yield text.replace(word, meant);
  }
}

/** A number without a unit, or with one after a space. */
const BARE_NUMBER = /(?<![\w.#-])([+-]?(?:\d*\.)?\d+)(?:\s+(px|pt|pc|mm|cm|in|em|rem|q|%))?(?![\w.%(])/gi;

function* withUnits(text: string): Generator<string> {
  const changed = text.replaceAll(BARE_NUMBER, (_, number: string, unit = 'px') =>
    Number(number) === 0 ? number : `${number}${unit}`,
  );
  if (changed !== text) yield changed;
}
