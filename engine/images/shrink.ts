import type { Budget } from '../budget.ts';

/** Pixels per tick of the budget. */
const PIXELS_PER_TICK = 256;

/**
 * Downsamples an image: each new pixel is the mean of the pixels that it covers. Pixels are RGBA, not premultiplied.
 * The new size must not exceed the old one.
 */
export function shrink(
  rgba: Uint8Array,
  from: { readonly width: number; readonly height: number },
  to: { readonly width: number; readonly height: number },
  budget: Budget,
): Uint8Array {
  const out = new Uint8Array(to.width * to.height * 4);
  for (let y = 0, at = 0; y < to.height; y++) {
    const [top, bottom] = covered(y, to.height, from.height);
    budget.tickBy(1 + ((bottom - top) * from.width) / PIXELS_PER_TICK);
    for (let x = 0; x < to.width; x++, at += 4) {
      const [left, right] = covered(x, to.width, from.width);
      putMean(rgba, from.width, left, right, top, bottom, out, at);
    }
  }
  return out;
}

/** Returns the range of old pixels that a new pixel covers, even partly. */
function covered(index: number, to: number, from: number): [first: number, end: number] {
  return [Math.floor((index * from) / to), Math.ceil(((index + 1) * from) / to)];
}

function putMean(
  rgba: Uint8Array,
  width: number,
  left: number,
  right: number,
  top: number,
  bottom: number,
  out: Uint8Array,
  at: number,
): void {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let i = 4 * (y * width + left), end = 4 * (y * width + right); i < end; i += 4) {
      const alpha = rgba[i + 3]!;
      red += rgba[i]! * alpha;
      green += rgba[i + 1]! * alpha;
      blue += rgba[i + 2]! * alpha;
      opacity += alpha;
    }
  if (opacity === 0) return;
  out[at] = Math.round(red / opacity);
  out[at + 1] = Math.round(green / opacity);
  out[at + 2] = Math.round(blue / opacity);
  out[at + 3] = Math.round(opacity / ((right - left) * (bottom - top)));
}
