/** The documents that the editor begins with. */
import { expect } from 'chai';
import { render } from '../../engine/index.ts';
import { FIRST_DOCUMENT, NEW_DOCUMENT } from '../../server/editor/first-document.ts';
import { withPageTexts } from '../../server/editor/page-texts.ts';

/** Returns the families of a document's fonts, with a text at the top of its first page. */
async function fontsOf(html: string): Promise<Set<string>> {
  const css = withPageTexts('', { firstTop: 'Page {page}', firstBottom: '', laterTop: '', laterBottom: '' });
  const { pdf } = await render(html, { userStyles: [css], compress: false });
  const names = Buffer.from(pdf)
    .toString('latin1')
    .matchAll(/\/FontName \/[A-Z]{6}\+([A-Za-z]+)/g);
  return new Set([...names].map(([, name]) => name!));
}

describe('documents of the editor', () => {
  it('print page numbers in the font of the first document, which is its only one', async () => {
    expect([...(await fontsOf(FIRST_DOCUMENT))]).to.deep.equal(['NotoSerif']);
  });

  it('print page numbers in the font of a new document', async () => {
    expect([...(await fontsOf(NEW_DOCUMENT))]).to.deep.equal(['Arimo']);
  });
});
