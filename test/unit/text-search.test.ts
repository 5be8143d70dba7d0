import { expect } from 'chai';
import fc from 'fast-check';
import { indexOfText } from '../../engine/text-search.ts';

describe('indexOfText', () => {
  it('finds what the runtime finds', () => {
    const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 300 }).map((units) => units.join(''));
    const property = fc.property(text, fc.nat(280), fc.nat(120), fc.nat(40), (whole, at, length, from) => {
      const part = whole.slice(at, at + length);
      for (const wanted of [part, `${part}c`, `a${part}`])
        expect(indexOfText(whole, wanted, from)).to.equal(whole.indexOf(wanted, from));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('takes time linear in the sum of both lengths', () => {
    const half = 'x'.repeat(100_000);
    const begun = performance.now();
    expect(indexOfText('x'.repeat(300_000), `${half}y${half}`)).to.equal(-1);
    expect(performance.now() - begun).to.be.below(1000);
  });
});
