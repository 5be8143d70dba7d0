import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const STYLE = `<style>@page{margin:0} body{margin:0} #c{position:relative;width:100px;height:100px}
  #abs{display:inline;position:absolute;width:10px;height:10px} #float{width:40px;height:40px}</style>`;

/** Returns the position of the element with the id \`abs\` in the dump. */
async function placeOf(html: string): Promise<string> {
  const { dump } = await layout(STYLE + html);
  return /#abs>  (\S+ \S+)/.exec(dump)?.[1] ?? dump;
}

const inBlocks = (container: string, float: string): string =>
  `<div id=c style="${container}"><div style="height:50px"></div><div id=float style="float:${float}"></div><div id=abs></div></div>`;

describe('static positions of inline-level boxes among blocks', () => {
  it('are next to floats', async () => {
    expect(await placeOf(inBlocks('', 'left'))).to.equal('x40 y50');
  });
  it('follow text-align', async () => {
    expect(await placeOf(inBlocks('text-align:center', 'right'))).to.equal('x30 y50');
    expect(await placeOf(inBlocks('text-align:right', 'right'))).to.equal('x60 y50');
  });
  it('include the indent', async () => {
    expect(await placeOf(inBlocks('text-indent:20px', 'left'))).to.equal('x60 y50');
    expect(await placeOf(inBlocks('text-indent:-20px', 'right'))).to.equal('x-20 y50');
    expect(await placeOf(inBlocks('text-indent:20px;direction:rtl', 'left'))).to.equal('x70 y50');
  });
});

describe('static positions of block-level boxes', () => {
  const aligned = (style: string): string =>
    `<div id=c style="padding:5px 20px;width:60px"><div id=abs style="display:block;${style}"></div></div>`;

  it('follow justify-self within the container and align-self within zero height', async () => {
    expect(await placeOf(aligned(''))).to.equal('x20 y5');
    expect(await placeOf(aligned('justify-self:center;align-self:end'))).to.equal('x45 y-5');
    expect(await placeOf(aligned('justify-self:end;align-self:center'))).to.equal('x70 y0');
    expect(await placeOf(aligned('justify-self:safe end;align-self:safe end'))).to.equal('x70 y5');
  });
});

describe('absolutely positioned boxes in inline boxes', () => {
  it('move with relatively positioned inline boxes', async () => {
    const html =
      '<p style="margin:0">x<span style="position:relative;left:30px;top:7px"><b id=abs style="top:auto"></b></span></p>';
    const { dump } = await layout(`${STYLE}${html}`);
    expect(/#abs>.*x(\S+) y(\S+)/.exec(dump)?.slice(1).map(Number)).to.deep.equal([38, 7]);
  });

  it('move with those around their inline block', async () => {
    const html =
      '<span style="position:relative;left:5px;top:3px"><b style="display:inline-block"><i id=abs></i></b></span>';
    expect(await placeOf(`<div style="font:10px/20px Arial">${html}</div>`)).to.equal('x5 y16');
    expect(await placeOf(`<div style="font:10px/20px Arial">${html.replace(';top:3px', '')}</div>`)).to.equal('x5 y13');
  });

  it('have them as their containing block, even inside a float', async () => {
    const html =
      '<div><span style="position:relative;padding-left:90px"><i style="float:left"><b id=abs style="left:0;right:0;width:auto"></b></i></span></div>';
    const { dump } = await layout(`${STYLE}${html}`);
    expect(/#abs>.* w(\S+)/.exec(dump)?.[1]).to.equal('90');
  });

  it('begin at their position in text of the other direction', async () => {
    const x = async (text: string): Promise<number> => {
      const place = await placeOf(`<div style="font:10px Arial;width:100px;direction:rtl">${text}</div>`);
      return Number(/^x([\d.]+)/.exec(place)![1]);
    };
    // "cd" is 10.56 px wide.
    expect(await x('ab <b id=abs></b>cd')).to.be.closeTo(100 - 10.56, 0.1);
    expect(await x('אב <b id=abs></b>גד')).to.be.below(80);
  });

  it('stay on the line that ends before them, together with enclosing boxes without edges', async () => {
    const line = (edge: string): string =>
      `<p style="margin:0;width:50px">aaaa <span style="position:relative;${edge}"><b id=abs style="top:auto"></b>bbbb</span></p>`;
    expect(await placeOf(line(''))).to.match(/ y0$/);
    expect(await placeOf(line('border-left:2px solid'))).to.match(/ y20$/);
  });

  it('move to the next line if the line ends in the space before them', async () => {
    const line = (width: number, after: string): string =>
      `<p style="margin:0;width:${width}px"><u>aaaa <b id=abs style="top:auto"></b>${after}</p>`;
    expect(await placeOf(line(30, 'bbbb'))).to.match(/ y20$/);
    expect(await placeOf(line(30, '</u>bbbb'))).to.match(/ y20$/);
    expect(await placeOf(line(30, ''))).to.match(/ y0$/);
    expect(await placeOf(line(45, 'bbbb'))).to.match(/ y0$/);
  });

  it('have them as their containing block in lines without content', async () => {
    const html =
      '<div style="padding:5px"><span style="position:relative"> <b id=abs style="top:0;left:0"></b></span></div>';
    const { dump } = await layout(`${STYLE}${html}`);
    expect(/#abs>.* x(\S+) y(\S+)/.exec(dump)?.slice(1)).to.deep.equal(['5', '5']);
  });
});

describe('static positions in ruby annotations', () => {
  it('are at the final position of the annotation', async () => {
    const before = '<b style="display:inline-block;width:30px;height:10px"></b>';
    const ruby = '<ruby style="ruby-align:start">aaaa<rt style="font:5px/5px Arial"><b id=abs></b>bb</rt></ruby>';
    expect(await placeOf(`<div id=c style="font:20px/20px Arial;padding-top:10px">${before}${ruby}</div>`)).to.equal(
      'x30 y6',
    );
  });
});

describe('baseline alignment of positioned boxes', () => {
  const inset = (style: string): Promise<string> =>
    placeOf(`<div id=c><div id=abs style="display:block;inset:0;${style}"></div></div>`);
  const inFlex = (style: string): Promise<string> =>
    placeOf(`<div id=c style="display:flex;flex-wrap:wrap-reverse"><div id=abs style="${style}"></div></div>`);

  it('falls back to start and end', async () => {
    expect(await inset('align-self:baseline;justify-self:last baseline')).to.equal('x90 y0');
    expect(await inset('align-self:last baseline;direction:rtl;justify-self:last baseline')).to.equal('x90 y90');
  });
  it('lets automatic sizes fit their content', async () => {
    const { dump } = await layout(
      `${STYLE}<div id=c><div id=abs style="display:block;inset:0;width:auto;justify-self:baseline">` +
        '<div style="width:30px;height:5px"></div></div></div>',
    );
    expect(/#abs> {2}\S+ \S+ {2}(\S+)/.exec(dump)?.[1]).to.equal('w30');
  });
  it('does not follow wrap-reverse', async () => {
    expect(await inFlex('align-self:baseline')).to.equal('x0 y0');
    expect(await inFlex('align-self:last baseline')).to.equal('x0 y90');
  });
});
