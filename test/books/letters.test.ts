/** Initial letters, upright digits and line breaks of other scripts on pages. */
import { expect } from 'chai';
import type { BoxFragment, Fragment } from '../../engine/layout/contract/fragment.ts';
import { book, expectPages, linesOf, lines as paragraphs } from './pages.ts';

const initial = (text: string, lang: string, dir = 'ltr'): string =>
  `<style>p::first-letter{initial-letter:2}</style><p lang=${lang} dir=${dir}>${text}`;

describe('books: initial letters', () => {
  it('include adjacent punctuation in alphabetic scripts', () =>
    expectPages(initial('“Alpha” beta gamma delta epsilon zeta eta theta iota kappa', 'en'), [
      '“A / lpha” beta gamma delta epsilon zeta / eta theta iota kappa',
    ]));

  it('are whole syllables in Indic scripts', () =>
    expectPages(initial('क्षेत्र में यह पाठ हिन्दी में', 'hi'), ['क्षे / त्र में यह पाठ हिन्दी में']));

  it('may be ideographs', () => expectPages(initial('日本語の文章', 'ja'), ['日 / 本語の文章']));

  it('support right-to-left text', () => expectPages(initial('العربية نص', 'ar', 'rtl'), ['ا / نص لعربية']));

  describe('at the end of a page', () => {
    const text = 'Alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma';
    const opening = (css: string): string => `<style>.i::first-letter{${css}}</style><p class=i>${text}`;
    const spanning = opening('initial-letter:3');
    const floated = opening('float:left;font-size:30px;line-height:30px');
    const pages = (css: string): Promise<void> =>
      expectPages(`${paragraphs(4)}${css}`, [
        '1 / 2 / 3 / 4',
        css === spanning
          ? 'A / lpha beta gamma delta epsilon zeta / eta theta iota kappa lambda mu nu xi / omicron pi rho sigma'
          : 'A / lpha beta gamma delta epsilon zeta eta / theta iota kappa lambda mu nu xi / omicron pi rho sigma',
      ]);

    it('move to the next page with all lines next to them', () => pages(spanning));

    it('move to the next page if they are floating first letters', () => pages(floated));

    it('move with a heading that must not be left alone', () =>
      expectPages(`${paragraphs(3)}<h2 style="break-after:avoid">H</h2>${spanning}`, [
        '1 / 2 / 3',
        'H / A / lpha beta gamma delta epsilon zeta / eta theta iota kappa lambda mu nu xi / omicron pi rho sigma',
      ]));

    it('occur once in the file if their lines end with the page', () =>
      expectPages(`${paragraphs(3)}${spanning} tau upsilon phi chi`, [
        '1 / 2 / 3 / A / lpha beta gamma delta epsilon zeta / eta theta iota kappa lambda mu nu xi / omicron pi rho sigma tau upsilon phi',
        'chi',
      ]));

    it('continue next to short paragraphs', () =>
      expectPages(`${paragraphs(4)}<style>.i::first-letter{initial-letter:3}</style><p class=i>Alpha<p>b`, [
        '1 / 2 / 3 / 4',
        'A / lpha / b',
      ]));
  });
});

describe('books: alignment and wrapping of initial letters', () => {
  const text = 'fter this one come three lines of text that keep away from the letter as they are told to do';
  const opening = (css: string, letter = 'A', attributes = ''): string =>
    `<style>p{letter-spacing:0}p::first-letter{initial-letter:3;${css}}</style><p ${attributes}>${letter}${text}`;

  /** Returns the start of the lines next to the letter in px. */
  async function starts(html: string): Promise<number[]> {
    const { pages, diagnostics } = await book(html);
    expect(diagnostics).to.deep.equal([]);
    const [, ...lines] = linesOf([pages[0]!.root!]);
    return lines.slice(0, 3).map(({ x }) => x);
  }

  /** Returns the letter's border box, from the page area's top, and its font size, in px. */
  async function letterOf(html: string): Promise<{ top: number; height: number; size: number }> {
    const { pages } = await book(html);
    let found: { top: number; height: number; size: number } | null = null;
    const visit = (fragment: Fragment, y: number): void => {
      if (fragment.type === 'text') return;
      const { box } = fragment as BoxFragment;
      if (fragment.type === 'box' && box.pseudo === 'first-letter')
        found ??= { top: y / 64, height: fragment.height / 64, size: box.style.font.fontSize };
      fragment.children.forEach((child, i) => visit(child, y + fragment.offsets[2 * i + 1]!));
    };
    const { root } = pages[0]!;
    visit(root!.fragment, root!.y);
    return found!;
  }

  it('wrap none: keeps all lines outside the box', async () => {
    const [first, second, third] = await starts(opening(''));
    expect([second, third]).to.deep.equal([first, first]);
  });

  it('wrap first: fits the first line to the ink, unless a space precedes it', async () => {
    const [plain] = await starts(opening(''));
    const [first, second, third] = await starts(opening('initial-letter-wrap:first'));
    expect(first).to.be.lessThan(plain! - 3);
    expect(second).to.be.closeTo(plain!, 0.05);
    expect(third).to.be.closeTo(plain!, 0.05);
    expect((await starts(opening('initial-letter-wrap:first', 'A ')))[0]).to.equal(plain);
  });

  it('wrap all: fits each line to the ink, plus the margin', async () => {
    const [first, second, third] = await starts(opening('initial-letter-wrap:all'));
    expect(first).to.be.lessThan(second!);
    expect(second).to.be.lessThan(third!);
    expect(await starts(opening('initial-letter-wrap:all;margin-right:2px'))).to.deep.equal([
      first! + 2,
      second! + 2,
      third! + 2,
    ]);
  });

  it('wrap percentage: shifts the first line by that fraction of the letter', async () => {
    const [plain] = await starts(opening(''));
    const [first, second] = await starts(opening('initial-letter-wrap:-25%'));
    expect(first).to.be.closeTo(plain! * 0.75, 0.05);
    expect(second).to.be.closeTo(plain!, 0.05);
  });

  it('wrap grid: makes the letter as wide as whole ideographs', async () => {
    const [first] = await starts(opening('initial-letter-wrap:grid'));
    expect(first! / 8).to.be.closeTo(Math.round(first! / 8), 0.01);
  });

  it('wrap all: works in right-to-left lines', async () => {
    const ends = async (css: string): Promise<number[]> => {
      const { pages } = await book(opening(css, 'A', 'dir=rtl style="text-align:start"'));
      const found: number[] = [];
      const visit = (fragment: Fragment, x: number): void => {
        if (fragment.type === 'line') found.push((x + fragment.width) / 64);
        if (fragment.type !== 'text')
          fragment.children.forEach((child, i) => visit(child, x + fragment.offsets[2 * i]!));
      };
      visit(pages[0]!.root!.fragment, 0);
      return found.slice(1, 4);
    };
    const [plain] = await ends('');
    const [first, , third] = await ends('initial-letter-wrap:all');
    expect(first).to.be.greaterThan(plain! + 3);
    expect(third).to.be.closeTo(plain!, 0.5);
  });

  it('align border-box: extends the border from the capitals of the first line to the baseline of the last', async () => {
    const cap = (1409 / 2048) * 8;
    const plain = await letterOf(opening('border:1px solid;padding:2px'));
    const boxed = await letterOf(opening('border:1px solid;padding:2px;initial-letter-align:border-box'));
    expect(boxed.height).to.be.closeTo(20 + cap, 0.1);
    expect(boxed.size).to.be.closeTo(plain.size * ((20 + cap - 6) / (20 + cap)), 0.1);
    const leading = await letterOf(opening('border:1px solid', 'A', 'style="initial-letter-align:border-box leading"'));
    expect(leading.height).to.be.greaterThan(plain.height - 20);
  });

  it('align leading: extends from the start of the first line to the end of the last', async () => {
    const { top, height } = await letterOf(
      opening('initial-letter-align:border-box leading', 'A', 'style="initial-letter-align:border-box leading"'),
    );
    expect([top, height]).to.deep.equal([0, 30]);
  });

  it("keep the letter's baseline if it has edges", async () => {
    const plain = await letterOf(opening(''));
    const padded = await letterOf(opening('padding-top:5px'));
    expect(padded.top).to.be.closeTo(plain.top - 5, 0.05);
  });

  it("use alignment points of the letter's script and of the text's language", async () => {
    const latin = await letterOf(opening('font-family:Noto Sans Hebrew', 'A'));
    const hebrew = await letterOf(opening('font-family:Noto Sans Hebrew', 'א'));
    expect(hebrew.size).to.not.be.closeTo(latin.size, 0.1);
    const japanese = await letterOf(opening('', '日', 'lang=ja'));
    expect(japanese.size).to.be.closeTo(28, 0.1);
    const other = await letterOf(opening('', '日'));
    expect(other.size).to.be.lessThan(japanese.size);
  });
});

describe('books: lines of other scripts', () => {
  const lines = (text: string, css: string, lang = 'ja'): string => `<p lang=${lang} style="width:25px;${css}">${text}`;

  it("don't begin with a closing mark or end with an opening one", () =>
    expectPages(lines('日本語。「文」', ''), ['日本 / 語。 / 「文」']));

  it('may begin with small kana with line-break: loose and normal, but not strict', async () => {
    for (const value of ['loose', 'normal'])
      await expectPages(lines('あいうゃえ', `line-break:${value}`), ['あいう / ゃえ']);
    await expectPages(lines('あいうゃえ', 'line-break:strict'), ['あい / うゃえ']);
  });

  it('end between Thai words, and between Japanese phrases with word-break: auto-phrase', async () => {
    await expectPages(lines('กรุงเทพคือสวยงาม', '', 'th'), ['กรุงเทพ / คือ / สวยงาม']);
    await expectPages(`<p lang=ja style="width:64px;word-break:auto-phrase">東京へ行きましょう。`, [
      '東京へ / 行きましょう。',
    ]);
  });

  it('combine digits upright in one cell', () =>
    expectPages('<div style="writing-mode:vertical-rl;text-combine-upright:digits 2">平成20年</div>', ['平成20年']));
});
