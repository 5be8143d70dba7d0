import { Diagnostics } from '../../../engine/diagnostics.ts';
import { expect } from 'chai';
import type { TextStyle } from '../../../engine/css/computed-style.ts';
import { asciiBreak } from '../../../engine/text/ascii-breaks.ts';
import { BreakStyles, paragraphBreaks } from '../../../engine/text/paragraph-breaks.ts';
import { scanText } from '../../../engine/text/text-scan.ts';
import { LINE_BREAK_CLASSES } from '../../../engine/text/unicode-data.ts';
import { LineClass } from '../../../engine/text/unicode-properties.ts';
import { blockWith, contentOf } from './helpers.ts';

/** Indexed by BreakClass. */
const MARKS = ['', '÷', '!', '-', '·'];

function marked(text: string, style: Partial<TextStyle> = {}, language = ''): string {
  const content = contentOf(text, blockWith({ text: style, font: { language } }));
  const breaks = paragraphBreaks(
    content,
    (box) => box.style,
    scanText(content.text),
    new BreakStyles(new Diagnostics()),
  );
  return Array.from(content.text, (c, i) => MARKS[breaks[i]!] + c).join('');
}

describe('line breaking between two ASCII characters', () => {
  it('breaks before an opening sign after any other sign except a circumflex', () => {
    const breaks = (pair: string): boolean => asciiBreak(-1, pair.charCodeAt(0), pair.charCodeAt(1));
    expect([...'!"#%&)*+,.:;=>\\]|}~'].filter((sign) => !breaks(`${sign}{`))).to.deep.equal([]);
    expect([...'^$/_@`([{ab1'].filter((sign) => breaks(`${sign}{`))).to.deep.equal([]);
  });
});

describe('line breaking', () => {
  const cases: readonly (readonly [string, Partial<TextStyle>?, string?])[] = [
    ['one ÷two  ÷three', { whiteSpaceCollapse: 'preserve' }],
    ['a/b c.d'.replace(' ', ' ÷')],
    ['http://a.b/c?÷d=e-÷f'],
    ['2024-÷01 ÷-5 ÷--÷x'.replace('--÷x', '-÷-÷x')],
    ['a÷—÷b', {}],
    ['1,000.5% ÷(ab)'],
    ['a\u00a0b c'.replace(' ', ' ÷')],
    ['日÷本、÷「語」'],
    ['あ÷っ÷た'],
    ['あっ÷た', { lineBreak: 'strict' }],
    ['“あ”÷い'],
    ['好”a“好'],
    ['好”÷a“好', {}, 'zh-Hans'],
    ['ภาษา÷ไทย'],
    ['a\u200b÷b'],
    ['a\u2060b'],
    ['hy\u00ad-phen'],
    ['hy\u00adphen', { hyphens: 'none' }],
    ['a÷b÷c', { wordBreak: 'break-all' }],
    ['a÷\\\\\\', { wordBreak: 'break-all' }],
    ['a÷‐÷b÷–÷c', { wordBreak: 'break-all', lineBreak: 'loose' }],
    ['a‐÷b', { wordBreak: 'break-all', lineBreak: 'normal' }],
    ['日本語', { wordBreak: 'keep-all' }],
    ['ภาษา÷ไทย', { wordBreak: 'keep-all' }],
    ['a·b·c ÷d', { overflowWrap: 'anywhere' }],
    ['e\u0301·x', { overflowWrap: 'break-word' }],
    ['a÷.÷b', { lineBreak: 'anywhere' }],
    ['a ÷ ÷b', { whiteSpaceCollapse: 'break-spaces' }],
  ];
  for (const [expected, style, language] of cases) {
    it(`breaks ${JSON.stringify(expected)}`, () => {
      expect(
        marked(
          expected.replace(/[÷·]|\u00ad-/g, (m) => (m.length > 1 ? '\u00ad' : '')),
          style,
          language,
        ),
      ).to.equal(expected);
    });
  }

  it('marks forced breaks', () => {
    expect(marked('a|b')).to.equal('a\n!b');
  });

  it('breaks next to atomic inlines, even at a no-break space', () => {
    expect(marked('a@\u00a0@')).to.equal('a÷\uFFFC÷\u00a0÷\uFFFC');
    expect(marked('(@:')).to.equal('(÷\uFFFC÷:');
    expect(marked('a\u2060@\u2060\u202f@')).to.equal('a\u2060\uFFFC\u2060\u202f\uFFFC');
  });

  it('numbers the classes as its data does', () => {
    for (const [i, name] of LINE_BREAK_CLASSES.split(' ').entries())
      expect(LineClass[name as keyof typeof LineClass], name).to.equal(i);
  });
});
