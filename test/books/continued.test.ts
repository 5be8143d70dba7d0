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

  const captioned = (attributes: string, count: number): string =>
    table(`<style>table{width:160px}.all{-pagewright-repeat:all}.b{caption-side:bottom}</style>${attributes}`, count);

  it('appear in captions above continued parts', async () => {
    const both = '<caption>Table 3</caption><caption class=only>Table 3, continued</caption>';
    await expectPages(captioned(both, 11), [
      'Table 3 / 1 / 2 / 3 / 4 / 5',
      'Table 3, continued / 6 / 7 / 8 / 9 / 10',
      'Table 3, continued / 11',
    ]);
    await expectPages(captioned(both, 3), ['Table 3 / 1 / 2 / 3']);
    await expectPages(captioned('<caption class=all>Table 3</caption>', 6), [
      'Table 3 / 1 / 2 / 3 / 4 / 5',
      'Table 3 / 6',
    ]);
  });

  it('appear in captions below parts that continue', async () => {
    const below = '<caption class="only b">see next page</caption>';
    await expectPages(captioned(below, 6), ['1 / 2 / 3 / 4 / 5 / 6']);
    await expectPages(captioned(below, 8), ['1 / 2 / 3 / 4 / 5 / see next page', '6 / 7 / 8']);
  });

  it('report captions that take more than a quarter of the page', () =>
    expectPages(
      captioned('<caption class=only>Table<br>continued</caption>', 8),
      ['1 / 2 / 3 / 4 / 5 / 6', '7 / 8'],
      ['layout/header-not-repeated'],
    ));

  it('call the notes of repeated captions once', () =>
    expectPages(
      captioned('<style>@page{size:200px 140px}</style><caption class=all>T<span class=n>n</span></caption>', 14),
      ['T1 / 1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 ~ 1. n', 'T1 / 9 / 10 / 11 / 12 / 13 / 14'],
    ));

  it('are not part of the structure tree', async () => {
    const root = await structureOf(table('<thead><tr class=only><th>continued<tr><th>head</thead>', 3));
    const rowsIn = (item: StructureItem): number =>
      typeof item === 'string' ? 0 : item.kids.reduce((sum, kid) => sum + rowsIn(kid), item.type === 'TR' ? 1 : 0);
    expect(rowsIn(root)).to.equal(4);
    const captions = await structureOf(table('<caption>a</caption><caption class=only>b</caption>', 12));
    expect(JSON.stringify(captions).match(/"Caption"/g)).to.have.length(1);
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
