/**
 * Printing without backgrounds (css-color-adjust-1 §4): where `print-color-adjust` is `economy`, backgrounds are white,
 * and light text is darkened.
 */
import { Color } from '../css/color.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type PaintContext, usedColor } from './paint-context.ts';

/** Returns whether an element is printed without its background. */
export function economizes({ state }: PaintContext, style: ComputedStyle): boolean {
  return !state.services.printsBackgrounds && style.text.printColorAdjust === 'economy';
}

/** Returns the color of an element's text, its marks or its decoration. */
export function textColor(context: PaintContext, color: Color, style: ComputedStyle): Color {
  const used = usedColor(color, style);
  return economizes(context, style) ? legibleOnPaper(used) : used;
}

/** How much darker the brightest component of light text becomes, as in Chromium. */
const DARKENED = 0.33;

/** Returns a color that can be read on white paper: light colors are darkened, as in Chromium. */
export function legibleOnPaper(color: Color): Color {
  const { r, g, b, a } = color;
  if ((1 - r) ** 2 + (1 - g) ** 2 + (1 - b) ** 2 > 1) return color;
  const brightest = Math.max(r, g, b);
  const factor = (brightest - DARKENED) / brightest;
  return new Color(r * factor, g * factor, b * factor, a);
}
