/**
 * Subsets TrueType outlines (OpenType `glyf`) for PDF files. Glyphs get the requested ids, and only the tables that PDF
 * readers use remain (ISO 32000-1 §9.9). PERF: nearly every font is static and TrueType. This takes a hundredth of the
 * time that hb-subset needs to open the font.
 */
import { readTables } from './table-directory.ts';
import { HEAD_LOCA_FORMAT, Outlines, renumbered, unhinted } from './truetype-outlines.ts';

const HEAD_CHECKSUM = 8;
/** Offset of advanceWidthMax in `hhea`. */
const HHEA_WIDEST = 10;
/** The checksum of the whole file, which `head`'s checkSumAdjustment completes. */
const FILE_CHECKSUM = 0xb1b0afba;
const MAX_SHORT_OFFSET = 0x1fffe;
const MAX_GLYPHS = 0xffff;
/** The maximum advance of a glyph in font units. */
export const MAX_ADVANCE = 0xffff;

/** Marks an unused id. */
export const NO_GLYPH = -1;

/**
 * Returns the sfnt with only these glyphs, given by new id; id 0 is always the font's glyph 0. Components of composite
 * glyphs follow them. Ids beyond the font's last glyph become glyphs without ink and advance. Returns null if the
 * font has no `glyf` table or a table that it reads is broken. `characters` maps code points to new ids for readers that
 * look them up in the font. `hinting` keeps the instructions. `wider` adds font units to the advances of some new ids.
 */
export function subsetTrueType(
  bytes: Uint8Array,
  collectionIndex: number,
  glyphs: readonly number[],
  characters: ReadonlyMap<number, number> | null = null,
  hinting = true,
  wider: ReadonlyMap<number, number> = NONE_WIDER,
): Uint8Array | null {
  const tables = readTables(bytes, collectionIndex);
  if (typeof tables === 'string' || !tables.has('glyf') || !tables.has('loca')) return null;
  try {
    const outlines = new Outlines(bytes, tables);
    const subset = subsetTables(outlines, new Layout(outlines, glyphs, wider), hinting);
    return assemble(characters === null ? subset : new Map([['cmap', characterMap(characters)], ...subset]));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

const NONE_WIDER: ReadonlyMap<number, number> = new Map();

/** The assignment of glyphs to ids. */
class Layout {
  /** Glyphs by new id; `NO_GLYPH`: unused. */
  readonly glyphs: readonly number[];
  private readonly ids = new Map<number, number>();

  /** Font units added to advances, by new id. */
  readonly wider: ReadonlyMap<number, number>;

  constructor(outlines: Outlines, wanted: readonly number[], wider: ReadonlyMap<number, number>) {
    this.wider = wider;
    const glyphs = [0, ...wanted.slice(1)];
    const { ids } = this;
    glyphs.forEach((glyph, id) => glyph !== NO_GLYPH && !ids.has(glyph) && ids.set(glyph, id));
    // Components that are appended here are visited as well.
    for (let id = 0; id < glyphs.length; id++) {
      if (glyphs[id] === NO_GLYPH) continue;
      for (const component of outlines.components(glyphs[id]!)) {
        if (ids.has(component)) continue;
        ids.set(component, glyphs.length);
        glyphs.push(component);
      }
    }
    if (glyphs.length > MAX_GLYPHS) throw new RangeError('a font has fewer glyphs');
    this.glyphs = glyphs;
  }

  idOf = (glyph: number): number => this.ids.get(glyph) ?? 0;
}

function subsetTables(outlines: Outlines, layout: Layout, hinting: boolean): Map<string, Uint8Array> {
  const tables = new Map<string, Uint8Array>();
  const { glyf, loca, long } = subsetGlyphs(outlines, layout, hinting);
  const count = layout.glyphs.length;
  const copy = (tag: string): unknown => hinting && outlines.tables.has(tag) && tables.set(tag, outlines.table(tag));
  copy('cvt ');
  copy('fpgm');
  tables.set('glyf', glyf);
  tables.set(
    'head',
    patched(outlines, 'head', (data) => {
      data.setUint32(HEAD_CHECKSUM, 0);
      data.setInt16(HEAD_LOCA_FORMAT, long ? 1 : 0);
    }),
  );
  tables.set(
    'hhea',
    patched(outlines, 'hhea', (data) => {
      const widest = Math.max(
        data.getUint16(HHEA_WIDEST),
        ...Array.from(layout.wider.keys(), (id) => advanceOf(outlines, layout, id)),
      );
      data.setUint16(HHEA_WIDEST, widest);
      data.setUint16(34, count);
    }),
  );
  tables.set('hmtx', subsetMetrics(outlines, layout));
  tables.set('loca', loca);
  tables.set(
    'maxp',
    patched(outlines, 'maxp', (data) => data.setUint16(4, count)),
  );
  copy('prep');
  return tables;
}

function patched(outlines: Outlines, tag: string, change: (data: DataView) => void): Uint8Array {
  const table = outlines.table(tag).slice();
  change(new DataView(table.buffer));
  return table;
}

function subsetGlyphs(
  outlines: Outlines,
  { glyphs, idOf }: Layout,
  hinting: boolean,
): { readonly glyf: Uint8Array; readonly loca: Uint8Array; readonly long: boolean } {
  const descriptions = glyphs.map((glyph) => {
    if (glyph === NO_GLYPH) return NOTHING;
    const description = renumbered(outlines.glyph(glyph), idOf);
    return hinting ? description : unhinted(description);
  });
  // The short format requires even offsets.
  const offsets = new Uint32Array(glyphs.length + 1);
  descriptions.forEach(({ length }, id) => (offsets[id + 1] = offsets[id]! + ((length + 1) & ~1)));
  const size = offsets[glyphs.length]!;
  const glyf = new Uint8Array(size);
  descriptions.forEach((description, id) => glyf.set(description, offsets[id]));
  const long = size > MAX_SHORT_OFFSET;
  const loca = new Uint8Array(offsets.length * (long ? 4 : 2));
  const data = new DataView(loca.buffer);
  offsets.forEach((offset, id) => (long ? data.setUint32(id * 4, offset) : data.setUint16(id * 2, offset / 2)));
  return { glyf, loca, long };
}

const NOTHING = new Uint8Array(0);

const advanceOf = (outlines: Outlines, { glyphs, wider }: Layout, id: number): number =>
  Math.min(outlines.metrics(glyphs[id]!)[0] + (wider.get(id) ?? 0), MAX_ADVANCE);

/** Returns `hmtx` with an advance for each glyph. Unused ids have zeros, which deflate to almost nothing. */
function subsetMetrics(outlines: Outlines, layout: Layout): Uint8Array {
  const { glyphs } = layout;
  const hmtx = new Uint8Array(glyphs.length * 4);
  const data = new DataView(hmtx.buffer);
  glyphs.forEach((glyph, id) => {
    if (glyph === NO_GLYPH) return;
    data.setUint16(id * 4, advanceOf(outlines, layout, id));
    data.setInt16(id * 4 + 2, outlines.metrics(glyph)[1]);
  });
  return hmtx;
}

/**
 * Returns a `cmap` table for Windows Unicode in format 4: a segment per character and the final one that the format
 * requires.
 */
export function characterMap(characters: ReadonlyMap<number, number>): Uint8Array {
  const sorted = [...characters].filter(([code]) => code < 0xffff).sort(([a], [b]) => a - b);
  const count = sorted.length + 1;
  const length = 16 + count * 8;
  const table = new Uint8Array(12 + length);
  const data = new DataView(table.buffer);
  const log = Math.floor(Math.log2(count));
  const header = [0, 1, 3, 1, 0, 12, 4, length, 0, count * 2, 2 << log, log, (count - (1 << log)) * 2];
  header.forEach((value, i) => data.setUint16(i * 2, value));
  const ends = header.length * 2;
  const starts = ends + count * 2 + 2;
  const deltas = starts + count * 2;
  [...sorted, [0xffff, 0] as const].forEach(([code, glyph], i) => {
    data.setUint16(ends + i * 2, code);
    data.setUint16(starts + i * 2, code);
    data.setUint16(deltas + i * 2, (glyph - code) & 0xffff);
  });
  return table;
}

/** Returns an sfnt with these tables, which must be sorted by tag. */
export function assemble(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const header = 12 + tables.size * 16;
  let size = header;
  for (const table of tables.values()) size += (table.length + 3) & ~3;
  const font = new Uint8Array(size);
  const data = new DataView(font.buffer);
  const log = Math.floor(Math.log2(tables.size));
  data.setUint32(0, 0x00010000);
  data.setUint16(4, tables.size);
  data.setUint16(6, 16 << log);
  data.setUint16(8, log);
  data.setUint16(10, (tables.size - (1 << log)) * 16);
  let record = 12;
  let at = header;
  let head = 0;
  let total = 0;
  for (const [tag, table] of tables) {
    const end = at + ((table.length + 3) & ~3);
    font.set(table, at);
    for (let i = 0; i < 4; i++) data.setUint8(record + i, tag.charCodeAt(i));
    const sum = checksum(data, at, end);
    total += sum;
    data.setUint32(record + 4, sum);
    data.setUint32(record + 8, at);
    data.setUint32(record + 12, table.length);
    if (tag === 'head') head = at;
    record += 16;
    at = end;
  }
  data.setUint32(head + HEAD_CHECKSUM, (FILE_CHECKSUM - total - checksum(data, 0, header)) >>> 0);
  return font;
}

/** Returns the sum of the 32-bit words. */
function checksum(data: DataView, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 4) sum = (sum + data.getUint32(at)) >>> 0;
  return sum;
}
