/** Breaks (css-break-3, css-multicol-1) and running headers (css-gcpm-3 §1), one case per clause. */
import { expectPages, lines } from './pages.ts';

const BREAKS: readonly (readonly [value: string, pages: readonly string[]])[] = [
  ['auto', ['a / b']],
  ['page', ['a', 'b']],
  ['always', ['a', 'b']],
  ['all', ['a', 'b']],
  ['left', ['a', 'b']],
  ['right', ['a', '', 'b']],
  ['recto', ['a', '', 'b']],
  ['verso', ['a', 'b']],
  ['column', ['a / b']],
  ['avoid', ['a / b']],
];

const KEPT: readonly (readonly [what: string, html: string, pages: readonly string[]])[] = [
  ['a block', '<div class=k><p>x<p>y</div>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['avoid-page', '<div class=k style="break-inside:avoid-page"><p>x<p>y</div>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['avoid-column, which does not apply to pages', '<div style="break-inside:avoid-column"><p>x<p>y</div>', ['1 / 2 / 3 / 4 / 5 / x', 'y']],
  ['page-break-inside', '<div style="page-break-inside:avoid"><p>x<p>y</div>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['avoid-region, which does not apply to pages', '<div style="break-inside:avoid-region"><p>x<p>y</div>', ['1 / 2 / 3 / 4 / 5 / x', 'y']],
  ['lines of a paragraph', '<p class=k>x<br>y', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['a table row', '<table style="border-spacing:0"><tr class=k><td><p>x<p>y</table>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['a list item', '<ul style="list-style:none"><li class=k><p>x<p>y</ul>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['a flex item', '<div style="display:flex;flex-direction:column"><div class=k><p>x<p>y</div></div>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['a grid item', '<div style="display:grid"><div class=k><p>x<p>y</div></div>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
  ['size containment, which makes a box monolithic', '<div style="height:20px;contain:size"><p>x<p>y</div>', ['1 / 2 / 3 / 4 / 5', 'x / y']],
]; // prettier-ignore

const LINES = 'a<br>b<br>c<br>d';
const WIDOWS: readonly (readonly [before: number, orphans: number, widows: number, pages: readonly string[]])[] = [
  [3, 1, 1, ['1 / 2 / 3 / a / b / c', 'd']],
  [3, 2, 2, ['1 / 2 / 3 / a / b', 'c / d']],
  [3, 1, 3, ['1 / 2 / 3 / a', 'b / c / d']],
  [3, 2, 3, ['1 / 2 / 3', 'a / b / c / d']],
  [3, 1, 4, ['1 / 2 / 3', 'a / b / c / d']],
  [3, 3, 3, ['1 / 2 / 3 / a / b / c', 'd']],
  [4, 2, 1, ['1 / 2 / 3 / 4 / a / b', 'c / d']],
  [4, 3, 1, ['1 / 2 / 3 / 4', 'a / b / c / d']],
  [5, 1, 1, ['1 / 2 / 3 / 4 / 5 / a', 'b / c / d']],
  [5, 2, 2, ['1 / 2 / 3 / 4 / 5', 'a / b / c / d']],
  [2, 9, 9, ['1 / 2 / a / b / c / d']],
];

describe('books: forced breaks (css-break-3 §3.1)', () => {
  for (const [value, pages] of BREAKS) {
    it(`break-before: ${value}`, () => expectPages(`<p>a<p style="break-before:${value}">b`, pages));
    it(`break-after: ${value}`, () => expectPages(`<p style="break-after:${value}">a</p><p>b`, pages));
  }
  for (const value of ['always', 'left'])
    it(`page-break-before: ${value}`, () => expectPages(`<p>a<p style="page-break-before:${value}">b`, ['a', 'b']));
  it('merge where both siblings request them', () =>
    expectPages('<p style="break-after:page">a</p><p style="break-before:page">b', ['a', 'b']));
  it('use the side that the later sibling requests', () =>
    expectPages('<p style="break-after:left">a</p><p style="break-before:right">b', ['a', '', 'b']));
  it('use the side that the later of a box and its first or last child requests', async () => {
    const nested = (property: string, outer: string, inner: string): string =>
      `<div style="${property}:${outer}"><p style="${property}:${inner}">x</div>`;
    await expectPages(`<p>a</p>${nested('break-before', 'left', 'right')}`, ['a', '', 'x']);
    await expectPages(`<p>a</p>${nested('break-before', 'right', 'left')}`, ['a', 'x']);
    await expectPages(`${nested('break-after', 'right', 'left')}<p>b`, ['x', '', 'b']);
    await expectPages(`${nested('break-after', 'left', 'right')}<p>b`, ['x', 'b']);
  });
  it('use the side of the last adjacent cell', () =>
    expectPages(
      '<p>a</p><table><tr><td><p style="break-before:left">b</td><td><p style="break-before:right">c</table>',
      ['a', '', 'b / c'],
    ));
  it('apply to the page flow around columns that begin or end with them', async () => {
    const columns = (html: string): string => `<div style="columns:2">${html}</div>`;
    await expectPages(`<p>a</p>${columns('<p style="break-before:page">b<p>c')}`, ['a', 'b / c']);
    await expectPages(`<p>a</p>${columns('<div><p style="break-before:right">b</div><p>c')}`, ['a', '', 'b / c']);
    await expectPages(`<p>a</p>${columns(columns('<p style="break-before:page">b<p>c'))}`, ['a', 'b / c']);
    await expectPages(`${columns('<p>a<p style="break-after:page">b')}<p>c`, ['a / b', 'c']);
    await expectPages(`<p>a</p>${columns('<p style="break-before:column">b<p>c')}`, ['a / b / c']);
    await expectPages(`<p>a</p>${columns('<p style="break-before:always">b<p>c')}`, ['a / b / c']);
  });
  it('make the first page a left or right page at the start of the document', async () => {
    const head = '<style>@page:first{@top-left{content:"1"}}@page:left{@top-right{content:"L"}}</style>';
    const first = ['a [top-left: 1] [top-right: L]', 'b'];
    const break_ = '<p style="break-before:page">b';
    await expectPages(`${head}<style>html{break-before:left}</style><p>a${break_}`, first);
    await expectPages(`${head}<div><p style="break-before:verso">a</div>${break_}`, first);
    await expectPages(`${head}<style>html{direction:rtl}</style><p style="break-before:recto">a${break_}`, first);
    await expectPages(`${head}<p style="break-before:right">a${break_}`, ['a [top-left: 1]', 'b [top-right: L]']);
  });
  it('propagate from a first child to its parent', () =>
    expectPages('<p>a<div><div><p style="break-before:page">b</div></div>', ['a', 'b']));
  it('propagate from a last child to its parent', () =>
    expectPages('<div><p style="break-after:page">a</div><p>b', ['a', 'b']));
  it('create no page before the first box or after the last', () =>
    expectPages('<p style="break-before:page;break-after:page">a', ['a']));
  it('apply to table rows, flex and grid containers', async () => {
    await expectPages('<table style="border-spacing:0"><tr><td>a<tr style="break-before:page"><td>b</table>', [
      'a',
      'b',
    ]);
    await expectPages('<div style="display:flex;flex-direction:column"><p>a<p style="break-before:page">b</div>', [
      'a',
      'b',
    ]);
    await expectPages('<div style="display:grid"><p>a<p style="break-before:page">b</div>', ['a', 'b']);
  });
  it('have no effect on floats, positioned and inline boxes', async () => {
    const codes = ['layout/ignored-break'];
    await expectPages('<p>a<div style="float:left;break-before:page">b</div>', ['a / b'], codes);
    await expectPages('<p>a <span style="break-before:page">b</span>', ['a b'], codes);
  });
});

describe('books: avoided breaks (css-break-3 §3.2)', () => {
  for (const [what, html, pages] of KEPT)
    it(`break-inside: avoid: ${what}`, () =>
      expectPages(`<style>.k{break-inside:avoid}</style>${lines(5)}${html}`, pages));
  it('breaks boxes that are larger than a page', () =>
    expectPages(`<div style="break-inside:avoid">${lines(8)}</div>`, ['1 / 2 / 3 / 4 / 5 / 6', '7 / 8']));
  it('break-after: avoid keeps a heading with what follows', () =>
    expectPages(`${lines(5)}<h2 style="break-after:avoid">h</h2><p>x`, ['1 / 2 / 3 / 4 / 5', 'h / x']));
  it('break-before: avoid keeps a box with the previous one', () =>
    expectPages(`${lines(6)}<p style="break-before:avoid">x`, ['1 / 2 / 3 / 4 / 5', '6 / x']));
  it('keeps consecutive headings with what follows them', () =>
    expectPages(`<style>h1,h2{break-after:avoid}</style>${lines(4)}<h1>h</h1><h2>i</h2><p>x`, [
      '1 / 2 / 3 / 4',
      'h / i / x',
    ]));
});

describe('books: orphans and widows (css-break-3 §3.3)', () => {
  for (const [before, orphans, widows, pages] of WIDOWS)
    it(`orphans ${orphans}, widows ${widows} after ${before} lines`, () =>
      expectPages(`${lines(before)}<p style="orphans:${orphans};widows:${widows}">${LINES}`, pages));
});

describe('books: named pages (css-page-3 §9)', () => {
  const HEAD = '<style>@page n{@top-left{content:"n"}}@page m{@top-left{content:"m"}}.q{page:n}.m{page:m}</style>';
  const COLUMNS = '<div style="columns:2;column-gap:10px">';
  const SPANNER = (name: string): string => `<h2 class=${name} style="column-span:all">h</h2>`;
  for (const [clause, html, pages] of [
    ['break at a change of name', '<p>a<p class=q>b', ['a', 'b [top-left: n]']],
    ['do not break between equal names', '<p class=q>a<p class=q>b', ['a / b [top-left: n]']],
    ['break also at the return to no name', '<p class=q>a</p><p>b', ['a [top-left: n]', 'b']],
    ["propagate a first child's name to its parent", '<p>a<div><p class=q>b</div>', ['a', 'b [top-left: n]']],
    [
      'can be nested',
      '<div class=q><p>a<p class=m>b<p>c</div>',
      ['a [top-left: n]', 'b [top-left: m]', 'c [top-left: n]'],
    ],
    ['can be set on the root element', '<html class=q><p>a', ['a [top-left: n]']],
    ["take the parent's name for page: auto", '<div class=q><p style="page:auto">a</div>', ['a [top-left: n]']],
    [
      'take the name of the first box in columns',
      `<p>a</p>${COLUMNS}<p class=q>b<p class=q>c</div>`,
      ['a', 'b / c [top-left: n]'],
    ],
    [
      'follow spanners and the columns next to them',
      `${COLUMNS}<p>a${SPANNER('q')}<p class=m>b<p class=m>c</div>`,
      ['a', 'h [top-left: n]', 'b / c [top-left: m]'],
    ],
    [
      'follow spanners in nested boxes',
      `${COLUMNS}<div>${SPANNER('q')}</div>${SPANNER('m')}<p>c</div>`,
      ['h [top-left: n]', 'h [top-left: m]', 'c'],
    ],
    [
      'break flex columns',
      '<div style="display:flex;flex-direction:column"><p>a<p class=q>b</div>c',
      ['a', 'b [top-left: n]', 'c'],
    ],
    ['break inside cells', '<table><tr><td><p>a<p class=q>b<td>c</table>', ['a / c', 'b [top-left: n]']],
    ['follow rows below a caption', '<table><caption>a</caption><tr class=q><td>b</table>', ['a', 'b [top-left: n]']],
  ] as const)
    it(clause, () => expectPages(HEAD + html, pages));

  for (const html of [
    `${COLUMNS}<p>a<p class=q>b</div>`,
    `${COLUMNS}${COLUMNS}<p>a<p class=q>b</div></div>`,
    `${COLUMNS}<div><p>a<p class=q>b</div></div>`,
  ])
    it(`never breaks columns for a named page: ${html}`, () =>
      expectPages(HEAD + html, ['a / b'], ['layout/unsupported']));

  for (const html of [
    '<div style="display:grid"><p>a<p class=q>b</div>',
    '<div style="display:flex;flex-wrap:wrap"><p style="width:100%">a<p class=q style="width:100%">b</div>',
  ])
    it(`never breaks rows and lines for a named page: ${html}`, () =>
      expectPages(HEAD + html, ['a / b'], ['layout/unsupported']));

  it('ignores inline boxes and floats', () =>
    expectPages(
      `${HEAD}<p>a <b class=q>b</b><i style="float:left;page:n">c</i>`,
      ['c / a b'],
      ['layout/ignored-break', 'layout/ignored-break'],
    ));

  it('uses the page of the first box for boxes side by side', () =>
    expectPages(
      `${HEAD}<p>a</p><div style="display:flex"><p class=q>b<p class=m>c</div>`,
      ['a', 'b / c [top-left: n]'],
      ['layout/unsupported'],
    ));
});

describe('books: columns (css-multicol-1)', () => {
  const columns = (css: string, html: string): string => `<div style="columns:2;column-gap:10px;${css}">${html}</div>`;
  for (const [clause, html, pages] of [
    ['are balanced', columns('', lines(4)), ['1 / 3 / 2 / 4']],
    [
      'are filled one after the other with column-fill: auto',
      columns('column-fill:auto;height:30px', lines(4)),
      ['1 / 4 / 2 / 3'],
    ],
    ['continue over pages', columns('', lines(14)), ['1 / 7 / 2 / 8 / 3 / 9 / 4 / 10 / 5 / 11 / 6 / 12', '13 / 14']],
    ['break at break-before: column', columns('', '<p>a<p style="break-before:column">b'), ['a / b']],
    ['break at break-after: column', columns('', '<p style="break-after:column">a</p><p>b'), ['a / b']],
    ['break the page at break-before: page', columns('', '<p>a<p style="break-before:page">b'), ['a', 'b']],
    [
      'break the page after a spanner at the end of its box',
      columns('', '<div><h2 style="column-span:all;break-after:page">h</h2></div><p>c'),
      ['h', 'c'],
    ],
    [
      'continue after column-span: all',
      columns('', '<p>a<p>b<h2 style="column-span:all">h</h2><p>c<p>d'),
      ['a / b / h / c / d'],
    ],
    [
      'respect break-inside: avoid-column',
      columns('', '<p>a<div style="break-inside:avoid-column"><p>b<p>c</div>'),
      ['a / b / c'],
    ],
    ['respect column-width', '<div style="column-width:45px;column-gap:10px"><p>a<p>b<p>c</div>', ['a / b / c']],
    ['can be nested', columns('', columns('column-gap:2px', lines(4))), ['1 / 2 / 3 / 4']],
  ] as const)
    it(clause, () => expectPages(html, pages));
});

describe('books: named strings (css-gcpm-3 §1.1.2)', () => {
  const BODY =
    '<p>a<h1>S</h1><h1 class=x>T</h1><p style="break-before:page">b<p style="break-before:page"><h1>U</h1><p>c';
  const FIRST = '<h1>S</h1><h1>T</h1>';
  for (const [which, shown] of [
    ['', ['S', 'T', 'U']],
    [', first', ['S', 'T', 'U']],
    [', start', ['', 'T', 'U']],
    [', last', ['T', 'T', 'U']],
    [', first-except', ['', 'T', '']],
  ] as const)
    it(`string(x${which})`, () => {
      const head = (i: number): string => (shown[i] === '' ? '' : ` [top-left: ${shown[i]}]`);
      return expectPages(
        `<style>h1{string-set:x content()}@page{@top-left{content:string(x${which})}}</style>${BODY}`,
        [`a / S / T${head(0)}`, `b${head(1)}`, `U / c${head(2)}`],
      );
    });
  it('string(x, start) uses the first element if it begins the page', () =>
    expectPages(`<style>h1{string-set:x content()}@page{@top-left{content:string(x,start)}}</style>${FIRST}`, [
      'S / T [top-left: S]',
    ]));
  it('shows the first and last entry of each page, as in a dictionary', () =>
    expectPages(
      `<style>dfn{string-set:e content();font-style:normal}@page{@top-left{content:string(e,first) " – " string(e,last)}}</style>${'aba abc acorn add ado after again'
        .split(' ')
        .map((word) => `<p><dfn>${word}</dfn>`)
        .join('')}`,
      ['aba / abc / acorn / add / ado / after [top-left: aba – after]', 'again [top-left: again – again]'],
    ));
  for (const [value, shown] of [
    ['content()', 'bodyx'],
    ['content(text)', 'x'],
    ['content(before)', 'body'],
    ['content(first-letter)', 'x'],
    ['attr(id)', 'i'],
    ['"lit" attr(id)', 'liti'],
    ['counter(c)', '4'],
    ['counter(c, upper-roman)', 'IV'],
  ] as const)
    it(`string-set: ${value}`, () =>
      expectPages(
        `<style>p{counter-reset:c 4;string-set:s ${value}}p::before{content:"body"}@page{@top-left{content:string(s)}}</style><p id=i>x`,
        [`bodyx [top-left: ${shown === 'bodyx' ? 'x' : shown}]`],
      ));
});

describe('books: room for the start of a box (-pagewright-break-room)', () => {
  const room = (value: string): string => `<style>.r{-pagewright-break-room:${value}}</style>`;
  it('moves boxes that begin too close to the page end, although they fit', async () => {
    await expectPages(`${room('30px')}${lines(4)}<p class=r>x<p>y`, ['1 / 2 / 3 / 4', 'x / y']);
    await expectPages(`${room('30px')}${lines(3)}<p class=r>x<p>y`, ['1 / 2 / 3 / x / y']);
    await expectPages(`${room('60%')}${lines(3)}<p class=r>x<p>y`, ['1 / 2 / 3', 'x / y']);
  });
  it('counts inside sections and in table cells', async () => {
    await expectPages(`${room('30px')}${lines(4)}<section><h2 class=r>x</h2><p>y</section>`, [
      '1 / 2 / 3 / 4',
      'x / y',
    ]);
    await expectPages(`${room('30px')}<div>${lines(4)}<h2 class=r>x</h2><p>y</div>`, ['1 / 2 / 3 / 4', 'x / y']);
    await expectPages(`${room('30px')}<table style="border-spacing:0"><td>${lines(4)}<p class=r>x</table>`, [
      '1 / 2 / 3 / 4',
      'x',
    ]);
  });
  it('moves preceding content that avoids a break', () =>
    expectPages(`${room('30px')}${lines(3)}<h2 style="break-after:avoid">x</h2><p class=r>y`, ['1 / 2 / 3', 'x / y']));
  it('is ignored if no page has enough room', () =>
    expectPages(`${room('500px')}${lines(2)}<p class=r>x<p>y`, ['1 / 2', 'x / y']));
  it('counts in columns', () =>
    expectPages(
      `${room('30px')}<div style="columns:2;column-fill:auto;height:60px">${lines(4)}<p class=r>x<p>y</div>`,
      ['1 / x / 2 / y / 3 / 4'],
    ));
});

describe('books: running elements (css-gcpm-3 §1.2)', () => {
  const style = (which: string): string =>
    `<style>h1{position:running(r)}@page{@top-left{content:element(r${which})}}</style>`;
  const BODY = '<p>a<h1>S</h1><h1>T</h1><p style="break-before:page">b<p style="break-before:page"><h1>U</h1><p>c';
  for (const [which, shown] of [
    ['', ['S', 'T', 'U']],
    [', first', ['S', 'T', 'U']],
    [', start', ['', 'T', 'U']],
    [', last', ['T', 'T', 'U']],
    [', first-except', ['', 'T', '']],
  ] as const)
    it(`element(r${which})`, () => {
      const head = (i: number): string => (shown[i] === '' ? '' : ` [top-left: ${shown[i]}]`);
      return expectPages(style(which) + BODY, [`a${head(0)}`, `b${head(1)}`, `c${head(2)}`]);
    });
  it('leave the flow', () => expectPages(`${style('')}<p>a<h1>S</h1><p>b`, ['a / b [top-left: S]']));
  it('keep their child elements', () =>
    expectPages(`${style('')}<h1>S <i>t</i><br>u</h1><p>a`, ['a [top-left: S t / u]']));
  it('may contain page counters', () =>
    expectPages(
      `${style('')}<style>i::after{content:counter(page)}</style><h1>p<i></i></h1><p>a<p style="break-before:page">b`,
      ['a [top-left: p1]', 'b [top-left: p2]'],
    ));
});
