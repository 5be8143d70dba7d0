/** Copy-fitting with `-pagewright-fit`, an extension of this engine. */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import { book, expectPages, linesOf } from './pages.ts';

/** Returns the height and font size of each box with an id, and how far its lines extend from its top, in px. */
async function fitted(html: string): Promise<ReadonlyMap<string, { height: number; font: number; reach: number }>> {
  const { pages } = await book(html);
  const found = new Map<string, { height: number; font: number; reach: number }>();
  const reachOf = (fragment: Fragment, y: number): number => {
    if (fragment.type === 'text') return 0;
    const ends = fragment.children.map((child, i) => reachOf(child, y + fragment.offsets[2 * i + 1]!));
    return Math.max(fragment.type === 'line' ? y + fragment.height : 0, ...ends);
  };
  const visit = (fragment: Fragment): void => {
    if (fragment.type === 'text') return;
    if (fragment.type === 'box' && fragment.box.element?.id) {
      const { fontSize } = fragment.style.font;
      found.set(fragment.box.element.id, {
        height: fragment.height / 64,
        font: fontSize,
        reach: reachOf(fragment, 0) / 64,
      });
    }
    fragment.children.forEach(visit);
  };
  for (const { root } of pages) if (root !== null) visit(root.fragment);
  return found;
}

const WORDS = 'one two three four five six seven eight nine ten '.repeat(4);

describe('books: copy-fitting', () => {
  it('shrinks text until it fits the height of its box', async () => {
    const a = (await fitted(`<div id=a style="height:40px;-pagewright-fit:shrink">${WORDS}</div>`)).get('a')!;
    expect(a.height).to.equal(40);
    expect(a.reach).to.be.at.most(40.05).and.greaterThan(30);
    expect(a.font).to.be.lessThan(8).and.greaterThan(4);
  });

  it('leaves fitting contents unchanged', async () => {
    const a = (await fitted('<div id=a style="height:40px;-pagewright-fit:shrink">one two</div>')).get('a')!;
    expect(a).to.deep.equal({ height: 40, font: 8, reach: 10 });
  });

  it('shrinks everything inside, regardless of the units', async () => {
    const inner = '<p id=b style="font-size:12px;line-height:16px;margin-bottom:4px">x</p>'.repeat(4);
    const boxes = await fitted(`<div id=a style="height:48px;padding:3px;-pagewright-fit:shrink">${inner}</div>`);
    const [a, b] = [boxes.get('a')!, boxes.get('b')!];
    expect(a.height).to.equal(54);
    expect(b.font / 12).to.be.closeTo(a.font / 8, 0.001);
    expect(b.height / 16).to.be.closeTo(a.font / 8, 0.02);
    expect(a.font).to.be.closeTo((8 * 48) / 76, 0.3);
  });

  it('stops at the minimum and lets the rest overflow', async () => {
    const a = (await fitted(`<div id=a style="height:20px;-pagewright-fit:shrink 80%">${WORDS}</div>`)).get('a')!;
    expect(a.font).to.be.closeTo(6.4, 0.001);
    expect(a.reach).to.be.greaterThan(20);
    const half = (await fitted(`<div id=a style="height:1px;-pagewright-fit:shrink">${WORDS}</div>`)).get('a')!;
    expect(half.font).to.be.closeTo(4, 0.001);
  });

  it('applies to max-height and ignores boxes without a height', async () => {
    const style = '-pagewright-fit:shrink';
    const most = (await fitted(`<div id=a style="max-height:40px;${style}">${WORDS}</div>`)).get('a')!;
    expect(most.font).to.be.lessThan(8);
    expect((await fitted(`<div id=a style="${style}">${WORDS}</div>`)).get('a')!.font).to.equal(8);
  });

  it('keeps a text on one page that would continue on the next', async () => {
    const text = 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(5);
    const style = 'height:60px;-pagewright-fit:shrink 40%';
    const { pages, diagnostics } = await book(`<div style="${style}">${text}</div><p style="break-before:page">end`);
    expect(pages).to.have.length(2);
    expect(diagnostics).to.deep.equal([]);
  });

  it('is independent for each box', async () => {
    const style = '<style>div{height:20px;-pagewright-fit:shrink}</style>';
    const boxes = await fitted(`${style}<div id=a>one two</div><div id=b>${WORDS}</div>`);
    expect(boxes.get('a')!.font).to.equal(8);
    expect(boxes.get('b')!.font).to.be.lessThan(8);
  });

  it('works together with page numbers in the text', async () => {
    await expectPages(
      `<style>a::after{content:target-counter(attr(href),page)}</style><div style="height:10px;-pagewright-fit:shrink"><p><a href=#x>x </a><p>y</div><p id=x style="break-before:page">end`,
      ['x 2 / y', 'end'],
    );
  });

  it('works in vertical writing modes', async () => {
    const style = 'writing-mode:vertical-rl;inline-size:50px;block-size:30px;-pagewright-fit:shrink';
    expect((await fitted(`<div id=a style="${style}">${WORDS.slice(0, 60)}</div>`)).get('a')!.font).to.be.lessThan(8);
  });

  for (const value of ['shrink 120%', 'shrink 0%', 'grow', '50%'])
    it(`rejects ${value}`, async () => {
      const { diagnostics } = await book(`<p style="-pagewright-fit:${value}">x`);
      expect(diagnostics).to.deep.equal(['css/invalid-value']);
    });

  it('treats overflowing columns like excess height', async () => {
    for (const style of ['columns:2', 'columns:2;direction:rtl']) {
      const { pages, diagnostics } = await book(
        `<div style="height:30px;${style};-pagewright-fit:shrink 30%">${WORDS}</div>`,
      );
      expect(diagnostics, style).to.deep.equal([]);
      const columns = linesOf([pages[0]!.root!]).map(({ x }) => Math.floor(x / 80));
      expect([...new Set(columns)].toSorted(), style).to.deep.equal([0, 1]);
    }
    // The size at which it already fits.
    const same = await fitted(`<div id=a style="height:30px;columns:2;-pagewright-fit:shrink">one two three</div>`);
    expect(same.get('a')!.font).to.equal(8);
  });

  describe('of lines', () => {
    /** Returns the font size, the letter spacing and the width of the text of #a, and of its box. */
    const line = async (
      style: string,
      html: string,
      page = '',
    ): Promise<{ font: number; spacing: number; width: number; box: number }> => {
      const { pages, diagnostics } = await book(
        `${page}<div id=a style="width:60px;white-space:nowrap;${style}">${html}</div>`,
      );
      expect(diagnostics.filter((code) => code !== 'page/shrunk')).to.deep.equal([]);
      let found = { font: 0, spacing: 0, width: 0, box: 0 };
      const visit = (fragment: Fragment, box: number): void => {
        if (fragment.type === 'text') {
          const { font, text } = fragment.style;
          const size = Math.max(fragment.width, fragment.height === fragment.width ? 0 : fragment.width) / 64;
          found = { font: font.fontSize, spacing: text.letterSpacing.px, width: found.width + size, box };
        } else
          for (const child of fragment.children)
            visit(child, fragment.type === 'box' && fragment.box.element?.id === 'a' ? fragment.width / 64 : box);
      };
      visit(pages[0]!.root!.fragment, 0);
      return found;
    };
    const NAME = 'Wolfgang Amadeus Mozart';

    it('shrinks a line that is too wide for its box', async () => {
      const plain = await line('', NAME);
      expect(plain.width).to.be.greaterThan(60);
      const a = await line('-pagewright-fit:shrink line', NAME);
      expect(a.box).to.equal(60);
      expect(a.width).to.be.at.most(60.1).and.greaterThan(55);
      expect(a.font / 8).to.be.closeTo(60 / plain.width, 0.03);
      expect((await line('-pagewright-fit:line shrink', 'Short')).font).to.equal(8);
    });

    it('leaves the scale of pages, even if the line extends beyond the page', async () => {
      const { diagnostics } = await book(
        `<style>@page{size:100px;margin:10px}</style><p style="margin:0 0 0 20px;white-space:nowrap;-pagewright-fit:shrink line">${NAME} ${NAME}`,
      );
      expect(diagnostics).to.deep.equal([]);
    });

    it('moves letters together with tracking', async () => {
      const a = await line('width:85px;-pagewright-fit:shrink line tracking 70%', NAME);
      expect(a.font).to.equal(8);
      expect(a.spacing).to.be.lessThan(0);
      expect(a.width).to.be.at.most(85.1).and.greaterThan(78);
      const inner = await line('width:85px;-pagewright-fit:shrink line tracking 70%', `<b>${NAME}</b>`);
      expect(inner.spacing).to.be.lessThan(0);
    });

    it('stops at the limit', async () => {
      expect((await line('-pagewright-fit:80% shrink line', NAME)).font).to.be.closeTo(6.4, 0.001);
      const tracked = await line('-pagewright-fit:shrink line tracking', NAME);
      expect(tracked.spacing).to.be.closeTo(-0.1 * 8 * 0.5, 0.001);
    });

    it('works in right-to-left text, cells and flex items', async () => {
      for (const page of ['<html dir=rtl>', '<style>#a{display:flex}</style>', '<style>#a{direction:rtl}</style>']) {
        const a = await line('-pagewright-fit:shrink line', NAME, page);
        expect(a.width, page).to.be.at.most(60.1).and.greaterThan(50);
      }
    });

    it('rejects values without `shrink`, and `tracking` on blocks', async () => {
      for (const value of ['line', 'shrink tracking', 'shrink line line', 'shrink 50% 60%', 'shrink line 0%']) {
        const { diagnostics } = await book(`<p style="-pagewright-fit:${value}">a`);
        expect(diagnostics, value).to.deep.equal(['css/invalid-value']);
      }
    });
  });
});
