import { expect } from 'chai';
import { expectFragments, layout } from '../../support/layout.ts';

describe('grid containers', () => {
  it('place items in order and by lines', async () => {
    await expectFragments(
      '<div style="display:grid;width:100px;grid-template-columns:1fr 2fr;gap:10px"><div style="height:20px"></div><div></div><div style="grid-column:1/-1;height:30px"></div></div>',
      `
      Grid <div>  x0 y0  w100 h60
        Block <div>  x0 y0  w30 h20
        Block <div>  x40 y0  w60 h20
        Block <div>  x0 y30  w100 h30`,
    );
  });

  it('fill the remaining space with repeated tracks and collapse empty ones', async () => {
    await expectFragments(
      '<div style="display:grid;width:350px;grid-template-columns:repeat(auto-fit,minmax(100px,1fr));gap:10px"><div style="height:5px"></div><div></div></div>',
      `
      Grid <div>  x0 y0  w350 h5
        Block <div>  x0 y0  w170 h5
        Block <div>  x180 y0  w170 h5`,
    );
  });

  it('contain positioned children in their areas', async () => {
    await expectFragments(
      '<div style="display:grid;position:relative;width:100px;grid-template:20px/40px 60px"><div style="position:absolute;grid-column:2;inset:5px"></div></div>',
      `
      Grid <div>  x0 y0  w100 h20
        Block <div>  x45 y5  w50 h10`,
    );
  });

  it('break between rows', async () => {
    const { pages } = await layout(
      '<style>@page{size:200px 100px;margin:0}div div{height:60px;break-inside:avoid}</style><div style="display:grid"><div></div><div></div><div></div></div>',
    );
    expect(pages.length).to.equal(3);
  });
});
