import { expect } from 'chai';
import { HyphenatedWords } from '../../../engine/text/hyphenated-words.ts';

function broken(words: HyphenatedWords, text: string, from = 0, to = text.length): string {
  const word = text.slice(from, to);
  const ends = [...words.breaksIn(text, from, to), word.length];
  return ends.map((end, i) => word.slice(i === 0 ? 0 : ends[i - 1], end)).join('-');
}

describe('hyphenated words', () => {
  const english = HyphenatedWords.of('en-us')!;

  it('are broken by the patterns of their language', () => {
    expect(broken(english, 'hyphenation')).to.equal('hy-phen-ation');
    expect(broken(HyphenatedWords.of('de-1996')!, 'Straßenbahn')).to.equal('Stra-ßen-bahn');
    expect(HyphenatedWords.of('no such patterns')).to.equal(null);
  });

  it('are found in a text, in any case', () => {
    expect(broken(english, 'of Hyphenation, said', 3, 14)).to.equal('Hy-phen-ation');
    expect(broken(english, 'HYPHENATION')).to.equal('HY-PHEN-ATION');
    expect(broken(english, 'NAÏVETÉ')).to.equal(broken(english, 'naïveté').toUpperCase());
  });

  it('keep their breaks, even among many other words', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const word = (n: number): string =>
      `hyphen${letters[n % 26]}${letters[Math.floor(n / 26) % 26]}${letters[Math.floor(n / 676) % 26]}ation`;
    const before = Array.from({ length: 2000 }, (_, n) => broken(english, word(n)));
    for (let n = 2000; n < 17_576; n++) english.breaksIn(word(n), 0, word(n).length);
    expect(before.map((_, n) => broken(english, word(n)))).to.deep.equal(before);
  });
});
