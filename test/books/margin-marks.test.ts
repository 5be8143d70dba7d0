/** Marks next to the text: `-pagewright-line-numbers`, `-pagewright-change-bar`. */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/fragment.ts';
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

  it('are omitted with none', async () => {
    expect(await marks(changed('<p class=c style="-pagewright-change-bar:none">a'))).to.deep.equal(['']);
  });
});
