/** Initial letters, upright digits and the line breaks of other scripts, on pages. */
import { expectPages, lines as paragraphs } from './pages.ts';

const initial = (text: string, lang: string, dir = 'ltr'): string =>
  `<style>p::first-letter{initial-letter:2}</style><p lang=${lang} dir=${dir}>${text}`;

describe('books: initial letters', () => {
  it('of alphabets take their punctuation along', () =>
    expectPages(initial('“Alpha” beta gamma delta epsilon zeta eta theta iota kappa', 'en'), [
      '“A / lpha” beta gamma delta epsilon zeta / eta theta iota kappa',
    ]));

  it('of Indian scripts are whole syllables', () =>
    expectPages(initial('क्षेत्र में यह पाठ हिन्दी में', 'hi'), ['क्षे / त्र में यह पाठ हिन्दी में']));

  it('may be ideographs', () => expectPages(initial('日本語の文章', 'ja'), ['日 / 本語の文章']));

  it('are taken from right-to-left text', () => expectPages(initial('العربية نص', 'ar', 'rtl'), ['ا / نص لعربية']));

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

    it('go to the next page with all of the lines beside them', () => pages(spanning));

    it('so do first letters that float', () => pages(floated));

    it('take a heading along that is not to be left alone', () =>
      expectPages(`${paragraphs(3)}<h2 style="break-after:avoid">H</h2>${spanning}`, [
        '1 / 2 / 3',
        'H / A / lpha beta gamma delta epsilon zeta / eta theta iota kappa lambda mu nu xi / omicron pi rho sigma',
      ]));

    it('stand in the file once where their lines end with the page', () =>
      expectPages(`${paragraphs(3)}${spanning} tau upsilon phi chi`, [
        '1 / 2 / 3 / A / lpha beta gamma delta epsilon zeta / eta theta iota kappa lambda mu nu xi / omicron pi rho sigma tau upsilon phi',
        'chi',
      ]));

    it('go on with short paragraphs', () =>
      expectPages(`${paragraphs(4)}<style>.i::first-letter{initial-letter:3}</style><p class=i>Alpha<p>b`, [
        '1 / 2 / 3 / 4',
        'A / lpha / b',
      ]));
  });
});

describe('books: lines of other scripts', () => {
  const lines = (text: string, css: string, lang = 'ja'): string => `<p lang=${lang} style="width:25px;${css}">${text}`;

  it('begin with no closing mark and end with no opening one', () =>
    expectPages(lines('日本語。「文」', ''), ['日本 / 語。 / 「文」']));

  it('begin with small kana by line-break: loose and normal, not by strict', async () => {
    for (const value of ['loose', 'normal'])
      await expectPages(lines('あいうゃえ', `line-break:${value}`), ['あいう / ゃえ']);
    await expectPages(lines('あいうゃえ', 'line-break:strict'), ['あい / うゃえ']);
  });

  it('end between words of Thai, and phrases of Japanese by word-break: auto-phrase', async () => {
    await expectPages(lines('กรุงเทพคือสวยงาม', '', 'th'), ['กรุงเทพ / คือ / สวยงาม']);
    await expectPages(`<p lang=ja style="width:64px;word-break:auto-phrase">東京へ行きましょう。`, [
      '東京へ / 行きましょう。',
    ]);
  });

  it('have digits upright in one cell', () =>
    expectPages('<div style="writing-mode:vertical-rl;text-combine-upright:digits 2">平成20年</div>', ['平成20年']));
});
