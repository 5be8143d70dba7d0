import { Color, InkColor, type Inks, WideColor } from '../css/color.ts';
import type { ColorSpace } from '../css/values/color-space.ts';
import { fromColor, hasMissing, type HueMethod, interpolate, toColor } from '../css/values/color-value.ts';
import { over } from './covers.ts';

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

/** Returns what a color of the given alpha looks like over an opaque one. */
export function blended(color: Color, alpha: number, below: Color): Color {
  const mixed = over(color, alpha, below);
  if (!(color instanceof InkColor)) return mixed;
  const inks = mixedInks(color.inks, alpha, below instanceof InkColor ? below.inks : isPaper(below) ? 'paper' : null);
  return inks === null ? mixed : new InkColor(mixed.r, mixed.g, mixed.b, 1, inks);
}

/** Returns the color of a group blended with an opaque color, or null if the mode isn't linear in the colors. */
export function blendedBy(mode: string, below: Color): ((color: Color) => Color) | null {
  if (mode === 'normal') return (color) => color;
  if (mode === 'multiply' && isPaper(below)) return (color) => color;
  if (mode === 'multiply')
    return ({ r, g, b, a }) => (a > 0 ? new Color(r * below.r, g * below.g, b * below.b, a) : Color.TRANSPARENT);
  if (mode !== 'screen') return null;
  const screen = (one: number, other: number): number => one + other - one * other;
  return ({ r, g, b, a }) =>
    a > 0 ? new Color(screen(r, below.r), screen(g, below.g), screen(b, below.b), a) : Color.TRANSPARENT;
}

const isPaper = (color: Color): boolean =>
  !(color instanceof InkColor) && color.r === 1 && color.g === 1 && color.b === 1;

/** Returns the inks that print a color over others, or null if they can't be mixed. */
function mixedInks(top: Inks, alpha: number, below: Inks | 'paper' | null): Inks | null {
  if (below === null) return null;
  if (top.type === 'process') {
    const under = below === 'paper' ? [0, 0, 0, 0] : below.type === 'process' ? below.process : null;
    if (under === null) return null;
    const [c, m, y, k] = top.process.map((amount, i) => amount * alpha + under[i]! * (1 - alpha));
    return { type: 'process', process: [c!, m!, y!, k!] };
  }
  if (below === 'paper') return { ...top, tint: top.tint * alpha };
  if (below.type !== 'spot' || below.name !== top.name) return null;
  return { ...top, tint: top.tint * alpha + below.tint * (1 - alpha) };
}
