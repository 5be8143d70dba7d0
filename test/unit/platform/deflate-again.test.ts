import { expect } from 'chai';
import { inflateSync } from 'node:zlib';
import { deflate, PiecewiseDeflate } from '../../../engine/platform/compression.ts';

/** Bytes with long runs and near repetitions, as images have them; the same every time. */
function samples(seed: number): Uint8Array {
  let state = seed;
  const random = (): number => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const levels = 1 + (seed % 4);
  return Uint8Array.from({ length: Math.floor(random() * 60_000) }, () =>
    random() < 0.9 ? 0 : Math.floor(random() * levels) * 80,
  );
}

describe('deflated streams', () => {
  it('hold what was written, however it was cut', () => {
    for (let seed = 1; seed <= 80; seed++) {
      const bytes = samples(seed);
      const whole = deflate(bytes);
      expect(Buffer.compare(inflateSync(whole), bytes), `seed ${seed}`).to.equal(0);
      const pieces = new PiecewiseDeflate();
      for (let at = 0; at < bytes.length; at += 7919) pieces.write(bytes.subarray(at, at + 7919));
      expect(Buffer.compare(pieces.finish(), whole), `seed ${seed}, in pieces`).to.equal(0);
    }
  });
});
