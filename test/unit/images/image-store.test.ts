import { expect } from 'chai';
import { PNG } from 'pngjs';
import { deflateSync } from 'node:zlib';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import type { RenderError } from '../../../engine/errors.ts';
import { createImageStore } from '../../../engine/images/image-store.ts';
import type { ImageResource, RasterData, Samples } from '../../../engine/images/image.ts';
import { decodePng } from '../../../engine/images/png.ts';
import { type PngChunks, readPngChunks } from '../../../engine/images/png-chunks.ts';
import { alphasOf, colorsOf } from '../../../engine/images/samples.ts';
import { greyJpeg, TURNED } from '../../support/jpeg.ts';

async function load(type: string, bytes: Uint8Array): Promise<{ image: ImageResource | null; codes: string[] }> {
  const url = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const diagnostics = new Diagnostics();
  const store = await createImageStore(new Map([[url, null]]), diagnostics, new Budget(DEFAULT_LIMITS));
  const image = store.get(url);
  expect(store.get(url)).to.equal(image);
  return { image, codes: diagnostics.list().map((d) => d.code) };
}

const decode = (bytes: Uint8Array): RasterData | null => decodePng(bytes, new Budget(DEFAULT_LIMITS));

/** Returns red, green and blue of every pixel. */
function rgb(data: ImageResource['data'] | null | undefined): number[] {
  expect(data?.type).to.equal('raster');
  const raster = data as RasterData;
  const colors = [...colorsOf(raster)];
  if (raster.palette === null) return colors;
  const indices = colorsOf({ ...raster, palette: null }).filter((_, i) => i % 3 === 0);
  const most = 255 / ((1 << raster.color.bits) - 1);
  return [...indices].flatMap((index) => colors.slice(3 * Math.round(index / most), 3 * Math.round(index / most) + 3));
}

const alphas = (data: RasterData | null): number[] => [...alphasOf(data as RasterData, data?.alpha as Samples)];

const PIXELS = [255, 0, 0, 255, 0, 255, 0, 128];

/** 6 x 4 px. The first frame has 2 x 2 px at 4, 2: green and blue on the diagonal. The second covers everything. */
const ANIMATED = Buffer.from(
  'UklGRpAAAABXRUJQVlA4WAoAAAASAAAABQAAAwAAQU5JTQYAAAAAAAAAAABBTk1GNAAAAAIAAAEAAAEAAAEAAGQAAAJWUDhMGwAAAC8BQAAQFzCAISAo8n+0+Q/4gEDSFm/7I/ofHQBB' +
    'Tk1GKAAAAAAAAAAAAAUAAAMAAGQAAABWUDhMDwAAAC8FwAAABxBNiP4HIqL/AQA=',
  'base64',
);

function png(colorType: 0 | 2 | 4 | 6, pixels = PIXELS): Uint8Array {
  const file = new PNG({ width: 2, height: 1 });
  file.data.set(pixels);
  return PNG.sync.write(file, { colorType, inputHasAlpha: true });
}

/** Assembles a PNG from parts that encoders don't write. */
function rawPng(
  width: number,
  height: number,
  depth: number,
  colorType: number,
  rows: number[],
  extra: [string, number[]][] = [],
  interlace: 0 | 1 = 0,
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
  header[12] = interlace;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra.map(([type, body]) => chunk(type, Uint8Array.from(body))),
    chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** First column and row of each of the seven passes, and its steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

describe('images', () => {
  it('reports SVG files that end inside the tag of their root', async () => {
    for (const text of ['<svg broken', '<svg xmlns="http://www.w3.org/2000/svg" width="5'])
      expect(await load('image/svg+xml', Buffer.from(text)), text).to.deep.equal({
        image: null,
        codes: ['image/broken'],
      });
  });

  it('splits PNG into color and alpha', async () => {
    const { image } = await load('image/png', png(6));
    expect(image).to.include({ width: 2, height: 1, ratio: 2 });
    expect(rgb(image?.data)).to.deep.equal([255, 0, 0, 0, 255, 0]);
    expect(alphas(image?.data as RasterData)).to.deep.equal([255, 128]);
  });

  it('drops the alpha of an opaque PNG', () => {
    expect(decode(png(6, [1, 2, 3, 255, 4, 5, 6, 255]))?.alpha).to.equal(null);
  });

  it('keeps PNG samples unchanged', () => {
    const grey = rawPng(4, 1, 1, 0, [0, 0b10100000]);
    const { data } = readPngChunks(grey) as PngChunks;
    expect(decode(grey)?.color).to.deep.equal({ channels: 1, bits: 1, form: 'png', bytes: data });
    const keyed = decode(rawPng(2, 1, 8, 2, [0, 1, 2, 3, 4, 5, 6], [['tRNS', [0, 1, 0, 2, 0, 3]]]));
    expect(rgb(keyed)).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(alphas(keyed)).to.deep.equal([0, 255]);
  });

  it('assembles interlaced PNG rows of one, eight and sixteen bits', () => {
    const shade = (x: number, y: number): number => (x * 37 + y * 59) & 255;
    for (const [depth, width] of [
      [1, 11],
      [8, 9],
      [16, 9],
    ]) {
      const bit = (x: number, y: number): number => (depth === 1 ? shade(x, y) & 1 : shade(x, y));
      const rows: number[] = [];
      for (const [x0, y0, dx, dy] of PASSES) {
        for (let y = y0!; y < 7; y += dy!) {
          const samples: number[] = [];
          for (let x = x0!; x < width!; x += dx!) samples.push(bit(x, y));
          if (samples.length === 0) continue;
          rows.push(0);
          if (depth === 8) rows.push(...samples);
          if (depth === 16) for (const sample of samples) rows.push(sample, 99);
          if (depth !== 1) continue;
          for (let i = 0; i < samples.length; i += 8)
            rows.push(samples.slice(i, i + 8).reduce((byte, sample, k) => byte | (sample << (7 - k)), 0));
        }
      }
      const found = rgb(decode(rawPng(width!, 7, depth!, 0, rows, [], 1))).filter((_, i) => i % 3 === 0);
      const scale = depth === 1 ? 255 : 1;
      expect(found).to.deep.equal(
        Array.from({ length: width! * 7 }, (_, i) => bit(i % width!, Math.floor(i / width!)) * scale),
      );
    }
  });

  it('decodes PNG palettes, small depths, transparent colors and 16 bits', () => {
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
    expect(rgb(decode(palette))).to.deep.equal([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(alphas(decode(palette))).to.deep.equal([255, 0, 255]);
    const grey = rawPng(4, 1, 1, 0, [0, 0b10100000], [['tRNS', [0, 1]]]);
    expect(rgb(decode(grey))).to.deep.equal([255, 255, 255, 0, 0, 0, 255, 255, 255, 0, 0, 0]);
    expect(alphas(decode(grey))).to.deep.equal([0, 255, 0, 255]);
    const deep = rawPng(1, 1, 16, 2, [0, 1, 200, 2, 200, 3, 200]);
    expect(rgb(decode(deep))).to.deep.equal([1, 2, 3]);
  });

  it('undoes PNG filters', () => {
    const rows = [1, 10, 5, 2, 1, 1, 3, 4, 6, 4, 1, 2];
    const greys = rgb(decode(rawPng(2, 4, 8, 0, rows))).filter((_, i) => i % 3 === 0);
    expect(greys).to.deep.equal([10, 15, 11, 16, 9, 18, 10, 20]);
  });

  it('rejects broken PNG files, and data much longer or shorter than the header says', async () => {
    expect((await load('image/png', png(6).subarray(0, 40))).codes).to.deep.equal(['image/broken']);
    expect(rgb(decode(rawPng(1, 1, 8, 0, [0, 1, 2, 3])))).to.deep.equal([1, 1, 1]);
    expect(decode(rawPng(1, 1, 8, 0, [5, 1]))).to.equal(null);
    expect(
      decode(
        rawPng(
          1,
          1,
          8,
          0,
          Array.from({ length: 70_000 }, () => 0),
        ),
      ),
    ).to.equal(null);
    expect(decode(rawPng(4, 4, 8, 0, [0, 1]))).to.equal(null);
  });

  it('charges sizes before decoding', async () => {
    const bomb = rawPng(30000, 30000, 8, 6, [0]);
    const failure = await load('image/png', bomb).then(
      () => null,
      (error: RenderError) => error.code,
    );
    expect(failure).to.equal('document_too_complex');
  });

  it('reads size, components and orientation of a JPEG from its header, and keeps the file', async () => {
    const bytes = greyJpeg(30, 20, TURNED);
    const { image } = await load('image/jpeg', bytes);
    expect(image).to.include({ width: 20, height: 30 });
    expect(image?.data).to.deep.include({ type: 'jpeg', components: 1, orientation: 6 });
  });

  it('reads an SVG data: URL with an unescaped # up to its closing tag, and notes it', async () => {
    const load = async (url: string): Promise<[string | null, string[]]> => {
      const diagnostics = new Diagnostics();
      const image = (await createImageStore(new Map([[url, null]]), diagnostics, new Budget(DEFAULT_LIMITS))).get(url);
      return [image?.data.type === 'svg' ? image.data.markup : null, diagnostics.list().map(({ code }) => code)];
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect fill="#c0f"/></svg>';
    const noted = ['image/unescaped-hash'];
    for (const type of ['image/svg+xml', 'image/svg+xml;utf8', 'image/SVG+xml;charset=utf-8']) {
      expect(await load(`data:${type},${svg}`), type).to.deep.equal([svg, noted]);
      expect(await load(`data:${type},${svg}#part`), type).to.deep.equal([svg, noted]);
    }
    const escaped = svg.replace('#', '%23');
    expect(await load(`data:image/svg+xml,${escaped}`)).to.deep.equal([svg, []]);
    expect(await load(`data:image/svg+xml,${escaped}#part`)).to.deep.equal([svg, []]);
    const mixed = encodeURIComponent(svg).replaceAll('%23', '#');
    expect(await load(`data:image/svg+xml,${mixed}`)).to.deep.equal([svg, noted]);
  });

  it('rotates a PNG according to its eXIf chunk', async () => {
    const exif = (orientation: number): Uint8Array => {
      const tiff = [
        0x4d,
        0x4d,
        0,
        42,
        0,
        0,
        0,
        8,
        0,
        1,
        0x01,
        0x12,
        0,
        3,
        0,
        0,
        0,
        1,
        0,
        orientation,
        0,
        0,
        0,
        0,
        0,
        0,
      ];
      return Uint8Array.from([0, 0, 0, tiff.length, ...Buffer.from('eXIf'), ...tiff, 0, 0, 0, 0]);
    };
    const plain = png(2);
    const turned = (orientation: number): Uint8Array =>
      Buffer.concat([plain.subarray(0, 33), exif(orientation), plain.subarray(33)]);
    const size = async (bytes: Uint8Array): Promise<unknown> => {
      const { image } = await load('image/png', bytes);
      return [image?.width, image?.height];
    };
    expect(await size(plain)).to.deep.equal([2, 1]);
    expect(await size(turned(3))).to.deep.equal([2, 1]);
    for (const orientation of [5, 6, 7, 8]) expect(await size(turned(orientation))).to.deep.equal([1, 2]);
    expect(await size(turned(9)), 'no orientation').to.deep.equal([2, 1]);
    expect((await load('image/png', turned(6))).image?.data).to.include({ orientation: 6 });
  });

  it('reports a JPEG gain map, even for a cached image, but no other XMP and APP2', async () => {
    const withSegment = (marker: number, text: string): Buffer => {
      const bytes = Buffer.from(greyJpeg(30, 20, TURNED));
      const head = Buffer.from([0xff, marker, 0, text.length + 2]);
      return Buffer.concat([bytes.subarray(0, 2), head, Buffer.from(text, 'latin1'), bytes.subarray(2)]);
    };
    const codes = async (marker: number, text: string) => (await load('image/jpeg', withSegment(marker, text))).codes;
    const xmp = 'http://ns.adobe.com/xap/1.0/\0<x xmlns:a="http://ns.adobe.com/';
    for (let time = 0; time < 2; time++) {
      expect(await codes(0xe2, 'urn:iso:std:iso:ts:21496:-1\0\0\0\0\0')).to.deep.equal(['image/gain-map-ignored']);
      expect(await codes(0xe1, `${xmp}hdr-gain-map/1.0/"/>`)).to.deep.equal(['image/gain-map-ignored']);
    }
    expect(await codes(0xe1, `${xmp}photoshop/1.0/"/>`)).to.deep.equal([]);
    expect(await codes(0xe2, 'MPF\0II')).to.deep.equal([]);
  });

  it('decodes GIF, and BMP with runs', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    expect(rgb((await load('image/gif', gif)).image?.data)).to.deep.equal([255, 0, 0]);
    const bmp = Buffer.alloc(54 + 8 + 6);
    bmp.write('BM');
    bmp.writeUInt32LE(62, 10);
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(2, 18);
    bmp.writeInt32LE(1, 22);
    bmp.writeUInt16LE(8, 28);
    bmp.writeUInt32LE(1, 30);
    bmp.set([0, 0, 0, 0, 3, 2, 1, 0, 2, 1, 0, 1], 54);
    expect(rgb((await load('image/bmp', bmp)).image?.data)).to.deep.equal([1, 2, 3, 1, 2, 3]);
  });

  it('shows the first frame of an animated WebP at its position on the canvas', async () => {
    const { image, codes } = await load('image/webp', ANIMATED);
    expect(codes).to.deep.equal([]);
    const colors = rgb(image?.data);
    const shown = alphas(image?.data as RasterData).flatMap((alpha, i) =>
      alpha === 0 ? [] : [`${i % 6},${Math.floor(i / 6)}: ${colors.slice(3 * i, 3 * i + 3).join()} ${alpha}`],
    );
    expect(shown).to.deep.equal(['4,2: 0,128,0 255', '5,3: 0,0,255 255']);
    // A frame that extends past the canvas, and a file that ends in its first frame.
    const outside = Buffer.from(ANIMATED);
    outside[ANIMATED.indexOf('ANMF') + 8] = 3;
    for (const broken of [outside, ANIMATED.subarray(0, 80)])
      expect((await load('image/webp', broken)).codes).to.deep.equal(['image/broken']);
  });

  it('removes the globals that decoders install, even if a library has defined `self`', async () => {
    const globals = globalThis as { self?: unknown };
    const outer = Object.getOwnPropertyDescriptor(globals, 'self');
    Object.defineProperty(globals, 'self', { value: globalThis, configurable: true });
    try {
      const before = Object.getOwnPropertyNames(globals);
      await load('image/webp', ANIMATED);
      expect(Object.getOwnPropertyNames(globals)).to.deep.equal(before);
    } finally {
      delete globals.self;
      if (outer !== undefined) Object.defineProperty(globals, 'self', outer);
    }
  });

  it('derives SVG sizes and ratio from attributes', async () => {
    const size = async (attributes: string) => {
      const { image } = await load(
        'image/svg+xml',
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`),
      );
      return [image?.width, image?.height, image?.ratio];
    };
    expect(await size('width="1in" height="48"')).to.deep.equal([96, 48, 2]);
    expect(await size('viewBox="0 0 30 10"')).to.deep.equal([null, null, 3]);
    expect(await size('width="50%" viewBox="0 0 30 10" preserveAspectRatio="none"')).to.deep.equal([null, null, 3]);
  });

  it('reports unknown formats', async () => {
    expect((await load('image/png', Buffer.from('hello'))).codes).to.deep.equal(['image/unknown-format']);
  });
});
