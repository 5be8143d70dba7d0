import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  allLonghands,
  allShorthands,
  parseDeclaration,
  type PropertyDefinition,
  type ShorthandDefinition,
} from '../engine/css/properties/registry.ts';
import { unsupportedProperties } from '../engine/css/properties/unsupported-properties.ts';
import { STANDARD_PARSE } from '../engine/css/values/value-reader.ts';
import { exampleOf } from './reference/css-examples.ts';
import { guidesTo, measuredValues } from './reference/css-notes.ts';

/** A property of W3C's webref. */
interface SpecifiedProperty {
  readonly name: string;
  /** The grammar of its values. */
  readonly syntax?: string;
}

const { properties } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@webref/css/css.json'), 'utf8'),
) as { readonly properties: readonly SpecifiedProperty[] };
const syntaxes = new Map(properties.map(({ name, syntax }) => [name, syntax ?? '']));

/** The values of properties whose grammar is in no specification. */
const OWN_VALUES: Readonly<Record<string, string>> = {
  '-pagewright-break-room': 'none <length> <percentage>',
  '-pagewright-change-bar': 'none <length> <line-style> <color> start end left right inside outside',
  '-pagewright-comment': 'none <string> attr()',
  '-pagewright-comment-author': 'none <string> attr()',
  '-pagewright-comment-style': 'auto highlight underline strikeout squiggly note',
  '-pagewright-page-label': 'auto <string> counter() counters() string()',
  '-pagewright-tag':
    'auto none artifact part art sect div aside blockquote caption toc toci p h h1 h2 h3 h4 h5 h6 l li lbl lbody table thead tbody tfoot tr th td span em strong quote code note reference figure formula',
  '-pagewright-fit': 'none shrink line tracking <percentage>',
  '-pagewright-footnote-area': 'auto <custom-ident>',
  '-pagewright-hyphenate-capitals': 'auto none',
  '-pagewright-layer': 'none <string>',
  '-pagewright-line-numbers': 'none auto page start end left right inside outside <integer> <length>',
  '-pagewright-optical-margin': 'none auto',
  '-pagewright-overprint': 'auto overprint',
  '-pagewright-page-range': 'none <string>',
  '-pagewright-repeat': 'auto all only none',
  '-pagewright-pages': 'none <integer> gaps leading size <percentage>',
  '-pagewright-sum': 'none <counter-name> <number> <string>',
  '-pagewright-vertical-fill': 'none blocks lines <length> <percentage>',
  '-webkit-box-align': 'stretch start end center baseline',
  '-webkit-box-direction': 'normal reverse',
  '-webkit-box-flex': '<number>',
  '-webkit-box-ordinal-group': '<integer>',
  '-webkit-box-orient': 'horizontal vertical inline-axis block-axis',
  '-webkit-box-pack': 'start end center justify',
  '-webkit-text-security': 'none disc circle square',
};

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const accepts = (name: string, value: string): boolean =>
  parseDeclaration(name, value, STANDARD_PARSE).kind === 'longhands';

/** Returns the keywords of a property that Pagewright accepts on their own, and the types of its other values. */
function valuesOf(name: string): string {
  const syntax = OWN_VALUES[name] ?? syntaxes.get(name) ?? '';
  const types = [...syntax.matchAll(/<'?([a-z-]+(?:\(\))?)[^>]*>/gi)].map(([, type]) => `<${type}>`);
  const words = syntax.replace(/<[^>]*>|[\w-]+\([^)]*\)/g, ' ').match(/-?[a-z][\w-]*/gi) ?? [];
  const keywords = words.filter((word) => accepts(name, word));
  return [...new Set([...keywords, ...types])].map(code).join(', ');
}

const declaration = (name: string): string => code(`${name}: ${exampleOf(name)}`);

/** Returns how much of a property shows in the PDF, and what to know about it. */
function statusAndNotes(name: string): readonly [status: string, notes: string] {
  const { rejected, inert } = measuredValues(name);
  const notes = [
    rejected === '' ? '' : `Rejected alone: ${rejected}.`,
    inert === '' ? '' : `Without visible effect: ${inert}.`,
    guidesTo(name),
  ];
  return [rejected === '' ? 'full' : 'partial', notes.filter((note) => note !== '').join(' ')];
}

function longhandRow({ name, inherited, spec }: PropertyDefinition): string {
  const [status, notes] = statusAndNotes(name);
  const specification = spec.replace('pagewright', 'Pagewright');
  return `| ${code(name)} | ${valuesOf(name)} | ${declaration(name)} | ${inherited ? 'yes' : 'no'} | ${status} | ${notes} | ${specification} |`;
}

const shorthandRow = ({ name, longhands }: ShorthandDefinition): string =>
  `| ${code(name)} | ${name === 'all' ? 'every property' : longhands.map((one) => code(one.name)).join(', ')} | ${declaration(name)} | ${guidesTo(name)} |`;

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

/** Returns the page of CSS properties as Markdown. A test compares it with the committed file. */
export function supportTable(): string {
  const reasons = new Map<string, string[]>();
  for (const [name, reason] of unsupportedProperties) reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  const ignored = [...reasons].map(([reason, names]) => `- ${reason}: ${names.toSorted().map(code).join(', ')}`);
  return `# CSS properties

Generated from the property registry by \`npm run reference\`. Pagewright supports the longhands and shorthands below. It reports all other properties.

- Values are the accepted keywords, and the types of other values as in the specification.
- The status is *partial* if Pagewright rejects a keyword of the specification's grammar when it is used alone, otherwise *full*. It is measured: [Measured CSS support](support.md) compares the PDF with and without each value.
- Every property also accepts \`inherit\`, \`initial\`, \`unset\`, \`revert\`, \`revert-layer\`, \`var()\` and \`env()\`.
- Examples show the syntax. \`@page\` descriptors such as \`size\` and \`marks\` are in [Paged media](paged-media.md).

## Longhands

| property | values | example | inherited | status | notes | specification |
| --- | --- | --- | --- | --- | --- | --- |
${allLonghands.toSorted(byName).map(longhandRow).join('\n')}

## Shorthands

| property | sets | example | notes |
| --- | --- | --- | --- |
${allShorthands.toSorted(byName).map(shorthandRow).join('\n')}

## Known properties without effect

${ignored.join('\n')}
`;
}
