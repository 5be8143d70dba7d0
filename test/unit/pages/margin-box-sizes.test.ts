import { expect } from 'chai';
import {
  distributeMarginBoxes,
  resolveFixedDimension,
  type VariableBox,
} from '../../../engine/pages/margin-box-sizes.ts';
import { INDEFINITE, MAX_LU } from '../../../engine/units.ts';

const auto = (minContent: number, maxContent: number, more: Partial<VariableBox> = {}): VariableBox => ({
  size: INDEFINITE,
  minContent,
  maxContent,
  margins: 0,
  minSize: 0,
  maxSize: MAX_LU,
  ...more,
});
const fixed = (size: number): VariableBox => auto(0, 0, { size });

describe('sizes of margin boxes (css-page-3 §5.3.2)', () => {
  it('give the whole side to a single box', () => {
    expect(distributeMarginBoxes(null, auto(10, 50), null, 600)).to.deep.equal([0, 600, 0]);
    expect(distributeMarginBoxes(auto(10, 50), null, null, 600)).to.deep.equal([600, 0, 0]);
  });

  it('divide the side between two boxes by their max-content sizes', () => {
    expect(distributeMarginBoxes(auto(10, 100), null, auto(10, 200), 600)).to.deep.equal([200, 0, 400]);
    expect(distributeMarginBoxes(fixed(100), null, auto(10, 200), 600)).to.deep.equal([100, 0, 500]);
  });

  it('keep the middle box centered', () => {
    const [left, middle, right] = distributeMarginBoxes(auto(10, 100), auto(10, 100), auto(10, 300), 600);
    expect(left + right + middle).to.be.at.most(600);
    expect(left).to.equal(right);
    expect(middle).to.be.lessThan(left);
  });

  it('are equal if no box has content', () => {
    expect(distributeMarginBoxes(auto(0, 0), auto(0, 0), auto(0, 0), 600)).to.deep.equal([200, 200, 200]);
    expect(distributeMarginBoxes(auto(0, 0), auto(5, 5), auto(0, 0), 600)).to.deep.equal([0, 600, 0]);
  });

  it('treat each side separately next to a middle box', () => {
    expect(distributeMarginBoxes(auto(10, 10), auto(50, 50), fixed(40), 200)).to.deep.equal([40, 120, 40]);
    expect(distributeMarginBoxes(auto(60, 60), auto(40, 40), fixed(20), 200)).to.deep.equal([75, 50, 20]);
  });

  it('respect limits', () => {
    expect(distributeMarginBoxes(auto(10, 100, { maxSize: 150 }), null, auto(10, 100), 600)).to.deep.equal([
      150, 0, 450,
    ]);
    expect(distributeMarginBoxes(auto(10, 100, { minSize: 500 }), null, auto(10, 100), 600)).to.deep.equal([
      500, 0, 100,
    ]);
  });

  it('fill the margin in the other dimension, or align with its inner edge', () => {
    expect(resolveFixedDimension(null, INDEFINITE, null, 0, 100, true).size).to.equal(100);
    expect(resolveFixedDimension(10, INDEFINITE, 20, 0, 100, true)).to.include({ size: 70, marginStart: 10 });
    expect(resolveFixedDimension(null, 40, null, 0, 100, true)).to.include({ size: 40, marginStart: 30 });
    expect(resolveFixedDimension(10, 40, 10, 0, 100, true)).to.include({ size: 40, marginStart: 50 });
    expect(resolveFixedDimension(10, 40, 10, 0, 100, false)).to.include({ size: 40, marginStart: 10 });
  });
});
