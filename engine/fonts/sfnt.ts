/**
 * Reads the sfnt container (OpenType §"Font file"). It checks the table directory before anything else reads the font,
 * and reads the few name and metrics tables that the engine needs. HarfBuzz reads and checks all other tables.
 */
import type { FaceMetrics } from './face.ts';

/** The maximum size in bytes of a font, encoded or decoded. */
export const MAX_FONT_BYTES = 30_000_000;
const MAX_TABLES = 256;
const MAX_COLLECTION = 256;
/** The maximum nesting depth of composite glyphs. */
const MAX_COMPOSITE_DEPTH = 8;
const MAX_COMPONENTS = 256;

export interface TableRange {
  readonly offset: number;
  readonly length: number;
}

export interface SfntDirectory {
  readonly tables: ReadonlyMap<string, TableRange>;
  readonly cff: boolean;
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const tagAt = (data: DataView, at: number): string =>
  String.fromCharCode(data.getUint8(at), data.getUint8(at + 1), data.getUint8(at + 2), data.getUint8(at + 3));

/** Returns the offsets of a file's faces: one for a font, several for a collection, none for other files. */
function faceOffsets(bytes: Uint8Array): number[] {
  if (bytes.length < 12) return [];
  const data = view(bytes);
  if (tagAt(data, 0) !== 'ttcf') return [0];
  const count = Math.min(data.getUint32(8), MAX_COLLECTION);
  const offsets: number[] = [];
  for (let i = 0; i < count && 12 + i * 4 + 4 <= bytes.length; i++) offsets.push(data.getUint32(12 + i * 4));
  return offsets;
}

const SFNT_VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f /* OTTO */, 0x74727565 /* true */]);
const REQUIRED = ['head', 'hhea', 'hmtx', 'maxp', 'cmap'];

/**
 * Returns the table ranges of a face, or a message that describes the problem. The contents of the tables aren't
 * checked.
 */
export function readTables(bytes: Uint8Array, collectionIndex: number): ReadonlyMap<string, TableRange> | string {
  const at = faceOffsets(bytes)[collectionIndex];
  if (at === undefined || at + 12 > bytes.length) return 'it is not a font file';
  const data = view(bytes);
  if (!SFNT_VERSIONS.has(data.getUint32(at))) return 'it is not a font file';
  const count = data.getUint16(at + 4);
  if (count === 0 || count > MAX_TABLES || at + 12 + count * 16 > bytes.length) return 'its table directory is broken';
  const tables = new Map<string, TableRange>();
  for (let i = 0; i < count; i++) {
    const record = at + 12 + i * 16;
    const offset = data.getUint32(record + 8);
    const length = data.getUint32(record + 12);
    if (offset + length > bytes.length) return `its table ${JSON.stringify(tagAt(data, record))} ends outside the file`;
    tables.set(tagAt(data, record), { offset, length });
  }
  return tables;
}

/**
 * Returns the table directory of a face after checking that its tables suffice for layout and PDF readers. Returns a
 * message if they don't.
 */
export function readDirectory(bytes: Uint8Array, collectionIndex: number): SfntDirectory | string {
  if (bytes.length > MAX_FONT_BYTES) return 'it is larger than 30 MB';
  const tables = readTables(bytes, collectionIndex);
  if (typeof tables === 'string') return tables;
  const data = view(bytes);
  for (const tag of REQUIRED) if (!tables.has(tag)) return `it has no ${tag} table`;
  const cff = tables.has('CFF ') || tables.has('CFF2');
  if (!cff && !(tables.has('glyf') && tables.has('loca'))) return 'it has no outlines';
  const broken = checkSizes(data, tables) ?? (cff ? null : checkGlyphs(data, tables));
  return broken ?? { tables, cff };
}

/** Checks that the counts in maxp, hhea and loca agree with the tables' sizes. */
function checkSizes(data: DataView, tables: ReadonlyMap<string, TableRange>): string | null {
  const head = tables.get('head')!;
  const hhea = tables.get('hhea')!;
  const maxp = tables.get('maxp')!;
  if (head.length < 54 || hhea.length < 36 || maxp.length < 6) return 'its head, hhea or maxp table is too short';
  const glyphs = data.getUint16(maxp.offset + 4);
  const longMetrics = data.getUint16(hhea.offset + 34);
  const unitsPerEm = data.getUint16(head.offset + 18);
  if (unitsPerEm < 16 || unitsPerEm > 16384) return 'its units per em are out of range';
  if (glyphs === 0 || longMetrics === 0 || longMetrics > glyphs) return 'its glyph counts are broken';
  if (tables.get('hmtx')!.length < longMetrics * 4) return 'its hmtx table is too short';
  const loca = tables.get('loca');
  if (loca && loca.length < (glyphs + 1) * (data.getInt16(head.offset + 50) === 0 ? 2 : 4))
    return 'its loca table is too short';
  return null;
}

/**
 * Rejects composite glyphs that are nested deeply, form cycles or have thousands of components, because PDF readers
 * resolve them too.
 */
function checkGlyphs(data: DataView, tables: ReadonlyMap<string, TableRange>): string | null {
  const glyf = tables.get('glyf')!;
  const loca = tables.get('loca')!.offset;
  const count = data.getUint16(tables.get('maxp')!.offset + 4);
  const short = data.getInt16(tables.get('head')!.offset + 50) === 0;
  const start = (glyph: number): number =>
    short ? data.getUint16(loca + glyph * 2) * 2 : data.getUint32(loca + glyph * 4);
  /** 0: not visited, 255: being visited, else 1 + depth. */
  const depths = new Uint8Array(count);

  const depthOf = (glyph: number, level: number): number => {
    if (glyph >= count) return 0;
    if (depths[glyph] === 255 || level > MAX_COMPOSITE_DEPTH) return Infinity;
    if (depths[glyph] !== 0) return depths[glyph]! - 1;
    const from = start(glyph);
    const to = start(glyph + 1);
    if (to <= from || to > glyf.length || to - from < 10 || data.getInt16(glyf.offset + from) >= 0) {
      depths[glyph] = 1;
      return 0;
    }
    depths[glyph] = 255;
    let depth = 1;
    let parts = 0;
    for (let at = from + 10; at + 4 <= to && parts < MAX_COMPONENTS; parts++) {
      const flags = data.getUint16(glyf.offset + at);
      depth = Math.max(depth, 1 + depthOf(data.getUint16(glyf.offset + at + 2), level + 1));
      at +=
        4 +
        ((flags & 1) !== 0 ? 4 : 2) +
        ((flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0);
      if ((flags & 0x20) === 0) break;
    }
    if (depth > MAX_COMPOSITE_DEPTH || parts >= MAX_COMPONENTS) return Infinity;
    depths[glyph] = depth + 1;
    return depth;
  };
  for (let glyph = 0; glyph < count; glyph++)
    if (depthOf(glyph, 0) === Infinity) return 'its composite glyphs nest too deeply';
  return null;
}

/** The facts that the name, head and OS/2 tables contain about a face. */
export interface FaceNames {
  readonly family: string;
  readonly postscriptName: string;
  readonly fullName: string;
  readonly weight: number;
  readonly italic: boolean;
  /** In per cent. */
  readonly stretch: number;
}

const STRETCHES = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

export function readNames(bytes: Uint8Array, directory: SfntDirectory): FaceNames {
  const data = view(bytes);
  const os2 = directory.tables.get('OS/2');
  const head = directory.tables.get('head')!;
  const hasOs2 = os2 !== undefined && os2.length >= 64;
  const weight = hasOs2 ? data.getUint16(os2.offset + 4) : 400;
  const width = hasOs2 ? data.getUint16(os2.offset + 6) : 5;
  const italic = hasOs2
    ? (data.getUint16(os2.offset + 62) & 0x201) !== 0
    : (data.getUint16(head.offset + 44) & 2) !== 0;
  const name = directory.tables.get('name');
  const text = (id: number): string => (name ? nameText(data, name, id) : '');
  return {
    family: text(16) || text(1),
    postscriptName: text(6),
    fullName: text(4),
    weight: weight >= 1 && weight <= 1000 ? weight : 400,
    italic,
    stretch: STRETCHES[width - 1] ?? 100,
  };
}

/** Returns an English name record, else any Unicode one. */
function nameText(data: DataView, table: TableRange, id: number): string {
  if (table.length < 6) return '';
  const count = Math.min(data.getUint16(table.offset + 2), 1024);
  const storage = data.getUint16(table.offset + 4);
  let found = '';
  for (let i = 0; i < count && 6 + i * 12 + 12 <= table.length; i++) {
    const at = table.offset + 6 + i * 12;
    const platform = data.getUint16(at);
    if (data.getUint16(at + 6) !== id) continue;
    const length = Math.min(data.getUint16(at + 8), 512);
    const from = storage + data.getUint16(at + 10);
    if (from + length > table.length) continue;
    const wide = platform === 0 || platform === 3;
    let text = '';
    for (let k = 0; k + (wide ? 2 : 1) <= length; k += wide ? 2 : 1) {
      text += String.fromCharCode(
        wide ? data.getUint16(table.offset + from + k) : data.getUint8(table.offset + from + k),
      );
    }
    if (platform === 3 && data.getUint16(at + 4) === 0x409) return text;
    if (found === '') found = text;
  }
  return found;
}

/** The metrics that tables provide directly. Advances and missing heights are measured from glyphs. */
export type TableMetrics = Omit<FaceMetrics, 'zeroAdvance' | 'icAdvance' | 'spaceAdvance'>;

/** OS/2 fsSelection bit 7. */
const USE_TYPO_METRICS = 1 << 7;

/**
 * Returns the hhea metrics, or those of OS/2 like FreeType and Skia. The typographic ones apply if the font requests
 * them, the Windows ones if hhea has none. An x-height or cap height of 0 must be measured from glyphs.
 */
export function readTableMetrics(bytes: Uint8Array, directory: SfntDirectory): TableMetrics {
  const data = view(bytes);
  const at = (tag: string): number => directory.tables.get(tag)!.offset;
  const unitsPerEm = data.getUint16(at('head') + 18);
  let ascent = data.getInt16(at('hhea') + 4);
  let descent = -data.getInt16(at('hhea') + 6);
  let lineGap = data.getInt16(at('hhea') + 8);
  let typoAscent = 0;
  let typoDescent = 0;
  let xHeight = 0;
  let capHeight = 0;
  let averageAdvance = 0;
  let strikeoutThickness = Math.round(unitsPerEm / 20);
  let strikeoutPosition = Math.round(unitsPerEm / 4);
  const os2 = directory.tables.get('OS/2');
  if (os2 && os2.length >= 78) {
    const version = data.getUint16(os2.offset);
    const typo = {
      ascent: data.getInt16(os2.offset + 68),
      descent: -data.getInt16(os2.offset + 70),
      lineGap: data.getInt16(os2.offset + 72),
    };
    averageAdvance = Math.max(0, data.getInt16(os2.offset + 2));
    typoAscent = typo.ascent;
    typoDescent = typo.descent;
    const win = { ascent: data.getUint16(os2.offset + 74), descent: data.getUint16(os2.offset + 76) };
    const missing = ascent === 0 && descent === 0;
    if (
      (data.getUint16(os2.offset + 62) & USE_TYPO_METRICS) !== 0 ||
      (missing && (typo.ascent !== 0 || typo.descent !== 0))
    ) {
      ({ ascent, descent, lineGap } = typo);
    } else if (missing) {
      ({ ascent, descent } = win);
      lineGap = 0;
    }
    strikeoutThickness = data.getInt16(os2.offset + 26) || strikeoutThickness;
    strikeoutPosition = data.getInt16(os2.offset + 28) || strikeoutPosition;
    if (version >= 2 && version !== 0xffff && os2.length >= 90) {
      xHeight = Math.max(0, data.getInt16(os2.offset + 86));
      capHeight = Math.max(0, data.getInt16(os2.offset + 88));
    }
  }
  const post = directory.tables.get('post');
  const hasPost = post !== undefined && post.length >= 12;
  return {
    unitsPerEm,
    ascent,
    descent,
    lineGap,
    typoAscent,
    typoDescent,
    xHeight,
    capHeight,
    averageAdvance,
    boundsWidth: Math.max(0, data.getInt16(at('head') + 40) - data.getInt16(at('head') + 36)),
    strikeoutPosition,
    strikeoutThickness,
    underlinePosition: hasPost ? data.getInt16(post.offset + 8) : -Math.round(unitsPerEm / 10),
    underlineThickness: hasPost ? data.getInt16(post.offset + 10) : Math.round(unitsPerEm / 20),
  };
}
