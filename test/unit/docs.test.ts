import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '../../engine/index.ts';
import { DOCS, guideFiles, guides, headingsOf, linksOf, recipeDocument } from '../../scripts/docs/guide.ts';
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

  it('render as one book with a table of contents', async () => {
    const { diagnostics, pages } = await render(book(all), { limits: { deadlineMs: 600_000 } });
    expect(diagnostics.map(({ message }) => message)).to.deep.equal([]);
    expect(pages).to.be.greaterThan(30);
  });
});
