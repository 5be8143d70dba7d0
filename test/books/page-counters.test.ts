/** Page counters (css-page-3 §7.1) and the document counters that margin boxes see. */
import { expectPages, lines } from './pages.ts';

const FOOTER = '<style>@page{@bottom-center{content:counter(page)}}</style>';

describe('books: page counters', () => {
  it('start at one', () =>
    expectPages(`${FOOTER}${lines(7)}`, ['1 / 2 / 3 / 4 / 5 / 6 [bottom-center: 1]', '7 [bottom-center: 2]']));

  it("with other names continue from the root element's values", () =>
    expectPages(
      '<style>html{counter-reset:foo 10}@page{counter-increment:foo;@top-left{content:counter(foo)}}</style><p>a<p style="break-before:page">b',
      ['a [top-left: 11]', 'b [top-left: 12]'],
    ));

  it('are reset by elements from the page where these begin', () =>
    expectPages(
      `${FOOTER}<style>h1{break-before:page;counter-reset:page 1}</style><p>a<h1>b</h1><h2 style="break-before:page">c</h2>`,
      ['a [bottom-center: 1]', 'b [bottom-center: 1]', 'c [bottom-center: 2]'],
    ));

  it('are also incremented and set by elements', () =>
    expectPages(
      `${FOOTER}<style>p{break-after:page}</style><p>a<p style="counter-increment:page 5">b<p>c<p style="counter-set:page 20">d`,
      ['a [bottom-center: 1]', 'b [bottom-center: 7]', 'c [bottom-center: 8]', 'd [bottom-center: 20]'],
    ));

  it('restart with the group that a selector names', () =>
    expectPages(
      `${FOOTER}<style>div{page:x}@page :nth(1 of x){counter-reset:page;counter-increment:page}</style><p>a<div>b<p style="break-before:page">c</div>`,
      ['a [bottom-center: 1]', 'b [bottom-center: 1]', 'c [bottom-center: 2]'],
    ));

  it("are zero on pages that don't set them", () =>
    expectPages(
      '<style>@page:left{counter-reset:y 5}p::after{content:"[" counter(y) "," counters(y,".") "]"}</style><p>a<p style="break-before:page">b',
      ['a[0,0]', 'b[5,5]'],
    ));

  it('never change `pages`, even if elements reset it', () =>
    expectPages(
      '<style>@page{@top-left{content:counter(pages)}}p{counter-reset:pages 7}</style><p>a<p style="break-before:page">b',
      ['a [top-left: 2]', 'b [top-left: 2]'],
    ));

  it("are available to references with the pages' values", () =>
    expectPages(
      '<style>a::after{content:target-counter(attr(href),page)}h1{break-before:page;counter-reset:page 5}</style><a href="#x">see </a><h1 id=x>x',
      ['see 5', 'x'],
    ));

  it('of the document have the values at the start of the page in margin boxes', () =>
    expectPages(
      '<style>@page{@top-left{content:"ch " counter(ch)}}h1{counter-increment:ch;break-before:page}</style><p>a<h1>b</h1><h1>c</h1><h1>d</h1>',
      ['a [top-left: ch 0]', 'b [top-left: ch 0]', 'c [top-left: ch 1]', 'd [top-left: ch 2]'],
    ));

  it('of the document include changes by pseudo-elements', () =>
    expectPages(
      '<style>@page{@top-left{content:counter(ch)}}h1::before{counter-increment:ch;content:counter(ch) ". "}h2{break-before:page}</style><h1>a</h1><h2>b</h2>',
      ['1. a [top-left: 0]', 'b [top-left: 1]'],
    ));

  it('of margin boxes are independent', () =>
    expectPages(
      '<style>@page{@top-left{content:counter(x);counter-increment:x 2}@top-right{content:counter(x)}}</style><p>a<p style="break-before:page">b',
      ['a [top-left: 2] [top-right: 0]', 'b [top-left: 4] [top-right: 0]'],
    ));

  it('of @page hide those of the document in margin boxes', () =>
    expectPages('<style>@page{counter-increment:x 3;@top-left{content:counter(x)}}p{counter-increment:x}</style><p>a', [
      'a [top-left: 3]',
    ]));
});

describe('books: page groups (css-gcpm-3 §3.2)', () => {
  const GROUPS =
    '<style>section{page:c;break-before:page}@page c{@top-center{content:"run"}}@page :nth(1 of c){@top-center{content:"open"}}@page :nth(2n of c){@bottom-center{content:"even"}}</style>';

  it('start with each element that has the name', () =>
    expectPages(`${GROUPS}<section>${lines(13)}</section><section>a</section>`, [
      '1 / 2 / 3 / 4 / 5 / 6 [top-center: open]',
      '7 / 8 / 9 / 10 / 11 / 12 [top-center: run] [bottom-center: even]',
      '13 [top-center: run]',
      'a [top-center: open]',
    ]));

  it('continue across nested pages with other names', () =>
    expectPages(
      '<style>section{page:c}aside{page:w}@page :nth(3 of c){@top-left{content:"third"}}@page w:nth(1){@top-left{content:"wide"}}</style><section><p>a<aside>b</aside><p>c</section>',
      ['a', 'b [top-left: wide]', 'c [top-left: third]'],
    ));

  it('count blank pages inside them but not before them', () =>
    expectPages(
      '<style>section{page:c;break-before:right}@page :nth(1 of c){@top-left{content:"1"}}@page :nth(2 of c){@top-left{content:"2"}}</style><p>a<section>b<p style="break-before:right">c</section>',
      ['a', '', 'b [top-left: 1]', ' [top-left: 2]', 'c'],
    ));

  it('make :nth() without `of` count within the group of the name', () =>
    expectPages(
      `<style>div{page:c}@page c:nth(2){@top-left{content:"x"}}@page :nth(2){@top-right{content:"y"}}</style><p>a<div>b<p style="break-before:page">c</div>`,
      ['a', 'b [top-right: y]', 'c [top-left: x]'],
    ));

  it('count their pages: page-of-NAME and pages-of-NAME', () =>
    expectPages(
      `<style>section{page:c;break-before:page}@page c{@top-left{content:counter(page-of-c) "/" counter(pages-of-c)}}</style><p>a<section>${lines(13)}</section><section>b</section>`,
      [
        'a',
        '1 / 2 / 3 / 4 / 5 / 6 [top-left: 1/3]',
        '7 / 8 / 9 / 10 / 11 / 12 [top-left: 2/3]',
        '13 [top-left: 3/3]',
        'b [top-left: 1/1]',
      ],
    ));

  it('count their pages in the flow and for references, in any style', () =>
    expectPages(
      `<style>section{page:c;break-before:page}#z::after{content:" of " counter(pages-of-c,upper-roman)}a::after{content:target-counter(attr(href url),page-of-c)}</style><p><a href="#z"></a><section><p id=y>y</p><p style="break-before:page" id=z>z</section>`,
      ['2', 'y', 'z of II'],
    ));

  it("don't override an author's counter of that name", () =>
    expectPages(
      '<style>section{page:c;counter-reset:page-of-c 7}p::after{content:counter(page-of-c)}</style><section><p>a</section>',
      ['a7'],
    ));
});
