import { expect } from 'chai';
import { places } from './places.ts';

const STYLE = '<style>table{border-spacing:0}td{padding:0}</style>';

describe('tables on pages', () => {
  it('let break values of cells and their first children count for the table', async () => {
    const table = '<table id="t"><td><div id="a" style="height:10px;break-before:page"></div></td><td>x</td></table>';
    expect(await places(`${STYLE}<div id="p" style="height:10px"></div>${table}`)).to.deep.equal([
      'p 0+10',
      't 0+20, t 0+20, a 5+10',
    ]);
  });

  it('go on in the next row after a break that is forced inside a cell', async () => {
    const cell = '<div id="a" style="height:10px"></div><div id="b" style="height:10px;break-before:page"></div>';
    expect(
      await places(
        `${STYLE}<table><tr><td>${cell}</td></tr><tr><td><div id="c" style="height:9px"></div></td></tr></table>`,
      ),
    ).to.deep.equal(['a 0+10', 'b 0+10, c 0+9']);
  });

  it('are cut where their height goes on without rows', async () => {
    expect(
      await places(
        '<div id="t" style="display:table;height:150px;width:20px"></div><div id="z" style="height:5px"></div>',
      ),
    ).to.deep.equal(['t 0+100, t 0+100', 't 0+50, t 0+50, z 50+5']);
  });

  it('come to an end, however thick their last border is', async () => {
    const table =
      '<table id="t" style="border-bottom:250px solid"><td><div id="a" style="height:20px"></div></td></table>';
    const pages = await places(`${STYLE}${table}`);
    expect(pages.length).to.equal(3);
  });

  it('have cloned edges on every page', async () => {
    const table =
      '<table id="t" style="border:10px solid;box-decoration-break:clone"><td><div id="a" style="height:100px"></div></td></table>';
    expect(await places(`${STYLE}${table}`)).to.deep.equal(['t 0+100, t 0+100, a 0+80', 't 0+40, t 0+40, a 0+20']);
  });

  it('place positioned children of rows once', async () => {
    expect(
      await places(
        `${STYLE}<div style="display:table"><div style="display:table-row;height:150px"><div style="position:absolute" id="abs">x</div></div></div>`,
      ),
    ).to.deep.equal(['abs 0+20', '']);
  });

  it('have captions whose margin a break truncates', async () => {
    const caption = '<div id="c" style="display:table-caption;margin-top:200px;height:20px;contain:size"></div>';
    expect(
      await places(
        `<div id="a" style="height:60px"></div><div style="display:table"><div style="display:table-caption"></div>${caption}</div>`,
      ),
    ).to.deep.equal(['a 0+60', 'c 0+20']);
  });
});

describe('positioned boxes on pages in vertical writing modes', () => {
  it('are split along the block axis', async () => {
    const abs = '<div id="abs" style="position:absolute;block-size:250px;inline-size:9px;inset-block-start:0"></div>';
    expect(
      await places(
        `<style>html{writing-mode:vertical-rl}</style><div style="position:relative;block-size:250px">${abs}</div>`,
      ),
    ).to.deep.equal(['abs 0+9', 'abs 0+9']);
  });
});
