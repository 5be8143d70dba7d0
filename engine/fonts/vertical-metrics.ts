/**
 * Vertical advances and origins of glyphs (OpenType `vhea`, `vmtx` and `VORG`). The HarfBuzz build in use ignores these
 * tables: every glyph advances by one em and hangs from the font's ascent.
 */

/** Offsets of fields in `vhea` (numOfLongVerMetrics) and `VORG`. */
const LONG_METRICS = 34;
const DEFAULT_ORIGIN = 4;
const ORIGIN_COUNT = 6;
const ORIGINS = 8;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export class VerticalMetrics {
  private readonly metrics: DataView;
  /** The number of glyphs with a separate advance. The others share the last one. */
  private readonly longCount: number;
  private readonly origins: DataView | null;

  private constructor(metrics: DataView, longCount: number, origins: DataView | null) {
    this.metrics = metrics;
    this.longCount = longCount;
    this.origins = origins;
  }

  /** `table` returns a table of the face by tag. The result is null if the face has no vertical metrics. */
  static of(table: (tag: string) => Uint8Array | null): VerticalMetrics | null {
    const vhea = table('vhea');
    const vmtx = table('vmtx');
    if (vhea === null || vmtx === null || vhea.length < LONG_METRICS + 2) return null;
    const longCount = Math.min(viewOf(vhea).getUint16(LONG_METRICS), vmtx.length >> 2);
    if (longCount === 0) return null;
    const vorg = table('VORG');
    return new VerticalMetrics(viewOf(vmtx), longCount, vorg !== null && vorg.length >= ORIGINS ? viewOf(vorg) : null);
  }

  /** In font units. */
  advance(glyph: number): number {
    return this.metrics.getUint16(4 * Math.min(glyph, this.longCount - 1));
  }

  /** Returns the distance from a glyph's origin down to the top of its ink, in font units; 0 if missing. */
  private topBearing(glyph: number): number {
    const { metrics, longCount } = this;
    const at = glyph < longCount ? 4 * glyph + 2 : 4 * longCount + 2 * (glyph - longCount);
    return at + 2 <= metrics.byteLength ? metrics.getInt16(at) : 0;
  }

  /**
   * Returns the height of a glyph's vertical origin above the horizontal baseline, in font units. `inkTop` returns the
   * height of its ink above that baseline.
   */
  origin(glyph: number, inkTop: () => number): number {
    return this.origins === null ? inkTop() + this.topBearing(glyph) : this.givenOrigin(this.origins, glyph);
  }

  private givenOrigin(origins: DataView, glyph: number): number {
    let low = 0;
    let high = Math.min(origins.getUint16(ORIGIN_COUNT), (origins.byteLength - ORIGINS) >> 2) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = ORIGINS + 4 * middle;
      const found = origins.getUint16(at);
      if (found === glyph) return origins.getInt16(at + 2);
      if (found < glyph) low = middle + 1;
      else high = middle - 1;
    }
    return origins.getInt16(DEFAULT_ORIGIN);
  }
}
