import { expect } from 'chai';
import { hasQpdf, qpdfFailures } from '../support/validators.ts';
import { fixtures, renderAll } from './documents.ts';

describe('fixtures as PDF files', function () {
  this.timeout(120_000);

  it('qpdf finds no fault with their syntax', async function () {
    if (!hasQpdf) this.skip();
    for (const compress of [true, false]) {
      expect(qpdfFailures(await renderAll(fixtures(), { compress }))).to.deep.equal([]);
    }
  });
});
