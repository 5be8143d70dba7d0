import { expect } from 'chai';
import { hasQpdf, qpdfFailures } from '../support/validators.ts';
import { renderJudged } from './documents.ts';

describe('the syntax of files', function () {
  this.timeout(process.env.CONFORMANCE_DOCUMENTS ? 1_800_000 : 120_000);

  it('is valid according to qpdf', async function () {
    if (!hasQpdf) this.skip();
    for (const options of [{}, { compress: false }])
      expect(qpdfFailures(await renderJudged(options))).to.deep.equal([]);
  });
});
