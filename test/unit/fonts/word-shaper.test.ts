import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { bundledHarfBuzz, POSITION_SCALE } from '../../../engine/fonts/harfbuzz.ts';
import { Direction, type ShapedGlyphs, ShapingSettings } from '../../../engine/fonts/shaping.ts';
import { advanceScale } from '../../../engine/fonts/used-size.ts';
import { WordShaper, type WordwiseFace } from '../../../engine/fonts/word-shaper.ts';
import { host } from '../../../engine/platform/host.ts';

interface ManifestFace {
  readonly key: string;
  readonly file: string;
  readonly separable: 'words' | 'characters' | null;
}
const faces = ['fonts', 'fonts-scripts', 'fonts-cjk'].flatMap(
  (folder) => (JSON.parse(readFileSync(`assets/${folder}/manifest.json`, 'utf8')) as { faces: ManifestFace[] }).faces,
);
const fonts = new Map(faces.map((face) => [face.key, face]));
const SIZE = 18.72;

function open(key: string): WordwiseFace {
  const { file, separable } = fonts.get(key)!;
  const harfbuzz = bundledHarfBuzz();
  const face = harfbuzz.openFace(host().read(file)!, 0)!;
  const handle = harfbuzz.openFont(face.face, face.unitsPerEm, []);
  const spaceGlyph = harfbuzz.nominalGlyph(handle, 0x20);
  const spaceAdvance = harfbuzz.advance(handle, spaceGlyph) * POSITION_SCALE;
  return { harfbuzz, handle, key, separable: separable!, spaceGlyph, spaceAdvance };
}

/**
 * Returns text with kerning, joining and combining letters, digits, punctuation and runs of spaces; deterministic for a
 * seed.
 */
function textOf(letters: string, seed: number): string {
  const characters = Array.from(letters);
  let state = seed;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 1;
    return (state >>> 8) % limit;
  };
  let text = '';
  for (let i = 0; i < 60; i++) {
    const word = Array.from({ length: 1 + next(7) }, () => characters[next(characters.length)]).join('');
    // A mark without a letter combines with the space.
    text += word.replace(/^\p{M}+/u, '') || characters[0];
    text += ' '.repeat(next(8) === 0 ? 2 : 1);
  }
  return text;
}

const LATIN =
  'AVWTLPYFfrtyvwaoeijJ1147.,-:;\'"()[]/\u2019\u201c\u201d\u2013\u00e9\u00df\u0301\u00a0\u00ad\u2044QRUdgmsxz';
const TEXTS: readonly (readonly [script: string, direction: Direction, letters: string, faces: RegExp])[] = [
  ['Latn', Direction.Ltr, LATIN, /^(arimo|tinos|cousine|noto-sans-[47]|noto-serif-[47]|noto-sans-mono|dejavu)/],
  ['Zyyy', Direction.Ltr, '0123456789.,-+€$%()/', /^(arimo|tinos|cousine|noto-sans-[47]|dejavu)/],
  ['Cyrl', Direction.Ltr, 'АГРТУФабвгдежзийклмнопрстуф.,1\u0301', /^(arimo|tinos|noto-sans-[47]|dejavu)/],
  ['Grek', Direction.Ltr, 'ΑΓΡΤΥΦΔΛαβγδεζηθικλμνοπρςστυφχψω.,\u0301', /^(arimo|tinos|noto-sans-[47]|dejavu)/],
  [
    'Arab',
    Direction.Rtl,
    'ابتثجحخدذرزسشصضطظعغفقكلمنهوي\u0644\u0627،.؟\u064e\u0651\u0640',
    /^(noto-sans-arabic|dejavu-sans-[47])/,
  ],
  ['Hebr', Direction.Rtl, 'אבגדהוזחטיכלמנסעפצקרשת.,\u05b8\u05bc\u05be', /^(noto-sans-hebrew|dejavu-sans-[47])/],
  ['Hani', Direction.Ltr, '日本語のテキスト、。「」漢字が\u3099ー12ab', /^droid-sans-fallback/],
];

const plain = ({ unsafeToBreak, ...glyphs }: ShapedGlyphs): object => ({ ...glyphs, unsafe: unsafeToBreak });

describe('word-by-word shaping', () => {
  for (const [script, direction, letters, faces] of TEXTS) {
    for (const key of [...fonts.keys()].filter((name) => faces.test(name))) {
      it(`gives the glyphs of the whole text: ${script} in ${key}`, () => {
        const face = open(key);
        const shaper = new WordShaper();
        const scale = advanceScale(SIZE, face.handle.unitsPerEm) / POSITION_SCALE;
        let shaped = 0;
        for (const language of ['', 'tr'])
          for (const features of [[], [{ tag: 'liga', value: 0 }]])
            for (let seed = 1; seed <= 6; seed++) {
              const settings = new ShapingSettings(direction, script, language, features);
              const text = textOf(letters, seed);
              const whole = face.harfbuzz.shape(face.handle, SIZE, text, 0, text.length, settings);
              for (let round = 0; round < 2; round++) {
                const words = shaper.shape(face, scale, text, 0, text.length, settings);
                if (words === null) continue;
                shaped++;
                expect(plain(words)).to.deep.equal(plain(whole));
              }
            }
        expect(shaped, 'texts shaped by words').to.be.greaterThan(20);
      });
    }
  }

  it('leaves text that joins its context, and scripts that need more than words, to HarfBuzz', () => {
    const face = open('noto-sans-arabic-400-normal');
    const shaper = new WordShaper();
    const settings = new ShapingSettings(Direction.Rtl, 'Arab', '', []);
    expect(shaper.shape(face, 1, 'سلام', 1, 3, settings)).to.equal(null);
    expect(shaper.shape(face, 1, 'ا سلام', 2, 6, settings)).to.not.equal(null);
    expect(shaper.shape(face, 1, 'سلام', 1, 4, settings)).to.equal(null);
    const upright = new ShapingSettings(Direction.Ttb, 'Latn', '', []);
    expect(shaper.shape(face, 1, 'ab', 0, 2, upright)).to.equal(null);
    const endless = new ShapingSettings(Direction.Ltr, 'Latn', 'x'.repeat(10_000), []);
    expect(shaper.shape(face, 1, 'ab', 0, 2, endless)).to.equal(null);
    const bengali = new ShapingSettings(Direction.Ltr, 'Beng', '', []);
    expect(shaper.shape(face, 1, 'ক ক', 0, 3, bengali)).to.equal(null);
    expect(shaper.shape(face, 1, 'ক', 0, 1, bengali)).to.not.equal(null);
  });

  it('gives the same result after its cache has been cleared', () => {
    const face = open('tinos-400-normal');
    const shaper = new WordShaper();
    const settings = new ShapingSettings(Direction.Ltr, 'Latn', '', []);
    const first = shaper.shape(face, 1, 'To AV away', 0, 10, settings);
    for (let i = 0; i < 40_000; i += 10) {
      const text = Array.from({ length: 10 }, (_, k) => `w${i + k}`).join(' ');
      const whole = face.harfbuzz.shape(face.handle, face.handle.unitsPerEm, text, 0, text.length, settings);
      if (i % 1000 === 0)
        expect(shaper.shape(face, 1 / POSITION_SCALE, text, 0, text.length, settings)).to.deep.equal(whole);
      else shaper.shape(face, 1, text, 0, text.length, settings);
    }
    expect(shaper.shape(face, 1, 'To AV away', 0, 10, settings)).to.deep.equal(first);
  });
});
