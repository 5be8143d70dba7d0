/**
 * Reads the table directory of sfnt fonts (OpenType §"Font file"). Subsetting copies tables by their ranges, and every
 * font is checked here before fontkit and HarfBuzz open it.
 */

/** The maximum size in bytes of a font, encoded or decoded. */
export const MAX_FONT_BYTES = 30_000_000;
const MAX_TABLES = 256;
const MAX_COLLECTION = 256;

export interface TableRange {
  readonly offset: number;
  readonly length: number;
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const tagAt = (data: DataView, at: number): string =>
  String.fromCharCode(data.getUint8(at), data.getUint8(at + 1), data.getUint8(at + 2), data.getUint8(at + 3));

/** Returns the offsets of a file's faces: one for a font, up to 256 for a collection, none for other files. */
function faceOffsets(bytes: Uint8Array): number[] {
  if (bytes.length < 12) return [];
  const data = view(bytes);
  if (tagAt(data, 0) !== 'ttcf') return [0];
  const count = data.getUint32(8);
  if (count > MAX_COLLECTION) return [];
  const offsets: number[] = [];
  for (let i = 0; i < count && 12 + i * 4 + 4 <= bytes.length; i++) offsets.push(data.getUint32(12 + i * 4));
  return offsets;
}

const SFNT_VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f /* OTTO */, 0x74727565 /* true */]);
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
