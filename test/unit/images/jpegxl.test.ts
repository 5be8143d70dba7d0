/** JPEG XL images: their sizes, and their pixels. */
import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import { createImageStore } from '../../../engine/images/image-store.ts';
import { jpegXlSize } from '../../../engine/images/jpegxl.ts';
import type { Samples } from '../../../engine/images/image.ts';
import { alphasOf, pixelColorsOf } from '../../../engine/images/samples.ts';

/** Two rows of four pixels, one of them half transparent and one invisible. */
const PIXELS = '/woIcLASCAAQAMwASxiTjoODhBNkeC0av4AgAAGpcbLhr59//rFGG/38kzfWiLp+/fz56+f/++GfXFUfbw7d';
/** The same without transparency, in a file of boxes. Its code stream is in two parts. */
const BOXES =
  'AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAASanhscAAAAAD/CghwEAkAAAAiRXhpZk1NACoAAAAIAAEBEgADAAAAAQABAAAAAAAAAAAANGp4bHCAAAABCAABAIgASxiLFVJc0O2YAdgg3gD/my8QAwCp/9zSKCI4Awod63g1AQ==';

/** Returns a header with the given fields: bit counts and values. */
function header(...fields: readonly (readonly [bits: number, value: number])[]): Uint8Array {
  const bits = fields.flatMap(([count, value]) =>
    Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** i) % 2),
  );
  const bytes = Uint8Array.from({ length: 24 });
  bytes.set([0xff, 0x0a]);
  bits.forEach((bit, i) => (bytes[2 + (i >> 3)]! |= bit << (i & 7)));
  return bytes;
}

describe('JPEG XL', () => {
  it('has a size in eights or in pixels, with a width or a ratio', () => {
    const plain = [1, 1] as const;
    expect(jpegXlSize(header([1, 1], [5, 2], [3, 0], [5, 9], plain))).to.deep.equal({ width: 80, height: 24 });
    expect(jpegXlSize(header([1, 0], [2, 0], [9, 6], [3, 0], [2, 1], [13, 999], plain))).to.deep.equal({
      width: 1000,
      height: 7,
    });
    expect(jpegXlSize(header([1, 0], [2, 3], [30, 2 ** 30 - 1], [3, 1], plain))).to.deep.equal({
      width: 2 ** 30,
      height: 2 ** 30,
    });
    const widths = [1, 2, 3, 4, 5, 6, 7].map((ratio) => jpegXlSize(header([1, 1], [5, 0], [3, ratio], plain))!.width);
    expect(widths).to.deep.equal([8, 9, 10, 12, 14, 10, 16]);
  });

  it('has its size after its orientation', () => {
    const turned = (orientation: number): object | null =>
      jpegXlSize(header([1, 1], [5, 0], [3, 7], [1, 0], [1, 1], [3, orientation - 1]));
    expect([1, 4, 5, 8].map(turned)).to.deep.equal([
      { width: 16, height: 8 },
      { width: 16, height: 8 },
      { width: 8, height: 16 },
      { width: 8, height: 16 },
    ]);
  });

  it('has no size if it is neither a code stream nor boxes with one', () => {
    for (const bytes of [[0xff], [0xff, 0x0b, 0, 0], [], [0, 0, 0, 8, 0x6a, 0x78, 0x6c, 0x63]])
      expect(jpegXlSize(Uint8Array.from(bytes))).to.equal(null);
  });

  for (const [what, file, alphas] of [
    ['a code stream', PIXELS, [255, 255, 255, 255, 255, 128, 0, 255]],
    ['boxes', BOXES, null],
  ] as const)
    it(`is decoded from ${what}`, async () => {
      const url = `data:image/jxl;base64,${file}`;
      const diagnostics = new Diagnostics();
      const image = (await createImageStore(new Map([[url, null]]), diagnostics, new Budget(DEFAULT_LIMITS))).get(url);
      expect(diagnostics.list()).to.deep.equal([]);
      const data = image!.data;
      if (data.type !== 'raster') throw new Error(data.type);
      const colors = [...pixelColorsOf(data)];
      expect([data.width, data.height]).to.deep.equal([4, 2]);
      expect(colors.slice(0, 12)).to.deep.equal([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
      expect(colors.slice(12, 18)).to.deep.equal([0, 0, 0, 10, 20, 30]);
      expect(data.alpha ? [...alphasOf(data, data.alpha as Samples)] : null).to.deep.equal(alphas);
    });

  it('is broken if it is truncated or larger than its header says', async () => {
    const bytes = Buffer.from(PIXELS, 'base64');
    const larger = Buffer.from(bytes);
    larger[2] = 0x10;
    const urls = [bytes.subarray(0, 40), larger].map((file) => `data:image/jxl;base64,${file.toString('base64')}`);
    const diagnostics = new Diagnostics();
    const store = await createImageStore(
      new Map(urls.map((url) => [url, null])),
      diagnostics,
      new Budget(DEFAULT_LIMITS),
    );
    expect(urls.map((url) => store.get(url))).to.deep.equal([null, null]);
    expect(diagnostics.list().map(({ code, count }) => [code, count])).to.deep.equal([['image/broken', 2]]);
  });
});
