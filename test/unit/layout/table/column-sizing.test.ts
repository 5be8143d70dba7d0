import { expect } from 'chai';
import {
  addCellToColumn,
  addSpanningCell,
  Column,
  distribute,
  distributeFixed,
  gridMinMax,
  NO_PERCENT,
} from '../../../../engine/layout/table/column-sizing.ts';

const PX = 64;

function column(min: number, max: number, values: { percent?: number; edges?: number; fixed?: boolean } = {}): Column {
  const made = new Column(true);
  const measure = {
    min: min * PX,
    max: max * PX,
    percent: values.percent ?? NO_PERCENT,
    percentEdges: (values.edges ?? 0) * PX,
    constrained: values.fixed === true,
  };
  addCellToColumn(made, measure, false);
  return made;
}

const widths = (columns: Column[], target: number): number[] =>
  distribute(columns, 0, columns.length, target * PX, false).map((lu) => lu / PX);

describe('column sizing', () => {
  it('interpolates between min-content and max-content', () => {
    expect(widths([column(10, 50), column(10, 30)], 50)).to.deep.equal([30, 20]);
  });

  it('gives percentages their share before lengths and contents grow', () => {
    expect(widths([column(30, 30, { percent: 20 }), column(0, 50, { fixed: true }), column(0, 30)], 300)).to.deep.equal(
      [60, 50, 190],
    );
  });

  it('distributes width beyond max-content by max-content size, with the rest to the last column', () => {
    expect(widths([column(30, 30), column(30, 30), column(30, 30)], 500)).to.deep.equal([
      166.65625, 166.65625, 166.6875,
    ]);
  });

  it('widens columns with lengths proportionally if there are no others', () => {
    expect(widths([column(0, 50, { fixed: true }), column(0, 100, { fixed: true })], 300)).to.deep.equal([100, 200]);
  });

  it('distributes a spanning cell over its columns', () => {
    const columns = [column(30, 30), column(60, 60)];
    addSpanningCell(
      columns,
      {
        start: 0,
        span: 2,
        measure: { min: 200 * PX, max: 200 * PX, percent: NO_PERCENT, percentEdges: 0, constrained: false },
      },
      0,
      false,
    );
    expect(columns.map((c) => c.min)).to.deep.equal([
      Math.floor((200 * PX) / 3),
      200 * PX - Math.floor((200 * PX) / 3),
    ]);
  });

  it('merges columns without cells of their own', () => {
    const columns = [column(30, 30), new Column(true)];
    addSpanningCell(
      columns,
      {
        start: 0,
        span: 2,
        measure: { min: 100 * PX, max: 100 * PX, percent: NO_PERCENT, percentEdges: 0, constrained: false },
      },
      10 * PX,
      false,
    );
    expect(columns[1]!.mergeable).to.equal(true);
    expect(columns[0]!.min).to.equal(100 * PX);
  });

  it('requires as much width as a percentage column implies', () => {
    expect(gridMinMax([column(30, 30, { percent: 25 }), column(10, 60)], false).max).to.equal(120 * PX);
    expect(gridMinMax([column(30, 30, { percent: 25 }), column(10, 60)], true).max).to.equal(90 * PX);
  });

  it('keeps lengths in fixed mode and lets percentages share the rest', () => {
    const columns = [column(50, 50, { fixed: true }), column(0, 0, { percent: 80 }), column(0, 0)];
    expect(distributeFixed(columns, 92 * PX)).to.deep.equal([50 * PX, 42 * PX, 0]);
  });
});
