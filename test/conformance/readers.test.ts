import { expect } from 'chai';
import { pdfJsWarnings } from '../support/pdfjs.ts';
import { coarseDifference } from '../support/coarse-picture.ts';
import { extractText, renderPixels } from '../support/pdfium.ts';
import { hasPoppler, popplerPicture } from '../support/poppler.ts';
import { renderJudged } from './documents.ts';

describe('PDF readers', function () {
  this.timeout(process.env.CONFORMANCE_DOCUMENTS ? 1_800_000 : 300_000);

  it('include pdf.js, which reads every document without a warning', async () => {
    const said: string[] = [];
    for (const [name, pdf] of await renderJudged({ forms: true }))
      for (const warning of await pdfJsWarnings(pdf)) said.push(`${name}: ${warning}`);
    expect(said).to.deep.equal([]);
  });

  it('include PDFium, which reads every page of every document', async () => {
    for (const [name, pdf] of await renderJudged({}))
      expect((await extractText(pdf)).join('').trim(), name).to.not.equal('');
  });

  it('include Poppler, which draws every document like PDFium', async function () {
    if (!hasPoppler) this.skip();
    const shares: string[] = [];
    for (const [name, pdf] of await renderJudged({})) {
      const { width, data } = await renderPixels(pdf, 1);
      const height = data.length / 4 / width;
      const share = coarseDifference({ width, height, channels: 4, data }, popplerPicture(pdf, 72));
      if (share > 0.01) shares.push(`${name} ${share.toFixed(3)}`);
    }
    expect(shares).to.deep.equal([]);
  });
});
