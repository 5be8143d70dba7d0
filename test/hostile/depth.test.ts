/** Nesting is refused for what it is, before the stack ends: the answer is the same wherever the engine runs. */
import { expect } from 'chai';
import { type Nesting, nestings } from './nested.ts';

describe('boxes in each other', function () {
  this.timeout(300_000);
  let found: Nesting[] = [];
  before(async () => {
    found = await nestings();
  });

  it('are laid out or refused, and never end the stack', () => {
    const wrong = found.filter(({ outcomes }) => !['pdf', 'refused', 'pdf refused'].includes(outcomes.join(' ')));
    expect(wrong).to.deep.equal([]);
  });

  it('go deeper than documents do', () => {
    expect(found.filter(({ deepest }) => deepest < 80)).to.deep.equal([]);
    expect(found.find(({ what }) => what === '<div>')?.deepest).to.equal(512);
  });
});
