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
