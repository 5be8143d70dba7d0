import { expect } from 'chai';
import { addCorner, shrinkage } from '../../../engine/paint/corner-shape.ts';
import { PathOp } from '../../../engine/paint/canvas.ts';
import { styled } from '../../support/style.ts';

/** The points of the top right corner, 10 px wide and high, of a box that ends at x 10. */
function corner(shape: number): number[][] {
  const path: number[] = [];
  addCorner(path, shape, 0, 0, 10, 0, 10, 10);
  const points: number[][] = [];
  for (let i = 0; i < path.length; i += 3) {
    expect(path[i]).to.equal(PathOp.Line);
    points.push([path[i + 1]!, path[i + 2]!]);
  }
  return points;
}

describe('corner shapes', () => {
  it('are right angles outwards and inwards, and straight between', () => {
    expect(corner(Infinity)).to.deep.equal([
      [10, 0],
      [10, 10],
    ]);
    expect(corner(-Infinity)).to.deep.equal([
      [0, 10],
      [10, 10],
    ]);
    expect(corner(0)).to.deep.equal([[10, 10]]);
  });

  it('are superellipses else', () => {
    for (const [x, y] of corner(2)) expect((x! / 10) ** 4 + ((10 - y!) / 10) ** 4).to.be.closeTo(1, 1e-9);
    for (const [x, y] of corner(-1)) expect(((10 - x!) / 10) ** 2 + (y! / 10) ** 2).to.be.closeTo(1, 1e-9);
  });

  it('keep the width of a border about round and bevelled corners', () => {
    expect(shrinkage(1)).to.be.closeTo(1, 1e-9);
    expect(shrinkage(0)).to.be.closeTo(2 - Math.SQRT2, 1e-9);
  });

  it('are set for all corners, those of a side, and by the flow', () => {
    const { style } = styled(
      '<p id=a style="corner-shape: bevel squircle superellipse(-infinity); corner-left-shape: scoop round; corner-start-end-shape: superellipse(calc(1 + .5))"></p>',
    );
    const { border } = style('a');
    expect([
      border.cornerTopLeftShape,
      border.cornerTopRightShape,
      border.cornerBottomRightShape,
      border.cornerBottomLeftShape,
    ]).to.deep.equal([-1, 1.5, -Infinity, 1]);
  });
});
