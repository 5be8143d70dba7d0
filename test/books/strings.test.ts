/** Named strings and running elements (css-gcpm-3 §1). */
import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { expectPages } from './pages.ts';

const ALL = ['first', 'start', 'last', 'first-except'];
const strings = `<style>@page{@top-left{content:${ALL.map((which) => `string(s, ${which}) ";"`).join(' ')}}}h2{string-set:s content()}.b{break-before:page}</style>`;

describe('books: named strings', () => {
  it('are selected by keyword', () =>
    expectPages(`${strings}<p>a<p class=b>b<h2>X</h2><p>c<h2>Y</h2><p class=b>d<h2 class=b>Z</h2><p>e<h2>W</h2>`, [
      'a [top-left: ;;;;]',
      'b / X / c / Y [top-left: X;;Y;;]',
      'd [top-left: Y;Y;Y;Y;]',
      'Z / e / W [top-left: Z;Z;W;;]',
    ]));

  it('are in document order, also on right-to-left lines', async () => {
    const head = `<style>${'@page{@top-left{content:string(s, first) "|" string(s, start) "|" string(s, last)}}'}span{string-set:s attr(title)}</style>`;
    const spans = '<span title=1>אב</span> גד <span title=2>הו</span>';
    await expectPages(`${head}<p dir=rtl>${spans}`, ['הו גד אב [top-left: 1|1|2]']);
    await expectPages(`${head}<p>${spans}`, ['הו גד אב [top-left: 1|1|2]']);
    await expectPages(`${head}<p dir=rtl><b>${spans}</b>`, ['הו גד אב [top-left: 1|1|2]']);
    await expectPages(
      '<style>@page{@top-left{content:element(r, start)}}b{position:running(r)}</style><p dir=rtl><b>R</b> word',
      ['word [top-left: R]'],
    );
  });

  it('are set by elements without a box', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s)}}p:first-child{display:none;string-set:s content()}</style><p>x<p>a',
      ['a [top-left: x]'],
    ));

  it('are set by line breaks and columns', async () => {
    const header = '<style>@page{@top-left{content:string(s)}}br,wbr,col{string-set:s attr(title)}</style>';
    await expectPages(`${header}<p>a<br title=x>b`, ['a / b [top-left: x]']);
    await expectPages(`${header}<p>a<wbr title=x>b`, ['a\u200bb [top-left: x]']);
    await expectPages(`${header}<table><col title=x><tr><td>a</table>`, ['a [top-left: x]']);
  });

  it('are set by elements with display: contents', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s)}}div{display:contents;string-set:s content()}</style><div><p>x</p></div><p>a',
      ['x / a [top-left: x]'],
    ));

  it('are set by fixed boxes and their contents, on the page that contains them', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s)}@top-right{content:string(t)}}b{position:fixed;left:90px;top:0;string-set:t "y"}i{string-set:s content()}.b{break-before:page}</style><p>a<p class=b>b<b>x<i>z</i></b>',
      ['a / xz', 'b / xz [top-left: z] [top-right: y]'],
    ));

  it('are set by running elements and their contents', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s)}@top-right{content:string(t)}}b{position:running(r);string-set:t "y"}i{string-set:s content()}.b{break-before:page}</style><p>a<p class=b>b<b>x<i>z</i></b>',
      ['a', 'b [top-left: z] [top-right: y]'],
      ['content/not-shown'],
    ));

  it('are set at the end of a block if nothing follows', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s)}}i{display:none;string-set:s content()}</style><div><p>a<p style="break-before:page">b<i>x</i></div><p style="break-before:page">c',
      ['a', 'b [top-left: x]', 'c [top-left: x]'],
    ));

  it('accept strings, attributes, counters and pseudo-elements', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s) "|" string(t)}}h2{counter-increment:c 3;string-set:s "<" attr(title) ">" counter(c, upper-roman), t content(before) content(text) content(after) content(first-letter)}h2::before{content:"b-"}h2::after{content:"-a"}</style><h2 title=T>hey</h2>',
      ['b-hey-a [top-left: <T>III|b-hey-ah]'],
    ));

  it('count what pseudo-elements count themselves, without counting twice', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s) "|" string(t)}}body{counter-reset:c}h2{string-set:s content(before) content(text)}h2::before{counter-increment:c;content:"§" counter(c) " "}p{string-set:t content(after)}p::after{counter-reset:c 7;counter-set:d 5;counter-increment:d 2;content:counters(c, ".") counter(d)}</style><h2>a</h2><h2>b</h2><p>x</p>',
      ['§1 a / §2 b / x2.75 [top-left: §1 a|2.75]'],
    ));

  it('include markers of list items', () =>
    expectPages(
      '<style>@page{@top-left{content:"[" string(s) string(t) string(u) "]"}}li{list-style:upper-roman;string-set:s content(marker)}h2{display:list-item;string-set:t content(marker)}h2::marker{content:"M-" attr(title)}p{string-set:u content(marker)}</style><ol start=4><li>x</ol><h2 title=T>y</h2><p>z',
      ['IV. / x / M-T / y / z [top-left: [IV. M-T]]'],
    ));

  it('exclude notes and running elements', () =>
    expectPages(
      '<style>@page{@top-left{content:string(s)}}h2{string-set:s content()}b{position:running(r)}</style><h2>x<i class=n>note</i><b>run</b></h2>',
      ['x1 ~ 1. note [top-left: x]'],
      ['content/not-shown'],
    ));
});

describe('books: running elements', () => {
  const RUNNING = `<style>.r{position:running(r)}.b{break-before:page}@page{${ALL.map((which, i) => `@${['top-left', 'top-center', 'top-right', 'bottom-left'][i]}{content:element(r, ${which})}`).join('')}}</style>`;

  it('are selected by keyword on the page where they occur', () =>
    expectPages(
      `${RUNNING}<p>a<p class=b>b<div class=r>X</div><p>c<div class=r>Y</div><p class=b>d<div class=b><div class=r>Z</div><p>e</div>`,
      [
        'a',
        'b / c [top-left: X] [top-right: Y]',
        'd [top-left: Y] [top-center: Y] [top-right: Y] [bottom-left: Y]',
        'e [top-left: Z] [top-center: Z] [top-right: Z]',
      ],
    ));

  it('may be at the end of their block', () =>
    expectPages(
      '<style>.r{position:running(r)}@page{@top-left{content:element(r)}}</style><p>a<div style="break-before:page"><p>b<p class=r>X</p></div>',
      ['a', 'b [top-left: X]'],
    ));

  it('leave fixed boxes and other running elements', () =>
    expectPages(
      '<style>b{position:running(r)}i{position:running(q)}u{position:fixed;top:0}@page{@top-left{content:element(r)}@top-right{content:element(q)}}</style><p>a<u><b>X<i>Y</i></b></u>',
      ['a [top-left: X] [top-right: Y]'],
    ));

  it('can be moved out of lines and cells', () =>
    expectPages(
      '<style>b{position:running(r)}i{position:running(q)}@page{@top-left{content:element(r)}@top-right{content:element(q)}}</style><p>a <b>X</b> c<table><tr><td>d<i>Y</i></table>',
      ['a c / d [top-left: X] [top-right: Y]'],
    ));

  it('are reported if no page shows them', async () => {
    const running =
      '<b style="position:running(r)">X</b><i style="position:running(q)"></i><u style="position:running(p)">Y</u>';
    const { diagnostics } = await layoutDocument(
      `<style>p::before{content:element(p)}@page:blank{@top-left{content:element(r)}}</style><p>a${running}`,
    );
    expect(diagnostics.list().map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
      'content/not-shown <b> has position: running(r), but no content: element(r) shows it.',
    ]);
    const { diagnostics: none } = await layoutDocument(
      `<style>@page:first{@top-left{content:element(r)}@top-right{content:element(p)}}</style><p>a${running}`,
    );
    expect(none.list()).to.deep.equal([]);
  });
});
