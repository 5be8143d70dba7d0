/**
 * Reads the names and the character coverage of installed fonts (OpenType `name` and `cmap`) without reading whole
 * files: a machine may have thousands of them.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The names of a face, and the location of its character table. */
export interface FaceEntry {
  readonly path: string;
  /** Index in a collection. */
  readonly index: number;
  /** Family names in all languages, in lower case. */
  readonly families: readonly string[];
  /** Full and PostScript names, in lower case. */
  readonly names: readonly string[];
  readonly cmap: Range;
}

/** A table's place in its file. */
interface Range {
  readonly offset: number;
  readonly length: number;
}

/** Limits for broken files. */
const MAX_FACES = 256;
const MAX_TABLES = 256;
const MAX_NAME_TABLE = 1_000_000;
const MAX_CMAP = 4_000_000;
const MAX_NAME_BYTES = 512;

const COLLECTION = 0x74746366;
const VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74727565]);
/** `name` IDs: family and typographic family; full name and PostScript name. */
const FAMILY_IDS: ReadonlySet<number> = new Set([1, 16]);
const NAME_IDS: ReadonlySet<number> = new Set([4, 6]);
const MACINTOSH = 1;

/** Returns the faces of a font file; none if it can't be read. */
export function facesOf(path: string): FaceEntry[] {
  try {
    return withFile(path, (file) =>
      faceOffsets(file).flatMap((offset, index) => {
        const face = faceAt(file, offset);
        return face === null ? [] : [{ path, index, ...face }];
      }),
    );
  } catch {
    // Other programs install these files, so a broken one isn't an error of the document.
    return [];
  }
}

/** Returns the code points of a face as `[first, last, ...]`; none if they can't be read. */
export function coverageOf({ path, cmap }: FaceEntry): readonly number[] {
  try {
    return withFile(path, (file) => rangesOf(file.read(cmap.offset, Math.min(cmap.length, MAX_CMAP))));
  } catch {
    return [];
  }
}

interface FontFileReader {
  /** Returns a part of the file. @throws RangeError if it ends outside the file */
  read(offset: number, length: number): DataView;
}

function withFile<T>(path: string, work: (file: FontFileReader) => T): T {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    return work({
      read: (offset, length) => {
        if (offset + length > size) throw new RangeError(`${path} ends within a table`);
        const bytes = new Uint8Array(length);
        readSync(file, bytes, 0, length, offset);
        return new DataView(bytes.buffer);
      },
    });
  } finally {
    closeSync(file);
  }
}

function faceOffsets(file: FontFileReader): number[] {
  const head = file.read(0, 12);
  if (head.getUint32(0) !== COLLECTION) return [0];
  const count = Math.min(head.getUint32(8), MAX_FACES);
  const offsets = file.read(12, 4 * count);
  return Array.from({ length: count }, (_, i) => offsets.getUint32(4 * i));
}

function faceAt(file: FontFileReader, offset: number): Pick<FaceEntry, 'families' | 'names' | 'cmap'> | null {
  const head = file.read(offset, 12);
  if (!VERSIONS.has(head.getUint32(0))) return null;
  const count = Math.min(head.getUint16(4), MAX_TABLES);
  const records = file.read(offset + 12, 16 * count);
  const tables = new Map<string, Range>();
  for (let at = 0; at < 16 * count; at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((i) => records.getUint8(at + i)));
    tables.set(tag, { offset: records.getUint32(at + 8), length: records.getUint32(at + 12) });
  }
  const name = tables.get('name');
  const cmap = tables.get('cmap');
  if (name === undefined || cmap === undefined) return null;
  return { ...namesOf(file.read(name.offset, Math.min(name.length, MAX_NAME_TABLE))), cmap };
}

function namesOf(table: DataView): Pick<FaceEntry, 'families' | 'names'> {
  const families = new Set<string>();
  const names = new Set<string>();
  const count = table.getUint16(2);
  const strings = table.getUint16(4);
  for (let at = 6; at < 6 + 12 * count && at + 12 <= table.byteLength; at += 12) {
    const id = table.getUint16(at + 6);
    const kind = FAMILY_IDS.has(id) ? families : NAME_IDS.has(id) ? names : null;
    const from = strings + table.getUint16(at + 10);
    const length = Math.min(table.getUint16(at + 8), MAX_NAME_BYTES);
    if (kind === null || from + length > table.byteLength) continue;
    const isMacintosh = table.getUint16(at) === MACINTOSH;
    const name = isMacintosh ? asciiAt(table, from, length) : unicodeAt(table, from, length);
    if (name !== '') kind.add(name.toLowerCase());
  }
  return { families: [...families], names: [...names] };
}

function unicodeAt(table: DataView, from: number, length: number): string {
  let text = '';
  for (let at = from; at + 2 <= from + length; at += 2) text += String.fromCharCode(table.getUint16(at));
  return text;
}

/** Returns a name in a Macintosh encoding. Names with other characters than ASCII have a Unicode record too. */
function asciiAt(table: DataView, from: number, length: number): string {
  let text = '';
  for (let at = from; at < from + length; at++) {
    if (table.getUint8(at) > 0x7f) return '';
    text += String.fromCharCode(table.getUint8(at));
  }
  return text;
}

/** Returns the ranges of the best subtable: all of Unicode (format 12), or its Basic Multilingual Plane (format 4). */
function rangesOf(cmap: DataView): number[] {
  const offsets: number[] = [];
  const count = cmap.getUint16(2);
  for (let at = 4; at < 4 + 8 * count && at + 8 <= cmap.byteLength; at += 8) {
    const platform = cmap.getUint16(at);
    const encoding = cmap.getUint16(at + 2);
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    const offset = cmap.getUint32(at + 4);
    if (isUnicode && offset + 16 <= cmap.byteLength) offsets.push(offset);
  }
  const whole = offsets.find((at) => cmap.getUint16(at) === 12);
  if (whole !== undefined) return groupsOf(cmap, whole);
  const basic = offsets.find((at) => cmap.getUint16(at) === 4);
  return basic === undefined ? [] : segmentsOf(cmap, basic);
}

function groupsOf(cmap: DataView, at: number): number[] {
  const ranges: number[] = [];
  const end = Math.min(at + 16 + 12 * cmap.getUint32(at + 12), cmap.byteLength - 11);
  for (let group = at + 16; group < end; group += 12) ranges.push(cmap.getUint32(group), cmap.getUint32(group + 4));
  return ranges;
}

function segmentsOf(cmap: DataView, at: number): number[] {
  const ranges: number[] = [];
  const size = cmap.getUint16(at + 6);
  for (let i = 0; i < size && at + 16 + size + i + 2 <= cmap.byteLength; i += 2) {
    const last = cmap.getUint16(at + 14 + i);
    const first = cmap.getUint16(at + 16 + size + i);
    // The last segment only ends the list.
    if (first !== 0xffff) ranges.push(first, last);
  }
  return ranges;
}
