import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the height of a stretched child in a container 200 px high. Its margins are 30 px above and 20 px below. */
async function heightIn(container: string, child = ''): Promise<number> {
  const { dump } = await layout(
    `<div style="height:200px;${container}"><div id=c style="height:stretch;margin:30px 0 20px;${child}"></div></div>`,
  );
  return Number(/#c>.* h([\d.]+)/.exec(dump)?.[1]);
}

describe('height: stretch in block layout', () => {
  it('leaves room for the margins that stay inside the container', async () => {
    expect(await heightIn('display:flow-root')).to.equal(150);
    expect(await heightIn('padding:1px')).to.equal(150);
    expect(await heightIn('padding-top:1px')).to.equal(170);
    expect(await heightIn('padding-bottom:1px')).to.equal(180);
  });

  it('ignores margins at edges where they may collapse', async () => {
    expect(await heightIn('')).to.equal(200);
    expect(await heightIn('', 'display:flow-root')).to.equal(200);
    expect(await heightIn('', 'height:auto;min-height:stretch')).to.equal(200);
    expect(await heightIn('', 'height:500px;max-height:stretch')).to.equal(200);
  });
});
