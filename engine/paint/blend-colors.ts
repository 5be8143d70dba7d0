/** Colors over opaque colors. Inks stay inks where the result can be printed with them. */
import { Color, InkColor, type Inks } from '../css/color.ts';
import { over } from './covers.ts';

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
