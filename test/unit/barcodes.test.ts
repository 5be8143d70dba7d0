import { expect } from 'chai';
import { render } from '../../engine/index.ts';
import { barcodeOfUrl, barcodeSvg } from '../../server/barcodes.ts';
import { filesBeside } from '../../server/files.ts';
import { fillTemplate } from '../../server/rendering/templates.ts';

const messageOf = (work: () => unknown): string => {
  try {
    work();
    return 'no error';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('barcodes', () => {
  it('are SVG with a text alternative', () => {
    const svg = barcodeSvg('qr', 'a<b', { label: 'Parcel "7"' });
    expect(svg).to.match(/^<svg role="img" aria-label="Parcel &quot;7&quot;" viewBox="[\d. ]+" xmlns=/);
    expect(barcodeSvg('ean-13', '4006381333931')).to.contain('aria-label="ean-13 4006381333931"');
  });

  it('change with their options', () => {
    const plain = barcodeSvg('ean13', '4006381333931');
    expect(barcodeSvg('ean13', '4006381333931', { showText: true }).length).to.be.above(plain.length);
    expect(barcodeSvg('ean13', '4006381333931', { height: 30 })).to.not.equal(plain);
    const address = 'https://a.example/parcels/4711';
    expect(barcodeSvg('qr', address, { errorLevel: 'H' })).to.not.equal(barcodeSvg('qr', address, { errorLevel: 'L' }));
  });

  it('report errors in their type or text', () => {
    expect(messageOf(() => barcodeSvg('ean13', '12'))).to.equal('barcode ean13: EAN-13 must be 12 or 13 digits');
    expect(messageOf(() => barcodeSvg('nothing', '12'))).to.equal('unknown barcode type: nothing');
    expect(messageOf(() => barcodeSvg('../x', '12'))).to.contain('unknown barcode type');
    expect(messageOf(() => barcodeSvg('qr', ''))).to.equal('a barcode needs text');
    expect(messageOf(() => barcodeSvg('qr', 'x'.repeat(5000)))).to.contain('more than 4500 characters');
    expect(messageOf(() => barcodeSvg('qr', 'x'.repeat(4000)))).to.contain('barcode qr:');
    expect(messageOf(() => barcodeSvg('code128', 'x', { height: Infinity }))).to.contain('height');
  });

  it('are images of documents on disk', async () => {
    const html =
      '<img src="barcode:qr?text=https%3A%2F%2Fa.example%2F%3Fb%3D1" alt="QR"><img src="barcode:ean13?text=1" alt="">';
    const { diagnostics } = await render(html, { ...filesBeside('x.html') });
    expect(diagnostics.map(({ message }) => message)).to.deep.equal([
      'img src barcode:ean13?text=1 could not be loaded: barcode ean13: EAN-13 must be 12 or 13 digits.',
    ]);
    expect(new TextDecoder().decode(barcodeOfUrl('barcode:code128?text=A%26B&showText&height=8'))).to.equal(
      barcodeSvg('code128', 'A&B', { showText: true, height: 8 }),
    );
  });

  it('are a filter of templates, which reports mistakes with their position', async () => {
    const { html } = await fillTemplate('<p>{{ n | barcode: "qr", label: "Parcel" }}', { n: 'PW-1' }, 5000);
    expect(html).to.equal(`<p>${barcodeSvg('qr', 'PW-1', { label: 'Parcel' })}`);
    const message = await fillTemplate('<p>{{ n | barcode: "ean13" }}', { n: '1' }, 5000).catch(
      (error: Error) => error.message,
    );
    expect(message).to.contain('EAN-13 must be 12 or 13 digits').and.contain('line:1');
  });
});
