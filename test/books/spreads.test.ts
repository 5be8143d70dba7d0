/** Floats that are split between two facing pages: `float-reference: -pagewright-spread`. */
import { expect } from 'chai';
import type { Page } from '../../engine/pages/page.ts';
import { book, expectPages, lines, linesOf } from './pages.ts';

const CSS =
  '<style>.s{float:top;float-reference:-pagewright-spread;height:20px;background:red}.e{float:bottom}</style>';
const spread = (text = 'S', css = ''): string => `<b class=s style="${css}">${text}</b>`;

/** Returns the place of each float: page, inline offset, block offset, width and height in px. */
const placesOf = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ floats }, i) =>
    floats.map(({ fragment, x, y }) => [i + 1, x / 64, y / 64, fragment.width / 64, fragment.height / 64].join(' ')),
  );

/** The text of each page without its floats. */
const textsOf = (pages: readonly Page[]): string[] =>
  pages.map(({ root }) =>
    root === null
      ? ''
      : linesOf([root])
          .map(({ text }) => text)
          .join(' / '),
  );

describe('books: floats on spreads', () => {
  it('fill the areas of both pages and the margins between them', async () => {
    const { pages, diagnostics } = await book(`${CSS}<p>1<p style="break-before:page">2${spread()}${lines(8, 3)}`);
    expect(placesOf(pages)).to.deep.equal(['2 0 0 360 20', '3 -200 0 360 20']);
    expect(textsOf(pages)).to.deep.equal(['1', '2 / 3 / 4 / 5', '6 / 7 / 8 / 9', '10']);
    expect(diagnostics).to.deep.equal([]);
  });

  it('wait for the first page of a spread', async () => {
    const { pages } = await book(`${CSS}<p>1${spread()}${lines(8, 2)}`);
    expect(placesOf(pages)).to.deep.equal(['2 0 0 360 20', '3 -200 0 360 20']);
    expect(textsOf(pages)).to.deep.equal(['1 / 2 / 3 / 4 / 5 / 6', '7 / 8 / 9', '']);
  });

  it('go to a new spread after the text', async () => {
    const { pages } = await book(`${CSS}<p>1<p style="break-before:page">2<p style="break-before:page">3${spread()}`);
    expect(placesOf(pages)).to.deep.equal(['4 0 0 360 20', '5 -200 0 360 20']);
    expect(textsOf(pages)).to.deep.equal(['1', '2', '3', '', '']);
  });

  it('are followed by an empty page if only the next spread has room', async () => {
    const { pages, diagnostics } = await book(
      `${CSS}<p>1<p style="break-before:page">2${spread('a', 'height:50px')}${spread('b', 'height:50px')}`,
    );
    expect(placesOf(pages)).to.deep.equal(['2 0 0 360 50', '3 -200 0 360 50', '4 0 0 360 50', '5 -200 0 360 50']);
    expect(diagnostics).to.deep.equal([]);
  });

  it('continue on a page that would be blank', async () => {
    const { pages } = await book(`${CSS}<p>1<p style="break-before:page">2${spread()}<p style="break-before:left">3`);
    expect(placesOf(pages)).to.deep.equal(['2 0 0 360 20', '3 -200 0 360 20']);
    expect(textsOf(pages)).to.deep.equal(['1', '2', '', '3']);
  });

  it('are outside other floats and notes of their side, so that the halves meet', async () => {
    const { pages } = await book(
      `${CSS}<p>1<p style="break-before:page">2<i class=n>n</i><b class=e style="float-reference:page">E</b>${spread('S', 'float:bottom')}<p>3`,
    );
    expect(placesOf(pages)).to.deep.equal(['2 0 20 160 10', '2 0 40 360 20', '3 -200 40 360 20']);
    expect(linesOf(pages[1]!.footnotes).map(({ y }) => y)).to.deep.equal([30]);
  });

  it('use the margins of both pages', async () => {
    const margins = '<style>@page:left{margin:20px 10px 20px 30px}@page:right{margin:20px 40px 20px 15px}</style>';
    const { pages } = await book(`${CSS}${margins}<p>1<p style="break-before:page">2${spread()}`);
    expect(placesOf(pages)).to.deep.equal(['2 0 0 330 20', '3 -185 0 330 20']);
  });

  it('begin on the right page in right-to-left documents', async () => {
    const { pages } = await book(
      `${CSS}<style>html{direction:rtl}</style><p>1<p style="break-before:page">2${spread()}`,
    );
    expect(placesOf(pages)).to.deep.equal(['2 -200 0 360 20', '3 0 0 360 20']);
  });

  it('have text that is not reported as cut off in the middle', async () => {
    const { pages, diagnostics } = await book(
      `${CSS}<p>1<p style="break-before:page">2${spread('long words that are in the middle of both pages')}`,
    );
    expect(pages.length).to.equal(3);
    expect(diagnostics).to.deep.equal([]);
  });

  it('may call notes, which are on their first page', () =>
    expectPages(`${CSS}<p>1<p style="break-before:page">2${spread('S<i class=n>n</i>')}`, ['1', '2 ~ 1. n', '']));
});
