import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { inspect } from '../../../engine/debug/inspect.ts';
import type { Path } from '../../../engine/paint/display-list.ts';
import { MeasuredPath } from '../../../engine/paint/path-measure.ts';
import { ellipsePath, pathOf, sharpRect } from '../../../engine/paint/rounded-rect.ts';
import { spentOn } from '../../hostile/spent.ts';

const measured = (path: Path): MeasuredPath => new MeasuredPath(path, new Budget(DEFAULT_LIMITS));
const rounded = (...numbers: readonly number[]): number[] => numbers.map((n) => Math.round(n * 100) / 100 + 0);

describe('measured paths', () => {
  const at = (path: MeasuredPath, distance: number): number[] => {
    const { x, y, degrees } = path.at(distance);
    return rounded(x, y, degrees);
  };

  it('stop at the ends of an open path, and wrap around a loop', () => {
    const open = measured([0, 0, 0, 1, 100, 0, 1, 100, 50]);
    expect(open.length).to.equal(150);
    expect([-10, 40, 120, 999].map((distance) => at(open, distance))).to.deep.equal([
      [0, 0, 0],
      [40, 0, 0],
      [100, 20, 90],
      [100, 50, 90],
    ]);
    const loop = measured(pathOf(sharpRect(0, 0, 100, 50)));
    expect(at(loop, 330)).to.deep.equal(at(loop, 30));
    expect(at(loop, -20)).to.deep.equal([0, 20, -90]);
  });

  it('follow a curve by its length', () => {
    const circle = measured(ellipsePath(0, 0, 100, 100));
    expect(circle.length).to.be.closeTo(200 * Math.PI, 0.5);
    const { x, y, degrees } = circle.at(circle.length / 8);
    expect(x).to.be.closeTo(Math.SQRT1_2 * 100, 0.1);
    expect(y).to.be.closeTo(Math.SQRT1_2 * 100, 0.1);
    expect(degrees).to.be.closeTo(135, 0.1);
  });

  it('are a single point if nothing has a length', () => {
    expect(at(measured([0, 7, 8, 3]), 50)).to.deep.equal([7, 8, 0]);
  });
});

describe('motion paths', () => {
  it('are measured once for all boxes on them', async () => {
    const path = `path('M0 0${'c1 1 2 2 3 3'.repeat(2000)}')`;
    const html = `<style>p { offset-path: ${path}; offset-distance: 50% }</style>${'<p>x'.repeat(20)}`;
    expect((await spentOn(html)).ticks).to.be.below(40_000);
  });

  /** Returns the matrix that paints #b (20 x 10 px) in #o (200 x 100 px, 10 px border), at the page origin. */
  async function matrix(style: string, outer = ''): Promise<string> {
    const html = `<!DOCTYPE html><style>@page { size: 400px 300px; margin: 0 } body { margin: 0 }
      #o { width: 180px; height: 80px; border: 10px solid; position: relative; ${outer} }
      #b { width: 20px; height: 10px; background: green; ${style} }</style>
      <div id=o><div id=b></div></div>`;
    const paint = await inspect(html, 'paint', null);
    return /transform (?!1 0 0 1 0 0)(.*)/.exec(paint)?.[1] ?? 'none';
  }

  it('rotate a box around its anchor into the direction of the path', async () => {
    expect(await matrix("offset-path: path('M0 0H100V50'); offset-distance: 120px; offset-anchor: left top")).to.equal(
      '0 1 -1 0 120 20',
    );
    expect(
      await matrix("offset: path('M0 0H100V50') 120px reverse 90deg / left top; transform: translate(1px, 2px)"),
    ).to.equal('1 0 0 1 101 22');
  });

  it('start rays at offset-position and measure them against the containing block', async () => {
    const ray = (text: string): Promise<string> => matrix(`offset: ${text}; offset-anchor: 0 0; offset-rotate: 0deg`);
    // The reference box is the border box, 200 x 100; the box itself is at (10, 10).
    expect(await ray('ray(90deg closest-side) 100%')).to.equal('1 0 0 1 140 40');
    expect(await ray('ray(180deg sides at 50% 25%) 100%')).to.equal('1 0 0 1 90 90');
    expect(await ray('0 0 ray(90deg farthest-side contain) 50%')).to.equal('1 0 0 1 85 -10');
    expect(await ray('auto ray(90deg) 30px')).to.equal('1 0 0 1 30 0');
  });

  it('follow boxes and their corners, shapes and referenced shapes', async () => {
    expect(await matrix('offset: padding-box 190px / 0 0')).to.equal('0 1 -1 0 200 10');
    expect(await matrix('offset: circle(40px) 0 / 0 0')).to.equal('0 1 -1 0 150 40');
    const html = `<style>body { margin: 0 } #b { width: 20px; height: 10px; offset: url(#s) 50% / 0 0; background: red }</style>
      <div id=b></div><svg><defs><polyline id=s points="5,0 5,40" /></defs></svg>`;
    expect(await inspect(html, 'paint', null)).to.contain('transform 0 1 -1 0 5 20');
  });

  it('create a stacking context and a containing block', async () => {
    const html = `<style>@page { size: 400px 300px; margin: 0 } body { margin: 0 }
      #b { margin: 50px; height: 100px; offset: path('M0 0h10') / 0 0 } i { position: fixed; top: 0; left: 0; width: 9px; height: 9px; background: red }</style>
      <div id=b><i></i></div>`;
    expect(await inspect(html, 'paint', null)).to.contain('fillRect 50 50 9 9 #ff0000');
  });
});
