import { turnOf } from '../images/orientation.ts';
import type { Matrix } from '../paint/display-list.ts';
import type { PrintedSize } from './pdf-images.ts';

/** Returns the matrix that maps an image's unit square to a rectangle, with the EXIF orientation applied. */
export function imageMatrix(orientation: number, x: number, y: number, w: number, h: number): Matrix {
  // Shown = (a s + c t + e, b s + d t + f), where s and t are the stored image's coordinates from its top left corner.
  const [a, b, c, d, e, f] = turnOf(orientation);
  // PDF's v axis points up: t = 1 - v.
  return [w * a, h * b, -w * c, -h * d, x + w * (c + e), y + h * (d + f)];
}

const POINTS_PER_INCH = 72;

/**
 * Returns the printed size in inches of an image, given the matrix from its unit square to the page. `userUnit` is the
 * number of points per page unit.
 */
export function printedSize([a, b, c, d]: Matrix, userUnit: number): PrintedSize {
  const scale = userUnit / POINTS_PER_INCH;
  return { width: Math.hypot(a, b) * scale, height: Math.hypot(c, d) * scale };
}
