import { Color } from '../css/computed-values.ts';
import type { ColorSpace } from '../css/values/color-space.ts';
import { fromColor, hasMissing, type HueMethod, interpolate, toColor } from '../css/values/color-value.ts';

/** Mixes two colours, premultiplied, in a colour space, `oklch longer` (css-color-4 §12); null is sRGB. */
export function interpolateColors(from: Color, to: Color, t: number, colorSpace: string | null): Color {
  if ((colorSpace !== null && colorSpace !== 'srgb') || hasMissing(from) || hasMissing(to)) {
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
