/**
 * Returns values to try for a property: its keywords, one or two samples of each type, and values that are valid only
 * in combination.
 */
import { parseDeclaration } from '../../../engine/css/properties/registry.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';
import { OWN_SAMPLES, OWN_SYNTAX, SAMPLES } from './samples.ts';
import { functions, properties, types } from './specified.ts';

const syntaxOf = new Map([...functions, ...types].map(({ name, syntax = '' }) => [name, syntax]));
const syntaxOfProperty = new Map(properties.map(({ name, syntax = '' }) => [name, syntax]));

const SAMPLE_WORDS = new Set(Object.values(SAMPLES).flat());
const WIDE = new Set(['inherit', 'initial', 'unset', 'revert']);

type Property = { readonly name: string; readonly initial: unknown };

/** The parts of a definition, without the arguments of functions. */
interface Pieces {
  readonly keywords: Set<string>;
  /** Types and functions (`minmax()`) without a further definition, or with samples. */
  readonly types: Set<string>;
}

const definitionOf = (name: string): string => OWN_SYNTAX[name] ?? syntaxOfProperty.get(name) ?? '';

function piecesOf(name: string): Pieces {
  const pieces: Pieces = { keywords: new Set(), types: new Set() };
  collect(definitionOf(name), pieces, new Set());
  return pieces;
}

/** Collects the parts of a definition. `isSampled`: the syntax is part of a type that has samples. */
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

/** Writes functions as types, `minmax( <x> , <y> )` as `<minmax()>`, starting with the innermost. */
function withoutArguments(syntax: string): string {
  const shorter = syntax.replace(/([a-zA-Z][\w-]*)\([^()]*\)/g, (whole, name: string) =>
    whole === `${name}()` ? whole : `<${name}()>`,
  );
  // What was already a type now has two pairs of brackets.
  return shorter === syntax ? syntax : withoutArguments(shorter).replaceAll('<<', '<').replaceAll('>>', '>');
}

/** Returns types of a property without samples, whose effect would stay untested. */
export const unsampledTypes = (name: string): string[] =>
  [...piecesOf(name).types].filter((type) => SAMPLES[type] === undefined);

/** Returns keywords and samples of a property. */
function wordsOf(name: string): string[] {
  const { keywords, types: found } = piecesOf(name);
  return [
    ...new Set([...keywords, ...[...found].flatMap((type) => SAMPLES[type] ?? []), ...(OWN_SAMPLES[name] ?? [])]),
  ];
}

/** Returns the parsed values as text, or null if they are invalid. */
function parsed(name: string, value: string): string | null {
  const found = parseDeclaration(name, value, STANDARD_PARSE);
  return found.kind === 'longhands' ? JSON.stringify(found.values.map((one) => one.value)) : null;
}

const keywordsOf = (name: string): string[] => [...piecesOf(name).keywords];

/** Returns the keywords that equal the initial value. */
export const initialKeywords = ({ name, initial }: Property): string[] =>
  keywordsOf(name).filter((word) => isInitial(name, word, initial));

function isInitial(name: string, value: string, initial: unknown): boolean {
  const found = parseDeclaration(name, value, STANDARD_PARSE);
  return (
    found.kind === 'longhands' && found.values.every((one) => JSON.stringify(one.value) === JSON.stringify(initial))
  );
}

/** Returns the keywords that are invalid both alone and combined with any other. */
export function refusedKeywords(name: string): string[] {
  const together = new Set(togetherOf(name).map(({ word }) => word));
  return keywordsOf(name).filter(
    (word) => !SAMPLE_WORDS.has(word) && parsed(name, word) === null && !together.has(word),
  );
}

/** A value and the value to compare with; null means the initial one. */
export interface TriedValue {
  readonly value: string;
  readonly beside: string | null;
}

/** Returns the valid values that differ from the initial value. */
export function valuesOf(property: Property): TriedValue[] {
  const { name, initial } = property;
  const alone = wordsOf(name).filter((word) => parsed(name, word) !== null && !isInitial(name, word, initial));
  return [...alone.map((value) => ({ value, beside: null })), ...togetherOf(name)];
}

/** Returns values that are invalid alone, each with the first value that makes it valid and that it changes. */
function togetherOf(name: string): (TriedValue & { readonly word: string })[] {
  const words = wordsOf(name);
  const values = new Map(words.map((word) => [word, parsed(name, word)]));
  // Some have no visible effect next to `left` and similar values.
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
