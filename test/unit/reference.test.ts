import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { allLonghands, allShorthands, parseDeclaration } from '../../engine/css/properties/registry.ts';
import { STANDARD_PARSE } from '../../engine/css/values/value-reader.ts';
import { exampleOf, needlessExamples } from '../../scripts/reference/css-examples.ts';
import { COMPARISON } from '../../scripts/reference/comparison-rows.ts';
import { REFERENCE } from '../../scripts/reference/pages.ts';

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

describe('the generated reference', function () {
  this.timeout(120_000);

  for (const [name, generated] of Object.entries(REFERENCE))
    it(`matches the code in ${name}: npm run reference`, () => {
      expect(page(name) === generated(), `docs/${name} is stale`).to.equal(true);
    });

  it('compares features that tests check', () => {
    const missing = COMPARISON.flatMap(({ feature, test }) =>
      test === null || existsSync(new URL(`../${test}`, import.meta.url)) ? [] : [`${feature}: ${test}`],
    );
    expect(missing).to.deep.equal([]);
  });

  it('has an example of every CSS property that parses', () => {
    const failures = [...allLonghands, ...allShorthands].flatMap(({ name }) => {
      const example = exampleOf(name);
      if (example === null) return [`${name} has no example`];
      const { kind } = parseDeclaration(name, example, STANDARD_PARSE);
      return kind === 'longhands' || kind === 'deferred' ? [] : [`${name}: ${example} is ${kind}`];
    });
    expect(failures).to.deep.equal([]);
    expect(needlessExamples()).to.deep.equal([]);
  });

  it('has every option of render in options.md', () => {
    const [, members] = /interface RenderOptions \{\n([\s\S]*?)\n\}/.exec(page('library.md'))!;
    const deprecated = ['media', 'external', 'resources'];
    const names = [...members!.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name!);
    expect(names.length).to.be.greaterThan(20);
    expect(
      names.filter((name) => !deprecated.includes(name) && !page('options.md').includes(`\`${name}\``)),
    ).to.deep.equal([]);
  });

  it('has every code of a RenderError in options.md', () => {
    const [, union] = /type RenderErrorCode =([\s\S]*?);/.exec(page('library.md'))!;
    const codes = [...union!.matchAll(/'(\w+)'/g)].map(([, code]) => code!);
    expect(codes).to.include('invalid_options');
    expect(codes.filter((code) => !page('options.md').includes(`| \`${code}\``))).to.deep.equal([]);
  });
});
