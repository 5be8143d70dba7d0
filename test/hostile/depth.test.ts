/** Excessive nesting is refused as such before the stack overflows, so that the result is the same in every runtime. */
import { expect } from 'chai';
import { type Nesting, nestings } from './nested.ts';

describe('nested boxes', function () {
  this.timeout(300_000);
  let found: Nesting[] = [];
  before(async () => {
    found = await nestings();
  });

  it('are laid out or refused, and never overflow the stack', () => {
    const wrong = found.filter(({ outcomes }) => !['pdf', 'refused', 'pdf refused'].includes(outcomes.join(' ')));
    expect(wrong).to.deep.equal([]);
  });

  it('can be deeper than real documents', () => {
    expect(found.filter(({ deepest }) => deepest < 80)).to.deep.equal([]);
    expect(found.find(({ what }) => what === '<div>')?.deepest).to.equal(512);
  });
});
