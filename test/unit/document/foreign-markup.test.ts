import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

const said = async (html: string): Promise<string[]> =>
  (await render(html)).diagnostics
    .filter(({ code }) => code === 'html/foreign-markup')
    .map(({ line, message }) => `${line} ${message.replace(/ belongs to .* use /, ': ')}`);

describe('markup of other PDF libraries', () => {
  it('is reported with its replacement', async () => {
    const html =
      '<htmlpageheader name=h>Page {PAGENO} of {nbpg}</htmlpageheader>\n<p>a<pagebreak />\n<p>b<pdf:nextpage />\n' +
      '<barcode code=1 type=EAN13 />\n<script type="text/php">x</script>';
    expect(await said(html)).to.deep.equal([
      '1 <htmlpageheader>: @page margin boxes, position: running(), or the options header and footer.',
      '1 {PAGENO}: counter(page) and counter(pages) in a margin box or in content.',
      '2 <pagebreak>: break-before: page on the next element.',
      '3 <pdf:nextpage>: break-before: page on the next element.',
      '4 <barcode>: an SVG or another image that the server draws.',
      '5 <script type="text/php">: counter(page) and counter(pages) in a margin box or in content.',
    ]);
  });

  it('is also reported in templates', async () => {
    const { diagnostics } = await render('<p>x', { footer: '<b>{PAGENO}</b>' });
    expect(diagnostics.map(({ code, source }) => [code, source])).to.deep.equal([
      ['html/foreign-markup', 'footer document'],
    ]);
  });

  it('is ignored in code samples and custom elements', async () => {
    expect(
      await said('<code>{PAGENO}</code><pre>{nb} &lt;pagebreak></pre><my-columns>x</my-columns><p>{name} [page]'),
    ).to.deep.equal([]);
  });
});
