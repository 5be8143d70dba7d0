/** Icons: the largest picture of a file is used, with a mask or alpha. */
import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { headerSize } from '../../../engine/images/decoders.ts';
import { decodeIco } from '../../../engine/images/ico.ts';
import { alphasOf, pixelColorsOf } from '../../../engine/images/samples.ts';
import { sniffImage } from '../../../engine/images/sniff.ts';

const budget = (): Budget => new Budget(DEFAULT_LIMITS);
const word = (value: number): number[] => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
const half = (value: number): number[] => [value & 255, value >> 8];

/** Returns an icon bitmap: rows from the bottom up, padded to multiples of four bytes, then the rows of the mask. */
function bitmap(
  width: number,
  height: number,
  bits: number,
  palette: number[],
  pixels: number[],
  mask: number[],
): number[] {
  const header = [
    ...word(40),
    ...word(width),
    ...word(2 * height),
    ...half(1),
    ...half(bits),
    ...new Array<number>(24).fill(0),
  ];
  return [...header, ...palette, ...pixels, ...mask];
}

/** Returns a file with these pictures: width, height, bits and bytes of each. */
function icon(...pictures: [number, number, number, number[]][]): Uint8Array {
  let at = 6 + 16 * pictures.length;
  const entries = pictures.flatMap(([width, height, bits, bytes]) => {
    const entry = [width, height, 0, 0, ...half(1), ...half(bits), ...word(bytes.length), ...word(at)];
    at += bytes.length;
    return entry;
  });
  return Uint8Array.from([
    0,
    0,
    1,
    0,
    ...half(pictures.length),
    ...entries,
    ...pictures.flatMap(([, , , bytes]) => bytes),
  ]);
}

/** Black and red. The upper left pixel is red, the lower right one transparent. */
const TWO_COLORS = bitmap(
  2,
  2,
  1,
  [0, 0, 0, 0, 0, 0, 255, 0],
  [0x00, 0, 0, 0, 0x80, 0, 0, 0],
  [0x40, 0, 0, 0, 0, 0, 0, 0],
);
const ONE_PIXEL = bitmap(1, 1, 32, [], [3, 2, 1, 128], [0, 0, 0, 0]);

describe('an icon', () => {
  it('uses its largest picture', () => {
    const file = icon([1, 1, 32, ONE_PIXEL], [2, 2, 1, TWO_COLORS]);
    expect(sniffImage(file)).to.equal('ico');
    expect(headerSize('ico', file)).to.deep.equal({ width: 2, height: 2 });
    const image = decodeIco(file, budget())!;
    const { width, height } = image;
    expect([width, height]).to.deep.equal([2, 2]);
    expect([...pixelColorsOf(image)]).to.deep.equal([255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...alphasOf(image, image.alpha!)]).to.deep.equal([255, 255, 255, 0]);
  });

  it('uses the alpha of its pixels unless that is 0 everywhere', () => {
    const image = decodeIco(icon([1, 1, 32, ONE_PIXEL]), budget())!;
    expect([...pixelColorsOf(image), ...alphasOf(image, image.alpha!)]).to.deep.equal([1, 2, 3, 128]);
    const opaque = bitmap(1, 1, 32, [], [3, 2, 1, 0], [0, 0, 0, 0]);
    expect(decodeIco(icon([1, 1, 32, opaque]), budget())!.alpha).to.equal(null);
  });

  it('is broken if its pictures are, regardless of their claimed positions', () => {
    const file = icon([2, 2, 1, TWO_COLORS]);
    for (let length = 0; length < file.length - 8; length++)
      expect(decodeIco(file.subarray(0, length), budget())).to.equal(null);
    const elsewhere = file.slice();
    elsewhere.set(word(0xfffffff0), 18);
    expect(decodeIco(elsewhere, budget())).to.equal(null);
    expect(headerSize('ico', elsewhere)).to.equal(null);
  });
});
