/** `image-rendering: pixelated` in the file (css-images-3 §5.3). */
import { expect } from 'chai';
import { PNG } from 'pngjs';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { encodeJpeg } from '../../../engine/images/jpeg-encoder.ts';
import { render } from '../../../engine/index.ts';
import { rasterisePage } from '../../../server/rendering/pictures.ts';
import { inkJpeg } from '../../support/jpeg.ts';
import { PdfObjects } from '../../support/pdf-objects.ts';

/** Returns an image of 2 x 2 pixels: red, green, blue and transparent. */
function fourPixels(): string {
  const png = new PNG({ width: 2, height: 2 });
  png.data = Buffer.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0]);
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}

const page = (css: string): string =>
  `<style>@page { size: 20px; margin: 0 } body { margin: 0 } img { display: block; ${css} }</style><img src="${fourPixels()}">`;

async function sizesIn(html: string): Promise<unknown[]> {
  const { pdf, diagnostics } = await render(html, { compress: false });
  expect(diagnostics).to.deep.equal([]);
  return new PdfObjects(pdf)
    .all()
    .filter(({ Subtype, ColorSpace }) => Subtype === '/Image' && ColorSpace !== '/DeviceGray')
    .map(({ Width, Height }) => [Width, Height]);
}

describe('pixelated images', () => {
  it('have enough pixels in the file that no reader blurs them', async () => {
    expect(await sizesIn(page('width:16px'))).to.deep.equal([[2, 2]]);
    for (const value of ['pixelated', 'crisp-edges', 'optimizeSpeed'])
      expect(await sizesIn(page(`width:16px;image-rendering:${value}`)), value).to.deep.equal([[32, 32]]);
    const inch = page('width:96px;image-rendering:pixelated').replace('20px', '100px');
    expect(await sizesIn(inch)).to.deep.equal([[256, 256]]);
    const large = page('width:9000px;image-rendering:pixelated').replace('<img', '<div style="overflow:hidden"><img');
    expect(await sizesIn(large), 'bounded').to.deep.equal([[1024, 1024]]);
  });

  it('are squares of one color', async () => {
    const { pdf } = await render(page('width:20px;image-rendering:pixelated'));
    const { width, data } = await rasterisePage(pdf, 1, 192, { mostSide: 2000, deadlineMs: 60_000 });
    const at = (x: number, y: number): number[] => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
    expect(width).to.equal(40);
    for (const near of [1, 10, 18]) {
      expect(at(near, near)).to.deep.equal([255, 0, 0]);
      expect(at(39 - near, near)).to.deep.equal([0, 255, 0]);
      expect(at(near, 39 - near)).to.deep.equal([0, 0, 255]);
      expect(at(39 - near, 39 - near)).to.deep.equal([255, 255, 255]);
    }
  });

  it('can be JPEGs, using their decoded pixels', async () => {
    // Two halves of one block each: red and blue.
    const rgba = Uint8Array.from({ length: 16 * 8 * 4 }, (_, i) => {
      const isRight = (i >> 2) % 16 >= 8;
      return [isRight ? 0 : 255, 0, isRight ? 255 : 0, 255][i % 4]!;
    });
    const jpeg = encodeJpeg(rgba, 16, 8, false, 100, new Budget(DEFAULT_LIMITS));
    const url = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
    const html = (css: string): string => page(css).replace(/src="[^"]*"/, `src="${url}"`);
    expect(await sizesIn(html('width:20px'))).to.deep.equal([[16, 8]]);
    expect(await sizesIn(html('width:20px;image-rendering:pixelated'))).to.deep.equal([[32, 16]]);
    const { pdf } = await render(html('width:20px;image-rendering:pixelated'));
    const { width, data } = await rasterisePage(pdf, 1, 960, { mostSide: 2000, deadlineMs: 60_000 });
    const at = (x: number, y: number): number[] => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
    for (const [x, red, blue] of [
      [98, 255, 0],
      [101, 0, 255],
    ] as const) {
      const [r, , b] = at(x, 40);
      expect(r, `red at ${x}`).to.be.closeTo(red, 8);
      expect(b, `blue at ${x}`).to.be.closeTo(blue, 8);
    }
  });

  it('are left to readers if they are inks, which is reported', async () => {
    const url = `data:image/jpeg;base64,${Buffer.from(inkJpeg()).toString('base64')}`;
    const html = page('width:20px;image-rendering:pixelated').replace(/src="[^"]*"/, `src="${url}"`);
    const { diagnostics } = await render(html);
    expect(diagnostics.map(({ code, line }) => [code, line])).to.deep.equal([['css/unsupported', 1]]);
    expect((await render(html.replace('pixelated', 'auto'))).diagnostics).to.deep.equal([]);
  });

  it('are in the file once per size, wherever they are used', async () => {
    const url = fourPixels();
    const img = (width: number): string => `<img src="${url}" style="width:${width}px;image-rendering:pixelated">`;
    const html = Array.from({ length: 200 }, (_, i) => img(16 + (i % 50))).join('');
    expect(await sizesIn(html)).to.have.lengthOf(3);
  });
});
