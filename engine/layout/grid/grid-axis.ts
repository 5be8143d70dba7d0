/**
 * One axis of the implicit grid: its tracks with their sizing functions (explicit, then `grid-auto-*`), and their
 * positions once sized.
 */
import { Length } from '../../css/length.ts';
import type { TrackBreadth, TrackList, TrackListItem, TrackSize } from '../../css/computed-values.ts';
import type { LU } from '../../units.ts';
import { type AlignmentKeyword, distributeContent } from '../alignment/alignment.ts';
import { AUTO_TRACK, type ExplicitAxis } from './grid-lines.ts';
import type { LineRange } from './grid-placement.ts';
import { GridTrack, totalSize, TrackFunction, type TrackSizingInput } from './grid-track.ts';
import { SizedOffsets, type TrackOffsets } from './track-offsets.ts';
import { sizeTracks } from './track-sizing.ts';

export class GridAxis {
  readonly explicit: ExplicitAxis;
  /** Number of implicit tracks before the explicit ones. */
  readonly before: number;
  readonly count: number;
  readonly gap: LU;
  private readonly auto: readonly TrackSize[];
  private readonly basis: LU;
  private made: GridTrack[] | null = null;
  private adopted: TrackOffsets | null = null;

  constructor(explicit: ExplicitAxis, auto: readonly TrackSize[], before: number, count: number, gap: LU, basis: LU) {
    this.explicit = explicit;
    this.before = before;
    this.count = count;
    this.gap = gap;
    this.auto = auto;
    this.basis = basis;
  }

  /**
   * The tracks, created on first use. PERF: every grid holds the structures of all its nested subgrids, most of which
   * never size their own tracks. Creating them eagerly would take quadratic time in the nesting depth.
   */
  get tracks(): readonly GridTrack[] {
    if (this.made !== null) return this.made;
    this.made = this.makeTracks();
    if (this.adopted !== null) this.adopt(this.adopted);
    this.adopted = null;
    return this.made;
  }

  private makeTracks(): GridTrack[] {
    const { explicit, before, auto, basis } = this;
    const tracks: GridTrack[] = [];
    const implicit = auto.length > 0 ? auto : [AUTO_TRACK];
    for (let t = 0; t < this.count; t++) {
      const index = t - before;
      let size: TrackSize;
      if (index < 0) {
        // §7.5: the pattern repeats backwards from the explicit grid.
        size = implicit[((index % implicit.length) + implicit.length) % implicit.length]!;
      } else {
        size =
          index < explicit.tracks.length
            ? explicit.tracks[index]!
            : implicit[(index - explicit.tracks.length) % implicit.length]!;
      }
      tracks.push(new GridTrack(size, basis));
    }
    return tracks;
  }

  static hasPercentages(list: TrackList | null, auto: readonly TrackSize[]): boolean {
    const percent = (breadth: TrackBreadth): boolean =>
      breadth instanceof Length && breadth.isLength && breadth.hasPercent;
    const inSize = (size: TrackSize): boolean =>
      size.type === 'breadth'
        ? percent(size.breadth)
        : size.type === 'minmax'
          ? percent(size.min) || percent(size.max)
          : percent(size.limit);
    const inItem = (item: TrackListItem): boolean =>
      item.type === 'track' ? inSize(item.size) : item.type === 'repeat' ? item.items.some(inItem) : false;
    return auto.some(inSize) || (list !== null && list.items.some(inItem));
  }

  /** Collapses empty `auto-fit` tracks with their gutters (§7.2.3.2). */
  collapseEmpty(ranges: readonly LineRange[]): void {
    const repeat = this.explicit.autoRepeat;
    if (repeat === null || !repeat.fit) return;
    const used = new Set<number>();
    for (const { start, end } of ranges) for (let t = start; t < end; t++) used.add(t);
    for (let index = repeat.start; index < repeat.end; index++) {
      const t = index + this.before;
      if (t >= this.count || used.has(t)) continue;
      const track = this.tracks[t]!;
      track.collapsed = true;
      track.base = 0;
      track.limit = 0;
    }
  }

  size(input: Omit<TrackSizingInput, 'tracks' | 'gap'>): void {
    sizeTracks({
      tracks: this.tracks,
      gap: this.gap,
      items: input.items,
      constraint: input.constraint,
      available: input.available,
      minimum: input.minimum,
      maximum: input.maximum,
      stretches: input.stretches,
      budget: input.budget,
    });
  }

  /** Returns the lines around the range that isn't collapsed. */
  shownEnds(): [start: number, end: number] {
    let start = 0;
    let end = this.count;
    // Tracks that haven't been created can't be collapsed.
    if (this.made === null) return [start, end];
    while (start < end && this.tracks[start]!.collapsed) start++;
    while (end > start && this.tracks[end - 1]!.collapsed) end--;
    return [start, end];
  }

  /**
   * Whether the sum of flex factors is below 1, so that flexible tracks don't fill the size they gave the container
   * (§12.7.1).
   */
  leavesFlexSpace(): boolean {
    let factors = 0;
    let any = false;
    for (const track of this.tracks) {
      if (!track.isFlexible) continue;
      factors += track.flexFactor;
      any = true;
    }
    return any && factors < 1;
  }

  /**
   * Returns the shares of the tracks in additional space: of flexible ones, or else of `auto` ones if they stretch (§12.7,
   * §12.8).
   */
  growthFactors(stretches: boolean): readonly number[] {
    if (this.tracks.some(({ isFlexible }) => isFlexible))
      return this.tracks.map(({ isFlexible, flexFactor }) => (isFlexible ? flexFactor : 0));
    return this.tracks.map(({ max, collapsed }) => (stretches && max === TrackFunction.Auto && !collapsed ? 1 : 0));
  }

  /** Adopts the track sizes of another structure of the same grid. */
  adopt(offsets: TrackOffsets): void {
    if (this.made === null) this.adopted = offsets;
    this.made?.forEach((track, t) => {
      if (t < offsets.count) track.base = offsets.endOf(t) - offsets.startOf(t);
    });
  }

  /** Releases the tracks, whose positions are given by `offsets`. They are recreated on demand. */
  release(offsets: TrackOffsets): void {
    if (this.explicit.autoRepeat !== null) return;
    this.made = null;
    this.adopted = offsets;
  }

  /** Returns the size of all tracks with their gutters. */
  total(): LU {
    return totalSize(this.tracks, this.gap);
  }

  /** Positions the tracks by `justify-content` or `align-content` in a content box of size `room` (§10.5). */
  offsets(room: LU, alignment: { readonly keyword: AlignmentKeyword; readonly safe: boolean }): TrackOffsets {
    let shown = 0;
    for (const track of this.tracks) if (!track.collapsed) shown++;
    const shares = distributeContent(alignment.keyword, alignment.safe, room - this.total(), shown);
    const starts: LU[] = [];
    const ends: LU[] = [];
    let offset = shares.before;
    let first = true;
    for (const track of this.tracks) {
      if (!track.collapsed) {
        if (!first) offset += this.gap + shares.between;
        first = false;
      }
      starts.push(offset);
      offset += track.base;
      ends.push(offset);
    }
    return new SizedOffsets(starts, ends);
  }
}
