/**
 * PNG's row filters (ISO 15948 §9), which store each byte as the difference from a prediction. PDF supports them as
 * predictors.
 */

export const Filter = { None: 0, Sub: 1, Up: 2, Average: 3, Paeth: 4 } as const;

/** Returns the distance in bytes to the corresponding sample of the pixel to the left. */
export function pixelBytesOf(channels: number, bits: number): number {
  return Math.max(1, (channels * bits) >> 3);
}

/** Undoes a row's filter in place. `above` is the unfiltered previous row, or zeros for the first. */
export function unfilter(filter: number, line: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const { length } = line;
  switch (filter) {
    case Filter.Sub:
      for (let i = pixelBytes; i < length; i++) line[i]! += line[i - pixelBytes]!;
      break;
    case Filter.Up:
      for (let i = 0; i < length; i++) line[i]! += above[i]!;
      break;
    case Filter.Average:
      for (let i = 0; i < length; i++) line[i]! += ((i < pixelBytes ? 0 : line[i - pixelBytes]!) + above[i]!) >> 1;
      break;
    case Filter.Paeth:
      for (let i = 0; i < length; i++)
        line[i]! += i < pixelBytes ? above[i]! : paeth(line[i - pixelBytes]!, above[i]!, above[i - pixelBytes]!);
  }
}

/** Applies a filter to a row and writes the result to `out`. */
export function filterRow(
  filter: number,
  line: Uint8Array,
  above: Uint8Array,
  pixelBytes: number,
  out: Uint8Array,
): void {
  const { length } = line;
  switch (filter) {
    case Filter.None:
      out.set(line);
      break;
    case Filter.Sub:
      for (let i = 0; i < length; i++) out[i] = i < pixelBytes ? line[i]! : line[i]! - line[i - pixelBytes]!;
      break;
    case Filter.Up:
      for (let i = 0; i < length; i++) out[i] = line[i]! - above[i]!;
      break;
    case Filter.Average:
      for (let i = 0; i < length; i++)
        out[i] = line[i]! - (((i < pixelBytes ? 0 : line[i - pixelBytes]!) + above[i]!) >> 1);
      break;
    case Filter.Paeth:
      for (let i = 0; i < length; i++)
        out[i] =
          line[i]! - (i < pixelBytes ? above[i]! : paeth(line[i - pixelBytes]!, above[i]!, above[i - pixelBytes]!));
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
