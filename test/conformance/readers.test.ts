import { expect } from 'chai';
import { pdfJsWarnings } from '../support/pdfjs.ts';
import { extractText } from '../support/pdfium.ts';
import { everything, fixtures, renderAll } from './documents.ts';

const documents = (): ReadonlyMap<string, string> => new Map([...fixtures(), ['everything', everything()]]);

describe('readers', function () {
  this.timeout(300_000);

  it('pdf.js reads every fixture without a warning', async () => {
    const said: string[] = [];
    for (const [name, pdf] of await renderAll(documents(), { forms: true }))
      for (const warning of await pdfJsWarnings(pdf)) said.push(`${name}: ${warning}`);
    expect(said).to.deep.equal([]);
  });

  it('PDFium reads every page of every fixture', async () => {
    for (const [name, pdf] of await renderAll(documents(), {}))
      expect((await extractText(pdf)).join('').trim(), name).to.not.equal('');
  });
});
