/** Values of a property to try: the keywords that its definition names, one or two of each type that it takes, and what only goes with others together with these. */
import { parseDeclaration } from '../../../engine/css/properties/registry.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';
import { OWN_SAMPLES, OWN_SYNTAX, SAMPLES } from './samples.ts';
import { functions, properties, types } from './specified.ts';

const syntaxOf = new Map([...functions, ...types].map(({ name, syntax = '' }) => [name, syntax]));
const syntaxOfProperty = new Map(properties.map(({ name, syntax = '' }) => [name, syntax]));

const SAMPLE_WORDS = new Set(Object.values(SAMPLES).flat());
const WIDE = new Set(['inherit', 'initial', 'unset', 'revert']);

type Property = { readonly name: string; readonly initial: unknown };

/** What a definition is made of, functions without what is inside them. */
interface Pieces {
  readonly keywords: Set<string>;
  /** Types and functions (`minmax()`) that are defined no further, or of which there are samples. */
  readonly types: Set<string>;
}

const definitionOf = (name: string): string => OWN_SYNTAX[name] ?? syntaxOfProperty.get(name) ?? '';

function piecesOf(name: string): Pieces {
  const pieces: Pieces = { keywords: new Set(), types: new Set() };
  collect(definitionOf(name), pieces, new Set());
  return pieces;
}

/** `isSampled`: it is a part of a type of which there are samples. */
function collect(syntax: string, pieces: Pieces, seen: Set<string>, isSampled = false): void {
  const text = withoutArguments(syntax);
  for (const [word] of text.replace(/<[^>]*>/g, ' ').matchAll(/(?<![\w-])-?[a-zA-Z][a-zA-Z0-9-]*/g))
    if (!WIDE.has(word)) pieces.keywords.add(word);
  for (const [, name = ''] of text.matchAll(/<'?([\w-]+(?:\(\))?)'?(?:\s*\[[^\]]*\])?>/g)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const inner = name.endsWith('()') ? '' : (syntaxOf.get(name) ?? syntaxOfProperty.get(name) ?? '');
    const has = SAMPLES[name] !== undefined;
    if (has || (inner === '' && !isSampled)) pieces.types.add(name);
    if (inner !== '' && name !== 'color') collect(inner, pieces, seen, isSampled || has);
  }
}

/** `minmax( <x> , <y> )` as `<minmax()>`: functions in functions from the inside. */
function withoutArguments(syntax: string): string {
  const shorter = syntax.replace(/([a-zA-Z][\w-]*)\([^()]*\)/g, (whole, name: string) =>
    whole === `${name}()` ? whole : `<${name}()>`,
  );
  // What was written as a type has two pairs of brackets now.
  return shorter === syntax ? syntax : withoutArguments(shorter).replaceAll('<<', '<').replaceAll('>>', '>');
}

/** Types of a property of which there is no sample: nobody would know what becomes of them. */
export const unsampledTypes = (name: string): string[] =>
  [...piecesOf(name).types].filter((type) => SAMPLES[type] === undefined);

/** What stands for values: keywords and samples. */
function wordsOf(name: string): string[] {
  const { keywords, types: found } = piecesOf(name);
  return [
    ...new Set([...keywords, ...[...found].flatMap((type) => SAMPLES[type] ?? []), ...(OWN_SAMPLES[name] ?? [])]),
  ];
}

/** The parsed values as text; null: not understood. */
function parsed(name: string, value: string): string | null {
  const found = parseDeclaration(name, value, STANDARD_PARSE);
  return found.kind === 'longhands' ? JSON.stringify(found.values.map((one) => one.value)) : null;
}

const keywordsOf = (name: string): string[] => [...piecesOf(name).keywords];

/** Keywords that are its initial value, or come to it. */
export const initialKeywords = ({ name, initial }: Property): string[] =>
  keywordsOf(name).filter((word) => isInitial(name, word, initial));

function isInitial(name: string, value: string, initial: unknown): boolean {
  const found = parseDeclaration(name, value, STANDARD_PARSE);
  return (
    found.kind === 'longhands' && found.values.every((one) => JSON.stringify(one.value) === JSON.stringify(initial))
  );
}

/** Keywords that aren't understood, alone or beside any other. */
export function refusedKeywords(name: string): string[] {
  const together = new Set(togetherOf(name).map(({ word }) => word));
  return keywordsOf(name).filter(
    (word) => !SAMPLE_WORDS.has(word) && parsed(name, word) === null && !together.has(word),
  );
}

/** A value, and what it is held against: null, the initial one. */
export interface TriedValue {
  readonly value: string;
  readonly beside: string | null;
}

/** Those that are understood and aren't the initial value. */
export function valuesOf(property: Property): TriedValue[] {
  const { name, initial } = property;
  const alone = wordsOf(name).filter((word) => parsed(name, word) !== null && !isInitial(name, word, initial));
  return [...alone.map((value) => ({ value, beside: null })), ...togetherOf(name)];
}

/** What isn't understood alone, with the first thing beside which it is, and means more than that does alone. */
function togetherOf(name: string): (TriedValue & { readonly word: string })[] {
  const words = wordsOf(name);
  const values = new Map(words.map((word) => [word, parsed(name, word)]));
  // Beside `left` and the like nothing is seen of some.
  const whole = words.filter((word) => values.get(word) !== null).sort((a, b) => +(b === 'center') - +(a === 'center'));
  return words.flatMap((word) => {
    if (values.get(word) !== null) return [];
    for (const other of whole) {
      for (const value of [`${word} ${other}`, `${other} ${word}`]) {
        const meaning = parsed(name, value);
        if (meaning !== null && meaning !== values.get(other)) return [{ word, value, beside: other }];
      }
    }
    return [];
  });
}
