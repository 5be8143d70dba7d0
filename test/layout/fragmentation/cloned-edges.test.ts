import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

describe('box-decoration-break: clone', () => {
  it('truncates a margin at an unforced break below the cloned edge', async () => {
    const children = '<div id="a" style="height:70px"></div><div id="b" style="height:20px;margin-top:30px"></div>';
    expect(await places(`<div id="c" style="padding:10px;box-decoration-break:clone">${children}</div>`)).to.deep.equal(
      ['c 0+100, a 10+70', 'c 0+40, b 10+20'],
    );
  });

  it('truncates the margin of the last child above the cloned edge', async () => {
    const child = '<div id="a" style="height:70px;margin-bottom:30px"></div>';
    const html = `<div id="c" style="padding:10px;box-decoration-break:clone">${child}</div><div id="z" style="height:9px"></div>`;
    expect(await places(html)).to.deep.equal(['c 0+100, a 10+70', 'z 0+9']);
  });

  it('leaves no room for overflowing contents where the box is known to end', async () => {
    const box = (inside: string): string =>
      `<div id="a" style="box-decoration-break:clone;border:solid;border-width:20px 0;height:100px">${inside}</div>`;
    expect(await places(box('<div id="in" style="height:140px"></div>'))).to.deep.equal([
      'a 0+100, in 20+60',
      'a 0+80, in 20+80',
    ]);
    expect(await places(box('<div id="in" style="float:left;width:9px;height:240px"></div>'))).to.deep.equal([
      'a 0+100, in 20+60',
      'a 0+80, in 20+80',
      'a 0+0, in 0+100',
    ]);
  });

  it('leaves no room for a float that would have no more room on the next page', async () => {
    const float = '<div id="f" style="float:left;contain:size;width:9px;height:90px"></div>';
    const html = `<div id="c" style="display:flow-root;border:10px solid;box-decoration-break:clone">${float}</div>`;
    expect(await places(`<div style="columns:1;column-fill:auto;height:100px">${html}</div>`)).to.deep.equal([
      'c 0+100, f 10+90, c 0+30',
    ]);
  });

  it('makes balanced columns tall enough for the cloned edges and some content', async () => {
    const box = (style: string): string =>
      `<div style="columns:4;gap:0;width:100px;max-height:100px"><div id="c" style="box-decoration-break:clone;border:solid;border-width:40px 0;${style}"></div></div>`;
    expect(await places(box('height:80px'))).to.deep.equal(['c 0+100, c 0+100, c 0+100, c 0+100']);
    expect(await places(box('height:0'))).to.deep.equal(['c 0+80']);
  });

  it('adds to the height of a flex item', async () => {
    const item = '<div id="i" style="border:10px solid;box-decoration-break:clone;height:100px"></div>';
    expect(await places(`<div style="display:flex;flex-direction:column">${item}</div>`)).to.deep.equal([
      'i 0+100',
      'i 0+40',
    ]);
  });

  it('gives every piece of an inline box that blocks split all its edges', async () => {
    const { dump } = await layout(
      '<span style="border:solid;border-width:0 3px;box-decoration-break:clone"><div></div>x</span>',
    );
    const pieces = [...dump.matchAll(/Inline <span>.* w([\d.]+)/g)].map((match) => Number(match[1]));
    expect(pieces[0]).to.equal(6);
    expect(pieces[1]).to.be.greaterThan(6);
    expect(dump).to.match(/text x3 /);
  });
});
