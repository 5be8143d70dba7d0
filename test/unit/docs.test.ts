import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '../../engine/index.ts';
import { DOCS, guideFiles, guides, linksOf, recipeDocument } from '../../scripts/docs/guide.ts';
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
        expect(existsSync(join(DOCS, link.split('#', 1)[0]!)), `${guide.path} -> ${link}`).to.equal(true);
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
