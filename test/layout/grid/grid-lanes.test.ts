import { expect } from 'chai';
import { expectFragments, layout } from '../../support/layout.ts';

const boxes = (...sizes: string[]): string => sizes.map((size) => `<p style="margin:0;${size}"></p>`).join('');

describe('grid lanes', () => {
  it('put each item in the lane that is closest to the start', async () => {
    await expectFragments(
      `<div style="display:grid-lanes;width:100px;grid-template-columns:1fr 1fr;gap:10px;flow-tolerance:0">${boxes('height:40px', 'height:20px', 'height:30px', 'height:5px')}</div>`,
      `
      Grid <div>  x0 y0  w100 h60
        Block <p>  x0 y0  w45 h40
        Block <p>  x55 y0  w45 h20
        Block <p>  x55 y30  w45 h30
        Block <p>  x0 y50  w45 h5`,
    );
  });

  it('alternate between lanes that differ by at most the tolerance', async () => {
    await expectFragments(
      `<div style="display:grid-lanes;font-size:16px;width:100px;grid-template-columns:1fr 1fr">${boxes('height:30px', 'height:20px', 'height:10px')}</div>`,
      `
      Grid <div>  x0 y0  w100 h40
        Block <p>  x0 y0  w50 h30
        Block <p>  x50 y0  w50 h20
        Block <p>  x0 y30  w50 h10`,
    );
  });

  it('stack items along rows and are as wide as these', async () => {
    await expectFragments(
      `<div style="display:inline-grid-lanes;grid-template-rows:20px 20px;column-gap:5px">${boxes('width:40px', 'width:10px', 'width:30px;grid-row:span 2')}</div>`,
      `
      line x0 y0 w75 h40 base20
        Grid <div>  x0 y0  w75 h40
          Block <p>  x0 y0  w40 h20
          Block <p>  x0 y20  w10 h20
          Block <p>  x45 y0  w30 h40`,
    );
  });

  it('size lanes by all items that could be placed in them', async () => {
    await expectFragments(
      `<div style="display:grid-lanes;width:200px;justify-content:start;grid-template-columns:auto auto">${boxes('width:30px;height:9px', 'width:20px;height:9px', 'width:50px;height:9px;grid-column:2')}</div>`,
      `
      Grid <div>  x0 y0  w200 h18
        Block <p>  x0 y0  w30 h9
        Block <p>  x30 y0  w20 h9
        Block <p>  x30 y9  w50 h9`,
    );
  });

  it('fill from the opposite ends', async () => {
    await expectFragments(
      `<div style="display:grid-lanes;grid-lanes-direction:column fill-reverse track-reverse;width:100px;height:50px;grid-template-columns:1fr 1fr;flow-tolerance:0">${boxes('height:30px', 'height:10px', 'height:5px')}</div>`,
      `
      Grid <div>  x0 y0  w100 h50
        Block <p>  x50 y20  w50 h30
        Block <p>  x0 y40  w50 h10
        Block <p>  x0 y35  w50 h5`,
    );
  });

  it('align all items together along the lanes, and each item across its lane', async () => {
    await expectFragments(
      `<div style="display:grid;grid-template:masonry/50px 50px;align-content:end;justify-items:end;width:100px;height:50px">${boxes('width:10px;height:30px', 'width:20px;height:10px')}</div>`,
      `
      Grid <div>  x0 y0  w100 h50
        Block <p>  x40 y20  w10 h30
        Block <p>  x80 y20  w20 h10`,
    );
  });

  it('provide their tracks to subgrids', async () => {
    await expectFragments(
      `<div style="display:grid-lanes;width:100px;grid-template-columns:20px 30px 50px"><div style="display:grid;grid-column:2/span 2;grid-template-columns:subgrid">${boxes('height:10px', 'height:10px')}</div></div>`,
      `
      Grid <div>  x0 y0  w100 h10
        Grid <div>  x20 y0  w80 h10
          Block <p>  x0 y0  w30 h10
          Block <p>  x30 y0  w50 h10`,
    );
  });

  it('break lane by lane', async () => {
    const { pages } = await layout(
      `<style>@page{size:100px 100px;margin:0}p{break-inside:avoid}</style><div style="display:grid-lanes;grid-template-columns:1fr 1fr">${boxes('height:80px', 'height:50px', 'height:40px', 'height:60px')}</div>`,
    );
    expect(pages.length).to.equal(2);
  });

  it('break together if items span several lanes', async () => {
    const { pages } = await layout(
      `<style>@page{size:100px 100px;margin:0}p{break-inside:avoid}</style><div style="display:grid-lanes;grid-template-columns:1fr 1fr">${boxes('height:80px', 'height:50px', 'height:40px;grid-column:span 2', 'height:60px')}</div>`,
    );
    expect(pages.length).to.equal(2);
  });

  it("report that rules aren't supported", async () => {
    const { diagnostics } = await layout('<div style="display:grid-lanes;column-rule:1px solid red">a</div>');
    expect(diagnostics).to.deep.equal(['layout/unsupported: Gap rules are not drawn in grid lanes.']);
  });
});
