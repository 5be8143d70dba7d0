import { expect } from 'chai';
import { addCorner } from '../../../engine/paint/corner-contour.ts';
import { PathOp } from '../../../engine/paint/display-list.ts';
import { inset, moved, pathOf } from '../../../engine/paint/rounded-rect.ts';
import { styled } from '../../support/style.ts';

/** Returns the points of the top right corner, 10 px wide and high, of a box that ends at x = 10. */
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
  it('are right angles outwards and inwards, with a straight line between them', () => {
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

  it('are superellipses for other values', () => {
    for (const [x, y] of corner(2)) expect((x! / 10) ** 4 + ((10 - y!) / 10) ** 4).to.be.closeTo(1, 1e-9);
    for (const [x, y] of corner(-1)) expect(((10 - x!) / 10) ** 2 + (y! / 10) ** 2).to.be.closeTo(1, 1e-9);
  });

  it('keep their distance if sides move, each corner by the amounts of its sides', () => {
    const outline = (shape: number, ...by: [number, number, number, number]): number[][] => {
      const radii = [20, 20, 20, 20, 20, 20, 20, 20] as const;
      const box = { x: 0, y: 0, width: 100, height: 60, radii, shapes: [shape, shape, shape, shape] as const };
      const path = pathOf(inset(box, ...by));
      return Array.from({ length: Math.floor(path.length / 3) }, (_, i) => path.slice(3 * i + 1, 3 * i + 3));
    };
    const topLeft = (points: number[][]): number[][] => points.filter(([x, y]) => x! < 50 && y! < 30);
    // The curve is centered on the corner of the border box and cut off at the sides.
    const scooped = topLeft(outline(-1, 3, 3, 3, 3));
    for (const [x, y] of scooped) expect(Math.hypot(x!, y!)).to.be.closeTo(23, 0.05);
    expect([scooped[0]![0], scooped.at(-1)![1]]).to.deep.equal([3, 3]);
    expect(topLeft(outline(-Infinity, 2, 4, 6, 8))).to.deep.equal([
      [8, 28],
      [22, 28],
      [22, 2],
    ]);
    expect(topLeft(outline(-Infinity, -2, -2, -2, -2))).to.deep.equal([
      [-2, 18],
      [0, 18],
      [18, 18],
      [18, 0],
      [18, -2],
    ]);
    // The bevel runs from (0, 20) to (20, 0).
    for (const [x, y] of topLeft(outline(0, 3, 3, 3, 3))) expect((x! + y! - 20) * Math.SQRT1_2).to.be.closeTo(3, 1e-9);
    // The position of a shadow does not change its outline.
    const box = {
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      radii: [3, 3, 3, 3, 3, 3, 3, 3] as const,
      shapes: [0, 0, 0, 0] as const,
    };
    const grown = inset(box, -1, -1, -1, -1);
    const shifts = pathOf(moved(grown, 5, 5)).map((value, i) => value - pathOf(grown)[i]!);
    expect(new Set(shifts.map((shift) => Math.round(shift)))).to.deep.equal(new Set([0, 5]));
    expect(shifts.filter((shift) => shift > 1)).to.have.length(32);
    // Corners that would overlap meet in the middle.
    const narrow = outline(-1, 25, 25, 25, 25);
    expect(narrow.every(([x, y]) => x! >= 25 && x! <= 75 && y! >= 25 && y! <= 35)).to.equal(true);
  });

  it('can be set for all corners, for those of a side, and by flow-relative names', () => {
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
