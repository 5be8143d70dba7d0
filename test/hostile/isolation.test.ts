/** What is kept from one render for the next changes no answer: not by what was rendered before, nor by renders that broke off. */
import { expect } from 'chai';
import { answersOf } from './isolation/answers.ts';
import { COLLIDING } from './isolation/colliding.ts';

const ORDERS = [1, 2];

describe('documents with much in common', function () {
  this.timeout(300_000);

  it('become what they become alone, in any order, also after renders that broke off', async () => {
    const [alone, ...others] = await Promise.all(['fresh' as const, ...ORDERS].map(answersOf));
    const changed: string[] = [];
    for (const answers of others)
      for (const [i, { name }] of COLLIDING.entries()) if (answers[i] !== alone![i]) changed.push(name);
    expect(changed).to.deep.equal([]);
    // A sheet in a medium that matches is the sheet.
    expect(new Set(alone).size, 'they differ from each other').to.equal(COLLIDING.length - 1);
  });
});
