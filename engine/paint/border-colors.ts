import { Color } from '../css/computed-values.ts';

export type Side = 'top' | 'right' | 'bottom' | 'left';

/** How much a colour's brightest channel is moved to make a border look carved. */
const SHADE = 0.33;

const DARK_WHITE = 171 / 255;
const LIGHT_BLACK = 84 / 255;

function scaled(color: Color, factor: number): Color {
  const channel = (c: number): number => Math.round(Math.min(1, c * factor) * 255) / 255;
  return new Color(channel(color.r), channel(color.g), channel(color.b), color.a);
}

function darker(color: Color): Color {
  const brightest = Math.max(color.r, color.g, color.b);
  if (color.r === 1 && color.g === 1 && color.b === 1) return new Color(DARK_WHITE, DARK_WHITE, DARK_WHITE, color.a);
  return brightest === 0 ? color : scaled(color, Math.max(0, (brightest - SHADE) / brightest));
}

function lighter(color: Color): Color {
  const brightest = Math.max(color.r, color.g, color.b);
  if (brightest === 0) return new Color(LIGHT_BLACK, LIGHT_BLACK, LIGHT_BLACK, color.a);
  return scaled(color, Math.min(1, brightest + SHADE) / brightest);
}

function luminance(color: Color): number {
  const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

/** Below this contrast between the colour and its darker self, the light edges are lightened too. */
const MIN_CONTRAST = 1.75;

/** The colour of one side of an inset or outset border; CSS leaves the shades open, these are Chromium's. */
export function carvedColor(color: Color, style: 'inset' | 'outset', side: Side): Color {
  const dark = darker(color);
  if ((side === 'top' || side === 'left') === (style === 'inset')) return dark;
  const contrast = (luminance(color) + 0.05) / (luminance(dark) + 0.05);
  return contrast < MIN_CONTRAST ? lighter(color) : color;
}
