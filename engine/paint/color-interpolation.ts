import { Color, InkColor, type Inks, WideColor } from '../css/color.ts';
import type { ColorSpace } from '../css/values/color-space.ts';
import { fromColor, hasMissing, type HueMethod, interpolate, toColor } from '../css/values/color-value.ts';

/** Mixes two colors, premultiplied, in a color space such as `oklch longer` (css-color-4 §12). null is sRGB. */
export function interpolateColors(from: Color, to: Color, t: number, colorSpace: string | null): Color {
  const inked = colorSpace === null ? mixInks(from, to, t) : null;
  if (inked !== null) return inked;
  if ((colorSpace !== null && colorSpace !== 'srgb') || isExact(from) || isExact(to)) {
    const [space, method] = (colorSpace ?? 'srgb').split(' ');
    return toColor(
      interpolate(fromColor(from), fromColor(to), t, space as ColorSpace, (method ?? 'shorter') as HueMethod),
    );
  }
  const alpha = from.a + (to.a - from.a) * t;
  if (alpha <= 0) return new Color(to.r, to.g, to.b, 0);
  const mix = (a: number, b: number): number => (a * from.a * (1 - t) + b * to.a * t) / alpha;
  return new Color(mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), alpha);
}

/** Returns whether sRGB components alone can't describe the color. */
export const isExact = (color: Color): boolean => isWide(color) || hasMissing(color);

const isWide = (color: Color): boolean => color instanceof WideColor && color.space !== null;

/** Mixes two colors of the same inks as inks. null: their inks differ. */
function mixInks(from: Color, to: Color, t: number): InkColor | null {
  if (!(from instanceof InkColor && to instanceof InkColor)) return null;
  const alpha = from.a + (to.a - from.a) * t;
  const mix = (a: number, b: number): number =>
    alpha <= 0 ? a + (b - a) * t : (a * from.a * (1 - t) + b * to.a * t) / alpha;
  const inks = mixedAmounts(from.inks, to.inks, mix);
  return inks && new InkColor(mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), alpha, inks);
}

function mixedAmounts(from: Inks, to: Inks, mix: (a: number, b: number) => number): Inks | null {
  if (from.type === 'process') {
    if (to.type !== 'process') return null;
    const [c, m, y, k] = from.process.map((amount, i) => mix(amount, to.process[i]!));
    return { type: 'process', process: [c!, m!, y!, k!] };
  }
  if (to.type !== 'spot' || to.name !== from.name || String(to.full) !== String(from.full)) return null;
  return { ...from, tint: mix(from.tint, to.tint) };
}
