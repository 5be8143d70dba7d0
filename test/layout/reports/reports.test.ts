import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { pageTexts } from '../../support/pdfjs.ts';
import { REPORTED, START } from './documents.ts';

/** Returns each code once, with the number of its diagnostics. */
function counted(codes: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => (count > 1 ? `${code} ${count}` : code));
}

describe('documents like those that users report', () => {
  for (const [kind, documents] of Object.entries(REPORTED)) {
    describe(kind, () => {
      for (const { what, html, pages, said } of documents) {
        it(`show ${what}`, async () => {
          const { pdf, diagnostics } = await render(START + html, { external: 'ignore' });
          expect(await pageTexts(pdf)).to.deep.equal(pages);
          expect(counted(diagnostics.map(({ code }) => code))).to.deep.equal(said);
        });
      }
    });
  }
});
