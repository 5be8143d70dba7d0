/**
 * Notes and floats called from positioned boxes that are on earlier pages than the ends of their containing blocks, or
 * past the end of the flow.
 */
import { expect } from 'chai';
import { book, expectPages, lines, linesOf } from './pages.ts';

const within = (box: string): string =>
  `<p>a</p><div style="position:relative">${lines(9)}<div style="position:absolute;top:20px;left:50px">${box}</div></div>`;

describe('books: calls from boxes positioned on earlier pages', () => {
  it('add notes to the page of the box', () =>
    expectPages(within('box<span class=n>note</span>'), ['a / 1 / 2 / 3 / box1 / 4 ~ 1. note', '5 / 6 / 7 / 8 / 9']));

  it('add floats to that page, which move the box with the text', async () => {
    await expectPages(within('box<b style="float:top;float-reference:page">float</b>'), [
      'a / 1 / 2 / 3 / box / 4',
      '5 / 6 / 7 / 8 / 9',
    ]);
  });

  it('add notes to each page of a broken box', () =>
    expectPages(within('box<br>b<br>c<br>d<span class=n>note</span><br>e'), [
      'a / 1 / 2 / 3 / box / 4 / b / 5 / c',
      '6 / d1 / 7 / e / 8 / 9 ~ 1. note',
    ]));

  it('are numbered before those of later pages', () =>
    expectPages(
      `<div style="position:relative">${lines(7)}<p>8<span class=n>later</span></p><div style="position:absolute;top:0;left:50px">box<span class=n>note</span></div></div>`,
      ['1 / box2 / 2 / 3 / 4 / 5 ~ 2. note', '6 / 7 / 81 ~ 1. later'],
    ));

  it('add notes to pages after the last one of the text', () =>
    expectPages(`<p>a</p><div style="position:absolute;top:70px">box<span class=n>note</span></div>`, [
      'a',
      'box1 ~ 1. note',
    ]));

  it('move the line of a call if the box ends with the page', () =>
    expectPages(`<div style="position:absolute">1<br>2<br>3<br>4<br>5<br>6<span class=n>note</span></div>`, [
      '1 / 2 / 3 / 4',
      '5 / 61 ~ 1. note',
    ]));
});

describe('books: calls that are made once', () => {
  it('in repeated table headers', () =>
    expectPages(
      `${lines(2)}<table><thead><tr><th>h<b style="float:bottom;float-reference:column">float</b></thead><tbody><tr><td>a<br>b<tr><td>c<tr><td>d<tr><td>e</table>`,
      ['1 / 2', 'h / a / b / c', 'h / d / e'],
    ));

  it('in the overflow of a box that has ended', () =>
    expectPages(
      `<div style="height:30px"><p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6<span class=n>note</span></p></div>`,
      ['1 / 2 / 3 / 4 / 5', '61 ~ 1. note'],
    ));

  it('in filled columns with an end edge inside balanced ones', () =>
    expectPages(
      `<div style="display:flex"><div><div style="columns:2"><div style="columns:2;padding:3px;column-fill:auto">a<p style="break-before:page">b<span style="float:footnote;float-reference:column">n</span></p></div></div></div></div>`,
      ['a', 'b1 / 1. n'],
    ));

  it('at the ends of filled columns, above the edge of their container', () =>
    expectPages(
      `<div style="columns:2;column-fill:auto;padding:3px 0 5px">a<b style="float:bottom;float-reference:column">f</b></div>`,
      ['a / f'],
    ));

  it('after a spanner that fills its page', async () => {
    const { pages } = await book(
      `<div style="columns:2"><div style="column-span:all;height:60px">a</div><b style="float:top;float-reference:column">float</b></div>`,
    );
    expect(pages.map(({ floats }) => linesOf(floats).map(({ text }) => text))).to.deep.equal([[], ['float']]);
  });

  it('in lines that a later float would move to the next column, which delays the float', () =>
    expectPages(
      `<div style="columns:2;column-fill:auto"><table style="border-spacing:0"><tr style="vertical-align:top"><td>1<br>2<br>3<br>4<br>5<br>6<b style="float:inline-end;float-reference:column">first</b>
        <td><b style="float:top;float-reference:column">second</b>x</table></div>`,
      ['1 / x / second / 2 / 3 / 4 / 5 / 6 / first'],
    ));
});
