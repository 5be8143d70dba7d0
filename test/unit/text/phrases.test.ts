import { expect } from 'chai';
import { beginsPhrase } from '../../../engine/text/phrases.ts';
import { layout } from '../../support/layout.ts';

function phrasesOf(text: string): string[] {
  const phrases: string[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && !beginsPhrase(text, 0, text.length, at)) continue;
    phrases.push(text.slice(start, at));
    start = at;
  }
  return phrases;
}

/** Returns the lines of text of a block with this width, with a 10 px font. */
async function linesOf(text: string, width: string, style = '', lang = 'ja'): Promise<string[]> {
  const { dump } = await layout(
    `<div lang=${lang} style="font-size:10px;width:${width};word-break:auto-phrase;${style}">${text}</div>`,
  );
  return [...dump.matchAll(/^.*line .*?"([^"]*)"/gm)].map((match) => match[1]!);
}

describe('word-break: auto-phrase', () => {
  it('finds phrases of Japanese', () => {
    expect(phrasesOf('今日は良い天気です。')).to.deep.equal(['今日は', '良い', '天気です。']);
    expect(phrasesOf('東京へ行きましょう。')).to.deep.equal(['東京へ', '行きましょう。']);
  });

  it('breaks lines between phrases, and within a phrase that is too long', async () => {
    expect(await linesOf('楽しいドライブ。', '70px')).to.deep.equal(['楽しい', 'ドライブ。']);
    expect(await linesOf('楽しいドライブ。', '40px')).to.deep.equal(['楽しい', 'ドライ', 'ブ。']);
    expect(await linesOf('楽しいドライブ。', 'min-content')).to.deep.equal(['楽しい', 'ドライブ。']);
    expect(await linesOf('楽<b>しい</b>ドラ<b>イブ。</b>', '70px')).to.have.length(2);
  });

  it('leaves other languages unchanged, except for hyphens', async () => {
    expect(await linesOf('楽しいドライブ。', '70px', '', 'zh')).to.deep.equal(['楽しいドライ', 'ブ。']);
    expect(await linesOf('con&shy;sid&shy;er', 'min-content', '', 'en')).to.have.length(1);
    expect(await linesOf('con&shy;sid&shy;er', '0', '', 'en')).to.have.length(3);
  });
});
