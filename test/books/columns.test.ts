/** Columns (css-multicol-1, css-multicol-2) on pages: positions of their lines. */
import { expect } from 'chai';
import { book, lines, linesOf } from './pages.ts';

/** Returns the lines of each page and of its notes, with their corners in px from the page area's corner. */
async function places(html: string): Promise<string[]> {
  const { pages, diagnostics } = await book(`<style>.m{columns:2;column-gap:0}</style>${html}`);
  expect(diagnostics).to.deep.equal([]);
  return pages.map(({ root, footnotes }) =>
    linesOf([...(root === null ? [] : [root]), ...footnotes])
      .map(({ text, x, y }) => `${text}@${x},${y}`)
      .join(' '),
  );
}

const letters = (text: string): string => Array.from(text, (letter) => `<p>${letter}`).join('');

describe('books: columns', () => {
  it('are balanced on the last page and full on all others', async () => {
    expect(await places(`<div class=m>${letters('abcde')}</div>`)).to.deep.equal([
      'a@0,0 b@0,10 c@0,20 d@80,0 e@80,10',
    ]);
    const pages = await places(`<div class=m>${lines(14)}</div>`);
    expect(pages[0]).to.match(/^1@0,0 .* 6@0,50 7@80,0 .* 12@80,50$/);
    expect(pages[1]).to.equal('13@0,0 14@80,0');
  });

  it('are filled one after another with column-fill: auto', async () => {
    const html = `<div class=m style="column-fill:auto;height:40px">${letters('abcde')}</div>`;
    expect(await places(html)).to.deep.equal(['a@0,0 b@0,10 c@0,20 d@0,30 e@80,0']);
  });

  it('are divided into rows by elements that span all or some of them', async () => {
    const html = (span: string): string =>
      `<div style="columns:4;column-gap:0">${letters('abcd')}<p style="column-span:${span};text-align:right">H</p>${letters('efgh')}</div>`;
    const head = (x: number): string => `a@0,0 b@40,0 c@80,0 d@120,0 H@${x},10 e@0,20 f@40,20 g@80,20 h@120,20`;
    const width = 6;
    const [all] = await places(html('all'));
    expect(all?.replace(/H@[\d.]+/, `H@${160 - width}`)).to.equal(head(160 - width));
    const at = (text: string | undefined): number => Number(/H@([\d.]+)/.exec(text ?? '')?.[1]);
    const [two] = await places(html('2'));
    expect(at(all) - at(two)).to.equal(80);
  });

  it('form rows of column-height, which continue across pages', async () => {
    const html = `${lines(3)}<div class=m style="column-height:20px;column-wrap:wrap;row-gap:0">${letters('abcdefgh')}</div><p>z`;
    expect(await places(html)).to.deep.equal([
      '1@0,0 2@0,10 3@0,20 a@0,30 b@0,40 c@80,30 d@80,40 e@0,50 f@80,50',
      'g@0,0 h@80,0 z@0,20',
    ]);
  });

  it('have a gap between their rows', async () => {
    const html = `<div class=m style="column-height:20px;column-wrap:wrap;row-gap:10px">${letters('abcdef')}</div>`;
    expect(await places(html)).to.deep.equal(['a@0,0 b@0,10 c@80,0 d@80,10 e@0,30 f@80,30']);
  });

  it('break at forced breaks', async () => {
    const html = `<div class=m><p>a<p style="break-before:column">b<p>c</div>`;
    expect(await places(html)).to.deep.equal(['a@0,0 b@80,0 c@80,10']);
  });

  it('call notes of their page, including those in spanners', async () => {
    const html = `<div class=m>${letters('ab')}<p style="column-span:all">H<i class=n>x</i></p><p>c<i class=n>y</i><p>d</div>`;
    expect(await places(html)).to.deep.equal(['a@0,0 b@80,0 H1@0,10 c2@0,20 d@80,20 1. x@0,40 2. y@0,50']);
  });

  it('may contain columns', async () => {
    const html = `<div class=m><div class=m>${letters('abcd')}</div>${letters('ef')}</div>`;
    expect(await places(html)).to.deep.equal(['a@0,0 b@0,10 c@40,0 d@40,10 e@80,0 f@80,10']);
  });
});
