import createBidi from 'bidi-js';
import { expect } from 'chai';
import { scanText, TextTrait } from '../../../engine/text/text-scan.ts';

interface Bidi {
  getEmbeddingLevels(text: string, direction: 'rtl'): { levels: Uint8Array };
}
const bidi = (createBidi as unknown as () => Bidi)();

describe('scanning text', () => {
  it('finds the traits that later steps need', () => {
    const traits = (text: string): string[] =>
      Object.entries(TextTrait).flatMap(([name, bit]) => ((scanText(text) & bit) === 0 ? [] : [name]));
    expect(traits('ab 1')).to.deep.equal(['LatinLetters', 'MixedDirections']);
    expect(traits('a\tb\n')).to.include('Separators');
    expect(traits('é')).to.deep.equal(['LatinLetters', 'NonAscii', 'MixedDirections']);
    expect(traits('1.50 €')).to.deep.equal(['NonAscii', 'MayCombine', 'MixedDirections']);
    expect(traits('שלום, עולם')).to.include.members(['Bidi', 'OtherScripts', 'MixedDirections']);
    expect(traits('שלום; עולם')).to.not.include('MixedDirections');
    expect(traits('ไทย')).to.include.members(['NeedsDictionary', 'OtherScripts', 'MayCombine']);
    expect(traits('日本')).to.include('OtherScripts').and.not.include('Bidi');
  });

  it('recognizes text that is right-to-left throughout', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(
      (unit) => (scanText(String.fromCharCode(unit)) & TextTrait.MixedDirections) === 0,
    );
    let state = 1;
    const next = (limit: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 1;
      return (state >>> 8) % limit;
    };
    for (let i = 0; i < 5000; i++) {
      const text = Array.from({ length: 1 + next(20) }, () => String.fromCharCode(units[next(units.length)]!)).join('');
      expect(Array.from(bidi.getEmbeddingLevels(text, 'rtl').levels)).to.deep.equal(Array.from(text, () => 1));
    }
  });
});
