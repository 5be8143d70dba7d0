import { expect } from 'chai';
import { settled } from '../../support/rounds.ts';

/** Diagnostics for pages with margins of 20 px at the sides and 60 px above and below. */
const diagnosticsOf = async (style: string, page = ''): Promise<readonly string[]> =>
  (
    await settled(
      `<style>@page{margin:60px 20px;${page}}</style><p id="h" style="position:fixed;margin:0;height:30px;${style}">Head<p>a`,
    )
  ).diagnostics;

describe('fixed boxes outside the sheet', () => {
  it('are reported because nothing shows them', async () => {
    for (const style of ['top:-90px;left:0', 'bottom:-95px', 'left:-40px;width:20px', 'top:-100px;left:0;right:0'])
      expect(await diagnosticsOf(style), style).to.deep.equal(['page/outside']);
    expect(await diagnosticsOf('top:-110px', 'bleed:10px')).to.deep.equal(['page/outside']);
  });

  it('are not reported if they are visible, including in the margins', async () => {
    for (const style of ['top:-20px', 'top:0', 'top:-40px', 'bottom:-40px', 'left:-20px;width:20px', 'right:-20px'])
      expect(await diagnosticsOf(style), style).to.deep.equal([]);
    // The box reaches into the bleed, but its text does not.
    expect(await diagnosticsOf('top:-95px', 'bleed:10px')).to.deep.equal(['layout/clipped-text']);
  });

  it('are not reported if they are hidden on purpose', async () => {
    for (const style of ['top:-5000px', 'left:-9999px', 'top:-100px;visibility:hidden'])
      expect(await diagnosticsOf(style), style).to.deep.equal([]);
  });
});
