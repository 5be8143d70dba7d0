import { expect } from 'chai';
import type { MathVariant } from '../../../engine/css/values/math-variant.ts';
import { NO_TRANSFORM } from '../../../engine/css/values/text.ts';
import { InlineItemKind } from '../../../engine/text/inline-content.ts';
import { blockWith, contentOf, type StyleChanges } from './helpers.ts';

const PRE: StyleChanges = { text: { whiteSpaceCollapse: 'preserve' } };
const PRE_LINE: StyleChanges = { text: { whiteSpaceCollapse: 'preserve-breaks' } };

/** `[markup, text]`; `|` in the text represents a forced break. */
const CASES: readonly (readonly [string, string, StyleChanges?])[] = [
  ['  a \n\t b  ', 'a b'],
  ['a <b> b</b> ', 'a b'],
  ['a<b> </b> b', 'a b'],
  ['<b> a</b>', 'a'],
  ['a ^ b', 'a b'],
  ['a @ b', 'a \uFFFC b'],
  [' a | b ', 'a\nb'],
  ['日本\n語', '日本語'],
  ['日本\n<b> 語</b>', '日本語'],
  ['日本\nabc', '日本 abc'],
  ['한\n국', '한 국'],
  ['a\u200b\nb', 'a\u200bb'],
  ['a\u00a0 b', 'a\u00a0 b'],
  ['  a\n b ', '  a\n b ', PRE],
  [' a  b \n c ', 'a b\nc', PRE_LINE],
  ['a<pre>  </pre> b', 'a   b'],
  ['a <pre> </pre>b', 'a  b'],
];

describe('white space processing', () => {
  for (const [markup, text, style] of CASES) {
    it(`turns ${JSON.stringify(markup)} into ${JSON.stringify(text)}`, () => {
      expect(contentOf(markup, blockWith(style), { pre: PRE }).text).to.equal(text);
    });
  }

  it('keeps items contiguous within the text if a space is removed again', () => {
    const { text, items } = contentOf('日本 \n<b> 語</b> x', blockWith());
    let at = 0;
    for (const item of items) {
      expect(item.start).to.equal(at);
      at = item.end;
    }
    expect(at).to.equal(text.length);
  });

  it('merges consecutive text of a box into one item', () => {
    expect(contentOf('a  b   c', blockWith()).items.map((item) => item.kind)).to.deep.equal([InlineItemKind.Text]);
  });
});

describe('word-space-transform', () => {
  type Separator = ' ' | '\u3000' | '\u200b';
  const spaces = (separator: Separator, phrases = false): StyleChanges['text'] => ({
    wordSpaceTransform: { separator, phrases },
  });
  const made = (markup: string, separator: Separator, more: StyleChanges['text'] = {}): string =>
    contentOf(markup, blockWith({ text: { ...spaces(separator), ...more } }), { none: { text: spaces('\u200b') } })
      .text;

  it('replaces zero-width spaces with spaces', () => {
    expect(made('あ\u200bい', '\u3000')).to.equal('あ\u3000い');
    expect(made('a\u200bb', ' ')).to.equal('a b');
    expect(made('a<none>\u200b</none>b', ' ')).to.equal('a\u200bb');
  });

  it('adds none next to forced line breaks, regardless of boxes in between', () => {
    expect(made('\u200bあ\u200b|\u200bい<none></none>\u200b', '\u3000')).to.equal('\u200bあ\n\u200bい');
    expect(made('a\u200b|b\u200b', ' ')).to.equal('a\nb');
  });

  it('collapses them with collapsible spaces, and keeps them next to others', () => {
    expect(made('a \u200b b', ' ')).to.equal('a b');
    expect(made('a \u200b b', ' ', { whiteSpaceCollapse: 'preserve' })).to.equal('a   b');
    expect(made('あ\u200b\nい', '\u3000')).to.equal('あ\u3000い');
  });

  it('finds phrases of Japanese, and words of languages without spaces', () => {
    const found = (text: string, language: string): string =>
      contentOf(text, blockWith({ text: spaces('\u3000', true), font: { language } })).text;
    expect(found('東京へ行きましょう。', 'ja')).to.equal('東京へ\u3000行きましょう。');
    expect(found('一生懸命\u200b働きます。', 'ja')).to.equal('一生懸命\u3000働きます。');
    expect(found('กรุงเทพคือสวยงาม', 'th')).to.equal('กรุงเทพ\u3000คือ\u3000สวยงาม');
    expect(found('東京へ行きましょう。', 'zh')).to.equal('東京へ行きましょう。');
  });
});

describe('-webkit-text-security', () => {
  const concealed = (text: string, textSecurity: 'disc' | 'circle' | 'square'): string =>
    contentOf(text, blockWith({ text: { textSecurity, whiteSpaceCollapse: 'preserve' } })).text;

  it('keeps nothing of the text except its length and its lines', () => {
    expect(concealed('ab c', 'disc')).to.equal('••••');
    expect(concealed('a\nb<b>c</b>', 'square')).to.equal('■\n■■');
    expect(concealed('é😀', 'circle')).to.equal('◦◦◦');
  });
});

describe('text-transform', () => {
  const transformed = (
    text: string,
    change: Partial<{
      case: 'uppercase' | 'lowercase' | 'capitalize' | 'math-auto';
      fullWidth: boolean;
      fullSizeKana: boolean;
      variant: MathVariant;
    }>,
    language = '',
  ): string => {
    const textTransform = { ...NO_TRANSFORM, ...change };
    return contentOf(text, blockWith({ text: { textTransform }, font: { language } })).text;
  };

  it('depends on the language', () => {
    expect(transformed('straße', { case: 'uppercase' })).to.equal('STRASSE');
    expect(transformed('iI', { case: 'uppercase' }, 'tr')).to.equal('İI');
    expect(transformed('άλφα', { case: 'uppercase' }, 'el')).to.equal('ΑΛΦΑ');
    expect(transformed('ΟΔΟΣ', { case: 'lowercase' })).to.equal('οδος');
  });

  it('capitalises words, also across elements', () => {
    expect(transformed("don't 1st (hello) ǆur", { case: 'capitalize' })).to.equal("Don't 1st (Hello) ǅur");
    expect(transformed('he<b>llo</b> w<b>orld</b>', { case: 'capitalize' })).to.equal('Hello World');
    expect(transformed('1<b>x</b> <b>xy</b><b> y </b>', { case: 'math-auto' })).to.equal('1𝑥 xy 𝑦');
    expect(transformed('όμηρος', { case: 'capitalize' }, 'el')).to.equal('Όμηρος');
    expect(transformed('ijsland', { case: 'capitalize' }, 'nl')).to.equal('IJsland');
  });

  it('uses letters of mathematical alphabets if these have them', () => {
    const inVariants = (text: string, ...variants: readonly MathVariant[]): string[] =>
      variants.map((variant) => transformed(text, { variant }));
    expect(inVariants('Rz7+', 'bold', 'double-struck', 'sans-serif', 'monospace')).to.deep.equal([
      '𝐑𝐳𝟕+',
      'ℝ𝕫𝟟+',
      '𝖱𝗓𝟩+',
      '𝚁𝚣𝟽+',
    ]);
    expect(inVariants('BgoℬC', 'script', 'bold-script', 'fraktur')).to.deep.equal(['ℬℊℴℬ𝒞', '𝓑𝓰𝓸ℬ𝓒', '𝔅𝔤𝔬ℬℭ']);
    expect(inVariants('hΑω∂ϖ', 'italic', 'bold-italic', 'sans-serif-bold-italic')).to.deep.equal([
      'ℎ𝛢𝜔𝜕𝜛',
      '𝒉𝜜𝝎𝝏𝝕',
      '𝙝𝞐𝟂𝟃𝟉',
    ]);
    // There is no initial waw.
    expect(inVariants('بو', 'initial', 'stretched', 'double-struck')).to.deep.equal(['𞸡و', '𞹡و', '𞺡𞺥']);
  });

  it('converts to full-width and full-size characters', () => {
    expect(transformed('aB1 ｶﾞ', { fullWidth: true })).to.equal('ａＢ１\u3000ガ');
    expect(transformed('ぁッ', { fullSizeKana: true })).to.equal('あツ');
  });
});
