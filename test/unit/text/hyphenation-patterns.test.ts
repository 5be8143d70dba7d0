import { expect } from 'chai';
import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen';
import { host } from '../../../engine/platform/host.ts';
import '../../../engine/platform/node-host.ts';
import { HyphenationPatterns, type PatternFile } from '../../../engine/text/hyphenation-patterns.ts';

/** The words of some sentences, and other words of the same letters. */
const TEXTS: Readonly<Record<string, string>> = {
  'en-us':
    'the associate declination of obligatory hyphenation throughout universities reminds reciprocity however present project table',
  'en-gb': 'university manuscripts something curious and curiouser cried alice conversation considering daisies rabbit',
  'de-1996':
    'der straßenbahnfahrer überquert den großen sylter deich zwölf boxkämpfer jagen viktor donaudampfschifffahrt',
  fr: "l'anticonstitutionnellement été où naïveté l'hyphénation des mots français est compliquée",
  hu: 'megszentségteleníthetetlenségeskedéseitekért asszonnyal hosszú eddzük',
  ru: 'съешь ещё этих мягких французских булок да выпей чаю достопримечательность',
  'el-monoton': 'ξεσκεπάζω την ψυχοφθόρα βδελυγμία ελληνικός συλλαβισμός',
};

function variants(text: string): string[] {
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  const turned = words.map((word) => [...word].reverse().join(''));
  const joined = words.map((word, i) => word + words[(i + 1) % words.length]!);
  return [...words, ...turned, ...joined, ...words.map((word) => word.slice(0, 2)), words[0]!.slice(0, 1)];
}

describe('hyphenation patterns', () => {
  for (const [name, text] of Object.entries(TEXTS))
    it(`break words of ${name} like the package that they come from`, () => {
      const file = host().hyphenationPatterns(name);
      const patterns = new HyphenationPatterns(file as PatternFile);
      const hyphenate = createHyphenator(structuredClone(file) as PatternsDefinition, {
        hyphenChar: '|',
        minWordLength: 2,
      }) as HyphenationFunctionSync;
      for (const word of variants(text)) {
        const ends = [...patterns.breaksOf(word), word.length];
        expect(ends.map((end, i) => word.slice(i === 0 ? 0 : ends[i - 1], end)).join('|')).to.equal(hyphenate(word));
      }
    });
});
