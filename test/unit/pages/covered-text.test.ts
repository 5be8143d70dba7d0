import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

/** Returns the reports about covered text in a document with pages for five lines. */
async function covered(html: string): Promise<string[]> {
  const page = '<style>@page{size:200px 140px;margin:20px}body{margin:0;font:12px/20px Arial}p{margin:0}</style>';
  const { diagnostics } = await render(`${page}${html}`);
  return diagnostics.filter(({ code }) => code === 'layout/covered-text').map(({ message }) => message);
}

const HEADER = 'position:fixed;top:0;left:0;right:0;height:20px';
const lines = (...words: string[]): string => words.map((word) => `<p>${word}`).join('');
/** The header has space on the first page only. */
const document = (style: string, content = 'Header'): string =>
  `<header style="${HEADER};${style}">${content}</header><main style="padding-top:20px">${lines('one', 'two', 'three', 'four', 'five', 'six')}</main>`;

describe('text that fixed boxes cover', () => {
  it('is reported once for each box, with the first page', async () => {
    const message = '<header> is fixed and covers text on page 2: "five"';
    expect(await covered(document('background:#eee'))).to.deep.equal([message]);
    expect(await covered(document('')), 'by text').to.deep.equal([message]);
    expect(await covered(document('color:#eee8', '<b style="background:#eee">Header</b>'))).to.deep.equal([message]);
    const footer = `<div id="f" style="${HEADER};top:80px;background:#fff">Footer</div>`;
    expect(await covered(document('background:#eee') + footer)).to.deep.equal([
      '<div id="f"> is fixed and covers text on page 1: "four"',
      message,
    ]);
  });

  it('is not reported where the page has space for them', async () => {
    expect(await covered(document('top:-20px;background:#eee'))).to.deep.equal([]);
    expect(await covered(document('left:60px;background:#eee'))).to.deep.equal([]);
    expect(await covered(document('', ''))).to.deep.equal([]);
  });

  it('is not reported below watermarks, above backgrounds, or in boxes that are painted above', async () => {
    const watermarks = [
      'opacity:.5',
      'transform:rotate(9deg)',
      'mix-blend-mode:multiply',
      'color:#eee8',
      'font-size:40px',
    ];
    for (const style of [...watermarks, 'z-index:-1;background:#eee', 'visibility:hidden;background:#eee'])
      expect(await covered(document(style)), style).to.deep.equal([]);
    const above = `<div style="${HEADER};background:#eee"></div><div style="position:relative">${lines('one')}</div>`;
    expect(await covered(above)).to.deep.equal([]);
    expect(await covered(`<div style="${HEADER};background:#eee"></div><p style="color:#0000">one`)).to.deep.equal([]);
  });
});
