import { expectFragments } from '../../support/layout.ts';

describe('subgrids', () => {
  it('contribute their items to the tracks of their parent', async () => {
    await expectFragments(
      '<div style="display:inline-grid;grid-template-columns:auto auto"><div style="display:grid;grid-column:span 2;grid-template-columns:subgrid"><div style="width:30px;height:10px"></div><div style="width:50px;height:10px"></div></div></div>',
      `
      line x0 y0 w80 h20 base15
        Grid <div>  x0 y5  w80 h10
          Grid <div>  x0 y0  w80 h10
            Block <div>  x0 y0  w30 h10
            Block <div>  x30 y0  w50 h10`,
    );
  });

  it('add their edges and half the gutter difference to adjacent items', async () => {
    await expectFragments(
      '<div style="display:inline-grid;grid-template-columns:auto auto;column-gap:10px"><div style="display:grid;grid-column:span 2;grid-template-columns:subgrid;column-gap:20px;padding:0 7px 0 3px"><div style="width:30px;height:10px"></div><div style="width:50px;height:10px"></div></div></div>',
      `
      line x0 y0 w110 h20 base15
        Grid <div>  x0 y5  w110 h10
          Grid <div>  x0 y0  w110 h10
            Block <div>  x3 y0  w30 h10
            Block <div>  x53 y0  w50 h10`,
    );
  });

  it('use the line names of their parent in addition to their own', async () => {
    await expectFragments(
      '<div style="display:grid;width:100px;grid-template-columns:10px [a] 20px [b] 30px 40px"><div style="display:grid;grid-column:2/-1;grid-template-columns:subgrid [] [] [c]"><div style="grid-column:b/c;height:5px"></div><div style="grid-column:c;height:5px"></div></div></div>',
      `
      Grid <div>  x0 y0  w100 h5
        Grid <div>  x10 y0  w90 h5
          Block <div>  x20 y0  w30 h5
          Block <div>  x50 y0  w40 h5`,
    );
  });

  it('share rows through several levels', async () => {
    await expectFragments(
      '<div style="display:grid;width:80px;grid-template-columns:40px 40px"><div style="display:grid;grid-row:span 2;grid-template-rows:subgrid"><div style="display:grid;grid-row:span 2;grid-template-rows:subgrid"><div style="height:30px"></div><div></div></div></div><div style="height:10px"></div><div style="height:5px"></div></div>',
      `
      Grid <div>  x0 y0  w80 h35
        Grid <div>  x0 y0  w40 h35
          Grid <div>  x0 y0  w40 h35
            Block <div>  x0 y0  w40 h30
            Block <div>  x0 y30  w40 h5
        Block <div>  x40 y0  w40 h10
        Block <div>  x40 y30  w40 h5`,
    );
  });

  it('become ordinary grids with layout containment', async () => {
    await expectFragments(
      '<div style="display:grid;width:80px;grid-template-columns:40px 40px"><div style="display:grid;contain:layout;grid-column:span 2;grid-template-columns:subgrid"><div style="height:10px"></div></div></div>',
      `
      Grid <div>  x0 y0  w80 h10
        Grid <div>  x0 y0  w80 h10
          Block <div>  x0 y0  w80 h10`,
    );
  });

  it('become ordinary grids if they are size containers', async () => {
    await expectFragments(
      '<div style="display:grid;width:80px;grid-template-columns:40px 40px"><div style="display:grid;container-type:inline-size;grid-column:span 2;grid-template-columns:subgrid"><div style="height:10px"></div></div></div>',
      `
      Grid <div>  x0 y0  w80 h10
        Grid <div>  x0 y0  w80 h10
          Block <div>  x0 y0  w80 h10`,
    );
  });

  it('reverse the tracks of their parent in the opposite direction', async () => {
    await expectFragments(
      '<div style="display:grid;width:60px;grid-template-columns:20px 40px"><div style="display:grid;direction:rtl;grid-column:span 2;grid-template-columns:subgrid"><div style="height:10px"></div></div></div>',
      `
      Grid <div>  x0 y0  w60 h10
        Grid <div>  x0 y0  w60 h10
          Block <div>  x20 y0  w40 h10`,
    );
  });
});

describe('baselines of grid items', () => {
  it('are also shared across columns', async () => {
    await expectFragments(
      '<div style="display:grid;width:100px;justify-items:baseline;font:10px/20px serif"><div style="writing-mode:vertical-lr;border-left:10px solid">a</div><div style="writing-mode:vertical-lr;padding-left:5px">a</div></div>',
      `
      Grid <div>  x0 y0  w100 h8.91
        Block <div>  x0 y0  w30 h4.45
          line x10 y0 w20 h4.45 base10 "a"
        Block <div>  x5 y4.45  w25 h4.45
          line x5 y0 w20 h4.45 base10 "a"`,
    );
  });
});
