/** Pages of an earlier edition (`keepPages`). */
import { expect } from 'chai';
import { layout, render } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';
import { matchedTexts } from '../../engine/pages/kept-pages.ts';
import { pageText } from './pages.ts';

const SHEET =
  '<!DOCTYPE html><style>@page{size:200px 100px;margin:20px;@bottom-left{content:counter(page)}}*{margin:0;padding:0}html{font:8px/10px Arial}p{orphans:1;widows:1}</style>';
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `<p>word ${from + i}`).join('');

describe('books: kept pages', () => {
  const again = async (before: string, after: string): Promise<string[]> => {
    const keepPages = await layout(SHEET + before);
    const { pages, diagnostics } = await layoutDocument(SHEET + after, { keepPages });
    expect(diagnostics.list().map(({ code }) => code)).to.deep.equal([]);
    return pages.map((page) => pageText(page).replaceAll('word ', '').replace('bottom-left: ', ''));
  };

  it('begin with the same content as before, after shorter pages', async () => {
    expect(await again(words(1, 14), words(1, 2) + words(5, 10))).to.deep.equal([
      '1 / 2 / 5 / 6 [1]',
      '7 / 8 / 9 / 10 / 11 / 12 [2]',
      '13 / 14 [3]',
    ]);
  });

  it('are followed by inserted pages with letters', async () => {
    const inserted = words(1, 3) + words(100, 10) + words(4, 11);
    expect(await again(words(1, 14), inserted)).to.deep.equal([
      '1 / 2 / 3 / 100 / 101 / 102 [1]',
      '103 / 104 / 105 / 106 / 107 / 108 [1a]',
      '109 / 4 / 5 / 6 [1b]',
      '7 / 8 / 9 / 10 / 11 / 12 [2]',
      '13 / 14 [3]',
    ]);
  });

  it('leave out the numbers of pages that disappear', async () => {
    expect(await again(words(1, 20), words(1, 6) + words(13, 8))).to.deep.equal([
      '1 / 2 / 3 / 4 / 5 / 6 [1]',
      '13 / 14 / 15 / 16 / 17 / 18 [3]',
      '19 / 20 [4]',
    ]);
  });

  it('begin within unchanged paragraphs', async () => {
    const text = '<p>one<br>two<br>three<br>four<br>five<br>six<br>seven<br>eight';
    expect(await again(words(1, 3) + text, words(1, 1) + text)).to.deep.equal([
      '1 / one / two / three [1]',
      'four / five / six / seven / eight [2]',
    ]);
  });

  it('begin with table rows', async () => {
    const table = (from: number): string =>
      `<table style="border-spacing:0"><thead><tr><th>head</thead>${Array.from({ length: 8 }, (_, i) => (i < from ? '' : `<tr><td>word ${i}`)).join('')}</table>`;
    expect(await again(table(0), table(2))).to.deep.equal(['head / 2 / 3 / 4 [1]', 'head / 5 / 6 / 7 [2]']);
  });

  it('break as usual where the text has changed', async () => {
    expect(await again(words(1, 8), words(21, 8))).to.deep.equal(['21 / 22 / 23 / 24 / 25 / 26 [1]', '27 / 28 [2]']);
  });

  it('are numbered with letters in references and page labels', async () => {
    const before = `<style>a::after{content:target-counter(attr(href),page)}</style><p><a href="#x"></a>${words(1, 13)}`;
    const after = before.replace('<p>word 4', `${words(100, 6)}<p id=x>word 4`);
    expect((await again(before, after)).slice(0, 2)).to.deep.equal([
      '1a / 1 / 2 / 3 / 100 / 101 [1]',
      '102 / 103 / 104 / 105 / 4 / 5 [1a]',
    ]);
    const { pdf } = await render(SHEET + after, { keepPages: await layout(SHEET + before), compress: false });
    expect(Buffer.from(pdf).toString('latin1')).to.match(/\/P \(1a\)/);
  });

  it('reject files that are not a layout', async () => {
    const box = { selector: 'p', lines: [{ text: 'a' }] };
    const sparse = Object.assign([box], { length: 2 });
    for (const pages of [[{}], [{ boxes: sparse }], [{ boxes: [{ ...box, lines: [null] }] }], sparse, 1]) {
      const error = await render('a', { keepPages: { pages } as never }).catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'invalid_options' });
      expect(String(error)).to.include('keepPages');
    }
  });
});

describe('matching of texts', () => {
  it('keeps the order, and matches repeated texts next to unique ones', () => {
    expect(matchedTexts(['a', 'x', 'b', 'x'], ['x', 'a', 'x', 'n', 'b', 'x'])).to.deep.equal([1, 2, 4, 5]);
    expect(matchedTexts(['a', 'b'], ['b', 'a'])).to.have.members([0, null].slice(0, 1).concat([null] as never));
    expect(matchedTexts([], ['a'])).to.deep.equal([]);
  });
});
