import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../../engine/budget.ts';
import {
  distributeExcess,
  distributeSpanningCells,
  distributeToSections,
  RowSize,
} from '../../../../engine/layout/table/row-sizing.ts';
import { INDEFINITE } from '../../../../engine/units.ts';

const PX = 64;

function rows(
  ...sizes: (number | { size: number; fixed?: boolean; percent?: number; startsSpan?: boolean })[]
): RowSize[] {
  return sizes.map((given) => {
    const row = new RowSize();
    const value = typeof given === 'number' ? { size: given } : given;
    row.blockSize = value.size * PX;
    row.constrained = 'fixed' in value && value.fixed === true;
    if ('percent' in value && value.percent !== undefined) row.percent = value.percent;
    if ('startsSpan' in value && value.startsSpan === true) row.startsSpan = true;
    return row;
  });
}

const heights = (list: RowSize[]): number[] => list.map((row) => row.blockSize / PX);

function spanning(list: RowSize[], size: number): number[] {
  distributeSpanningCells(list, [{ row: 0, span: list.length, blockSize: size * PX }], 0, new Budget(DEFAULT_LIMITS));
  return heights(list);
}

function stretched(list: RowSize[], size: number): number[] {
  distributeExcess(list, 0, list.length, size * PX, 0, size * PX, false);
  return heights(list);
}

// The expectations match Chromium.
describe('row sizing', () => {
  it('distributes a spanning cell by the heights of rows without a specified height', () => {
    expect(spanning(rows(10, { size: 20, fixed: true }, 30), 100)).to.deep.equal([20, 20, 60]);
    expect(spanning(rows(10, { size: 20, fixed: true }), 100)).to.deep.equal([80, 20]);
  });

  it('prefers rows in which other spanning cells start', () => {
    expect(spanning(rows(10, { size: 0, startsSpan: true }, 10), 100)).to.deep.equal([10, 80, 10]);
  });

  it('gives all the height to the last row if all rows are empty', () => {
    expect(spanning(rows(0, 0, 0), 100)).to.deep.equal([0, 0, 100]);
  });

  it('shares a table height equally between empty rows, and gives empty rows nothing if others have content', () => {
    expect(stretched(rows(0, 0), 100)).to.deep.equal([50, 50]);
    expect(stretched(rows(10, 0, 20), 90)).to.deep.equal([30, 0, 60]);
  });

  it('satisfies percentages first', () => {
    expect(stretched(rows({ size: 10, percent: 70 }, { size: 10, percent: 30 }, 10), 100)).to.deep.equal([
      62.5, 27.5, 10,
    ]);
    expect(stretched(rows({ size: 10, percent: 20 }, { size: 20, fixed: true }), 100)).to.deep.equal([50, 50]);
  });

  it('enlarges automatic bodies before anything else', () => {
    const list = rows(10, 10, 50);
    const section = (
      firstRow: number,
      isBody: boolean,
      length = INDEFINITE,
    ): Parameters<typeof distributeToSections>[1][number] => ({
      firstRow,
      rowCount: 1,
      isBody,
      length,
      percent: -1,
    });
    distributeToSections(list, [section(0, false), section(1, true), section(2, true, 50 * PX)], 100 * PX, 0);
    expect(heights(list)).to.deep.equal([10, 40, 50]);
  });
});
