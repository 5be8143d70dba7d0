/** Floats to the inline sides of pages and columns (css-page-floats-3), and text next to them. */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import { book, linesOf } from './pages.ts';

const float = (id: string, css = '', side = 'left'): string =>
  `<b id=${id} style="float:${side};float-reference:page;width:40px;height:20px;${css}"></b>`;
const column = (id: string, css = '', side = 'left'): string => float(id, `float-reference:column;${css}`, side);

/** Returns the positions of each page's lines and floats, in px from the area's corner. */
async function places(html: string, codes: readonly string[] = []): Promise<string[]> {
  const { pages, diagnostics } = await book(html);
  expect(diagnostics).to.deep.equal(codes);
  return pages.map(({ root, floats, footnotes }) => {
    const of = (list: typeof floats): string[] =>
      list.map(({ fragment, x, y }) => `${fragment.box.element?.id}@${x / 64},${y / 64}`);
    const inColumns = root === null ? [] : floatsIn(root.fragment, root.x, root.y);
    const lines = linesOf(root === null ? [] : [root]).map(({ x, y, text }) => `${text}@${x},${y}`);
    const notes = footnotes.length === 0 ? [] : [`~@${footnotes[0]!.y / 64}`];
    return [...lines, ...of(floats), ...inColumns, ...notes].join(' ');
  });
}

/** Returns the boxes with an id inside a fragment. */
function floatsIn(fragment: Fragment, x: number, y: number): string[] {
  if (fragment.type === 'text') return [];
  const { offsets } = fragment;
  const inside = fragment.children.flatMap((child, i) => floatsIn(child, x + offsets[2 * i]!, y + offsets[2 * i + 1]!));
  const id = fragment.type === 'box' ? fragment.box.element?.id : null;
  return id ? [`${id}@${x / 64},${y / 64}`, ...inside] : inside;
}

/** Returns words that each take a line, even next to a float. */
const words = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<span style="display:inline-block;width:100px">${i + 1}</span>`).join(' ');
describe('books: floats to the inline sides of pages', () => {
  for (const [clause, html, pages] of [
    [
      'left: are at the start of the page and the line',
      `<p>${float('f')}${words(4)}`,
      ['1@40,0 2@40,10 3@0,20 4@0,30 f@0,0'],
    ],
    [
      'right: are at the end of both',
      `<p>${float('f', '', 'right')}${words(6)}`,
      ['1@0,0 2@0,10 3@0,20 4@0,30 5@0,40 6@0,50 f@120,40'],
    ],
    [
      'inline-start: are on the right of right-to-left pages',
      `<html dir=rtl><p>${float('f', '', 'inline-start')}${words(3)}`,
      ['1@20,0 2@20,10 3@60,20 f@120,0'],
    ],
    [
      'left: are on the left of right-to-left pages',
      `<html dir=rtl><p>${float('f')}${words(3)}`,
      ['1@60,0 2@60,10 3@60,20 f@0,40'],
    ],
    [
      'are side by side if there are several',
      `<p>${float('f')}${float('g', 'width:15px')}${words(4)}`,
      ['1@55,0 2@55,10 3@0,20 4@0,30 f@0,0 g@40,0'],
    ],
    [
      'move to the next page if they do not fit side by side',
      `<p>${float('f', 'width:90px')}${float('g', 'width:90px')}a`,
      ['a@90,0 f@0,0', 'g@0,0'],
    ],
    [
      'respect margins and float-offset',
      `<p>${float('f', 'margin:2px 3px;float-offset:10px;width:20px')}${words(3)}`,
      ['1@36,0 2@36,10 3@36,20 f@13,2'],
    ],
    [
      'wait if they would push their own line to the next page',
      `<p>${words(5)}<p>6${float('f', 'width:160px')}`,
      ['1@0,0 2@0,10 3@0,20 4@0,30 5@0,40 6@0,50', 'f@0,0'],
    ],
    [
      'can be called from a later line',
      `<p>${words(3)} ${float('f')} ${words(1)}`,
      ['1@40,0 2@40,10 3@0,20 1@0,30 f@0,0'],
    ],
    [
      'can be deferred',
      `<p>${float('f', 'float-defer:1')}${words(8)}`,
      ['1@0,0 2@0,10 3@0,20 4@0,30 5@0,40 6@0,50', '7@40,0 8@40,10 f@0,0'],
    ],
    [
      'can be deferred to the last page',
      `<p>${float('f', 'float-defer:last')}${words(8)}`,
      ['1@0,0 2@0,10 3@0,20 4@0,30 5@0,40 6@0,50', '7@40,0 8@40,10 f@0,0'],
    ],
    [
      'can be deferred to the last page if that is this one',
      `<p>${float('f', 'float-defer:last')}${words(2)}`,
      ['1@40,0 2@40,10 f@0,0'],
    ],
    [
      'are below floats to the top',
      `<p>${float('g', '', 'top')}${float('f')}${words(2)}`,
      ['1@40,20 2@40,30 g@0,0 f@0,20'],
    ],
    [
      'are above notes',
      `<p>${float('f', '', 'right')}a<i class=n>note</i> ${words(2)}`,
      ['a1 1@0,0 2@0,10 f@120,40 ~@50'],
    ],
    [
      'can call notes',
      `<p><b id=f style="float:left;float-reference:page;width:40px">F<i class=n>note</i></b>${words(1)}`,
      ['1@40,0 f@0,0 ~@50'],
    ],
    [
      'can be as wide as the page',
      `<p>${words(1)}${float('f', 'width:160px;height:60px')} ${words(1)}`,
      ['1@0,0 1@0,10', 'f@0,0'],
    ],
    ['are not cleared', `<p>${float('f')}a<p style="clear:both">b`, ['a@40,0 b@40,10 f@0,0']],
    [
      'combine with ordinary floats',
      `<p>${float('f', '', 'right')}<i style="float:left;width:20px;height:15px"></i>${words(6)}`,
      ['1@20,0 2@20,10 3@0,20 4@0,30 5@0,40 6@0,50 f@120,40'],
    ],
    [
      'can be next to tables',
      `${float('f')}<table style="border-spacing:0"><tr><td>a</table><p>b`,
      ['a@40,0 b@40,10 f@0,0'],
    ],
    [
      'can be called from cells',
      `<table style="border-spacing:0;width:100%"><tr><td>${float('f', 'height:10px')}a</table><p>b`,
      ['a@0,10 b@0,20 f@0,0'],
    ],
    [
      'are supported on vertical pages',
      `<html style="writing-mode:vertical-rl"><p>${float('f', 'width:20px;height:20px')}ab`,
      ['ab@150,20 f@140,0'],
    ],
  ] as const)
    it(clause, async () => expect(await places(html)).to.deep.equal(pages));
});

describe('books: calls from lines that overflow their page', () => {
  it('belong to the page that has the lines', async () => {
    const table =
      '<table style=""><thead><tr><td>H</td></tr></thead><tbody><tr><td><div style="display:flex;"><table style=""><thead><tr><td>w62w</td></tr></thead><tbody><tr></tr></tbody><tr style="break-after:avoid;"><td><b id=f style="float:left;float-reference:page;height:70px;">S</b></td><td>w80w <span style="display:inline-block;width:100px"></span><b id=g style="float:top;float-reference:page;">T</b>w84w </td></tr><tbody><tr><td>w90w <span style="display:inline-block;width:50px"></span></td></tr></tbody></table><span style="width:50px"></span>w99w </div></td></tr></tbody></table>';
    const pages = await places(table, ['page/shrunk']);
    expect(pages.join(' ')).to.contain(' f@').and.to.contain(' g@');
  });
});

describe('books: waiting floats to the inline sides', () => {
  it("keep their order: a small one doesn't overtake a large one that doesn't fit", async () => {
    const large = (id: string): string => float(id, 'width:100px;height:40px');
    const html = `<p>1<p>2<p>3${large('a')}${large('b')}${large('c')}${float('d', 'width:50px;height:10px')}`;
    expect(await places(html)).to.deep.equal(['1@100,0 2@100,10 3@100,20 a@0,0', 'b@0,0', 'c@0,0 d@100,0']);
  });
});

describe('books: floats to the inline sides of pages, with columns', () => {
  const columns = (html: string, css = ''): string => `<div style="columns:2;column-gap:10px;${css}">${html}</div>`;
  const short = (count: number): string => Array.from({ length: count }, (_, i) => `<p>${i + 1}`).join('');
  for (const [clause, html, pages] of [
    [
      'can cover one column',
      columns(`${float('f', 'width:75px')}${short(4)}`),
      ['1@0,20 2@85,0 3@85,10 4@85,20 f@0,0'],
    ],
    [
      'can cover both columns',
      columns(`${float('f', 'width:160px')}${short(4)}`),
      ['1@0,20 2@0,30 3@85,20 4@85,30 f@0,0'],
    ],
    [
      'can cover part of a column',
      columns(`${float('f', 'width:100px')}${short(4)}`),
      ['1@0,20 2@100,0 3@100,10 4@85,20 f@0,0'],
    ],
    [
      'can be at the end',
      columns(`${float('f', 'width:75px', 'right')}${short(9)}`, 'column-fill:auto'),
      ['1@0,0 2@0,10 3@0,20 4@0,30 5@0,40 6@0,50 7@85,0 8@85,10 9@85,20 f@85,40'],
    ],
    [
      'are above spanners',
      columns(`${float('f', 'width:160px')}<h2 style="column-span:all">h</h2>${short(2)}`),
      ['h@0,20 1@0,30 2@85,30 f@0,0'],
    ],
    [
      'are supported in nested columns',
      columns(`${columns(`${float('f', 'width:75px')}${short(4)}`)}<p>5<p>6`),
      ['1@0,20 2@42.5,20 3@85,0 4@127.5,0 5@85,10 6@85,20 f@0,0'],
    ],
    [
      'are supported in columns of the opposite direction',
      columns(`${float('f', 'width:75px')}${short(4)}`, 'direction:rtl'),
      ['1@155.546875,0 2@155.546875,10 3@155.546875,20 4@70.546875,20 f@0,0'],
    ],
  ] as const)
    it(clause, async () => expect(await places(html)).to.deep.equal(pages));
});

describe('books: floats to the inline sides of columns', () => {
  const columns = (html: string, css = ''): string => `<div style="columns:2;column-gap:10px;${css}">${html}</div>`;
  const short = (count: number): string => Array.from({ length: count }, (_, i) => `<p>${i + 1}`).join('');
  for (const [clause, html, pages] of [
    ['left', columns(`<p>${column('f')}1${short(3)}`), ['1@40,0 1@40,10 2@85,0 3@85,10 f@0,0']],
    [
      'right',
      columns(`<p>${column('f', '', 'right')}1${short(10)}`, 'column-fill:auto'),
      ['1@0,0 1@0,10 2@0,20 3@0,30 4@0,40 5@0,50 6@85,0 7@85,10 8@85,20 9@85,30 10@85,40 f@35,40'],
    ],
    [
      'wait for the next column if they would push their line there',
      columns(`${short(5)}<p>6${column('f', 'width:75px')}${short(2)}`, 'column-fill:auto'),
      ['1@0,0 2@0,10 3@0,20 4@0,30 5@0,40 6@0,50 1@85,20 2@85,30 f@85,0'],
    ],
    ['float to the page outside columns', `<p>${column('f')}a`, ['a@40,0 f@0,0']],
  ] as const)
    it(clause, async () => expect(await places(html)).to.deep.equal(pages));
});

describe('books: snap-inline', () => {
  /** A box on its own line, `from` px from the start of the page area, which is 160 px wide. */
  const box = (snap: string, from: number, css = ''): string =>
    `<div id=f style="float:${snap};float-reference:page;width:40px;height:20px;margin-left:${from}px;${css}"></div>`;

  for (const [clause, html, pages] of [
    [
      'floats to the start within the distance',
      `<p>a${box('snap-inline(20px)', 20)}<p>${words(2)}`,
      ['a@60,0 1@60,10 2@0,20 f@20,0'],
    ],
    ['stays in place beyond the distance', `<p>a${box('snap-inline(20px)', 30)}<p>b`, ['a@0,0 b@0,30 f@30,10']],
    ['floats to the end', `<p>a${box('snap-inline(20px)', 110, 'margin-right:5px')}<p>b`, ['a@0,0 b@0,10 f@115,40']],
    [
      'supports two distances, one per side',
      `<p>a${box('snap-inline(5px 20px)', 10)}${box('snap-inline(5px 20px)', 100)}<p>b`,
      ['a@0,0 b@0,30 f@120,40 f@10,10'],
    ],
    [
      'floats to the end if both sides are within the distance',
      `<p>a${box('snap-inline(160px)', 0)}<p>b`,
      ['a@0,0 b@0,10 f@120,40'],
    ],
    ['floats to the specified side', `<p>a${box('snap-inline(160px, left)', 0)}<p>b`, ['a@40,0 b@40,10 f@0,0']],
    [
      'supports right-to-left pages',
      `<html dir=rtl><p>${words(1)}${box('snap-inline(160px, right)', 0)}<p>${words(1)}`,
      ['1@20,0 1@20,10 f@120,0'],
    ],
    ['floats within two ems by default', `<p>a${box('snap-inline', 15)}<p>b`, ['a@55,0 b@55,10 f@15,0']],
    ['does not float beyond two ems by default', `<p>a${box('snap-inline', 17)}<p>b`, ['a@0,0 b@0,30 f@17,10']],
    [
      'floats to the sides of columns',
      `<div style="columns:2;column-gap:0;column-fill:auto;height:60px"><p>a${box('snap-inline(5px)', 2, 'float-reference:column')}<p>b</div>`,
      ['a@42,0 b@42,10 f@2,0'],
    ],
    [
      'has no effect on inline floats',
      `<p>a${box('snap-inline', 0, 'float-reference:inline')}<p>b`,
      ['a@0,0 b@0,30 f@0,10'],
    ],
  ] as const)
    it(clause, async () => expect(await places(html)).to.deep.equal(pages));
});
