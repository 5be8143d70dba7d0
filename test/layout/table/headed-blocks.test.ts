import { expect } from 'chai';
import { layout, render } from '../../../engine/index.ts';
import { extractText } from '../../support/pdfium.ts';

const STYLE = `<style>@page { size: 300px 100px; margin: 0 } body { margin: 0; font: 16px/20px Arimo }
  p { margin: 0 } .h { display: table-header-group } .f { display: table-footer-group }</style>`;

/** Returns the words of each page. */
async function pages(html: string): Promise<string[]> {
  const { pdf } = await render(`<!doctype html>${STYLE}${html}`);
  return (await extractText(pdf)).map((text) => text.trim().split(/\s+/).join(' '));
}
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `<p>${from + i}</p>`).join('');

describe('a header or footer group among blocks', () => {
  it('is repeated on the pages of the blocks below it', async () => {
    expect(await pages(`<div class=h>Head</div>${lines(1, 6)}`)).to.deep.equal(['Head 1 2 3 4', 'Head 5 6']);
  });

  it('is repeated in a nested block, before text, and in a float', async () => {
    const blocks = `<section class=h>Head</section>0${lines(1, 5)}`;
    const expected = ['Head 0 1 2 3', 'Head 4 5'];
    expect(await pages(`<div><div>${blocks}</div></div>`)).to.deep.equal(expected);
    expect(await pages(`<div style="float: left">${blocks}</div>`)).to.deep.equal(expected);
  });

  it('repeats a footer below the blocks above it', async () => {
    expect(await pages(`${lines(1, 5)}<div class=f>Foot</div>`)).to.deep.equal(['1 2 3 4 Foot', '5 Foot']);
    expect(await pages(`<div class=h>Head</div>${lines(1, 4)}<div class=f>Foot</div>${lines(5, 6)}`)).to.deep.equal([
      'Head 1 2 3 Foot',
      'Head 4 Foot 5 6',
    ]);
  });

  it('respects a forced break between the blocks', async () => {
    const html = `<div class=h>Head</div><p>1</p><p style="break-before: page">2</p>`;
    expect(await pages(html)).to.deep.equal(['Head 1', 'Head 2']);
  });

  it('does not change the width of the blocks', async () => {
    const { pages: found } = await layout(`<!doctype html>${STYLE}<div class=h>Head</div><p>1</p>`, {});
    expect(JSON.stringify(found)).to.match(/"tag":"p".*"width":300/);
  });

  it('is repeated only above rows if there are any', async () => {
    const row = '<div style="display: table-row">r</div>';
    expect(await pages(`<div class=h>Head</div>${row.repeat(6)}<p>after</p>`)).to.deep.equal([
      'Head r r r r',
      'Head r r after',
    ]);
  });
});
