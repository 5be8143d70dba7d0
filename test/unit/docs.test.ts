import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '../../engine/index.ts';
import {
  DOCS,
  guideFiles,
  guides,
  headingsOf,
  linksOf,
  recipeDocument,
  specimensOf,
} from '../../scripts/docs/guide.ts';
import { book } from '../../scripts/docs/pages.ts';

describe('the guides', function () {
  this.timeout(60_000);
  const all = guides();

  it('are all listed in the index', () => {
    expect(all.map(({ path }) => path).toSorted()).to.deep.equal(guideFiles().toSorted());
  });

  it('have no broken links, and neither do the pages at the root', () => {
    const atRoot = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((name) => ({
      path: `../${name}`,
      title: name,
      section: '',
      markdown: readFileSync(join(DOCS, '..', name), 'utf8'),
    }));
    for (const guide of [...all, ...atRoot])
      for (const link of linksOf(guide)) {
        if (/^(https?|mailto):/.test(link)) continue;
        const [path, heading] = link.split('#', 2) as [string, string?];
        expect(existsSync(join(DOCS, path)), `${guide.path} -> ${link}`).to.equal(true);
        if (heading === undefined) continue;
        const target = path === '' ? guide : all.find((one) => one.path === path.replace('../docs/', ''));
        expect(headingsOf(target!), `${guide.path} -> ${link}`).to.include(heading);
      }
  });

  for (const guide of all) {
    const document = recipeDocument(guide);
    if (document === null) continue;
    it(`render ${guide.path} without diagnostics`, async () => {
      const { diagnostics, pages } = await render(document, { forms: guide.path.endsWith('form.md') });
      // A guide may show a message that its document causes.
      const messages = diagnostics.map(({ message }) => message).filter((one) => !guide.markdown.includes(one));
      expect(messages).to.deep.equal([]);
      expect(pages).to.be.within(1, 4);
    });
  }

  it('are counted in the README', () => {
    const recipes = all.filter(({ section }) => section === 'Cookbook').length;
    expect(readFileSync(join(DOCS, '../README.md'), 'utf8')).to.contain(`[${recipes} recipes]`);
  });

  it('show every specimen once', () => {
    const shown = all.flatMap((guide) => specimensOf(guide).map(({ name }) => `${name}.html`));
    expect(shown.toSorted()).to.deep.equal(readdirSync(join(DOCS, 'specimens')).toSorted());
  });

  for (const { name, document } of all.flatMap((guide) => specimensOf(guide)))
    it(`render the specimen ${name} without diagnostics`, async () => {
      const { diagnostics, pages } = await render(document);
      expect(diagnostics.map(({ message }) => message)).to.deep.equal([]);
      expect(pages).to.be.at.most(3);
    });

  it('show a specimen in every section about print CSS', () => {
    const pages = ['paged-media.md', 'notes-and-floats.md', 'print-typography.md'];
    const sections = all
      .filter(({ path }) => pages.includes(path))
      .flatMap(({ markdown }) => markdown.split(/^## /m).slice(1));
    const without = sections.filter((text) => specimensOf({ markdown: text }).length === 0);
    expect(without.map((text) => text.split('\n', 1)[0])).to.deep.equal(['Further test coverage']);
  });

  it('render as one book with a table of contents', async () => {
    const { diagnostics, pages } = await render(book(all), { limits: { deadlineMs: 600_000 } });
    expect(diagnostics.map(({ message }) => message)).to.deep.equal([]);
    expect(pages).to.be.greaterThan(30);
  });
});
