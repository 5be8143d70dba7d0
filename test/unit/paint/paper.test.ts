import { expect } from 'chai';
import { placeOf } from '../../../engine/paint/paper.ts';
import { render } from '../../../engine/index.ts';

describe('paper', () => {
  const page = { width: 400, height: 200, orientation: 'upright', bleed: 0, marks: [] } as const;

  it('is as large as the page with its bleed, unless it is given', () => {
    expect(placeOf(page, null)).to.deep.include({ width: 400, height: 200, matrix: [1, 0, 0, 1, 0, 0] });
    const bleeding = placeOf({ ...page, bleed: 10 }, null);
    expect(bleeding).to.deep.include({ width: 420, height: 220, matrix: [1, 0, 0, 1, 10, 10] });
  });

  it('is turned to the orientation of the page, which is centered', () => {
    expect(placeOf(page, [300, 500])).to.deep.include({ width: 500, height: 300, matrix: [1, 0, 0, 1, 50, 50] });
    const rotated = placeOf({ ...page, orientation: 'rotate-left' }, [300, 500]);
    expect(rotated).to.deep.include({ width: 300, height: 500, matrix: [1, 0, 0, 1, 50, 50] });
    const square = placeOf({ ...page, height: 400 }, [600, 500]);
    expect(square).to.deep.include({ width: 600, height: 500, matrix: [1, 0, 0, 1, 100, 50] });
  });

  it('holds larger pages at a smaller scale, with their bleed', () => {
    expect(placeOf(page, [100, 200])).to.deep.include({ width: 200, height: 100, matrix: [0.5, 0, 0, 0.5, 0, 0] });
    const bleeding = placeOf({ ...page, bleed: 10 }, [110, 210]);
    expect(bleeding).to.deep.include({ width: 210, height: 110, matrix: [0.5, 0, 0, 0.5, 5, 5] });
  });

  it('moves links and their targets with the page, and clips what leaves it', async () => {
    const html =
      '<style>@page { size: 400px; margin: 0 } body { margin: 0 } a { display: block; height: 40px }</style>' +
      '<a id=b href="#b">x</a>';
    const pdf = Buffer.from((await render(html, { paper: '200px 300px', compress: false })).pdf).toString('latin1');
    expect(pdf).to.match(/\/MediaBox \[0 0 150 225\]/);
    // The page is 150 pt wide and high, 37.5 pt below the edge of the paper.
    expect(pdf).to.match(/\/Rect ?\[0 172\.5 150 187\.5 ?\]/);
    expect(pdf).to.match(/\/XYZ 0 187\.5/);
    expect(pdf).to.match(/0 0 400 400 re\sW n/);
  });
});
