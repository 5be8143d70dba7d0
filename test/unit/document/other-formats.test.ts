import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { render, RenderError } from '../../../engine/index.ts';
import { greyJpeg } from '../../support/jpeg.ts';
import { blackPng } from '../../hostile/images.ts';

const png = blackPng({ side: 1, depth: 8, colorType: 0 });

async function refusalOf(document: Parameters<typeof render>[0]): Promise<string> {
  const error = await render(document).catch((caught: unknown) => caught);
  if (!(error instanceof RenderError)) return 'rendered';
  return `${error.code} ${error.issues[0]!.path} ${error.issues[0]!.message}`;
}

describe('a document of another format', () => {
  it('is refused with its format', async () => {
    const { pdf } = await render('<p>x');
    expect(await refusalOf(pdf)).to.match(/^invalid_options document is a PDF, not HTML\. .*pagewright\/pdf/);
    expect(await refusalOf(Buffer.from(pdf).toString('latin1'))).to.contain('is a PDF');
    expect(await refusalOf(Buffer.from(pdf).toString('utf8'))).to.contain('is a PDF');
    expect(await refusalOf(png)).to.contain('is a PNG image');
    expect(await refusalOf(greyJpeg())).to.contain('is a JPEG image');
    expect(await refusalOf(gzipSync('<p>x'))).to.contain('is a compressed file (gzip)');
    expect(await refusalOf([{ html: '<p>x' }, { html: pdf }])).to.contain('document[1].html is a PDF');
  });

  it('is rendered if it only mentions one', async () => {
    for (const html of ['<p>%PDF-1.7', ' %PDF-1.7', 'PNG', ''])
      expect(await refusalOf(html), html).to.equal('rendered');
  });
});
