import { expect } from 'chai';
import { pdfJsWarnings } from '../support/pdfjs.ts';
import { extractText } from '../support/pdfium.ts';
import { everything, fixtures, renderAll } from './documents.ts';

const documents = (): ReadonlyMap<string, string> => new Map([...fixtures(), ['everything', everything()]]);

/** pdf.js knows no shadings by functions of the place (ISO 32000-1 §8.7.4.5.2), which repeating and conic gradients are, and leaves them out. */
const LEFT_OUT = 'Warning: FormatError: Unsupported ShadingType: 1';

describe('readers', function () {
  this.timeout(300_000);

  it('pdf.js reads every fixture without a warning, but for the gradients that it has not', async () => {
    const said: string[] = [];
    for (const [name, pdf] of await renderAll(documents(), { forms: true }))
      for (const warning of await pdfJsWarnings(pdf)) if (warning !== LEFT_OUT) said.push(`${name}: ${warning}`);
    expect(said).to.deep.equal([]);
  });

  it('PDFium reads every page of every fixture', async () => {
    for (const [name, pdf] of await renderAll(documents(), {}))
      expect((await extractText(pdf)).join('').trim(), name).to.not.equal('');
  });
});
