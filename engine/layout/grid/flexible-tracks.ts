/** Expands flexible tracks into the free space according to their factors (css-grid-2 §12.7). */
import { INDEFINITE, type LU } from '../../units.ts';
import { type GridTrack, gutters, totalSize, spansFlexible, type TrackSizingInput } from './grid-track.ts';

export function expandFlexibleTracks(input: TrackSizingInput): void {
  const { tracks } = input;
  if (!tracks.some((track) => track.isFlexible) || input.constraint === 'min-content') return;
  let fraction: number;
  if (input.constraint === 'definite') {
    if (input.available <= totalSize(tracks, input.gap)) return;
    fraction = flexFraction(input, 0, tracks.length, input.available);
  } else {
    fraction = 0;
    for (const track of tracks)
      if (track.isFlexible) fraction = Math.max(fraction, track.base / Math.max(1, track.flexFactor));
    for (const item of input.items) {
      if (spansFlexible(tracks, item))
        fraction = Math.max(fraction, flexFraction(input, item.start, item.end, item.maxContentContribution()));
    }
    const total = sizeAtFraction(input, fraction);
    if (input.minimum > 0 && total < input.minimum) fraction = flexFraction(input, 0, tracks.length, input.minimum);
    else if (input.maximum !== INDEFINITE && total > input.maximum)
      fraction = flexFraction(input, 0, tracks.length, input.maximum);
  }
  applyFraction(tracks, fraction);
}

function sizeAtFraction(input: TrackSizingInput, fraction: number): number {
  let sum = gutters(input.tracks, 0, input.tracks.length, input.gap);
  for (const track of input.tracks)
    sum += track.isFlexible ? Math.max(track.base, fraction * track.flexFactor) : track.base;
  return sum;
}

/** Returns the used size of an fr so that tracks `[start, end)` fill `space` (§12.7.1). */
function flexFraction(input: TrackSizingInput, start: number, end: number, space: LU): number {
  const { tracks } = input;
  const inflexible = new Set<GridTrack>();
  for (;;) {
    input.budget.tick();
    let left = space - gutters(tracks, start, end, input.gap);
    let factors = 0;
    for (let t = start; t < end; t++) {
      const track = tracks[t]!;
      if (track.isFlexible && !inflexible.has(track)) factors += track.flexFactor;
      else left -= track.base;
    }
    const fraction = Math.max(0, left) / Math.max(1, factors);
    let again = false;
    for (let t = start; t < end; t++) {
      const track = tracks[t]!;
      if (!track.isFlexible || inflexible.has(track) || fraction * track.flexFactor >= track.base) continue;
      inflexible.add(track);
      again = true;
    }
    if (!again) return fraction;
  }
}

function applyFraction(tracks: readonly GridTrack[], fraction: number): void {
  let exact = 0;
  let given = 0;
  for (const track of tracks) {
    if (!track.isFlexible) continue;
    const size = fraction * track.flexFactor;
    if (size < track.base) continue;
    exact += size;
    const sum = Math.floor(exact + 1e-6);
    track.base = Math.max(track.base, sum - given);
    given = sum;
  }
}
