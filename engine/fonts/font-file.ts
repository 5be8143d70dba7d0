/** A font's bytes and its HarfBuzz face, which all its variation settings share. */
import { assertInvariant } from '../invariant.ts';
import { bundledHarfBuzz, type HarfBuzz } from './harfbuzz.ts';
import { VerticalMetrics } from './vertical-metrics.ts';

export class FontFile {
  readonly collectionIndex: number;
  private readonly read: () => Uint8Array;
  private readonly host: () => HarfBuzz;
  private content: Uint8Array | null = null;
  private opened: OpenedFace | null = null;

  /** `read` and `host` are called on first use. */
  constructor(read: () => Uint8Array, host: () => HarfBuzz, collectionIndex: number) {
    this.read = read;
    this.host = host;
    this.collectionIndex = collectionIndex;
  }

  get isBundled(): boolean {
    return this.host === bundledHarfBuzz;
  }

  get bytes(): Uint8Array {
    return (this.content ??= this.read());
  }

  /** Opens the face, or returns null if HarfBuzz can't read it. */
  tryOpen(): OpenedFace | null {
    if (this.opened !== null) return this.opened;
    const harfbuzz = this.host();
    const face = harfbuzz.openFace(this.bytes, this.collectionIndex);
    return face === null ? null : (this.opened = new OpenedFace(harfbuzz, face.face, face.unitsPerEm, face.glyphCount));
  }

  open(): OpenedFace {
    const opened = this.tryOpen();
    assertInvariant(opened !== null, 'fonts that HarfBuzz cannot read are refused before they are used');
    return opened;
  }
}

/** Facts that are read once from an open face. */
class OpenedFace {
  readonly harfbuzz: HarfBuzz;
  /** `hb_face_t *` */
  readonly face: number;
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  private readonly features = new Map<string, ReadonlySet<string>>();
  private knownVertical: VerticalMetrics | null | undefined = undefined;
  private colorLayers: boolean | null = null;
  private readonly palettes = new Map<number, Uint32Array>();

  constructor(harfbuzz: HarfBuzz, face: number, unitsPerEm: number, glyphCount: number) {
    this.harfbuzz = harfbuzz;
    this.face = face;
    this.unitsPerEm = unitsPerEm;
    this.glyphCount = glyphCount;
  }

  /** Returns the colors of a palette, or of the default one if it doesn't exist; see HarfBuzz.palette. */
  palette(base: 'light' | 'dark' | number): Uint32Array {
    const index = typeof base === 'number' ? base : this.harfbuzz.paletteFor(this.face, base);
    let colors = this.palettes.get(index);
    if (!colors) this.palettes.set(index, (colors = this.harfbuzz.palette(this.face, index)));
    return colors.length === 0 && index !== 0 ? this.palette(0) : colors;
  }

  /** The font's vertical metrics, or null. */
  get vertical(): VerticalMetrics | null {
    if (this.knownVertical === undefined)
      this.knownVertical = VerticalMetrics.of((tag) => this.harfbuzz.table(this.face, tag));
    return this.knownVertical;
  }

  /** Whether glyphs may have color layers. */
  get hasColorLayers(): boolean {
    return (this.colorLayers ??= this.harfbuzz.table(this.face, 'COLR') !== null);
  }

  hasFeature(table: 'GSUB' | 'GPOS', tag: string): boolean {
    let tags = this.features.get(table);
    if (!tags) this.features.set(table, (tags = this.harfbuzz.featureTags(this.face, table)));
    return tags.has(tag);
  }
}
