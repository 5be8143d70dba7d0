import { expect } from 'chai';
import { expectFragments, layout } from '../../support/layout.ts';

const FLOAT = '<i style="float:left;width:20px;height:20px"></i>';

/** Returns `page: x y` of each line, relative to its parent. */
async function linesOf(html: string): Promise<string[]> {
  const { dump } = await layout(html);
  const found: string[] = [];
  let page = 0;
  for (const line of dump.split('\n')) {
    if (line.startsWith('page ')) page++;
    const place = /^\s*line (x\S+ y\S+).*"(.*)"$/.exec(line);
    if (place !== null) found.push(`${page}: ${place[1]} ${place[2]}`);
  }
  return found;
}

describe('floats', () => {
  it("push words down that don't fit, but not lines that must not wrap", async () => {
    const text = `${FLOAT}Alexander`;
    expect(await linesOf(`<div style="width:60px">${text}</div>`)).to.deep.equal(['1: x0 y20 Alexander']);
    expect(await linesOf(`<div style="width:60px;white-space:nowrap">${text}</div>`)).to.deep.equal([
      '1: x20 y0 Alexander',
    ]);
  });

  it('take no space without a width, wherever they are', async () => {
    const after = (style: string): string =>
      `<div style="padding-left:8px"><i style="float:left;height:20px;${style}"></i></div>after`;
    expect(await linesOf(after(''))).to.deep.equal(['1: x0 y0 after']);
    expect(await linesOf(after('width:10px;margin-right:-10px'))).to.deep.equal(['1: x0 y0 after']);
    expect(await linesOf(after('width:10px;margin-right:-15px'))).to.deep.equal(['1: x0 y0 after']);
    expect(await linesOf(after('width:10px'))).to.deep.equal(['1: x18 y0 after']);
  });

  it('delay a clearing box until their last fragment', async () => {
    const page = '<style>@page{size:200px 40px;margin:0}</style>';
    const float = '<div style="float:left;width:100px;height:60px"></div>';
    expect(await linesOf(`${page}${float}<div style="clear:both">after</div>`)).to.deep.equal(['2: x0 y0 after']);
    const { dump } = await layout(`${page}${float}<div style="clear:both">after</div>`);
    expect(dump).to.match(/y20 {2}w200 h20\n\s*line .*"after"/);
  });

  it('wait for the floats that they clear', async () => {
    const page = '<style>@page{size:200px 40px;margin:0}</style>';
    const float = '<div style="float:left;width:100px;height:60px"></div>';
    expect(await linesOf(`${page}${float}<div style="float:right;clear:both">after</div>`)).to.deep.equal([
      '2: x0 y0 after',
    ]);
  });
});

describe('clearance of empty blocks', () => {
  it('moves what follows them below the floats, even at the start of a container', async () => {
    const float = '<div style="float:left;width:50px;height:60px"></div>';
    await expectFragments(
      `${float}<div id="m"><div id="c" style="clear:both"></div><div id="b" style="overflow:hidden;height:20px"></div></div>`,
      `
       Block <div>  x0 y0  w50 h60
       Block <div#m>  x0 y0  w400 h80
         Block <div#c>  x0 y60  w400 h0
         Block <div#b>  x0 y60  w400 h20`,
    );
  });
});

describe('margins that move with adjacent floats', () => {
  const float = (size: string): string => `<div style="float:left;${size}"></div>`;

  it('have no effect on a box that clears the float', async () => {
    await expectFragments(
      `<section>${float('width:100px;height:50px')}<div id="c" style="clear:left;margin-top:300px;height:50px"></div></section>`,
      `
      Block <section>  x0 y0  w400 h100
        Block <div>  x0 y0  w100 h50
        Block <div#c>  x0 y50  w400 h50`,
    );
  });

  it('end with an empty box that clears the float', async () => {
    await expectFragments(
      `<section>${float('width:100px;height:50px')}<div id="c" style="clear:left;margin-top:200px"></div></section><p id="next" style="height:10px;margin:0"></p>`,
      `
      Block <section>  x0 y0  w400 h50
        Block <div>  x0 y0  w100 h50
        Block <div#c>  x0 y50  w400 h0
      Block <p#next>  x0 y50  w400 h10`,
    );
  });

  it("leave the float in place if a new formatting context doesn't fit next to it", async () => {
    await expectFragments(
      `<section><div>${float('width:400px;height:200px')}</div><div id="c" style="margin-top:200px;overflow:hidden;height:10px"></div></section>`,
      `
      Block <section>  x0 y0  w400 h210
        Block <div>  x0 y0  w400 h0
          Block <div>  x0 y0  w400 h200
        Block <div#c>  x0 y200  w400 h10`,
    );
  });

  it('separate a new formatting context from its margin, whose end it aligns with', async () => {
    const tall = 'margin-top:100px;overflow:hidden;width:400px;height:10px';
    await expectFragments(
      `<section><div>${float('width:400px;height:20px')}</div><div id="c" style="${tall}"></div></section>`,
      `
      Block <section>  x0 y0  w400 h30
        Block <div>  x0 y0  w400 h0
          Block <div>  x0 y0  w400 h20
        Block <div#c>  x0 y20  w400 h10`,
    );
  });

  it('are placed below the clearance of an empty block', async () => {
    await expectFragments(
      `<section style="padding-top:1px">${float('width:100px;height:100px')}<div id="c" style="clear:left;margin:40px 0 140px"></div></section><p id="next" style="height:10px;margin:0"></p>`,
      `
      Block <section>  x0 y0  w400 h201
        Block <div>  x0 y1  w100 h100
        Block <div#c>  x0 y101  w400 h0
      Block <p#next>  x0 y201  w400 h10`,
    );
  });

  it('leave room for a formatting context regardless of its far margin, and none where floats overlap', async () => {
    const float = (side: string, width: number): string => `<i style="float:${side};width:${width}px;height:30px"></i>`;
    const beside = `<div style="width:100px">${float('left', 50)}<div id=i style="overflow:hidden;margin-right:1px;width:50px;height:9px"></div></div>`;
    expect(/#i>.* x(\S+) y(\S+)/.exec((await layout(beside)).dump)?.slice(1)).to.deep.equal(['50', '0']);
    const below = `<div style="width:100px">${float('right', 60)}${float('left', 70)}<div id=i style="display:flow-root;width:0;height:90px"></div></div>`;
    expect(/#i>.* x(\S+) y(\S+)/.exec((await layout(below)).dump)?.slice(1)).to.deep.equal(['70', '30']);
  });
});
