import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render } from '../../../engine/index.ts';
import { renderPixels } from '../../support/pdfium.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:200px 200px;margin:0}body{margin:0}div{margin:20px;width:80px;height:80px;border:10px solid #00f;background:#ff0}</style>';
const BLUE = '0,0,255';
const YELLOW = '255,255,0';
const WHITE = '255,255,255';

async function colorsAt(html: string, ...places: (readonly [number, number])[]): Promise<string[]> {
  const { pdf, diagnostics } = await render(PAGE + html);
  expect(diagnostics).to.deep.equal([]);
  const { width, data } = await renderPixels(pdf, 96 / 72);
  return places.map(([x, y]) => data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).join());
}

describe('border-shape', () => {
  it('is stroked with the border, if there is one, and clips the background', async () => {
    // The shape is in the box halfway between border and padding box: a circle of radius 45 px around (70, 70).
    const found = await colorsAt('<div style="border-shape:circle()"></div>', [70, 70], [27, 70], [70, 113], [33, 33]);
    expect(found).to.deep.equal([YELLOW, BLUE, BLUE, WHITE]);
  });

  it('fills the area between two shapes, the outer in the border box and the inner in the padding box', async () => {
    const found = await colorsAt(
      '<div style="border-shape:inset(0) circle(50%)"></div>',
      [22, 22],
      [70, 70],
      [36, 36],
      [33, 70],
    );
    expect(found).to.deep.equal([BLUE, YELLOW, BLUE, YELLOW]);
  });

  it('uses the width and color of the first side with a line', async () => {
    const found = await colorsAt(
      '<div style="border-color:red lime #00f red;border-top-style:none;border-left-style:none;border-shape:inset(10px) border-box"></div>',
      [30, 70],
      [70, 30],
    );
    expect(found).to.deep.equal([BLUE, BLUE]);
  });

  it('clips overflow and shapes shadows', async () => {
    const found = await colorsAt(
      '<div style="border-shape:circle() circle(30px);overflow:hidden;box-shadow:30px 0 lime"><p style="margin:0;height:200px;background:red"></div>',
      [70, 70],
      [70, 104],
      [140, 70],
      [22, 22],
    );
    expect(found).to.deep.equal(['255,0,0', BLUE, '0,255,0', WHITE]);
  });

  it('is invalid unless it has one or two shapes', async () => {
    for (const value of ['border-box', 'circle() circle() circle()', 'url(#a)', 'circle() foo']) {
      const text = await inspect(`${PAGE}<div style="border-shape:${value}"></div>`, 'paint', null);
      expect(text).not.to.contain('clipPath');
    }
  });
});
