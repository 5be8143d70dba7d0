import { expectFragments } from '../../support/layout.ts';

describe('size-contained containers', () => {
  it('are as large as their tracks without items for grids', async () => {
    await expectFragments(
      '<div style="display:inline-grid;contain:size;gap:5px;grid-template:10px auto/auto 20px"><p style="margin:0;width:50px;height:30px"></p></div>',
      `
      line x0 y0 w25 h35 base30
        Grid <div>  x0 y0  w25 h15
          Block <p>  x0 y0  w50 h30`,
    );
  });

  it('repeat grid tracks to fill contain-intrinsic-size', async () => {
    await expectFragments(
      '<div style="display:grid;contain:size;contain-intrinsic-size:70px 45px;grid-template:repeat(auto-fill,15px)/10px;grid-auto-flow:column;grid-auto-columns:10px"><p style="margin:0"></p><p style="margin:0"></p><p style="margin:0"></p><p style="margin:0"></p></div>',
      `
      Grid <div>  x0 y0  w400 h45
        Block <p>  x0 y0  w10 h15
        Block <p>  x0 y15  w10 h15
        Block <p>  x0 y30  w10 h15
        Block <p>  x10 y0  w10 h15`,
    );
  });

  it('keep the gaps of columns, regardless of their contents', async () => {
    await expectFragments(
      '<div style="float:left;contain:size;columns:3;column-gap:10px"></div>',
      `
      Multicol <div>  x0 y0  w20 h0
        Block <div>  x0 y0  w0 h0`,
    );
  });
});
