/** Nothing is lost silently: what the parser accepts changes the PDF of a suitable document or causes a diagnostic. */
import { expect } from 'chai';
import { allLonghands } from '../../engine/css/properties/registry.ts';
import { readFileSync } from 'node:fs';
import { CHANGES_NOTHING } from './loss/changes-nothing.ts';
import { unsampledTypes, valuesOf } from './loss/values.ts';
import { effectsOfValues, supportPage, type ValueEffect } from './support/support-page.ts';

function isKnown({ property, value }: ValueEffect): boolean {
  const known = CHANGES_NOTHING[property]?.values ?? [];
  return known === 'any' || known.includes(value);
}

describe('property values', function () {
  this.timeout(600_000);
  let effects: ValueEffect[] = [];

  before(async () => {
    effects = await effectsOfValues();
  });

  it('have an effect or a diagnostic, or are known to have none', () => {
    const silent = effects.filter((one) => one.effect === 'nothing' && !isKnown(one));
    expect(silent.map(({ property, value }) => `${property}: ${value}`)).to.deep.equal([]);
    expect(effects.length).to.be.above(1000);
  });

  it('are tested for every property and every type that it accepts', () => {
    const untried = allLonghands.filter((property) => valuesOf(property).length === 0);
    expect(untried.map(({ name }) => name)).to.deep.equal([]);
    const unsampled = new Set(allLonghands.flatMap(({ name }) => unsampledTypes(name)));
    expect([...unsampled], 'types without samples').to.deep.equal([]);
  });

  it('and all other specified features match docs/support.md: npm run support-page', async () => {
    const kept = readFileSync(new URL('../../docs/support.md', import.meta.url), 'utf8');
    expect(kept === (await supportPage(effects)), 'the page is stale').to.equal(true);
  });

  it('that are known to have no effect exist', () => {
    const wrong: string[] = [];
    for (const [name, { values }] of Object.entries(CHANGES_NOTHING)) {
      const property = allLonghands.find((one) => one.name === name);
      const found = property ? valuesOf(property).map(({ value }) => value) : [];
      if (!property || (values !== 'any' && values.some((value) => !found.includes(value)))) wrong.push(name);
    }
    expect(wrong).to.deep.equal([]);
  });
});
