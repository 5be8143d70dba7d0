import { harvest } from './harvest.ts';
import { VISIBILITY_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import type { Sample } from './specimen.ts';

/** Returns which line is laid out where no page shows it, or null. */
async function violation(sample: Sample): Promise<string | null> {
  const { pages } = await layOut(sample);
  const [hidden] = harvest(pages).belowAllPages;
  return hidden === undefined ? null : `the line "${hidden}" lies below the end of its page`;
}

describe('the law of visibility', function () {
  this.timeout(120_000);

  it('forbids lines below the end of their page', () =>
    uphold({
      name: 'visibility',
      runs: 150,
      // Monolithic boxes that overflow columns, and footnotes, are cut at page ends.
      without: ['footnotes', 'fixed', 'atomic inlines', 'writing modes'],
      exceptions: VISIBILITY_EXCEPTIONS,
      violation,
    }));
});
