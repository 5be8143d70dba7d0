import { expect } from 'chai';
import { places } from './places.ts';

const columns = (content: string): string =>
  `<div style="columns:2;column-gap:0;column-fill:auto;height:40px">${content}</div>`;

describe('positioned boxes in columns', () => {
  it('begin in the column above which they are put, whatever relative positioning moves', async () => {
    const inner =
      '<div style="height:60px"></div><div id="p" style="position:absolute;top:0;height:60px;width:9px"></div>';
    const plain = await places(columns(`<div style="position:relative">${inner}</div>`));
    expect(plain).to.deep.equal(['p 0+40, p 0+20']);
    const moved = await places(columns(`<div style="position:relative;top:-7px">${inner}</div>`));
    expect(moved).to.deep.equal(['p -7+40, p -7+20']);
  });

  it('have a containing block that began before the positioned box around them', async () => {
    const fixed = '<div id="f" style="position:fixed;top:0;height:60px;width:9px"></div>';
    const inner = `<div style="height:50px"></div><div style="position:absolute;top:20px;width:9px">${fixed}</div>`;
    expect(await places(columns(`<div style="transform:scale(1)">${inner}</div>`))).to.deep.equal(['f 0+40, f 0+20']);
  });

  it('count from where a box with overflowing contents began', async () => {
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

  it('wait for the height that they are a part of', async () => {
    const inner = '<div id="p" style="position:absolute;height:50%;width:9px"></div><div style="height:80px"></div>';
    expect(await places(columns(`<div style="position:relative">${inner}</div>`))).to.deep.equal(['p 0+40']);
  });

  it('have inline boxes with filters as containing blocks, also among blocks', async () => {
    const inner =
      '<div style="height:30px"><div id="f" style="position:fixed;top:5px;height:9px;width:9px"></div></div>';
    expect(
      await places(`<p style="height:20px;margin:0"></p><span style="filter:blur(0)">${inner}</span>`),
    ).to.deep.equal(['f 5+9']);
  });
});
