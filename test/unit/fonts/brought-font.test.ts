import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { type BroughtFont, readFont } from '../../../engine/fonts/brought-font.ts';
import { loadFontkit } from '../../../engine/fonts/fontkit-library.ts';
import { FONT_MANIFESTS } from '../../../engine/fonts/bundled-fonts.ts';
import { readTables } from '../../../engine/fonts/table-directory.ts';
import { decodeWoff } from '../../../engine/fonts/woff.ts';
import { host, readText } from '../../../engine/platform/host.ts';
import { changedFont, long, words } from '../../support/sfnt.ts';

const COUSINE = host().read('fonts/Cousine-400.ttf')!;
const fontkit = await loadFontkit();

const opened = (bytes: Uint8Array, index = 0, budget = new Budget(DEFAULT_LIMITS)): BroughtFont | string =>
  readFont(fontkit, bytes, index, budget);

function read(bytes: Uint8Array, index = 0): BroughtFont {
  const font = opened(bytes, index);
  if (typeof font === 'string') throw new Error(font);
  return font;
}

const without = (...tags: string[]): Buffer =>
  changedFont(COUSINE, (tables) => tags.forEach((tag) => tables.delete(tag)));

/** Returns a name table with Windows records of these ids. */
function nameTable(records: readonly (readonly [id: number, text: string])[], repeat = 1): Buffer {
  const all = Array.from({ length: repeat }, () => records).flat();
  const texts = Buffer.from(records.map(([, text]) => text).join(''), 'utf16le').swap16();
  const ends = records.map((_, i) => 2 * records.slice(0, i).reduce((sum, [, text]) => sum + text.length, 0));
  const entries = all.map(([id, text], i) => words(3, 1, 0x409, id, 2 * text.length, ends[i % records.length]!));
  return Buffer.concat([words(0, all.length, 6 + 12 * all.length), ...entries, texts]);
}

/** Returns an fvar table with a weight axis from 100 to 900, named 300. */
const fvar = (): Buffer =>
  words(1, 0, 16, 2, 1, 20, 0, 8, 0x7767, 0x6874, ...long(100 << 16), ...long(400 << 16), ...long(900 << 16), 0, 300);

describe('fonts that documents bring', () => {
  it('have the names and metrics that the manifests record for bundled fonts', () => {
    for (const manifest of FONT_MANIFESTS.filter((name) => host().has(name))) {
      const { faces } = JSON.parse(readText(manifest)) as { faces: Record<string, unknown>[] };
      for (const { file, fullName, postscriptName, metrics } of faces) {
        const font = read(host().read(String(file))!);
        expect(font.names, String(file)).to.include({ fullName, postscriptName });
        const { ascent, descent, unitsPerEm } = metrics as BroughtFont['metrics'];
        expect(font.metrics, String(file)).to.include({ ascent, descent, unitsPerEm });
      }
    }
  });

  it('prefer the typographic family, and names in English', () => {
    const named = changedFont(COUSINE, (tables) =>
      tables.set(
        'name',
        nameTable([
          [1, 'Legacy'],
          [16, 'Real'],
          [6, 'Real-Regular'],
        ]),
      ),
    );
    expect(read(named).names).to.include({ family: 'Real', postscriptName: 'Real-Regular' });
  });

  it('need no optional tables', () => {
    const { names, metrics } = read(without('OS/2', 'name', 'post'));
    expect(names).to.include({ family: '', weight: 400, stretch: 100, italic: false });
    expect(metrics).to.include({ xHeight: 0, capHeight: 0, typoAscent: 0, underlinePosition: -205 });
  });

  it('need tables for layout, and report which is missing', () => {
    expect(opened(without('head'))).to.equal('it has no head table');
    expect(opened(without('glyf', 'loca'))).to.equal('it has no outlines');
    expect(opened(new Uint8Array(12))).to.equal('it is not a font file');
  });

  it('have axes, even if their names have been removed', () => {
    const weight = { tag: 'wght', min: 100, default: 400, max: 900 };
    const variable = (...removed: string[]): Buffer =>
      changedFont(without(...removed), (tables) => tables.set('fvar', fvar()));
    expect(read(variable()).axes).to.deep.equal([weight]);
    expect(read(variable('name')).axes).to.deep.equal([weight]);
  });

  it('can be in a collection', () => {
    const other = changedFont(COUSINE, (tables) => tables.set('name', nameTable([[1, 'Second']])));
    const header = Buffer.concat([Buffer.from('ttcf'), words(1, 0, 0, 2, ...long(20), ...long(20 + COUSINE.length))]);
    const moved = (font: Uint8Array, by: number): Buffer => {
      const copy = Buffer.from(font);
      for (let at = 12; at < 12 + 16 * copy.readUInt16BE(4); at += 16)
        copy.writeUInt32BE(copy.readUInt32BE(at + 8) + by, at + 8);
      return copy;
    };
    const both = Buffer.concat([header, moved(COUSINE, 20), moved(other, 20 + COUSINE.length)]);
    expect(read(both, 0).names.family).to.equal('Cousine');
    expect(read(both, 1).names.family).to.equal('Second');
    expect(opened(both, 2)).to.equal('it is not a font file');
  });

  it('may be packed as WOFF', () => {
    const tables = readTables(COUSINE, 0) as ReadonlyMap<string, { offset: number; length: number }>;
    const header = Buffer.concat([Buffer.from('wOFF'), words(1, 0, 0, 0, tables.size, ...Array<number>(15).fill(0))]);
    let at = header.length + 20 * tables.size;
    const entries = [...tables].map(([tag, { offset, length }]) => {
      const entry = Buffer.concat([Buffer.from(tag), words(...long(at), ...long(length), ...long(length), 0, 0)]);
      at += length;
      return [entry, COUSINE.subarray(offset, offset + length)] as const;
    });
    const woff = Buffer.concat([header, ...entries.map(([entry]) => entry), ...entries.map(([, table]) => table)]);
    const sfnt = decodeWoff(fontkit, woff);
    expect(sfnt).to.be.instanceOf(Uint8Array);
    expect(read(sfnt as Uint8Array)).to.deep.equal(read(COUSINE));
  });

  it('may not nest composite glyphs in a cycle', () => {
    const bytes = COUSINE.slice();
    const data = new DataView(bytes.buffer);
    const tables = readTables(bytes, 0) as ReadonlyMap<string, { offset: number }>;
    const at = (tag: string): number => tables.get(tag)!.offset;
    const isLong = data.getInt16(at('head') + 50) === 1;
    const start = (glyph: number): number =>
      at('glyf') + (isLong ? data.getUint32(at('loca') + glyph * 4) : data.getUint16(at('loca') + glyph * 2) * 2);
    let glyph = 0;
    while (start(glyph + 1) === start(glyph) || data.getInt16(start(glyph)) >= 0) glyph++;
    data.setUint16(start(glyph) + 12, glyph);
    expect(opened(bytes)).to.equal('its composite glyphs nest too deeply');
  });

  it('are refused if reading them takes too long, and charge the budget for it', () => {
    const long = 'x'.repeat(30_000);
    const expanding = changedFont(COUSINE, (tables) => tables.set('name', nameTable([[1, long]], 5000)));
    const budget = new Budget(DEFAULT_LIMITS);
    expect(opened(expanding, 0, budget)).to.equal('its tables are too complex');
    expect(budget.work).to.be.greaterThan(10_000);
  });
});
