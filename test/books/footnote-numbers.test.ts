/** The footnote counter (css-gcpm-3 §2.4). */
import { expectPages } from './pages.ts';

describe('books: footnote numbers', () => {
  it('form one sequence in the whole document', () =>
    expectPages(
      '<p>a<i class=n>x</i><div><div>b<i class=n>y</i></div></div><ul><li style="list-style:none">c<i class=n>z</i></ul>',
      ['a1 / b2 / c3 ~ 1. x / 2. y / 3. z'],
    ));

  it('continue across pages', () =>
    expectPages('<p>a<i class=n>x</i><p style="break-before:page">b<i class=n>y</i>', ['a1 ~ 1. x', 'b2 ~ 2. y']));

  it('restart after an element that resets the counter', () =>
    expectPages(
      '<style>h1{counter-reset:footnote}</style><p>a<i class=n>x</i><p>b<i class=n>y</i><h1>B</h1><p style="break-before:page">c<i class=n>z</i>',
      ['a1 / b2 / B ~ 1. x / 2. y', 'c1 ~ 1. z'],
    ));

  it('restart on every page if @page resets the counter', () =>
    expectPages(
      '<style>@page{counter-reset:footnote}</style><p>a<i class=n>x</i><p>b<i class=n>y</i><p style="break-before:page">c<i class=n>z</i>',
      ['a1 / b2 ~ 1. x / 2. y', 'c1 ~ 1. z'],
    ));

  it('restart both on pages and at elements', () =>
    expectPages(
      '<style>@page{counter-reset:footnote}h1{counter-reset:footnote}</style><p>a<i class=n>x</i><h1>b</h1><p>c<i class=n>y</i><p style="break-before:page">d<i class=n>z</i>',
      ['a1 / b / c1 ~ 1. x / 1. y', 'd1 ~ 1. z'],
    ));

  it('restart only on pages with a given name', () =>
    expectPages(
      '<style>section{page:s}@page :nth(1 of s){counter-reset:footnote}</style><section>a<i class=n>x</i><p style="break-before:page">b<i class=n>y</i></section><div>c<i class=n>z</i></div>',
      ['a1 ~ 1. x', 'b2 ~ 2. y', 'c3 ~ 3. z'],
    ));

  it("respect a note's own increment", () =>
    expectPages(
      '<style>.s{counter-increment:footnote 0}.s::footnote-call,.s::footnote-marker{content:"*"}</style><p>a<i class=n>x</i>b<i class="n s">y</i>c<i class=n>z</i>',
      ['a1b*c2 ~ 1. x / *y / 2. z'],
    ));

  it('support any counter style', () =>
    expectPages(
      '<style>.n::footnote-call{content:counter(footnote,symbols("*" "+"))}.n::footnote-marker{content:counter(footnote,lower-roman) ") "}</style><p>a<i class=n>x</i><p>b<i class=n>y</i>',
      ['a* / b+ ~ i) x / ii) y'],
    ));

  it('are available to references', () =>
    expectPages(
      '<style>a::after{content:target-counter(attr(href),footnote)}@page{counter-reset:footnote}</style><p><a href="#n">see </a><p>a<i class=n>x</i><p style="break-before:page">b<i class=n id=n>y</i>',
      ['see 1 / a1 ~ 1. x', 'b1 ~ 1. y'],
    ));
});
