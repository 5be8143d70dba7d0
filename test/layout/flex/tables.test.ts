import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width and height of the element with the id `i`. */
async function sizeOf(html: string): Promise<string> {
  const { dump } = await layout(html);
  return /TableWrapper .*#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

const CELL = '<div style="display:table-cell"><div style="width:60px;height:50px"></div></div>';
const CAPTION = '<div style="display:table-caption;height:10px"></div>';

describe('tables as flex items', () => {
  const column = (style: string, size: string, inside = CELL): string =>
    `<div style="display:flex;flex-direction:column;width:100px;height:${size}"><div id=i style="display:table;${style}">${inside}</div><div style="flex:1 0 1px"></div></div>`;

  it('are never smaller than their rows and columns', async () => {
    const row = `<div style="display:flex;width:60px"><div id=i style="display:table;min-width:30px">${CELL}</div><div style="flex-basis:60px;min-width:0"></div></div>`;
    // The other item does all the shrinking.
    expect((await layout(row)).dump).to.match(/Block <div> {2}x60 y0 .*w0 h/);
    expect(await sizeOf(column('min-height:0', '0'))).to.equal('100x50');
    expect(await sizeOf(column('height:0', '0'))).to.equal('100x50');
  });

  it('flex from the size of their rows, regardless of their minimum', async () => {
    expect(await sizeOf(column('min-height:80px;flex:1 0 auto', '149px'))).to.equal('100x99');
  });

  it('add their captions to the specified height', async () => {
    expect(await sizeOf(column('flex:0 0 50px;border:5px solid', 'auto', CAPTION))).to.equal('100x70');
    expect(await sizeOf(column('height:90px', 'auto', CAPTION + CELL))).to.equal('100x100');
    expect(await sizeOf(column('', 'auto', CAPTION + CELL))).to.equal('100x60');
  });
});
