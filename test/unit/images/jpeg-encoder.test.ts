/** Encoded JPEGs, decoded by PDFium. */
import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { readJpeg } from '../../../engine/images/jpeg.ts';
import { encodeJpeg } from '../../../engine/images/jpeg-encoder.ts';
import { huffmanTable } from '../../../engine/images/jpeg-huffman.ts';
import { render } from '../../../engine/index.ts';
import { renderPixels } from '../../support/pdfium.ts';

const budget = (): Budget => new Budget(DEFAULT_LIMITS);

/** Returns a picture with smooth and sharp parts. */
function picture(width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isInside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (width / 4) ** 2;
      rgba.set(isInside ? [230, 40, 60, 255] : [(x * 255) / width, (y * 255) / height, 120, 255], 4 * (y * width + x));
    }
  return rgba;
}

/** Returns the average difference between the pixels of a page that shows only the JPEG and the originals. */
async function distance(jpeg: Uint8Array, rgba: Uint8Array, width: number, height: number): Promise<number> {
  const url = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  const { pdf } = await render(
    `<style>@page{size:${width}px ${height}px;margin:0}body{margin:0}img{display:block;width:${width}px}</style><img src="${url}">`,
  );
  const { data } = await renderPixels(pdf, 96 / 72);
  let sum = 0;
  for (let i = 0; i < rgba.length; i++) sum += i % 4 === 3 ? 0 : Math.abs(data[i]! - rgba[i]!);
  return sum / (0.75 * rgba.length);
}

describe('encoded JPEGs', () => {
  const [width, height] = [72, 44];
  const rgba = picture(width, height);

  for (const [quality, most] of [
    [100, 1.2],
    [91, 2.5],
    [85, 5],
    [30, 9],
  ] as const)
    it(`reproduce the picture at quality ${quality} within ${most} of 255`, async () => {
      const jpeg = encodeJpeg(rgba, width, height, false, quality, budget());
      expect(readJpeg(jpeg)).to.include({ width, height, components: 3 });
      expect(await distance(jpeg, rgba, width, height)).to.be.lessThan(most);
    });

  it('have one component if they are gray', async () => {
    const grey = rgba.map((_, i) => (i % 4 === 3 ? 255 : rgba[i - (i % 4)]!));
    const jpeg = encodeJpeg(grey, width, height, true, 85, budget());
    expect(readJpeg(jpeg)).to.include({ components: 1 });
    expect(await distance(jpeg, grey, width, height)).to.be.lessThan(3);
  });

  it('shrink with decreasing quality', () => {
    const sizes = [100, 91, 85, 50, 30, 1].map(
      (quality) => encodeJpeg(rgba, width, height, false, quality, budget()).length,
    );
    for (let i = 1; i < sizes.length; i++) expect(sizes[i], sizes.join()).to.be.below(sizes[i - 1]!);
  });

  it('may have a single pixel', async () => {
    const dot = Uint8Array.of(200, 100, 50, 255);
    expect(await distance(encodeJpeg(dot, 1, 1, false, 90, budget()), dot, 1, 1)).to.be.lessThan(8);
  });
});

describe('Huffman tables', () => {
  const of = (frequencies: readonly number[]): ReturnType<typeof huffmanTable> => {
    const all = new Uint32Array(256);
    all.set(frequencies);
    return huffmanTable(all);
  };

  it('have shorter codes for frequent symbols, are prefix-free, and have no code of ones only', () => {
    const { codes, lengths, symbols } = of([1, 20, 5, 0, 3]);
    expect(symbols).to.deep.equal([1, 2, 4, 0]);
    const words = symbols.map((symbol) => codes[symbol]!.toString(2).padStart(lengths[symbol]!, '0'));
    expect(words).to.deep.equal(['0', '10', '110', '1110']);
  });

  it('have a code for a single symbol', () => {
    const { counts, codes, lengths } = of([7]);
    expect([counts[0], codes[0], lengths[0]]).to.deep.equal([1, 0, 1]);
  });

  it('have no code longer than 16 bits', () => {
    // Each weight equals the sum of all previous ones, which gives the deepest possible tree.
    let [a, b] = [1, 1];
    const frequencies = Array.from({ length: 30 }, () => {
      [a, b] = [b, a + b];
      return a;
    });
    const { counts, lengths } = of(frequencies);
    expect(counts).to.have.length(16);
    expect(Math.max(...lengths)).to.equal(16);
    expect(counts.reduce((sum, count, i) => sum + count / 2 ** (i + 1), 0)).to.be.lessThan(1);
  });
});
