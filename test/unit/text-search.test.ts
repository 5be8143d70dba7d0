import { expect } from 'chai';
import fc from 'fast-check';
import { stepsIn } from '../support/steps.ts';
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

  it('takes a number of steps proportional to the sum of both lengths', async () => {
    const url = new URL('../../engine/text-search.ts', import.meta.url);
    const stepsOf = (n: number): Promise<number> =>
      stepsIn<typeof import('../../engine/text-search.ts')>(url, (search) => {
        const half = 'x'.repeat(n);
        expect(search.indexOfText('x'.repeat(3 * n), `${half}y${half}`)).to.equal(-1);
      });
    expect(await stepsOf(8000)).to.be.below(2.1 * (await stepsOf(4000)));
  });
});
