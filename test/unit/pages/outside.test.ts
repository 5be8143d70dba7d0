import { expect } from 'chai';
import { settled } from '../../support/rounds.ts';

/** Pages with margins of 20 px at the sides, 60 px above and below. */
const diagnosticsOf = async (style: string, page = ''): Promise<readonly string[]> =>
  (
    await settled(
      `<style>@page{margin:60px 20px;${page}}</style><p id="h" style="position:fixed;margin:0;height:30px;${style}">Head<p>a`,
    )
  ).diagnostics;

describe('fixed boxes in the margins of pages', () => {
  it('are spoken of: nothing shows them', async () => {
    for (const style of ['top:-40px;left:0', 'bottom:-40px', 'left:-20px;width:20px', 'top:-50px;left:0;right:0'])
      expect(await diagnosticsOf(style), style).to.deep.equal(['page/outside']);
  });

  it('are not where they are seen, are to be hidden, or the page bleeds', async () => {
    for (const style of ['top:-20px', 'top:0', 'top:-500px', 'left:-9999px', 'top:-40px;visibility:hidden'])
      expect(await diagnosticsOf(style), style).to.deep.equal([]);
    expect(await diagnosticsOf('top:-40px', 'bleed:10px')).to.deep.equal([]);
  });
});
