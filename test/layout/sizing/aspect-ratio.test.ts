import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width and height of the element with the id `i`. */
async function sizeOf(html: string): Promise<string> {
  const { dump } = await layout(html);
  return /#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

const inside = (style: string): string => `<div style="${style}"></div>`;

describe('boxes with a preferred aspect ratio', () => {
  it('are as wide as their contents even if the ratio transfers a maximum', async () => {
    const html = (style: string): string =>
      `<div id=i style="height:200px;aspect-ratio:1/2;max-height:100px;${style}">${inside('width:80px')}</div>`;
    expect(await sizeOf(html(''))).to.equal('80x100');
    expect(await sizeOf(html('max-width:60px'))).to.equal('60x100');
    expect(await sizeOf(html('min-width:0'))).to.equal('50x100');
  });

  it('have content-based block limits that the ratio provides', async () => {
    const html = (style: string): string =>
      `<div id=i style="width:100px;aspect-ratio:4/1;${style}">${inside('height:50px')}</div>`;
    expect(await sizeOf(html('min-height:min-content'))).to.equal('100x25');
    expect(await sizeOf(html(''))).to.equal('100x50');
    expect(await sizeOf(html('height:10px;min-height:max-content'))).to.equal('100x25');
  });

  it('derive their width from grid rows if align-self stretches them', async () => {
    const html = (align: string): string =>
      `<div style="display:grid;grid:100px/200px"><div id=i style="aspect-ratio:1;${align}"></div></div>`;
    expect(await sizeOf(html('align-self:stretch'))).to.equal('100x100');
    expect(await sizeOf(html(''))).to.equal('200x200');
  });

  it('may be tables, whose rows may enlarge them', async () => {
    const table = (style: string, text = ''): string =>
      `<div id=i style="display:table;font:10px/12px monospace;${style}">${text}</div>`;
    const gridSize = async (html: string): Promise<string> => {
      const { dump } = await layout(html);
      return /Table <div#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
    };
    expect(await gridSize(table('aspect-ratio:2;width:100px'))).to.equal('100x50');
    expect(await gridSize(table('aspect-ratio:2;height:60px'))).to.equal('120x60');
    expect(await gridSize(table('aspect-ratio:2;min-height:70px'))).to.equal('140x70');
    expect(await gridSize(table('aspect-ratio:10;width:100px', 'a<br>b'))).to.equal('100x24');
  });
});
