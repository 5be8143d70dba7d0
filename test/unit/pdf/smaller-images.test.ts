/** Images that are reduced for the file. */
import { expect } from 'chai';
import { PNG } from 'pngjs';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { encodeJpeg } from '../../../engine/images/jpeg-encoder.ts';
import { shrink } from '../../../engine/images/shrink.ts';
import { render, RenderError, type RenderOptions } from '../../../engine/index.ts';
import { type PdfDict, PdfObjects } from '../../support/pdf-objects.ts';

const SIDE = 192;

/** Returns noise, which does not compress. `alpha` applies to every pixel. */
function noise(alpha = 255): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, i) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return i % 4 === 3 ? alpha : seed >>> 24;
  });
}

function pngUrl(rgba: Uint8Array): string {
  const png = new PNG({ width: SIDE, height: SIDE });
  png.data = Buffer.from(rgba);
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}

const budget = (): Budget => new Budget(DEFAULT_LIMITS);
const jpegUrl = (): string =>
  `data:image/jpeg;base64,${Buffer.from(encodeJpeg(noise(), SIDE, SIDE, false, 95, budget())).toString('base64')}`;

async function imagesOf(html: string, images: RenderOptions['images']): Promise<PdfDict[]> {
  const { pdf } = await render(html, { images, compress: false });
  return new PdfObjects(pdf)
    .all()
    .filter(
      ({ Subtype, SMask, ColorSpace }) => Subtype === '/Image' && (SMask !== undefined || ColorSpace !== '/DeviceGray'),
    );
}

const img = (url: string, css: string): string => `<img src="${url}" style="${css}">`;
const sizes = (images: readonly PdfDict[]): unknown[] => images.map(({ Width, Height }) => [Width, Height]);

describe('images of a file', () => {
  it('are unchanged unless an option requests it', async () => {
    expect(sizes(await imagesOf(img(pngUrl(noise()), 'width:10px'), undefined))).to.deep.equal([[SIDE, SIDE]]);
  });

  it('have at most the requested pixels per inch', async () => {
    for (const url of [pngUrl(noise()), pngUrl(noise(128)), jpegUrl()])
      expect(sizes(await imagesOf(img(url, 'width:96px;height:48px'), { resolution: 72 }))).to.deep.equal([[72, 36]]);
  });

  it('have the pixels that the largest of their uses needs', async () => {
    const url = pngUrl(noise());
    const html = img(url, 'width:24px') + img(url, 'width:96px;height:12px') + img(url, 'width:12px;height:48px');
    expect(sizes(await imagesOf(html, { resolution: 96 }))).to.deep.equal([[96, 48]]);
  });

  it('account for transformations, also around groups', async () => {
    const html = `<div style="width:100px;transform:scale(2);opacity:.5"><div style="transform:rotate(30deg)">${img(pngUrl(noise()), 'width:40px')}</div></div>`;
    expect(sizes(await imagesOf(html, { resolution: 96 }))).to.deep.equal([[80, 80]]);
  });

  it('are unchanged if they have few pixels too many or are shown pixelated', async () => {
    const url = pngUrl(noise());
    expect(sizes(await imagesOf(img(url, 'width:160px'), { resolution: 96 }))).to.deep.equal([[SIDE, SIDE]]);
    const pixelated = img(url, 'width:20px;image-rendering:pixelated');
    expect(sizes(await imagesOf(pixelated, { resolution: 96 }))).to.deep.equal([[SIDE, SIDE]]);
    expect(sizes(await imagesOf(pixelated + img(url, 'width:20px'), { resolution: 96 }))).to.deep.equal([[SIDE, SIDE]]);
  });

  it('become JPEGs if that is smaller and they are opaque', async () => {
    const filters = async (html: string, images: RenderOptions['images']): Promise<unknown[]> =>
      (await imagesOf(html, images)).map(({ Filter }) => Filter);
    expect(await filters(img(pngUrl(noise()), ''), { quality: 50 })).to.deep.equal(['/DCTDecode']);
    expect(await filters(img(pngUrl(noise(128)), ''), { quality: 50 })).to.deep.equal(['/FlateDecode']);
    expect(await filters(img(pngUrl(noise()), 'width:50px'), { resolution: 96 })).to.deep.equal(['/FlateDecode']);
  });

  it('get smaller with lower quality', async () => {
    const sizeOf = async (images: RenderOptions['images']): Promise<number> =>
      (await render(img(jpegUrl(), ''), { images })).pdf.length;
    const came = await sizeOf(undefined);
    const all = [came, await sizeOf({ quality: 60 }), await sizeOf({ quality: 60, resolution: 60 })];
    for (let i = 1; i < all.length; i++) expect(all[i], all.join()).to.be.below(all[i - 1]!);
    expect(await sizeOf({ quality: 100 })).to.be.closeTo(came, 16);
  });

  it('have 16 bits per sample only if requested', async () => {
    for (const [colorType, alpha] of [
      [2, 255],
      [6, 128],
    ] as const) {
      const png = new PNG({ width: SIDE, height: SIDE });
      png.data = Buffer.from(noise(alpha));
      const deep = PNG.sync.write(png, { colorType, bitDepth: 16, inputHasAlpha: true } as object);
      const html = img(`data:image/png;base64,${deep.toString('base64')}`, '');
      const bits = async (images: RenderOptions['images']): Promise<unknown[]> =>
        (await imagesOf(html, images)).map(({ BitsPerComponent }) => BitsPerComponent);
      // One after the other, because the cache of one must not serve the other.
      expect(await bits({ depth: 16 }), String(colorType)).to.deep.equal([16]);
      expect(await bits({})).to.deep.equal([8]);
      expect(await bits({ depth: 16, resolution: 30 })).to.deep.equal([8]);
      expect(await bits({ depth: 16 })).to.deep.equal([16]);
    }
  });

  it('are in the file once if two are equal, such as the shadows of one word', async () => {
    const word = (text: string): string => `<p><b style="text-shadow:1px 2px 6px #369">${text}</b></p>`;
    const count = async (html: string): Promise<number> =>
      new PdfObjects((await render(html, { compress: false })).pdf).all().filter(({ Subtype }) => Subtype === '/Image')
        .length;
    const one = await count(word('next'));
    expect(one).to.be.above(0);
    expect(await count(word('next').repeat(3))).to.equal(one);
    expect(await count(word('next') + word('last'))).to.equal(2 * one);
  });

  it('refuse invalid options', async () => {
    const error = await render('x', { images: { quality: 0 } }).catch((thrown: unknown) => thrown);
    expect((error as RenderError).code).to.equal('invalid_options');
  });
});

describe('pixels of a smaller image', () => {
  it('are the means of the pixels that they cover, weighted by opacity', () => {
    const rgba = Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 255);
    const one = (to: { width: number; height: number }): number[] => [
      ...shrink(rgba, { width: 2, height: 2 }, to, budget()),
    ];
    expect(one({ width: 1, height: 1 })).to.deep.equal([85, 170, 0, 191]);
    expect(one({ width: 1, height: 2 })).to.deep.equal([255, 0, 0, 128, 0, 255, 0, 255]);
    expect(one({ width: 2, height: 2 })).to.deep.equal([255, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 255, 0, 255, 0, 255]);
  });
});
