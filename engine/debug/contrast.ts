import type { Color } from '../css/color.ts';

/** Returns the contrast of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(a: Color, b: Color): number {
  const [light, dark] = [luminanceOf(a), luminanceOf(b)].toSorted((one, other) => other - one);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminanceOf({ r, g, b }: Color): number {
  const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
