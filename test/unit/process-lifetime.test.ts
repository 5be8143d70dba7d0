/** State that outlives a render is bounded. */
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const engine = resolve(import.meta.dirname, '../../engine');

/** Module-level collections that are written to during renders, with what bounds them. */
const BOUNDED: ReadonlyMap<string, string> = new Map([
  ['boxes/predefined-counter-styles.ts made', 'the styles that the specification names'],
  ['css/properties/registry.ts longhands', 'filled once, with the properties there are'],
  ['css/properties/registry.ts shorthands', 'filled once, with the properties there are'],
  ['css/values/alignment.ts interned', 'combinations of keywords'],
  ['css/values/display.ts interned', 'combinations of keywords'],
  ['css/values/units.ts ABSOLUTE', 'filled once, with the units there are'],
  ['css/values/units.ts RELATIVE', 'filled once, with the units there are'],
  ['fonts/bundled-fonts.ts optionalFamilies', 'the families that may be installed'],
  ['fonts/harfbuzz-module.ts instances', 'those that nobody holds are dropped with the next one'],
  ['layout/inline/item-tables.ts keptNestings', 'MAX_KEPT'],
  ['layout/inline/item-tables.ts keptFlags', 'MAX_KEPT'],
  ['text/dictionary-words.ts dictionaries', 'the scripts that have one'],
  ['platform/node-host.ts modules', 'the WebAssembly modules that ship with the package'],
]);

const DECLARED = /^(?:export )?(?:const|let) (\w+)(?:: [^=\n]+)? = (?:new (?:Map|Set)\b|\[\]|\{\})/gm;

/**
 * Returns the module-level collections that grow. Weak ones shrink with their keys, and a `BoundedCache` bounds itself.
 */
function growing(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(DECLARED)]
    .map((match) => match[1] ?? '')
    .filter((name) => new RegExp(`\\b${name}(?:\\.(?:set|add|push|unshift)\\(|\\[[^\\]]+\\] \\??\\??= )`).test(text));
}

describe('state that outlives a render', () => {
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

  it('includes no collection that grows with documents', () => {
    const found = files.flatMap((name) =>
      growing(join(engine, name)).map((variable) => `${relative('.', name)} ${variable}`),
    );
    expect(found.filter((place) => !BOUNDED.has(place))).to.deep.equal([]);
  });
});
