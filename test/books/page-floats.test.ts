/** Page floats (css-page-floats-3) with the page as their reference. */
import { expect } from 'chai';
import { book, lines, linesOf, pageText } from './pages.ts';

const STYLE =
  '<style>.t{float:top;float-reference:page;height:20px}.b{float:bottom;float-reference:page;height:20px}</style>';

/** Returns the extent of each page's text, then its floats, as y and height in px from the area's top. */
async function places(html: string): Promise<string[]> {
  const { pages, diagnostics } = await book(STYLE + html);
  expect(diagnostics).to.deep.equal([]);
  return pages.map(({ root, floats, footnotes }) => {
    const of = (list: typeof floats): string =>
      list.map(({ fragment, y }) => `${fragment.box.element?.id ?? fragment.box.element?.tag}@${y / 64}`).join(' ');
    const text = root === null ? '-' : `${root.y / 64}+${root.fragment.height / 64}`;
    return [text, of(floats), of(footnotes)].filter((part) => part !== '').join(' ');
  });
}

describe('books: page floats', () => {
  it('at the top push the text down', async () => {
    expect(await places(`${lines(2)}<div class=t id=f></div>${lines(2, 3)}`)).to.deep.equal(['20+40 f@0']);
  });

  it("at the bottom don't move the text", async () => {
    expect(await places(`${lines(2)}<div class=b id=f></div>${lines(2, 3)}`)).to.deep.equal(['0+40 f@40']);
  });

  it('snap to the nearer side', async () => {
    const snap = '<div id=f style="float:snap-block;float-reference:page;height:20px"></div>';
    expect(await places(`<p>1${snap}${lines(3, 2)}`)).to.deep.equal(['20+40 f@0']);
    expect(await places(`${lines(3)}<p>4${snap}`)).to.deep.equal(['0+40 f@40']);
    // It would have to leave with its line, so it begins the next page.
    expect(await places(`${lines(5)}<p>6${snap}`)).to.deep.equal(['0+60', '- f@0']);
  });

  it("don't snap with the line as their reference", async () => {
    expect(await places('<p>1<p style="float:snap-block">2')).to.deep.equal(['0+20']);
  });

  describe('snap-block()', () => {
    const figure = (snap: string, more = ''): string =>
      `<div id=f style="float:snap-block(${snap});float-reference:page;height:10px;${more}"></div>`;

    it('snaps within a distance of the start or end, and otherwise stays in place', async () => {
      expect(await places(`<p>1${figure('10px')}${lines(3, 2)}`)).to.deep.equal(['10+40 f@0']);
      expect(await places(`${lines(2)}${figure('10px')}${lines(3, 3)}`)).to.deep.equal(['0+60']);
      expect(await places(`${lines(4)}${figure('10px')}<p>5`)).to.deep.equal(['0+50 f@50']);
    });

    it('accepts separate distances for the two sides', async () => {
      expect(await places(`<p>1${figure('0px 30px')}${lines(4, 2)}`)).to.deep.equal(['0+60']);
      expect(await places(`${lines(2)}${figure('0px 30px')}${lines(3, 3)}`)).to.deep.equal(['0+50 f@50']);
    });

    it('uses the specified side, else the end if both are close', async () => {
      expect(await places(`<p>1${figure('60px')}<p>2`)).to.deep.equal(['0+20 f@50']);
      expect(await places(`<p>1${figure('60px, start')}<p>2`)).to.deep.equal(['10+20 f@0']);
      expect(await places(`${lines(4)}${figure('10px, start')}<p>5`)).to.deep.equal(['10+50 f@0']);
    });

    it('leaves no gap when it moves to the next page: the following text fills it', async () => {
      expect(
        await places(`${lines(5)}${figure('10px', 'height:20px;break-inside:avoid')}${lines(3, 6)}`),
      ).to.deep.equal(['0+60', '20+20 f@0']);
    });

    it('snaps to the edges of columns', async () => {
      const { pages } = await book(
        `<div style="columns:2;column-gap:0;height:60px;column-fill:auto">${lines(2)}<div style="float:snap-block(20px);float-reference:column;height:10px">f</div>${lines(6, 3)}</div>`,
      );
      expect(pages.map(pageText)).to.deep.equal(['f / 6 / 1 / 7 / 2 / 8 / 3 / 4 / 5']);
    });

    it('has no effect with the line as the reference', async () => {
      expect(await places('<p>1<p style="float:snap-block(2em)">2')).to.deep.equal(['0+20']);
    });
  });

  it("with a region as reference are ordinary floats, because regions aren't supported", async () => {
    const { pages } = await book('<p><b style="float:top;float-reference:region">x</b>y');
    expect(pages[0]!.floats).to.deep.equal([]);
  });

  it('keep their order at each side', async () => {
    expect(await places('<p>1<div class=t id=a></div><div class=t id=b></div>')).to.deep.equal(['40+10 a@0 b@20']);
    expect(await places('<p>1<div class=b id=a></div><div class=b id=b></div>')).to.deep.equal(['0+10 a@40 b@20']);
  });

  it('take space from the text', async () => {
    expect(await places(`<p>1<div class=t id=f></div>${lines(6, 2)}`)).to.deep.equal(['20+40 f@0', '0+30']);
  });

  it('move to the next page if the line that calls them would have to leave', async () => {
    expect(await places(`${lines(5)}<p>x<div class=t id=f></div>${lines(2, 6)}`)).to.deep.equal(['0+60', '20+20 f@0']);
  });

  it('only delay later floats on the same side', async () => {
    expect(
      await places(
        `${lines(3)}<div class=t id=a style="height:40px"></div><div class=t id=b></div><div class=b id=c></div><p>4`,
      ),
    ).to.deep.equal(['0+40 c@40', '- a@0 b@40']);
  });

  it('are placed above the notes', async () => {
    expect(await places('<p>1<i class=n id=n>x</i><div class=b id=f></div>')).to.deep.equal(['0+10 f@30 n@50']);
  });

  it('stay on the page of their call even if balanced columns then continue on the next one', async () => {
    const columns = (float: string): string =>
      `<div style="columns:2"><p>1<div class=${float} id=f></div>${lines(10, 2)}</div>`;
    expect(await places(columns('t'))).to.deep.equal(['20+40 f@0', '0+20']);
    expect(await places(columns('b'))).to.deep.equal(['0+40 f@40', '0+20']);
  });

  it('move to the next page if balanced columns would only let them stay by moving their call', async () => {
    const high = '<div style="height:58px;float:top;float-reference:page" id=f></div>';
    const columns = `<div style="columns:2"><p>1${lines(9, 2)}<p>11${high}</div>`;
    expect(await places(columns)).to.deep.equal(['0+60', '- f@0']);
  });

  it('are deferred by pages', async () => {
    expect(
      await places(`<p>1<div class=t id=f style="float-defer:1"></div><p style="break-before:page">2`),
    ).to.deep.equal(['0+60', '20+10 f@0']);
  });

  it('are deferred to the last page', async () => {
    expect(
      await places(
        `<p>1<div class=t id=f style="float-defer:last"></div>${'<p style="break-before:page">2'.repeat(2)}`,
      ),
    ).to.deep.equal(['0+60', '0+60', '20+10 f@0']);
  });

  it('are shifted from their side by float-offset', async () => {
    expect(await places('<p>1<div class=t id=f style="float-offset:5px"></div>')).to.deep.equal(['25+10 f@5']);
    expect(await places('<p>1<div class=b id=f style="float-offset:5px"></div>')).to.deep.equal(['0+10 f@35']);
  });

  it('with clear allow no other float on their side', async () => {
    expect(
      await places('<p>1<div class=t id=a style="clear:top"></div><div class=t id=b></div><div class=b id=c></div>'),
    ).to.deep.equal(['20+10 a@0 c@40', '- b@0']);
  });

  it('may be called from lines, cells and columns', async () => {
    expect(await places('<p>1 <b class=t id=f></b> 2')).to.deep.equal(['20+10 f@0']);
    expect(await places('<table style="border-spacing:0"><tr><td>1<div class=t id=f></div></table>')).to.deep.equal([
      '20+10 f@0',
    ]);
    expect(await places(`<div style="columns:2"><p>1<div class=t id=f></div>${lines(3, 2)}</div>`)).to.deep.equal([
      '20+20 f@0',
    ]);
  });

  it('are ordinary floats without a reference', async () => {
    const { pages } = await book('<p><b style="float:top">x</b>y');
    expect(pages[0]!.floats).to.deep.equal([]);
  });

  it('larger than a page get separate pages', async () => {
    expect(await places('<p>1<div class=t id=f style="height:90px"></div><p>2')).to.deep.equal([
      '0+20',
      '- f@0',
      '- f@0',
    ]);
  });

  it('that leave no room for an unbreakable box get their page to themselves', async () => {
    expect(
      await places(`${lines(6)}<b class=t id=f></b><div style="display:inline-block;height:50px">7</div>`),
    ).to.deep.equal(['0+60', '- f@0', '0+50']);
  });

  it("don't move the line of an earlier call in another cell", async () => {
    const cells = `<td>${Array.from({ length: 5 }, (_, i) => `${i}<br>`).join('')}6<b class=t id=f></b><td><b class=t id=g></b>x`;
    expect(
      await places(`<table style="border-spacing:0"><tr style="vertical-align:top">${cells}</table>`),
    ).to.deep.equal(['0+60', '- f@0 g@20']);
  });

  it('inside each other are placed on separate pages', async () => {
    expect(await places('<p>1<div class=t id=f>a<div class=t id=g>b</div></div><p>2')).to.deep.equal([
      '20+20 f@0',
      '- g@0',
    ]);
  });

  it('take their margin notes with them', async () => {
    const note = '<span style="float:left;float-reference:-pagewright-margin">m</span>';
    const { pages } = await book(`${STYLE}<p>1<div class=t>a${note}</div>`);
    expect(pages.map(({ marginNotes }) => marginNotes.length)).to.deep.equal([1]);
  });
});

describe('books: page floats taller than a page', () => {
  const high = (css: string, count = 9): string => `<div style="float-reference:page;${css}">${lines(count)}</div>`;

  /** Returns each page's text, and the lines of its floats with the y of the first. */
  async function parts(html: string): Promise<string[]> {
    const { pages, diagnostics } = await book(html);
    expect(diagnostics).to.deep.equal([]);
    return pages.map((page) => {
      const floats = page.floats.map((placed) => {
        const found = linesOf([placed]);
        return `${found.map(({ text }) => text).join(' ')}@${found[0]!.y}`;
      });
      return [pageText(page), ...floats].filter((part) => part !== '').join(' ~ ');
    });
  }

  for (const [clause, html, pages] of [
    [
      'continue from page to page',
      `<p>a${high('float:top', 14)}<p>b`,
      ['a / b', '1 2 3 4 5 6@0', '7 8 9 10 11 12@0', '13 14@0'],
    ],
    [
      'also continue if they snap from any distance',
      `<p>a${high('float:snap-block')}<p>b`,
      ['a / b', '1 2 3 4 5 6@0', '7 8 9@0'],
    ],
    [
      'also continue at the end, with their edges',
      `<p>a${high('float:bottom;border:1px solid;margin:4px')}<p>b`,
      ['a / b', '1 2 3 4 5@10', '6 7 8 9@15'],
    ],
    [
      'leave room on their last page for text and following floats',
      `<p>a${high('float:top')}${high('float:top', 1)}<p>b${lines(6)}`,
      ['a / b / 1 / 2 / 3 / 4', '1 2 3 4 5 6@0', '5 / 6 ~ 7 8 9@0 ~ 1@30'],
    ],
    [
      'also continue at the inline sides',
      `<p>a${high('float:right;width:20px')}<p>b${lines(12)}`,
      ['a / b / 1 / 2 / 3 / 4', '5 / 6 / 7 / 8 / 9 / 10 ~ 1 2 3 4 5 6@0', '11 / 12 ~ 7 8 9@30'],
    ],
    [
      'move to pages if columns have no room for them',
      `<div style="columns:2;column-fill:auto;height:60px"><p>a${high('float:top;float-reference:column')}</div>`,
      ['a', '1 2 3 4 5 6@0', '7 8 9@0'],
    ],
    [
      'are broken even with break-inside: avoid',
      `<p>a${high('float:top;break-inside:avoid')}`,
      ['a', '1 2 3 4 5 6@0', '7 8 9@0'],
    ],
    [
      'are accompanied by the notes that each part calls',
      `<p>a<div style="float:top;float-reference:page">${lines(7)}<p>8<span class=n>n</span></div>`,
      ['a', '1 2 3 4 5 6@0', ' ~ 1. n ~ 7 81@0'],
    ],
  ] as const)
    it(clause, async () => expect(await parts(html)).to.deep.equal(pages));

  it("are reported if they can't be broken, like margin notes", async () => {
    const picture =
      '<img style="float:top;float-reference:page;width:9px;height:150px" alt=a src="data:image/svg+xml,<svg/>">';
    expect((await book(`<p>a${picture}`)).diagnostics).to.include('page/too-tall');
    const note = `<div style="float:right;float-reference:-pagewright-margin">${lines(9)}</div>`;
    expect((await book(`<p>a${note}`)).diagnostics).to.deep.equal(['page/too-tall']);
  });
});
