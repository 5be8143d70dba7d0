import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the position and size of the element with the id `i`: x, y, width, height. */
async function boxOf(html: string): Promise<number[]> {
  const { dump } = await layout(html);
  return /#i>.* x(\S+) y(\S+) .*?w(\S+) h(\S+)/.exec(dump)?.slice(1).map(Number) ?? [];
}

const SVG = '<svg id=i viewBox="0 0 10 10" style="';

describe('flex items', () => {
  it('have content-based limits across a column', async () => {
    const floats = '<div style="float:left;width:100px;height:50px"></div>'.repeat(2);
    const column = (style: string): string =>
      `<div style="display:flex;flex-direction:column;width:300px"><div id=i style="${style}">${floats}</div></div>`;
    expect(await boxOf(column('max-width:min-content'))).to.deep.equal([0, 0, 100, 100]);
    expect(await boxOf(column('max-width:fit-content'))).to.deep.equal([0, 0, 200, 50]);
    expect(await boxOf(column('align-self:start;width:10px;min-width:max-content'))).to.deep.equal([0, 0, 200, 50]);
  });

  it('with only a ratio fill their container without their margins', async () => {
    const html = `<div style="display:flex;width:150px">${SVG}margin-right:50px;flex:1 0 auto"></svg></div>`;
    expect(await boxOf(html)).to.deep.equal([0, 0, 100, 100]);
  });

  it("with percentages that let them shrink don't create an automatic minimum", async () => {
    const image = '<svg width=500 height=500 style="max-width:100%"></svg>';
    const html = `<div style="display:flex;width:100px"><div id=i style="display:flex;flex:1 1 auto">${image}</div></div>`;
    expect((await boxOf(html))[2]).to.equal(100);
  });

  it('may have a negative total size', async () => {
    const item = (width: number, margin: number): string =>
      `<div style="width:${width}px;height:10px;margin-left:${margin}px"></div>`;
    const html = `<div id=i style="display:inline-flex">${item(40, 0)}${item(20, -40)}${item(20, 0)}</div>`;
    expect((await boxOf(html))[2]).to.equal(40);
  });
});

describe('safe alignment of flex containers', () => {
  it('puts overflowing lines at the start of the flow, even if lines are stacked from the end', async () => {
    const html = (align: string): string =>
      `<div style="display:flex;flex-wrap:wrap-reverse;height:90px;align-content:${align}"><div id=i style="width:50px;height:100px"></div></div>`;
    expect((await boxOf(html('safe flex-start')))[1]).to.equal(0);
    expect((await boxOf(html('flex-start')))[1]).to.equal(-10);
  });

  it('is the fallback of space-around and space-evenly, even if items or lines are reversed', async () => {
    const html = (style: string): string =>
      `<div style="display:flex;width:50px;height:90px;${style}"><div id=i style="flex:none;width:60px;height:100px"></div></div>`;
    for (const value of ['space-around', 'space-evenly']) {
      expect((await boxOf(html(`flex-direction:row-reverse;justify-content:${value}`)))[0]).to.equal(0);
      expect((await boxOf(html(`flex-wrap:wrap-reverse;align-content:${value}`)))[1]).to.equal(0);
    }
    expect((await boxOf(html('flex-direction:row-reverse;justify-content:space-between')))[0]).to.equal(-10);
  });

  it('puts overflowing positioned children at the start', async () => {
    const html = (flow: string, style = ''): string =>
      `<div style="display:flex;flex-flow:${flow};position:relative;width:50px;height:50px;${style}"><div id=i style="position:absolute;align-self:safe center;justify-self:auto;width:60px;height:60px;margin:5px"></div></div>`;
    expect((await boxOf(html('row'))).slice(0, 2)).to.deep.equal([5, 5]);
    expect((await boxOf(html('row wrap-reverse'))).slice(0, 2)).to.deep.equal([5, 5]);
    expect((await boxOf(html('column', 'direction:rtl'))).slice(0, 2)).to.deep.equal([-15, 5]);
    expect((await boxOf(html('row', 'height:80px'))).slice(0, 2)).to.deep.equal([5, 10]);
    expect((await boxOf(html('row').replace('safe ', ''))).slice(0, 2)).to.deep.equal([5, -5]);
    const last = html('row wrap-reverse', 'height:100px').replace('safe center', 'last baseline');
    expect((await boxOf(last)).slice(0, 2)).to.deep.equal([5, 35]);
  });
});
