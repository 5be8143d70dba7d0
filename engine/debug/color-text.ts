/** Writes colors as hexadecimal sRGB. */
import type { Color } from '../css/color.ts';

/** Returns a color as `#rrggbb`, or `#rrggbbaa` if it is translucent. */
export function colorText(color: Color): string {
  const hex = (c: number): string =>
    Math.round(Math.min(1, Math.max(0, c)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(color.r)}${hex(color.g)}${hex(color.b)}${color.a < 1 ? hex(color.a) : ''}`;
}
