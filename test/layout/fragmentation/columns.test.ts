import { expect } from 'chai';
import { layout } from '../../support/layout.ts';
import { places } from './places.ts';

describe('columns', () => {
  it('in what is left of an outer column move on where they would break badly', async () => {
    const inner =
      '<div style="columns:2;column-gap:0;column-fill:auto"><div id="b" style="height:60px;break-inside:avoid"></div></div>';
    expect(
      await places(
        `<div style="columns:2;column-gap:0;column-fill:auto;height:80px"><div id="a" style="height:50px"></div>${inner}</div>`,
      ),
    ).to.deep.equal(['a 0+50, b 0+60']);
    const { length } = await places(`<div id="a" style="height:70px"></div>${inner}`);
    expect(length).to.equal(2);
  });

  it('end before a spanner below the floats before it', async () => {
    const float = '<div id="f" style="float:left;width:9px;height:30px"></div>';
    expect(
      await places(`<div style="columns:1">${float}<div id="s" style="column-span:all;height:10px"></div></div>`),
    ).to.deep.equal(['f 0+30, s 30+10']);
  });

  it('have no spanner inside a box that contains fixed boxes', async () => {
    const inner = '<div style="transform:scale(1)"><div id="s" style="column-span:all;height:60px"></div></div>';
    expect(
      await places(`<div style="columns:2;column-gap:0;column-fill:auto;height:40px">${inner}</div>`),
    ).to.deep.equal(['s 0+40, s 0+20']);
  });

  it('grow by what a relayout for a better break was short of', async () => {
    const block = (id: string, height: number, more = ''): string =>
      `<div id="${id}" style="height:${height}px;contain:size;${more}"></div>`;
    expect(
      await places(
        `<div style="columns:2">${block('a', 10)}${block('b', 20)}${block('c', 10, 'break-before:avoid')}${block('d', 20)}</div>`,
      ),
    ).to.deep.equal(['a 0+10, b 10+20, c 30+10, d 0+20']);
  });

  it('stand in rows of their height where they wrap', async () => {
    const flow = '<div id="a" style="height:50px"></div>';
    const style = 'columns:2;column-gap:0;column-fill:auto;column-height:20px';
    expect(await places(`<div id="c" style="${style};row-gap:5px">${flow}</div>`)).to.deep.equal([
      'c 0+35, c 0+20, a 0+20, c 0+20, a 0+20, c 25+10, a 0+10',
    ]);
    expect(await places(`<div style="${style};column-wrap:nowrap;width:100px">${flow}</div>`)).to.deep.equal([
      'a 0+20, a 0+20, a 0+10',
    ]);
  });

  it('end before a spanner when floats beside it have ended', async () => {
    const float = '<div id="f" style="float:left;width:9px;height:40px"></div>';
    const spanner = '<div><div id="s" style="column-span:all;height:10px"></div></div>';
    expect(await places(`<div style="columns:2">${float}${spanner}</div>`)).to.deep.equal(['f 0+20, f 0+20, s 20+10']);
  });

  it('leave of a fixed height what contents before a spanner don’t need', async () => {
    const inner = '<div style="height:20px"></div><div id="s" style="column-span:all;height:9px"></div>';
    expect(await places(`<div style="columns:2"><div id="h" style="height:50px">${inner}</div></div>`)).to.deep.equal([
      'h 0+10, h 0+10, s 10+9, h 0+15, h 0+15',
    ]);
  });

  it('are as wide as their spanner', async () => {
    const inner = '<div><div id="s" style="column-span:all"><div style="width:100px;height:9px"></div></div></div>';
    const { dump } = await layout(`<div id="c" style="width:max-content;columns:3">${inner}</div>`);
    expect(dump).to.match(/Multicol <div#c> .* w100 /);
  });

  it('flow in a fieldset below its legend', async () => {
    const inner = '<legend style="padding:0;height:10px"></legend><div id="a" style="height:20px"></div>';
    const style = 'columns:2;margin:0;padding:0;border:0';
    expect(await places(`<fieldset id="f" style="${style}">${inner}</fieldset>`)).to.deep.equal([
      'f 0+20, f 10+10, f 0+10, a 0+10, f 0+10, a 0+10',
    ]);
  });
});
