import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { substitute } from '../../../engine/style/substitution.ts';
import { watching } from '../../support/counted.ts';

describe('substitution', () => {
  const values = {
    variable: () => 'ab',
    attribute: () => null,
    inherited: () => null,
    condition: () => false,
    call: () => '1px',
  };

  /** Returns the characters that regular expressions search during the substitution. */
  async function searched(text: string): Promise<number> {
    let characters = 0;
    await watching(
      RegExp.prototype,
      'test',
      (_, subject) => void (characters += String(subject).length),
      () => substitute(text, values, new Budget(DEFAULT_LIMITS)),
    );
    return characters;
  }

  for (const call of ['--f(1px) ', '--f()', 'var(--a)', 'var(--a) x'])
    it(`doesn't search its result again for each reference: ${call}`, async () => {
      expect(await searched(call.repeat(2000))).to.be.at.most(2.2 * (await searched(call.repeat(1000))));
    });

  it('separates neighbors that would merge into one token', () => {
    const of = (text: string): string | null => substitute(text, values, new Budget(DEFAULT_LIMITS));
    expect(of('var(--a)var(--a)')).to.equal('ab/**/ab');
    expect(of('var(--a) var(--a)x')).to.equal('ab ab/**/x');
    expect(of('x--f()')).to.equal('x--f()');
    expect(of('1var(--a)2')).to.equal('1var(--a)2');
    expect(of('(var(--a))var(--a)')).to.equal('(ab)ab');
  });
});
