/** Documents with a limited number of pages: `-pagewright-pages`. */
import { expect } from 'chai';
import { book, expectPages, lines, linesOf, pageText } from './pages.ts';

const limit = (value: string, more = ''): string =>
  `<style>html{-pagewright-pages:${value}}p{line-height:10px}p+p{margin-top:5px}${more}</style>`;

/** Returns the pages of a document as text, and where the lines of the first page are. */
async function laidOut(html: string): Promise<{ text: string[]; ys: number[]; codes: readonly string[] }> {
  const { pages, diagnostics } = await book(html);
  return { text: pages.map(pageText), ys: linesOf([pages[0]!.root!]).map(({ y }) => y), codes: diagnostics };
}

describe('books: -pagewright-pages', () => {
  it('changes nothing if the document has few enough pages', async () => {
    const { ys, codes } = await laidOut(`${limit('1')}${lines(3)}`);
    expect(ys).to.deep.equal([0, 15, 30]);
    expect(codes).to.deep.equal([]);
  });

  it('first shrinks the gaps between blocks, by no more than necessary', async () => {
    // Five lines with four gaps fill 70 of 60 px.
    const { text, ys, codes } = await laidOut(`${limit('1 gaps 80% leading 50%')}${lines(5)}`);
    expect(text).to.deep.equal(['1 / 2 / 3 / 4 / 5']);
    expect(ys[4]!).to.be.within(48, 50);
    expect(ys[1]! - ys[0]!).to.be.within(12, 12.5);
    expect(codes).to.deep.equal(['page/limit']);
  });

  it('then shrinks line heights, then the size, in the order of the value', async () => {
    const spent = async (value: string): Promise<string[]> => {
      const { ys, text } = await laidOut(`${limit(value)}${lines(5)}<p>6`);
      expect(text).to.deep.equal(['1 / 2 / 3 / 4 / 5 / 6']);
      return ys.slice(0, 2).map((y) => y.toFixed(1));
    };
    // Six lines with five gaps: 85 px.
    const [, both] = await spent('1 gaps 50% leading 50%');
    expect(Number(both)).to.be.within(9.5, 10.5);
    const [, leading] = await spent('1 leading 50%');
    expect(Number(leading)).to.be.within(10, 10.9);
    const [, all] = await spent('1 size 60%');
    expect(Number(all)).to.be.within(10, 10.9);
  });

  it('shrinks everything in the text, but not the page', async () => {
    const css = limit('1 size 50%', '@page{@top-left{content:"head";font:8px/10px Arial}}p{width:50px}');
    const { pages } = await book(`${css}${lines(6)}`);
    expect(pages.map(pageText)).to.deep.equal(['1 / 2 / 3 / 4 / 5 / 6 [top-left: head]']);
    const { fragment } = pages[0]!.marginBoxes[0]!;
    expect(fragment.style.font.fontSize).to.equal(8);
    expect(fragment.height / 64).to.equal(20);
    const [body] = pages[0]!.root!.fragment.children.slice(-1);
    const [paragraph] = body!.type === 'box' ? body!.children : [];
    expect(paragraph!.width / 64).to.be.within(33, 38);
  });

  it('shrinks normal line heights, rem lengths and row gaps', async () => {
    const css = limit('1 gaps 90% leading 20%', 'div{display:grid;row-gap:1rem;line-height:normal}p+p{margin:0}');
    const { text } = await laidOut(`${css}<div>${lines(5)}</div>`);
    expect(text).to.deep.equal(['1 / 2 / 3 / 4 / 5']);
  });

  it('spends nothing if everything together is not enough, and reports that', async () => {
    const { text, ys, codes } = await laidOut(`${limit('1 gaps 10%')}${lines(5)}`);
    expect(text).to.deep.equal(['1 / 2 / 3 / 4', '5']);
    expect(ys).to.deep.equal([0, 15, 30, 45]);
    expect(codes).to.deep.equal(['page/limit']);
  });

  it('limits documents of several pages', () =>
    expectPages(`${limit('2 gaps 80%')}${lines(10)}`, ['1 / 2 / 3 / 4 / 5', '6 / 7 / 8 / 9 / 10'], ['page/limit']));

  it('counts pages that refer to each other', () =>
    expectPages(
      `${limit('1', '@page{@top-left{content:counter(page) "/" counter(pages)}}a::after{content:target-counter(attr(href),page)}')}<p><a href="#x">p. </a>${lines(3)}<p id=x>x`,
      ['p. 1 / 1 / 2 / 3 / x [top-left: 1/1]'],
      ['page/limit'],
    ));

  it('is ignored on other elements', () =>
    expectPages(
      `<style>p{-pagewright-pages:1;margin-top:5px}</style>${lines(5)}`,
      ['1 / 2 / 3 / 4', '5'],
      ['page/limit'],
    ));
});
