import { PiecewiseDeflate } from '../platform/compression.ts';
import type { Samples } from './image.ts';
import { Filter, filterRow, pixelBytesOf } from './png-filter.ts';

/** What a photograph's rows are tried with (ISO 15948 §12.8). */
const TRIED = [Filter.None, Filter.Sub, Filter.Up, Filter.Paeth];

/**
 * Packs rows of samples one after the other; nothing but their compressed bytes is kept. Filters make photographs smaller and drawings
 * larger, which nobody knows before: both are packed, and the smaller stays.
 */
export class RowPacker {
  private readonly channels: 1 | 3;
  private readonly bits: Samples['bits'];
  private readonly pixelBytes: number;
  private readonly unfiltered = new PiecewiseDeflate();
  private readonly filtered: PiecewiseDeflate | null;
  private above: Uint8Array;
  /** A row with its filter's number: the one to be written, and one that is tried. */
  private row: Uint8Array;
  private trial: Uint8Array;

  /** `rowBytes`: of each row. `mayFilter`: false for indices of a palette, whose differences mean nothing. */
  constructor(rowBytes: number, channels: 1 | 3, bits: Samples['bits'], mayFilter: boolean) {
    this.filtered = mayFilter ? new PiecewiseDeflate() : null;
    this.channels = channels;
    this.bits = bits;
    this.pixelBytes = pixelBytesOf(channels, bits);
    this.above = new Uint8Array(rowBytes);
    this.row = new Uint8Array(rowBytes + 1);
    this.trial = new Uint8Array(rowBytes + 1);
  }

  /** `filter`: the one to try; null: the one that leaves least. The row may be reused by the caller. */
  put(line: Uint8Array, filter: number | null): void {
    this.filterInto(this.row, line, Filter.None);
    this.unfiltered.write(this.row);
    if (this.filtered === null) return;
    if (filter === null) this.tryFilters(line);
    else this.filterInto(this.row, line, filter);
    this.filtered.write(this.row);
    this.above.set(line);
  }

  finish(): Samples {
    let bytes = this.unfiltered.finish();
    const filtered = this.filtered?.finish();
    if (filtered && filtered.length < bytes.length) bytes = filtered;
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
  for (let i = 1; i < row.length; i++) sum += row[i] < 128 ? row[i] : 256 - row[i];
  return sum;
}
