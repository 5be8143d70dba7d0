import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>';
const BOX = 'width:100px;height:100px;padding:10px;border:5px solid;overflow:clip';

/** The rectangles that a document clips at, beside its page. */
async function clipsOf(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/clipRect\S* .*/g)].map((match) => match[0].trim());
}

describe('clip', () => {
  const clipped = (inside: string): Promise<string[]> =>
    clipsOf(`<div style="position:absolute;width:90px;height:90px;clip:rect(0,50px,50px,0)">${inside}</div>`);

  it('clips layers too that are painted in another stacking context', async () => {
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
  it('count overflow-clip-margin from the box that it names', async () => {
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

  it('round the corners of a clip margin less than those of the box where it is larger than they are', async () => {
    const clip = async (edge: string): Promise<string> => {
      const style = `${BOX};margin:50px;border-radius:15px;overflow-clip-margin:${edge} 20px`;
      return inspect(`${PAGE}<div style="${style}">x</div>`, 'paint', null);
    };
    // The padding box's radius is 10: a half of the margin, four tenths of the border box's distance.
    expect(await clip('padding-box')).to.match(/clipPath M 62\.\d+ 35 /);
    expect(await clip('border-box')).to.match(/clipPath M 59\.\d+ 30 /);
  });

  it('leave a table its collapsed borders, but for its own at round corners', async () => {
    const table = (style: string): string =>
      `<table style="border-collapse:collapse;overflow:hidden;border:6px solid;${style}"><td style="border:2px solid;width:40px;height:20px;padding:0"></table>`;
    expect(await clipsOf(table(''))).to.contain('clipRect 0 0 52 32');
    const round = await inspect(PAGE + table('border-radius:9px'), 'paint', null);
    expect(round).to.match(/clipPath M \S+ 6 /);
  });
});

describe('the page area', () => {
  it('ends where boxes as wide as it end, which are painted on whole px', async () => {
    const page = '<style>@page{size:300.4px 200.4px;margin:20.2px}div{border:1px solid;height:10px}</style>';
    expect(await clipsOf(`${page}<div>`)).to.contain('clipRect 20 20 260 160');
  });
});
