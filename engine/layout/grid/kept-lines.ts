/**
 * Caches resolved grid lines. PERF: every enclosing grid queries a grid's lines, and those of its nested subgrids, each
 * time it computes sizes.
 */
import type { Budget } from '../../budget.ts';
import type { TrackList } from '../../css/computed-values.ts';
import {
  type ExplicitAxis,
  lendLines,
  type LentLines,
  type RepeatSpace,
  resolveExplicitAxis,
  resolveSubgridAxis,
} from './grid-lines.ts';

type Areas = readonly (readonly string[])[];

interface KeptAxis {
  readonly list: TrackList | null;
  readonly areas: Areas | null;
  readonly axis: ExplicitAxis;
}

type Kept = readonly [columns: WeakMap<object, KeptAxis>, rows: WeakMap<object, KeptAxis>];

/** Keyed by the track list, or by the areas if there is none. */
const explicit: Kept = [new WeakMap(), new WeakMap()];
const subgridded: Kept = [new WeakMap(), new WeakMap()];
/** Keyed by the lent part of the axis. */
const lent = new WeakMap<ExplicitAxis, Map<string, LentLines>>();

function keptAxis(
  kept: Kept,
  key: object,
  list: TrackList | null,
  areas: Areas | null,
  isColumn: boolean,
  budget: Budget,
  make: () => ExplicitAxis,
): ExplicitAxis {
  const known = kept[isColumn ? 0 : 1];
  const found = known.get(key);
  if (found !== undefined && found.list === list && found.areas === areas) return found.axis;
  const axis = make();
  budget.keepLineNames(axis.nameCount);
  known.set(key, { list, areas, axis });
  return axis;
}

const repeatsAutomatically = (list: TrackList | null): boolean =>
  list !== null && list.items.some((item) => item.type === 'repeat' && typeof item.count !== 'number');

/** Same as `resolveExplicitAxis`, but cached. Automatic repetitions depend on `space` and aren't cached. */
export function explicitAxis(
  list: TrackList | null,
  areas: Areas | null,
  isColumn: boolean,
  space: RepeatSpace,
  budget: Budget,
): ExplicitAxis {
  const make = (): ExplicitAxis => resolveExplicitAxis(list, areas, isColumn, space, budget);
  const key = list ?? areas;
  if (key === null || repeatsAutomatically(list)) return make();
  return keptAxis(explicit, key, list, areas, isColumn, budget, make);
}

/** Same as `resolveSubgridAxis`, but cached. */
export function subgridAxis(
  list: TrackList | null,
  areas: Areas | null,
  isColumn: boolean,
  lines: LentLines,
  budget: Budget,
): ExplicitAxis {
  const make = (): ExplicitAxis => resolveSubgridAxis(list, areas, isColumn, lines, budget);
  return keptAxis(subgridded, lines, list, areas, isColumn, budget, make);
}

/** Same as `lendLines`, but cached. */
export function lentLines(
  axis: ExplicitAxis,
  start: number,
  count: number,
  reversed: boolean,
  gap: number,
  budget: Budget,
): LentLines {
  let known = lent.get(axis);
  if (known === undefined) lent.set(axis, (known = new Map<string, LentLines>()));
  const key = `${start} ${count} ${reversed} ${gap}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  budget.tickBy(axis.nameCount);
  const lines = lendLines(axis, start, count, reversed, gap);
  known.set(key, lines);
  return lines;
}
