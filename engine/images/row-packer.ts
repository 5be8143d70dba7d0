import type { Budget } from '../budget.ts';
import { deflateTime, PiecewiseDeflate } from '../platform/compression.ts';
import type { Samples } from './image.ts';
import { Filter, filterRow, pixelBytesOf } from '../platform/png-filter.ts';

/** The filters tried for photographs (ISO 15948 §12.8). */
const TRIED = [Filter.None, Filter.Sub, Filter.Up, Filter.Paeth];

/** The number of bytes of a large image after which the smaller variant is chosen. */
const TRIAL_BYTES = 4_000_000;

/** Returns the maximum memory that packing needs, in bytes. */
export const packingBytes = (rowBytes: number, rows: number): number => {
  const whole = (rowBytes + 1) * rows;
  return whole + Math.min(whole, TRIAL_BYTES);
};

/**
 * Packs rows of samples and holds the result until the last row has been added. Filters make photographs smaller but
 * drawings larger. Both variants are therefore packed, for large images only the first megabytes, and the smaller one
 * is kept.
 */
export class RowPacker<Channels extends 1 | 3 | 4 = 1 | 3> {
  private readonly channels: Channels;
  private readonly bits: Samples['bits'];
  private readonly pixelBytes: number;
  /** Either variant, or both until the smaller one is known. */
  private unfiltered: PiecewiseDeflate | null;
  private filtered: PiecewiseDeflate | null;
  private above: Uint8Array;
  /** A row with its filter byte: the one to write, and one being tried. */
  private row: Uint8Array;
  private trial: Uint8Array;

  /**
   * `rowBytes` is the length of each row. `mayFilter` is false for palette indices, whose differences are meaningless.
   * `rows` is the number of rows, if known.
   */
  constructor(
    rowBytes: number,
    channels: Channels,
    bits: Samples['bits'],
    mayFilter: boolean,
    rows: number | null = null,
  ) {
    const expected = rows === null ? undefined : (rowBytes + 1) * rows;
    this.unfiltered = new PiecewiseDeflate(expected);
    this.filtered = mayFilter ? new PiecewiseDeflate(expected) : null;
    this.channels = channels;
    this.bits = bits;
    this.pixelBytes = pixelBytesOf(channels, bits);
    this.above = new Uint8Array(rowBytes);
    this.row = new Uint8Array(rowBytes + 1);
    this.trial = new Uint8Array(rowBytes + 1);
  }

  /**
   * Adds a row. `filter` is the filter to use; null: the one with the smallest result. The caller may reuse the row.
   */
  put(line: Uint8Array, filter: number | null): void {
    if (this.unfiltered !== null) {
      this.filterInto(this.row, line, Filter.None);
      this.unfiltered.write(this.row);
    }
    if (this.filtered === null) return;
    if (filter === null) this.tryFilters(line);
    else this.filterInto(this.row, line, filter);
    this.filtered.write(this.row);
    this.above.set(line);
    if (this.unfiltered !== null && this.filtered.length >= TRIAL_BYTES) this.decide(this.unfiltered, this.filtered);
  }

  /** Keeps the smaller variant. */
  private decide(unfiltered: PiecewiseDeflate, filtered: PiecewiseDeflate): void {
    if (filtered.deflatedLength < unfiltered.deflatedLength) this.unfiltered = null;
    else this.filtered = null;
  }

  /**
   * Finishes packing. `budget` checks that enough time is left; null: it has been checked. @throws RenderError if there
   * isn't enough time
   */
  finish(budget: Budget | null): Samples<Channels> {
    const [plain, filtered] = [this.unfiltered, this.filtered].map((packed) => {
      if (packed !== null) budget?.foresee(deflateTime(packed.length));
      return packed?.finish();
    });
    const filteredIsSmaller = filtered && (!plain || filtered.length < plain.length);
    const bytes = (filteredIsSmaller ? filtered : plain) as Uint8Array;
    return { channels: this.channels, bits: this.bits, form: 'png', bytes };
  }

  private filterInto(row: Uint8Array, line: Uint8Array, filter: number): void {
    row[0] = filter;
    filterRow(filter, line, this.above, this.pixelBytes, row.subarray(1));
  }

  /** Chooses the filter with the smallest sum of differences, a good estimate of compressibility. */
  private tryFilters(line: Uint8Array): void {
    let least = Infinity;
    for (const filter of TRIED) {
      this.filterInto(this.trial, line, filter);
      const sum = sumOfDifferences(this.trial);
      if (sum >= least) continue;
      least = sum;
      [this.row, this.trial] = [this.trial, this.row];
    }
  }
}

function sumOfDifferences(row: Uint8Array): number {
  let sum = 0;
  for (let i = 1; i < row.length; i++) sum += row[i]! < 128 ? row[i]! : 256 - row[i]!;
  return sum;
}
