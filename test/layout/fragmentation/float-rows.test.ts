import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';
import { linesOf } from '../../books/pages.ts';
import { layout } from '../../support/layout.ts';

const HEAD =
  '<style>@page { size: 200px 100px; margin: 0 } body { margin: 0; font: 10px/20px Arial } .x { height: 70px } .l { float: left } .r { float: right; line-height: 40px }</style>' +
  '<div class=x></div>';

/** Returns the texts on each page. */
async function pagesOf(html: string): Promise<string[]> {
  const { pages } = await layoutDocument(HEAD + html);
  return pages.map(({ root }) =>
    linesOf(root === null ? [] : [root])
      .map(({ text }) => text)
      .join(' '),
  );
}

describe('floats that avoid breaks', () => {
  it('start where they are if they are taller than any page', async () => {
    const lines = Array.from({ length: 6 }, (_, i) => i + 1).join('<br>');
    const float = (more: string): Promise<string[]> =>
      pagesOf(`<div class=l style="break-inside: avoid; margin-top: -30px; ${more}">${lines}</div>`);
    expect(await float('')).to.deep.equal(['1 2 3', '4 5 6']);
    expect(await float('float: right')).to.deep.equal(['1 2 3', '4 5 6']);
    expect(await pagesOf('<div class=l style="break-inside: avoid">1<br>2<br>3')).to.deep.equal(['', '1 2 3']);
  });
});

describe('floats side by side', () => {
  it('move to the next page together if one does not fit and nothing else is next to them', async () => {
    for (const html of [
      '<div class=l>a</div><div class=r>b</div>',
      '<div class=r>b</div><div class=l>a</div>',
      '<div><span class=l>a</span> <span class=r>b</span></div>',
      '<div style="overflow: hidden"><div class=l>a</div><div class=r>b</div></div>',
      '<div style="direction: rtl"><div class=l>a</div><div class=r>b</div></div>',
      '<div><div class=l>a</div><div class=r>b</div><p style="clear: both; height: 0"></div>',
      '<table><tr><td><span class=l>a</span><span class=r>b</span></table>',
      '<div style="columns: 1"><div class=l>a</div><div class=r>b</div></div>',
    ]) {
      const [first, second] = await pagesOf(html);
      expect(first, html).to.equal('');
      expect(second!.split(' ').toSorted(), html).to.deep.equal(['a', 'b']);
    }
  });

  it('leave no part of a box on the page that would contain nothing else', async () => {
    const { dump } = await layout(
      `${HEAD}<section style="overflow: hidden"><div class=l>a</div><div class=r>b</div></section>`,
    );
    expect(dump.split('page 2 ')[0]).not.to.contain('<section>');
  });

  it('stay if they are in different rows, next to text, or broken', async () => {
    expect(
      await pagesOf('<div class=l style="width: 150px">a</div><div class=l style="width: 150px">b</div>'),
    ).to.deep.equal(['a', 'b']);
    expect(await pagesOf('<div class=l>a</div><div class=r>b</div><p style="margin: 0">c')).to.deep.equal(['a c', 'b']);
    expect(await pagesOf('<div><span class=l>a</span><span class=r>b</span>c</div>')).to.deep.equal(['a c', 'b']);
    expect(await pagesOf('<div class=l style="orphans: 1; widows: 1">a<br>a</div><div class=r>b</div>')).to.deep.equal([
      'a',
      'a b',
    ]);
  });
});
