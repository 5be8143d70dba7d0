import { expect } from 'chai';
import { pdfJsWarnings } from '../support/pdfjs.ts';
import { extractText } from '../support/pdfium.ts';
import { renderJudged } from './documents.ts';

describe('readers', function () {
  this.timeout(process.env.CONFORMANCE_DOCUMENTS ? 1_800_000 : 300_000);

  it('pdf.js reads every document without a warning', async () => {
    const said: string[] = [];
    for (const [name, pdf] of await renderJudged({ forms: true }))
      for (const warning of await pdfJsWarnings(pdf)) said.push(`${name}: ${warning}`);
    expect(said).to.deep.equal([]);
  });

  it('PDFium reads every page of every document', async () => {
    for (const [name, pdf] of await renderJudged({}))
      expect((await extractText(pdf)).join('').trim(), name).to.not.equal('');
  });
});
