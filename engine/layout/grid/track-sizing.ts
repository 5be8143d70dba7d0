/**
 * The track sizing algorithm (css-grid-2 §12.3 to §12.8) for one axis. The caller supplies the contributions, the rest
 * is LU arithmetic. Equal shares are rounded by their cumulative value, so that track edges match exact fractions.
 */
import { INDEFINITE, type LU } from '../../units.ts';
import {
  type GridTrack,
  gutters,
  INFINITE,
  totalSize,
  TrackFunction,
  spansFlexible,
  type TrackItem,
  type TrackSizingInput,
} from './grid-track.ts';
import { expandFlexibleTracks } from './flexible-tracks.ts';
import { distributeContributions, shareEqually, type TrackTest } from './track-distribution.ts';

export function sizeTracks(input: TrackSizingInput): void {
  resolveIntrinsicSizes(input);
  maximizeTracks(input);
  expandFlexibleTracks(input);
  if (input.stretches) stretchAutoTracks(input);
}

// --- §12.5 Resolve intrinsic track sizes ---------------------------------------------------------------------------

function resolveIntrinsicSizes(input: TrackSizingInput): void {
  const { tracks } = input;
  const single: TrackItem[] = [];
  const spanning: TrackItem[] = [];
  const flexible: TrackItem[] = [];
  for (const item of input.items) {
    if (!spansIntrinsic(tracks, item)) continue;
    if (spansFlexible(tracks, item)) flexible.push(item);
    else if (item.end - item.start === 1) single.push(item);
    else spanning.push(item);
  }
  for (const item of single) sizeForSingle(input, item);
  spanning.sort((a, b) => a.end - a.start - (b.end - b.start));
  for (let i = 0; i < spanning.length;) {
    const span = spanning[i]!.end - spanning[i]!.start;
    let j = i;
    while (j < spanning.length && spanning[j]!.end - spanning[j]!.start === span) j++;
    distributeForGroup(input, spanning.slice(i, j), false);
    i = j;
  }
  if (flexible.length > 0) distributeForGroup(input, flexible, true);
  // Step 5: infinite growth limits become the base size.
  for (const track of tracks) {
    if (track.limit === INFINITE) track.limit = track.base;
    else if (track.limit < track.base) track.limit = track.base;
  }
}

function spansIntrinsic(tracks: readonly GridTrack[], item: TrackItem): boolean {
  for (let t = item.start; t < item.end; t++)
    if (tracks[t]!.hasIntrinsicMin || tracks[t]!.max !== TrackFunction.Fixed) return true;
  return false;
}

/**
 * Returns the largest size that fixed maxima allow an item, or -1 if a track has none. `fit` includes the arguments of
 * `fit-content()`.
 */
function fixedLimit(tracks: readonly GridTrack[], item: TrackItem, gap: LU, fit: boolean): LU {
  let sum = gutters(tracks, item.start, item.end, gap);
  for (let t = item.start; t < item.end; t++) {
    const track = tracks[t]!;
    if (track.max !== TrackFunction.Fixed && !(fit && track.max === TrackFunction.FitContent)) return -1;
    sum += track.maxLength;
  }
  return sum;
}

function minimumContribution(input: TrackSizingInput, item: TrackItem): LU {
  let autoMin = false;
  for (let t = item.start; t < item.end; t++) if (input.tracks[t]!.min === TrackFunction.Auto) autoMin = true;
  const flexible = spansFlexible(input.tracks, item);
  return item.minimumContribution(fixedLimit(input.tracks, item, input.gap, false), autoMin, flexible);
}

/** Returns the limited min-content contribution, which intrinsic constraints use for automatic minimums. */
function limitedContribution(input: TrackSizingInput, item: TrackItem, contribution: LU): LU {
  const limit = fixedLimit(input.tracks, item, input.gap, true);
  const size = limit < 0 ? contribution : Math.min(contribution, limit);
  return Math.max(size, minimumContribution(input, item));
}

/** Step 2: sizes an inflexible track for an item that spans only this track. */
function sizeForSingle(input: TrackSizingInput, item: TrackItem): void {
  input.budget.tick();
  const track = input.tracks[item.start]!;
  switch (track.min) {
    case TrackFunction.MinContent:
      track.base = Math.max(track.base, item.minContentContribution());
      break;
    case TrackFunction.MaxContent:
      track.base = Math.max(track.base, item.maxContentContribution());
      break;
    case TrackFunction.Auto:
      track.base = Math.max(track.base, autoMinimum(input, item));
      break;
    default:
      break;
  }
  switch (track.max) {
    case TrackFunction.MinContent:
      track.limit = Math.max(track.limit, item.minContentContribution());
      break;
    case TrackFunction.MaxContent:
    case TrackFunction.Auto:
      track.limit = Math.max(track.limit, item.maxContentContribution());
      break;
    case TrackFunction.FitContent:
      track.limit = Math.max(
        track.limit,
        Math.min(item.maxContentContribution(), Math.max(track.maxLength, track.base)),
      );
      break;
    default:
      break;
  }
  if (track.limit !== INFINITE && track.limit < track.base) track.limit = track.base;
}

/**
 * Returns the contribution to an auto minimum. Items that span a flexible track and others contribute only their
 * minimum, under any constraint.
 */
function autoMinimum(input: TrackSizingInput, item: TrackItem): LU {
  const crossesFlexible = item.end - item.start > 1 && spansFlexible(input.tracks, item);
  if (input.constraint === 'definite' || crossesFlexible) return minimumContribution(input, item);
  return limitedContribution(input, item, item.minContentContribution());
}

/** Steps 3 and 4: distributes the contributions of a group of items that span several or flexible tracks. */
function distributeForGroup(input: TrackSizingInput, items: readonly TrackItem[], flexible: boolean): void {
  const inGroup: TrackTest = flexible ? (track) => track.isFlexible : (): boolean => true;
  const grow = (
    affected: TrackTest,
    contribution: (item: TrackItem) => LU,
    target: 'base' | 'limit',
    forMaxContent = false,
  ): void => {
    distributeContributions(
      input,
      items,
      (track) => inGroup(track) && affected(track),
      contribution,
      target,
      flexible,
      forMaxContent,
    );
  };
  // 1. Intrinsic minimums.
  grow(
    (track) => track.hasIntrinsicMin,
    (item) => autoMinimum(input, item),
    'base',
  );
  // 2. Content-based minimums.
  grow(
    (track) => track.min === TrackFunction.MinContent || track.min === TrackFunction.MaxContent,
    (item) => item.minContentContribution(),
    'base',
  );
  // 3. Max-content minimums. Under a max-content constraint, `auto` minimums too.
  const maxMin: TrackTest =
    input.constraint === 'max-content'
      ? (track): boolean => track.min === TrackFunction.MaxContent || track.min === TrackFunction.Auto
      : (track): boolean => track.min === TrackFunction.MaxContent;
  grow(
    maxMin,
    (item) =>
      input.constraint === 'max-content'
        ? limitedContribution(input, item, item.maxContentContribution())
        : item.maxContentContribution(),
    'base',
    true,
  );
  for (const track of input.tracks) if (track.limit !== INFINITE && track.limit < track.base) track.limit = track.base;
  if (flexible) return;
  // 5. Intrinsic maximums.
  grow(
    (track) => track.hasIntrinsicMax,
    (item) => item.minContentContribution(),
    'limit',
  );
  // 6. Max-content maximums.
  grow(
    (track) =>
      track.max === TrackFunction.MaxContent ||
      track.max === TrackFunction.Auto ||
      track.max === TrackFunction.FitContent,
    (item) => item.maxContentContribution(),
    'limit',
  );
  for (const track of input.tracks) track.infinitelyGrowable = false;
}

// --- §12.6 Maximize tracks -----------------------------------------------------------------------------------------

function maximizeTracks(input: TrackSizingInput): void {
  const { tracks } = input;
  if (input.constraint === 'min-content') return;
  if (input.constraint === 'max-content' && input.maximum === INDEFINITE) {
    for (const track of tracks) track.base = Math.max(track.base, track.limit);
    return;
  }
  const room = input.constraint === 'definite' ? input.available : input.maximum;
  let free = room - gutters(tracks, 0, tracks.length, input.gap);
  for (const track of tracks) free -= track.base;
  if (free <= 0) return;
  shareEqually(
    tracks.filter((track) => !track.collapsed),
    free,
    (track) => track.base,
    (track) => track.limit,
  );
  for (const track of tracks) {
    track.base += track.itemIncurred;
    track.itemIncurred = 0;
  }
}

// --- §12.8 Stretch auto tracks -------------------------------------------------------------------------------------

function stretchAutoTracks(input: TrackSizingInput): void {
  const { tracks } = input;
  const room = input.constraint === 'definite' ? input.available : input.minimum > 0 ? input.minimum : INDEFINITE;
  if (room === INDEFINITE) return;
  const autos = tracks.filter((track) => track.max === TrackFunction.Auto && !track.collapsed);
  if (autos.length === 0) return;
  const free = room - totalSize(tracks, input.gap);
  if (free <= 0) return;
  autos.forEach((track, i) => {
    track.base += Math.floor((free * (i + 1)) / autos.length) - Math.floor((free * i) / autos.length);
  });
}
