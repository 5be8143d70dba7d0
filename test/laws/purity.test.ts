import { dumpPages } from '../../engine/debug/dump-fragments.ts';
import { MAX_RESULTS } from '../../engine/layout/cache/layout-cache.ts';
import { dumpAgain } from './again.ts';
import { withFrozenLayout } from './frozen.ts';
import { PURITY_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import type { Sample } from './specimen.ts';

/** Compares two layouts. `keptResults`: how many results the cache keeps per box the second time. */
async function differsAgain(sample: Sample, keptResults: number): Promise<string | null> {
  const laidOut = await layOut(sample);
  if (laidOut.pages.some((page) => page.scale !== 1)) return null;
  const first = dumpPages(laidOut.pages).split('\n');
  const second = (await dumpAgain(laidOut, sample, keptResults)).split('\n');
  const at = first.findIndex((line, i) => line !== second[i]);
  return at < 0 ? null : `line ${at + 1} of the dump was\n${first[at]}\nand is\n${second[at]}`;
}

describe('the law of purity', function () {
  this.timeout(120_000);

  it('forbids writes to the inputs and results of layout', () =>
    uphold({
      name: 'purity',
      runs: 80,
      exceptions: PURITY_EXCEPTIONS,
      violation: (sample) =>
        withFrozenLayout(async () => {
          await layOut(sample);
          return null;
        }),
    }));

  it('gives equal trees for two layouts of the same boxes', () =>
    uphold({
      name: 'repetition',
      runs: 120,
      exceptions: PURITY_EXCEPTIONS,
      violation: (sample) => differsAgain(sample, MAX_RESULTS),
    }));

  for (const keptResults of [0, 1])
    it(`gives equal trees with a cache that keeps ${keptResults} results per box`, () =>
      uphold({
        name: 'independence of the cache',
        runs: 120,
        exceptions: PURITY_EXCEPTIONS,
        violation: (sample) => differsAgain(sample, keptResults),
      }));
});
