import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { deflate, PiecewiseDeflate } from '../../../engine/platform/compression.ts';

/** Returns deterministic bytes with long runs and near repetitions, as in images. */
function samples(seed: number): Uint8Array {
  let state = seed;
  const random = (): number => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const levels = 1 + (seed % 4);
  return Uint8Array.from({ length: Math.floor(random() * 60_000) }, () =>
    random() < 0.9 ? 0 : Math.floor(random() * levels) * 80,
  );
}

describe('deflated streams', () => {
  it('restore the written bytes, regardless of their chunks', () => {
    for (let seed = 1; seed <= 80; seed++) {
      const bytes = samples(seed);
      const whole = deflate(bytes);
      expect(Buffer.compare(inflateSync(whole), bytes), `seed ${seed}`).to.equal(0);
      const pieces = new PiecewiseDeflate();
      for (let at = 0; at < bytes.length; at += 7919) pieces.write(bytes.subarray(at, at + 7919));
      expect(Buffer.compare(pieces.finish(), whole), `seed ${seed}, in pieces`).to.equal(0);
    }
  });

  it('are identical bytes on every machine', () => {
    const text = Array.from({ length: 4000 }, (_, i) => `${(i * 7919) % 1000} ${i % 13} Td`).join('\n');
    const deflated = deflate(new TextEncoder().encode(text));
    expect(deflated.length).to.equal(10029);
    expect(createHash('sha256').update(deflated).digest('hex').slice(0, 16)).to.equal('75c383cf465ecfec');
  });

  it('may exceed the initial memory, without affecting later short ones', () => {
    const short = new TextEncoder().encode('0 0 m 1 1 l S\n'.repeat(40));
    const before = deflate(short);
    const long = new Uint8Array(24_000_000).map((_, i) => (i * 31 + (i >> 9)) & 255);
    expect(Buffer.compare(inflateSync(deflate(long)), long)).to.equal(0);
    expect(Buffer.compare(deflate(short), before)).to.equal(0);
    expect(Buffer.compare(inflateSync(deflate(new Uint8Array())), new Uint8Array())).to.equal(0);
  });
});
