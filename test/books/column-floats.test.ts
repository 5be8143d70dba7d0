/** Page floats (css-page-floats-3) with the column as their reference. */
import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import { book, expectPages, lines } from './pages.ts';

const STYLE =
  '<style>.t{float:top;float-reference:column;height:20px}.b{float:bottom;float-reference:column;height:20px}body{columns:2;column-gap:0;column-fill:auto}</style>';

/**
 * Returns the contents of each page's columns: a line's text or a float's id, and its position in px from the area's
 * corner.
 */
async function places(html: string): Promise<string[]> {
  const { pages, diagnostics } = await book(STYLE + html);
  expect(diagnostics).to.deep.equal([]);
  return pages.map(({ root, floats }) => {
    const found: { x: number; y: number; text: string }[] = [];
    const visit = (fragment: Fragment, x: number, y: number): void => {
      if (fragment.type === 'text') return;
      if (fragment.type === 'line') found.push({ x, y, text: textOf(fragment) });
      else if (fragment.box.element?.id && fragment.box.pseudo === null) {
        found.push({ x, y, text: fragment.box.element.id });
      } else
        fragment.children.forEach((child, i) =>
          visit(child, x + fragment.offsets[2 * i]!, y + fragment.offsets[2 * i + 1]!),
        );
    };
    if (root) visit(root.fragment, root.x, root.y);
    for (const { fragment, x, y } of floats) visit(fragment, x, y);
    const columns = [0, 80 * 64].map((left) => found.filter(({ x, text }) => x === left && text !== ''));
    return columns
      .map((column) =>
        column
          .sort((a, b) => a.y - b.y)
          .map(({ text, y }) => `${text}@${y / 64}`)
          .join(' '),
      )
      .join(' | ');
  });
}

const textOf = (fragment: Fragment): string =>
  fragment.type === 'text'
    ? fragment.run.text.slice(fragment.run.start, fragment.run.end)
    : fragment.children.map(textOf).join('');

const float = (side: string, id: string, css = ''): string => `<div class="${side}" id="${id}" style="${css}"></div>`;

describe('books: floats in columns', () => {
  it('are placed at the top of the column that calls them', async () => {
    expect(await places(`${lines(2)}${float('t', 'f')}${lines(4, 3)}`)).to.deep.equal([
      'f@0 1@20 2@30 3@40 4@50 | 5@0 6@10',
    ]);
    expect(await places(`${lines(7)}${float('t', 'f')}${lines(1, 8)}`)).to.deep.equal([
      '1@0 2@10 3@20 4@30 5@40 6@50 | f@0 7@20 8@30',
    ]);
  });

  it('are placed at the bottom of the column', async () => {
    expect(await places(`${lines(2)}${float('b', 'f')}${lines(3, 3)}`)).to.deep.equal([
      '1@0 2@10 3@20 4@30 f@40 | 5@0',
    ]);
  });

  it('keep their order at each side', async () => {
    expect(await places(`<p>1${float('t', 'a')}${float('t', 'b')}`)).to.deep.equal(['a@0 b@20 1@40 | ']);
  });

  it('move to the next column if the line that calls them would have to leave', async () => {
    expect(await places(`${lines(5)}${float('t', 'f')}${lines(2, 6)}`)).to.deep.equal([
      '1@0 2@10 3@20 4@30 5@40 6@50 | f@0 7@20',
    ]);
  });

  it('delay later floats on the same side', async () => {
    expect(await places(`${lines(3)}${float('t', 'a', 'height:40px')}${float('t', 'b')}${lines(4, 4)}`)).to.deep.equal([
      '1@0 2@10 3@20 4@30 5@40 6@50 | a@0 b@40',
      '7@0 | ',
    ]);
  });

  it('move to the next page if no column of the row has room', async () => {
    const [first, second] = await places(`${lines(11)}${float('t', 'f', 'height:30px')}${lines(3, 12)}`);
    expect(first).to.not.match(/f@/);
    expect(second).to.match(/f@0/);
  });

  it('become page floats without columns', async () => {
    const { pages } = await book(`${STYLE}<style>body{columns:auto}</style><p>1${float('t', 'f')}`);
    expect(pages[0]!.floats.length).to.equal(1);
  });

  it("don't affect footnotes", async () => {
    const { pages } = await book(`${STYLE}<p>1${float('t', 'f')}<p>2<i class=n>x</i>`);
    expect(pages[0]!.footnotes.length).to.equal(1);
    expect(pages[0]!.floats.length).to.equal(0);
  });

  it('are placed in balanced columns', async () => {
    const [page] = await places(
      `<div style="columns:2;column-gap:0;column-fill:balance">${lines(4)}${float('t', 'f')}</div>`.replace(
        '<div',
        '<style>body{columns:auto}</style><div',
      ),
    );
    expect(page).to.match(/f@0/);
  });

  it('snap to the nearer side', async () => {
    const snap = float('t', 'f', 'float:snap-block');
    expect(await places(`<p>1${snap}${lines(4, 2)}`)).to.deep.equal(['f@0 1@20 2@30 3@40 4@50 | 5@0']);
    expect(await places(`${lines(3)}<p>4${snap}<p>5`)).to.deep.equal(['1@0 2@10 3@20 4@30 f@40 | 5@0']);
  });

  it('are shifted from their side by float-offset', async () => {
    expect(await places(`<p>1${float('t', 'f', 'float-offset:10px')}<p>2`)).to.deep.equal(['f@10 1@30 2@40 | ']);
  });

  it('with clear allow no other float on their side', async () => {
    expect(await places(`<p>1${float('t', 'f', 'clear:top')}${float('t', 'g')}<p>2`)).to.deep.equal([
      'f@0 1@20 2@30 | g@0',
    ]);
  });

  it('repeat with their header row', () =>
    expectPages(
      `<table style="border-spacing:0;width:100%"><thead><tr><td><div style="columns:2;column-gap:0"><p>h<b style="float:left;float-reference:column;float-defer:-1;width:20px">F</b></div><tbody>${'<tr><td>r'.repeat(6)}</table>`,
      ['F / h / r / r / r / r / r', 'F / h / r'],
    ));

  describe('float-defer', () => {
    const top = (defer: string): string =>
      `<p>a<b id=F style="float:top;float-reference:column;height:20px;float-defer:${defer}">F</b>`;

    it('skips the given number of columns without delaying other floats', async () => {
      expect(await places(`${top('1')}<div class=t id=G></div>${lines(6)}`)).to.deep.equal([
        'G@0 a@20 1@30 2@40 3@50 | F@0 4@20 5@30 6@40',
      ]);
    });

    it('last: moves the float to the column in which the flow ends', async () => {
      expect(await places(`${top('last')}${lines(8)}`)).to.deep.equal([
        'a@0 1@10 2@20 3@30 4@40 5@50 | F@0 6@20 7@30 8@40',
      ]);
    });

    it('last: lets balanced columns grow', async () => {
      expect(await places(`<style>body{column-fill:balance}</style>${top('last')}${lines(3)}`)).to.deep.equal([
        'a@0 1@10 2@20 | F@0 3@20',
      ]);
    });

    it('last: makes balanced columns no taller than necessary', async () => {
      const last = (height: number): string =>
        `<style>body{column-fill:balance}</style><p>a${float('t', 'F', `height:${height}px;float-defer:last`)}${lines(3)}`;
      expect(await places(last(7))).to.deep.equal(['a@0 1@10 | F@0 2@7 3@17']);
      expect(await places(last(25))).to.deep.equal(['a@0 1@10 2@20 | F@0 3@25']);
    });

    it('skips columns that the flow leaves empty', async () => {
      expect(await places(`${top('1')}${lines(2)}`)).to.deep.equal(['a@0 1@10 2@20 | F@0']);
    });

    it('uses the last column if the flow is too short', async () => {
      expect(await places(`${top('3')}${lines(2)}`)).to.deep.equal(['F@0 a@20 1@30 2@40 | ']);
    });
  });

  it('continue in the columns of the next page, in order', async () => {
    const text = `${lines(11)}<p>12<b class=t id=f></b><b class=t id=g></b>${lines(3, 13)}`;
    expect(await places(text)).to.deep.equal([
      '1@0 2@10 3@20 4@30 5@40 6@50 | 7@0 8@10 9@20 10@30 11@40 12@50',
      'f@0 g@20 13@40 14@50 | 15@0',
    ]);
  });

  it('wait for the last column across pages', async () => {
    const text = `<p>1<b class=t id=f style="float-defer:last"></b>${lines(13, 2)}`;
    expect(await places(text)).to.deep.equal([
      '1@0 2@10 3@20 4@30 5@40 6@50 | 7@0 8@10 9@20 10@30 11@40 12@50',
      'f@0 13@20 14@30 | ',
    ]);
  });

  it('become page floats after a row of columns if they fit no column', async () => {
    const text = `${lines(11)}<p>12<b class=t id=f style="height:70px"></b>${lines(2, 13)}`;
    expect(await places(text)).to.deep.equal([
      '1@0 2@10 3@20 4@30 5@40 6@50 | 7@0 8@10 9@20 10@30 11@40 12@50',
      '13@0 14@10 | ',
      'f@0 | ',
      'f@0 | ',
    ]);
  });

  it('move to the next column if they leave no room for the line that calls them', async () => {
    const text = `<p>1<b class=t id=f style="height:55px"></b>${lines(2, 2)}`;
    expect(await places(text)).to.deep.equal(['1@0 2@10 3@20 | f@0']);
  });

  it('leave room for notes called in their place when they move to the page', () =>
    expectPages(
      `<div style="columns:2;column-fill:auto;column-gap:10px"><p>1<b style="float:bottom;float-reference:page;height:20px">F</b>${lines(3, 2)}<p>5<b style="float:top;float-reference:column;height:35px">C</b><p>6<p>7<p>8<i class=n>B</i><p>9</div>`,
      ['1 / 4 / 2 / 5 / 3 / 6', 'C / 81 / 9 / 7 ~ 1. B'],
    ));

  it("don't enlarge nested columns", () =>
    expectPages(
      '<table style="border-spacing:0"><tr><td><div style="columns:2"><div style="columns:3;column-fill:auto"><p>a<b style="float:bottom;float-reference:column">F</b></div></div></table>',
      ['a / F'],
    ));
});
