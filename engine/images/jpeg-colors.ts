/** Converts the colors of decoded JPEGs to red, green and blue. */

/** Turns pixels of four inks into red, green, blue and 255. `adobe`: the color transform in Adobe's segment, or -1. */
export function lightsOf(pixels: Uint8Array, adobe: number): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const light = lightOf(adobe, pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, pixels[at + 3]!);
    for (let i = 0; i < 3; i++) pixels[at + i] = light[i]!;
    pixels[at + 3] = 255;
  }
  return pixels;
}

/** Converts inks without a profile, as PDF readers do. Adobe's files store them inverted, or as YCCK. */
function lightOf(adobe: number, a: number, b: number, c: number, d: number): readonly number[] {
  if (adobe < 0) return [a, b, c].map((ink) => ((255 - ink) * (255 - d)) / 255);
  if (adobe !== 2) return [a, b, c].map((light) => (light * d) / 255);
  return lightOfLuma(a, b, c).map((light) => (Math.min(255, Math.max(0, light)) * d) / 255);
}

/** Returns red, green and blue of luma and chroma (JFIF 1.02), which may exceed 0 to 255. */
export const lightOfLuma = (y: number, cb: number, cr: number): [number, number, number] => [
  y + 1.402 * (cr - 128),
  y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128),
  y + 1.772 * (cb - 128),
];
