/**
 * `@page` (css-page-3): selectors and their cascade, sizes, margin boxes. One case per clause: style, body and
 * resulting pages.
 */
import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { pxFromLu } from '../../engine/units.ts';
import { book, expectPages, lines } from './pages.ts';

const THREE = '<p>a<p style="break-before:page">b<p style="break-before:page">c';
const head = (text: string): string => `{@top-left{content:"${text}"}}`;

type Case = readonly [clause: string, css: string, body: string, pages: readonly string[]];

const SELECTORS: readonly Case[] = [
  ['@page: every page', `@page${head('x')}`, THREE, ['a [top-left: x]', 'b [top-left: x]', 'c [top-left: x]']],
  [':first: the first page', `@page :first${head('x')}`, THREE, ['a [top-left: x]', 'b', 'c']],
  [
    'name:nth(2): siblings with one name, separated only by an unforced break, form one group',
    `@page n:nth(2)${head('x')}p{page:n}`,
    lines(8),
    ['1 / 2 / 3 / 4 / 5 / 6', '7 / 8 [top-left: x]'],
  ],
  [':last: the last page', `@page :last${head('x')}`, THREE, ['a', 'b', 'c [top-left: x]']],
  [
    'name:last: the last page of each group of that name',
    `@page n:last${head('x')}div{page:n;break-before:page}`,
    '<div><p>a<p style="break-before:page">b</div><div>c</div><p>d',
    ['a', 'b [top-left: x]', 'c [top-left: x]', 'd'],
  ],
  [
    ':last with another size',
    `@page :last{margin-bottom:60px;@bottom-left{content:"x"}}`,
    '<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h',
    ['a / b / c / d / e / f', 'g / h [bottom-left: x]'],
  ],
  [':left: every second page', `@page :left${head('x')}`, THREE, ['a', 'b [top-left: x]', 'c']],
  [
    ':right: the other pages, including the first',
    `@page :right${head('x')}`,
    THREE,
    ['a [top-left: x]', 'b', 'c [top-left: x]'],
  ],
  [
    ':blank: pages that a break leaves empty',
    `@page :blank${head('x')}`,
    '<p>a<p style="break-before:right">b',
    ['a', ' [top-left: x]', 'b'],
  ],
  [
    ':last overrides :right',
    `@page :last${head('x')}@page :right${head('y')}`,
    THREE,
    ['a [top-left: y]', 'b', 'c [top-left: x]'],
  ],
  [':nth(2): one page', `@page :nth(2)${head('x')}`, THREE, ['a', 'b [top-left: x]', 'c']],
  [':nth(odd)', `@page :nth(odd)${head('x')}`, THREE, ['a [top-left: x]', 'b', 'c [top-left: x]']],
  [':nth(even)', `@page :nth(even)${head('x')}`, THREE, ['a', 'b [top-left: x]', 'c']],
  [
    ':nth(n+2): from the given page on',
    `@page :nth(n+2)${head('x')}`,
    THREE,
    ['a', 'b [top-left: x]', 'c [top-left: x]'],
  ],
  [':nth(-n+2): up to a page', `@page :nth(-n+2)${head('x')}`, THREE, ['a [top-left: x]', 'b [top-left: x]', 'c']],
  ['name: pages of that name', `@page n${head('x')}p+p{page:n}`, '<p>a<p>b', ['a', 'b [top-left: x]']],
  ['names are case-sensitive', `@page N${head('x')}p+p{page:n}`, '<p>a<p>b', ['a', 'b']],
  [
    'name:pseudo: both',
    `@page n:left${head('x')}p+p{page:n}`,
    '<p>a<p>b<p style="break-before:page">c',
    ['a', 'b [top-left: x]', 'c'],
  ],
  [':first:right: pages that match both', `@page :first:right${head('x')}`, THREE, ['a [top-left: x]', 'b', 'c']],
  [':first:left: no page', `@page :first:left${head('x')}`, THREE, ['a', 'b', 'c']],
  [
    'a list: pages that match any selector',
    `@page :first, :nth(3)${head('x')}`,
    THREE,
    ['a [top-left: x]', 'b', 'c [top-left: x]'],
  ],
  ['pseudo-classes in any case', `@page :FIRST${head('x')}`, THREE, ['a [top-left: x]', 'b', 'c']],
];

const CASCADE: readonly Case[] = [
  ['later rules win', `@page${head('x')}@page${head('y')}`, '<p>a', ['a [top-left: y]']],
  [':first overrides an unqualified rule', `@page :first${head('y')}@page${head('x')}`, '<p>a', ['a [top-left: y]']],
  [':first overrides :right', `@page :first${head('y')}@page :right${head('x')}`, '<p>a', ['a [top-left: y]']],
  [':right overrides an unqualified rule', `@page :right${head('y')}@page${head('x')}`, '<p>a', ['a [top-left: y]']],
  ['a name overrides :first', `@page n${head('y')}@page :first${head('x')}p{page:n}`, '<p>a', ['a [top-left: y]']],
  [
    'a name with :right overrides a name',
    `@page n:right${head('y')}@page n${head('x')}p{page:n}`,
    '<p>a',
    ['a [top-left: y]'],
  ],
  [
    ':nth() has the specificity of :first',
    `@page :nth(1)${head('y')}@page :right${head('x')}`,
    '<p>a',
    ['a [top-left: y]'],
  ],
  [
    '!important overrides later rules',
    `@page{@top-left{content:"y"!important}}@page${head('x')}`,
    '<p>a',
    ['a [top-left: y]'],
  ],
  [
    'boxes of several rules are combined',
    `@page${head('x')}@page{@top-right{content:"y"}}`,
    '<p>a',
    ['a [top-left: x] [top-right: y]'],
  ],
  [
    'declarations of a box can come from several rules',
    `@page{@top-left{content:"x"}}@page :first{@top-left{color:red}}`,
    '<p>a',
    ['a [top-left: x]'],
  ],
  [
    'content: none removes a box',
    `@page${head('x')}@page :first{@top-left{content:none}}`,
    THREE,
    ['a', 'b [top-left: x]', 'c [top-left: x]'],
  ],
  ['content: normal generates no box', `@page{@top-left{content:normal}}`, '<p>a', ['a']],
  ['a rule inside @media print applies', `@media print{@page${head('x')}}`, '<p>a', ['a [top-left: x]']],
  ['a rule inside @media screen does not apply', `@media screen{@page${head('x')}}`, '<p>a', ['a']],
  ['a rule inside @supports applies', `@supports (color:red){@page${head('x')}}`, '<p>a', ['a [top-left: x]']],
  ['unlayered rules override layers', `@page${head('y')}@layer l{@page${head('x')}}`, '<p>a', ['a [top-left: y]']],
];

const BOXES = [
  'top-left-corner', 'top-left', 'top-center', 'top-right', 'top-right-corner', 'right-top', 'right-middle', 'right-bottom',
  'bottom-right-corner', 'bottom-right', 'bottom-center', 'bottom-left', 'bottom-left-corner', 'left-bottom', 'left-middle', 'left-top',
]; // prettier-ignore

const CONTENTS: readonly (readonly [content: string, shown: string])[] = [
  ['"a" "b"', 'ab'],
  ['counter(page)', '1'],
  ['counter(page, lower-roman)', 'i'],
  ['counter(page, upper-roman)', 'I'],
  ['counter(page, lower-alpha)', 'a'],
  ['counter(page, lower-greek)', 'α'],
  ['counter(page, decimal-leading-zero)', '01'],
  ['counter(page, arabic-indic)', '١'],
  ['counter(page, cjk-decimal)', '一'],
  ['counter(page, symbols("*" "+"))', '*'],
  ['counter(page, disc)', '•'],
  ['counter(page) "/" counter(pages)', '1/1'],
  ['counters(page, ".")', '1'],
  ['counter(nothing)', '0'],
  ['open-quote "q" close-quote', '“q”'],
  ['"x" attr(class) "y"', 'xy'],
  ['"a\\A b"', 'a b'],
];

const PX = { mm: 96 / 25.4, in: 96 } as const;
const SIZES: readonly (readonly [size: string, width: number, height: number])[] = [
  ['A3', 297 * PX.mm, 420 * PX.mm],
  ['A4', 210 * PX.mm, 297 * PX.mm],
  ['A5', 148 * PX.mm, 210 * PX.mm],
  ['A6', 105 * PX.mm, 148 * PX.mm],
  ['a0', 841 * PX.mm, 1189 * PX.mm],
  ['A10', 26 * PX.mm, 37 * PX.mm],
  ['B6 landscape', 176 * PX.mm, 125 * PX.mm],
  ['C5', 162 * PX.mm, 229 * PX.mm],
  ['JIS-B6', 128 * PX.mm, 182 * PX.mm],
  ['tabloid', 11 * PX.in, 17 * PX.in],
  ['B4', 250 * PX.mm, 353 * PX.mm],
  ['B5', 176 * PX.mm, 250 * PX.mm],
  ['JIS-B4', 257 * PX.mm, 364 * PX.mm],
  ['JIS-B5', 182 * PX.mm, 257 * PX.mm],
  ['letter', 8.5 * PX.in, 11 * PX.in],
  ['legal', 8.5 * PX.in, 14 * PX.in],
  ['ledger', 11 * PX.in, 17 * PX.in],
  ['A5 landscape', 210 * PX.mm, 148 * PX.mm],
  ['landscape A5', 210 * PX.mm, 148 * PX.mm],
  ['A5 portrait', 148 * PX.mm, 210 * PX.mm],
  ['100px', 100, 100],
  ['100px 50px', 100, 50],
  ['20em 10em', 160, 80],
];

/** The side of the first page for the principal writing mode. */
const PROGRESSIONS: readonly (readonly [style: string, first: 'left' | 'right'])[] = [
  ['', 'right'],
  ['html{direction:rtl}', 'left'],
  ['body{direction:rtl}', 'left'],
  ['html{writing-mode:vertical-rl}', 'left'],
  ['body{writing-mode:vertical-rl}', 'left'],
  ['html{writing-mode:vertical-rl;direction:rtl}', 'left'],
  ['html{writing-mode:sideways-rl}', 'left'],
  ['html{writing-mode:vertical-lr}', 'right'],
  ['html{writing-mode:vertical-lr;direction:rtl}', 'right'],
  ['html{writing-mode:sideways-lr}', 'right'],
];

function check(cases: readonly Case[]): void {
  for (const [clause, css, body, pages] of cases) it(clause, () => expectPages(`<style>${css}</style>${body}`, pages));
}

describe('books: @page selectors (css-page-3 §4)', () => check(SELECTORS));

describe('books: page progression (css-page-3 §3.2, css-writing-modes-4 §8.2)', () => {
  for (const [style, first] of PROGRESSIONS)
    it(`begins at the ${first} with ${style || 'no style'}`, async () => {
      const { pages } = await book(`<style>${style}</style><p>a<p style="break-before:recto">b`);
      expect(pages.map(({ side, blank }) => (blank ? 'blank' : side))).to.deep.equal([first, 'blank', first]);
    });
});

describe('books: the cascade of @page (css-page-3 §4.3)', () => check(CASCADE));

describe('books: margin boxes (css-page-3 §5)', () => {
  for (const name of BOXES)
    it(`supports @${name}`, () => expectPages(`<style>@page{@${name}{content:"x"}}</style><p>a`, [`a [${name}: x]`]));
  for (const [content, shown] of CONTENTS)
    it(`shows content: ${content}`, () =>
      expectPages(`<style>@page{@top-center{content:${content}}}</style><p class=c>a`, [`a [top-center: ${shown}]`]));

  /** Returns the position and size of the first margin box on the sheet in px. */
  const placeOf = async (css: string): Promise<number[]> => {
    const { pages } = await book(`<style>@page{@${css}}</style><p>a`);
    const { fragment, x, y } = pages[0]!.marginBoxes[0]!;
    return [x, y, fragment.width, fragment.height].map((lu) => Math.round(lu / 64));
  };
  for (const [css, expected] of [
    ['top-left{content:"x"}', [20, 0, 160, 20]],
    ['bottom-right{content:"x"}', [20, 80, 160, 20]],
    ['left-top{content:"x"}', [0, 20, 20, 60]],
    ['top-left-corner{content:"x"}', [0, 0, 20, 20]],
    ['bottom-right-corner{content:"x"}', [180, 80, 20, 20]],
    ['top-left{content:"x";width:50px}', [20, 0, 50, 20]],
    ['top-right{content:"x";width:50px}', [130, 0, 50, 20]],
    ['top-center{content:"x";width:50px}', [75, 0, 50, 20]],
    ['top-left{content:"x";width:25%}', [20, 0, 40, 20]],
    ['top-left{content:"x";height:10px}', [20, 10, 160, 10]],
    ['bottom-left{content:"x";height:10px}', [20, 80, 160, 10]],
    ['top-left{content:"x";max-width:30px}', [20, 0, 30, 20]],
    ['top-left{content:"x";width:30px;min-width:40px}', [20, 0, 40, 20]],
    ['top-left{content:"x";margin:2px}', [22, 2, 156, 16]],
    ['top-left{content:"x";width:50px;padding:3px;border:1px solid}', [20, 0, 58, 20]],
    ['top-left{content:"x";width:50px;padding:3px;box-sizing:border-box}', [20, 0, 50, 20]],
    ['left-middle{content:"x";height:20px}', [0, 40, 20, 20]],
    ['right-bottom{content:"x";height:20px}', [180, 60, 20, 20]],
  ] as const)
    it(`places ${css}`, async () => expect(await placeOf(css)).to.deep.equal(expected));
});

describe('books: page sizes (css-page-3 §7)', () => {
  for (const [size, width, height] of SIZES)
    it(`size: ${size}`, async () => {
      const [page] = (await book(`<style>@page{size:${size}}</style><p>a`)).pages;
      expect(page!.width).to.be.closeTo(width, 0.02);
      expect(page!.height).to.be.closeTo(height, 0.02);
    });

  it('may differ between pages', async () => {
    const { pages } = await book('<style>@page n{size:300px 120px}p+p{page:n}</style><p>a<p>b');
    expect(pages.map(({ width, height }) => `${width}x${height}`)).to.deep.equal(['200x100', '300x120']);
  });

  for (const orientation of ['upright', 'rotate-left', 'rotate-right'])
    it(`page-orientation: ${orientation}`, async () => {
      const [page] = (await book(`<style>@page{page-orientation:${orientation}}</style><p>a`)).pages;
      expect(page!.orientation).to.equal(orientation);
    });
});

describe('books: unsupported content of @page', () => {
  const told = async (css: string): Promise<string[]> => {
    const { diagnostics } = await layoutDocument(`<style>${css}</style>a`);
    return diagnostics.list().map(({ code, line, message }) => `${code} ${line ?? '-'} ${message}`);
  };
  const ignored = 'The declaration was ignored.';

  it('reports invalid descriptor values, and keeps the previous ones', async () => {
    expect(
      await told('@page{size:A11;\nmarks:crop dots;\nbleed:1;\npage-orientation:left}@page x{size:-1px 2px}'),
    ).to.deep.equal([
      `css/invalid-value 1 \`A11\` is not a valid value for size. ${ignored}`,
      `css/invalid-value 2 \`crop dots\` is not a valid value for marks. ${ignored}`,
      `css/invalid-value 3 \`1\` is not a valid value for bleed. ${ignored}`,
      `css/invalid-value 4 \`left\` is not a valid value for page-orientation. ${ignored}`,
      `css/invalid-value 4 \`-1px 2px\` is not a valid value for size. ${ignored}`,
    ]);
    const { pages } = await layoutDocument('<style>@page{size:100px 50px;size:foo;bleed:auto;marks:none}</style>a');
    expect(pages[0]!.width).to.equal(100);
  });

  it('reports unknown properties, including those in margin boxes and the footnote area', async () => {
    expect(
      await told('@page{contnt:x;@top-left{colour:red}@footnote{page-margin-safety:clamp}}@page y{pading:0}'),
    ).to.deep.equal([
      `css/unknown-property 1 Unknown property: contnt. ${ignored} Did you mean content?`,
      `css/unknown-property 1 Unknown property: colour. ${ignored} Did you mean color?`,
      'css/unsupported 1 page-margin-safety has no effect: the printable area of the printer is unknown.',
      `css/unknown-property 1 Unknown property: pading. ${ignored} Did you mean padding?`,
    ]);
  });

  it("reports name:first for a group that doesn't begin on the first page", async () => {
    const css = '.c{page:c;break-before:page}\n@page c:first{margin-top:30px}';
    const { diagnostics } = await layoutDocument(`<style>${css}</style>a<div class=c>b</div><div class=c>c</div>`);
    expect(
      diagnostics.list().map(({ code, severity, line, message }) => `${code} ${severity} ${line} ${message}`),
    ).to.deep.equal([
      'css/page-first info 2 @page c:first matches only the first page of the document. Use c:nth(1) for the first page of each group.',
    ]);
    expect(await told('.c{page:c}@page c:first{margin-top:30px}html{page:c}')).to.deep.equal([]);
  });

  it("names the equivalent of another program's property", async () => {
    expect(
      await told('p{prince-footnote-policy:auto;-prince-hyphenate-limit-lines:2;-ah-line-number:1}'),
    ).to.deep.equal([
      'css/unsupported 1 prince-footnote-policy has no effect: it belongs to another renderer. Use footnote-policy.',
      'css/unsupported 1 -prince-hyphenate-limit-lines has no effect: it belongs to another renderer. Use hyphenate-limit-lines.',
      'css/unsupported 1 -ah-line-number has no effect: it belongs to another renderer.',
    ]);
  });
});

describe('books: default margins', () => {
  const BOX = '@top-left{content:"head"}';
  const areaOf = async (rules: string): Promise<string> => {
    const { pages } = await layoutDocument(`<!DOCTYPE html><style>@page{size:300px 200px}${rules}</style>x`);
    return pages.map(({ canvas: { x, y } }) => [x, y].map((lu) => Math.round(pxFromLu(lu))).join()).join(' ');
  };

  it('apply with margin boxes if no rule sets page margins', async () => {
    expect(await areaOf(`@page{${BOX}}`)).to.equal('76,76');
    expect(await areaOf(`@page :first{${BOX}}`)).to.equal('76,76');
    expect(await areaOf('')).to.equal('0,0');
    expect(await areaOf('@page{@footnote{margin-top:1em}}')).to.equal('0,0');
  });

  it("don't apply if a rule sets any margin, even on one side or for some pages", async () => {
    expect(await areaOf(`@page{margin:10px;${BOX}}`)).to.equal('10,10');
    expect(await areaOf(`@page{margin-top:10px;${BOX}}`)).to.equal('0,10');
    expect(await areaOf(`@page{${BOX}}@page :first{margin:0}`)).to.equal('0,0');
  });
});
