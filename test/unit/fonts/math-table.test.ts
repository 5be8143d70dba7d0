import { expect } from 'chai';
import { bundledFamily } from '../../../engine/fonts/bundled-fonts.ts';
import type { FontFace } from '../../../engine/fonts/font-face.ts';
import { MathTable } from '../../../engine/fonts/math-table.ts';

const mathFace = (): FontFace => bundledFamily('math', true)!.faces[0]!.load()!;

describe('the MATH table', () => {
  it('provides the constants and larger glyphs of the bundled font', () => {
    const face = mathFace();
    const table = MathTable.of(face)!;
    expect(table.constant('axisHeight')).to.equal(258);
    expect(table.constant('radicalKernAfterDegree')).to.equal(-335);
    expect(table.radicalDegreeBottomRaisePercent).to.equal(55);
    const fence = table.construction(face.glyphFor(0x28), true);
    expect(fence.variants.slice(0, 3).map(({ advance }) => advance)).to.deep.equal([933, 1187, 1427]);
    expect(fence.parts.map(({ isExtender }) => isExtender)).to.deep.equal([false, true, false]);
    expect(table.construction(face.glyphFor(0x61), true)).to.deep.equal({ variants: [], parts: [] });
    expect(table.italicCorrection(face.glyphFor(0x1d453))).to.equal(20);
  });

  it('is null if a font has none, and bounded by its range', () => {
    expect(MathTable.of(bundledFamily('tinos', false)!.faces[0]!.load()!)).to.equal(null);
    const face = mathFace();
    const seeds = [1, 7, 77];
    for (const seed of seeds) {
      const bytes = face.bytes.slice();
      const view = new DataView(bytes.buffer);
      // Changes every offset and count of the table.
      const count = view.getUint16(4);
      for (let i = 0; i < count; i++) {
        const record = 12 + 16 * i;
        if (view.getUint32(record) !== 0x4d415448) continue;
        const start = view.getUint32(record + 8);
        for (let at = start; at < start + 600; at++) bytes[at] = (bytes[at]! * 31 + seed * at) & 255;
      }
      const table = MathTable.of({ metrics: face.metrics, bytes, collectionIndex: 0 } as unknown as FontFace);
      for (let glyph = 0; glyph < 2000; glyph += 13) {
        const construction = table?.construction(glyph, glyph % 2 === 0);
        expect(construction?.parts.length ?? 0).to.be.at.most(4096);
        table?.italicCorrection(glyph);
      }
    }
  });
});
