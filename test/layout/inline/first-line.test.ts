import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { expectFragments, layout } from '../../support/layout.ts';

const FONT = 'font:16px/20px Cousine;width:100px';

/** Returns the painted rectangles and texts of a page of 200 px without margins. */
async function painted(html: string): Promise<string[]> {
  const text = await inspect(`<style>@page{size:200px;margin:0}body,p{margin:0}</style>${html}`, 'paint', null);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(fillRect|drawGlyphs)/.test(line));
}

describe('::first-line', () => {
  it("has a box around the line's contents if it is visible", () =>
    expectFragments(
      `<style>p::first-line{background:red}p{margin:0}</style><p style="${FONT}">aaaa <b>bb</b> cccc</p>`,
      `
      Block <p>  x0 y0  w100 h40
        line x0 y0 w67.22 h20 base14 "aaaa bb"
          Inline <p>::first-line  x0 y1  w67.22 h18
            Inline <b>  x48.02 y0  w19.2 h18
        line x0 y20 w38.41 h20 base14 "cccc"
      `,
    ));

  it('has no box if only its text differs', async () => {
    const { dump } = await layout(`<style>p::first-line{color:red}</style><p style="${FONT}">aaaa bb cccc</p>`);
    expect(dump).not.to.contain('first-line');
  });

  it('applies to the first line of the first block inside, with its background and decoration', async () => {
    const style = '<style>div::first-line{background:red;text-decoration:underline}</style>';
    expect(await painted(`${style}<div style="${FONT};text-align:right"><p>aa<br>c<p>d</div>`)).to.deep.equal([
      'fillRect 80.797 1 19.203 18 #ff0000',
      'fillRect 80.797 15 19.203 1 #000000',
      'drawGlyphs 80.797 14 cousine-400-normal 16px #000000 "aa"',
      'drawGlyphs 90.391 34 cousine-400-normal 16px #000000 "c"',
      'drawGlyphs 90.391 54 cousine-400-normal 16px #000000 "d"',
    ]);
  });

  it('transforms its text where that preserves the length', async () => {
    const style = '<style>p::first-line{text-transform:uppercase}</style>';
    const texts = await painted(`${style}<p style="${FONT}">aß <b>bb</b> cccc dd</p>`);
    expect(texts.map((line) => /"(.*)"$/.exec(line)?.[1])).to.deep.equal(['Aß ', 'BB', ' CCCC', 'dd']);
  });
});
