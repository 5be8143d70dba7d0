import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Length } from '../../../engine/css/length.ts';
import { Color } from '../../../engine/css/color.ts';
import { placeTiles } from '../../../engine/paint/background.ts';
import { carvedColor } from '../../../engine/paint/border-colors.ts';
import { gradientPaint } from '../../../engine/paint/gradient.ts';
import { pathText } from '../../../engine/debug/dump-display-list.ts';
import { fitRadii, inset, outsetForShadow } from '../../../engine/paint/rounded-rect.ts';
import { dashedStroke, squareDots } from '../../../engine/paint/stroke.ts';
import { parsePathData } from '../../../engine/paint/svg/path-data.ts';
import { viewBoxMatrix } from '../../../engine/paint/svg/svg-view.ts';

const RED = new Color(1, 0, 0, 1);
const BLUE = new Color(0, 0, 1, 1);
const CENTER = { x: Length.percent(50), y: Length.percent(50) };
const START = { x: Length.ZERO, y: Length.ZERO };
const AUTO = { width: Length.AUTO, height: Length.AUTO };

describe('dashes', () => {
  it('fit dots and dashes to the line', () => {
    expect(dashedStroke('dotted', 5, 110, false).dash[1]).to.be.closeTo(9.535, 1e-3);
    expect(dashedStroke('dashed', 1, 70, false).dash[1]).to.be.closeTo(28 / 13, 1e-9);
    expect(dashedStroke('dashed', 4, 16, false).dash).to.deep.equal([]);
  });

  it('place a square dot at both ends of a thin line', () => {
    const starts = (length: number, width: number): number[] => squareDots(length, width).map((dot) => dot.start);
    expect(starts(22, 2)).to.deep.equal([0, 4, 8, 12, 16, 20]);
    expect(starts(23, 2)).to.deep.equal([0, 5, 9, 13, 17, 21]);
    expect(starts(24, 2)).to.deep.equal([0, 3, 7, 11, 15, 19, 22]);
    expect(starts(25, 2)).to.deep.equal([0, 3, 7, 11, 15, 19, 23]);
    expect(squareDots(84, 3)[0]).to.deep.equal({ start: 0, length: 4 });
  });
});

describe('carved borders', () => {
  it("use Chromium's shades", () => {
    const grey = (n: number): Color => new Color(n / 255, n / 255, n / 255, 1);
    const shades = (color: Color): number[] =>
      (['top', 'bottom'] as const).map((side) => Math.round(carvedColor(color, 'inset', side).r * 255));
    expect(shades(grey(0x88))).to.deep.equal([0x34, 0xdc]);
    expect(shades(grey(0xee))).to.deep.equal([0x9a, 0xee]);
    expect(shades(grey(0))).to.deep.equal([84, 168]);
  });
});

describe('rounded rectangles', () => {
  const rect = { x: 0, y: 0, width: 100, height: 50 };

  it('shrink overlapping radii by one factor', () => {
    expect(fitRadii(rect, [50, 50, 0, 0, 0, 0, 50, 50])).to.deep.equal([25, 25, 0, 0, 0, 0, 25, 25]);
    expect(fitRadii(rect, [0, 0, 0, 0, 0, 0, 0, 0])).to.equal(null);
  });

  it('keep square corners square inside and outside', () => {
    const r = { ...rect, radii: fitRadii(rect, [10, 10, 0, 0, 0, 0, 0, 0]) };
    expect(inset(r, 4, 4, 4, 4).radii?.slice(0, 4)).to.deep.equal([6, 6, 0, 0]);
    expect(outsetForShadow(r, 5).radii?.slice(0, 4)).to.deep.equal([15, 15, 0, 0]);
  });

  it('keep a circle a circle for any spread', () => {
    const circle = { x: 0, y: 0, width: 2, height: 2, radii: [1, 1, 1, 1, 1, 1, 1, 1] as const };
    expect(outsetForShadow(circle, 149).radii?.[0]).to.be.closeTo(150, 1e-9);
  });
});

describe('background tiles', () => {
  const area = { x: 10, y: 20, width: 100, height: 50 };
  const natural = { width: 30, height: 30, ratio: 1 };
  const place = (over: object): ReturnType<typeof placeTiles> =>
    placeTiles(area, { position: START, size: AUTO, repeatX: 'repeat', repeatY: 'repeat', ...over }, natural);

  it('are sized, positioned, rounded and spaced', () => {
    expect(place({})).to.deep.equal({ x: 10, y: 20, width: 30, height: 30, stepX: 30, stepY: 30 });
    expect(place({ size: 'cover' })).to.include({ width: 100, height: 100 });
    expect(place({ size: 'contain', position: CENTER })).to.include({ x: 35, width: 50, height: 50 });
    expect(place({ repeatX: 'round' })).to.include({ width: 100 / 3, height: 100 / 3 });
    expect(place({ repeatX: 'space', repeatY: 'space' })).to.include({ stepX: 35, x: 10, stepY: 0 });
    expect(place({ size: { width: Length.ZERO, height: Length.AUTO } })).to.equal(null);
  });
});

describe('gradients', () => {
  const linear = (
    stops: { color: Color | null; position: Length | null }[],
    repeating = false,
  ): ReturnType<typeof gradientPaint> =>
    gradientPaint(
      { type: 'linear-gradient', repeating, direction: { angle: 90 }, stops, colorSpace: null },
      100,
      50,
      RED,
    );

  it('spread stops and keep them in order', () => {
    const paint = linear([
      { color: RED, position: null },
      { color: BLUE, position: Length.px(60) },
      { color: RED, position: Length.px(40) },
      { color: BLUE, position: null },
    ]);
    expect('stops' in paint && paint.stops.map((stop) => stop.offset)).to.deep.equal([0, 0.6, 0.6, 1]);
    expect('geometry' in paint && paint.geometry).to.deep.equal([0, 25, 100, 25]);
  });

  it('fade to transparent without passing through black', () => {
    const paint = linear([
      { color: RED, position: null },
      { color: Color.TRANSPARENT, position: null },
    ]);
    expect('stops' in paint && paint.stops[1]!.color).to.deep.equal(new Color(1, 0, 0, 0));
  });

  it('become a plain color if nothing changes', () => {
    expect(
      linear([
        { color: RED, position: null },
        { color: RED, position: null },
      ]),
    ).to.deep.equal(RED);
  });
});

describe('SVG attributes', () => {
  const budget = new Budget(DEFAULT_LIMITS);

  it('read path data up to the first error', () => {
    expect(pathText(parsePathData('M10 10h5v5H10z m1 1 l2,2', budget))).to.equal(
      'M 10 10 L 15 10 L 15 15 L 10 15 Z M 11 11 L 13 13',
    );
    expect(pathText(parsePathData('M0 0 L10 x 5', budget))).to.equal('M 0 0');
    expect(pathText(parsePathData('M0 0A10 10 0 0110 10', budget))).to.equal('M 0 0 C 5.523 0 10 4.477 10 10');
  });

  it('map a viewBox by preserveAspectRatio', () => {
    const viewport = { x: 0, y: 0, width: 200, height: 100 };
    const viewBox = { x: 0, y: 0, width: 50, height: 50 };
    expect(viewBoxMatrix(viewBox, null, viewport)).to.deep.equal([2, 0, 0, 2, 50, 0]);
    expect(viewBoxMatrix(viewBox, 'none', viewport)).to.deep.equal([4, 0, 0, 2, 0, 0]);
    expect(viewBoxMatrix(viewBox, 'xMinYMax slice', viewport)).to.deep.equal([4, 0, 0, 4, 0, -100]);
  });
});
