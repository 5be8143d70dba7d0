/** "Continued" markers: rows of repeated headers and footers (`-pagewright-repeat`), and strings in margin boxes. */
import { expect } from 'chai';
import { type StructureItem, structureOf } from '../support/pdf-structure.ts';
import { expectPages, lines } from './pages.ts';

describe('books: "continued" markers', () => {
  const rows = (count: number): string => Array.from({ length: count }, (_, i) => `<tr><td>${i + 1}`).join('');
  const table = (parts: string, count: number): string =>
    `<style>table{border-spacing:0}.only{-pagewright-repeat:only}.none{-pagewright-repeat:none}</style><table>${parts}<tbody>${rows(count)}</table>`;

  it('appear in repeated headers and take no space in the first', async () => {
    const head = '<thead><tr class=only><th>continued<tr><th>head</thead>';
    const tall = `<style>@page{size:200px 140px}</style>${table(head, 18)}`;
    await expectPages(tall, [
      'head / 1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9',
      'continued / head / 10 / 11 / 12 / 13 / 14 / 15 / 16 / 17',
      'continued / head / 18',
    ]);
    await expectPages(table(head, 5), ['head / 1 / 2 / 3 / 4 / 5']);
  });

  it('appear in footers where the table continues', () =>
    expectPages(table('<tfoot><tr class=only><td>goes on<tr class=none><td>end</tfoot>', 8), [
      '1 / 2 / 3 / 4 / 5 / goes on',
      '6 / 7 / 8 / end',
    ]));

  it('may replace the contents of the first header', () =>
    expectPages(table('<thead><tr class=none><th>a<tr class=none><th>b<tr class=only><th>c</thead>', 7), [
      'a / b / 1 / 2 / 3 / 4',
      'c / 5 / 6 / 7',
    ]));

  it('only affect header and footer rows', () =>
    expectPages('<style>*{-pagewright-repeat:only}table{border-spacing:0}</style><p>a<table><tr><td>b</table>', [
      'a / b',
    ]));

  it('are not part of the structure tree', async () => {
    const root = await structureOf(table('<thead><tr class=only><th>continued<tr><th>head</thead>', 3));
    const rowsIn = (item: StructureItem): number =>
      typeof item === 'string' ? 0 : item.kids.reduce((sum, kid) => sum + rowsIn(kid), item.type === 'TR' ? 1 : 0);
    expect(rowsIn(root)).to.equal(4);
  });

  it('appear above continued text, as a string of the element that began earlier', () =>
    expectPages(
      `<style>@page{@top-left{content:string(on,first-except)}}h2{string-set:on content() " (continued)"}div::after{content:"";string-set:on ""}</style><div><h2>One</h2>${lines(6)}</div><div style="break-before:page"><h2>Two</h2>${lines(7)}</div>`,
      [
        'One / 1 / 2 / 3 / 4 / 5',
        '6 [top-left: One (continued)]',
        'Two / 1 / 2 / 3 / 4 / 5',
        '6 / 7 [top-left: Two (continued)]',
      ],
    ));
});
