import type { TableMetrics } from './brought-font.ts';
import type { FaceMetrics, InkBox } from './face-metrics.ts';
import type { FontFile } from './font-file.ts';
import type { PaletteChoice } from './font-values.ts';
import { type Axis, type AxisSetting, type FontHandle, POSITION_SCALE } from './harfbuzz.ts';
import { Direction, type ShapedGlyphs, type ShapingSettings } from './shaping.ts';
import { advanceScale } from './used-size.ts';
import { bundledWordShaper, type WordwiseFace } from './word-shaper.ts';
import type { VerticalMetrics } from './vertical-metrics.ts';

/** The facts known about a face before it is opened. */
interface FaceDescription {
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly variations: readonly AxisSetting[];
  /** Code points as `[first, last, ...]`, ascending; null: read from the font. */
  readonly coverage: readonly number[] | null;
  /** Null: the default palette. */
  readonly palette?: PaletteChoice | null;
  /** The variation axes; empty for a static font. */
  readonly axes: readonly Axis[];
  /** Differences from the face that this one stands in for; null: none. */
  readonly standIn: StandIn | null;
  /** Which parts of a text can be shaped independently; bundled faces only. */
  readonly separable?: 'words' | 'characters' | null;
}

/**
 * The remaining differences of a face that stands in for a metric-compatible one. Applying them gives the same layout
 * as the original.
 */
export interface StandIn {
  /** Code points of the original face as `[first, last, ...]`. Others come from the next family. */
  readonly repertoire: readonly number[];
  /** Characters with a different advance: code point to font units. */
  readonly advances: Readonly<Record<string, number>>;
  /** A character that the original face doesn't kern with itself. */
  readonly unkernedPair: string | null;
}

type ColorLayer = { glyphId: number; color: readonly [number, number, number, number] | null };

/** A glyph is centered in its advance if that differs by more than 1/25 em. */
const MIN_CENTRED = 25;

/** COLR's index for the text color. */
const FOREGROUND = 0xffff;

/**
 * A face of a font file with its variation settings. It is immutable, and shared by renders if bundled. Its font is
 * opened in HarfBuzz when its glyphs are first needed.
 */
export class FontFace {
  /** Unique and stable within a render: `arimo-400-normal`, `@font-face 3`. */
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  /** Pinned variation axes; empty for a static face. */
  readonly variations: readonly AxisSetting[];
  readonly axes: readonly Axis[];
  private readonly description: FaceDescription;
  private readonly file: FontFile;
  private handle: FontHandle | null = null;
  private readonly givenMetrics: FaceMetrics | TableMetrics;
  private knownMetrics: FaceMetrics | null;
  private ranges: readonly number[] | null;
  private unkernedGlyph = 0;
  /** Glyphs with a different advance, and the difference in font units. */
  private readonly widened = new Map<number, number>();
  /** Marks these glyphs and the unkerned one with 1; null: none. */
  private differing: Uint8Array | null = null;
  private basicLatin: boolean | null = null;
  private words: WordwiseFace | null = null;

  /** `metrics` is complete, or has the tables' values and is completed by measuring glyphs. */
  constructor(description: FaceDescription, metrics: FaceMetrics | TableMetrics, file: FontFile) {
    this.key = description.key;
    this.family = description.family;
    this.postscriptName = description.postscriptName;
    this.weight = description.weight;
    this.italic = description.italic;
    this.variations = description.variations;
    this.axes = description.axes;
    this.description = description;
    this.givenMetrics = metrics;
    this.knownMetrics = 'zeroAdvance' in metrics ? metrics : null;
    this.ranges = description.coverage;
    this.file = file;
  }

  /** Returns the same face at other variation settings. */
  withVariations(variations: readonly AxisSetting[], metrics: TableMetrics): FontFace {
    const settings = variations.map(({ tag, value }) => `${tag}=${value}`).join(',');
    return new FontFace(
      { ...this.description, key: `${this.key} ${settings}`, variations, coverage: this.ranges },
      metrics,
      this.file,
    );
  }

  /** Returns the same face with another palette. `number` makes its key unique. */
  withPalette(palette: PaletteChoice, number: number): FontFace {
    const description = { ...this.description, key: `${this.key} palette ${number}`, palette, coverage: this.ranges };
    return new FontFace(description, this.givenMetrics, this.file);
  }

  private open(): FontHandle {
    if (this.handle !== null) return this.handle;
    const opened = this.file.open();
    this.handle = opened.harfbuzz.openFont(opened.face, opened.unitsPerEm, this.variations);
    if (this.description.standIn !== null) this.prepareStandIn(this.description.standIn);
    return this.handle;
  }

  private prepareStandIn({ advances, unkernedPair }: StandIn): void {
    const differing = (this.differing = new Uint8Array(this.glyphCount));
    if (unkernedPair !== null) this.unkernedGlyph = this.glyphFor(unkernedPair.codePointAt(0)!);
    if (this.unkernedGlyph !== 0) differing[this.unkernedGlyph] = 1;
    for (const [code, units] of Object.entries(advances)) {
      const glyph = this.glyphFor(Number(code));
      if (glyph === 0) continue;
      this.widened.set(glyph, units - this.advance(glyph));
      differing[glyph] = 1;
    }
  }

  /** Whether the font ships with the package: immutable, trusted, shared by all renders of the process. */
  get isBundled(): boolean {
    return this.file.isBundled;
  }

  /** The sfnt bytes (decoded from WOFF or WOFF2). */
  get bytes(): Uint8Array {
    return this.file.bytes;
  }

  /** Index in a collection. */
  get collectionIndex(): number {
    return this.file.collectionIndex;
  }

  get glyphCount(): number {
    return this.file.open().glyphCount;
  }

  get hasVerticalMetrics(): boolean {
    return this.file.open().vertical !== null;
  }

  get metrics(): FaceMetrics {
    return (this.knownMetrics ??= this.measure());
  }

  /** Adds advances to the tables' metrics, and the heights of x and H if OS/2 lacks them. */
  private measure(): FaceMetrics {
    const table = this.variations.length === 0 ? this.givenMetrics : this.variedMetrics();
    const advanceOf = (code: number): number => {
      const glyph = this.glyphFor(code);
      return glyph === 0 ? 0 : this.advance(glyph);
    };
    const heightOf = (code: number): number => {
      const glyph = this.glyphFor(code);
      return glyph === 0 ? 0 : Math.max(0, this.file.open().harfbuzz.inkTop(this.open(), glyph));
    };
    return {
      ...table,
      xHeight: table.xHeight || heightOf(0x78),
      capHeight: table.capHeight || heightOf(0x48),
      zeroAdvance: advanceOf(0x30),
      icAdvance: advanceOf(0x6c34),
      spaceAdvance: advanceOf(0x20),
    };
  }

  /** Returns the tables' metrics at the face's variation settings (OpenType, MVAR). */
  private variedMetrics(): FaceMetrics | TableMetrics {
    const given = this.givenMetrics;
    const handle = this.open();
    const { harfbuzz } = this.file.open();
    const varied = (value: number, tag: string): number => value + harfbuzz.metricVariation(handle, tag);
    return {
      ...given,
      ascent: varied(given.ascent, 'hasc'),
      descent: given.descent - harfbuzz.metricVariation(handle, 'hdsc'),
      lineGap: varied(given.lineGap, 'hlgp'),
      typoAscent: varied(given.typoAscent, 'hasc'),
      typoDescent: given.typoDescent - harfbuzz.metricVariation(handle, 'hdsc'),
      // 0 means that the height must be measured.
      xHeight: given.xHeight && varied(given.xHeight, 'xhgt'),
      capHeight: given.capHeight && varied(given.capHeight, 'cpht'),
      underlinePosition: varied(given.underlinePosition, 'undo'),
      underlineThickness: varied(given.underlineThickness, 'unds'),
      strikeoutPosition: varied(given.strikeoutPosition, 'stro'),
      strikeoutThickness: varied(given.strikeoutThickness, 'strs'),
    };
  }

  /**
   * Returns whether the face supports a code point. For a bundled face, the manifest answers without opening the font.
   */
  covers(codePoint: number): boolean {
    return includes(this.description.standIn?.repertoire ?? this.coverage(), codePoint);
  }

  /** Like `covers`, but includes characters that a stand-in leaves to other families. */
  hasGlyph(codePoint: number): boolean {
    return includes(this.coverage(), codePoint);
  }

  /** Whether the face covers U+0020 to U+007E. */
  get coversBasicLatin(): boolean {
    return (this.basicLatin ??= isWithin(this.coverage(), 0x20, 0x7e));
  }

  coverage(): readonly number[] {
    if (this.ranges === null) {
      const { face, harfbuzz } = this.file.open();
      this.ranges = harfbuzz.coverage(face);
    }
    return this.ranges;
  }

  /** Returns whether GSUB or GPOS has a feature. */
  hasFeature(table: 'GSUB' | 'GPOS', tag: string): boolean {
    return this.file.open().hasFeature(table, tag);
  }

  /** Returns 0 if the font lacks the character. */
  glyphFor(codePoint: number): number {
    const handle = this.open();
    return this.file.open().harfbuzz.nominalGlyph(handle, codePoint);
  }

  /** Returns the nominal advance in font units. */
  advance(glyphId: number): number {
    const handle = this.open();
    return this.file.open().harfbuzz.advance(handle, glyphId);
  }

  /** Returns the bounding box of a glyph's ink, or null if it has none. */
  inkBox(glyphId: number): InkBox | null {
    const handle = this.open();
    return this.file.open().harfbuzz.inkBox(handle, glyphId);
  }

  /** Returns the outline as SVG path data in font units, y up. Used for `text-decoration-skip-ink` and SVG text. */
  outline(glyphId: number): string {
    const handle = this.open();
    return this.file.open().harfbuzz.outline(handle, glyphId);
  }

  /** Returns the COLR layers of a glyph, bottom first, or null. Colors are sRGB, 0 to 1; null is the text color. */
  colorLayers(glyphId: number): readonly ColorLayer[] | null {
    const opened = this.file.open();
    const layers = opened.hasColorLayers ? opened.harfbuzz.colorLayers(opened.face, glyphId) : null;
    if (layers === null) return null;
    const palette = this.description.palette ?? null;
    const colors = opened.palette(palette?.base ?? 0);
    const found: ColorLayer[] = [];
    for (let i = 0; i < layers.length; i += 2) {
      const index = layers[i + 1]!;
      const bgra = colors[index] ?? 0xff;
      const own = palette?.overrides.get(index);
      const color = own
        ? ([own.r, own.g, own.b, own.a] as const)
        : ([((bgra >>> 8) & 255) / 255, ((bgra >>> 16) & 255) / 255, (bgra >>> 24) / 255, (bgra & 255) / 255] as const);
      found.push({ glyphId: layers[i]!, color: index === FOREGROUND ? null : color });
    }
    return found;
  }

  /** Shapes `[start, end)` of a text; see HarfBuzz.shape. */
  shape(fontSizePx: number, text: string, start: number, end: number, settings: ShapingSettings): ShapedGlyphs {
    const handle = this.open();
    const scale = advanceScale(fontSizePx, handle.unitsPerEm);
    const words = this.wordwise(handle);
    const glyphs =
      (words === null ? null : bundledWordShaper().shape(words, scale / POSITION_SCALE, text, start, end, settings)) ??
      this.file.open().harfbuzz.shape(handle, fontSizePx, text, start, end, settings);
    if (this.differing !== null && settings.direction === Direction.Ltr) this.standIn(glyphs, scale, this.differing);
    const { vertical } = this.file.open();
    if (vertical !== null && (settings.direction === Direction.Ttb || settings.direction === Direction.Btt))
      this.hang(glyphs, scale, handle, vertical);
    return glyphs;
  }

  /** Returns where U+0640 may be inserted to lengthen a join; see HarfBuzz.tatweelPlaces. */
  tatweelPlaces(text: string, start: number, end: number, settings: ShapingSettings): number[] {
    return this.file.open().harfbuzz.tatweelPlaces(this.open(), text, start, end, settings);
  }

  /**
   * Applies the font's own vertical advances and origins, where HarfBuzz assumed one em and the ascent. Offsets from
   * positioning are kept.
   */
  private hang(glyphs: ShapedGlyphs, scale: number, handle: FontHandle, vertical: VerticalMetrics): void {
    const { harfbuzz } = this.file.open();
    const { glyphIds, advances } = glyphs;
    const ascent = harfbuzz.ascent(handle);
    const yOffsets = (glyphs.yOffsets ??= new Float64Array(glyphIds.length));
    for (let i = 0; i < glyphIds.length; i++) {
      const glyph = glyphIds[i]!;
      // Marks and invisible characters have no advance.
      if (advances[i] !== 0) advances[i]! += (vertical.advance(glyph) - handle.unitsPerEm) * scale;
      yOffsets[i]! += (ascent - vertical.origin(glyph, () => harfbuzz.inkTop(handle, glyph))) * scale;
    }
  }

  /** Returns the face's data for word-by-word shaping, or null if its words can't be shaped independently. */
  private wordwise(handle: FontHandle): WordwiseFace | null {
    const separable = this.description.separable ?? null;
    if (this.words !== null || separable === null || !this.isBundled) return this.words;
    const { harfbuzz } = this.file.open();
    const spaceGlyph = harfbuzz.nominalGlyph(handle, 0x20);
    const spaceAdvance = harfbuzz.advance(handle, spaceGlyph) * POSITION_SCALE;
    return (this.words = { harfbuzz, handle, key: this.key, separable, spaceGlyph, spaceAdvance });
  }

  private standIn(glyphs: ShapedGlyphs, scale: number, differing: Uint8Array): void {
    const { unkernedGlyph, widened } = this;
    const { glyphIds, advances } = glyphs;
    for (let i = 0; i < glyphIds.length; i++) {
      const glyph = glyphIds[i]!;
      if (differing[glyph] === 0) continue;
      if (glyph === unkernedGlyph && glyphIds[i + 1] === glyph && unkernedGlyph !== 0)
        advances[i] = this.advance(glyph) * scale;
      const more = widened.get(glyph);
      if (more === undefined) continue;
      advances[i]! += more * scale;
      // Center the glyph only if the difference is visible.
      if (Math.abs(more) * MIN_CENTRED < this.metrics.unitsPerEm) continue;
      glyphs.xOffsets ??= new Float64Array(glyphIds.length);
      glyphs.xOffsets[i]! += (more * scale) / 2;
    }
  }
}

/** Binary search in ascending `[first, last, ...]`. */
function includes(ranges: readonly number[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codePoint > ranges[middle * 2 + 1]!) low = middle + 1;
    else high = middle;
  }
  return low * 2 < ranges.length && codePoint >= ranges[low * 2]!;
}

function isWithin(ranges: readonly number[], from: number, to: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (ranges[i]! <= from && ranges[i + 1]! >= to) return true;
  return false;
}
