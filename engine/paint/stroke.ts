import type { StrokeStyle } from './display-list.ts';

/** Strokes of borders, outlines and decorations, with Chromium's dashing. */

export function solidStroke(width: number): StrokeStyle {
  return { width, dash: [], dashOffset: 0, cap: 'butt', join: 'miter', miterLimit: 4 };
}

/** Returns the gap nearest to `gap` that ends an open line with a dash, or closes a loop evenly. */
function bestGap(length: number, dash: number, gap: number, closed: boolean): number {
  const available = closed ? length : length + gap;
  const fewer = Math.floor(available / (dash + gap));
  const more = fewer + 1;
  const fewerGap = (length - fewer * dash) / (closed ? fewer : fewer - 1);
  const moreGap = (length - more * dash) / (closed ? more : more - 1);
  return moreGap <= 0 || Math.abs(fewerGap - gap) < Math.abs(moreGap - gap) ? fewerGap : moreGap;
}

/** Thinner dots are squares. */
const ROUND_DOTS_FROM = 3;

export function hasRoundDots(style: string, width: number): boolean {
  return style === 'dotted' && width > ROUND_DOTS_FROM;
}

/** Returns the stroke of a dotted or dashed line. Lengths in px. */
export function dashedStroke(style: 'dotted' | 'dashed', width: number, length: number, closed: boolean): StrokeStyle {
  if (hasRoundDots(style, width)) {
    const pair = width * 2;
    const period = length < pair ? pair : bestGap(length, width, width, closed) + width - 0.01;
    return { width, dash: [0, period], dashOffset: 0, cap: 'round', join: 'miter', miterLimit: 4 };
  }
  let dash = width;
  let gap = width;
  if (style === 'dashed') {
    dash *= width >= 3 ? 2 : 3;
    gap *= width >= 3 ? 1 : 2;
  }
  if (length <= dash * 2) return solidStroke(width);
  const two = 2 * dash + gap + (closed ? gap : 0);
  if (length <= two) {
    dash *= length / two;
    gap *= length / two;
  } else if (style === 'dashed') {
    gap = bestGap(length, dash, gap, closed);
  }
  return { width, dash: [dash, gap], dashOffset: 0, cap: 'butt', join: 'miter', miterLimit: 4 };
}

/** Limit on the dots of one line. */
const MAX_DOTS = 20_000;

/**
 * Returns the square dots of a thin dotted line, in whole px, with a dot at both ends. A remainder widens or narrows
 * the outer gaps. If it is exactly a dot's width, it changes the outer dots instead.
 */
export function squareDots(length: number, width: number): { start: number; length: number }[] {
  const period = 2 * width;
  const last = length - width;
  if (last <= 0) return [{ start: 0, length }];
  const rest = last % period;
  if (rest === width && width % 2 === 1) return wideEnds(length, width);
  // If the remainder is too large for wider gaps, one more dot is added, and the gaps get narrower.
  const deviation = rest < width ? rest : rest - period;
  const atStart = deviation >= 0 ? Math.ceil(deviation / 2) : -Math.ceil(-deviation / 2);
  const dots = [{ start: 0, length: width }];
  for (let at = period + atStart; at < last - 1e-6 && dots.length < MAX_DOTS; at += period)
    dots.push({ start: at, length: width });
  dots.push({ start: last, length: width });
  return dots;
}

function wideEnds(length: number, width: number): { start: number; length: number }[] {
  const dots = [{ start: 0, length: width + 1 }];
  const last = width === 1 ? length - 1 : length - width - 1;
  for (let at = 2 * width + 1; at + width < last && dots.length < MAX_DOTS; at += 2 * width)
    dots.push({ start: at, length: width });
  dots.push({ start: last, length: length - last });
  return dots;
}
