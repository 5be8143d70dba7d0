import { type Color, luminanceOf } from '../css/color.ts';

/** Returns the contrast of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(a: Color, b: Color): number {
  const [light, dark] = [luminanceOf(a), luminanceOf(b)].toSorted((one, other) => other - one);
  return (light! + 0.05) / (dark! + 0.05);
}
