/**
 * The sizes at which browsers really use a font (measured with Chromium on Linux). A font size is cut to hundredths of a pixel in single
 * precision; advances are scaled at that size cut to 1/64 px, with a 16.16 fixed-point factor, as FreeType does. A line at 18.72px comes out
 * half a pixel shorter than by plain multiplication, which decides where lines break.
 */

/** The size in px at which glyphs are drawn for a font size in px. */
export function usedFontSize(px: number): number {
  return Math.trunc(Math.fround(Math.fround(px) * 100)) / 100;
}

/** From font units to px of advance, at a used size. */
export function advanceScale(usedPx: number, unitsPerEm: number): number {
  const sixtyFourths = Math.floor(Math.fround(usedPx) * 64);
  return Math.round((sixtyFourths * 65536) / unitsPerEm) / (64 * 65536);
}
