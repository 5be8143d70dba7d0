import { expectFragments, layout } from '../../support/layout.ts';
import { expect } from 'chai';

/** Returns the lines of each page. */
async function linesOf(html: string): Promise<string[][]> {
  const { dump } = await layout(html);
  const pages: string[][] = [];
  for (const line of dump.split('\n')) {
    if (line.startsWith('page ')) pages.push([]);
    const text = /^\s*line .*"(.*)"$/.exec(line);
    if (text !== null) pages[pages.length - 1]!.push(text[1]!);
  }
  return pages;
}

const lines = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`).join('<br>');

describe('breaking blocks with lines', () => {
  it('keeps two orphans together and moves lines for the widows', async () => {
    const page = '<style>@page{size:200px 100px;margin:0}</style>';
    expect(await linesOf(`${page}<div>${lines('a', 4)}</div><p style="margin:0">${lines('b', 3)}</p>`)).to.deep.equal([
      ['a1', 'a2', 'a3', 'a4'],
      ['b1', 'b2', 'b3'],
    ]);
    expect(await linesOf(`${page}<div>a1<br>a2</div><p style="margin:0">${lines('b', 4)}</p>`)).to.deep.equal([
      ['a1', 'a2', 'b1', 'b2'],
      ['b3', 'b4'],
    ]);
    // A last line without content isn't a widow.
    for (const end of ['<br>', '<br><span></span>', '<br><i style="position:absolute"></i>'])
      expect(await linesOf(`${page}<p style="margin:0">${lines('a', 6)}${end}</p>`)).to.deep.equal([
        ['a1', 'a2', 'a3', 'a4'],
        ['a5', 'a6'],
      ]);
  });

  it('keeps a heading with what follows it', async () => {
    const page =
      '<style>@page{size:200px 100px;margin:0} h2,p{margin:0;font:16px/20px Arial} h2{break-after:avoid}</style>';
    expect(await linesOf(`${page}<p>${lines('a', 4)}</p><h2>head</h2><p>${lines('b', 2)}</p>`)).to.deep.equal([
      ['a1', 'a2', 'a3', 'a4'],
      ['head', 'b1', 'b2'],
    ]);
  });

  it('continues a float and the text next to it', async () => {
    const page = '<style>@page{size:200px 40px;margin:0}</style>';
    const float = `<div style="float:left;width:100px;orphans:1;widows:1">${lines('f', 3)}</div>`;
    expect(await linesOf(`${page}${float}<div style="orphans:1;widows:1">${lines('a', 3)}</div>`)).to.deep.equal([
      ['f1', 'f2', 'a1', 'a2'],
      ['f3', 'a3'],
    ]);
  });

  it('starts named pages and keeps their name as they continue', async () => {
    const { pages } = await layout(
      '<style>.wide{page:wide}@page wide{size:600px 100px}</style><p>a</p><div class="wide"><p>b</p><p>c</p><p>d</p></div><p>e</p>',
    );
    expect(pages.map((page) => `${page.name} ${page.width}`)).to.deep.equal([' 400', 'wide 600', 'wide 600', ' 400']);
  });

  it('shows absolutely positioned boxes on the page of their position', async () => {
    expect(
      await linesOf(
        '<style>@page{size:200px 100px;margin:0}</style><div style="position:absolute;top:110px">far</div><div>near</div>',
      ),
    ).to.deep.equal([['near'], ['far']]);
  });
});

describe('list markers', () => {
  it('are placed next to the first line, wherever it is', async () => {
    await expectFragments(
      '<ul style="margin:0"><li><div style="padding-top:10px">a</div></li></ul>',
      `
      Block <ul>  x0 y0  w400 h30
        Block <li>  x40 y0  w360 h30
          Block <div>  x0 y0  w360 h30
            line x0 y10 w8.91 h20 base15 "a"
          Marker <li>::marker  x-16 y18  w5 h5
      `,
    );
  });
});
