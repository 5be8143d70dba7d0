/** The cost of a filtered group is known before it is drawn, so the group can get coarser or be refused. */
import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { RenderError } from '../../../engine/errors.ts';
import { PathOp } from '../../../engine/paint/display-list.ts';
import { FilterBudget } from '../../../engine/paint/filters/filter-budget.ts';
import { NOTHING_DRAWN, outlineCost, rasterCost } from '../../../engine/paint/filters/raster-cost.ts';

const AREA = 800 * 1000;

const granted = (markup: string, limits = {}) =>
  new FilterBudget(new Budget({ ...DEFAULT_LIMITS, ...limits })).take(AREA, 3, rasterCost(markup));

describe('the cost of filters', () => {
  it('depends on their kernels, octaves and layers', () => {
    const { flat } = rasterCost('');
    expect(rasterCost('<feConvolveMatrix order="10 20" kernelMatrix="1"/>').flat).to.be.above(flat + 1000);
    expect(rasterCost('<feTurbulence numOctaves="50"/>').flat).to.be.above(flat + 1000);
    expect(rasterCost('<feMorphology operator="dilate" radius="30 2"/>').kernel).to.be.above(200);
    expect(rasterCost('<g><g><g></g></g></g>').layers - rasterCost('').layers).to.equal(3);
  });

  it('makes groups coarser if they would take too much time or memory', () => {
    const plain = granted('<feOffset dx="1"/>').sampling;
    expect(plain).to.be.within(2, 3);
    expect(granted('<feMorphology radius="50"/>'.repeat(10)).sampling).to.be.below(plain / 3);
    const layered = granted('<feOffset dx="1"/>'.repeat(200));
    expect(layered.sampling).to.be.below(plain / 2);
    expect(layered.bytes).to.be.below(200_000_001);
  });

  it('covers everything that filters process, visible or not', () => {
    const cost = rasterCost('<feGaussianBlur stdDeviation="99"/>');
    const take = (worked: number) => new FilterBudget(new Budget(DEFAULT_LIMITS)).take(AREA, 3, cost, worked);
    expect(take(25 * AREA).sampling).to.be.below(take(AREA).sampling / 2);
  });

  it('is bounded for thousands of small groups, which get coarser', () => {
    const budget = new Budget({ ...DEFAULT_LIMITS, deadlineMs: 1e6 });
    const groups = new FilterBudget(budget);
    const cost = rasterCost('<feGaussianBlur stdDeviation="1"/>'.padEnd(10_000));
    let sampling = 3;
    for (let i = 0; i < 2000; i++) ({ sampling } = groups.take(100 * 30, 3, cost));
    // A unit of work is 2,000 ns.
    expect((budget.work * 2000) / 1e9).to.be.below(8);
    expect(sampling).to.be.within(0.4, 2);
  });

  it('counts only the part of a picture that a shadow blurs', () => {
    const markup = '<g filter="url(#a)"><feGaussianBlur/></g>'.repeat(50);
    const part = rasterCost(markup, { rows: 0, shadows: { count: 50, share: 0.5 } });
    expect(part.flat).to.be.below(rasterCost(markup.slice(0, markup.length / 50)).flat);
    expect(part.layers).to.be.below(10);
  });

  it('ends the render early if it would exceed the deadline', () => {
    expect(() => granted('<feGaussianBlur stdDeviation="9"/>', { deadlineMs: 50 })).to.throw(
      RenderError,
      'longer than 50',
    );
  });

  it('counts the rows that outlines in a picture cross, and how many outlines share a row', () => {
    const zigzag = (n: number, height: number): number[] =>
      Array.from({ length: n }, (_, i) => [i === 0 ? PathOp.Move : PathOp.Line, i % 7, i % 2 ? height : 0]).flat();
    const cost = (n: number, height: number, strokeWidth = 0): number =>
      outlineCost(zigzag(n, height), [1, 0, 0, 1, 0, 0], strokeWidth);
    expect(cost(100, 200) / cost(100, 100)).to.be.closeTo(2, 0.1);
    expect(cost(200_000, 100) / cost(100_000, 100)).to.be.above(3);
    expect(cost(100, 100, 2)).to.be.above(3 * cost(100, 100));
    // A stroke isn't traced far outside.
    expect(cost(100, 100, 3e7)).to.equal(cost(100, 100, 3e5));
    const { sampling } = new FilterBudget(new Budget(DEFAULT_LIMITS)).take(
      AREA,
      3,
      rasterCost('', { ...NOTHING_DRAWN, rows: cost(200_000, 100) }),
    );
    expect(sampling).to.be.below(0.1);
  });
});
