import type { Budget } from '../budget.ts';
import { deflateTime, PiecewiseDeflate } from '../platform/compression.ts';
import type { Samples } from './image.ts';
import { Filter, filterRow, pixelBytesOf } from './png-filter.ts';

/** What a photograph's rows are tried with (ISO 15948 §12.8). */
const TRIED = [Filter.None, Filter.Sub, Filter.Up, Filter.Paeth];

/** Of a large image, what tells whether filters make it smaller. */
const TRIAL_BYTES = 4_000_000;

/** Memory that packing takes at most. */
export const packingBytes = (rowBytes: number, rows: number): number => {
  const whole = (rowBytes + 1) * rows;
  return whole + Math.min(whole, TRIAL_BYTES);
};

/**
 * Packs rows of samples, which are held until the last has come. Filters make photographs smaller and drawings larger, which nobody knows before: both are
 * packed, of large images their first megabytes, and the smaller stays.
 */
export class RowPacker {
  private readonly channels: 1 | 3;
  private readonly bits: Samples['bits'];
  private readonly pixelBytes: number;
  /** One of the two, or both while it isn't known which is smaller. */
  private unfiltered: PiecewiseDeflate | null;
  private filtered: PiecewiseDeflate | null;
  private above: Uint8Array;
  /** A row with its filter's number: the one to be written, and one that is tried. */
  private row: Uint8Array;
  private trial: Uint8Array;

  /** `rowBytes`: of each row. `mayFilter`: false for indices of a palette, whose differences mean nothing. `rows`: how many will come, if that is known. */
  constructor(
    rowBytes: number,
    channels: 1 | 3,
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

  /** `filter`: the one to try; null: the one that leaves least. The row may be reused by the caller. */
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

  /** Goes on with the smaller one. */
  private decide(unfiltered: PiecewiseDeflate, filtered: PiecewiseDeflate): void {
    if (filtered.deflatedLength < unfiltered.deflatedLength) this.unfiltered = null;
    else this.filtered = null;
  }

  /** `budget`: is asked whether there is time for it; null: it has been. @throws RenderError if there isn't. */
  finish(budget: Budget | null): Samples {
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

  /** The sum of the differences tells well enough how far a row can be compressed. */
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
