import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { RenderError } from '../../../engine/errors.ts';
import { createImageStore } from '../../../engine/images/image-store.ts';
import type { RasterData, Samples } from '../../../engine/images/image.ts';
import { alphasOf, colorsOf } from '../../../engine/images/samples.ts';
import { decodeTiff } from '../../../engine/images/tiff.ts';
import { unpackBits } from '../../../engine/images/tiff-packing.ts';

/** Images of 4 by 2 pixels, written by libtiff. */
const FILES: Readonly<Record<string, { readonly file: string; readonly colors: readonly number[] }>> = {
  'RGB by LZW': {
    file: 'SUkqACYAAACAAB/gAPOsmjxrpotMNznhXjRLJtArRDs5pHMNwEAKAAABAwABAAAABAAAAAEBAwABAAAAAgAAAAIBAwADAAAApAAAAAMBAwABAAAABQAAAAYBAwABAAAAAgAAABEBBAABAAAACAAAABUBAwABAAAAAwAAABYBAwABAAAAAgAAABcBBAABAAAAHgAAABwBAwABAAAAAQAAAAAAAAAIAAgACAA=',
    colors: [
      0, 255, 0, 30, 235, 77, 60, 215, 154, 90, 195, 231, 120, 175, 52, 150, 155, 129, 180, 135, 206, 210, 115, 27,
    ],
  },
  'RGB as it is': {
    file: 'SUkqAAgAAAAKAAABBAABAAAABAAAAAEBBAABAAAAAgAAAAIBAwADAAAAhgAAAAMBAwABAAAAAQAAAAYBAwABAAAAAgAAABEBBAABAAAAjAAAABUBAwABAAAAAwAAABYBBAABAAAAAgAAABcBBAABAAAAGAAAABwBAwABAAAAAQAAAAAAAAAIAAgACAAA/wAe600815paw+d4rzSWm4G0h87Scxs=',
    colors: [
      0, 255, 0, 30, 235, 77, 60, 215, 154, 90, 195, 231, 120, 175, 52, 150, 155, 129, 180, 135, 206, 210, 115, 27,
    ],
  },
  'RGB by Deflate': {
    file: 'SUkqACoAAAB4nGP4zyD32tfm+qyow88r1ptMm924pf3cpWJpAJOwDH0ACgAAAQMAAQAAAAQAAAABAQMAAQAAAAIAAAACAQMAAwAAAKgAAAADAQMAAQAAAAgAAAAGAQMAAQAAAAIAAAARAQQAAQAAAAgAAAAVAQMAAQAAAAMAAAAWAQMAAQAAAAIAAAAXAQQAAQAAACEAAAAcAQMAAQAAAAEAAAAAAAAACAAIAAgA',
    colors: [
      0, 255, 0, 30, 235, 77, 60, 215, 154, 90, 195, 231, 120, 175, 52, 150, 155, 129, 180, 135, 206, 210, 115, 27,
    ],
  },
  'a palette by PackBits': {
    file: 'SUkqABIAAAADAAECAP4AAAEACgAAAQMAAQAAAAQAAAABAQMAAQAAAAIAAAACAQMAAQAAAAgAAAADAQMAAQAAAAWAAAAGAQMAAQAAAAMAAAARAQQAAQAAAAgAAAAWAQMAAQAAAAIAAAAXAQQAAQAAAAkAAAAcAQMAAQAAAAEAAABAAQMAAAMAAJAAAAAAAAAAAP8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    colors: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 0],
  },
  'one bit': {
    file: 'SUkqAAgAAAAIAAABBAABAAAABAAAAAEBBAABAAAAAgAAAAMBAwABAAAAAQAAAAYBAwABAAAAAQAAABEBBAABAAAAbgAAABYBBAABAAAAAgAAABcBBAABAAAAAgAAABwBAwABAAAAAQAAAAAAAABQwA==',
    colors: [0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0],
  },
  '16 bits of grey': {
    file: 'SUkqAAgAAAAJAAABBAABAAAABAAAAAEBBAABAAAAAgAAAAIBAwABAAAAEAAAAAMBAwABAAAAAQAAAAYBAwABAAAAAQAAABEBBAABAAAAegAAABYBBAABAAAAAgAAABcBBAABAAAAEAAAABwBAwABAAAAAQAAAAAAAAAAAAAB//8AgOgD0AdAnFDD',
    colors: [0, 0, 0, 1, 1, 1, 255, 255, 255, 128, 128, 128, 3, 3, 3, 7, 7, 7, 156, 156, 156, 195, 195, 195],
  },
  CMYK: {
    file: 'SUkqACAAAACAP8AQMAQKCQaBwgAICBoAFBQPCiCICAgKAAABAwABAAAABAAAAAEBAwABAAAAAgAAAAIBAwAEAAAAngAAAAMBAwABAAAABQAAAAYBAwABAAAABQAAABEBBAABAAAACAAAABUBAwABAAAABAAAABYBAwABAAAAAgAAABcBBAABAAAAGAAAABwBAwABAAAAAQAAAAAAAAAIAAgACAAIAA==',
    colors: [0, 255, 255, 255, 0, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 63, 127, 127, 207, 198, 190, 127, 127, 127],
  },
  alpha: {
    file: 'SUkqACAAAACAP8AACBQJAQOBAmFP+BQSHQeHQoEv+AgLAAABAwABAAAABAAAAAEBAwABAAAAAgAAAAIBAwAEAAAAqgAAAAMBAwABAAAABQAAAAYBAwABAAAAAgAAABEBBAABAAAACAAAABUBAwABAAAABAAAABYBAwABAAAAAgAAABcBBAABAAAAGAAAABwBAwABAAAAAQAAAFIBAwABAAAAAgAAAAAAAAAIAAgACAAIAA==',
    colors: [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9, 255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9],
  },
};

const budget = (): Budget => new Budget(DEFAULT_LIMITS);
const bytesOf = (file: string): Uint8Array => Uint8Array.from(Buffer.from(file, 'base64'));

/** Returns red, green and blue of every pixel in any representation. */
function rgb(raster: RasterData): number[] {
  const colors = [...colorsOf(raster)];
  if (raster.palette === null) return colors;
  const indices = colorsOf({ ...raster, palette: null }).filter((_, i) => i % 3 === 0);
  const most = 255 / ((1 << raster.color.bits) - 1);
  return [...indices].flatMap((index) => colors.slice(3 * Math.round(index / most), 3 * Math.round(index / most) + 3));
}

/** Expects null, all the pixels that the file declares, or a typed error for any bytes. */
function expectAnswer(bytes: Uint8Array): void {
  let data: RasterData | null = null;
  try {
    data = decodeTiff(bytes, budget());
  } catch (error) {
    expect(error).to.be.instanceOf(RenderError);
  }
  if (data !== null) expect(rgb(data)).to.have.length(3 * data.width * data.height);
}

describe('TIFF', () => {
  for (const [what, { file, colors }] of Object.entries(FILES)) {
    it(`is decoded: ${what}`, () => {
      const data = decodeTiff(bytesOf(file), budget());
      expect(data && rgb(data)).to.deep.equal(colors);
      const alphas = what === 'alpha' ? [255, 128, 0, 255, 255, 128, 0, 255] : null;
      expect(data?.alpha ? [...alphasOf(data, data.alpha as Samples)] : null).to.deep.equal(alphas);
    });

    it(`is rejected if it is broken: ${what}`, () => {
      const whole = bytesOf(file);
      for (let length = 0; length < whole.length; length += 3) expectAnswer(whole.slice(0, length));
      for (let at = 0; at < whole.length; at++) {
        const changed = whole.slice();
        changed[at] = 255 - changed[at]!;
        expectAnswer(changed);
      }
    });
  }

  it('respects its length, even if its runs are longer', () => {
    expect([...unpackBits(Uint8Array.of(129, 7, 0, 5), 3, budget())]).to.deep.equal([7, 7, 7]);
  });

  it('is supported in documents, and JPEG XL is reported', async () => {
    const urls = [FILES['RGB by LZW']!.file, Buffer.from([255, 10, 0, 0, 0, 0]).toString('base64')].map(
      (file) => `data:image/x;base64,${file}`,
    );
    const diagnostics = new Diagnostics();
    const store = await createImageStore(new Map(urls.map((url) => [url, null])), diagnostics, budget());
    expect(store.get(urls[0]!)).to.include({ width: 4, height: 2 });
    expect(store.get(urls[1]!)).to.equal(null);
    expect(diagnostics.list().map(({ message }) => message)).to.deep.equal([
      'An image of type image/x is JPEG XL, which is not supported.',
    ]);
  });
});
