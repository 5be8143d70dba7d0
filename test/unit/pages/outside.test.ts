import { expect } from 'chai';
import { settled } from '../../support/rounds.ts';

/** Diagnostics for pages with margins of 20 px at the sides and 60 px above and below. */
const diagnosticsOf = async (style: string, page = ''): Promise<readonly string[]> =>
  (
    await settled(
      `<style>@page{margin:60px 20px;${page}}</style><p id="h" style="position:fixed;margin:0;height:30px;${style}">Head<p style="padding-top:40px">a`,
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
    expect(await diagnosticsOf('top:-83px', 'bleed:10px')).to.deep.equal(['layout/clipped-text']);
  });

  it('are not shown if they are off screen: outside the page area, and mostly beyond the sheet', async () => {
    const shown = async (style: string, text = 'Menu'): Promise<readonly string[]> => {
      const body = `<style>@page{margin:60px 20px}</style><p style="position:fixed;margin:0;width:80px;height:30px;background:red;${style}">${text}<p style="padding-top:40px">a`;
      const { pages, diagnostics } = await settled(body);
      return [...pages[0]!.positioned.map(({ fragment }) => fragment.box.element!.tag), ...diagnostics];
    };
    const edges = ['left:-85px', 'right:-85px', 'top:-82px;height:40px', 'bottom:-82px;height:40px'];
    const transforms = ['left:0;transform:translateX(-100%)', 'top:0;transform:translateY(-300%) scale(2)'];
    for (const style of [...edges, ...transforms]) {
      expect(await shown(style), style).to.deep.equal(['page/outside']);
      expect(await shown(style, ''), `${style}, an ornament`).to.deep.equal(['p']);
    }
    // Partly in the page area, itself or a handle of it; mostly on the sheet; a band over the edges of the sheet.
    expect(await shown('left:-75px')).to.deep.equal(['p', 'layout/clipped-text']);
    expect(await shown('left:-85px', '<b style="position:absolute;left:86px">x</b>')).to.deep.equal(['p']);
    expect(await shown('left:-25px;width:22px')).to.deep.equal(['p']);
    expect(await shown('top:-65px;left:-40px;right:-40px;width:auto;text-align:center')).to.deep.equal(['p']);
  });

  it('are not reported if they are hidden on purpose', async () => {
    for (const style of ['top:-5000px', 'left:-9999px', 'top:-100px;visibility:hidden'])
      expect(await diagnosticsOf(style), style).to.deep.equal([]);
  });
});
