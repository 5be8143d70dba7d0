/**
 * HarfBuzz in WebAssembly, called through its C interface. PERF: the official wrapper creates an object per glyph,
 * which costs ten times as much as shaping. Here, results are read from the module's memory into typed arrays.
 *
 * One instance serves the bundled faces permanently. Document fonts get a separate instance, which is freed with them
 * and isolates them from other documents.
 */
import { smallFloats, smallIntegers } from '../small-arrays.ts';
import type { WasmFunction } from '../platform/wasm-memory.ts';
import { instantiateHarfBuzz, tagNumber, tagText } from './harfbuzz-module.ts';
import type { InkBox } from './face-metrics.ts';
import { type OutlineCallbacks, outlineCallbacks } from './outline-callbacks.ts';
import { Direction, type ShapedGlyphs, type ShapingSettings } from './shaping.ts';
import { advanceScale } from './used-size.ts';
import type { GlyphTable } from './word-cache.ts';

export interface AxisSetting {
  readonly tag: string;
  readonly value: number;
}

/** An axis of a variable font. */
export interface Axis {
  readonly tag: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

/**
 * A face at one variation setting in the memory of a HarfBuzz instance. Positions are in `unitsPerEm * POSITION_SCALE`
 * per em.
 */
export interface FontHandle {
  readonly font: number;
  readonly face: number;
  readonly unitsPerEm: number;
}

/** HarfBuzz positions are integers. Sixteenths of a font unit preserve the precision of variations. */
export const POSITION_SCALE = 16;

const GLYPH_FLAG_UNSAFE_TO_BREAK = 1;
const GLYPH_FLAG_SAFE_TO_INSERT_TATWEEL = 4;
const BUFFER_FLAG_DEFAULT = 0;
const BUFFER_FLAG_PRODUCE_SAFE_TO_INSERT_TATWEEL = 0x80;
/** `sizeof(hb_glyph_info_t)` and `sizeof(hb_glyph_position_t)` in 32-bit words. */
const INFO_WORDS = 5;
const POSITION_WORDS = 5;
const MEMORY_MODE_READONLY = 1;

export class HarfBuzz {
  private readonly memory: WebAssembly.Memory;
  private readonly call: Record<string, WasmFunction>;
  private readonly functions: WebAssembly.Table;
  private words: Uint32Array;
  private readonly buffer: number;
  /** The text being shaped, which stays in memory between ranges. */
  private text = '';
  private textAddress = 0;
  private textCapacity = 0;
  /** Memory for features, variations and results. */
  private readonly scratch: number;
  private readonly languages = new Map<string, number>();
  private callbacks: OutlineCallbacks | null = null;

  constructor() {
    ({ memory: this.memory, functions: this.functions, call: this.call } = instantiateHarfBuzz());
    this.words = new Uint32Array(this.memory.buffer);
    this.scratch = this.call['malloc']!(SCRATCH_BYTES);
    this.buffer = this.call['hb_buffer_create']!();
  }

  /** Copies a font into memory and opens it; null if HarfBuzz finds no face. */
  openFace(
    bytes: Uint8Array,
    collectionIndex: number,
  ): { face: number; unitsPerEm: number; glyphCount: number } | null {
    const address = this.call['malloc']!(bytes.length);
    if (address === 0) return null;
    new Uint8Array(this.memory.buffer).set(bytes, address);
    const blob = this.call['hb_blob_create']!(address, bytes.length, MEMORY_MODE_READONLY, 0, 0);
    const face = this.call['hb_face_create']!(blob, collectionIndex);
    this.call['hb_blob_destroy']!(blob);
    const maxp = this.table(face, 'maxp');
    if (maxp === null || maxp.length < 6) return null;
    return { face, unitsPerEm: this.call['hb_face_get_upem']!(face), glyphCount: (maxp[4]! << 8) | maxp[5]! };
  }

  /** Creates a font of a face at a variation setting. */
  openFont(face: number, unitsPerEm: number, variations: readonly AxisSetting[]): FontHandle {
    const font = this.call['hb_font_create']!(face);
    const scale = unitsPerEm * POSITION_SCALE;
    this.call['hb_font_set_scale']!(font, scale, scale);
    if (variations.length > 0) {
      const count = Math.min(variations.length, SCRATCH_BYTES / 8);
      const view = new DataView(this.memory.buffer, this.scratch);
      for (let i = 0; i < count; i++) {
        view.setUint32(i * 8, tagNumber(variations[i]!.tag), true);
        view.setFloat32(i * 8 + 4, variations[i]!.value, true);
      }
      this.call['hb_font_set_variations']!(font, this.scratch, count);
    }
    return { font, face, unitsPerEm };
  }

  /** Returns a copy of a table's bytes, or null if the face lacks it. */
  table(face: number, tag: string): Uint8Array | null {
    const blob = this.call['hb_face_reference_table']!(face, tagNumber(tag));
    const length = this.call['hb_blob_get_length']!(blob);
    const address = this.call['hb_blob_get_data']!(blob, 0);
    const bytes = length === 0 ? null : new Uint8Array(this.memory.buffer, address, length).slice();
    this.call['hb_blob_destroy']!(blob);
    return bytes;
  }

  /** Returns the code points of a face as `[first, last, first, last, ...]`, ascending. */
  coverage(face: number): number[] {
    const set = this.call['hb_set_create']!();
    this.call['hb_face_collect_unicodes']!(face, set);
    const ranges: number[] = [];
    let last = 0xffffffff;
    for (;;) {
      const count = this.call['hb_set_next_many']!(set, last, this.scratch, SCRATCH_BYTES / 4);
      const found = this.heap().subarray(this.scratch >> 2, (this.scratch >> 2) + count);
      for (let i = 0; i < count; i++) {
        const code = found[i]!;
        if (ranges.length > 0 && ranges[ranges.length - 1] === code - 1) ranges[ranges.length - 1] = code;
        else ranges.push(code, code);
      }
      if (count < SCRATCH_BYTES / 4) break;
      last = found[count - 1]!;
    }
    this.call['hb_set_destroy']!(set);
    return ranges;
  }

  /** Returns 0 if the font lacks the character. */
  nominalGlyph(handle: FontHandle, codePoint: number): number {
    return this.call['hb_font_get_nominal_glyph']!(handle.font, codePoint, this.scratch) === 0
      ? 0
      : this.heap()[this.scratch >> 2]!;
  }

  /** Returns the advance in font units, which may be fractional with variations. */
  advance(handle: FontHandle, glyphId: number): number {
    return this.call['hb_font_get_glyph_h_advance']!(handle.font, glyphId) / POSITION_SCALE;
  }

  /** Returns the height of a glyph's ink above the baseline in font units; 0 if it has none. */
  inkTop(handle: FontHandle, glyphId: number): number {
    if (this.call['hb_font_get_glyph_extents']!(handle.font, glyphId, this.scratch) === 0) return 0;
    return (this.heap()[(this.scratch >> 2) + 1]! | 0) / POSITION_SCALE;
  }

  /** Returns the bounding box of a glyph's ink, or null if it has none. */
  inkBox(handle: FontHandle, glyphId: number): InkBox | null {
    if (this.call['hb_font_get_glyph_extents']!(handle.font, glyphId, this.scratch) === 0) return null;
    const heap = this.heap();
    const at = this.scratch >> 2;
    // The values are signed. The height is negative, because y points up.
    const [x, y, width, height] = [heap[at]! | 0, heap[at + 1]! | 0, heap[at + 2]! | 0, heap[at + 3]! | 0];
    if (width === 0 && height === 0) return null;
    return {
      x0: x / POSITION_SCALE,
      y0: (y + height) / POSITION_SCALE,
      x1: (x + width) / POSITION_SCALE,
      y1: y / POSITION_SCALE,
    };
  }

  /** Returns the font's ascent as HarfBuzz determines it, in font units. */
  ascent(handle: FontHandle): number {
    if (this.call['hb_font_get_h_extents']!(handle.font, this.scratch) === 0) return handle.unitsPerEm;
    return (this.heap()[this.scratch >> 2]! | 0) / POSITION_SCALE;
  }

  /**
   * Returns the MVAR adjustment, in font units, of a registered metric (`hasc`, `xhgt`, ...) at the font's variation
   * settings.
   */
  metricVariation(handle: FontHandle, tag: string): number {
    return this.call['hb_ot_metrics_get_variation']!(handle.font, tagNumber(tag));
  }

  /** Returns the tags of the features in a table, `GSUB` or `GPOS`. */
  featureTags(face: number, table: string): Set<string> {
    const tags = new Set<string>();
    const room = SCRATCH_BYTES / 4 - 1;
    for (let start = 0; ; start += room) {
      this.heap()[this.scratch >> 2] = room;
      const total = this.call['hb_ot_layout_table_get_feature_tags']!(
        face,
        tagNumber(table),
        start,
        this.scratch,
        this.scratch + 4,
      );
      const count = this.heap()[this.scratch >> 2]!;
      for (let i = 0; i < count; i++) tags.add(tagText(this.heap()[(this.scratch >> 2) + 1 + i]!));
      if (start + count >= total || count === 0) return tags;
    }
  }

  /** Returns `[glyph, color index, ...]` of a glyph's COLR layers, bottom first, or null if it has none. */
  colorLayers(face: number, glyphId: number): number[] | null {
    this.heap()[this.scratch >> 2] = MAX_LAYERS;
    const total = this.call['hb_ot_color_glyph_get_layers']!(face, glyphId, 0, this.scratch, this.scratch + 4);
    if (total === 0) return null;
    const at = this.scratch >> 2;
    const words = this.heap();
    return Array.from(words.subarray(at + 1, at + 1 + words[at]! * 2));
  }

  /** Returns the first palette for a light or dark background (CPAL version 1), or 0. */
  paletteFor(face: number, background: 'light' | 'dark'): number {
    const flag = background === 'light' ? 1 : 2;
    const count = this.call['hb_ot_color_palette_get_count']!(face);
    for (let i = 0; i < count; i++) if ((this.call['hb_ot_color_palette_get_flags']!(face, i) & flag) !== 0) return i;
    return 0;
  }

  /** Returns a palette's colors as 0xBBGGRRAA. */
  palette(face: number, index: number): Uint32Array {
    const room = SCRATCH_BYTES / 4 - 1;
    this.heap()[this.scratch >> 2] = room;
    this.call['hb_ot_color_palette_get_colors']!(face, index, 0, this.scratch, this.scratch + 4);
    const at = this.scratch >> 2;
    return this.heap().slice(at + 1, at + 1 + Math.min(room, this.heap()[at]!));
  }

  /** Returns a glyph's outline as SVG path data in font units, y up. */
  outline(handle: FontHandle, glyphId: number): string {
    this.callbacks ??= outlineCallbacks(this.call, this.functions, 1 / POSITION_SCALE);
    const path = this.callbacks.start();
    this.call['hb_font_draw_glyph']!(handle.font, glyphId, this.callbacks.funcs, 0);
    return path.finish();
  }

  /** Returns the memory as words. The memory's buffer changes when it grows. */
  private heap(): Uint32Array {
    if (this.words.buffer !== this.memory.buffer) this.words = new Uint32Array(this.memory.buffer);
    return this.words;
  }

  private language(tag: string): number {
    let language = this.languages.get(tag);
    if (language === undefined) {
      const length = Math.min(tag.length, 64);
      const bytes = new Uint8Array(this.memory.buffer, this.scratch, length);
      for (let i = 0; i < length; i++) bytes[i] = tag.charCodeAt(i) & 127;
      language = this.call['hb_language_from_string']!(this.scratch, length);
      this.languages.set(tag, language);
    }
    return language;
  }

  private loadText(text: string): void {
    if (this.text === text) return;
    if (text.length > this.textCapacity) {
      if (this.textAddress !== 0) this.call['free']!(this.textAddress);
      this.textCapacity = text.length * 2;
      this.textAddress = this.call['malloc']!(this.textCapacity * 2);
    }
    const units = new Uint16Array(this.memory.buffer, this.textAddress, text.length);
    for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
    this.text = text;
  }

  /** Shapes `[start, end)` of a text. The rest is context, so that joining scripts join across the ends. */
  shape(
    handle: FontHandle,
    fontSizePx: number,
    text: string,
    start: number,
    end: number,
    settings: ShapingSettings,
  ): ShapedGlyphs {
    this.run(handle, text, start, end, settings);
    const { direction } = settings;
    const scale = advanceScale(fontSizePx, handle.unitsPerEm) / POSITION_SCALE;
    return this.readGlyphs(scale, direction === Direction.Ttb || direction === Direction.Btt);
  }

  /**
   * Returns the text indices in `[start, end)`, in glyph order, before which U+0640 would only lengthen the join of two
   * letters.
   */
  tatweelPlaces(handle: FontHandle, text: string, start: number, end: number, settings: ShapingSettings): number[] {
    const { call, buffer } = this;
    call['hb_buffer_set_flags']!(buffer, BUFFER_FLAG_PRODUCE_SAFE_TO_INSERT_TATWEEL);
    this.run(handle, text, start, end, settings);
    call['hb_buffer_set_flags']!(buffer, BUFFER_FLAG_DEFAULT);
    const count = call['hb_buffer_get_length']!(buffer);
    const info = call['hb_buffer_get_glyph_infos']!(buffer, 0) >> 2;
    const words = this.heap();
    const places: number[] = [];
    for (let at = info; at < info + count * INFO_WORDS; at += INFO_WORDS) {
      if ((words[at + 1]! & GLYPH_FLAG_SAFE_TO_INSERT_TATWEEL) === 0) continue;
      // All glyphs of a cluster have the flag.
      const cluster = words[at + 2]!;
      if (places[places.length - 1] !== cluster) places.push(cluster);
    }
    return places;
  }

  /**
   * Like `shape` for horizontal text, but writes to a table in HarfBuzz's units. Returns the number of glyphs, or -1 if
   * the table is too small.
   */
  shapeInto(
    glyphs: GlyphTable,
    handle: FontHandle,
    text: string,
    start: number,
    end: number,
    settings: ShapingSettings,
  ): number {
    this.run(handle, text, start, end, settings);
    const count = this.call['hb_buffer_get_length']!(this.buffer);
    if (count > glyphs.capacity) return -1;
    const info = this.call['hb_buffer_get_glyph_infos']!(this.buffer, 0) >> 2;
    const position = this.call['hb_buffer_get_glyph_positions']!(this.buffer, 0) >> 2;
    const words = this.heap();
    const rtl = settings.direction === Direction.Rtl;
    for (let i = 0; i < count; i++) {
      const from = rtl ? count - 1 - i : i;
      const infoAt = info + from * INFO_WORDS;
      const positionAt = position + from * POSITION_WORDS;
      glyphs.ids[i] = words[infoAt]!;
      glyphs.clusters[i] = words[infoAt + 2]!;
      glyphs.advances[i] = words[positionAt]!;
      glyphs.xOffsets[i] = words[positionAt + 2]!;
      glyphs.yOffsets[i] = words[positionAt + 3]!;
      glyphs.unsafeToBreak[i] = words[infoAt + 1]! & GLYPH_FLAG_UNSAFE_TO_BREAK;
    }
    return count;
  }

  /** Shapes a range and leaves the glyphs in the buffer. */
  private run(handle: FontHandle, text: string, start: number, end: number, settings: ShapingSettings): void {
    this.loadText(text);
    const { call, buffer } = this;
    const { features } = settings;
    call['hb_buffer_clear_contents']!(buffer);
    call['hb_buffer_add_utf16']!(buffer, this.textAddress, text.length, start, end - start);
    call['hb_buffer_set_direction']!(buffer, settings.direction);
    call['hb_buffer_set_script']!(buffer, tagNumber(settings.script));
    call['hb_buffer_set_language']!(buffer, this.language(settings.language));
    const count = Math.min(features.length, SCRATCH_BYTES / 16);
    const words = this.heap();
    for (let i = 0, at = this.scratch >> 2; i < count; i++, at += 4) {
      words[at] = tagNumber(features[i]!.tag);
      words[at + 1] = features[i]!.value;
      words[at + 2] = 0;
      words[at + 3] = 0xffffffff;
    }
    call['hb_shape']!(handle.font, buffer, this.scratch, count);
  }

  private readGlyphs(scale: number, vertical: boolean): ShapedGlyphs {
    const count = this.call['hb_buffer_get_length']!(this.buffer);
    let info = this.call['hb_buffer_get_glyph_infos']!(this.buffer, 0) >> 2;
    let position = this.call['hb_buffer_get_glyph_positions']!(this.buffer, 0) >> 2;
    const words = this.heap();
    const glyphIds = smallIntegers(count);
    const clusters = smallIntegers(count);
    const advances = smallFloats(count);
    let xOffsets: Float64Array | null = null;
    let yOffsets: Float64Array | null = null;
    let unsafeToBreak: Uint8Array | null = null;
    for (let i = 0; i < count; i++, info += INFO_WORDS, position += POSITION_WORDS) {
      glyphIds[i] = words[info]!;
      clusters[i] = words[info + 2]!;
      if ((words[info + 1]! & GLYPH_FLAG_UNSAFE_TO_BREAK) !== 0) (unsafeToBreak ??= new Uint8Array(count))[i] = 1;
      // Vertical lines run downwards, where HarfBuzz's y advances are negative.
      advances[i] = (vertical ? -(words[position + 1]! | 0) : words[position]! | 0) * scale;
      const x = words[position + 2]! | 0;
      const y = words[position + 3]! | 0;
      if (x !== 0) (xOffsets ??= new Float64Array(count))[i] = x * scale;
      if (y !== 0) (yOffsets ??= new Float64Array(count))[i] = y * scale;
    }
    return { glyphIds, clusters, advances, xOffsets, yOffsets, unsafeToBreak };
  }
}

const SCRATCH_BYTES = 8192;
const MAX_LAYERS = 512;

/** The instance of the bundled faces. These are immutable package data, so renders share them. */
let shared: HarfBuzz | null = null;

export function bundledHarfBuzz(): HarfBuzz {
  return (shared ??= new HarfBuzz());
}
