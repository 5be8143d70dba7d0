/** Some mutated documents; `npm run fuzz` tests more. */
import { expect } from 'chai';
import { FAILED_SEEDS } from './fuzz/failed-seeds.ts';
import { judge } from './fuzz/fuzz.ts';
import { judgeOther } from './fuzz/other-inputs.ts';

const SEEDS = 60;
const OTHER_SEEDS = 300;

describe('mutated documents', function () {
  this.timeout(300_000);

  it('give a PDF or a typed refusal, with the same result twice', async () => {
    const failed: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { failure } = await judge(seed);
      if (failure !== null) failed.push(`seed ${seed}: ${failure}`);
    }
    expect(failed).to.deep.equal([]);
  });

  it('include existing PDFs, templates and jobs', async () => {
    const failed: string[] = [];
    for (let seed = 1; seed <= OTHER_SEEDS; seed++) {
      const failure = await judgeOther(seed);
      if (failure !== null) failed.push(`seed ${seed}: ${failure}`);
    }
    expect(failed).to.deep.equal([]);
  });

  for (const [seed, what] of FAILED_SEEDS) {
    it(`pass the regression for ${what}`, async () => {
      expect((await judge(seed)).failure).to.equal(null);
    });
  }
});
