import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../../engine/budget.ts';
import { type FlexibleItem, prepareFlex, solveFlexLines } from '../../../../engine/layout/flex/solve-flex-lines.ts';
import { MAX_LU } from '../../../../engine/units.ts';

const PX = 64;

function item(base: number, values: Partial<FlexibleItem> = {}): FlexibleItem {
  return {
    flexBaseSize: base * PX,
    minMainSize: 0,
    maxMainSize: MAX_LU,
    mainMargins: 0,
    mainEdges: 0,
    grow: 0,
    shrink: 1,
    ...values,
  };
}

function solve(items: FlexibleItem[], available: number, wraps = false, gap = 0): { lines: number[]; sizes: number[] } {
  const options = {
    availableMain: available * PX,
    wraps,
    gap: gap * PX,
    budget: new Budget(DEFAULT_LIMITS),
    starts: null,
  };
  const lines = solveFlexLines(items, options);
  return {
    lines: lines.map((line) => line.end - line.start),
    sizes: lines.flatMap((line) => line.sizes.map((size) => size / PX)),
  };
}

/** Implements the specification's loop in floating point, step by step, as an oracle. */
function oracle(items: FlexibleItem[], available: number): number[] {
  const clamp = (i: FlexibleItem, size: number): number => Math.max(i.minMainSize, Math.min(i.maxMainSize, size));
  const hypothetical = items.reduce((sum, i) => sum + clamp(i, i.flexBaseSize) + i.mainMargins, 0);
  const growing = hypothetical < available * PX;
  const target = items.map((i) => i.flexBaseSize);
  const frozen = items.map((i, n) => {
    const size = clamp(i, i.flexBaseSize);
    const stop = (growing ? i.grow : i.shrink) === 0 || (growing ? i.flexBaseSize > size : i.flexBaseSize < size);
    if (stop) target[n] = size;
    return stop;
  });
  const free = (): number =>
    available * PX - items.reduce((sum, i, n) => sum + i.mainMargins + (frozen[n] ? target[n]! : i.flexBaseSize), 0);
  const initial = free();
  while (frozen.includes(false)) {
    const factors = items.reduce((sum, i, n) => sum + (frozen[n] ? 0 : growing ? i.grow : i.shrink), 0);
    let rest = free();
    if (factors < 1 && Math.abs(initial * factors) < Math.abs(rest)) rest = initial * factors;
    const weight = (i: FlexibleItem): number => (growing ? i.grow : i.shrink * (i.flexBaseSize - i.mainEdges));
    const total = items.reduce((sum, i, n) => sum + (frozen[n] ? 0 : weight(i)), 0);
    items.forEach((i, n) => {
      if (!frozen[n]) target[n] = i.flexBaseSize + (total > 0 ? (rest * weight(i)) / total : 0);
    });
    const clamped = items.map((i, n) => (frozen[n] ? target[n]! : clamp(i, target[n]!)));
    const violation = clamped.reduce((sum, size, n) => sum + size - target[n]!, 0);
    items.forEach((_, n) => {
      if (frozen[n]) return;
      const own = clamped[n]! - target[n]!;
      if (Math.abs(violation) < 1e-6 || (violation > 0 ? own > 0 : own < 0)) frozen[n] = true;
      target[n] = clamped[n]!;
    });
  }
  return target.map((size) => size / PX);
}

describe('solveFlexLines', () => {
  before(prepareFlex);

  it('breaks lines where the next hypothetical size no longer fits', () => {
    expect(solve([item(40), item(40), item(40)], 100, true).lines).to.deep.equal([2, 1]);
    expect(solve([item(40), item(40), item(40)], 100, true, 25).lines).to.deep.equal([1, 1, 1]);
    expect(solve([item(40), item(200), item(40)], 100, true).lines).to.deep.equal([1, 1, 1]);
  });

  it('distributes free space in exact fractions, rounded by position', () => {
    const grow = { grow: 1 };
    expect(solve([item(0, grow), item(0, grow), item(0, grow)], 500).sizes).to.deep.equal([
      166.65625, 166.671875, 166.671875,
    ]);
  });

  it('shrinks by inner base size', () => {
    expect(solve([item(100), item(300)], 200).sizes).to.deep.equal([50, 150]);
    expect(solve([item(100, { mainEdges: 50 * PX, minMainSize: 50 * PX }), item(100)], 140).sizes).to.deep.equal([
      80, 60,
    ]);
  });

  it('distributes part of the space if the factors sum to less than 1', () => {
    expect(solve([item(0, { grow: 0.25 }), item(0, { grow: 0.25 })], 100).sizes).to.deep.equal([25, 25]);
  });

  it('freezes minimum and maximum violations in the order of the specification', () => {
    const sizes = solve(
      [item(0, { grow: 1, maxMainSize: 10 * PX }), item(0, { grow: 1, minMainSize: 60 * PX }), item(0, { grow: 1 })],
      100,
    ).sizes;
    expect(sizes).to.deep.equal([10, 60, 30]);
  });

  it('matches the specification for random items', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
    for (let round = 0; round < 400; round++) {
      const items: FlexibleItem[] = [];
      for (let n = 0; n < 1 + Math.floor(random() * 6); n++) {
        const min = random() < 0.4 ? Math.floor(random() * 150) * PX : 0;
        items.push(
          item(Math.floor(random() * 200), {
            grow: Math.floor(random() * 4) / 2,
            shrink: Math.floor(random() * 4) / 2,
            minMainSize: min,
            maxMainSize: random() < 0.4 ? Math.max(min, Math.floor(random() * 200) * PX) : MAX_LU,
          }),
        );
      }
      const available = Math.floor(random() * 800);
      const expected = oracle(items, available);
      solve(items, available).sizes.forEach((size, n) =>
        expect(size, `round ${round} item ${n}`).to.be.closeTo(expected[n]!, 0.1),
      );
    }
  });
});
