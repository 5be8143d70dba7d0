/** Positions of the tracks of a sized grid axis in LU (css-grid-2 §10.5, §9.2). */
import type { LU } from '../../units.ts';
import type { LineRange } from './grid-placement.ts';

/** Track positions from the content box's start edge. */
export abstract class TrackOffsets {
  abstract readonly count: number;

  abstract startOf(track: number): LU;

  abstract endOf(track: number): LU;

  /** Returns the area between two lines of the implicit grid. */
  extent(range: LineRange): { start: LU; size: LU } {
    if (range.start >= this.count) return { start: 0, size: 0 };
    const start = this.startOf(range.start);
    return { start, size: Math.max(0, this.endOf(Math.min(range.end, this.count) - 1) - start) };
  }

  all(): { readonly start: LU; readonly end: LU }[] {
    return Array.from({ length: this.count }, (_, t) => ({ start: this.startOf(t), end: this.endOf(t) }));
  }

  get end(): LU {
    return this.count === 0 ? 0 : this.endOf(this.count - 1);
  }
}

export class SizedOffsets extends TrackOffsets {
  private readonly starts: readonly LU[];
  private readonly ends: readonly LU[];

  constructor(starts: readonly LU[], ends: readonly LU[]) {
    super();
    this.starts = starts;
    this.ends = ends;
  }

  get count(): number {
    return this.starts.length;
  }

  startOf(track: number): LU {
    return this.starts[track]!;
  }

  endOf(track: number): LU {
    return this.ends[track]!;
  }
}

/** Returns the same offsets with stored positions, for callers that need all of them. */
export function settled(offsets: TrackOffsets): TrackOffsets {
  if (offsets instanceof SizedOffsets) return offsets;
  const places = offsets.all();
  return new SizedOffsets(
    places.map(({ start }) => start),
    places.map(({ end }) => end),
  );
}

export function sameOffsets(a: TrackOffsets, b: TrackOffsets): boolean {
  if (a === b) return true;
  if (a.count !== b.count) return false;
  for (let t = 0; t < a.count; t++) if (a.startOf(t) !== b.startOf(t) || a.endOf(t) !== b.endOf(t)) return false;
  return true;
}
