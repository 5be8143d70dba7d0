import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width and height of the element with the id `i`. */
async function sizeOf(html: string): Promise<string> {
  const { dump } = await layout(html);
  return /#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x') ?? dump;
}

const WIDE = '<div style="width:100px"></div>';

describe('flex items with a preferred aspect ratio', () => {
  it("don't shrink below the ratio's size for their cross size or below their contents", async () => {
    const row = (item: string, content = ''): string =>
      `<div style="display:flex;width:0;height:80px"><div id=i style="${item}">${content}</div></div>`;
    expect(await sizeOf(row('aspect-ratio:1'))).to.equal('80x80');
    expect(await sizeOf(row('aspect-ratio:1;min-width:0'))).to.equal('0x80');
    expect(await sizeOf(row('aspect-ratio:1/2', WIDE))).to.equal('100x80');
    expect(await sizeOf(row('aspect-ratio:4/1;height:10px'))).to.equal('40x10');
  });

  it('respect the limits of the cross axis', async () => {
    const item = (style: string, content = ''): string =>
      `<div style="display:flex"><div id=i style="aspect-ratio:2/1;${style}">${content}</div></div>`;
    expect(await sizeOf(item('min-height:50px;min-width:0'))).to.equal('100x50');
    expect(await sizeOf(item('max-height:25px', WIDE))).to.equal('50x25');
  });

  it('have the height that the ratio gives for the width of their contents', async () => {
    const item = (style: string): string =>
      `<div style="display:flex;flex-direction:column;align-items:start;height:200px"><div id=i style="aspect-ratio:1;${style}">${WIDE}</div><div style="flex:1 0 1px"></div></div>`;
    expect(await sizeOf(item('min-height:0'))).to.equal('100x100');
    expect(await sizeOf(item('min-height:0;width:50px'))).to.equal('50x50');
  });

  it('have a definite main size for their contents', async () => {
    const html = `<div style="display:flex;flex-direction:column;width:60px"><div style="aspect-ratio:1"><div id=i style="height:100%"></div></div></div>`;
    expect(await sizeOf(html)).to.equal('60x60');
  });
});

describe('column containers with a preferred aspect ratio', () => {
  it('have room for their items', async () => {
    const html = (style: string): string =>
      `<div id=i style="display:flex;flex-direction:column;width:100px;aspect-ratio:2/1;${style}"><div style="flex:none;height:90px"></div></div>`;
    expect(await sizeOf(html(''))).to.equal('100x90');
    expect(await sizeOf(html('max-height:70px'))).to.equal('100x70');
    expect(await sizeOf(html('min-height:0'))).to.equal('100x50');
  });
});
