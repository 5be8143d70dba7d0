/** Vertical metrics of a face, in font units; hhea's, as Chromium on Linux takes them, or OS/2 typo metrics with USE_TYPO_METRICS. */
export interface FaceMetrics {
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Positive downwards. */
  readonly descent: number;
  readonly lineGap: number;
  /** Of the font's em box: OS/2's typographic ascender and descender; 0 where it has none. */
  readonly typoAscent: number;
  readonly typoDescent: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly strikeoutPosition: number;
  readonly strikeoutThickness: number;
  /** OS/2's average advance; 0 where it has none. */
  readonly averageAdvance: number;
  /** Width of the box that holds every glyph. */
  readonly boundsWidth: number;
  /** Advance of U+0030, U+6C34 and U+0020; 0 where missing. */
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

/** One face of a font file (with its variation settings): immutable, shared by renders when bundled. */
export interface FontFace {
  /** Unique and stable within a render: `arimo-400-normal`, `@font-face 3`. */
  readonly key: string;
  readonly family: string;
  readonly postscriptName: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly metrics: FaceMetrics;
  /** One of the package's own fonts: immutable, trusted, shared by all renders of the process. */
  readonly isBundled: boolean;
  /** The sfnt bytes (decoded if they were WOFF or WOFF2). */
  readonly bytes: Uint8Array;
  /** Index in a collection. */
  readonly collectionIndex: number;
  /** Pinned variation axes; empty for a static face. */
  readonly variations: readonly { readonly tag: string; readonly value: number }[];
  readonly glyphCount: number;
  /** COLR layers of a glyph, bottom first, or null. Colours are sRGB 0..1; null is the text's own colour. */
  colorLayers(
    glyphId: number,
  ): readonly { glyphId: number; color: readonly [number, number, number, number] | null }[] | null;
  /** 0: not in the font. */
  glyphFor(codePoint: number): number;
  /** Outline as SVG path data in font units, y up; for text decoration's skip-ink and SVG text. */
  outline(glyphId: number): string;
  /** The box around a glyph's ink; null when it has none. */
  inkBox(glyphId: number): InkBox | null;
  /** Nominal advance in font units. */
  advance(glyphId: number): number;
}

/** A style's font at its size, rounded as Chromium rounds: whole px. */
export interface FontMetricsPx {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** Of the em box, as high as the font's size: how much of it is above the baseline, unrounded. */
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
