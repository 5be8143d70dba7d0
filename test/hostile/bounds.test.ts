/** Small documents, each in a separate process, stay within their limits of memory and time, whatever the result. */
import { expect } from 'chai';
import { renderedAlone } from './alone.ts';
import { BOUNDED_DOCUMENTS } from './bounds.ts';

/** Far more than any of them needs, because a loaded machine is slow. */
const DEADLINE_MS = 150_000;
const GRACE_MS = 500;
/** Other load on the machine may delay one process, but hardly three in a row. */
const TRIES = 3;

describe('small documents with large demands', function () {
  this.timeout(200_000);

  for (const { name, make, answers, megabytes } of BOUNDED_DOCUMENTS) {
    it(`end with ${answers.join(' or ')} within ${megabytes} MB: ${name}`, async () => {
      const found = await renderedAlone(make(), DEADLINE_MS);
      expect(found.answer).to.be.oneOf([...answers]);
      expect(found.megabytes).to.be.below(megabytes);
    });
  }

  const ENDED = new Set([
    'thirty large kernels',
    '20,000 shadows of a text',
    '200,000 controls of writing direction',
    'a text that nearly occurs in an attribute',
    'a word that nearly occurs in an attribute',
    'a word in a font that multiplies its letters',
    'half a million ampersands before no tag',
    'two million selectors of a rule',
    'a class of five million names that are one',
    'half a million tracks of a grid, written out',
    'a long text along a path of 20,000 curves',
    'a text field of 300,000 lines',
    'a blurred path of 150,000 curves',
    'a style attribute that nearly occurs in one before it',
  ]);
  for (const { name, make } of BOUNDED_DOCUMENTS.filter((one) => ENDED.has(one.name))) {
    it(`end at the deadline: ${name}`, async () => {
      let least = Infinity;
      for (let i = 0; i < TRIES && least >= 400 + GRACE_MS; i++) {
        const found = await renderedAlone(make(), 400);
        expect(found.answer).to.be.oneOf(['pdf', 'render_timeout']);
        least = Math.min(least, found.milliseconds);
      }
      expect(least).to.be.below(400 + GRACE_MS);
    });
  }
});
