import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const SVG = '<svg viewBox="0 0 100 50"><rect width="1" height="1"/></svg>';
const IMG = `<img alt="" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'/%3E">`;

/** The widths of the images of a document on a page of 400 px. */
async function widths(html: string): Promise<number[]> {
  const style =
    '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0;font:10px/10px Cousine}td{padding:0}table{border-spacing:0}</style>';
  const text = await inspect(style + html, 'fragments', null);
  return [...text.matchAll(/Replaced <(?:svg|img)[^>]*>.*? w(\S+)/g)].map(([, width]) => Number(width));
}

describe('images with a ratio and no size', () => {
  it('add nothing to the width of a shrink-to-fit parent, but fill it', async () => {
    for (const image of [SVG, IMG])
      for (const [html, width] of [
        [`<div style="float:left">ab${image}</div>`, 12],
        [`<div dir=rtl style="float:right">ab${image}</div>`, 12],
        [`<span style="display:inline-block">ab${image}</span>`, 12],
        [`<div style="position:absolute">ab${image}</div>`, 12],
        [`<table><td>ab${image}</table>`, 12],
        [`<div style="float:left">${image}</div>`, 0],
        [`<div style="float:left;min-width:30px">${image}</div>`, 30],
      ] as const)
        expect((await widths(html))[0], html).to.be.closeTo(width, 0.1);
  });

  it('fill the columns of tables that have a width', async () => {
    expect(await widths(`<table width=100%><td width=100>${IMG}<td>a</table>`)).to.deep.equal([100]);
    expect(await widths(`<table width=100%><td style="width:30%">${IMG}<td>a</table>`)).to.deep.equal([120]);
  });

  it('keep the limits of their own sizes', async () => {
    expect(
      await widths(`<div style="float:left">${SVG.replace('<svg', '<svg style="min-width:20px"')}</div>`),
    ).to.deep.equal([20]);
    expect(
      await widths(`<div style="float:left">${SVG.replace('<svg', '<svg style="height:20px"')}</div>`),
    ).to.deep.equal([40]);
    expect(await widths(SVG)).to.deep.equal([400]);
    const percent = SVG.replace('<svg', '<svg width="100%" height="100%"');
    expect(await widths(`<div style="display:flex;width:100px;height:100px"><p>${percent}</p></div>`)).to.deep.equal([
      100,
    ]);
  });
});
