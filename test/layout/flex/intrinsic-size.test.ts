import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const WORDS = 'aaaa bbbbbbbb cccc';

/** Returns the used width of a container sized to its min-content (max-content) with one item. */
async function widthOf(item: string, size = 'min-content', wrap = 'nowrap'): Promise<number> {
  const { dump } = await layout(
    `<div id=f style="display:flex;flex-wrap:${wrap};width:${size}"><div style="${item}">${WORDS}</div></div>`,
  );
  return Number(/div#f>.* w([\d.]+)/.exec(dump)?.[1]);
}

describe('intrinsic sizes of flex containers', () => {
  it('are the smallest contributions of items sized by their contents', async () => {
    const narrow = await widthOf('flex:1 1 auto');
    expect(narrow).to.be.closeTo(71.19, 0.01);
    expect(await widthOf('flex:0 0 auto')).to.equal(narrow);
    expect(await widthOf('flex:0 0 auto;width:75%')).to.equal(narrow);
    expect(await widthOf('flex:0 0 auto;width:75%', 'max-content')).to.be.above(120);
  });

  it('are the flex base size of inflexible items, unless lines may wrap', async () => {
    expect(await widthOf('flex:0 0 130px')).to.equal(130);
    expect(await widthOf('flex:0 1 30px;min-width:0')).to.equal(30);
    expect(await widthOf('flex:0 0 130px', 'min-content', 'wrap')).to.be.closeTo(71.19, 0.01);
  });
});

describe('the automatic minimum of an item with a percentage main size', () => {
  it('ignores percentage heights of the contents', async () => {
    const inner =
      '<div id=i style="height:100%;margin-bottom:20px"><div style="height:100%;min-height:80px"></div></div>';
    const { dump } = await layout(
      `<div style="display:flex"><div style="display:flex;flex-direction:column">${inner}</div></div>`,
    );
    expect(/div#i>.* h([\d.]+)/.exec(dump)?.[1]).to.equal('80');
  });
});
