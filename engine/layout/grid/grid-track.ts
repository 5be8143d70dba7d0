/** Grid tracks during sizing (css-grid-2 §12.3), and the input of the algorithm. */
import { Length, LengthKind } from '../../css/length.ts';
import type { TrackBreadth, TrackSize } from '../../css/computed-values.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { Budget } from '../../budget.ts';

/** The available space: definite, or an intrinsic constraint. */
export type SizingConstraint = 'definite' | 'min-content' | 'max-content';

/** An item along the axis being sized. Contributions refer to its margin box. */
export interface TrackItem {
  readonly start: number;
  readonly end: number;
  minContentContribution(): LU;
  maxContentContribution(): LU;
  /**
   * Returns the minimum contribution (§12.5). `spansFlexible` and the limit of fixed maxima affect automatic minimums.
   */
  minimumContribution(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU;
}

export interface TrackSizingInput {
  readonly tracks: readonly GridTrack[];
  readonly items: readonly TrackItem[];
  readonly constraint: SizingConstraint;
  /** Content-box size of the container in the axis, or INDEFINITE under an intrinsic constraint. */
  readonly available: LU;
  /** The container's minimum and maximum content-box size, for flexible tracks and for maximizing under max-content. */
  readonly minimum: LU;
  readonly maximum: LU;
  readonly gap: LU;
  /** Whether auto tracks stretch into the free space (`normal` or `stretch` content alignment). */
  readonly stretches: boolean;
  readonly budget: Budget;
}

/** Whether an item spans a flexible track. */
export function spansFlexible(tracks: readonly GridTrack[], item: TrackItem): boolean {
  for (let t = item.start; t < item.end; t++) if (tracks[t]!.isFlexible) return true;
  return false;
}

/** An infinite growth limit. */
export const INFINITE = -2;

/** Kinds of sizing functions. Indefinite percentages count as `auto`. */
export const TrackFunction = { Fixed: 0, MinContent: 1, MaxContent: 2, Auto: 3, FitContent: 4, Flexible: 5 } as const;
export type TrackFunction = (typeof TrackFunction)[keyof typeof TrackFunction];

export class GridTrack {
  readonly min: TrackFunction;
  readonly max: TrackFunction;
  /** The length of a Fixed function, or the limit of `fit-content()`. INDEFINITE stands for an unresolved percentage. */
  readonly maxLength: LU;
  readonly flexFactor: number;
  base: LU;
  /** The growth limit (css-grid-2 §12.4): INFINITE, or a length that is not less than `base`. */
  limit: LU;
  infinitelyGrowable = false;
  planned: LU = 0;
  /** Used while space is distributed to one item's tracks. */
  itemIncurred: LU = 0;
  /** Whether an item of the current group spans the track. */
  touched = false;
  /** An empty `auto-fit` track, which has no size and no gutters. */
  collapsed = false;

  constructor(size: TrackSize, basis: LU) {
    const [min, max] = functionsOf(size);
    const [minKind, minLength] = resolve(min, basis, true);
    const [maxKind, maxLength] =
      size.type === 'fit-content' ? fitContentLimit(size.limit, basis) : resolve(max, basis, false);
    this.min = minKind;
    this.max = maxKind;
    this.maxLength = maxLength;
    this.flexFactor = max instanceof Length ? 0 : max.fr;
    // §12.4
    this.base = minKind === TrackFunction.Fixed ? minLength : 0;
    this.limit = maxKind === TrackFunction.Fixed ? Math.max(maxLength, this.base) : INFINITE;
  }

  get isFlexible(): boolean {
    return this.max === TrackFunction.Flexible && !this.collapsed;
  }

  get hasIntrinsicMin(): boolean {
    return this.min !== TrackFunction.Fixed && !this.collapsed;
  }

  get hasFixedMax(): boolean {
    return this.max === TrackFunction.Fixed;
  }

  /** Whether the maximum is neither fixed nor flexible. */
  get hasIntrinsicMax(): boolean {
    return this.max !== TrackFunction.Fixed && this.max !== TrackFunction.Flexible && !this.collapsed;
  }
}

function functionsOf(size: TrackSize): readonly [TrackBreadth, TrackBreadth] {
  switch (size.type) {
    case 'breadth':
      return size.breadth instanceof Length ? [size.breadth, size.breadth] : [Length.AUTO, size.breadth];
    case 'minmax':
      return [size.min, size.max];
    case 'fit-content':
      return [Length.AUTO, Length.MAX_CONTENT];
  }
}

function resolve(breadth: TrackBreadth, basis: LU, isMin: boolean): readonly [TrackFunction, LU] {
  if (!(breadth instanceof Length)) return isMin ? [TrackFunction.Auto, 0] : [TrackFunction.Flexible, 0];
  switch (breadth.kind) {
    case LengthKind.Length:
      if (breadth.hasPercent && basis === INDEFINITE) return [TrackFunction.Auto, 0];
      return [TrackFunction.Fixed, Math.max(0, breadth.resolve(basis))];
    case LengthKind.MinContent:
      return [TrackFunction.MinContent, 0];
    case LengthKind.MaxContent:
      return [TrackFunction.MaxContent, 0];
    default:
      return [TrackFunction.Auto, 0];
  }
}

function fitContentLimit(limit: Length, basis: LU): readonly [TrackFunction, LU] {
  if (limit.hasPercent && basis === INDEFINITE) return [TrackFunction.MaxContent, 0];
  return [TrackFunction.FitContent, Math.max(0, limit.resolve(basis))];
}

/** Returns the size of the gutters between tracks `[start, end)`. Collapsed tracks have none. */
export function gutters(tracks: readonly GridTrack[], start: number, end: number, gap: LU): LU {
  let shown = 0;
  for (let t = start; t < end; t++) if (!tracks[t]!.collapsed) shown++;
  return gap * Math.max(0, shown - 1);
}

/** Returns the sum of the base sizes of all tracks and the gutters between them. */
export function totalSize(tracks: readonly GridTrack[], gap: LU): LU {
  let sum = gutters(tracks, 0, tracks.length, gap);
  for (const { base } of tracks) sum += base;
  return sum;
}
