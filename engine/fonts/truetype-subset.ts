/**
 * Subsets of TrueType outlines (OpenType `glyf`), for embedding in PDF files: glyph ids are kept, and of the tables only those that a PDF's reader
 * uses (ISO 32000-1 §9.9). Nearly every font is static and TrueType, and this costs a hundredth of opening the font for hb-subset.
 */
import { readTables, type TableRange } from './sfnt.ts';

const HEAD_CHECKSUM = 8;
const HEAD_LOCA_FORMAT = 50;
/** `head`'s checkSumAdjustment makes the whole file add up to this. */
const FILE_CHECKSUM = 0xb1b0afba;
const MAX_SHORT_OFFSET = 0x1fffe;

/** Flags of a composite glyph's component. */
const WORDS = 1;
const SCALE = 8;
const MORE_COMPONENTS = 0x20;
const XY_SCALE = 0x40;
const TWO_BY_TWO = 0x80;
const INSTRUCTIONS = 0x100;
/** Where a glyph's contours or components begin, behind its bounds. */
const CONTOURS = 10;
const COMPONENTS = 10;

/** A font's tables, read where they lie. Reading outside of them throws a RangeError. */
class Outlines {
  readonly tables: ReadonlyMap<string, TableRange>;
  private readonly bytes: Uint8Array;
  private readonly loca: DataView;
  private readonly glyf: DataView;
  private readonly longOffsets: boolean;
  readonly glyphCount: number;

  constructor(bytes: Uint8Array, tables: ReadonlyMap<string, TableRange>) {
    this.bytes = bytes;
    this.tables = tables;
    this.loca = this.view('loca');
    this.glyf = this.view('glyf');
    this.longOffsets = this.view('head').getInt16(HEAD_LOCA_FORMAT) !== 0;
    this.glyphCount = this.view('maxp').getUint16(4);
  }

  table(tag: string): Uint8Array {
    const range = this.tables.get(tag);
    return range ? this.bytes.subarray(range.offset, range.offset + range.length) : new Uint8Array(0);
  }

  view(tag: string): DataView {
    const table = this.table(tag);
    return new DataView(table.buffer, table.byteOffset, table.byteLength);
  }

  private offset(glyph: number): number {
    if (glyph > this.glyphCount) glyph = this.glyphCount;
    return this.longOffsets ? this.loca.getUint32(glyph * 4) : this.loca.getUint16(glyph * 2) * 2;
  }

  /** A glyph's description; empty when it has no outline. */
  glyph(glyph: number): Uint8Array {
    const start = this.offset(glyph);
    const end = this.offset(glyph + 1);
    if (start > end || end > this.glyf.byteLength) throw new RangeError('a glyph lies outside of its table');
    return new Uint8Array(this.glyf.buffer, this.glyf.byteOffset + start, end - start);
  }

  /** The glyphs that a composite glyph is made of; none for a simple one. */
  components(glyph: number): number[] {
    const data = viewOf(this.glyph(glyph));
    return componentsAt(data).map((at) => data.getUint16(at + 2));
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Where the components of a composite glyph's description begin; none for a simple one. */
function componentsAt(data: DataView): number[] {
  const found: number[] = [];
  if (data.byteLength === 0 || data.getInt16(0) >= 0) return found;
  let at = COMPONENTS;
  let flags = 0;
  do {
    flags = data.getUint16(at);
    found.push(at);
    at = endOfComponent(data, at);
  } while ((flags & MORE_COMPONENTS) !== 0);
  return found;
}

function endOfComponent(data: DataView, at: number): number {
  const flags = data.getUint16(at);
  const end = at + 4 + ((flags & WORDS) !== 0 ? 4 : 2);
  return end + ((flags & SCALE) !== 0 ? 2 : (flags & XY_SCALE) !== 0 ? 4 : (flags & TWO_BY_TWO) !== 0 ? 8 : 0);
}

/** A glyph's description without instructions. */
function unhinted(glyph: Uint8Array): Uint8Array {
  if (glyph.length === 0) return glyph;
  const data = viewOf(glyph);
  const contours = data.getInt16(0);
  if (contours >= 0) {
    const at = CONTOURS + 2 * contours;
    const instructions = data.getUint16(at);
    const bare = new Uint8Array(glyph.length - instructions);
    bare.set(glyph.subarray(0, at));
    bare.set(glyph.subarray(at + 2 + instructions), at + 2);
    return bare;
  }
  const components = componentsAt(data);
  const bare = glyph.slice(0, endOfComponent(data, components[components.length - 1]));
  const flags = viewOf(bare);
  for (const at of components) flags.setUint16(at, flags.getUint16(at) & ~INSTRUCTIONS);
  return bare;
}

/** Whether a face's outlines can be cut down here. */
export function hasTrueTypeOutlines(bytes: Uint8Array, collectionIndex: number): boolean {
  const tables = readTables(bytes, collectionIndex);
  return typeof tables !== 'string' && tables.has('glyf') && tables.has('loca');
}

/**
 * The sfnt with only these glyphs, glyph 0 and what they are composed of having outlines. Ids beyond the font's last glyph become glyphs without
 * ink or advance. null: the font has no `glyf` table, or one that is broken where it is read. `characters`: glyphs by code point, for those who look
 * them up in the font. `hinting`: with the instructions that viewers fit outlines to pixels by.
 */
export function subsetTrueType(
  bytes: Uint8Array,
  collectionIndex: number,
  glyphIds: Iterable<number>,
  characters: ReadonlyMap<number, number> | null = null,
  hinting = true,
): Uint8Array | null {
  const tables = readTables(bytes, collectionIndex);
  if (typeof tables === 'string' || !tables.has('glyf') || !tables.has('loca')) return null;
  try {
    const outlines = new Outlines(bytes, tables);
    const subset = subsetTables(outlines, withComponents(outlines, glyphIds), hinting);
    return assemble(characters === null ? subset : new Map([['cmap', characterMap(characters)], ...subset]));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** 1 for each glyph that is kept. */
function withComponents(outlines: Outlines, glyphIds: Iterable<number>): Uint8Array {
  let count = outlines.glyphCount;
  const waiting = [0];
  for (const glyph of glyphIds) {
    waiting.push(glyph);
    count = Math.max(count, glyph + 1);
  }
  const kept = new Uint8Array(count);
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    if (glyph >= kept.length || kept[glyph] === 1) continue;
    kept[glyph] = 1;
    waiting.push(...outlines.components(glyph));
  }
  return kept.subarray(0, kept.lastIndexOf(1) + 1);
}

function subsetTables(outlines: Outlines, kept: Uint8Array, hinting: boolean): Map<string, Uint8Array> {
  const tables = new Map<string, Uint8Array>();
  const { glyf, loca, long } = subsetGlyphs(outlines, kept, hinting);
  const metrics = subsetMetrics(outlines, kept);
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
    patched(outlines, 'hhea', (data) => data.setUint16(34, metrics.longMetrics)),
  );
  tables.set('hmtx', metrics.hmtx);
  tables.set('loca', loca);
  tables.set(
    'maxp',
    patched(outlines, 'maxp', (data) => data.setUint16(4, kept.length)),
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
  kept: Uint8Array,
  hinting: boolean,
): { readonly glyf: Uint8Array; readonly loca: Uint8Array; readonly long: boolean } {
  const offsets = new Uint32Array(kept.length + 1);
  const described = (glyph: number): Uint8Array => (hinting ? outlines.glyph(glyph) : unhinted(outlines.glyph(glyph)));
  for (let glyph = 0; glyph < kept.length; glyph++) {
    const length = kept[glyph] === 1 ? described(glyph).length : 0;
    offsets[glyph + 1] = offsets[glyph]! + ((length + 3) & ~3);
  }
  const size = offsets[kept.length]!;
  const glyf = new Uint8Array(size);
  for (let glyph = 0; glyph < kept.length; glyph++) if (kept[glyph] === 1) glyf.set(described(glyph), offsets[glyph]);
  const long = size > MAX_SHORT_OFFSET;
  const loca = new Uint8Array(offsets.length * (long ? 4 : 2));
  const data = new DataView(loca.buffer);
  offsets.forEach((offset, glyph) =>
    long ? data.setUint32(glyph * 4, offset) : data.setUint16(glyph * 2, offset / 2),
  );
  return { glyf, loca, long };
}

/** The advances and side bearings of the glyphs that are kept; zeros elsewhere, which deflate to nothing. */
function subsetMetrics(
  outlines: Outlines,
  kept: Uint8Array,
): { readonly hmtx: Uint8Array; readonly longMetrics: number } {
  const given = outlines.view('hhea').getUint16(34);
  // Glyphs that aren't the font's own have no advance, so none may share the font's last one.
  if (kept.length > outlines.glyphCount) return longMetricsOf(outlines, kept, given);
  const longMetrics = Math.min(kept.length, given);
  const source = outlines.table('hmtx');
  const hmtx = new Uint8Array(longMetrics * 4 + (kept.length - longMetrics) * 2);
  for (let glyph = 0; glyph < kept.length; glyph++) {
    if (kept[glyph] === 0) continue;
    const at = glyph < longMetrics ? glyph * 4 : longMetrics * 4 + (glyph - longMetrics) * 2;
    hmtx.set(source.subarray(at, at + (glyph < longMetrics ? 4 : 2)), at);
  }
  // Glyphs beyond share the last long metric's advance.
  if (longMetrics > 0 && longMetrics < kept.length)
    hmtx.set(source.subarray(longMetrics * 4 - 4, longMetrics * 4), longMetrics * 4 - 4);
  return { hmtx, longMetrics };
}

/** The same with an advance for every glyph; the font has `given` of them, of which the last is that of all glyphs beyond. */
function longMetricsOf(
  outlines: Outlines,
  kept: Uint8Array,
  given: number,
): { readonly hmtx: Uint8Array; readonly longMetrics: number } {
  const source = outlines.table('hmtx');
  const hmtx = new Uint8Array(kept.length * 4);
  for (let glyph = 0; glyph < Math.min(kept.length, outlines.glyphCount); glyph++) {
    if (kept[glyph] === 0) continue;
    const isLong = glyph < given;
    const advance = (isLong ? glyph : given - 1) * 4;
    const bearing = isLong ? glyph * 4 + 2 : given * 4 + (glyph - given) * 2;
    hmtx.set(source.subarray(advance, advance + 2), glyph * 4);
    hmtx.set(source.subarray(bearing, bearing + 2), glyph * 4 + 2);
  }
  return { hmtx, longMetrics: kept.length };
}

/** A `cmap` table for Windows' Unicode, in format 4: a segment for each character, and the last one that the format asks for. */
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

/** An sfnt of some tables, which are given in the order of their tags. */
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

/** The sum of 32-bit words. */
function checksum(data: DataView, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 4) sum = (sum + data.getUint32(at)) >>> 0;
  return sum;
}
