/** Named flows and regions (css-regions-1). */
import { expect } from 'chai';
import { book, linesOf } from './pages.ts';

/** Each letter of 8 px Cousine is 4.8 px wide, and each line is 10 px tall. The page area is 160 x 60 px. */
const words = (count: number): string => Array.from({ length: count }, (_, i) => String(i + 10)).join(' ');

const STYLE = `<style>html{font-family:Cousine}.a{flow-into:a}.r{flow-from:a;width:60px}.b{flow-into:b}.s{flow-from:b}</style>`;

/** Returns a region with room for some lines. */
const region = (lines: number, style = ''): string => `<div class=r style="height:${lines * 10}px;${style}"></div>`;

/** A region that grows with its contents. */
const REST = '<div class=r></div>';

/** Each case: what it shows, HTML, and the lines of each page with their corners, then notes after `~` and margin boxes after `^`. */
type Case = readonly [name: string, html: string, pages: readonly (readonly string[])[], codes?: readonly string[]];

/** Compares the lines of the pages with the expected ones. */
function check([name, html, expected, codes = []]: Case): void {
  it(name, async () => {
    const { pages, diagnostics } = await book(`${STYLE}${html}`);
    const shown = pages.map(({ root, footnotes, marginBoxes }) => [
      ...linesOf(root === null ? [] : [root]).map(({ text, x, y }) => `${x},${y} ${text}`),
      ...linesOf(footnotes).map(({ text }) => `~ ${text}`),
      ...linesOf(marginBoxes).map(({ text }) => `^ ${text}`),
    ]);
    expect(shown).to.deep.equal(expected);
    expect(diagnostics, 'diagnostics').to.deep.equal(codes);
  });
}

describe('books: named flows and regions (css-regions-1)', () => {
  describe('flows and chains', () => {
    const cases: readonly Case[] = [
      [
        'continues in the next region',
        `<p class=a>${words(10)}</p>${region(2)}<p>x</p>${REST}`,
        [['0,0 10 11 12 13', '0,10 14 15 16 17', '0,20 x', '0,30 18 19']],
      ],
      [
        'shows contents that come after the region',
        `${region(1)}<p>x</p>${REST}<p class=a>${words(6)}`,
        [['0,0 10 11 12 13', '0,10 x', '0,20 14 15']],
      ],
      [
        'joins contents in document order, wherever they are',
        `<p class=a>one<p>x<div><p class=a>two</div><p class=a>three${REST}`,
        [['0,0 x', '0,10 one', '0,20 two', '0,30 three']],
      ],
      [
        'takes only the contents of an element with `content`',
        `<div class=x style="flow-into:a content"><b>one</b> two</div>${REST}`,
        [['0,0 one two']],
      ],
      [
        'lets a box show its own contents first',
        `<div style="flow-into:a content;flow-from:a;height:10px;width:60px">${words(6)}</div>x${REST}`,
        [['0,0 10 11 12 13', '0,10 x', '0,20 14 15']],
      ],
      [
        'includes generated contents',
        `<style>.a::before{content:"<"}.a::after{content:">"}</style><p class=a>one${REST}`,
        [['0,0 <one>']],
      ],
      [
        'breaks lines at the width of each region',
        `<p class=a>${words(20)}</p>${region(1)}${region(2, 'width:100px')}${REST}`,
        [['0,0 10 11 12 13', '0,10 14 15 16 17 18 19 20', '0,20 21 22 23 24 25 26 27', '0,30 28 29']],
      ],
      [
        'hides the contents of regions, except what belongs to flows',
        `<div class=r>own<div>own<p class=a>two</div></div>`,
        [['0,0 two']],
      ],
      ['leaves a region of an empty flow empty', `<div class=r>own</div>x`, [['0,0 x']]],
      [
        'shows flows in regions of other flows',
        `<div class=a><p>one</p><div class=s style="height:10px;width:20px"></div><p>two</p><div class=s></div></div><p class=b>${words(4)}${region(3)}${REST}`,
        [['0,0 one', '0,10 10', '0,20 two', '0,30 11 12 13']],
      ],
      [
        'shows no hidden elements of regions',
        `<div class=r><div style="display:none"><p class=a>hidden</div></div>x`,
        [['0,0 x']],
      ],
      [
        'takes the contents of an element without a box',
        `<p>x</p><div style="display:contents;flow-into:a content">one</div><p>y</p>${REST}`,
        [['0,0 x', '0,10 y', '0,20 one']],
      ],
      [
        'makes no region of a box with `content`',
        `<p class=a>one</p><div class=r style="content:attr(title)" title=t>own</div>${REST}`,
        [['0,0 own', '0,10 one']],
      ],
      [
        'keeps flows of running elements apart',
        `<style>@page{@top-center{content:element(x)}}.x{position:running(x)}</style><div class=x><b class=a>in</b><div class=r></div><div class=r></div></div><p class=a>one</p>${REST}`,
        [['0,0 one', '^ in']],
      ],
      [
        'reports regions with columns',
        `<p class=a>${words(6)}</p><div class=r style="columns:2;width:100px;height:10px"></div>${REST}`,
        [['0,0 10 11 12 13 14 15']],
        ['layout/unsupported'],
      ],
      [
        'makes no region that would contain itself',
        `<div class="a s">x</div><div class="b r">y</div>${REST}`,
        [['0,0 y']],
      ],
    ];
    cases.forEach(check);
  });
  describe('breaks', () => {
    const cases: readonly Case[] = [
      [
        'skips a region that is too small',
        `<p class=a>${words(6)}</p><div class=r style="height:5px"></div>${REST}`,
        [['0,5 10 11 12 13', '0,15 14 15']],
      ],
      [
        'overflows a region if no later one is larger',
        `<div class=a style="height:30px;contain:size">tall</div><p class=a>next</p>${region(2)}${region(1)}${region(2)}`,
        [['0,0 tall', '0,20 next']],
      ],
      [
        'leaves contents to a larger region',
        `<div class=a style="height:20px;contain:size">tall</div><p class=a>next</p>${region(1)}${region(1)}${region(3)}`,
        [['0,20 tall', '0,40 next']],
      ],
      [
        'ends a region at its max-height',
        `<p class=a>${words(6)}</p><div class=r style="max-height:10px"></div><p>x</p>${REST}`,
        [['0,0 10 11 12 13', '0,10 x', '0,20 14 15']],
      ],
      [
        'ends with the contents before its max-height',
        `<p class=a>${words(6)}</p><div class=r style="max-height:50px"></div><p>x</p>${REST}`,
        [['0,0 10 11 12 13', '0,10 14 15', '0,20 x']],
      ],
      [
        'ends a region at a forced break',
        `<p class=a>one<p class=a style="break-before:region">two<p class=a style="break-before:region">three</p>${region(3)}${REST}`,
        [['0,0 one', '0,30 two', '0,40 three']],
      ],
      [
        'ends a region of automatic height at a forced break',
        `<p class=a>one<p class=a style="break-before:region">two</p><div class=r></div><p>x</p>${REST}`,
        [['0,0 one', '0,10 x', '0,20 two']],
      ],
      [
        'avoids breaks of regions inside boxes',
        `<p class=a>one<p class=a style="break-inside:avoid-region">${words(6)}</p>${region(2)}<p>x</p>${REST}`,
        [['0,0 one', '0,20 x', '0,30 10 11 12 13', '0,40 14 15']],
      ],
      [
        'avoids breaks of regions between boxes',
        `<p class=a>one<p class=a style="break-after:avoid-region">two<p class=a>three</p>${region(2)}<p>x</p>${REST}`,
        [['0,0 one', '0,20 x', '0,30 two', '0,40 three']],
      ],
      [
        'repeats the headers of tables',
        `<table class=a style="border-spacing:0"><thead><tr><th>h<tbody><tr><td>1<tr><td>2<tr><td>3</table>${region(3)}<p>x</p>${REST}`,
        [['0,0 h', '0,10 1', '0,20 2', '0,30 x', '0,40 h', '0,50 3']],
      ],
      [
        'breaks columns',
        `<div class=a style="columns:2;column-gap:0">${words(8)}</div>${region(1)}${REST}`,
        [['0,0 10 11', '30,0 12 13', '0,10 14 15', '0,20 16 17']],
      ],
    ];
    cases.forEach(check);
  });
  describe('places', () => {
    const cases: readonly Case[] = [
      [
        'fills flex items',
        `<p class=a>${words(10)}</p><div style="display:flex">${region(1)}<div class=r></div></div>`,
        [['0,0 10 11 12 13', '60,0 14 15 16 17', '60,10 18 19']],
      ],
      [
        'fills flex items in document order',
        `<p class=a>${words(6)}</p><div style="display:flex"><div class=r style="order:2;height:10px"></div><div class=r></div></div>`,
        [['0,0 14 15', '60,0 10 11 12 13']],
      ],
      [
        'fills grid items in document order',
        `<p class=a>${words(6)}</p><div style="display:grid;grid-template-columns:60px 60px"><div class=r style="grid-column:2;grid-row:1;height:10px"></div><div class=r style="grid-column:1;grid-row:1"></div></div>`,
        [['60,0 10 11 12 13', '0,0 14 15']],
      ],
      [
        'fills cells',
        `<p class=a>${words(6)}</p><table style="border-spacing:0"><td class=r style="max-height:10px;padding:0"><td style="padding:0">${REST}</table>`,
        [['0,0 10 11 12 13', '60,0 14 15']],
      ],
      [
        'fills positioned boxes, which are laid out last',
        `<p class=a>${words(6)}</p><div style="position:relative"><div class=r style="position:absolute;left:80px;top:0;height:10px"></div>${REST}</div>`,
        [['0,0 14 15', '80,0 10 11 12 13']],
      ],
      [
        'fills floats',
        `<p class=a>${words(6)}</p><div class=r style="float:right;height:10px"></div>${REST}`,
        [['100,0 10 11 12 13', '0,0 14 15']],
      ],
      [
        'fills inline blocks',
        `<p class=a>${words(6)}</p><div class=r style="display:inline-block;height:10px"></div><div class=r style="display:inline-block"></div>`,
        [['0,0 10 11 12 1314 15']],
      ],
      [
        'fills regions in columns',
        `<p class=a>${words(12)}</p><div style="columns:2;column-gap:0;column-fill:auto;height:30px">${region(2)}<p>x</p>${REST}</div>`,
        [['0,0 10 11 12 13', '0,10 14 15 16 17', '0,20 x', '80,0 18 19 20 21']],
      ],
      [
        'aligns right-to-left text',
        `<div dir=rtl style="text-align:left"><p class=a>${words(6)}</p>${region(1)}${REST}</div>`,
        [['100,0 13 12 11 10', '100,10 15 14']],
      ],
      [
        'fills vertical regions',
        `<div style="writing-mode:vertical-rl;height:60px"><p class=a>${words(6)}</p><div class=r style="height:60px;width:10px"></div><p>x</p><div class=r style="height:60px;width:auto"></div></div>`,
        [['20,0 10 11 12 13', '10,0 x', '0,0 14 15']],
      ],
      [
        'positions boxes in the region that shows them',
        `<div class=a>${words(6)}<i style="position:absolute;right:0;top:0">z</i></div>${region(1)}<p>x</p>${REST}`,
        [['0,0 10 11 12 13', '0,10 x', '0,20 14 15', '55.1875,20 z']],
      ],
    ];
    cases.forEach(check);
  });
  describe('pages', () => {
    const cases: readonly Case[] = [
      [
        'continues in regions on other pages',
        `<p class=a>${words(14)}</p>${region(2)}<p style="break-before:page">x</p>${region(1)}<p style="break-before:page">y</p>${REST}`,
        [
          ['0,0 10 11 12 13', '0,10 14 15 16 17'],
          ['0,0 x', '0,10 18 19 20 21'],
          ['0,0 y', '0,10 22 23'],
        ],
      ],
      [
        'breaks a region across pages',
        `<p class=a>${words(24)}</p><div style="height:40px">x</div>${region(3)}<p>y</p>${REST}`,
        [
          ['0,0 x', '0,40 10 11 12 13', '0,50 14 15 16 17'],
          ['0,0 18 19 20 21', '0,10 y', '0,20 22 23 24 25', '0,30 26 27 28 29', '0,40 30 31 32 33'],
        ],
      ],
      [
        'breaks a region of automatic height across pages',
        `<p class=a>${words(14)}</p><div style="height:40px">x</div>${REST}<p>y</p>`,
        [
          ['0,0 x', '0,40 10 11 12 13', '0,50 14 15 16 17'],
          ['0,0 18 19 20 21', '0,10 22 23', '0,20 y'],
        ],
      ],
      [
        'moves a region whose first line does not fit',
        `<p class=a>${words(6)}</p><div style="height:55px">x</div>${region(2)}<p>y</p>${REST}`,
        [['0,0 x'], ['0,0 10 11 12 13', '0,10 14 15', '0,20 y']],
      ],
      [
        'continues on the next page after a forced page break',
        `<p class=a>one<p class=a style="break-before:page">two</p>${region(4)}<p>y</p>${REST}`,
        [['0,0 one', '0,40 y'], []],
        ['layout/flow'],
      ],
      [
        'does not break pages before a region for its contents',
        `<p class=a style="break-before:page">one</p><p>x</p>${region(2)}${REST}`,
        [['0,0 x', '0,10 one']],
      ],
      [
        'leaves contents to the region that continues on the next page',
        `<p class=a>${words(40)}</p><div style="display:flex"><div class=r style="height:80px"></div><div class=r style="height:10px"></div></div>${REST}`,
        [
          [
            '0,0 10 11 12 13',
            '0,10 14 15 16 17',
            '0,20 18 19 20 21',
            '0,30 22 23 24 25',
            '0,40 26 27 28 29',
            '0,50 30 31 32 33',
          ],
          ['0,0 34 35 36 37', '0,10 38 39 40 41', '0,20 42 43 44 45', '0,30 46 47 48 49'],
        ],
      ],
      [
        'lays out all regions again when a page number is known',
        `<style>a::after{content:target-counter(attr(href),page)}</style><p class=a>${words(14)}</p>${region(2)}<p style="break-before:page">x <a href="#z"></a></p>${region(1)}<p id=z style="break-before:page">y</p>${REST}`,
        [
          ['0,0 10 11 12 13', '0,10 14 15 16 17'],
          ['0,0 x 3', '0,10 18 19 20 21'],
          ['0,0 y', '0,10 22 23'],
        ],
      ],
      [
        'puts footnotes on the pages of their calls',
        `<p class=a>one<span class=n>n</span></p><p class=a>two<p class=a>three<span class=n>m</span></p>${region(2)}<p style="break-before:page">x</p>${REST}`,
        [
          ['0,0 one1', '0,10 two', '~ 1. n'],
          ['0,0 x', '0,10 three2', '~ 2. m'],
        ],
      ],
    ];
    cases.forEach(check);
  });
  describe('what is left', () => {
    const cases: readonly Case[] = [
      [
        'overflows the last region',
        `<p class=a>${words(6)}</p>${region(1)}`,
        [['0,0 10 11 12 13', '0,10 14 15']],
        ['layout/flow'],
      ],
      [
        'does not report a margin below the end',
        `<p class=a style="margin-bottom:10px">${words(4)}</p>${region(1)}`,
        [['0,0 10 11 12 13']],
      ],
      [
        'leaves out what follows the last region with region-fragment: break',
        `<p class=a>${words(6)}</p>${region(1, 'region-fragment:break')}`,
        [['0,0 10 11 12 13']],
        ['layout/flow'],
      ],
      ['reports a flow without regions', `<p class=a>x</p>y`, [['0,0 y']], ['layout/flow']],
    ];
    cases.forEach(check);
  });
});
