/** A face in HarfBuzz's hands: opened when it is first asked about its glyphs, never before. */
import type { FaceMetrics, FontFace, InkBox } from './face.ts';
import type { FontFile } from './font-file.ts';
import type { PaletteChoice } from './font-values.ts';
import { type Axis, type AxisSetting, type FontHandle, POSITION_SCALE } from './harfbuzz.ts';
import type { TableMetrics } from './sfnt.ts';
import { Direction, type ShapedGlyphs, type ShapingSettings } from './shaping.ts';
import { advanceScale } from './used-size.ts';
import { bundledWordShaper, type WordwiseFace } from './word-shaper.ts';
import type { VerticalMetrics } from './vertical-metrics.ts';

/** What is known about a face before it is opened. */
export interface FaceDescription {
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly variations: readonly AxisSetting[];
  /** `[first, last, ...]` code points, ascending; null: to be read from the font. */
  readonly coverage: readonly number[] | null;
  /** null: the default palette. */
  readonly palette?: PaletteChoice | null;
  /** How it differs from the face in whose place it stands; null: in nothing. */
  readonly standIn: StandIn | null;
  /** Bundled faces: which parts of a text can be shaped apart. */
  readonly separable?: 'words' | 'characters' | null;
}

/**
 * A face that stands for another with the same metrics takes over what is left of differences, so that documents come out as with the
 * other one.
 */
export interface StandIn {
  /** `[first, last, ...]` code points that the other face has: for the rest the next family is asked. */
  readonly repertoire: readonly number[];
  /** Characters with another advance: code point to font units. */
  readonly advances: Readonly<Record<string, number>>;
  /** A character whose kerning with itself the other face hasn't got. */
  readonly unkernedPair: string | null;
}

export type ColorLayer = { glyphId: number; color: readonly [number, number, number, number] | null };

/** A glyph whose advance differs by more than this fraction of the em is centred in it. */
const MIN_CENTRED = 25;

/** COLR's "the text's own colour". */
const FOREGROUND = 0xffff;

export class LoadedFace implements FontFace {
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly variations: readonly AxisSetting[];
  private readonly description: FaceDescription;
  private readonly file: FontFile;
  private handle: FontHandle | null = null;
  private readonly givenMetrics: FaceMetrics | TableMetrics;
  private knownMetrics: FaceMetrics | null;
  private ranges: readonly number[] | null;
  private unkernedGlyph = 0;
  /** Glyphs with another advance, in font units more. */
  private readonly widened = new Map<number, number>();
  /** 1 for these and the unkerned one, by glyph; null: none. */
  private differing: Uint8Array | null = null;
  private basicLatin: boolean | null = null;
  private words: WordwiseFace | null = null;

  /** `metrics`: complete, or as the tables give them, to be completed from the glyphs. */
  constructor(description: FaceDescription, metrics: FaceMetrics | TableMetrics, file: FontFile) {
    this.key = description.key;
    this.family = description.family;
    this.postscriptName = description.postscriptName;
    this.weight = description.weight;
    this.italic = description.italic;
    this.variations = description.variations;
    this.description = description;
    this.givenMetrics = metrics;
    this.knownMetrics = 'zeroAdvance' in metrics ? metrics : null;
    this.ranges = description.coverage;
    this.file = file;
  }

  /** The same face at other positions on its axes. */
  withVariations(variations: readonly AxisSetting[], metrics: TableMetrics): LoadedFace {
    const settings = variations.map(({ tag, value }) => `${tag}=${value}`).join(',');
    return new LoadedFace(
      { ...this.description, key: `${this.key} ${settings}`, variations, coverage: this.ranges },
      metrics,
      this.file,
    );
  }

  /** The same face with the colours of another palette, the `number`-th of it. */
  withPalette(palette: PaletteChoice, number: number): LoadedFace {
    const description = { ...this.description, key: `${this.key} palette ${number}`, palette, coverage: this.ranges };
    return new LoadedFace(description, this.givenMetrics, this.file);
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

  get isBundled(): boolean {
    return this.file.isBundled;
  }

  get bytes(): Uint8Array {
    return this.file.bytes;
  }

  get collectionIndex(): number {
    return this.file.collectionIndex;
  }

  get glyphCount(): number {
    return this.file.open().glyphCount;
  }

  get axes(): readonly Axis[] {
    return this.file.open().axes;
  }

  get hasVerticalMetrics(): boolean {
    return this.file.open().vertical !== null;
  }

  get metrics(): FaceMetrics {
    return (this.knownMetrics ??= this.measure());
  }

  /** Completes the tables' metrics with advances, and with the heights of x and H where OS/2 has none. */
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

  /** The tables' metrics at the face's place on its axes (OpenType, MVAR). */
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
      // 0: to be measured.
      xHeight: given.xHeight && varied(given.xHeight, 'xhgt'),
      capHeight: given.capHeight && varied(given.capHeight, 'cpht'),
      underlinePosition: varied(given.underlinePosition, 'undo'),
      underlineThickness: varied(given.underlineThickness, 'unds'),
      strikeoutPosition: varied(given.strikeoutPosition, 'stro'),
      strikeoutThickness: varied(given.strikeoutThickness, 'strs'),
    };
  }

  /** Whether the font maps a code point; answered from the manifest for a bundled face, so that it needn't be opened. */
  covers(codePoint: number): boolean {
    return includes(this.description.standIn?.repertoire ?? this.coverage(), codePoint);
  }

  /** As `covers`, with what a stand-in leaves to other families. */
  hasGlyph(codePoint: number): boolean {
    return includes(this.coverage(), codePoint);
  }

  /** All of U+0020 to U+007E. */
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

  /** Whether GSUB or GPOS has a feature at all. */
  hasFeature(table: 'GSUB' | 'GPOS', tag: string): boolean {
    return this.file.open().hasFeature(table, tag);
  }

  glyphFor(codePoint: number): number {
    const handle = this.open();
    return this.file.open().harfbuzz.nominalGlyph(handle, codePoint);
  }

  advance(glyphId: number): number {
    const handle = this.open();
    return this.file.open().harfbuzz.advance(handle, glyphId);
  }

  inkBox(glyphId: number): InkBox | null {
    const handle = this.open();
    return this.file.open().harfbuzz.inkBox(handle, glyphId);
  }

  outline(glyphId: number): string {
    const handle = this.open();
    return this.file.open().harfbuzz.outline(handle, glyphId);
  }

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

  /** Where U+0640 may be put into a text to lengthen a join; see HarfBuzz.tatweelPlaces. */
  tatweelPlaces(text: string, start: number, end: number, settings: ShapingSettings): number[] {
    return this.file.open().harfbuzz.tatweelPlaces(this.open(), text, start, end, settings);
  }

  /** Gives glyphs of a vertical line the font's own advances and places, where HarfBuzz took an em and the ascent; what positioning has moved stays moved. */
  private hang(glyphs: ShapedGlyphs, scale: number, handle: FontHandle, vertical: VerticalMetrics): void {
    const { harfbuzz } = this.file.open();
    const { glyphIds, advances } = glyphs;
    const ascent = harfbuzz.ascent(handle);
    const yOffsets = (glyphs.yOffsets ??= new Float64Array(glyphIds.length));
    for (let i = 0; i < glyphIds.length; i++) {
      const glyph = glyphIds[i]!;
      // Marks and what is invisible take no room.
      if (advances[i] !== 0) advances[i]! += (vertical.advance(glyph) - handle.unitsPerEm) * scale;
      yOffsets[i]! += (ascent - vertical.origin(glyph, () => harfbuzz.inkTop(handle, glyph))) * scale;
    }
  }

  /** What shaping by words must know; null: this face's words can't be shaped apart. */
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
      // Only a difference that shows is worth centring the glyph for.
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
