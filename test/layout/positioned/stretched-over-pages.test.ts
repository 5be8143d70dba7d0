import { expect } from 'chai';
import { dumpPages } from '../../../engine/debug/dump-fragments.ts';
import { layoutDocument } from '../../../engine/render.ts';

const PAGE = '<!doctype html><style>@page{size:400px 300px;margin:0}body{margin:0}p{margin:0;line-height:20px}</style>';

/** Returns the positions and heights of each page's blocks that are as wide as the positioned box. */
async function parts(html: string): Promise<string[]> {
  const { pages } = await layoutDocument(PAGE + html);
  return dumpPages(pages)
    .split(/^page /m)
    .slice(1)
    .map((page) => [...page.matchAll(/x\d+ y(\d+) {2}w150 h(\d+)/g)].map(([, y, h]) => `${y}+${h}`).join(' '));
}

describe('boxes between insets of a containing block that spans pages', () => {
  it('extend to its end on a later page', async () => {
    const bar = '<div style="position:absolute;top:10px;bottom:20px;width:150px;background:red"></div>';
    const flow = '<div style="height:700px"></div>';
    expect(await parts(`<div style="position:relative">${bar}${flow}</div>`)).to.deep.equal([
      '10+290',
      '0+300',
      '0+80',
    ]);
  });

  it('show their contents on all these pages, clipped at their end', async () => {
    const lines = '<p>line</p>'.repeat(40);
    const bar = `<div style="position:absolute;top:40px;bottom:0;overflow:hidden;width:150px">${lines}</div>`;
    const { pages } = await layoutDocument(
      `${PAGE}<div style="position:relative">${bar}<div style="height:500px"></div></div>`,
    );
    const shown = dumpPages(pages).split(/^page /m);
    expect(shown[1]!.match(/"line"/g)).to.have.length(13);
    expect(shown[2]!.match(/"line"/g)!.length).to.be.at.least(10);
  });

  it('resolve percentages against its whole height', async () => {
    const bar = (style: string) => `<div style="position:absolute;width:150px;${style}"></div>`;
    const inside = (style: string) =>
      parts(`<div style="position:relative">${bar(style)}<div style="height:600px"></div></div>`);
    expect(await inside('top:0;height:100%')).to.deep.equal(['0+300', '0+300']);
    expect(await inside('top:75%;height:30px')).to.deep.equal(['', '150+30']);
    expect(await inside('top:0;bottom:0;height:40px;margin:auto 0')).to.deep.equal(['280+20', '0+20']);
  });

  it('keep their own specified height', async () => {
    const bar = '<div style="position:absolute;top:10px;bottom:0;height:50px;width:150px"></div>';
    expect(await parts(`<div style="position:relative">${bar}<div style="height:500px"></div></div>`)).to.deep.equal([
      '10+50',
      '',
    ]);
  });
});
