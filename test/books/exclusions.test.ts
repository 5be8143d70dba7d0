/** Text around positioned boxes (css-exclusions-1). */
import { expect } from 'chai';
import { book, type Line, linesOf } from './pages.ts';

/** A box of 40 x 20 px in the middle of the second and third line of a page area of 160 x 60 px. */
const box = (flow: string, style = ''): string =>
  `<div style="position:absolute;left:60px;top:10px;width:40px;height:20px;wrap-flow:${flow};${style}"></div>`;
/** Each letter of 8 px Cousine is 4.8 px wide: 33 in a line, 12 in 60 px. */
const TEXT = Array.from({ length: 24 }, (_, i) => String(i + 10)).join(' ');

describe('books: text around positioned boxes (css-exclusions-1)', () => {
  const laidOut = async (html: string): Promise<Line[][]> => {
    const { pages, diagnostics } = await book(`<style>html{font-family:Cousine}body{position:relative}</style>${html}`);
    expect(diagnostics, 'diagnostics').to.deep.equal([]);
    return pages.map(({ root }) => (root === null ? [] : linesOf([root])));
  };
  const shown = async (html: string): Promise<string[]> =>
    (await laidOut(html))[0]!.map(({ text, x, y }) => `${x},${y} ${text}`);

  it('continues on the other side in the same row', async () => {
    expect(await shown(`${box('both')}<p>${TEXT}`)).to.deep.equal([
      '0,0 10 11 12 13 14 15 16 17 18 19 20',
      '0,10 21 22 23 24',
      '100,10 25 26 27 28',
      '0,20 29 30 31 32',
      '100,20 33',
    ]);
  });

  it('keeps to the start, the end, the narrower or the wider side', async () => {
    const start = [
      '0,0 10 11 12 13 14 15 16 17 18 19 20',
      '0,10 21 22 23 24',
      '0,20 25 26 27 28',
      '0,30 29 30 31 32 33',
    ];
    const end = start.map((line) => line.replace(/^0,([12])0/, '100,$10'));
    expect(await shown(`${box('start')}<p>${TEXT}`)).to.deep.equal(start);
    expect(await shown(`${box('end')}<p>${TEXT}`)).to.deep.equal(end);
    const moved = 'left:50px';
    expect((await shown(`${box('maximum', moved)}<p>${TEXT}`))[1]).to.equal('90,10 21 22 23 24 25');
    expect((await shown(`${box('minimum', moved)}<p>${TEXT}`))[1]).to.equal('0,10 21 22 23');
  });

  it('leaves both sides empty with clear', async () => {
    expect(await shown(`${box('clear')}<p>${TEXT}`)).to.deep.equal([
      '0,0 10 11 12 13 14 15 16 17 18 19 20',
      '0,30 21 22 23 24 25 26 27 28 29 30 31',
      '0,40 32 33',
    ]);
  });

  it('ignores boxes in elements with wrap-through: none', async () => {
    const through = '0,10 21 22 23 24 25 26 27 28 29 30 31';
    expect((await shown(`${box('both')}<p style="wrap-through:none">${TEXT}`))[1]).to.equal(through);
    const around = `${box('both')}<div style="wrap-through:none"><p style="wrap-through:wrap">${TEXT}</div>`;
    expect((await shown(around))[1]).to.equal(through);
  });

  it('skips a side that is too narrow for a word', async () => {
    expect((await shown(`${box('both', 'left:5px')}<p>${TEXT}`)).slice(1, 3)).to.deep.equal([
      '45,10 21 22 23 24 25 26 27 28',
      '45,20 29 30 31 32 33',
    ]);
  });

  it('continues below after a forced break', async () => {
    expect(await shown(`${box('both')}<p>a<br>b<br>c<br>d`)).to.deep.equal(['0,0 a', '0,10 b', '0,20 c', '0,30 d']);
  });

  it('respects margins and several boxes', async () => {
    const two = box('both', 'left:30px;width:20px;margin:0 5px') + box('both', 'left:100px;width:20px');
    expect((await shown(`${two}<p>${TEXT}`)).slice(1, 4)).to.deep.equal([
      '0,10 21 22',
      '60,10 23 24 25',
      '120,10 26 27 28',
    ]);
  });

  it('mirrors sides in right-to-left text', async () => {
    const lines = await laidOut(`<style>html{direction:rtl}</style>${box('both')}<p>${TEXT}`);
    const [, first, second] = lines[0]!;
    expect(first!.x).to.be.above(99);
    expect(second!.x).to.be.below(60);
  });

  it('does not break pages between the sides of a row', async () => {
    const pages = await laidOut(`${box('both', 'top:40px')}<p>${TEXT} ${TEXT} ${TEXT}`);
    const rows = pages[0]!.map(({ y }) => y);
    expect(rows).to.deep.equal([0, 10, 20, 30, 40, 40, 50, 50]);
    expect(pages[1]![0]!.x).to.equal(0);
  });

  it('works in columns', async () => {
    const html = `<div style="columns:2;column-gap:20px;column-fill:auto;height:60px">${box('clear', 'left:0;width:160px')}<p>${TEXT}</div>`;
    expect((await shown(html)).slice(0, 3)).to.deep.equal([
      '0,0 10 11 12 13 14',
      '0,30 15 16 17 18 19',
      '0,40 20 21 22 23 24',
    ]);
  });
});
