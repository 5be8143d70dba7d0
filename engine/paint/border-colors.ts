import { Color, luminanceOf } from '../css/color.ts';

export type Side = 'top' | 'right' | 'bottom' | 'left';

/** Change of a color's brightest channel that makes a border look carved. */
const SHADE = 0.33;

function scaled(color: Color, factor: number): Color {
  const channel = (c: number): number => Math.round(Math.min(1, c * factor) * 255) / 255;
  return new Color(channel(color.r), channel(color.g), channel(color.b), color.a);
}

function darker(color: Color): Color {
  const brightest = Math.max(color.r, color.g, color.b);
  return brightest === 0 ? color : scaled(color, Math.max(0, (brightest - SHADE) / brightest));
}

function lighter(color: Color): Color {
  const brightest = Math.max(color.r, color.g, color.b);
  if (brightest === 0) return new Color(SHADE, SHADE, SHADE, color.a);
  return scaled(color, Math.min(1, brightest + SHADE) / brightest);
}

/** Luminance limits beyond which no darker or lighter shade is available. */
const NEARLY_BLACK = 0.01;
const NEARLY_WHITE = 0.832;

/** Returns the color of one side of an inset or outset border. CSS doesn't define the shades: these are Chromium's. */
export function carvedColor(color: Color, style: 'inset' | 'outset', side: Side): Color {
  const dark = (side === 'top' || side === 'left') === (style === 'inset');
  const light = luminanceOf(color);
  if (light < NEARLY_BLACK) return dark ? lighter(color) : lighter(lighter(color));
  if (dark) return darker(color);
  return light > NEARLY_WHITE ? color : lighter(color);
}
