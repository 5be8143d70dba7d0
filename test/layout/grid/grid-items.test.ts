import { expect } from 'chai';
import { expectFragments, layout } from '../../support/layout.ts';

describe('sizes of grid items', () => {
  it('use the inline axis of orthogonal flows', async () => {
    await expectFragments(
      '<div style="display:grid;width:200px;justify-content:start;grid-template-rows:fit-content(6px);font:10px/20px serif"><div style="writing-mode:vertical-lr">a a</div></div>',
      `
      Grid <div>  x0 y0  w200 h6
        Block <div>  x0 y0  w40 h6
          line x0 y0 w20 h4.45 base10 "a"
          line x20 y0 w20 h4.45 base10 "a"`,
    );
  });

  it('follow from row heights through a ratio', async () => {
    await expectFragments(
      '<div style="display:grid;width:200px;grid-template:50px / auto 1fr"><div style="aspect-ratio:2/1;height:100%"></div><div></div></div>',
      `
      Grid <div>  x0 y0  w200 h50
        Block <div>  x0 y0  w100 h50
        Block <div>  x100 y0  w100 h50`,
    );
  });

  it('with an explicit minimum may be smaller than their contents', async () => {
    await expectFragments(
      '<div style="display:grid;width:50px;grid-template-columns:auto 1fr"><div style="min-width:20px"><div style="width:70px;height:5px"></div></div><div></div></div>',
      `
      Grid <div>  x0 y0  w50 h5
        Block <div>  x0 y0  w50 h5
          Block <div>  x0 y0  w70 h5
        Block <div>  x50 y0  w0 h5`,
    );
  });

  it('stretch drawn form controls only without an appearance', async () => {
    await expectFragments(
      '<div style="display:grid;grid-template:30px / 40px"><input type="checkbox" style="margin:0"></div><input type="range" style="appearance:none;display:block;margin:0">',
      `
      Grid <div>  x0 y0  w400 h30
        Replaced <input>  x0 y0  w40 h30
      Flex <input>  x0 y30  w129 h16
        Flex <input>  x0 y0  w129 h16
          Block <input>  x0 y0  w0 h0
          Block <input>::-webkit-slider-runnable-track  x0 y0  w129 h16
            Replaced <input>::-webkit-slider-thumb  x56.5 y0  w16 h16`,
    );
  });

  it('leave space in rows of less than one fraction', async () => {
    await expectFragments(
      '<div style="display:grid;width:100px;grid-template-rows:minmax(0,.5fr)"><div style="grid-area:1/1;height:40px"></div><div style="grid-area:1/1;height:100%"></div></div>',
      `
      Grid <div>  x0 y0  w100 h20
        Block <div>  x0 y0  w100 h40
        Block <div>  x0 y0  w100 h10`,
    );
  });

  it('ignore preserved white space', async () => {
    await expectFragments(
      '<div style="display:grid;width:100px;white-space:pre"><div style="height:5px"></div>  \n</div>',
      `
      Grid <div>  x0 y0  w100 h5
        Block <div>  x0 y0  w100 h5`,
    );
  });

  it('repeat columns until a minimum given by a ratio is reached', async () => {
    await expectFragments(
      '<div style="display:inline-grid;aspect-ratio:1;min-height:60px;grid-template-columns:repeat(auto-fill,50px)"></div>',
      `
      line x0 y0 w100 h105 base100
        Grid <div>  x0 y0  w100 h100`,
    );
  });
});

describe('alignment of grid items', () => {
  it('maps left and right to the sides of lines in vertical text', async () => {
    await expectFragments(
      '<div style="display:grid;writing-mode:vertical-rl;width:20px;height:50px"><div style="justify-self:right;width:5px;height:10px"></div></div>',
      `
      Grid <div>  x0 y0  w20 h50
        Block <div>  x15 y40  w5 h10`,
    );
  });

  it('excludes items from baselines that would change their own size', async () => {
    await expectFragments(
      '<div style="display:grid;width:100px;grid-template-columns:50px 50px;align-items:baseline;font:10px/20px serif"><div style="padding-top:10px">a</div><div style="height:50%">a</div></div>',
      `
      Grid <div>  x0 y0  w100 h30
        Block <div>  x0 y0  w50 h30
          line x0 y10 w4.45 h20 base13 "a"
        Block <div>  x50 y0  w50 h15
          line x0 y0 w4.45 h20 base13 "a"`,
    );
  });
});

describe('margin-trim of grid containers', () => {
  it('trims the margins of items at the specified edges', async () => {
    await expectFragments(
      '<style>b{height:10px;margin:5px}</style><div style="display:grid;width:100px;grid-template-columns:50px 50px;margin-trim:block inline-start"><b></b><b></b><b></b><b></b></div>',
      `
      Grid <div>  x0 y0  w100 h30
        Block <b>  x0 y0  w45 h10
        Block <b>  x55 y0  w40 h10
        Block <b>  x0 y20  w45 h10
        Block <b>  x55 y20  w40 h10`,
    );
  });
});

describe('intrinsic sizes of grids', () => {
  it("include orthogonal items in rows of the grid's height", async () => {
    await expectFragments(
      '<div style="display:inline-grid;height:10px;font:10px/20px serif"><div style="writing-mode:vertical-lr">a a a a a</div></div>',
      `
      line x0 y0 w100 h20 base15 "aaaaa"
        Grid <div>  x0 y5  w100 h10
          Block <div>  x0 y0  w100 h10
            line x0 y0 w20 h4.45 base10 "a"
            line x20 y0 w20 h4.45 base10 "a"
            line x40 y0 w20 h4.45 base10 "a"
            line x60 y0 w20 h4.45 base10 "a"
            line x80 y0 w20 h4.45 base10 "a"`,
    );
  });
});

describe('nested grids with baselines in both axes', () => {
  it('take constant time per level', async () => {
    const depth = 24;
    const style = 'display:inline-grid;align-items:baseline;justify-items:last baseline';
    const { pages } = await layout(`<div style="${style}">`.repeat(depth) + 'a' + '</div>'.repeat(depth));
    expect(pages.length).to.equal(1);
  });
});

describe('tables as grid items', () => {
  it('stretch in both axes, by default and if requested', async () => {
    for (const style of ['', 'place-self:stretch']) {
      const { dump } = await layout(
        `<div style="display:grid;grid:100px/100px"><table id=i style="${style}"><td>a</table></div>`,
      );
      expect(/#i>.* w(\S+) h(\S+)/.exec(dump)?.slice(1).join('x'), style).to.equal('100x100');
    }
  });
});
