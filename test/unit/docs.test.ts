import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '../../engine/index.ts';
import { DOCS, guideFiles, guides, headingsOf, linksOf, recipeDocument } from '../../scripts/docs/guide.ts';
import { book } from '../../scripts/docs/pages.ts';

describe('the guides', function () {
  this.timeout(60_000);
  const all = guides();

  it('are all named by the index', () => {
    expect(all.map(({ path }) => path).toSorted()).to.deep.equal(guideFiles().toSorted());
  });

  it('have no links that lead nowhere', () => {
    for (const guide of all)
      for (const link of linksOf(guide)) {
        if (/^(https?|mailto):/.test(link)) continue;
        const [path, heading] = link.split('#', 2) as [string, string?];
        expect(existsSync(join(DOCS, path)), `${guide.path} -> ${link}`).to.equal(true);
        if (heading === undefined) continue;
        const target = path === '' ? guide : all.find((one) => one.path === path);
        expect(headingsOf(target!), `${guide.path} -> ${link}`).to.include(heading);
      }
  });

  for (const guide of all) {
    const document = recipeDocument(guide);
    if (!guide.path.startsWith('recipes/')) continue;
    it(`have a document in ${guide.path} of which nothing is ignored`, async () => {
      const { diagnostics, pages } = await render(document!, { forms: guide.path.endsWith('form.md') });
      expect(diagnostics.map(({ message }) => message)).to.deep.equal([]);
      expect(pages).to.be.within(1, 4);
    });
  }

  it('are one book, with contents', async () => {
    const { diagnostics, pages } = await render(book(all));
    expect(diagnostics.map(({ message }) => message)).to.deep.equal([]);
    expect(pages).to.be.greaterThan(30);
  });
});
