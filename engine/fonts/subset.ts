/**
 * Font subsets for embedding. TrueType outlines get the glyph ids that they are asked for, by our own code; hb-subset does the rest: variation axes are
 * pinned at the face's settings, and CFF outlines stay CFF, with their glyph ids.
 */
import { assertInvariant } from '../invariant.ts';
import { host } from '../platform/host.ts';
import { growMemory, type WasmFunction } from '../platform/wasm-memory.ts';
import { makeCharsetIdentity } from './cff-charset.ts';
import type { FontFace } from './face.ts';
import { tagNumber } from './harfbuzz-module.ts';
import { readTables } from './sfnt.ts';
import { NO_GLYPH, subsetTrueType } from './truetype-subset.ts';

/**
 * `hb_subset_flags_t`: glyph ids as they were, no glyphs that only substitutions would reach; without instructions where they aren't wanted.
 */
const NO_HINTING = 1;
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

/** An instance of hb-subset with the fonts that it has open. */
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

  /** null: hb-subset refuses the font, or has no room for it. */
  subset(face: FontFace, glyphIds: Iterable<number>, hinting: boolean): Uint8Array | null {
    const { call } = this;
    const source = this.open(face);
    const input = source === 0 ? 0 : call['hb_subset_input_create_or_fail']!();
    if (input === 0) return null;
    this.describe(input, source, face, glyphIds, hinting);
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

  private describe(input: number, source: number, face: FontFace, glyphIds: Iterable<number>, hinting: boolean): void {
    const { call } = this;
    call['hb_subset_input_set_flags']!(
      input,
      RETAIN_GIDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE | (hinting ? 0 : NO_HINTING),
    );
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

/** Font units by which the advances of some glyphs are more than the font's own, by the ids that they shall have; only where these are given. */
export type WiderGlyphs = ReadonlyMap<number, number>;

/** A face cut down to some glyphs. */
export interface FontSubset {
  /** An sfnt. */
  readonly bytes: Uint8Array;
  /** Do the glyphs have the ids that were asked for? Else they have kept their own. */
  readonly isRenumbered: boolean;
}

/**
 * A face with only these glyphs (and what they are composed of) having outlines. `glyphs`: by the ids that they shall have, `NO_GLYPH` where none has one;
 * CFF outlines keep their ids. Glyph 0 is always in. Falls back to the whole font when hb-subset refuses it. A document's own font, which may be hostile,
 * gets a fresh instance whose memory goes with it.
 */
export const subsetFont = (face: FontFace, glyphs: readonly number[], wider?: WiderGlyphs): FontSubset =>
  cutDown(face, glyphs, wider, true);

/** The same without the instructions that viewers fit outlines to pixels by. */
export const subsetUnhinted = (face: FontFace, glyphs: readonly number[], wider?: WiderGlyphs): FontSubset =>
  cutDown(face, glyphs, wider, false);

function cutDown(
  face: FontFace,
  glyphs: readonly number[],
  wider: WiderGlyphs | undefined,
  hinting: boolean,
): FontSubset {
  const isStatic = face.variations.length === 0;
  const outlines = isStatic ? subsetTrueType(face.bytes, face.collectionIndex, glyphs, null, hinting, wider) : null;
  if (outlines !== null) return { bytes: outlines, isRenumbered: true };
  const subsetter = face.isBundled ? (bundled ??= new Subsetter()) : new Subsetter();
  const used = glyphs.filter((glyph) => glyph !== NO_GLYPH);
  const font = subsetter.subset(face, used, hinting);
  if (font === null) return { bytes: face.bytes, isRenumbered: false };
  const tables = readTables(font, 0);
  const cff = typeof tables === 'string' ? undefined : tables.get('CFF ');
  if (cff) makeCharsetIdentity(font.subarray(cff.offset, cff.offset + cff.length));
  const renumbered = cff ? null : subsetTrueType(font, 0, glyphs, null, hinting);
  return { bytes: renumbered ?? font, isRenumbered: renumbered !== null };
}
