import { allLonghands, allShorthands } from '../engine/css/properties/registry.ts';
import { unsupportedProperties } from '../engine/css/properties/unsupported-properties.ts';

/** Returns the page of CSS properties as Markdown. A test compares it with the committed file. */
export function supportTable(): string {
  const code = (name: string): string => `\`${name}\``;
  const longhands = allLonghands
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, inherited, spec }) => `| ${code(name)} | ${inherited ? 'yes' : 'no'} | ${spec} |`);
  const shorthands = allShorthands.map(({ name }) => code(name)).toSorted();
  const reasons = new Map<string, string[]>();
  for (const [name, reason] of unsupportedProperties) reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  const ignored = [...reasons].map(([reason, names]) => `- ${reason}: ${names.toSorted().map(code).join(', ')}`);
  return `# CSS properties

Generated from the property registry by \`npm run reference\`. Properties not listed here are unknown. Properties without effect are reported by a diagnostic.

## Longhands

| property | inherited | specification |
| --- | --- | --- |
${longhands.join('\n')}

## Shorthands

${shorthands.join(', ')}

## Known properties without effect

${ignored.join('\n')}
`;
}
