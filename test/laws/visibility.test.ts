import { harvest } from './harvest.ts';
import { VISIBILITY_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import type { Sample } from './specimen.ts';

/** Which line is laid out where no page shows it; null: none. */
async function violation(sample: Sample): Promise<string | null> {
  const { pages } = await layOut(sample);
  const [hidden] = harvest(pages).belowAllPages;
  return hidden === undefined ? null : `the line "${hidden}" lies below the end of its page`;
}

describe('law of visibility', function () {
  this.timeout(120_000);

  it('no line lies below the end of its page', () =>
    uphold({
      name: 'visibility',
      runs: 150,
      // Monolithic boxes are cut at the ends of pages, but overflow columns; footnotes are.
      without: ['footnotes', 'fixed', 'atomic inlines', 'writing modes'],
      exceptions: VISIBILITY_EXCEPTIONS,
      violation,
    }));
});
