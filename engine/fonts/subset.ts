/**
 * Subsets fonts for embedding. This module assigns the requested glyph ids. For variable fonts, hb-subset first pins
 * the axes at the face's settings. For CFF outlines, it first removes unused glyphs.
 *
 * Text extraction needs several ids for one glyph, gaps and wider advances, which neither hb-subset nor fontkit offers.
 * PERF: TrueType takes a seventh of hb-subset's time and a twentieth of fontkit's, at the same size after deflating (38
 * fonts). fontkit can't subset variable fonts and fonts with color layers.
 */
import { assertInvariant } from '../invariant.ts';
import { host } from '../platform/host.ts';
import { growMemory, type WasmFunction } from '../platform/wasm-memory.ts';
import { subsetCff } from './cff-subset.ts';
import type { FontFace } from './font-face.ts';
import { tagNumber } from './harfbuzz-module.ts';
import { readTables } from './table-directory.ts';
import { NO_GLYPH, subsetTrueType } from './truetype-subset.ts';

/**
 * `hb_subset_flags_t`: keep glyph ids, skip glyphs only reachable through substitution, drop instructions, and inline
 * CFF subroutines.
 */
const NO_HINTING = 1;
const RETAIN_GIDS = 2;
const DESUBROUTINIZE = 4;
const NOTDEF_OUTLINE = 0x40;
const NO_LAYOUT_CLOSURE = 0x200;
/** `hb_subset_sets_t`. */
const SETS_DROP_TABLE_TAG = 3;
const MEMORY_MODE_READONLY = 1;

/** Layout and naming tables are unused once glyphs are selected and positioned. */
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

/** An hb-subset instance with its open fonts. */
class Subsetter {
  private readonly call: Record<string, WasmFunction>;
  private readonly memory: WebAssembly.Memory;
  private readonly opened = new Map<FontFace, number>();

  constructor() {
    const compiled = host().module('wasm/harfbuzz-subset.wasm');
    assertInvariant(compiled !== null, 'HarfBuzz is among the assets');
    const { exports } = new WebAssembly.Instance(compiled as WebAssembly.Module, {});
    this.call = exports as Record<string, WasmFunction>;
    this.memory = exports['memory'] as WebAssembly.Memory;
    this.call['_initialize']!();
  }

  /** Returns null if hb-subset rejects the font or runs out of memory. */
  subset(face: FontFace, glyphIds: Iterable<number>, flags: number): Uint8Array | null {
    const { call } = this;
    const source = this.open(face);
    const input = source === 0 ? 0 : call['hb_subset_input_create_or_fail']!();
    if (input === 0) return null;
    this.describe(input, source, face, glyphIds, flags);
    const subset = call['hb_subset_or_fail']!(source, input);
    call['hb_subset_input_destroy']!(input);
    if (subset === 0) return null;
    const result = call['hb_face_reference_blob']!(subset);
    const length = call['hb_blob_get_length']!(result);
    const data = call['hb_blob_get_data']!(result, 0);
    const font = new Uint8Array(this.memory.buffer, data, length).slice();
    call['hb_blob_destroy']!(result);
    call['hb_face_destroy']!(subset);
    return font;
  }

  private open(face: FontFace): number {
    const known = this.opened.get(face);
    if (known !== undefined) return known;
    const { call, memory } = this;
    const { bytes } = face;
    let address = call['malloc']!(bytes.length);
    if (address === 0 && growMemory(memory, memory.buffer.byteLength + bytes.length) === 1)
      address = call['malloc']!(bytes.length);
    if (address === 0) return 0;
    new Uint8Array(memory.buffer).set(bytes, address);
    const blob = call['hb_blob_create']!(address, bytes.length, MEMORY_MODE_READONLY, 0, 0);
    const source = call['hb_face_create']!(blob, face.collectionIndex);
    this.opened.set(face, source);
    return source;
  }

  private describe(input: number, source: number, face: FontFace, glyphIds: Iterable<number>, flags: number): void {
    const { call } = this;
    call['hb_subset_input_set_flags']!(input, RETAIN_GIDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE | flags);
    const glyphs = call['hb_subset_input_glyph_set']!(input);
    call['hb_set_add']!(glyphs, 0);
    for (const glyph of glyphIds) call['hb_set_add']!(glyphs, glyph);
    const dropped = call['hb_subset_input_set']!(input, SETS_DROP_TABLE_TAG);
    for (const tag of DROPPED_TABLES) call['hb_set_add']!(dropped, tagNumber(tag));
    if (face.variations.length === 0) return;
    call['hb_subset_input_pin_all_axes_to_default']!(input, source);
    for (const { tag, value } of face.variations)
      call['hb_subset_input_pin_axis_location']!(input, source, tagNumber(tag), value);
  }
}

/** Keeps the bundled fonts open: they are few, trusted, and in nearly every document. */
let bundled: Subsetter | null = null;

/** Extra advance of some glyphs in font units, by new id. */
export type WiderGlyphs = ReadonlyMap<number, number>;

/** A face reduced to some glyphs. */
export interface FontSubset {
  /** An sfnt or a bare CFF table. */
  readonly bytes: Uint8Array;
  readonly isCff: boolean;
  /** Whether the glyphs have the requested ids instead of their original ones. */
  readonly isRenumbered: boolean;
}

/**
 * Subsets a face to these glyphs and their components. `glyphs` are given by new id, with `NO_GLYPH` for unused ids.
 * Glyph 0 is always included. If hb-subset rejects the font, the result is the whole font. Document fonts may be
 * hostile, so they get a fresh instance whose memory is freed with it.
 */
export const subsetFont = (face: FontFace, glyphs: readonly number[], wider?: WiderGlyphs): FontSubset =>
  cutDown(face, glyphs, wider, true);

/** Like `subsetFont`, but without hinting instructions. */
export const subsetUnhinted = (face: FontFace, glyphs: readonly number[], wider?: WiderGlyphs): FontSubset =>
  cutDown(face, glyphs, wider, false);

function cutDown(
  face: FontFace,
  glyphs: readonly number[],
  wider: WiderGlyphs = NONE_WIDER,
  hinting: boolean,
): FontSubset {
  const isStatic = face.variations.length === 0;
  const outlines = isStatic ? subsetTrueType(face.bytes, face.collectionIndex, glyphs, null, hinting, wider) : null;
  if (outlines !== null) return { bytes: outlines, isCff: false, isRenumbered: true };
  const subsetter = face.isBundled ? (bundled ??= new Subsetter()) : new Subsetter();
  const used = glyphs.filter((glyph) => glyph !== NO_GLYPH);
  // The advance of a CFF outline that starts with a subroutine can't be changed.
  const flags = (hinting ? 0 : NO_HINTING) | (wider.size > 0 ? DESUBROUTINIZE : 0);
  const font = subsetter.subset(face, used, flags);
  if (font === null) {
    const cff = cffTable(face.bytes, face.collectionIndex);
    return { bytes: cff ?? face.bytes, isCff: cff !== null, isRenumbered: false };
  }
  const cff = cffTable(font, 0);
  const renumbered =
    cff === null
      ? subsetTrueType(font, 0, glyphs, null, hinting, wider)
      : subsetCff(cff, face.metrics.unitsPerEm, glyphs, wider);
  return { bytes: renumbered ?? cff ?? font, isCff: cff !== null, isRenumbered: renumbered !== null };
}

const NONE_WIDER: WiderGlyphs = new Map();

/**
 * Returns whether a face's glyphs can get new and multiple ids. Only the table directory is checked, not the outlines.
 */
export function canRenumber({ bytes, collectionIndex }: FontFace): boolean {
  const tables = readTables(bytes, collectionIndex);
  return typeof tables !== 'string' && (tables.has('CFF ') || (tables.has('glyf') && tables.has('loca')));
}

function cffTable(bytes: Uint8Array, index: number): Uint8Array | null {
  const tables = readTables(bytes, index);
  const range = typeof tables === 'string' ? undefined : tables.get('CFF ');
  return range ? bytes.subarray(range.offset, range.offset + range.length) : null;
}
