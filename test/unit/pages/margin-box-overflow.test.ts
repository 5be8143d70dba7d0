import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Returns the block positions of the lines in a margin box 40 px tall. Lines are 20 px tall. */
async function linesOf(style: string, words: string, name = 'top-left'): Promise<string[]> {
  const { dump } = await layout(
    `<style>@page{size:400px 300px;margin:40px;font:16px/20px Arial;@${name}{content:"${words}";width:30px;${style}}}</style>a`,
  );
  return [...dump.matchAll(/line x\S+ (y\S+) .*"(x+) ?"/g)].map((match) => match[1]!);
}

describe('content of margin boxes', () => {
  it('is aligned if it fits', async () => {
    expect(await linesOf('vertical-align:top', 'x')).to.deep.equal(['y0']);
    expect(await linesOf('', 'x')).to.deep.equal(['y10']);
    expect(await linesOf('vertical-align:bottom', 'x')).to.deep.equal(['y20']);
  });

  it('overflows at the end if it is too tall', async () => {
    for (const style of ['vertical-align:top', '', 'vertical-align:bottom'])
      expect(await linesOf(style, 'xxx xxx xxx'), style).to.deep.equal(['y0', 'y20', 'y40']);
  });

  it('overflows at the start if it is too tall for the bottom margin', async () => {
    for (const style of ['vertical-align:top', '', 'vertical-align:bottom'])
      expect(await linesOf(style, 'xxx xxx xxx', 'bottom-left'), style).to.deep.equal(['y-20', 'y0', 'y20']);
  });
});
