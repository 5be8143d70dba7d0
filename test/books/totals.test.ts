/** Sums in CSS: `-pagewright-sum` and the function of that name (docs/totals.md). */
import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { book, expectPages, pageText } from './pages.ts';

const CSS =
  '<style>table{border-spacing:0;width:100%}td{-pagewright-sum:total;padding:0}th{padding:0;font-weight:normal;text-align:start}';
const rows = (...amounts: string[]): string => amounts.map((amount) => `<tr><td>${amount}`).join('');

describe('books: totals', () => {
  it('add decimals exactly', () =>
    expectPages(
      `${CSS}b::after{content:-pagewright-sum(total)}</style><table>${rows('0.10', '0.20', '1,000.70')}</table><b></b>`,
      ['0.10 / 0.20 / 1,000.70 / 1,001'],
    ));

  it('bring totals forward in headers, and carry them forward in footers', () =>
    expectPages(
      `${CSS}thead th::after{content:"start " -pagewright-sum(total,2)}tfoot th::after{content:"end " -pagewright-sum(total,2)}</style>` +
        `<table><thead><tr><th><tfoot><tr><th><tbody>${rows('1.50', '2.25', '3', '4', '5', '6.05')}</table>`,
      ['start 0.00 / 1.50 / 2.25 / 3 / 4 / end 10.75', 'start 10.75 / 5 / 6.05 / end 21.80'],
    ));

  it('show the totals of pages in margin boxes', () =>
    expectPages(
      `<style>@page{counter-reset:sub;@top-left{content:-pagewright-sum(total)}@bottom-left{content:-pagewright-sum(total)}@bottom-right{content:-pagewright-sum(sub,1)}}p{-pagewright-sum:total,sub}</style>` +
        ['1.5', '2', '3', '4', '5', '6', '7.5'].map((n) => `<p>${n}`).join(''),
      [
        '1.5 / 2 / 3 / 4 / 5 / 6 [top-left: 0] [bottom-right: 21.5] [bottom-left: 21.5]',
        '7.5 [top-left: 21.5] [bottom-right: 7.5] [bottom-left: 29]',
      ],
    ));

  it('show the total of the document before its rows, and in margin boxes', () =>
    expectPages(
      `<style>@page{@top-left{content:-pagewright-sum(total,2 document)}}p{-pagewright-sum:total}b::after{content:-pagewright-sum(total,EUR document)}</style><b></b>` +
        ['1.5', '2', '3', '4', '5', '6', '7.5'].map((n) => `<p>${n}`).join(''),
      ['€29.00 / 1.5 / 2 / 3 / 4 / 5 [top-left: 29.00]', '6 / 7.5 [top-left: 29.00]'],
    ));

  it('show the total up to the end of a page in its text', () =>
    expectPages(
      `<style>p{-pagewright-sum:total}b::after{content:-pagewright-sum(total,page-start) "-" -pagewright-sum(total,page-end)}</style>` +
        `<p>1<p>2<p>3<p>4<p>5<p>6<p>7<b style="display:block"></b><p>8`,
      ['1 / 2 / 3 / 4 / 5 / 6', '7 / 21-36 / 8'],
    ));

  it('restart in groups, and are available elsewhere through their targets', () =>
    expectPages(
      `${CSS}tbody{counter-reset:total}i::after{content:target-counter("#a",total,-pagewright-number(1))}th::after{content:-pagewright-sum(total,1)}</style>` +
        `<i></i><table><tbody>${rows('1', '2')}<tr><th id=a><tbody>${rows('4')}<tr><th></table>`,
      ['3.0 / 1 / 2 / 3.0 / 4 / 4.0'],
    ));

  it('follow the language of the text', () =>
    expectPages(
      `${CSS}b::after{content:-pagewright-sum(total,EUR)}</style><div lang=de><table>${rows('1.234,50 €', '(0,25)', '−1')}</table><b></b></div>` +
        '<b lang=en></b> <b lang=fr></b> <b lang=en style="--x:1"></b>',
      ['1.234,50 € / (0,25) / −1 / 1.233,25 € / €1,233.25 1 233,25 € €1,233.25'],
    ));

  it('read numbers, attributes and other digits', () =>
    expectPages(
      '<style>p{-pagewright-sum:total attr(data-n)}i{-pagewright-sum:total 0.5}u{-pagewright-sum:total content()}b::after{content:-pagewright-sum(total)}</style>' +
        '<p data-n="1.25">a<p data-n="-.5">b<p data-n=x><i>c</i><u lang=ar>١٬٠٠٠٫٥</u></p><b></b>',
      ['a / b / c١٬٠٠٠٫٥ / 1,001.75'],
      ['content/sum'],
    ));

  it('report invalid amounts with their position', async () => {
    const { pages, diagnostics } = await layoutDocument(
      `${CSS}b::after{content:-pagewright-sum(total)}</style><table>${rows('1.234,50', 'free', '', '2 x 3')}</table><b></b>`,
    );
    expect(pages.map(pageText)).to.deep.equal(['1.234,50 / free / 2 x 3 / 0']);
    expect(diagnostics.list().map(({ code, message, line }) => [code, message, line])).to.deep.equal([
      ['content/sum', '"1.234,50" is not an amount in English, so it is not added to the sum "total".', 1],
      ['content/sum', '"2 x 3" is not an amount in English, so it is not added to the sum "total".', 1],
    ]);
  });

  it('reach string-set, running elements and vertical text', () =>
    expectPages(
      `<style>@page{@top-left{content:string(s)}@top-right{content:element(r)}}em{position:running(r)}em::after{content:"r" -pagewright-sum(total,page-end)}p{-pagewright-sum:total;string-set:s -pagewright-sum(total,1)}</style>` +
        `<em></em><p>1.5<p>2<p>3<p>4<p>5<p>6<p>7`,
      ['1.5 / 2 / 3 / 4 / 5 / 6 [top-left: 1.5] [top-right: r21.5]', '7 [top-left: 28.5] [top-right: r28.5]'],
    ));

  it('reject contradictory formats', async () => {
    for (const format of ['EUR USD', 'code', 'EUR percent', '2 3', 'page-end document', '21', '"de" "fr"', '']) {
      const { diagnostics } = await book(`<style>p::after{content:-pagewright-sum(total,${format})}</style><p>a`);
      expect(diagnostics, format).to.deep.equal(['css/invalid-value']);
    }
    await expectPages(
      `<style>p{-pagewright-sum:t -1234.5}p::after{content:-pagewright-sum(t,EUR code accounting ungrouped "en" 1) " " -pagewright-sum(t,percent 0)}</style><p>`,
      ['(EUR 1234.5) -123,450%'],
    );
  });
});
