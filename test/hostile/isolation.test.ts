/** State that is kept between renders changes no result, whatever was rendered or aborted before. */
import { expect } from 'chai';
import { answersOf } from './isolation/answers.ts';
import { COLLIDING } from './isolation/colliding.ts';

const ORDERS = [1, 2];

describe('similar documents', function () {
  this.timeout(300_000);

  it('give the same result as alone, in any order, also after aborted renders', async () => {
    const [alone, ...others] = await Promise.all(['fresh' as const, ...ORDERS].map(answersOf));
    const changed: string[] = [];
    for (const answers of others)
      for (const [i, { name }] of COLLIDING.entries()) if (answers[i] !== alone![i]) changed.push(name);
    expect(changed).to.deep.equal([]);
    // A sheet whose medium matches is equivalent to the sheet itself.
    expect(new Set(alone).size, 'they differ from each other').to.equal(COLLIDING.length - 1);
  });
});
