import { expect } from 'chai';
import { expectFragments, layout } from '../../support/layout.ts';

describe('flex containers', () => {
  it('share space and stretch across', async () => {
    await expectFragments(
      '<div style="display:flex;width:100px;height:50px"><div style="flex:1"></div><div style="flex:2;margin:5px"></div></div>',
      `
      Flex <div>  x0 y0  w100 h50
        Block <div>  x0 y0  w30 h50
        Block <div>  x35 y5  w60 h40`,
    );
  });

  it('give percentages inside stretched and flexed items a definite basis', async () => {
    await expectFragments(
      '<div style="display:flex;flex-direction:column"><div style="height:80px;display:flex"><div style="width:40px"><div style="height:50%"></div></div></div></div>',
      `
      Flex <div>  x0 y0  w400 h80
        Flex <div>  x0 y0  w400 h80
          Block <div>  x0 y0  w40 h80
            Block <div>  x0 y0  w40 h40`,
    );
  });

  it('reverse both axes', async () => {
    await expectFragments(
      '<style>div div{width:40px;height:10px}</style><div style="display:flex;flex-flow:row-reverse wrap-reverse;width:100px"><div></div><div></div><div></div></div>',
      `
      Flex <div>  x0 y0  w100 h20
        Block <div>  x60 y10  w40 h10
        Block <div>  x20 y10  w40 h10
        Block <div>  x60 y0  w40 h10`,
    );
  });

  it('break between lines, which then start at the top of the next page', async () => {
    const { pages, dump } = await layout(
      '<style>@page{size:200px 100px;margin:0}div div{width:150px;height:60px;break-inside:avoid}</style><div style="display:flex;flex-wrap:wrap"><div></div><div></div></div>',
    );
    expect(pages.length).to.equal(2);
    expect([...dump.matchAll(/Block <div> {2}x0 y(\d+)/g)].map((match) => match[1])).to.deep.equal(['0', '0']);
  });

  it('map left and right along lines in any direction, and along horizontal block axes', async () => {
    const item = '<div style="width:10px;height:10px"></div>';
    const offset = async (style: string): Promise<string> => {
      const { dump } = await layout(`<div style="display:flex;width:50px;height:50px;${style}">${item}</div>`);
      return /Block <div> +(x\d+ y\d+)/.exec(dump)?.[1] ?? '';
    };
    expect(await offset('flex-direction:row-reverse;justify-content:left')).to.equal('x0 y0');
    expect(await offset('writing-mode:vertical-lr;justify-content:right')).to.equal('x0 y40');
    expect(await offset('writing-mode:vertical-lr;flex-direction:row-reverse;justify-content:left')).to.equal('x0 y0');
    expect(await offset('writing-mode:sideways-lr;justify-content:left')).to.equal('x0 y40');
    expect(await offset('writing-mode:vertical-rl;flex-direction:column;justify-content:left')).to.equal('x0 y0');
    expect(await offset('flex-direction:column;justify-content:right')).to.equal('x0 y0');
  });
});
