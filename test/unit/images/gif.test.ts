/** GIFs, including truncated ones, which must not print anything to the console. */
import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { readGifIndices } from '../../../engine/images/gif-lzw.ts';
import { decodeGif } from '../../../engine/images/gif.ts';

const budget = (): Budget => new Budget(DEFAULT_LIMITS);

/** Encodes indices as three-bit codes, each after a clear code. */
function dataOf(indices: readonly number[]): number[] {
  const bits = [...indices.flatMap((index) => [4, index]), 5].flatMap((code) => [code & 1, (code >> 1) & 1, code >> 2]);
  const bytes: number[] = [];
  bits.forEach((bit, i) => (bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i & 7))));
  return [2, bytes.length, ...bytes, 0];
}

/** Black, red, green and blue; a frame of 1x8 on a screen of 2x8. */
function gif(data: readonly number[], interlaced: boolean): Uint8Array {
  const screen = [2, 0, 8, 0, 0x81, 0, 0];
  const colors = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255];
  const frame = [0x2c, 1, 0, 0, 0, 1, 0, 8, 0, interlaced ? 0x40 : 0];
  return Uint8Array.from([...Buffer.from('GIF89a'), ...screen, ...colors, ...frame, ...data, 0x3b]);
}

function indicesOf(data: readonly number[], count: number): number[] {
  const out = new Uint8Array(count);
  return [...out.subarray(0, readGifIndices(Uint8Array.from(data), 0, out, budget()))];
}

describe('a GIF', () => {
  it('repeats runs, including the one being defined', () => {
    // Clear, 1, 6 (the run that begins with the preceding 1), end: three bits each.
    expect(indicesOf([2, 2, 0b10_001_100, 0b1011, 0], 9)).to.deep.equal([1, 1, 1]);
  });

  it('ends with its data, keeps what was decoded, and prints nothing to the console', () => {
    const { log } = console;
    const said: unknown[] = [];
    console.log = (...words: unknown[]) => void said.push(words);
    try {
      expect(indicesOf(dataOf([1, 2, 3]), 9)).to.deep.equal([1, 2, 3]);
      expect(indicesOf([2, 1, 0b111_100, 0], 9)).to.deep.equal([]);
      expect(indicesOf([12, 1, 0, 0], 9)).to.deep.equal([]);
      expect(decodeGif(gif(dataOf([1, 2]), false), budget())?.alpha).to.not.equal(null);
    } finally {
      console.log = log;
    }
    expect(said).to.deep.equal([]);
  });

  it('has its rows in four passes', () => {
    const inOrder = decodeGif(gif(dataOf([0, 1, 2, 3, 0, 1, 2, 3]), false), budget());
    const inPasses = decodeGif(gif(dataOf([0, 0, 2, 2, 1, 3, 1, 3]), true), budget());
    expect(inPasses).to.deep.equal(inOrder);
  });
});
