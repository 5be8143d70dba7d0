import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

const columns = (content: string): string =>
  `<div style="columns:2;column-gap:0;column-fill:auto;height:40px">${content}</div>`;

describe('positioned boxes in columns', () => {
  it('begin in the column of their position before relative positioning', async () => {
    const inner =
      '<div style="height:60px"></div><div id="p" style="position:absolute;top:0;height:60px;width:9px"></div>';
    const plain = await places(columns(`<div style="position:relative">${inner}</div>`));
    expect(plain).to.deep.equal(['p 0+40, p 0+20']);
    const moved = await places(columns(`<div style="position:relative;top:-7px">${inner}</div>`));
    // Positions are relative to the moved containing block.
    expect(moved).to.deep.equal(['p 0+40, p 0+20']);
  });

  it('have a containing block that began before the positioned box around them', async () => {
    const fixed = '<div id="f" style="position:fixed;top:0;height:60px;width:9px"></div>';
    const inner = `<div style="height:50px"></div><div style="position:absolute;top:20px;width:9px">${fixed}</div>`;
    expect(await places(columns(`<div style="transform:scale(1)">${inner}</div>`))).to.deep.equal(['f 0+40, f 0+20']);
  });

  it('are positioned from the start of a box with overflowing contents', async () => {
    const inner =
      '<div style="height:90px"></div><div><div id="p" style="position:absolute;top:5px;height:9px;width:9px"></div></div>';
    expect(await places(columns(`<div style="position:relative;height:10px">${inner}</div>`))).to.deep.equal(['p 5+9']);
  });

  it('wait for the end of an inline box that contains them', async () => {
    const box = '<div id="p" style="position:absolute;bottom:0;height:60px;width:9px"></div>';
    const html = `<span style="position:relative">${box}a<br>b<br>c<br>d</span>`;
    expect(await places(columns(`<div style="font:10px/20px Arial;orphans:1;widows:1">${html}</div>`))).to.deep.equal([
      'p 15+25, p 0+35',
    ]);
  });

  it('wait for the height that their percentage refers to', async () => {
    const inner = '<div id="p" style="position:absolute;height:50%;width:9px"></div><div style="height:80px"></div>';
    expect(await places(columns(`<div style="position:relative">${inner}</div>`))).to.deep.equal(['p 0+40']);
  });

  it('begin in the row of columns before a spanner and continue in the next', async () => {
    const html = `<div style="height:40px"></div><div style="column-span:all;height:10px"></div><div style="height:20px"></div>
      <div id="p" style="position:absolute;top:0;height:60px;width:9px"></div>`;
    expect(await places(columns(`<div style="position:relative">${html}</div>`))).to.deep.equal([
      'p 0+20, p 0+20, p 0+10, p 0+10',
    ]);
  });

  it('begin in a column inside an earlier one', async () => {
    const inner =
      '<div style="height:140px"></div><div id="p" style="position:absolute;height:100px;width:9px;top:0"></div>';
    const nested = `<div style="columns:2;column-gap:0;column-fill:auto"><div style="position:relative;left:3px">${inner}</div></div>`;
    expect(await places(columns(nested))).to.deep.equal(['p 0+40, p 0+40, p 0+20']);
    // The container around them continues in a third column, twice nested.
    const deep = `<div style="columns:2;column-gap:0;column-fill:auto">${nested.replace('140px', '300px')}</div>`;
    expect(await places(columns(deep))).to.deep.equal(['p 0+40, p 0+40, p 0+20']);
  });

  it('use inline boxes with filters as containing blocks, also between blocks', async () => {
    const inner =
      '<div style="height:30px"><div id="f" style="position:fixed;top:5px;height:9px;width:9px"></div></div>';
    expect(
      await places(`<p style="height:20px;margin:0"></p><span style="filter:blur(0)">${inner}</span>`),
    ).to.deep.equal(['f 25+9']);
  });
});

describe('positioned boxes in inline boxes that blocks split across columns', () => {
  const block = (height: number): string => `<div style="height:${height}px"></div>`;
  const box = (style: string): string => `<div id="p" style="position:absolute;width:9px;${style}"></div>`;
  const split = (contents: string, style = ''): string =>
    columns(`<div>${block(10)}<span style="position:relative;${style}">${contents}</span></div>`);

  it('begin where the inline box does, regardless of preceding content', async () => {
    const all = ['p 10+30, p 0+20'];
    expect(await places(split(box('top:0;height:50px') + block(60)))).to.deep.equal(all);
    expect(await places(split(block(60) + box('top:0;height:50px')))).to.deep.equal(all);
    expect(await places(split(block(20) + box('top:0;height:50px') + block(40)))).to.deep.equal(all);
    expect(await places(split(`<div>${box('top:0;height:50px')}${block(60)}</div>`))).to.deep.equal(all);
  });

  it('are as high as the whole inline box', async () => {
    expect(await places(split(block(20) + box('top:0;bottom:0') + block(30)))).to.deep.equal(['p 10+30, p 0+20']);
  });

  it("break as if the inline box weren't moved", async () => {
    const moved = split(block(60) + box('top:0;height:50px'), 'top:-7px');
    expect(await places(moved)).to.deep.equal(['p 3+30, p -7+20']);
    const inside = split(`<div>${block(60)}${box('top:0;height:50px')}</div>`, 'top:-7px');
    expect(await places(inside)).to.deep.equal(['p 3+30, p -7+20']);
  });

  it('also support vertical writing modes', async () => {
    const inner = '<div style="width:10px"></div><span style="position:relative"><div style="width:60px"></div>';
    const { dump } = await layout(
      `<div style="writing-mode:vertical-rl;columns:2;column-gap:0;column-fill:auto;width:40px;height:80px">
       <div>${inner}<div id="p" style="position:absolute;inset-block-start:0;width:50px;height:9px"></div></span></div></div>`,
    );
    const parts = [...dump.matchAll(/<div#p>.* x(\S+) y\S+ {2}w(\S+)/g)].map(([, x, width]) => `${x}+${width}`);
    expect(parts).to.deep.equal(['0+30', '10+20']);
  });
});

describe('positioned boxes whose containing block ends earlier or moves', () => {
  it('end with an enclosing box that ends and clips', async () => {
    const tall = (top: number): string =>
      `<div id="p" style="position:absolute;top:${top}px;height:900px;width:9px"></div>`;
    const clip = (height: number, inner: string): string =>
      `<div style="position:relative;overflow:clip;height:${height}px">${inner}</div>`;
    // One that starts in an earlier column, and one that continues in a later fragment of its containing block.
    const earlier = await places(columns(`<div style="height:50px"></div>${clip(10, tall(-20))}`));
    expect(earlier).to.deep.equal(['p 30+10, p -10+40']);
    const later = await places(columns(clip(60, `<div style="height:60px"></div>${tall(0)}`)));
    expect(later).to.deep.equal(['p 0+40, p 0+40']);
  });

  it('stay in their grid area if breaks move it', async () => {
    const item =
      '<div><div style="height:30px;break-inside:avoid"></div><div style="height:30px;break-inside:avoid"></div></div>';
    const box = '<div id="p" style="position:absolute;top:0;height:5px;width:9px;grid-row:2"></div>';
    const grid = `<div style="display:grid;position:relative;grid-template-rows:auto 10px">${item}${box}</div>`;
    expect(await places(columns(grid))).to.deep.equal(['p 30+5']);
  });

  it('fill cells and items that grow because a break moves content next to them', async () => {
    const box = '<div id="p" style="position:absolute;inset:0 auto 0 0;width:9px"></div>';
    const own = `position:relative;padding:0;width:50px`;
    const inner = '<div style="height:20px"></div><div style="height:30px;break-inside:avoid"></div>';
    const half = '<div style="height:20px">';
    const cells = `<table style="border-spacing:0"><tr><td style="${own}">${box}<td style="padding:0">${inner}</table>`;
    const spanning = `<table style="border-spacing:0"><tr><td rowspan="2" style="${own}">${box}<td style="padding:0">${half}</div><tr style="break-inside:avoid"><td style="padding:0;height:30px"></table>`;
    const items = (display: string): string =>
      `<div style="display:${display};grid-template-columns:50px 50px"><div style="${own}">${box}</div><div style="width:50px">${inner}</div></div>`;
    for (const html of [cells, spanning, items('flex'), items('grid')])
      expect(await places(columns(html)), html).to.deep.equal(['p 0+40, p 0+30']);
  });

  it('fill a grid area that a break between its rows makes taller', async () => {
    const rows = '<div style="height:20px"></div><div style="height:30px;break-inside:avoid"></div>';
    for (const lines of ['1 / 3', '1 / auto']) {
      const box = `<div id="p" style="position:absolute;width:9px;grid-row:${lines};inset:0 auto 0 0"></div>`;
      const grid = `<div style="display:grid;position:relative">${box}${rows}</div>`;
      expect(await places(columns(grid)), lines).to.deep.equal(['p 0+40, p 0+30']);
    }
  });

  it('wait for the rows of their grid area, which a break moves to the next column', async () => {
    const rows = '<div style="height:20px"></div><div style="height:30px;break-inside:avoid"></div>';
    for (const insets of ['inset:0 auto 0 0', 'height:30px', 'align-self:end;height:30px']) {
      const box = `<div id="p" style="position:absolute;width:9px;grid-row:2;${insets}"></div>`;
      const grid = `<div style="display:grid;position:relative">${box}${rows}</div>`;
      expect(await places(columns(grid)), insets).to.deep.equal(['p 0+30']);
    }
  });

  it('make balanced columns high enough for their fragments, and for unsplit boxes', async () => {
    const balanced = (content: string): string =>
      `<div style="columns:2;column-gap:0;width:200px">${content}</div><div id="after" style="height:9px"></div>`;
    const box = (height: number, style = ''): string =>
      `<div id="p" style="position:absolute;width:9px;height:${height}px;${style}"></div>`;
    const flow = (height: number, content: string): string =>
      `<div style="position:relative;height:${height}px">${content}</div>`;
    expect(await places(balanced(flow(40, box(60))))).to.deep.equal(['p 0+30, p 0+30, after 30+9']);
    const whole = box(40, 'contain:size');
    const above = '<div style="contain:size;height:40px"></div>';
    const all = above + flow(40, whole) + flow(0, whole);
    expect(await places(balanced(all))).to.deep.equal(['p 0+40, p 0+40, after 80+9']);
  });

  it('take no height from content after inner columns whose flow has ended', async () => {
    const nested = (fill: string): string => `<div style="columns:2;column-gap:0;column-fill:${fill}">
      <div style="position:relative;height:40px"><div id="p" style="position:absolute;width:9px;height:120px"></div></div></div>
      <div id="after" style="height:9px"></div>`;
    expect(await places(columns(nested('auto')))).to.deep.equal(['p 0+40, p 0+40, p 0+40, after 0+9']);
    expect(await places(columns(nested('balance')))).to.deep.equal(['p 0+40, p 0+40, p 0+40, after 0+9']);
  });
});
