/** Doubling anything about doubles the cost. */
import { expect } from 'chai';
import { HOSTILE_DOCUMENTS } from './documents.ts';
import { spentOn } from './spent.ts';

const MOST_A_DOUBLING = 2.5;

describe('hostile documents', function () {
  this.timeout(120_000);

  for (const { name, n, make } of HOSTILE_DOCUMENTS) {
    it(`cost about twice as much with twice as many ${name}`, async () => {
      const sizes = [];
      for (const factor of [1, 2, 4]) sizes.push(await spentOn(make(n * factor)));
      for (let i = 1; i < sizes.length; i++) {
        const label = JSON.stringify(sizes);
        expect(sizes[i]!.ticks / sizes[i - 1]!.ticks, label).to.be.below(MOST_A_DOUBLING);
        expect(sizes[i]!.pdf / sizes[i - 1]!.pdf, label).to.be.below(MOST_A_DOUBLING);
      }
    });
  }
});
