/** Generates the page that lists the effect of every specified feature, as measured by rendering it. */
import { allLonghands, parseDeclaration } from '../../../engine/css/properties/registry.ts';
import { unsupportedProperties } from '../../../engine/css/properties/unsupported-properties.ts';
import { STANDARD_PARSE } from '../../../engine/css/values/value-reader.ts';
import { CHANGES_NOTHING } from '../loss/changes-nothing.ts';
import { effectOf, type Effect } from '../loss/outcome.ts';
import { atrules, functions, properties, selectors } from '../loss/specified.ts';
import { PNG } from '../loss/samples.ts';
import { SPECIMENS } from '../loss/specimens.ts';
import { initialKeywords, refusedKeywords, valuesOf } from '../loss/values.ts';
import { AT_RULES, ELEMENTS, FUNCTION_USES, FUNCTIONAL, ruleOf, RULED, SELECTED, SELECTOR_FORMS } from './probes.ts';

export interface ValueEffect {
  readonly property: string;
  readonly value: string;
  readonly effect: Effect;
}

/** Returns the effect of each value of each longhand in suitable documents. */
export async function effectsOfValues(): Promise<ValueEffect[]> {
  const effects: ValueEffect[] = [];
  for (const property of allLonghands) {
    const { name } = property;
    const specimens = SPECIMENS.filter(([names]) => names.test(name)).map(([, html]) => html);
    for (const { value, beside } of valuesOf(property)) {
      const instead = beside === null ? '' : `${name}:${beside}`;
      effects.push({ property: name, value, effect: await effectOf(specimens, `${name}:${value}`, instead) });
    }
  }
  return effects;
}

const code = (text: string): string => `\`${text.replaceAll(PNG, 'a.png').replaceAll('|', '\\|')}\``;
const list = (names: readonly string[]): string => names.map(code).join(', ');
const WORDS: Readonly<Record<Effect, string>> = {
  page: 'Laid out',
  said: 'Spoken of: a diagnostic says that it has no effect, or is not known',
  nothing: 'Understood, and the page is the same',
};

function valueRows(effects: readonly ValueEffect[]): string {
  const longhands = new Map(allLonghands.map((property) => [property.name, property]));
  const rows = properties.map(({ name }) => {
    const reason = unsupportedProperties.get(name);
    if (reason !== undefined) return `| ${code(name)} | | | | has no effect: ${reason} |`;
    const longhand = longhands.get(name);
    if (!longhand) {
      const shorthand = parseDeclaration(name, 'inherit', STANDARD_PARSE).kind === 'longhands';
      return `| ${code(name)} | | | | ${shorthand ? 'a shorthand or another name: see its longhands' : 'not known'} |`;
    }
    const mine = effects.filter(({ property }) => property === name);
    const those = (effect: Effect): string[] => mine.filter((one) => one.effect === effect).map(({ value }) => value);
    const same = those('nothing');
    const why = same.length > 0 ? `: ${CHANGES_NOTHING[name]?.why ?? ''}` : '';
    return `| ${code(name)} | ${list(initialKeywords(longhand))} | ${list(those('page'))} | ${list(same)}${why} | ${list([...those('said'), ...refusedKeywords(name)])} |`;
  });
  return rows.join('\n');
}

async function byEffect(probes: readonly (readonly [name: string, effect: () => Promise<Effect>])[]): Promise<string> {
  const found: Record<Effect, string[]> = { page: [], said: [], nothing: [] };
  for (const [name, effect] of probes) found[await effect()].push(name);
  return (['page', 'nothing', 'said'] as const)
    .filter((effect) => found[effect].length > 0)
    .map((effect) => `- ${WORDS[effect]}: ${list(found[effect])}.`)
    .join('\n');
}

/** Returns Markdown; a test compares the stored file with it. */
export async function supportPage(effects: readonly ValueEffect[]): Promise<string> {
  const atRules = await byEffect(
    atrules.map(({ name }) => [name, () => effectOf([RULED], AT_RULES[name] ?? `${name}{}`)]),
  );
  const chosen = await byEffect(
    selectors.map(({ name }) => [name, () => effectOf([SELECTED], ruleOf(SELECTOR_FORMS[name] ?? name))]),
  );
  const called = await byEffect(
    functions.map(({ name, for: of }) => {
      const key = of === undefined ? name : `${name}@${of}`;
      return [
        of === undefined ? name : `${name} (${of})`,
        () => effectOf([FUNCTIONAL], FUNCTION_USES[key] ?? `width:${name}`),
      ];
    }),
  );
  const elements: string[] = [];
  for (const [language, probes] of Object.entries(ELEMENTS)) {
    const said = await byEffect(
      probes.map(({ name, piece, instead }) => [name, () => effectOf(['<!doctype html>$'], piece, instead)]),
    );
    elements.push(`### ${language}\n\n${said}`);
  }
  return `# What is laid out

Made by \`npm run support-page\`, by rendering: each thing that the specifications define (as W3C's webref lists it) is put into a document in which it matters,
and the PDF is held against that of the same document without it. The properties that the engine has are in [CSS properties](css-properties.md).

## At-rules

${atRules}

## Selectors

${chosen}

## Functions

${called}

## Elements

Each is held against an element of no meaning in its place.

${elements.join('\n\n')}

## Properties and their values

Values are the keywords of a property's definition, and one or two of each type that it takes; what only goes with others stands beside one of these, and is held
against it alone.

| property | initial | laid out | the page is the same | refused, or without effect and said so |
| --- | --- | --- | --- | --- |
${valueRows(effects)}
`;
}
