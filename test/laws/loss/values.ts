/** Values of a property to try: the keywords that its definition names, and one or two of each type. */
import { parseDeclaration } from '../../../engine/css/properties/registry.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';
import { functions, properties, types } from './specified.ts';

const syntaxOf = new Map([...functions, ...types].map(({ name, syntax = '' }) => [name, syntax]));
const syntaxOfProperty = new Map(properties.map(({ name, syntax = '' }) => [name, syntax]));

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  length: ['7px'],
  'length-percentage': ['7px', '13%'],
  percentage: ['13%'],
  number: ['3', '.5'],
  integer: ['2'],
  color: ['red'],
  image: ['linear-gradient(red,blue)'],
  string: ["'x'"],
  time: ['2s'],
  angle: ['30deg'],
  'custom-ident': ['foo'],
  ratio: ['3/2'],
  position: ['13% 9px'],
  shadow: ['3px 3px red'],
  'filter-value-list': ['blur(2px)'],
  'transform-list': ['rotate(9deg)'],
  'basic-shape': ['circle(9px)'],
  'dashed-ident': ['--a'],
};
const SAMPLE_WORDS = new Set(Object.values(SAMPLES).flat());
const WIDE = new Set(['inherit', 'initial', 'unset', 'revert']);
/** Types in types in types. */
const DEEPEST = 4;

function wordsOf(syntax: string, seen: Set<string>, depth = 0): string[] {
  const words = [...syntax.matchAll(/(?<![<\w'-])([a-z][a-z0-9-]*)(?![\w(>'-])/g)].map(([word]) => word);
  for (const [, name] of syntax.matchAll(/<'?([a-z-]+)(?:\(\))?'?(?:\s*\[[^\]]*\])?>/g)) {
    words.push(...(SAMPLES[name!] ?? []));
    if (depth === DEEPEST || name === 'color' || seen.has(name!)) continue;
    seen.add(name!);
    words.push(...wordsOf(syntaxOf.get(name!) ?? syntaxOfProperty.get(name!) ?? '', seen, depth + 1));
  }
  return words;
}

/** Its keywords outside functions. */
function keywordsOf(name: string): string[] {
  const syntax = (text: string): string => text.replace(/<[a-z-]+\(\)>/g, '');
  const words = wordsOf(syntax(syntaxOfProperty.get(name) ?? ''), new Set(), DEEPEST - 1);
  return [...new Set(words)].filter((word) => /^[a-z-]+$/.test(word) && !WIDE.has(word));
}

/** Keywords that are its initial value, or come to it. */
export function initialKeywords({ name, initial }: { readonly name: string; readonly initial: unknown }): string[] {
  return keywordsOf(name).filter((word) => {
    const parsed = parseDeclaration(name, word, STANDARD_PARSE);
    return (
      parsed.kind === 'longhands' &&
      parsed.values.every(({ value }) => JSON.stringify(value) === JSON.stringify(initial))
    );
  });
}

/** Keywords that aren't understood where they stand alone. */
export function refusedKeywords(name: string): string[] {
  return keywordsOf(name).filter(
    (word) => !SAMPLE_WORDS.has(word) && parseDeclaration(name, word, STANDARD_PARSE).kind !== 'longhands',
  );
}

/** Those that are understood and aren't the initial value. */
export function valuesOf(property: { readonly name: string; readonly initial: unknown }): string[] {
  const words = new Set(wordsOf(syntaxOfProperty.get(property.name) ?? '', new Set()));
  return [...words].filter((word) => {
    if (WIDE.has(word)) return false;
    const parsed = parseDeclaration(property.name, word, STANDARD_PARSE);
    if (parsed.kind !== 'longhands') return false;
    const initial = JSON.stringify(property.initial);
    return parsed.values.some(({ value }) => JSON.stringify(value) !== initial);
  });
}
