/**
 * The sizes at which browsers actually use a font (measured with Chromium on Linux). Advances are scaled at the used
 * size (css/values/used-font-size.ts), truncated to 1/64 px, with a 16.16 fixed-point factor as in FreeType. A line at
 * 18.72px is half a pixel shorter than with plain multiplication, which can change where lines break.
 */

/** Returns the factor from font units to px of advance at a used size. */
export function advanceScale(usedPx: number, unitsPerEm: number): number {
  const sixtyFourths = Math.floor(Math.fround(usedPx) * 64);
  return Math.round((sixtyFourths * 65536) / unitsPerEm) / (64 * 65536);
}
