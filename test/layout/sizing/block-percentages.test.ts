import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

const IMAGE = '<svg width=200 height=200 viewBox="0 0 200 200" style="height:100%;width:auto;display:block"></svg>';

/** Returns the used width of the element with the id `i`. */
async function widthOf(html: string): Promise<number> {
  const { dump } = await layout(html);
  return Number(/#i>.* w([\d.]+)/.exec(dump)?.[1]);
}

describe('percentage heights of boxes with a ratio', () => {
  it('determine the width of shrink-to-fit boxes of definite height', async () => {
    expect(await widthOf(`<div id=i style="float:left;height:50px">${IMAGE}</div>`)).to.equal(50);
    expect(await widthOf(`<div id=i style="display:inline-block;height:50px;padding:5px">${IMAGE}</div>`)).to.equal(60);
    expect(await widthOf(`<div id=i style="position:absolute;top:0;bottom:20px">${IMAGE}</div>`)).to.equal(280);
    expect(await widthOf(`<div style="height:60px"><b id=i style="float:left;height:50%">${IMAGE}</b></div>`)).to.equal(
      30,
    );
    expect(await widthOf(`<div id=i style="float:left;max-height:50px">${IMAGE}</div>`)).to.equal(200);
    expect(await widthOf(`<div id=i style="width:min-content;height:50px"><p>${IMAGE}</p></div>`)).to.equal(200);
  });

  it("of column spanners determine the container's width", async () => {
    const spanner = '<div style="column-span:all;height:50%;aspect-ratio:1"></div>';
    expect(await widthOf(`<div id=i style="width:fit-content;columns:4;height:100px">${spanner}</div>`)).to.equal(50);
  });

  it('work through boxes with their own heights and in lines', async () => {
    const inside = `<div style="height:50%"><span>${IMAGE.replace('display:block', '')}</span></div>`;
    expect(await widthOf(`<div id=i style="float:left;height:80px">${inside}</div>`)).to.equal(40);
  });

  it('determine the width of stretched flex and grid items, and of their containers', async () => {
    expect(await widthOf(`<div style="display:flex;height:50px"><a id=i>${IMAGE}</a></div>`)).to.equal(50);
    expect(await widthOf(`<div id=i style="display:inline-flex;height:50px"><a>${IMAGE}</a></div>`)).to.equal(50);
    expect(
      await widthOf(`<div style="display:grid;grid:50px/auto auto;justify-content:start"><a id=i>${IMAGE}</a></div>`),
    ).to.equal(50);
    expect(await widthOf(`<div style="display:flex"><a id=i>${IMAGE}</a></div>`)).to.equal(200);
  });
});
