/** Cross references and leaders (css-content-3 §2.6, §4). */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import { book, expectPages, fragmentText } from './pages.ts';

/** Returns the end of each line on the first page, in px from the area's left edge, and its text. */
async function lineEnds(html: string): Promise<string[]> {
  const { pages, diagnostics } = await book(html);
  expect(diagnostics).to.deep.equal([]);
  const found: string[] = [];
  const visit = (fragment: Fragment, x: number): void => {
    if (fragment.type === 'text') return;
    if (fragment.type === 'line') found.push(`${(x + fragment.width) / 64} ${shortened(fragmentText(fragment))}`);
    else fragment.children.forEach((child, i) => visit(child, x + fragment.offsets[2 * i]!));
  };
  if (pages[0]!.root) visit(pages[0]!.root.fragment, pages[0]!.root.x);
  return found.filter((line) => !line.endsWith(' '));
}

/** Shortens a leader's repetition to three copies. */
const shortened = (text: string): string => text.replace(/(.)\1{3,}/g, '$1$1$1');

describe('books: endnotes', () => {
  it('link calls and notes to each other', () =>
    expectPages(
      `<style>body{counter-reset:call note}.call{counter-increment:call}.call::after{content:counter(call)}.notes p{counter-increment:note}.notes p::before{content:counter(note) ". "}.back::after{content:" p. " target-counter(attr(href),page)}</style>
<p>a<a class=call id=c1 href="#n1"></a><p style="break-before:page">b<a class=call id=c2 href="#n2"></a>
<div class=notes style="break-before:page"><p id=n1>one<a class=back href="#c1"></a><p id=n2>two<a class=back href="#c2"></a></div>`,
      ['a1', 'b2', '1. one p. 1 / 2. two p. 2'],
    ));
});

describe('books: cross references', () => {
  const TARGETS = '<h1 id=x style="break-before:page">Alpha</h1>';
  const reference = (content: string): string =>
    `<style>a::after{content:${content}}</style><a href="#x">see </a>${TARGETS}`;

  it('show the page of their target', () =>
    expectPages(reference('target-counter(attr(href),page)'), ['see 2', 'Alpha']));

  it('accept the target as url(), as a string, or as an attribute of any type', async () => {
    for (const target of ['url(#x)', 'url("#x")', '"#x"', 'attr(href)', 'attr(href url)', 'attr(href type(<url>))'])
      await expectPages(reference(`target-counter(${target}, page)`), ['see 2', 'Alpha']);
  });

  it('support counter styles', () =>
    expectPages(reference('target-counter(attr(href),page,upper-roman)'), ['see II', 'Alpha']));

  it('show the text of their target, its pseudo-elements or its first letter', async () => {
    const style = '<style>h1::before{content:"1. "}h1::after{content:"!"}</style>';
    const text = async (which: string, expected: string): Promise<void> =>
      expectPages(style + reference(`target-text(attr(href)${which})`), [`see ${expected}`, '1. Alpha!']);
    await text('', 'Alpha');
    await text(', content', 'Alpha');
    await text(', before', '1.');
    await text(', after', '!');
    await text(', first-letter', 'A');
  });

  it('omit notes of their target', () =>
    expectPages(
      '<style>a::after{content:target-text(attr(href))}</style><a href="#x">see </a><h1 id=x>Al<i class=n>no</i>pha</h1>',
      ['see Alpha / Al1pha ~ 1. no'],
    ));

  it('show document counters of earlier and later targets', () =>
    expectPages(
      '<style>h1{counter-increment:c}a::after{content:target-counter(attr(href),c)}</style><a href="#b">b </a><h1 id=a>A</h1><h1 id=b>B</h1><a href="#a">a </a>',
      ['b 2 / A / B / a 1'],
    ));

  it('show nested counters', () =>
    expectPages(
      '<style>ol{counter-reset:i}li{counter-increment:i;list-style:none}a::after{content:target-counters(attr(href),i,".")}</style><a href="#y">y </a><ol><li>a<ol><li>b<li id=y>c</ol></ol>',
      ['y 1.2 / a / b / c'],
    ));

  it('report missing targets', () =>
    expectPages(
      '<style>a::after{content:target-counter(attr(href),page)}</style><a href="#none">see </a>',
      ['see'],
      ['content/unknown-target'],
    ));
});

describe('books: leaders', () => {
  const leader = (content: string, html: string): string => `<style>p::after{content:${content}}</style>${html}`;

  it('fill the rest of the line', async () => {
    for (const kind of ['dotted', 'solid', 'space', '"."', '"- "', '""']) {
      const [line] = await lineEnds(leader(`leader(${kind}) "9"`, '<p>a'));
      expect(line, kind).to.match(/^160 a.*9$/);
    }
  });

  it('show their string at least once', async () => {
    expect(await lineEnds(leader('leader("<->") "9"', '<p style="width:30px">a'))).to.deep.equal(['30 a <-> 9']);
  });

  it('share a line if there are several', async () => {
    const [line] = await lineEnds(leader('leader("_") "m" leader(".") "e"', '<p>a'));
    expect(line).to.equal('160 a ___ m ... e');
  });

  it('are placed on the last line of an entry that wraps, with what follows them', async () => {
    const lines = await lineEnds(leader('leader(".") " " "99"', `<p>${'word '.repeat(12)}end`));
    expect(lines.length).to.equal(2);
    expect(lines[1]).to.match(/^160 .*end \.\.\. {2}99$/);
  });

  it('move to the next line if not one copy fits', async () => {
    const lines = await lineEnds(leader('leader(".....") "9"', '<p style="width:40px">abcdefg'));
    expect(lines).to.deep.equal(['28.46875 abcdefg', '40  ... 9']);
  });

  it('are aligned with one another from the end edge', async () => {
    const { pages } = await book(leader('leader(". ") "9"', '<p>a<p>abc'));
    const ends: number[] = [];
    const visit = (fragment: Fragment, x: number): void => {
      if (fragment.type === 'text') {
        if (fragment.replacementText !== null) ends.push(x + fragment.width - fragment.run.advances.at(-1)! * 64);
      } else fragment.children.forEach((child, i) => visit(child, x + fragment.offsets[2 * i]!));
    };
    visit(pages[0]!.root!.fragment, 0);
    expect(ends.length).to.equal(2);
    expect(Math.abs(ends[0]! - ends[1]!)).to.be.lessThan(2);
  });

  it('are mirrored in right-to-left lines', async () => {
    const { pages } = await book(leader('leader(".") "9"', '<p dir=rtl>\u05d0'));
    const [html] = pages[0]!.root!.fragment.children;
    expect(html!.type === 'box' && html!.width).to.equal(160 * 64);
  });

  it("don't affect the line's alignment", async () => {
    for (const align of ['center', 'right', 'justify'])
      expect(await lineEnds(leader('leader(".") "9"', `<p style="text-align:${align}">a`))).to.deep.equal([
        '160 a ... 9',
      ]);
  });
});

describe('books: page numbers of an index', () => {
  /** An index on the first page, and one page per letter. */
  const index = (entries: string, letters: string): string =>
    `<style>.i{-pagewright-page-range:"–"}.i a::after{content:target-counter(attr(href),page)}b{break-before:page;display:block;font:inherit}</style>${entries}${[
      ...letters,
    ]
      .map((letter) => `<b><i id=${letter}>${letter}</i><i id=${letter}2></i></b>`)
      .join('')}`;
  const entry = (ids: string, rest = ''): string =>
    `<p class=i>cats ${[...ids.matchAll(/\w\d?/g)].map(([id]) => `<a href="#${id}"></a>`).join(', ')}${rest}</p>`;
  const PAGES = ['a', 'b', 'c', 'd', 'e', 'f'];

  it('are listed once', () => expectPages(index(entry('a a2 c c2'), 'abcdef'), ['cats 2, 4', ...PAGES]));

  it('become ranges if they are consecutive', async () => {
    await expectPages(index(entry('a b c e'), 'abcdef'), ['cats 2–4, 6', ...PAGES]);
    await expectPages(index(entry('a c d'), 'abcdef'), ['cats 2, 4–5', ...PAGES]);
    await expectPages(index(entry('a a2 b b2 c c2 f'), 'abcdef'), ['cats 2–4, 7', ...PAGES]);
  });

  it('are unchanged if other content separates them', async () => {
    await expectPages(index(entry('c b a'), 'abcdef'), ['cats 4, 3, 2', ...PAGES]);
    const words = '<p class=i>cats <a href="#a"></a> and <a href="#b"></a></p>';
    await expectPages(index(words, 'ab'), ['cats 2 and 3', 'a', 'b']);
    const plain = entry('a b')
      .replace('class=i', 'class=i style="color:red"')
      .replaceAll('<a ', '<a style="-pagewright-page-range:none" ');
    await expectPages(index('<p class=i><a href="#a"></a>, <a href="#b">dogs </a></p>', 'ab'), ['2, dogs 3', 'a', 'b']);
    await expectPages(index(plain, 'ab'), ['cats 2, 3', 'a', 'b']);
  });

  it('precede other contents of the entry', () =>
    expectPages(index(entry('a b', '; <i>see also</i> dogs'), 'ab'), ['cats 2–3; see also dogs', 'a', 'b']));
});

describe('books: references to elements without a box', () => {
  const toX =
    '<style>@page{@top-left{content:element(h)}}a[href]::after{content:target-counter(attr(href),page)}</style><p><a href="#x">a</a><p style="break-before:page">b';

  it('lead to their contents', () =>
    expectPages(`${toX}<div id=x style="display:contents"><p>c</p></div>`, ['a2', 'b / c']));

  it('lead to where hidden content would be, or to the box that represents it', async () => {
    const shown: [string, string][] = [
      ['c<br id=x>', 'c'],
      ['c<wbr id=x>d', 'c\u200bd'],
      ['c<span style="display:none">i<b id=x></b></span>', 'c'],
      ['c<a name=x></a>', 'c'],
      ['c<svg width=9 height=9><g id=x></g></svg>', 'c'],
      ['c<map id=x><area></map>', 'c'],
      ['<table><colgroup><col><col id=x></colgroup><tr><td>c</table>', 'c'],
    ];
    for (const [html, text] of shown) await expectPages(`${toX}<div>${html}</div>`, ['a2', `b / ${text}`]);
  });

  it('lead to a named anchor only if no element has the id', () =>
    expectPages(`${toX}<p><a name=x>c</a><p style="break-before:page" id=x>d`, ['a3', 'b / c', 'd']));

  it('lead to where a running element left the flow', () =>
    expectPages(`${toX}<p id=x style="position:running(h)">c</p><p>d`, ['a2', 'b / d [top-left: c]']));
});
