/** Small documents, each in a separate process, stay within their limits of memory and work, whatever the result. */
import { expect } from 'chai';
import { renderedAlone } from './alone.ts';
import { BOUNDED_DOCUMENTS } from './bounds.ts';

/** More than any of them needs. */
const MOST_LOOKS = 60_000;
/** Steps until the clock is read again, on average: some milliseconds. */
const MOST_STEPS_PER_LOOK = 1_000_000;

describe('small documents that need much time or memory', function () {
  this.timeout(600_000);

  for (const { name, make, answers, megabytes } of BOUNDED_DOCUMENTS) {
    it(`end with ${answers.join(' or ')} within ${megabytes} MB: ${name}`, async () => {
      const found = await renderedAlone(make(), { mostLooks: MOST_LOOKS });
      expect(found.answer).to.be.oneOf([...answers]);
      expect(found.megabytes).to.be.below(megabytes);
    });
  }

  const WATCHED = new Set([
    '5,000 shadows of a text',
    '200,000 bidirectional control characters',
    'a text that almost occurs in an attribute',
    'a word that almost occurs in an attribute',
    'a style attribute that almost occurs in an earlier one',
    'a word in a font that multiplies its letters',
    'half a million ampersands without a tag after them',
    'two million selectors of a rule',
    'a class attribute with one name five million times',
    'half a million explicit grid tracks',
    'a long text along a path of 20,000 curves',
    'a text field of 300,000 lines',
    'a blurred path of 150,000 curves',
  ]);
  const watched = BOUNDED_DOCUMENTS.filter(({ name }) => WATCHED.has(name));

  it('include every document whose clock reads are counted', () => {
    expect(watched).to.have.lengthOf(WATCHED.size);
  });

  for (const { name, make } of watched) {
    it(`read the clock regularly, so that a deadline ends them: ${name}`, async () => {
      const { looks, steps } = await renderedAlone(make(), { mostLooks: 200, counted: true });
      expect(steps / looks).to.be.below(MOST_STEPS_PER_LOOK);
    });
  }
});
