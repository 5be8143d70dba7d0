/** A face in HarfBuzz's hands: opened when it is first asked about its glyphs, never before. */
import { assert } from '../errors.ts';
import type { FaceMetrics, FontFace } from './face.ts';
import {
  type AxisSetting,
  Direction,
  type Feature,
  type FontHandle,
  type HarfBuzz,
  type ShapedGlyphs,
} from './harfbuzz.ts';
import type { TableMetrics } from './sfnt.ts';

/** What is known about a face before it is opened. */
export interface FaceDescription {
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  /** Per cent. */
  readonly stretch: number;
  readonly collectionIndex: number;
  readonly variations: readonly AxisSetting[];
  /** `[first, last, ...]` code points, ascending; null: to be read from the font. */
  readonly coverage: readonly number[] | null;
  /** A character whose kerning with itself is left out: the face replaces one that hasn't that pair. */
  readonly unkernedPair: string | null;
}

export type ColorLayer = { glyphId: number; color: readonly [number, number, number, number] | null };

/** COLR's "the text's own colour". */
const FOREGROUND = 0xffff;

export class LoadedFace implements FontFace {
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly stretch: number;
  readonly collectionIndex: number;
  readonly variations: readonly AxisSetting[];
  private readonly description: FaceDescription;
  private readonly read: () => Uint8Array;
  private readonly host: () => HarfBuzz;
  private harfbuzz: HarfBuzz | null = null;
  private handle: FontHandle | null = null;
  private glyphs = 0;
  private content: Uint8Array | null = null;
  private knownMetrics: FaceMetrics | null;
  private readonly tableMetrics: TableMetrics | null;
  private ranges: readonly number[] | null;
  private features: Map<string, ReadonlySet<string>> | null = null;
  private unkernedGlyph = 0;
  private colors: Uint32Array | null = null;

  /** `metrics`: complete, or as the tables give them, to be completed from the glyphs. */
  constructor(
    description: FaceDescription,
    metrics: FaceMetrics | TableMetrics,
    read: () => Uint8Array,
    host: () => HarfBuzz,
  ) {
    this.key = description.key;
    this.family = description.family;
    this.postscriptName = description.postscriptName;
    this.weight = description.weight;
    this.italic = description.italic;
    this.stretch = description.stretch;
    this.collectionIndex = description.collectionIndex;
    this.variations = description.variations;
    this.description = description;
    this.knownMetrics = 'zeroAdvance' in metrics ? metrics : null;
    this.tableMetrics = this.knownMetrics === null ? (metrics as TableMetrics) : null;
    this.ranges = description.coverage;
    this.read = read;
    this.host = host;
  }

  /** Opens the font in HarfBuzz if it isn't yet. */
  private open(): FontHandle {
    if (this.handle !== null) return this.handle;
    this.harfbuzz = this.host();
    const face = this.harfbuzz.openFace(this.bytes, this.collectionIndex);
    assert(face !== null, `${this.key} is a font that HarfBuzz can read`);
    this.glyphs = face.glyphCount;
    this.handle = this.harfbuzz.openFont(face.face, face.unitsPerEm, this.variations);
    const { unkernedPair } = this.description;
    if (unkernedPair !== null)
      this.unkernedGlyph = this.harfbuzz.nominalGlyph(this.handle, unkernedPair.codePointAt(0)!);
    return this.handle;
  }

  /** Whether HarfBuzz can open it; to be asked once about a document's own fonts. */
  isReadable(): boolean {
    return this.handle !== null || this.host().openFace(this.bytes, this.collectionIndex) !== null;
  }

  get bytes(): Uint8Array {
    return (this.content ??= this.read());
  }

  get glyphCount(): number {
    this.open();
    return this.glyphs;
  }

  get metrics(): FaceMetrics {
    return (this.knownMetrics ??= this.measure());
  }

  /** Completes the tables' metrics with advances, and with the heights of x and H where OS/2 has none. */
  private measure(): FaceMetrics {
    const handle = this.open();
    const hb = this.harfbuzz!;
    const table = this.tableMetrics!;
    const advanceOf = (code: number): number => {
      const glyph = hb.nominalGlyph(handle, code);
      return glyph === 0 ? 0 : hb.advance(handle, glyph);
    };
    const heightOf = (code: number): number => {
      const glyph = hb.nominalGlyph(handle, code);
      return glyph === 0 ? 0 : Math.max(0, hb.inkTop(handle, glyph));
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

  /** Whether the font maps a code point; answered from the manifest for a bundled face, so that it needn't be opened. */
  covers(codePoint: number): boolean {
    const ranges = this.coverage();
    let low = 0;
    let high = ranges.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (codePoint > ranges[middle * 2 + 1]!) low = middle + 1;
      else high = middle;
    }
    return low * 2 < ranges.length && codePoint >= ranges[low * 2]!;
  }

  coverage(): readonly number[] {
    if (this.ranges === null) {
      const { face } = this.open();
      this.ranges = this.harfbuzz!.coverage(face);
    }
    return this.ranges;
  }

  /** Whether GSUB or GPOS has a feature at all. */
  hasFeature(table: 'GSUB' | 'GPOS', tag: string): boolean {
    const { face } = this.open();
    this.features ??= new Map();
    let tags = this.features.get(table);
    if (!tags) this.features.set(table, (tags = this.harfbuzz!.featureTags(face, table)));
    return tags.has(tag);
  }

  glyphFor(codePoint: number): number {
    const handle = this.open();
    return this.harfbuzz!.nominalGlyph(handle, codePoint);
  }

  advance(glyphId: number): number {
    const handle = this.open();
    return this.harfbuzz!.advance(handle, glyphId);
  }

  outline(glyphId: number): string {
    const handle = this.open();
    return this.harfbuzz!.outline(handle, glyphId);
  }

  colorLayers(glyphId: number): readonly ColorLayer[] | null {
    const { face } = this.open();
    const layers = this.harfbuzz!.colorLayers(face, glyphId);
    if (layers === null) return null;
    const palette = (this.colors ??= this.harfbuzz!.palette(face, 0));
    const found: ColorLayer[] = [];
    for (let i = 0; i < layers.length; i += 2) {
      const index = layers[i + 1]!;
      const bgra = palette[index] ?? 0xff;
      const color = [
        ((bgra >>> 8) & 255) / 255,
        ((bgra >>> 16) & 255) / 255,
        (bgra >>> 24) / 255,
        (bgra & 255) / 255,
      ] as const;
      found.push({ glyphId: layers[i]!, color: index === FOREGROUND ? null : color });
    }
    return found;
  }

  /** Shapes `[start, end)` of a text; see HarfBuzz.shape. */
  shape(
    fontSizePx: number,
    text: string,
    start: number,
    end: number,
    direction: Direction,
    script: string,
    language: string,
    features: readonly Feature[],
  ): ShapedGlyphs {
    const handle = this.open();
    const glyphs = this.harfbuzz!.shape(handle, fontSizePx, text, start, end, direction, script, language, features);
    if (this.unkernedGlyph !== 0 && direction === Direction.Ltr) this.unkern(glyphs, fontSizePx);
    return glyphs;
  }

  private unkern({ glyphIds, advances }: ShapedGlyphs, fontSizePx: number): void {
    const glyph = this.unkernedGlyph;
    for (let i = 0; i + 1 < glyphIds.length; i++) {
      if (glyphIds[i] === glyph && glyphIds[i + 1] === glyph) {
        advances[i] = (this.advance(glyph) * fontSizePx) / this.metrics.unitsPerEm;
      }
    }
  }
}
