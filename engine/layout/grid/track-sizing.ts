/**
 * The track sizing algorithm (css-grid-2 §12.3 to §12.8) for one axis. What items contribute is asked of the caller; the rest is arithmetic
 * on LU. Equal shares are cut to whole LU by their cumulated value, so that track edges lie where exact fractions would put them.
 */
import type { Budget } from '../../budget.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { type GridTrack, INFINITE, TrackFunction } from './grid-track.ts';

/** How much room the container gives: a definite size, or one of the intrinsic constraints. */
export type SizingConstraint = 'definite' | 'min-content' | 'max-content';

/** An item along the axis being sized; contributions are of its margin box. */
export interface TrackItem {
  readonly start: number;
  readonly end: number;
  minContentContribution(): LU;
  maxContentContribution(): LU;
  /** §12.5: the smallest size that it must have; `spansFlexible` and the limit of fixed maxima decide about automatic minimums. */
  minimumContribution(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU;
}

export interface TrackSizingInput {
  readonly tracks: readonly GridTrack[];
  readonly items: readonly TrackItem[];
  readonly constraint: SizingConstraint;
  /** Content-box size of the container in the axis; INDEFINITE unless the constraint is definite. */
  readonly available: LU;
  /** The container's own minimum and maximum content-box size, for flexible tracks and maximizing under max-content. */
  readonly minimum: LU;
  readonly maximum: LU;
  readonly gap: LU;
  /** `normal` or `stretch` content alignment: auto tracks take what is left. */
  readonly stretches: boolean;
  readonly budget: Budget;
}

/** Gutters between tracks `[start, end)`; collapsed tracks have none. */
export function gutters(tracks: readonly GridTrack[], start: number, end: number, gap: LU): LU {
  let shown = 0;
  for (let t = start; t < end; t++) if (!tracks[t].collapsed) shown++;
  return gap * Math.max(0, shown - 1);
}

/** Sum of base sizes of tracks `[start, end)` with the gutters between. */
export function spanSize(tracks: readonly GridTrack[], start: number, end: number, gap: LU): LU {
  let sum = gutters(tracks, start, end, gap);
  for (let t = start; t < end; t++) sum += tracks[t].base;
  return sum;
}

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
    const span = spanning[i].end - spanning[i].start;
    let j = i;
    while (j < spanning.length && spanning[j].end - spanning[j].start === span) j++;
    distributeForGroup(input, spanning.slice(i, j), false);
    i = j;
  }
  if (flexible.length > 0) distributeForGroup(input, flexible, true);
  // Step 5: what is still infinite grows no further than its base size.
  for (const track of tracks) {
    if (track.limit === INFINITE) track.limit = track.base;
    else if (track.limit < track.base) track.limit = track.base;
  }
}

function spansIntrinsic(tracks: readonly GridTrack[], item: TrackItem): boolean {
  for (let t = item.start; t < item.end; t++)
    if (tracks[t].hasIntrinsicMin || tracks[t].max !== TrackFunction.Fixed) return true;
  return false;
}

function spansFlexible(tracks: readonly GridTrack[], item: TrackItem): boolean {
  for (let t = item.start; t < item.end; t++) if (tracks[t].isFlexible) return true;
  return false;
}

/** The largest that fixed maxima (with `fit`, arguments of fit-content() too) let an item be; -1: some track has none. */
function fixedLimit(tracks: readonly GridTrack[], item: TrackItem, gap: LU, fit: boolean): LU {
  let sum = gutters(tracks, item.start, item.end, gap);
  for (let t = item.start; t < item.end; t++) {
    const track = tracks[t];
    if (track.max !== TrackFunction.Fixed && !(fit && track.max === TrackFunction.FitContent)) return -1;
    sum += track.maxLength;
  }
  return sum;
}

function minimumContribution(input: TrackSizingInput, item: TrackItem): LU {
  let autoMin = false;
  for (let t = item.start; t < item.end; t++) if (input.tracks[t].min === TrackFunction.Auto) autoMin = true;
  const flexible = spansFlexible(input.tracks, item);
  return item.minimumContribution(fixedLimit(input.tracks, item, input.gap, false), autoMin, flexible);
}

/** Under an intrinsic constraint automatic minimums are the limited min-content contribution. */
function limitedContribution(input: TrackSizingInput, item: TrackItem, contribution: LU): LU {
  const limit = fixedLimit(input.tracks, item, input.gap, true);
  const size = limit < 0 ? contribution : Math.min(contribution, limit);
  return Math.max(size, minimumContribution(input, item));
}

/** Step 2: items in one track, which isn't flexible. */
function sizeForSingle(input: TrackSizingInput, item: TrackItem): void {
  input.budget.tick();
  const track = input.tracks[item.start];
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

/** Flexible tracks needn't hold the contents of what spans others as well, under any constraint. */
function autoMinimum(input: TrackSizingInput, item: TrackItem): LU {
  const crossesFlexible = item.end - item.start > 1 && spansFlexible(input.tracks, item);
  if (input.constraint === 'definite' || crossesFlexible) return minimumContribution(input, item);
  return limitedContribution(input, item, item.minContentContribution());
}

type TrackTest = (track: GridTrack) => boolean;

/** Steps 3 and 4: items that span several tracks (or flexible ones), all of one group at once. */
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
  // 1. intrinsic minimums
  grow(
    (track) => track.hasIntrinsicMin,
    (item) => autoMinimum(input, item),
    'base',
  );
  // 2. content-based minimums
  grow(
    (track) => track.min === TrackFunction.MinContent || track.min === TrackFunction.MaxContent,
    (item) => item.minContentContribution(),
    'base',
  );
  // 3. max-content minimums; under a max-content constraint `auto` minimums too
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
  // 5. intrinsic maximums
  grow(
    (track) => track.hasIntrinsicMax,
    (item) => item.minContentContribution(),
    'limit',
  );
  // 6. max-content maximums
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

/** §12.5.1: extra space of each item over its spanned tracks; the largest share of each track counts. */
function distributeContributions(
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
      const track = tracks[t];
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
      // A growth limit that becomes finite here may still grow in the next step of this group.
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
  // A fit-content() track behaves like max-content up to its argument.
  const fitLimit = (track: GridTrack): number =>
    track.max === TrackFunction.FitContent ? Math.max(track.maxLength, sizeOf(track)) : Infinity;
  const limitOf = (track: GridTrack): number =>
    track.limit === INFINITE || (target === 'limit' && track.infinitelyGrowable)
      ? fitLimit(track)
      : Math.min(track.limit, fitLimit(track));
  let left = shareEqually(spanned, space, sizeOf, limitOf);
  if (left <= 0) return;
  // Beyond the limits.
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

/** Equal shares up to each track's limit; returns what is left. */
function shareEqually(
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

/** Flexible tracks share by their factors; equally when these sum to 0. */
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

// --- §12.7 Expand flexible tracks ----------------------------------------------------------------------------------

function expandFlexibleTracks(input: TrackSizingInput): void {
  const { tracks } = input;
  if (!tracks.some((track) => track.isFlexible) || input.constraint === 'min-content') return;
  let fraction: number;
  if (input.constraint === 'definite') {
    if (input.available <= spanSize(tracks, 0, tracks.length, input.gap)) return;
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

/** §12.7.1: the size of an fr, when tracks `[start, end)` are to fill `space`. */
function flexFraction(input: TrackSizingInput, start: number, end: number, space: LU): number {
  const { tracks } = input;
  const inflexible = new Set<GridTrack>();
  for (;;) {
    input.budget.tick();
    let left = space - gutters(tracks, start, end, input.gap);
    let factors = 0;
    for (let t = start; t < end; t++) {
      const track = tracks[t];
      if (track.isFlexible && !inflexible.has(track)) factors += track.flexFactor;
      else left -= track.base;
    }
    const fraction = Math.max(0, left) / Math.max(1, factors);
    let again = false;
    for (let t = start; t < end; t++) {
      const track = tracks[t];
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

// --- §12.8 Stretch auto tracks -------------------------------------------------------------------------------------

function stretchAutoTracks(input: TrackSizingInput): void {
  const { tracks } = input;
  const room = input.constraint === 'definite' ? input.available : input.minimum > 0 ? input.minimum : INDEFINITE;
  if (room === INDEFINITE) return;
  const autos = tracks.filter((track) => track.max === TrackFunction.Auto && !track.collapsed);
  if (autos.length === 0) return;
  const free = room - spanSize(tracks, 0, tracks.length, input.gap);
  if (free <= 0) return;
  autos.forEach((track, i) => {
    track.base += Math.floor((free * (i + 1)) / autos.length) - Math.floor((free * i) / autos.length);
  });
}
