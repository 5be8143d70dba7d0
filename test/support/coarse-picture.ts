/**
 * A page drawn by one of several programs. The comparison is coarse: the positions of glyphs count, the antialiasing of
 * their edges does not.
 */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Bytes per pixel, the first three of which are red, green and blue. */
  readonly channels: number;
  readonly data: Uint8Array;
}

/** The side of the squares whose means are compared, in pixels. */
const SQUARE = 8;
/** The permitted difference between the means of equal squares, out of 255. */
const TOLERANCE = 40;

/** Returns the share of squares that differ. */
export function coarseDifference(a: Picture, b: Picture): number {
  const columns = Math.floor(Math.min(a.width, b.width) / SQUARE);
  const rows = Math.floor(Math.min(a.height, b.height) / SQUARE);
  let differing = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (Math.abs(meanOf(a, column, row) - meanOf(b, column, row)) > TOLERANCE) differing++;
  return differing / (rows * columns);
}

function meanOf({ width, channels, data }: Picture, column: number, row: number): number {
  let sum = 0;
  for (let y = row * SQUARE; y < (row + 1) * SQUARE; y++)
    for (let x = column * SQUARE; x < (column + 1) * SQUARE; x++)
      for (let c = 0; c < 3; c++) sum += data[(y * width + x) * channels + c]!;
  return sum / (3 * SQUARE * SQUARE);
}
