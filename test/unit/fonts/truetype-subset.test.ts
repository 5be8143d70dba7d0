import { expect } from 'chai';
import { FontFile } from '../../../engine/fonts/font-file.ts';
import { HarfBuzz } from '../../../engine/fonts/harfbuzz.ts';
import { readTables } from '../../../engine/fonts/table-directory.ts';
import { NO_GLYPH, subsetTrueType } from '../../../engine/fonts/truetype-subset.ts';
import { host } from '../../../engine/platform/host.ts';

/** Opens a font in HarfBuzz. */
function opened(bytes: Uint8Array): {
  glyphCount: number;
  glyph: (code: string) => number;
  outline: (g: number) => string;
  advance: (g: number) => number;
} {
  const { harfbuzz, face, glyphCount, unitsPerEm } = new FontFile(
    () => bytes,
    () => new HarfBuzz(),
    0,
  ).open();
  const font = harfbuzz.openFont(face, unitsPerEm, []);
  return {
    glyphCount,
    glyph: (code) => harfbuzz.nominalGlyph(font, code.codePointAt(0)!),
    outline: (g) => harfbuzz.outline(font, g),
    advance: (g) => harfbuzz.advance(font, g),
  };
}

const sumOfWords = (bytes: Uint8Array): number => {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + data.getUint32(at)) >>> 0;
  return sum;
};

describe('TrueType subsets', () => {
  const bytes = host().read('fonts/Arimo-400.ttf')!;
  const whole = opened(bytes);
  const glyphs = [...'Aé½ỹ'].map(whole.glyph);
  const subset = subsetTrueType(bytes, 0, [0, ...glyphs])!;

  it('give glyphs the requested ids with their outlines and advances, followed by components of composite glyphs', () => {
    const cut = opened(subset);
    [0, ...glyphs].forEach((glyph, id) => {
      expect(cut.outline(id)).to.equal(whole.outline(glyph));
      expect(cut.advance(id)).to.equal(whole.advance(glyph));
    });
    expect(cut.glyphCount)
      .to.be.greaterThan(glyphs.length + 1)
      .and.lessThan(20);
  });

  it('leave unused ids free, and allow duplicate glyphs and glyphs without ink', () => {
    const [letter] = glyphs;
    const cut = opened(subsetTrueType(bytes, 0, [0, NO_GLYPH, letter!, whole.glyphCount, letter!])!);
    expect(cut.glyphCount).to.equal(5);
    expect([2, 4].map((id) => cut.outline(id))).to.deep.equal([whole.outline(letter!), whole.outline(letter!)]);
    expect([1, 3].map((id) => [cut.outline(id), cut.advance(id)])).to.deep.equal([
      ['', 0],
      ['', 0],
    ]);
  });

  it("support glyphs with a larger advance than the font's", () => {
    const [letter] = glyphs;
    const cut = subsetTrueType(bytes, 0, [0, letter!, letter!], null, true, new Map([[2, 5000]]))!;
    const { advance } = opened(cut);
    expect([1, 2].map(advance)).to.deep.equal([whole.advance(letter!), whole.advance(letter!) + 5000]);
    const tables = readTables(cut, 0);
    const at = typeof tables === 'string' ? 0 : tables.get('hhea')!.offset;
    expect(new DataView(cut.buffer).getUint16(at + 10)).to.equal(whole.advance(letter!) + 5000);
  });

  it('keep hinting, drop tables that no PDF reader uses, and have a valid checksum', () => {
    const dejaVu = subsetTrueType(host().read('fonts/DejaVuSans.ttf')!, 0, [0, 36])!;
    const tables = readTables(dejaVu, 0);
    if (typeof tables === 'string') throw new Error(tables);
    const tags = 'cvt |fpgm|glyf|head|hhea|hmtx|loca|maxp|prep'.split('|');
    expect([...tables.keys()]).to.deep.equal(tags);
    expect(sumOfWords(dejaVu)).to.equal(0xb1b0afba);
    expect(sumOfWords(subset)).to.equal(0xb1b0afba);
  });

  it('omit hinting on request, also in composite glyphs', () => {
    const hinted = host().read('fonts/DejaVuSans.ttf')!;
    const font = opened(hinted);
    const wanted = [...'Aé½ỹ'].map(font.glyph);
    const bare = subsetTrueType(hinted, 0, [0, ...wanted], null, false)!;
    const cut = opened(bare);
    wanted.forEach((glyph, i) => expect(cut.outline(i + 1)).to.equal(font.outline(glyph)));
    const tables = readTables(bare, 0);
    expect(typeof tables === 'string' ? [] : [...tables.keys()]).to.deep.equal([
      'glyf',
      'head',
      'hhea',
      'hmtx',
      'loca',
      'maxp',
    ]);
    expect(bare.length).to.be.lessThan(subsetTrueType(hinted, 0, [0, ...wanted])!.length - 2_000);
    expect(sumOfWords(bare)).to.equal(0xb1b0afba);
  });

  it('are null if outlines are outside their table', () => {
    const broken = bytes.slice();
    const tables = readTables(broken, 0) as ReadonlyMap<string, { offset: number; length: number }>;
    broken.fill(0xff, tables.get('loca')!.offset + 100, tables.get('loca')!.offset + tables.get('loca')!.length);
    expect(subsetTrueType(broken, 0, glyphs)).to.equal(null);
    expect(subsetTrueType(bytes.subarray(0, 5000), 0, glyphs)).to.equal(null);
  });
});
