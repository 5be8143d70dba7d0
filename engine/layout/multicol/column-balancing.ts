/**
 * The height of balanced columns (css-multicol-1 §7.1). One endless column provides a lower bound: the height of each
 * column if contents could be cut anywhere. From there the search goes through the heights that breaks can produce,
 * because every row that is too low reports the smallest growth that fits more into one of its columns.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { hasFlowBeside } from '../fragmentation/column-spanners.ts';
import { forcedBreakValue } from '../fragmentation/next-break.ts';
import type { ColumnFlow } from './column-flow.ts';
import { breakAppealOfRow, breaksPage, type ColumnRow, ENDLESS, fillRow, type RowRoom } from './column-row.ts';

/** Maximum number of rows tried at growing heights, and how many of these may grow by less than the guessed steps. */
const MAX_TRIES = 20;
const EXACT_TRIES = 4;

/** Lays out the row that begins at `token` in columns of the smallest height that fits its contents without bad breaks. */
export function balanceRow(flow: ColumnFlow, token: BlockBreakToken | null, room: RowRoom): ColumnRow {
  const limit = room.most === INDEFINITE ? ENDLESS : Math.max(LU_PER_PX, room.most);
  const fill = (height: LU, mayOverflow = false): ColumnRow =>
    fillRow(flow, token, { most: height, mayOverflow, mayGetMore: room.mayGetMore && height >= limit });
  const tallest = (token === null && !flow.isNested) || limit === ENDLESS ? null : fill(limit, room.mayOverflow);
  // Content that continues after the row even with columns of maximum height usually continues after balancing, too.
  if (tallest !== null && !holdsAll(flow, tallest) && !tallest.columns.every(endsForced)) return tallest;
  const least = guessHeight(flow, token, limit, tallest !== null);
  let complete: ColumnRow | null = null;
  let height = least;
  let tooLow = 0;
  let isExact = true;
  for (let tries = 1; ; tries++) {
    const isLast = height >= limit;
    const row = fill(height, room.mayOverflow && isLast);
    const isComplete = holdsAll(flow, row);
    if (isComplete && isWellBroken(flow, row)) return isExact ? row : leastRow(flow, tooLow, row, fill);
    // Taller columns may avoid an undesirable break. If not, the first row that holds everything is used.
    if (isComplete) complete ??= row;
    // Taller columns would break at the same forced places.
    const isForced = !isComplete && row.columns.every(endsForced);
    if (isLast || isForced || tries >= MAX_TRIES) {
      if (complete !== null) return complete;
      // Content that continues after endless columns overflows in additional columns instead, at the guessed height.
      if (room.mayOverflow && isForced) return fill(height, true);
      return room.mayOverflow && limit === ENDLESS ? fill(least, true) : row;
    }
    // Steps are guessed for boxes that break anywhere and report no growth, and after many small growths.
    const growth = growthOf(flow, row);
    const stride = LU_PER_PX << tries;
    isExact = growth > 0 && (tries <= EXACT_TRIES || growth >= stride);
    tooLow = height;
    height = Math.min(limit, height + (isExact ? growth : stride));
  }
}

/** Whether the row has no undesirable break, no missing float of the last column and no overflow. */
function isWellBroken(flow: ColumnFlow, row: ColumnRow): boolean {
  return !row.lacksLast && breakAppealOfRow(row) === BreakAppeal.Perfect && overflowOf(flow, row) === 0;
}

/** Returns the row of the smallest good height, to a px, above a height that is too low and up to that of a good row. */
function leastRow(flow: ColumnFlow, tooLow: LU, good: ColumnRow, fill: (height: LU) => ColumnRow): ColumnRow {
  let least = good;
  let below = tooLow;
  while (least.height - below > LU_PER_PX) {
    const row = fill((below + least.height) >> 1);
    if (holdsAll(flow, row) && isWellBroken(flow, row)) least = row;
    else below = row.height;
  }
  return least;
}

/** Returns the smallest growth of a row's height that changes its breaks, or 0 if that is unknown. */
function growthOf(flow: ColumnFlow, row: ColumnRow): LU {
  const overflow = overflowOf(flow, row);
  let least = overflow > 0 ? overflow : MAX_LU;
  for (const { shortage } of row.columns) if (shortage > 0 && shortage < least) least = shortage;
  return least === MAX_LU ? 0 : least;
}

/**
 * Returns the column height at which to start the search for the minimum that fits the contents from `token` on.
 * `limit` is the maximum height. `isKnownToFit` means that the contents are known to fit a row of that height.
 */
function guessHeight(flow: ColumnFlow, token: BlockBreakToken | null, limit: LU, isKnownToFit: boolean): LU {
  const { count } = flow.geometry;
  // Contents that don't end in a column as long as the whole row need the maximum height.
  const most = isKnownToFit ? ENDLESS : Math.min(ENDLESS, limit * count);
  const runs: { size: LU; columns: number }[] = [];
  let tallest = 0;
  let at = token;
  let spanner: Box | null = null;
  for (;;) {
    flow.context.budget.tick();
    const result = flow.layoutColumn(most, at, true, spanner !== null);
    // In nested columns, positioned boxes continue in the outer columns.
    const positioned = flow.isNested ? 0 : result.outOfFlowExtent;
    runs.push({ size: Math.max(result.intrinsicBlockSize, result.blockExtent, positioned), columns: 1 });
    tallest = Math.max(tallest, result.tallestUnbreakable);
    at = result.breakToken;
    spanner = result.columnSpanner;
    if (at === null || runs.length >= count || (spanner !== null && !hasFlowBeside(at, spanner))) break;
    if (spanner !== null) continue;
    if (breaksPage(at)) break;
    if (most < ENDLESS && forcedBreakValue(at) === 'auto') return limit;
  }
  for (let spare = count - runs.length; spare > 0; spare--) {
    let largest = runs[0]!;
    for (const run of runs) if (run.size / run.columns > largest.size / largest.columns) largest = run;
    if (largest.size === 0) break;
    largest.columns++;
  }
  let height = tallest;
  for (const run of runs) height = Math.max(height, Math.ceil(run.size / run.columns));
  return Math.min(limit, height);
}

function holdsAll(flow: ColumnFlow, row: ColumnRow): boolean {
  return row.columns.length <= flow.geometry.count && (row.token === null || endsAtSpanner(row) || row.forcesPage);
}

/** Whether the row contains all content before the spanner. */
function endsAtSpanner({ token, spanner }: ColumnRow): boolean {
  return token !== null && spanner !== null && !hasFlowBeside(token, spanner);
}

function endsForced({ breakToken }: LayoutResult): boolean {
  return breakToken === null || breakToken.isForced;
}

/** Returns how far unbreakable positioned boxes extend beyond the columns, unless an outer column may take them. */
function overflowOf(flow: ColumnFlow, { columns, height }: ColumnRow): LU {
  if (flow.isNested) return 0;
  let most = 0;
  for (const { outOfFlowExtent } of columns) most = Math.max(most, outOfFlowExtent - height);
  return most;
}
