import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:300px;margin:0}body{margin:0}table{border-collapse:collapse}td,th{padding:0}</style>';

/** Returns what is filled or clips, in order. */
async function painted(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/(fillRect|fillPath|clipPath) (.*)/g)].map((match) => match[0]);
}

describe('edges of boxes that touch', () => {
  it('match the fill if an inset shadow covers the whole box or leaves a hole in it', async () => {
    const box = (shadow: string, more = ''): Promise<string[]> =>
      painted(`<div style="width:50px;height:20px;box-shadow:inset ${shadow} #000;${more}"></div>`);
    expect(await box('0 0 0 9999px')).to.deep.equal(['fillRect 0 0 50 20 #000000']);
    expect(await box('0 0 0 2px')).to.deep.equal([
      'fillPath M 0 0 L 50 0 L 50 20 L 0 20 Z M 2 2 L 48 2 L 48 18 L 2 18 Z evenodd #000000',
    ]);
    expect((await box('0 0 0 9px', 'border-radius:5px'))[0]).to.match(/^clipPath/);
    expect((await box('5px 0'))[0]).to.match(/^clipPath/);
  });

  it('show the gap of double borders that cells share', async () => {
    const sides = async (width: number): Promise<string[]> =>
      (await painted(`<table><th style="border:${width}px double;width:9px;height:9px"></table>`)).slice(0, 2);
    expect(await sides(4)).to.deep.equal(['fillRect 0 0 1 17 #000000', 'fillRect 3 0 1 17 #000000']);
    expect(await sides(5)).to.deep.equal(['fillRect 0 0 2 19 #000000', 'fillRect 3 0 2 19 #000000']);
  });

  it('have no shadow where a break cuts the box: its inner clip extends past the cut', async () => {
    const shapes = await painted('<div style="width:50px;height:450px;box-shadow:0 0 0 6px #f00"></div>');
    const clips = shapes.filter((shape) => shape.startsWith('clipPath')).map((shape) => shape.split(' M ')[2]);
    expect(clips).to.deep.equal([
      '0 0 L 50 0 L 50 20300 L 0 20300 Z evenodd',
      '0 -20000 L 50 -20000 L 50 150 L 0 150 Z evenodd',
    ]);
  });
});

describe('lengths', () => {
  const shapes = async (html: string, of: RegExp): Promise<number[][]> =>
    [...(await inspect(PAGE + html, 'paint', null)).matchAll(of)].map(([, numbers]) => numbers!.split(' ').map(Number));
  const RECT = /fillRect (\S+ \S+ \S+ \S+)/g;
  const STROKE = /strokePath .* width (\S+)/g;
  const HALF_PT = 42 / 64;

  it('between cells and around outlines have the specified size', async () => {
    const cells = '<td style="background:#000;width:.5px;height:9px">'.repeat(4);
    const bars = await shapes(`<table style="border-collapse:separate;border-spacing:.5px">${cells}</table>`, RECT);
    expect(bars.map(([x, y, width]) => [x, y, width])).to.deep.equal([
      [0.5, 0.5, 0.5],
      [1.5, 0.5, 0.5],
      [2.5, 0.5, 0.5],
      [3.5, 0.5, 0.5],
    ]);
    const outline = await inspect(
      `${PAGE}<p style="margin:9px;width:20px;height:20px;outline:.5px solid;outline-offset:1.5px">`,
      'paint',
      null,
    );
    expect(outline).to.contain('M 7.25 7.25');
  });

  it('are painted with the specified thickness', async () => {
    for (const [css, width] of [
      ['.1mm', 24 / 64],
      ['.25pt', 21 / 64],
      ['.5pt', HALF_PT],
      ['1.5px', 1.5],
      ['thin', 1],
      ['.001px', 1 / 64],
    ] as const) {
      const painted = (style: string, of: RegExp): Promise<number[][]> =>
        shapes(`<div style="height:20px;${style}">a</div>`, of);
      const near = (found: number | undefined): unknown => expect(found, css).to.be.closeTo(width, 1 / 64);
      near((await painted(`border-bottom:${css} solid`, RECT))[0]?.[3]);
      near((await painted(`border-inline-start:${css} solid`, RECT))[0]?.[2]);
      near((await painted(`direction:rtl;border-inline-start:${css} solid`, RECT))[0]?.[2]);
      near((await painted(`writing-mode:vertical-rl;border-block-start:${css} solid`, RECT))[0]?.[2]);
      near((await painted(`border:${css} solid`, STROKE))[0]?.[0]);
      near((await painted(`outline:${css} solid`, STROKE))[0]?.[0]);
      near((await shapes(`<table><td style="border:${css} solid">a</table>`, RECT))[0]?.[2]);
      near((await shapes(`<div style="columns:2;column-rule:${css} solid"><p>a<p>b</div>`, RECT))[0]?.[2]);
      if (css !== 'thin') near((await painted(`text-decoration:underline ${css}`, RECT))[0]?.[3]);
    }
  });

  it('take up the specified space', async () => {
    const at = (html: string): Promise<number[][]> => shapes(html, /drawGlyphs (\S+)/g);
    expect(await at('<div style="border-left:1.5px solid">a</div>')).to.deep.equal([[1.5]]);
    expect(await at(`<div style="border-left:.5pt solid">a</div>`)).to.deep.equal([[Number(HALF_PT.toFixed(3))]]);
  });

  it('of boxes end on the whole px that only rounding has missed', async () => {
    const rects = (style: string): Promise<number[][]> =>
      shapes(`<div style="position:absolute;background:red;${style}"></div>`, RECT);
    for (const noise of [1 / 64, -1 / 64])
      expect(await rects(`left:${10 + noise}px;top:0;width:${50 - noise * 2}px;height:${20 + noise}px`)).to.deep.equal([
        [10, 0, 50, 20],
      ]);
    expect(await rects(`left:0;top:0;width:${50 + 2 / 64}px;height:20px`)).to.deep.equal([[0, 0, 50.031, 20]]);
  });

  it('of boxes are painted at their layout positions', async () => {
    const bars = (style: string, step: number): string =>
      Array.from({ length: 20 }, (_, i) => `<i style="${style};left:${i * step}mm"></i>`).join('');
    const even = (found: number[][], at: number): void => {
      expect(found).to.have.length(20);
      for (const rect of found) expect(rect[at]).to.be.closeTo(found[0]![at]!, 1 / 64 + 1e-3);
    };
    const box = 'position:absolute;width:.33mm;height:9px;background:#000';
    even(await shapes(bars(box, 0.66), RECT), 2);
    even(await shapes(`<div dir=rtl>${bars(box, 0.66)}</div>`, RECT), 2);
    const flex = '<b style="width:.25mm"></b><i style="width:.25mm;background:#000"></i>'.repeat(20);
    even(await shapes(`<div style="display:flex;height:9px">${flex}</div>`, RECT), 2);
    even(
      await shapes(
        `<div style="display:grid">${'<p style="margin:0;height:.33mm;background:#000">'.repeat(20)}</div>`,
        RECT,
      ),
      3,
    );
  });
});
