import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the width of a column container sized to its contents. Characters are 6 px wide, gaps 10 px. */
async function widthOf(style: string): Promise<number> {
  const { dump } = await layout(
    `<div style="width:500px;font:10px/12px Courier New"><div id=i style="column-gap:10px;${style}">aa bb cc</div></div>`,
  );
  return Number(/#i>.* w(\S+)/.exec(dump)?.[1]);
}

describe('content-sized multi-column containers', () => {
  it('have room for their content on one line in each requested column', async () => {
    expect(await widthOf('width:max-content;columns:2 20px')).to.be.closeTo(2 * 48 + 10, 0.1);
    expect(await widthOf('width:max-content;columns:2 60px')).to.equal(130);
    expect(await widthOf('width:max-content;columns:20px')).to.be.closeTo(48, 0.1);
    expect(await widthOf('width:max-content;columns:60px')).to.equal(60);
  });

  it('are no wider than a column or a word at min-content', async () => {
    expect(await widthOf('width:min-content;columns:2 60px')).to.be.closeTo(12, 0.1);
    expect(await widthOf('width:min-content;columns:2')).to.be.closeTo(2 * 12 + 10, 0.1);
  });
});
