/**
 * The sizes at which browsers really use a font (measured with Chromium on Linux). Advances are scaled at the used size (css/values/used-font-size.ts) cut to
 * 1/64 px, with a 16.16 fixed-point factor, as FreeType does. A line at 18.72px comes out half a pixel shorter than by plain multiplication, which decides
 * where lines break.
 */

/** From font units to px of advance, at a used size. */
export function advanceScale(usedPx: number, unitsPerEm: number): number {
  const sixtyFourths = Math.floor(Math.fround(usedPx) * 64);
  return Math.round((sixtyFourths * 65536) / unitsPerEm) / (64 * 65536);
}
