/**
 * Vertical metrics of a face, in font units. They come from hhea as in Chromium on Linux, or from the OS/2 typographic
 * metrics if USE_TYPO_METRICS is set.
 */
export interface FaceMetrics {
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Positive downwards. */
  readonly descent: number;
  readonly lineGap: number;
  /** The OS/2 typographic ascender and descender, which define the em box; 0 if missing. */
  readonly typoAscent: number;
  readonly typoDescent: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly strikeoutPosition: number;
  readonly strikeoutThickness: number;
  /** The OS/2 average advance; 0 if missing. */
  readonly averageAdvance: number;
  /** Width of the bounding box of all glyphs. */
  readonly boundsWidth: number;
  /** Advance of U+0030, U+6C34 and U+0020; 0 if missing. */
  readonly zeroAdvance: number;
  readonly icAdvance: number;
  readonly spaceAdvance: number;
}

/** In font units, y up. */
export interface InkBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A face of a font file with its variation settings. It is immutable, and shared by renders if bundled. */
export interface FontFace {
  /** Unique and stable within a render: `arimo-400-normal`, `@font-face 3`. */
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly metrics: FaceMetrics;
  /** Whether the font ships with the package: immutable, trusted, shared by all renders of the process. */
  readonly isBundled: boolean;
  /** The sfnt bytes (decoded from WOFF or WOFF2). */
  readonly bytes: Uint8Array;
  /** Index in a collection. */
  readonly collectionIndex: number;
  /** Pinned variation axes; empty for a static face. */
  readonly variations: readonly { readonly tag: string; readonly value: number }[];
  readonly glyphCount: number;
  /** Returns the COLR layers of a glyph, bottom first, or null. Colors are sRGB, 0 to 1; null is the text color. */
  colorLayers(
    glyphId: number,
  ): readonly { glyphId: number; color: readonly [number, number, number, number] | null }[] | null;
  /** Returns 0 if the font lacks the character. */
  glyphFor(codePoint: number): number;
  /** Returns the outline as SVG path data in font units, y up. Used for `text-decoration-skip-ink` and SVG text. */
  outline(glyphId: number): string;
  /** Returns the bounding box of a glyph's ink, or null if it has none. */
  inkBox(glyphId: number): InkBox | null;
  /** Returns the nominal advance in font units. */
  advance(glyphId: number): number;
}

/** The metrics of a style's font at its size in px, rounded to whole px as in Chromium. */
export interface FontMetricsPx {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** The parts of the em box above and below the baseline, unrounded. Their sum is the font size. */
  readonly emAscent: number;
  readonly emDescent: number;
  /** Unrounded. */
  readonly xHeight: number;
  readonly capHeight: number;
  readonly averageAdvance: number;
  readonly boundsWidth: number;
  readonly zeroAdvance: number;
  readonly icAdvance: number;
  readonly spaceAdvance: number;
}
