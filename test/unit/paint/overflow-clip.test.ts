import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>';
const BOX = 'width:100px;height:100px;padding:10px;border:5px solid;overflow:clip';

/** Returns the rectangles at which a document clips, except for its page. */
async function clipsOf(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/clipRect\S* .*/g)].map((match) => match[0].trim());
}

describe('clip', () => {
  const clipped = (inside: string): Promise<string[]> =>
    clipsOf(`<div style="position:absolute;width:90px;height:90px;clip:rect(0,50px,50px,0)">${inside}</div>`);

  it('also clips layers that are painted in another stacking context', async () => {
    const own = '0 0 50 50';
    expect((await clipped('x')).filter((clip) => clip.includes(own))).to.have.length(1);
    for (const style of ['position:relative', 'position:absolute;z-index:2', 'position:fixed;top:0', 'opacity:0.5'])
      expect(
        (await clipped(`<p style="${style}">x`)).filter((clip) => clip.includes(own)),
        style,
      ).to.have.length(2);
  });
});

describe('overflow clips', () => {
  it('measure overflow-clip-margin from the box that it names', async () => {
    for (const [margin, clip] of [
      ['', '5 5 120 120'],
      ['3px', '2 2 126 126'],
      ['border-box 3px', '-3 -3 136 136'],
      ['3px content-box', '12 12 106 106'],
    ])
      expect((await clipsOf(`<div style="${BOX};overflow-clip-margin:${margin}">x</div>`)).join(), margin).to.contain(
        clip,
      );
  });

  it('round the corners of a large clip margin less than those of the box', async () => {
    const clip = async (edge: string): Promise<string> => {
      const style = `${BOX};margin:50px;border-radius:15px;overflow-clip-margin:${edge} 20px`;
      return inspect(`${PAGE}<div style="${style}">x</div>`, 'paint', null);
    };
    // The radius of the padding box is 10: half of the margin; for the border box it is four tenths of the distance.
    expect(await clip('padding-box')).to.match(/clipPath M 62\.\d+ 35 /);
    expect(await clip('border-box')).to.match(/clipPath M 59\.\d+ 30 /);
  });

  it("don't clip the collapsed borders of a table, except its own at round corners", async () => {
    const table = (style: string): string =>
      `<table style="border-collapse:collapse;overflow:hidden;border:6px solid;${style}"><td style="border:2px solid;width:40px;height:20px;padding:0"></table>`;
    expect(await clipsOf(table(''))).to.contain('clipRect 0 0 52 32');
    const round = await inspect(PAGE + table('border-radius:9px'), 'paint', null);
    expect(round).to.match(/clipPath M \S+ 6 /);
  });
});

describe('the page area', () => {
  const SHEET = '<style>@page{size:300px 200px;margin:50px}html{background:none}p{margin:0}img{display:block}</style>';
  /** Returns what clips contents on each page, except the root's canvas: [left, top, right, bottom], `null` if open. */
  const clips = async (html: string): Promise<(number | null)[][]> =>
    (await clipsOf(SHEET + html))
      .filter((clip) => clip !== 'clipRect 50 50 200 100')
      .map((clip) => {
        const [x, y, width, height] = clip.split(' ').slice(1).map(Number) as [number, number, number, number];
        return [x, y, x + width, y + height].map((at) => (Math.abs(at) > 9e4 ? null : at));
      });
  /** Returns the clips that are open on some side. */
  const cuts = async (html: string): Promise<(number | null)[][]> =>
    (await clips(html)).filter((clip) => clip.includes(null));
  const PICTURE = '<img alt="" style="width:9px;height:150px" src="data:image/svg+xml,%3Csvg/%3E">';
  const END = [null, null, null, 100];
  const START = [null, 0, null, null];

  it('cuts off nothing that overflows it', async () => {
    for (const style of [
      'border:1px solid',
      'margin:-30px',
      'margin-left:-40px;float:left',
      'position:relative;left:-40px',
      'position:absolute;top:-40px;right:-40px',
      'position:fixed;bottom:-40px',
      'transform:translate(-30px,-30px)',
      'outline:9px solid',
      'float:top;float-reference:page;margin:0 -30px',
      'float:footnote;margin:0 -30px',
    ])
      for (const dir of ['ltr', 'rtl'])
        for (const mode of ['horizontal-tb', 'vertical-rl'])
          expect(
            await clips(`<html dir=${dir} style="writing-mode:${mode}"><p>a<span style="${style}">b</span>`),
            `${style} ${dir} ${mode}`,
          ).to.deep.equal([]);
  });

  it('cuts pictures that continue on the next page at its block edges', async () => {
    const places = async (html: string): Promise<unknown> =>
      [...new Set((await cuts(html)).map((clip) => JSON.stringify(clip)))].map((clip) => JSON.parse(clip) as unknown);
    for (const html of [
      PICTURE,
      `<p>${PICTURE.replace('style="', 'style="display:inline;')}`,
      `<p>${PICTURE.replace('style="', 'style="float:right;')}`,
      `<div style="display:flex">${PICTURE}</div>`,
      `<div style="position:relative"><p style="position:relative">${PICTURE}</div>`,
    ])
      expect(await places(html), html).to.deep.equal([END, START]);
    const across = PICTURE.replace('width:9px;height:150px', 'width:250px;height:9px');
    const left = [0, null, null, null];
    const right = [null, null, 200, null];
    expect(await places(`<html style="writing-mode:vertical-lr">${across}`)).to.deep.equal([right, left]);
    expect(await places(`<html style="writing-mode:vertical-rl">${across}`)).to.deep.equal([left, right]);
  });

  it('leaves room for page notes and floats next to a cut picture', async () => {
    const note = '<span style="float:footnote">n</span>';
    const [first] = await cuts(
      `${PICTURE.replace('style="', 'style="float:left;')}<p style="line-height:20px">a${note}`,
    );
    expect(first![3]).to.be.within(70, 90);
  });

  it('cuts outlines where boxes continue', async () => {
    const box = '<div style="outline:5px solid;height:150px"></div>';
    expect(await clips(box)).to.deep.equal([END, START]);
    expect(
      await clips(`<html style="writing-mode:vertical-rl">${box.replace('height:150px', 'width:250px;height:50px')}`),
    ).to.deep.equal([
      [0, null, null, null],
      [null, null, 200, null],
    ]);
    expect(await clips('<div style="outline:5px solid;height:100px"></div>')).to.deep.equal([]);
  });

  it('cuts overflow that the root element or the body hides', async () => {
    for (const element of ['html', 'body'])
      for (const [style, clip] of [
        ['overflow:hidden', [0, 0, 200, 100]],
        ['overflow:clip', [0, 0, 200, 100]],
        ['overflow-x:hidden', [0, null, 200, null]],
        ['overflow:auto', null],
        ['overflow:scroll', null],
      ] as const)
        expect(await clips(`<style>${element}{${style}}</style><p>a`), `${element} ${style}`).to.deep.equal(
          clip === null ? [] : [clip],
        );
  });
});
