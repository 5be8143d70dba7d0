/**
 * The size in px at which browsers draw glyphs for a font size in px (measured with Chromium on Linux): cut to hundredths of a pixel in single precision.
 */
export function usedFontSize(px: number): number {
  return Math.trunc(Math.fround(Math.fround(px) * 100)) / 100;
}
