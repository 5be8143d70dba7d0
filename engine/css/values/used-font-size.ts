/**
 * The size in px at which browsers draw glyphs for a font size in px (measured with Chromium on Linux): cut to hundredths of a pixel in single precision.
 */
export function usedFontSize(px: number): number {
  return Math.trunc(Math.fround(Math.fround(px) * 100)) / 100;
}

/** The size `px`, which multiplying in single precision makes `single` of: that where it tells in the size that is used, else the decimal one. */
export function singlePrecision(px: number, single: number): number {
  const rounded = Math.fround(single);
  return usedFontSize(rounded) === usedFontSize(px) ? px : rounded;
}
