/** Distributes extra space over the tracks that items span (css-grid-2 §12.5.1, §12.6), in whole LU. */
import type { LU } from '../../units.ts';
import {
  type GridTrack,
  gutters,
  INFINITE,
  TrackFunction,
  type TrackItem,
  type TrackSizingInput,
} from './grid-track.ts';

export type TrackTest = (track: GridTrack) => boolean;

/** Distributes each item's extra space over its spanned tracks. Each track grows by its largest share (§12.5.1). */
export function distributeContributions(
  input: TrackSizingInput,
  items: readonly TrackItem[],
  affected: TrackTest,
  contribution: (item: TrackItem) => LU,
  target: 'base' | 'limit',
  flexible: boolean,
  forMaxContent: boolean,
): void {
  const { tracks, gap } = input;
  let any = false;
  for (const item of items) {
    input.budget.tick();
    const spanned: GridTrack[] = [];
    let space = 0;
    for (let t = item.start; t < item.end; t++) {
      const track = tracks[t]!;
      if (track.collapsed) continue;
      space -= target === 'base' ? track.base : track.limit === INFINITE ? track.base : track.limit;
      if (affected(track)) spanned.push(track);
    }
    if (spanned.length === 0) continue;
    space += contribution(item) - gutters(tracks, item.start, item.end, gap);
    if (space > 0) distributeExtra(spanned, space, target, flexible, forMaxContent);
    for (const track of spanned) {
      track.planned = Math.max(track.planned, track.itemIncurred);
      track.itemIncurred = 0;
      track.touched = true;
    }
    any = true;
  }
  if (!any) return;
  for (const track of tracks) {
    if (!affected(track)) continue;
    if (target === 'base') {
      track.base += track.planned;
    } else if (track.limit !== INFINITE) {
      track.limit += track.planned;
    } else if (track.touched) {
      // A growth limit that becomes finite here may still grow in the next step for this group.
      track.limit = track.base + track.planned;
      track.infinitelyGrowable = true;
    }
    track.planned = 0;
    track.touched = false;
  }
}

function distributeExtra(
  spanned: readonly GridTrack[],
  space: LU,
  target: 'base' | 'limit',
  flexible: boolean,
  forMaxContent: boolean,
): void {
  if (flexible) {
    shareByFlex(spanned, space);
    return;
  }
  const sizeOf = (track: GridTrack): LU =>
    target === 'base' ? track.base : track.limit === INFINITE ? track.base : track.limit;
  // A `fit-content()` track behaves like max-content up to its argument.
  const fitLimit = (track: GridTrack): number =>
    track.max === TrackFunction.FitContent ? Math.max(track.maxLength, sizeOf(track)) : Infinity;
  const limitOf = (track: GridTrack): number =>
    track.limit === INFINITE || (target === 'limit' && track.infinitelyGrowable)
      ? fitLimit(track)
      : Math.min(track.limit, fitLimit(track));
  let left = shareEqually(spanned, space, sizeOf, limitOf);
  if (left <= 0) return;
  // Distribute beyond the limits.
  if (target === 'limit') {
    left = shareEqually(spanned, left, sizeOf, fitLimit);
    return;
  }
  const takes = (track: GridTrack): boolean =>
    forMaxContent
      ? track.max === TrackFunction.MaxContent
      : track.hasIntrinsicMax && track.max !== TrackFunction.FitContent;
  const fits = spanned.filter((track) => track.max === TrackFunction.FitContent || takes(track));
  left = shareEqually(fits, left, sizeOf, (track) => (takes(track) ? Infinity : fitLimit(track)));
  if (left > 0) shareEqually(spanned, left, sizeOf, () => Infinity);
}

/** Distributes space equally up to each track's limit. Returns the remaining space. */
export function shareEqually(
  tracks: readonly GridTrack[],
  space: LU,
  sizeOf: (track: GridTrack) => LU,
  limitOf: (track: GridTrack) => number,
): LU {
  let left = space;
  let open = tracks.filter((track) => sizeOf(track) + track.itemIncurred < limitOf(track));
  while (left > 0 && open.length > 0) {
    let given = 0;
    const share = left;
    const count = open.length;
    const next: GridTrack[] = [];
    open.forEach((track, i) => {
      const part = Math.floor((share * (i + 1)) / count) - Math.floor((share * i) / count);
      const room = limitOf(track) - sizeOf(track) - track.itemIncurred;
      const taken = Math.min(part, room);
      track.itemIncurred += taken;
      given += taken;
      if (taken < room) next.push(track);
    });
    left -= given;
    if (next.length === open.length || given === 0) break;
    open = next;
  }
  return left;
}

/** Distributes space by flex factors, or equally if they sum to 0. */
function shareByFlex(spanned: readonly GridTrack[], space: LU): void {
  let total = 0;
  for (const track of spanned) total += track.flexFactor;
  let factors = 0;
  let given = 0;
  spanned.forEach((track, i) => {
    factors += track.flexFactor;
    const sum =
      total > 0 ? Math.floor((space * factors) / total + 1e-6) : Math.floor((space * (i + 1)) / spanned.length);
    track.itemIncurred += sum - given;
    given = sum;
  });
}
