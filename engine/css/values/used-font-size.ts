/**
 * Returns the size in px at which browsers draw glyphs for a font size in px. They truncate to hundredths of a pixel in
 * single precision (measured with Chromium on Linux).
 */
export function usedFontSize(px: number): number {
  return Math.trunc(Math.fround(Math.fround(px) * 100)) / 100;
}

/**
 * Returns the font size to use for `px`, for which single-precision multiplication yields `single`. The latter is
 * returned only if it changes the used size.
 */
export function singlePrecision(px: number, single: number): number {
  const rounded = Math.fround(single);
  return usedFontSize(rounded) === usedFontSize(px) ? px : rounded;
}
