/**
 * Font subsets for embedding, by hb-subset. Glyph ids are kept, so that a CID in the PDF is the original glyph id; variation axes are
 * pinned at the face's settings; CFF outlines stay CFF.
 */
import { assert } from '../errors.ts';
import { readPackageFile } from '../platform/files.ts';
import { makeCharsetIdentity } from './cff-charset.ts';
import type { FontFace } from './face.ts';
import { growMemory, tagNumber } from './harfbuzz.ts';
import { readDirectory } from './sfnt.ts';

/**
 * `hb_subset_flags_t`: glyph ids as they were, no glyphs that only substitutions would reach. Hinting instructions stay: viewers use them.
 */
const RETAIN_GIDS = 2;
const NOTDEF_OUTLINE = 0x40;
const NO_LAYOUT_CLOSURE = 0x200;
/** `hb_subset_sets_t`. */
const SETS_DROP_TABLE_TAG = 3;
const MEMORY_MODE_READONLY = 1;

/** Layout and naming tables mean nothing once glyphs are chosen and placed. */
const DROPPED_TABLES = [
  'GSUB',
  'GPOS',
  'GDEF',
  'kern',
  'BASE',
  'JSTF',
  'MATH',
  'STAT',
  'DSIG',
  'COLR',
  'CPAL',
  'SVG ',
  'CBDT',
  'CBLC',
  'sbix',
  'meta',
  'gasp',
  'hdmx',
  'VDMX',
  'LTSH',
  'PCLT',
  'morx',
  'mort',
  'kerx',
  'feat',
  'trak',
  'name',
];

type WasmFunction = (...args: number[]) => number;

/** Compiled once a process; immutable. */
let compiled: WebAssembly.Module | null = null;

/**
 * The sfnt of a face with only these glyphs (and what they are composed of) having outlines. Glyph 0 is always in. Falls back to the
 * whole font when hb-subset refuses it.
 */
export function subsetFont(face: FontFace, glyphIds: Iterable<number>): Uint8Array {
  if (compiled === null) {
    const bytes = readPackageFile('harfbuzzjs/dist/harfbuzz-subset.wasm');
    assert(bytes !== null, 'harfbuzzjs is installed');
    compiled = new WebAssembly.Module(bytes);
  }
  // A fresh instance each time: fonts may be hostile, and its memory goes with it.
  const { exports } = new WebAssembly.Instance(compiled, {});
  const call = exports as Record<string, WasmFunction>;
  const memory = exports['memory'] as WebAssembly.Memory;
  call['_initialize']!();

  const { bytes } = face;
  let address = call['malloc']!(bytes.length);
  if (address === 0 && growMemory(memory, memory.buffer.byteLength + bytes.length) === 1)
    address = call['malloc']!(bytes.length);
  if (address === 0) return bytes;
  new Uint8Array(memory.buffer).set(bytes, address);
  const blob = call['hb_blob_create']!(address, bytes.length, MEMORY_MODE_READONLY, 0, 0);
  const source = call['hb_face_create']!(blob, face.collectionIndex);
  const input = call['hb_subset_input_create_or_fail']!();
  if (input === 0) return bytes;

  call['hb_subset_input_set_flags']!(input, RETAIN_GIDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE);
  const glyphs = call['hb_subset_input_glyph_set']!(input);
  call['hb_set_add']!(glyphs, 0);
  for (const glyph of glyphIds) call['hb_set_add']!(glyphs, glyph);
  const dropped = call['hb_subset_input_set']!(input, SETS_DROP_TABLE_TAG);
  for (const tag of DROPPED_TABLES) call['hb_set_add']!(dropped, tagNumber(tag));
  if (face.variations.length > 0) {
    call['hb_subset_input_pin_all_axes_to_default']!(input, source);
    for (const { tag, value } of face.variations)
      call['hb_subset_input_pin_axis_location']!(input, source, tagNumber(tag), value);
  }

  const subset = call['hb_subset_or_fail']!(source, input);
  if (subset === 0) return bytes;
  const result = call['hb_face_reference_blob']!(subset);
  const length = call['hb_blob_get_length']!(result);
  const data = call['hb_blob_get_data']!(result, 0);
  const font = new Uint8Array(memory.buffer, data, length).slice();
  const directory = readDirectory(font, 0);
  const cff = typeof directory === 'string' ? undefined : directory.tables.get('CFF ');
  if (cff) makeCharsetIdentity(font.subarray(cff.offset, cff.offset + cff.length));
  return font;
}
