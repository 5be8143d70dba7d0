import { expect } from 'chai';
import { PNG } from 'pngjs';
import { deflateSync } from 'node:zlib';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import type { RenderError } from '../../../engine/errors.ts';
import { createImageStore } from '../../../engine/images/image-store.ts';
import type { ImageResource } from '../../../engine/images/image.ts';
import { decodePng } from '../../../engine/images/png.ts';

async function load(type: string, bytes: Uint8Array): Promise<{ image: ImageResource | null; codes: string[] }> {
  const url = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const diagnostics = new Diagnostics();
  const store = await createImageStore([url], diagnostics, new Budget(DEFAULT_LIMITS));
  const image = store.get(url);
  expect(store.get(url)).to.equal(image);
  return { image, codes: diagnostics.list().map((d) => d.code) };
}

const PIXELS = [255, 0, 0, 255, 0, 255, 0, 128];

function png(colorType: 0 | 2 | 4 | 6, pixels = PIXELS): Uint8Array {
  const file = new PNG({ width: 2, height: 1 });
  file.data.set(pixels);
  return PNG.sync.write(file, { colorType, inputHasAlpha: true });
}

/** A PNG of these parts, for what encoders don't write. */
function rawPng(
  width: number,
  height: number,
  depth: number,
  colorType: number,
  rows: number[],
  extra: [string, number[]][] = [],
): Uint8Array {
  const chunk = (type: string, body: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colorType;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra.map(([type, body]) => chunk(type, Uint8Array.from(body))),
    chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array()),
  ]);
}

describe('images', () => {
  it('PNG: colour and alpha apart', async () => {
    const { image } = await load('image/png', png(6));
    expect(image).to.include({ width: 2, height: 1, ratio: 2 });
    expect(image?.data).to.deep.equal({
      type: 'raster',
      channels: 3,
      pixels: Uint8Array.of(255, 0, 0, 0, 255, 0),
      alpha: Uint8Array.of(255, 128),
    });
  });

  it('PNG: no alpha where all is opaque', () => {
    expect(decodePng(png(6, [1, 2, 3, 255, 4, 5, 6, 255]))?.data.alpha).to.equal(null);
  });

  it('PNG: palettes, small depths, transparent colours, 16 bits', () => {
    const palette = rawPng(
      3,
      1,
      2,
      3,
      [0, 0b00011000],
      [
        ['PLTE', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
        ['tRNS', [255, 0]],
      ],
    );
    expect(decodePng(palette)?.data.pixels).to.deep.equal(Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1));
    expect(decodePng(palette)?.data.alpha).to.deep.equal(Uint8Array.of(255, 0, 255));
    const grey = rawPng(4, 1, 1, 0, [0, 0b10100000], [['tRNS', [0, 1]]]);
    expect(decodePng(grey)?.data).to.deep.include({
      channels: 1,
      pixels: Uint8Array.of(255, 0, 255, 0),
      alpha: Uint8Array.of(0, 255, 0, 255),
    });
    const deep = rawPng(1, 1, 16, 2, [0, 1, 200, 2, 200, 3, 200]);
    expect(decodePng(deep)?.data.pixels).to.deep.equal(Uint8Array.of(1, 2, 3));
  });

  it('PNG: filters are undone', () => {
    const rows = [1, 10, 5, 2, 1, 1, 3, 4, 6, 4, 1, 2];
    expect(decodePng(rawPng(2, 4, 8, 0, rows))?.data.pixels).to.deep.equal(
      Uint8Array.of(10, 15, 11, 16, 9, 18, 10, 20),
    );
  });

  it('PNG: broken files, and data much longer or shorter than the header says, are no images', async () => {
    expect((await load('image/png', png(6).subarray(0, 40))).codes).to.deep.equal(['image/broken']);
    expect(decodePng(rawPng(1, 1, 8, 0, [0, 1, 2, 3]))?.data.pixels).to.deep.equal(Uint8Array.of(1));
    expect(
      decodePng(
        rawPng(
          1,
          1,
          8,
          0,
          Array.from({ length: 70_000 }, () => 0),
        ),
      ),
    ).to.equal(null);
    expect(decodePng(rawPng(4, 4, 8, 0, [0, 1]))).to.equal(null);
  });

  it('sizes count before anything is decoded', async () => {
    const bomb = rawPng(30000, 30000, 8, 6, [0]);
    const failure = await load('image/png', bomb).then(
      () => null,
      (error: RenderError) => error.code,
    );
    expect(failure).to.equal('document_too_complex');
  });

  it('JPEG: size, components and orientation from the header; the file as it is', async () => {
    const exif = [
      0xff,
      0xe1,
      0,
      34,
      ...Buffer.from('Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
    ];
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0];
    const bytes = Uint8Array.from([0xff, 0xd8, ...exif, ...frame, 0xff, 0xda, 0, 2]);
    const { image } = await load('image/jpeg', bytes);
    expect(image).to.include({ width: 20, height: 30 });
    expect(image?.data).to.deep.include({ type: 'jpeg', components: 1, orientation: 6 });
  });

  it('GIF, and BMP with runs', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    expect((await load('image/gif', gif)).image?.data).to.deep.include({ pixels: Uint8Array.of(255, 0, 0) });
    const bmp = Buffer.alloc(54 + 8 + 6);
    bmp.write('BM');
    bmp.writeUInt32LE(62, 10);
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(2, 18);
    bmp.writeInt32LE(1, 22);
    bmp.writeUInt16LE(8, 28);
    bmp.writeUInt32LE(1, 30);
    bmp.set([0, 0, 0, 0, 3, 2, 1, 0, 2, 1, 0, 1], 54);
    expect((await load('image/bmp', bmp)).image?.data).to.deep.include({ pixels: Uint8Array.of(1, 2, 3, 1, 2, 3) });
  });

  it('SVG: sizes and ratio by attributes', async () => {
    const size = async (attributes: string) => {
      const { image } = await load(
        'image/svg+xml',
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`),
      );
      return [image?.width, image?.height, image?.ratio];
    };
    expect(await size('width="1in" height="48"')).to.deep.equal([96, 48, 2]);
    expect(await size('viewBox="0 0 30 10"')).to.deep.equal([null, null, 3]);
    expect(await size('width="50%" viewBox="0 0 30 10" preserveAspectRatio="none"')).to.deep.equal([null, null, null]);
  });

  it('what is no image is reported', async () => {
    expect((await load('image/png', Buffer.from('hello'))).codes).to.deep.equal(['image/unknown-format']);
  });
});
