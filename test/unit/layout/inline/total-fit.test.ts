import { expect } from 'chai';
import { TotalFit, type FitWishes } from '../../../../engine/layout/inline/total-fit.ts';

const WISHES: FitWishes = {
  available: 6000,
  indent: 0,
  end: 0,
  isJustified: false,
  fontSize: 16,
  mostHyphenated: Infinity,
  hyphenatedBefore: 0,
  zone: 0,
  keepsLastWhole: false,
};

/** Returns a deterministic generator of numbers from 0 to `bound` - 1. */
function numbers(seed: number): (bound: number) => number {
  let state = seed + 1;
  return (bound) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % bound;
}

/** Fills the recorder with words and some of their syllables, and returns where the text ends. */
function fill(fit: TotalFit, seed: number, places: number): number {
  const next = numbers(seed);
  const { recorder } = fit;
  recorder.begin(0, true);
  let x = 0;
  let gaps = 0;
  for (let k = 0; k < places; k++) {
    x += 200 + next(1800);
    const isHyphen = next(3) === 0;
    recorder.offsets[k] = k + 1;
    recorder.ends[k] = x;
    recorder.hyphens[k] = isHyphen ? 120 : -1;
    recorder.gapsBeforeEnd[k] = gaps;
    if (!isHyphen) [x, gaps] = [x + 250, gaps + 1];
    recorder.starts[k] = x;
    recorder.gapsBeforeStart[k] = gaps;
    recorder.count = k + 1;
  }
  return x + 200 + next(1800);
}

/** Returns the cost of a paragraph's lines from badness and hyphens. The last line is long enough and free. */
function demerits({ recorder }: TotalFit, wishes: FitWishes, breaks: readonly number[]): number {
  let cost = 0;
  let from = -1;
  let wasHyphenated = false;
  for (const k of breaks) {
    const start = from < 0 ? 0 : recorder.starts[from]!;
    const isHyphenated = recorder.hyphens[k]! >= 0;
    const free = wishes.available - (recorder.ends[k]! + Math.max(0, recorder.hyphens[k]!) - start);
    if (free < -1) return Infinity;
    const gaps = wishes.isJustified
      ? Math.max(0.1, recorder.gapsBeforeEnd[k]! - (from < 0 ? 0 : recorder.gapsBeforeStart[from]!))
      : 1;
    const ratio = Math.max(0, free) / (wishes.fontSize * 64 * (wishes.isJustified ? 1 / 6 : 3) * gaps);
    const badness = Math.min(10_000, 100 * ratio ** 3);
    cost += (1 + badness) ** 2 + (badness === 10_000 ? free : 0);
    if (isHyphenated) cost += 2500 + (wasHyphenated ? 10_000 : 0);
    wasHyphenated = isHyphenated;
    from = k;
  }
  if (wishes.end - (from < 0 ? 0 : recorder.starts[from]!) > wishes.available + 1) return Infinity;
  return cost;
}

/** Returns the lowest cost of all ways to break a paragraph. The last line always begins after opportunity `last`. */
function cheapest(fit: TotalFit, wishes: FitWishes, last: number): number {
  let least = Infinity;
  for (let chosen = 0; chosen < 1 << last; chosen++) {
    const breaks: number[] = [];
    for (let k = 0; k < last; k++) if ((chosen & (1 << k)) !== 0) breaks.push(k);
    least = Math.min(least, demerits(fit, wishes, [...breaks, last]));
  }
  return least;
}

describe('lines chosen for a whole paragraph', () => {
  for (const isJustified of [false, true])
    it(`have the minimum cost of all ways to break it${isJustified ? ', justified' : ''}`, () => {
      const fit = new TotalFit();
      for (let seed = 0; seed < 60; seed++) {
        const end = fill(fit, seed, 11);
        const wishes = { ...WISHES, isJustified, end };
        const breaks = fit.run(wishes)!.map(({ at }) => at);
        expect(breaks.length, `seed ${seed}`).to.be.greaterThan(0);
        const cost = demerits(fit, wishes, breaks);
        const best = cheapest(fit, wishes, breaks.at(-1)!);
        // The line before the last continues the run of hyphens, which this calculation only counts for the lines
        // before it.
        expect(cost, `seed ${seed}`).to.be.at.most(best + 10_000);
        if (!breaks.some((k) => fit.recorder.hyphens[k]! >= 0)) expect(cost, `seed ${seed}`).to.equal(best);
      }
    });

  it("don't depend on the previous paragraph", () => {
    const fit = new TotalFit();
    const end = fill(fit, 3, 40);
    const first = fit.run({ ...WISHES, end });
    fit.run({ ...WISHES, end: fill(fit, 8, 300) });
    fill(fit, 3, 40);
    expect(fit.run({ ...WISHES, end })).to.deep.equal(first);
  });

  it('overflow if the text has no break opportunity', () => {
    const fit = new TotalFit();
    fit.recorder.begin(0, false);
    expect(fit.run({ ...WISHES, end: 9000 })).to.deep.equal([]);
    const { recorder } = fit;
    recorder.offsets[0] = 1;
    recorder.ends[0] = 9000;
    recorder.starts[0] = 9250;
    recorder.hyphens[0] = -1;
    recorder.count = 1;
    expect(fit.run({ ...WISHES, end: 9900 })).to.deep.equal([{ at: 0, isOverfull: true }]);
  });
});
