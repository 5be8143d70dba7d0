/** Pictures of pages by different programs, compared coarsely: how they smooth the edges of glyphs doesn't count, where these stand does. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Bytes a pixel, the first three of them red, green and blue. */
  readonly channels: number;
  readonly data: Uint8Array;
}

/** Pixels along a side of the squares whose means are compared. */
const SQUARE = 8;
/** Of 255: how far apart the means of two squares of the same may be. */
const TOLERANCE = 40;

/** The share of squares that differ. */
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
