/**
 * The initial height of balanced columns (css-multicol-1 §7.1): the height of each if contents could be cut anywhere.
 */
import type { Box } from '../../boxes/box.ts';
import { hasFlowBeside } from '../fragmentation/column-spanners.ts';
import { type LU, MAX_LU } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { endsPage } from '../fragmentation/break-values.ts';
import { forcedBreakValue } from '../fragmentation/next-break.ts';
import type { ColumnFlow } from './column-flow.ts';

/** Stands for an unlimited column height. */
export const ENDLESS: LU = MAX_LU >> 2;

/**
 * Returns the column height at which to start the search for the minimum that fits the contents from `token` on.
 * `limit` is the maximum height. `isKnownToFit` means that the contents are known to fit a row of that height.
 */
export function guessHeight(flow: ColumnFlow, token: BlockBreakToken | null, limit: LU, isKnownToFit: boolean): LU {
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

/** Whether a token ends the page in addition to the column. */
export function breaksPage(token: BlockBreakToken): boolean {
  return endsPage(forcedBreakValue(token));
}
