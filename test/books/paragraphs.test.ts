/** Paragraph-wide line breaking (css-text-4 §6.4), and limits on hyphens (§6.3.5). */
import { expect } from 'chai';
import { layout as layoutOf } from '../../engine/index.ts';
import { costOf } from '../laws/nesting.ts';
import { book, expectPages, pageText } from './pages.ts';

/** Returns the lines on one large page. Paragraphs are 100px wide. */
async function linesOf(html: string): Promise<string[]> {
  const { pages } = await book(`<style>@page{size:400px 800px}p{width:100px}</style>${html}`);
  return pages.flatMap((page) => pageText(page).split(' / '));
}

const pretty = (text: string, css = ''): Promise<string[]> =>
  linesOf(`<p lang=en style="text-wrap:pretty;${css}">${text}`);

const KING =
  'In olden times when wishing still helped one, there lived a king whose daughters were all beautiful; and the youngest was so beautiful that the sun itself was astonished.';
const WORDS = 'One hyphenation follows another hyphenation and extraordinary programmers';

describe('books: paragraph-wide line breaking', () => {
  it('moves a word from a full line to avoid a short next line', async () => {
    expect(await linesOf(`<p>${KING}`)).to.include.members(['wishing still helped one,', 'daughters were all']);
    expect(await pretty(KING)).to.deep.equal([
      'In olden times when',
      'wishing still helped',
      'one, there lived a king',
      'whose daughters were all',
      'beautiful; and the youngest',
      'was so beautiful that the',
      'sun itself was astonished.',
    ]);
  });

  it('takes the spaces of justified lines into account', async () => {
    const lines = await pretty(KING, 'text-align:justify');
    expect(lines.slice(0, 2)).to.deep.equal(['In olden times', 'when wishing still helped']);
  });

  it('avoids a single word on the last line', async () => {
    const text = 'aaaa aaaa aaaa aaa a bbbbbbbbbbbbbbbb cc c ddddddddddddd ee eee eeeee';
    expect((await linesOf(`<p>${text}`)).at(-1)).to.equal('eeeee');
    expect(await pretty(text)).to.deep.equal([
      'aaaa aaaa aaaa aaa a',
      'bbbbbbbbbbbbbbbb cc',
      'c ddddddddddddd ee',
      'eee eeeee',
    ]);
  });

  it('treats the parts before and after a forced break separately', async () => {
    const part = 'bbbbbbbbbbbbbbbb cc c ddddddddddddd ee eee eeeee';
    const lines = ['bbbbbbbbbbbbbbbb cc', 'c ddddddddddddd ee', 'eee eeeee'];
    expect(await pretty(`${part}<br>${part}`)).to.deep.equal([...lines, ...lines]);
  });

  it('continues after a word that is too long for a line', async () => {
    const text = `${'b'.repeat(35)} bbbbbbbbbbbbbbbb cc c ddddddddddddd ee eee eeeee`;
    const lines = ['bbbbbbbbbbbbbbbb cc', 'c ddddddddddddd ee', 'eee eeeee'];
    expect((await pretty(text)).slice(1)).to.deep.equal(lines);
    expect((await pretty(text, 'overflow-wrap:anywhere')).slice(-2)).to.deep.equal(lines.slice(-2));
  });

  it('gives the same result across pages', () =>
    expectPages(`<p style="width:100px;text-wrap:pretty">${KING}`, [
      'In olden times when / wishing still helped / one, there lived a king / whose daughters were all / beautiful; and the youngest / was so beautiful that the',
      'sun itself was astonished.',
    ]));

  it('respects styles of the first line', async () => {
    const lines = await linesOf(`<style>p::first-line{font-size:16px}</style><p style="text-wrap:pretty">${KING}`);
    expect(lines.slice(0, 4)).to.deep.equal([
      'In olden times',
      'when wishing still helped',
      'one, there lived a king',
      'whose daughters were all',
    ]);
  });

  it('applies to lines of equal width next to floats or below them', async () => {
    const style = (height: number): string =>
      `<style>@page{size:400px 300px}.f{float:left;width:60px;height:${height}px}</style>`;
    for (const html of [
      `<b class=f></b><p style="width:160px;text-wrap:pretty">${KING}`,
      `<p style="width:160px;text-wrap:pretty"><b class=f></b>${KING}`,
    ]) {
      expect((await linesOf(style(100) + html)).slice(0, 3)).to.deep.equal([
        'In olden times when',
        'wishing still helped',
        'one, there lived a king',
      ]);
      // Text next to such a float is broken line by line, because the lines below have another width.
      expect((await linesOf(style(20) + html)).slice(0, 3)).to.deep.equal([
        'In olden times when',
        'wishing still helped one,',
        'there lived a king whose daughters were all',
      ]);
    }
  });

  it('takes linear time with floats of many widths', async () => {
    const widths = Array.from(
      { length: 60 },
      (_, i) => `<b style="float:left;clear:left;height:10px;width:${i + 1}px"></b>`,
    );
    const html = (times: number): string =>
      `<style>@page{size:400px 900px}</style>${widths.join('')}<p style="text-wrap:pretty">${`${KING} `.repeat(times)}`;
    expect((await linesOf(html(10))).join(' ')).to.equal(`${KING} `.repeat(10).trim());
    const [once, twice] = [await costOf(html(20)), await costOf(html(40))];
    expect(twice / once).to.be.below(2.2);
  });

  it('includes indents of the first and other lines', async () => {
    expect((await pretty(KING, 'text-indent:20px')).slice(0, 2)).to.deep.equal([
      'In olden times',
      'when wishing still helped',
    ]);
    expect((await pretty(KING, 'text-indent:20px hanging')).slice(1, 4)).to.deep.equal([
      'wishing still helped',
      'one, there lived a',
      'king whose daughters',
    ]);
  });

  it('takes at most one line more than greedy breaking, and adds no single-word last lines', async () => {
    const words = `${KING} ${WORDS}`.split(/\s+/);
    const paragraphs = Array.from({ length: 60 }, (_, i) => {
      const from = (i * 7) % words.length;
      return [...words, ...words].slice(from, from + 6 + ((i * 11) % 40)).join(' ');
    });
    /** Returns the lines of each paragraph. */
    const linesIn = async (css: string): Promise<string[][]> => {
      const style = `<style>@page { size: 400px 60000px; margin: 0 } p { margin: 0; font: 16px/1 serif; ${css} }</style>`;
      const { pages } = await layoutOf(`<html lang=en>${style}${paragraphs.map((text) => `<p>${text}`).join('')}`);
      return pages.flatMap(({ boxes }) =>
        boxes.filter(({ tag }) => tag === 'p').map(({ lines }) => lines.map(({ text }) => text.trim())),
      );
    };
    const isLone = (lines: readonly string[]): boolean => lines.length > 1 && !/\s/.test(lines.at(-1)!);
    for (const width of [60, 80, 100, 140])
      for (const css of ['hyphens: auto', 'hyphens: auto; text-align: justify']) {
        const full = await linesIn(`width: ${width}px; ${css}`);
        const pretty = await linesIn(`width: ${width}px; ${css}; text-wrap: pretty`);
        const place = `${width}px, ${css}`;
        const isWorse = (lines: readonly string[], i: number): boolean =>
          lines.length > full[i]!.length + 1 || (isLone(lines) && !isLone(full[i]!));
        expect(pretty.filter(isWorse), place).to.deep.equal([]);
      }
  });

  it('hyphenates only where that improves lines', async () => {
    expect(await linesOf(`<p lang=en style="width:60px;hyphens:auto">${WORDS}`)).to.deep.equal([
      'One hyphen',
      'ation follows an',
      'other hyphen',
      'ation and extra',
      'ordinary pro',
      'grammers',
    ]);
    expect(await pretty(WORDS, 'width:60px;hyphens:auto')).to.deep.equal([
      'One hyphen',
      'ation follows',
      'another hy',
      'phenation and',
      'extraordinary',
      'programmers',
    ]);
  });

  it('respects hyphenate-limit-lines and hyphenate-limit-zone', async () => {
    const text = 'a hyphenation';
    expect(await pretty(text, 'width:30px;hyphens:auto')).to.deep.equal(['a hy', 'phen', 'ation']);
    expect(await pretty(text, 'width:30px;hyphens:auto;hyphenate-limit-zone:100%')).to.deep.equal([
      'a',
      'hyphen',
      'ation',
    ]);
    expect(await pretty(text, 'width:30px;hyphens:auto;hyphenate-limit-lines:1')).to.deep.equal([
      'a',
      'hyphen',
      'ation',
    ]);
  });

  it('balances ten lines but not eleven', async () => {
    const last = async (lines: number): Promise<number> => {
      const text = `${'aa '.repeat(12 * (lines - 1))}aa`;
      const broken = await linesOf(`<p style="width:134px;text-wrap:balance">${text}`);
      expect(broken.length).to.equal(lines);
      return broken.at(-1)!.split(' ').length;
    };
    expect(await last(10)).to.be.greaterThan(1);
    expect(await last(11)).to.equal(1);
  });
});

describe('books: hyphenate-limit-last', () => {
  const plain = (css: string): Promise<string[]> =>
    linesOf(`<p lang=en style="width:60px;hyphens:auto;${css}">${WORDS}`);

  it("always: avoids a hyphen at the end of an element's last full line", async () => {
    expect((await plain('')).slice(-2)).to.deep.equal(['ordinary pro', 'grammers']);
    expect((await plain('hyphenate-limit-last:always')).slice(-2)).to.deep.equal(['ordinary', 'programmers']);
    for (const value of ['none', 'column', 'page', 'spread'])
      expect((await plain(`hyphenate-limit-last:${value}`)).slice(-2)).to.deep.equal(['ordinary pro', 'grammers']);
  });

  it('always: applies to paragraph-wide line breaking', async () => {
    const text = 'some hyphenation';
    expect(await pretty(text, 'width:46px;hyphens:auto;hyphenate-limit-last:always')).to.deep.equal([
      'some',
      'hyphenation',
    ]);
  });

  const pages = (css: string): string => `<p>x<p lang=en style="width:60px;hyphens:auto;${css}">${WORDS}`;

  it('page: avoids a hyphen at the end of a page', async () => {
    const lines = 'x / One hyphen / ation follows an / other hyphen / ation and extra';
    await expectPages(pages(''), [`${lines} / ordinary pro`, 'grammers']);
    for (const value of ['always', 'column', 'page', 'spread'])
      await expectPages(pages(`hyphenate-limit-last:${value}`), [`${lines} / ordinary`, 'programmers']);
  });

  it('page: applies next to floats', async () => {
    const beside = (css: string): string =>
      `<b style="float:left;width:10px;height:100px"></b><p lang=en style="width:60px;hyphens:auto;${css}">${WORDS}. Extraordinary`;
    const lines = 'One hyphen / ation follows / another hy / phenation / and extraordi';
    await expectPages(beside(''), [`${lines} / nary pro`, 'grammers. / Extraordinary']);
    await expectPages(beside('hyphenate-limit-last:page'), [`${lines} / nary`, 'programmers. / Extraordinary']);
  });

  const columns = (css: string): string =>
    `<div style="columns:2;column-gap:10px;height:30px;width:130px;column-fill:auto"><p lang=en style="hyphens:auto;${css}">${WORDS}</div>`;

  it('column: avoids a hyphen at the end of a column', async () => {
    const hyphenated = ['One hyphen / ation and extra / ation follows an / ordinary pro / other hyphen / grammers'];
    await expectPages(columns(''), hyphenated);
    await expectPages(columns('hyphenate-limit-last:page'), hyphenated);
    await expectPages(columns('hyphenate-limit-last:column'), [
      'One hyphen / hyphenation and / ation follows an / extraordinary / other / programmers',
    ]);
  });
});

describe('books: spaces inserted between words', () => {
  it('appear at wbr and allow line breaks', async () => {
    const style = 'word-space-transform:ideographic-space;word-break:keep-all';
    expect(
      await linesOf(`<p lang=ja style="${style}">あ<wbr>い<wbr style="word-space-transform:none">う`),
    ).to.deep.equal(['あ い\u200bう']);
    expect(await linesOf(`<p lang=ja style="${style};width:17px">ああ<wbr>いい<wbr>うう`)).to.deep.equal([
      'ああ',
      'いい',
      'うう',
    ]);
  });
});
