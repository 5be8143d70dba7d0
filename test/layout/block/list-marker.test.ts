import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('outside list markers', () => {
  it('precede the border and padding of their items', async () => {
    const item = 'padding-left:40px;border-left:10px solid';
    const { dump } = await layout(
      `<ul style="margin:0"><li style="${item}">x</li></ul><ol style="margin:0"><li style="${item}">x</li></ol>`,
    );
    const markers = [...dump.matchAll(/Marker <li>::marker {2}x(-?[\d.]+) y/g)].map((match) => Number(match[1]));
    expect(markers.length).to.equal(2);
    for (const x of markers) expect(x).to.be.lessThan(0);
  });

  it('are placed next to the same floats as the first line', async () => {
    const markerOf = async (before: string, item: string, dir = 'ltr'): Promise<number> => {
      const list = `<ol style="margin:0;padding:0 40px"><li style="padding:0 10px">${item}</ol>`;
      const { dump } = await layout(`<div dir=${dir}>${before}${list}</div>`);
      return Number(/Marker <li>::marker {2}x(-?[\d.]+) y/.exec(dump)?.[1]);
    };
    const float = (side: string, height = 30): string =>
      `<div style="float:${side};width:80px;height:${height}px"></div>`;
    for (const item of ['x', '<p style="margin:0">x', '', '<div style="overflow:hidden">x', '<table><td>x</table>']) {
      const alone = await markerOf('', item);
      expect((await markerOf(float('left'), item)) - alone, item).to.equal(30);
      expect(await markerOf(float('right'), item), item).to.equal(alone);
      expect(await markerOf(float('left', 0), item), item).to.equal(alone);
    }
    const inside = float('left') + 'x';
    expect(await markerOf('', inside)).to.equal(await markerOf('', 'x'));
    expect((await markerOf(float('right'), 'x', 'rtl')) - (await markerOf('', 'x', 'rtl'))).to.equal(-30);
  });

  it('are placed next to the first line in multi-column items, in any column or spanner', async () => {
    const markerOf = async (content: string): Promise<string> => {
      const { dump } = await layout(
        `<ul style="margin:0 0 0 50px;padding:0;width:200px"><li style="columns:2;column-gap:0">${content}</li></ul>`,
      );
      expect(dump.match(/Marker/g)).to.have.length(1);
      // A bullet is 7 px below the top of its line.
      return /Marker <li>::marker {2}(x-?[\d.]+ y[\d.]+)/.exec(dump)?.[1] ?? '';
    };
    const block = '<div style="height:60px;break-inside:avoid"></div>';
    const inFirst = await markerOf('first<br>second');
    const [x, y] = inFirst.slice(1).split(' y').map(Number);
    expect(x).to.be.lessThan(0);
    expect(await markerOf(`${block}<div style="height:60px">line</div>`)).to.equal(`x${x! + 100} y${y}`);
    const spanner = '<div style="column-span:all">spanner</div>';
    expect(await markerOf(`${block}${block}${spanner}line`)).to.equal(`x${x} y${y! + 60}`);
    expect(await markerOf(spanner)).to.equal(inFirst);
    // Without any line, the marker creates one.
    const empty = '<div style="column-span:all;height:9px"></div>';
    expect(await markerOf(`${block}${empty}${block}`)).to.equal(inFirst);
  });

  it("push the first line's container down if they are taller", async () => {
    const heights = async (item: string): Promise<readonly [number, number]> => {
      const { dump } = await layout(`<ol style="margin:0;line-height:2"><li id="i">${item}</ol>`);
      const [, item_] = /<li#i>.* h([\d.]+)/.exec(dump)!;
      const [, first] = /<\w+#a> {2}x\d+ y([\d.]+)/.exec(dump)!;
      return [Number(first), Number(item_)];
    };
    const small = 'style="line-height:1"';
    expect(await heights(`<div id="a" ${small}>x</div><div ${small}>y</div>`)).to.deep.equal([8, 40]);
    expect(await heights(`<div id="a" style="line-height:1;padding-top:3px">x</div>`)).to.deep.equal([5, 24]);
    expect(await heights(`<div id="a" style="line-height:1;overflow:hidden">x</div>`)).to.deep.equal([8, 24]);
    expect(await heights(`<ul style="line-height:3"><li id="a"><p ${small}>x`)).to.deep.equal([0, 32]);
    expect(await heights(`<div id="a" style="line-height:3">x</div>`)).to.deep.equal([0, 48]);
  });

  it('are placed next to an empty table that clears floats, with later content below', async () => {
    const style = '<style>li::before{content:" ";display:table}</style>';
    const { dump } = await layout(`${style}<ul style="margin:0;line-height:20px"><li><div id="a">x</div></ul>`);
    expect(Number(/<div#a> {2}x\d+ y([\d.]+)/.exec(dump)?.[1])).to.be.greaterThan(10);
    // Without generated text, the table is empty.
    const { dump: empty } = await layout(
      `${style.replace('" "', '""')}<ul style="margin:0;line-height:20px"><li><div id="a">x</div></ul>`,
    );
    expect(Number(/<div#a> {2}x\d+ y([\d.]+)/.exec(empty)?.[1])).to.equal(0);
  });

  it('push lines of the item down', async () => {
    const { dump } = await layout(
      '<style>li::marker{font-size:32px}</style><ol style="margin:0"><li>x<br>y</ol><p style="height:260px"></p>',
    );
    expect([...dump.matchAll(/line x0 y([\d.]+)/g)].map(([, y]) => Number(y)).slice(0, 2)).to.deep.equal([6, 26]);
  });

  it("don't push content past the end of the page", async () => {
    const { dump, pages } = await layout(
      '<style>li::marker{font-size:32px}</style><div style="height:276px"></div><ol style="margin:0"><li><p style="margin:0">x</ol>',
    );
    expect(pages.length).to.equal(1);
    expect(dump).to.match(/<p> {2}x0 y4 /);
  });

  it('align the end of their lines with the item, regardless of text-align', async () => {
    const linesOf = async (dir: string): Promise<number[]> => {
      const style = `text-align:start;font:10px Cousine;list-style-type:'m\\a mmm'`;
      const { dump } = await layout(`<ol dir=${dir}><li style="${style}">x</ol>`);
      const marker = dump.slice(dump.indexOf('::marker'));
      return [...marker.matchAll(/line x(-?[\d.]+)/g)].slice(0, 2).map((match) => Math.round(Number(match[1])));
    };
    expect(await linesOf('ltr')).to.deep.equal([12, 0]);
    expect(await linesOf('rtl')).to.deep.equal([0, 0]);
  });

  it('make empty items as high as one of their lines', async () => {
    for (const type of ['disc', 'decimal', 'disclosure-open']) {
      const { dump } = await layout(`<ul style="line-height:33px;list-style-type:${type}"><li></ul>`);
      expect(/<li> .* h(\S+)/.exec(dump)?.[1], type).to.equal('33');
    }
  });
});

describe('inside bullets', () => {
  it('are followed by one space, regardless of white space at the start of the text', async () => {
    const { dump } = await layout(
      '<ul style="list-style-position:inside;margin:0;padding:0"><li>x</li><li>\n x</li><li> <b> x</b></li></ul>',
    );
    const lines = [...dump.matchAll(/line x0 y\d+ w([\d.]+)/g)].map((match) => Number(match[1]));
    expect(lines.slice(0, 2)).to.deep.equal([lines[0], lines[0]]);
    const texts = [...dump.matchAll(/text x([\d.]+) .* glyphs 1 /g)].length;
    expect(texts).to.equal(3);
  });
});
