import { expect } from 'chai';
import { Coverage } from '../../../engine/paint/coverage.ts';
import { ellipsePath, pathOf, sharpRect } from '../../../engine/paint/rounded-rect.ts';

const sum = (samples: Float32Array): number => samples.reduce((total, sample) => total + sample, 0);

describe('coverage', () => {
  it('is the share of each sample that a shape covers', () => {
    const grid = new Coverage(4, 3);
    grid.add(pathOf(sharpRect(0.5, 1, 2, 1.25)), 0, 0, 1);
    const rows = [0, 1, 2].map((y) => Array.from(grid.samples.subarray(y * 4, y * 4 + 4)));
    expect(rows).to.deep.equal([
      [0, 0, 0, 0],
      [0.5, 1, 0.5, 0],
      [0.125, 0.25, 0.125, 0],
    ]);
  });

  it('starts at the given origin with the given resolution', () => {
    const coarse = new Coverage(20, 20);
    coarse.add(ellipsePath(10, 10, 8, 6), 0, 0, 1);
    const fine = new Coverage(40, 40);
    fine.add(ellipsePath(110, 60, 8, 6), 100, 50, 2);
    expect(sum(fine.samples)).to.be.closeTo(4 * sum(coarse.samples), 1);
    expect(sum(fine.samples)).to.be.closeTo(4 * Math.PI * 48, 2);
  });

  it('adds up to the area of slanted and round shapes', () => {
    const grid = new Coverage(40, 40);
    grid.add([0, 1, 1, 1, 38, 4, 1, 7, 39, 3], 0, 0, 1);
    // Half the cross product of two sides.
    expect(sum(grid.samples)).to.be.closeTo(Math.abs(37 * 38 - 3 * 6) / 2, 0.01);
    const circle = new Coverage(40, 40);
    circle.add(ellipsePath(20, 20, 15, 10), 0, 0, 1);
    expect(sum(circle.samples)).to.be.closeTo(Math.PI * 150, 1.5);
  });

  it('leaves holes empty and clips content outside', () => {
    const grid = new Coverage(10, 10);
    grid.add([...pathOf(sharpRect(-5, -5, 20, 20)), 0, 2, 2, 1, 2, 8, 1, 8, 8, 1, 8, 2, 3], 0, 0, 1);
    expect(sum(grid.samples)).to.be.closeTo(64, 1e-4);
  });

  it('is spread by a blur without loss', () => {
    const grid = new Coverage(61, 61);
    grid.add(pathOf(sharpRect(30, 30, 1, 1)), 0, 0, 1);
    grid.blur(4);
    expect(sum(grid.samples)).to.be.closeTo(1, 1e-4);
    const at = (x: number): number => grid.samples[30 * 61 + x]!;
    expect(at(30)).to.be.closeTo(1 / (2 * Math.PI * 16), 0.002);
    expect(at(34) / at(30)).to.be.closeTo(Math.exp(-0.5), 0.1);
    expect(at(26)).to.be.closeTo(at(34), 1e-6);
  });

  it('is interpolated between samples in a larger grid', () => {
    const grid = new Coverage(2, 2);
    grid.samples.set([0, 1, 0, 0]);
    const { width, height, samples } = grid.enlarged(2);
    expect([width, height]).to.deep.equal([4, 4]);
    expect(Array.from(samples.subarray(0, 8))).to.deep.equal([0, 0.25, 0.75, 1, 0, 0.1875, 0.5625, 0.75]);
    expect(Array.from(samples.subarray(12))).to.deep.equal([0, 0, 0, 0]);
  });

  it('adds up in a grid that another one is partly outside of', () => {
    const grid = new Coverage(3, 2);
    const other = new Coverage(2, 2);
    other.samples.fill(0.25);
    for (const [x, y] of [
      [0, 0],
      [-1, 1],
      [2, -1],
      [5, 5],
    ] as const)
      grid.addGrid(other, x, y);
    expect(Array.from(grid.samples)).to.deep.equal([0.25, 0.25, 0.25, 0.5, 0.25, 0]);
  });
});
