import type { Matrix } from '../paint/canvas.ts';
import type { PrintedSize } from './pdf-images.ts';

/** Maps an image's unit square onto a rectangle, turned as EXIF's orientation says. */
export function imageMatrix(orientation: number, x: number, y: number, w: number, h: number): Matrix {
  // Displayed = (a s + b t + c, d s + e t + f), s and t being the stored image's coordinates from its top left corner.
  const [a, b, c, d, e, f] = ORIENTATIONS[orientation - 1] ?? ORIENTATIONS[0]!;
  // PDF's v grows upwards: t = 1 - v.
  return [w * a, h * d, -w * b, -h * e, x + w * (b + c), y + h * (e + f)];
}

const ORIENTATIONS: readonly (readonly [number, number, number, number, number, number])[] = [
  [1, 0, 0, 0, 1, 0],
  [-1, 0, 1, 0, 1, 0],
  [-1, 0, 1, 0, -1, 1],
  [1, 0, 0, 0, -1, 1],
  [0, 1, 0, 1, 0, 0],
  [0, -1, 1, 1, 0, 0],
  [0, -1, 1, -1, 0, 1],
  [0, 1, 0, -1, 0, 1],
];

const POINTS_PER_INCH = 72;

/** How large an image is on paper whose unit square is mapped onto a page. `userUnit`: points to a unit of the page. */
export function printedSize([a, b, c, d]: Matrix, userUnit: number): PrintedSize {
  const scale = userUnit / POINTS_PER_INCH;
  return { width: Math.hypot(a, b) * scale, height: Math.hypot(c, d) * scale };
}
