import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width of a box with contents of 50 px, preceded by a padding in per cent of 400 px. */
async function widthOf(before: string, style = '', tag = 'div'): Promise<number> {
  const { dump } = await layout(
    `<style>i{display:inline-block;width:50px}#c{padding:0 0 0 10%;${style}}td{padding:0}</style>${before}<${tag} id=c>` +
      (tag === 'table' ? '<td><i></i></table>' : '<i></i>'),
  );
  return Number(/#c>.* w([\d.]+)/.exec(dump)?.[1]);
}

describe('percentage padding', () => {
  it('is added to the contents if these determine the width', async () => {
    expect(await widthOf('', 'float:left')).to.equal(90);
    expect(await widthOf('', 'display:inline-block')).to.equal(90);
    expect(await widthOf('', 'width:max-content')).to.equal(90);
    expect(await widthOf('', 'position:absolute')).to.equal(90);
    expect(await widthOf('<div style="display:flex">')).to.equal(90);
    expect(await widthOf('<div style="display:flex;flex-flow:column;align-items:start">')).to.equal(90);
    expect(await widthOf('<div style="display:grid;justify-items:start">')).to.equal(90);
    expect(await widthOf('', 'border-spacing:0', 'table')).to.equal(90);
  });

  it("doesn't contribute to the size of the parent", async () => {
    expect(await widthOf('<div style="float:left">', 'padding:0 0 0 50%')).to.equal(50);
  });
});
