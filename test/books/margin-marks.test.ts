/** Marks next to the text: `-pagewright-line-numbers`, `-pagewright-change-bar`. */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import type { PlacedFragment } from '../../engine/pages/page.ts';
import { book, lines } from './pages.ts';

/**
 * Returns the marks of each page: the text of numbers, the size of bars, and their y from the area's corner in px.
 * Marks that aren't at the left have an x instead.
 */
async function marks(html: string): Promise<string[]> {
  const { pages, diagnostics } = await book(html);
  expect(diagnostics).to.deep.equal([]);
  return pages.map(({ marginMarks }) =>
    marginMarks
      .map(({ fragment, x, y }) => {
        const text = textOf(fragment);
        const what = text === '' ? `${fragment.width / 64}x${fragment.height / 64}` : text;
        const side = x > 50 * 64 ? 'right' : '';
        return `${what}@${side}${y / 64}`;
      })
      .join(' '),
  );
}

function textOf(fragment: Fragment): string {
  if (fragment.type === 'text') return fragment.run.text.slice(fragment.run.start, fragment.run.end);
  return fragment.children.map(textOf).join('');
}

const numbered = (value: string, html: string): string =>
  `<style>body{-pagewright-line-numbers:${value}}</style>${html}`;

describe('books: line numbers', () => {
  it('precede each line, on its baseline', async () => {
    expect(await marks(numbered('auto', '<p>a<br>b<p>c'))).to.deep.equal(['1@0 2@10 3@20']);
  });

  it('are right-aligned with a gap to the text', async () => {
    const { pages } = await book(numbered('auto', lines(12)));
    const ends = pages.flatMap(({ marginMarks }) => marginMarks.map(({ fragment, x }) => x + fragment.width));
    expect(new Set(ends)).to.deep.equal(new Set([-6 * 64]));
  });

  it('continue across pages', async () => {
    expect(await marks(numbered('auto', lines(7)))).to.deep.equal(['1@0 2@10 3@20 4@30 5@40 6@50', '7@0']);
  });

  it('restart on every page with page', async () => {
    expect(await marks(numbered('page', lines(7)))).to.deep.equal(['1@0 2@10 3@20 4@30 5@40 6@50', '1@0']);
  });

  it('precede every nth line', async () => {
    expect(await marks(numbered('3', lines(7)))).to.deep.equal(['3@20 6@50', '']);
    expect(await marks(numbered('page 4', lines(12)))).to.deep.equal(['4@30', '4@30']);
  });

  it('skip opted-out content without counting it', async () => {
    expect(await marks(numbered('auto', '<p>a<p style="-pagewright-line-numbers:none">b<p>c'))).to.deep.equal([
      '1@0 2@20',
    ]);
  });

  it("don't count notes and repeated headers", async () => {
    expect(await marks(numbered('auto', '<p>a<i class=n>note</i>'))).to.deep.equal(['1@0']);
    const rows = Array.from({ length: 6 }, (_, i) => `<tr><td>${i}`).join('');
    expect(
      await marks(numbered('2', `<table style="border-spacing:0"><thead><tr><td>h</thead>${rows}</table>`)),
    ).to.deep.equal(['2@10 4@30 6@50', '']);
  });

  it('are placed next to each column', async () => {
    const html = numbered(
      'auto',
      `<div style="columns:2;column-gap:20px;height:20px;column-fill:auto">${lines(4)}</div>`,
    );
    expect(await marks(html)).to.deep.equal(['1@0 2@10 3@right0 4@right10']);
  });

  it('are placed to the right of right-to-left text and above vertical lines', async () => {
    expect(await marks(`<html dir=rtl>${numbered('auto', '<p>a')}`)).to.deep.equal(['1@right0']);
    const { pages } = await book(`<html style="writing-mode:vertical-rl">${numbered('auto', '<p>あ')}`);
    expect(pages[0]!.marginMarks[0]!.y).to.be.lessThan(0);
  });

  it('are on the given side, at the given distance', async () => {
    /** Returns the inner edge of each number from the page area: negative before it, else after its end. */
    const edges = async (value: string, html = lines(1), page = ''): Promise<number[]> => {
      const { pages, diagnostics } = await book(`${page}${numbered(value, html)}`);
      expect(diagnostics).to.deep.equal([]);
      return pages.flatMap(({ marginMarks }) =>
        marginMarks.map(({ fragment, x }) => (x < 0 ? (x + fragment.width) / 64 : x / 64 - 160)),
      );
    };
    expect(await edges('auto')).to.deep.equal([-6]);
    expect(await edges('end')).to.deep.equal([6]);
    expect(await edges('right 10px')).to.deep.equal([10]);
    expect(await edges('1em 1 left')).to.deep.equal([-8]);
    expect(await edges('end', '<p>a', '<html dir=rtl>')).to.deep.equal([-6]);
    expect(await edges('left', '<p>a', '<html dir=rtl>')).to.deep.equal([-6]);
    // The first page is a right one, so its outer side is the right.
    const two = '<p>a<p style="break-before:page">b';
    expect(await edges('outside', two)).to.deep.equal([6, -6]);
    expect(await edges('inside', two)).to.deep.equal([-6, 6]);
    expect(await edges('inside', two, '<html dir=rtl>')).to.deep.equal([6, -6]);
    const { pages } = await book(`<html style="writing-mode:vertical-rl">${numbered('end', '<p>あ')}`);
    expect(pages[0]!.marginMarks[0]!.y / 64).to.equal(66);
  });

  it('are placed on the given side of each column', async () => {
    const html = `<div style="columns:2;column-gap:20px;height:20px;column-fill:auto">${lines(4)}</div>`;
    const { pages } = await book(numbered('right 1px', html));
    expect(pages[0]!.marginMarks.map(({ x }) => x / 64)).to.deep.equal([71, 71, 161, 161]);
  });

  it('restart where an element resets or sets their counter', async () => {
    const reset = (value: string, tag = 'p'): string =>
      numbered('auto', `<p>a<p>b<${tag} style="${value}">c</${tag}><p>d`);
    expect(await marks(reset('counter-reset:-pagewright-line'))).to.deep.equal(['1@0 2@10 1@20 2@30']);
    expect(await marks(reset('counter-set:-pagewright-line 98'))).to.deep.equal(['1@0 2@10 99@20 100@30']);
    expect(await marks(numbered('page', '<p>a<br><b style="counter-set:-pagewright-line 6">b</b><p>c'))).to.deep.equal([
      '1@0 7@10 8@20',
    ]);
    expect(await marks(numbered('page', '<p style="counter-set:-pagewright-line 6">a<p>c'))).to.deep.equal([
      '7@0 8@10',
    ]);
  });

  it('have their own font and color, on the baseline of the line', async () => {
    const style = '<style>p::-pagewright-line-number{font-size:4px;color:red}</style>';
    const { pages } = await book(style + numbered('auto', '<p>a'));
    const { fragment, y } = pages[0]!.marginMarks[0]!;
    const [line] = fragment.children;
    const text = line!.type === 'line' ? line!.children[0]! : null;
    expect(text?.type === 'text' && [text.style.font.fontSize, text.style.text.color.r]).to.deep.equal([4, 1]);
    expect(y).to.be.greaterThan(0);
    const hidden = '<style>.h::-pagewright-line-number{display:none}</style>';
    expect(await marks(hidden + numbered('auto', '<p>a<p class=h>b<p>c'))).to.deep.equal(['1@0 3@20']);
  });

  it('reject values that repeat a part', async () => {
    for (const value of ['2 3', 'page page', 'left right', '1px 2px', '0 0', 'red', '-1px']) {
      const { diagnostics } = await book(numbered(value, '<p>a'));
      expect(diagnostics, value).to.deep.equal(['css/invalid-value']);
    }
  });

  it('take no space', async () => {
    const { pages } = await book(numbered('auto', lines(2)));
    expect(pages[0]!.root?.fragment.height).to.equal(20 * 64);
  });
});

describe('books: change bars', () => {
  const changed = (html: string): string => `<style>.c{-pagewright-change-bar:2px}</style>${html}`;

  it('are as high as the changed block', async () => {
    expect(await marks(changed('<p>a<p class=c>b<br>c<p>d'))).to.deep.equal(['2x20@10']);
  });

  it('are as high as the lines of an inline box', async () => {
    expect(await marks(changed('<p>a <b class=c>b<br>c</b> d'))).to.deep.equal(['2x10@0 2x10@10']);
  });

  it('are shared by boxes on one line', async () => {
    expect(await marks(changed('<p><b class=c>b</b> a <b class=c>c</b>'))).to.deep.equal(['2x10@0']);
  });

  it('continue across pages', async () => {
    expect(await marks(changed(`<div class=c>${lines(8)}</div>`))).to.deep.equal(['2x60@0', '2x20@0']);
  });

  it('have the color of the element', async () => {
    const { pages } = await book(changed('<p class=c style="color:red">a'));
    expect(pages[0]!.marginMarks[0]!.fragment.style.background.backgroundColor.r).to.equal(1);
  });

  it('precede the text with a gap, on the other side of right-to-left text', async () => {
    const { pages } = await book(changed('<p class=c>a'));
    expect(pages[0]!.marginMarks[0]!.x).to.equal(-8 * 64);
    expect(await marks(changed('<html dir=rtl><p class=c>a'))).to.deep.equal(['2x10@right0']);
  });

  it('have a side, a distance, a line style and a color', async () => {
    const bar = async (value: string, html = '<p class=c>a'): Promise<PlacedFragment> => {
      const { pages, diagnostics } = await book(`<style>.c{-pagewright-change-bar:${value}}</style>${html}`);
      expect(diagnostics).to.deep.equal([]);
      return pages[0]!.marginMarks[0]!;
    };
    expect((await bar('2px 4px right')).x / 64).to.equal(164);
    expect((await bar('outside 2px')).x / 64).to.equal(166);
    expect((await bar('2px red right 4px')).x / 64).to.equal(164);
    expect((await bar('2px 0')).x / 64).to.equal(-2);
    expect((await bar('2px blue')).fragment.style.background.backgroundColor.b).to.equal(1);
    const dotted = (await bar('dotted 2px red')).fragment;
    expect([
      dotted.border.left / 64,
      dotted.style.border.borderLeftStyle,
      dotted.style.border.borderLeftColor.r,
    ]).to.deep.equal([2, 'dotted', 1]);
    const vertical = (await bar('double 3px', '<html style="writing-mode:vertical-rl"><p class=c>a')).fragment;
    expect([vertical.border.top / 64, vertical.height / 64]).to.deep.equal([3, 3]);
    for (const value of ['red', '2px 3px 4px', 'left right 2px', 'solid dotted 2px', '-1px']) {
      const { diagnostics } = await book(`<style>.c{-pagewright-change-bar:${value}}</style><p class=c>a`);
      expect(diagnostics, value).to.deep.equal(['css/invalid-value']);
    }
  });

  it('are omitted with none', async () => {
    expect(await marks(changed('<p class=c style="-pagewright-change-bar:none">a'))).to.deep.equal(['']);
  });
});
