/** Each in a process of its own, small documents take no more than their share of memory and time, whatever becomes of them. */
import { expect } from 'chai';
import { renderedAlone } from './alone.ts';
import { BOUNDED_DOCUMENTS } from './bounds.ts';

/** Far beyond what any of them needs; a loaded machine is slow. */
const DEADLINE_MS = 150_000;
const GRACE_MS = 500;
/** What else the machine does delays a process, but hardly three of them in turn. */
const TRIES = 3;

describe('small documents that want much', function () {
  this.timeout(200_000);

  for (const { name, make, answers, megabytes } of BOUNDED_DOCUMENTS) {
    it(`${name}: ${answers.join(' or ')} within ${megabytes} MB`, async () => {
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
    it(`${name} end at the deadline`, async () => {
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
