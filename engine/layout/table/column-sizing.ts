/**
 * Widths of table columns (css-tables-3 §3.8, §3.9). Measures of cells give measures of columns, and the distribution
 * algorithm interpolates between its four guesses to distribute the table's width. Pure LU arithmetic. Where the
 * specification leaves rounding open, shares are floored to whole LU and the last column takes the rest, as in
 * Chromium.
 */
import type { LU } from '../../units.ts';

/** Value of `percent` for a column without a percentage. */
export const NO_PERCENT = -1;

/** Maximum width that a percentage can request for an auto table. */
const PERCENTAGE_MAX_LU = 1_000_000 * 64;

/** A column during measuring. Sizes are border-box sizes of its cells. */
export class Column {
  min: LU = 0;
  max: LU = 0;
  /** A percentage from 0 to 100, or NO_PERCENT. */
  percent = NO_PERCENT;
  /** In fixed mode: border and padding added to the percentage. */
  percentEdges: LU = 0;
  /** Whether a cell or column box specifies a length. */
  constrained = false;
  /**
   * Whether no cell begins in the column. It then has no width and no border spacing ("track merging", §3.3.2).
   */
  mergeable: boolean;
  /** Whether a `col` specified the width in fixed mode, so that cells don't change it. */
  locked = false;
  /** Whether the column has `visibility: collapse`. */
  collapsed = false;

  constructor(mergeable: boolean) {
    this.mergeable = mergeable;
  }
}

/** The outer measures of a cell along its table's inline axis (§3.8.2). */
export interface CellMeasure {
  readonly min: LU;
  readonly max: LU;
  readonly percent: number;
  /** In fixed mode: the border and padding that the percentage excludes. */
  readonly percentEdges: LU;
  readonly constrained: boolean;
}

/** The measure of a cell that spans several columns. */
export interface SpanningMeasure {
  readonly start: number;
  readonly span: number;
  readonly measure: CellMeasure;
}

/** Applies a cell of one column (§3.8.3, "based on cells of span up to 1"). */
export function addCellToColumn(column: Column, cell: CellMeasure, fixedLayout: boolean): void {
  if (column.locked && fixedLayout) return;
  column.mergeable = false;
  if (cell.min > column.min) column.min = cell.min;
  if (column.constrained && !cell.constrained) column.max = Math.max(column.max, cell.min);
  else if (cell.constrained && !column.constrained) column.max = Math.max(cell.max, column.min);
  else column.max = Math.max(column.max, cell.max);
  column.max = Math.max(column.max, column.min);
  column.constrained ||= cell.constrained;
  if (cell.percent <= column.percent) return;
  column.percent = cell.percent;
  column.percentEdges = cell.percentEdges;
}

/** Limits the percentages of all columns together to 100 (§3.8.3). */
export function capPercentages(columns: readonly Column[]): void {
  let total = 0;
  for (const column of columns) {
    if (column.percent === NO_PERCENT) continue;
    column.percent = Math.min(column.percent, 100 - total);
    total += column.percent;
  }
}

/**
 * Distributes the measures of a spanning cell over its columns (§3.8.3, "based on cells of span up to N"). The first
 * of them is not merged. If all others are, it represents the cell.
 */
export function addSpanningCell(
  columns: readonly Column[],
  cell: SpanningMeasure,
  spacing: LU,
  fixedLayout: boolean,
): void {
  const end = Math.min(columns.length, cell.start + cell.span);
  if (cell.start >= end) return;
  const { measure } = cell;
  if (fixedLayout) {
    spreadInFixedMode(columns, cell.start, end, measure, spacing);
    return;
  }
  let inUse = 0;
  for (let c = cell.start; c < end; c++) if (!columns[c]!.mergeable) inUse++;
  const last = inUse <= 1 ? cell.start + 1 : end;
  spreadPercentage(columns, cell.start, last, measure.percent);
  const inner = spacing * (inUse - 1);
  const mins = distribute(columns, cell.start, last, Math.max(0, measure.min - inner), false);
  for (let c = cell.start; c < last; c++) {
    columns[c]!.min = Math.max(columns[c]!.min, mins[c - cell.start]!);
    columns[c]!.max = Math.max(columns[c]!.min, columns[c]!.max);
  }
  const maxs = distribute(columns, cell.start, last, Math.max(0, measure.max - inner), false);
  for (let c = cell.start; c < last; c++) {
    columns[c]!.max = Math.max(columns[c]!.max, maxs[c - cell.start]!);
    if (columns[c]!.max > 0) columns[c]!.mergeable = false;
  }
}

/** In fixed mode, distributes the cell's width equally over its columns (css2 §17.5.2.1). */
function spreadInFixedMode(
  columns: readonly Column[],
  start: number,
  end: number,
  measure: CellMeasure,
  spacing: LU,
): void {
  const count = end - start;
  const share = Math.max(0, Math.floor((measure.max - spacing * (count - 1)) / count));
  for (let c = start; c < end; c++) {
    const column = columns[c]!;
    if (column.locked || column.constrained || column.percent !== NO_PERCENT) continue;
    if (measure.percent !== NO_PERCENT) column.percent = measure.percent / count;
    else if (measure.constrained) {
      column.min = share;
      column.max = share;
      column.constrained = true;
    }
  }
}

/**
 * Distributes the excess of a spanning cell's percentage over columns without one, in proportion to their max-content
 * sizes.
 */
function spreadPercentage(columns: readonly Column[], start: number, end: number, percent: number): void {
  if (percent === NO_PERCENT) return;
  let known = 0;
  let others = 0;
  let othersMax = 0;
  for (let c = start; c < end; c++) {
    const column = columns[c]!;
    if (column.percent !== NO_PERCENT) known += column.percent;
    else if (!column.mergeable) {
      others++;
      othersMax += column.max;
    }
  }
  const surplus = percent - known;
  if (surplus <= 0 || others === 0) return;
  for (let c = start; c < end; c++) {
    const column = columns[c]!;
    if (column.percent !== NO_PERCENT || column.mergeable) continue;
    column.percent = othersMax > 0 ? (surplus * column.max) / othersMax : surplus / others;
  }
}

function percentSize(column: Column, target: LU): LU {
  return Math.max(column.min, Math.floor((column.percent * target) / 100));
}

/** Adds `extra` to `sizes` in proportion to `weights`. The last column with a weight gets the rounding difference. */
function addInProportion(sizes: LU[], weights: readonly number[], extra: LU): void {
  let total = 0;
  for (const weight of weights) total += weight;
  if (total <= 0 || extra <= 0) return;
  let left = extra;
  let last = -1;
  for (let i = 0; i < sizes.length; i++) {
    if (weights[i]! <= 0) continue;
    const share = Math.floor((extra * weights[i]!) / total);
    sizes[i]! += share;
    left -= share;
    last = i;
  }
  if (last >= 0) sizes[last]! += left;
}

/**
 * Distributes `target` over columns `[start, end)` (§3.9.3). A width between two adjacent guesses (min-content,
 * min-content with percentages, specified, max-content) is interpolated. Beyond the last guess, the excess is added
 * (§3.9.3.2). `skipMerged` gives merged columns nothing. Spanning cells may still give them a width.
 */
export function distribute(
  columns: readonly Column[],
  start: number,
  end: number,
  target: LU,
  skipMerged: boolean,
): LU[] {
  const count = end - start;
  const sizes = new Array<LU>(count).fill(0);
  const percentGrowth = new Array<number>(count).fill(0);
  const fixedGrowth = new Array<number>(count).fill(0);
  const autoGrowth = new Array<number>(count).fill(0);
  let minGuess = 0;
  let percentTotal = 0;
  let fixedTotal = 0;
  let autoTotal = 0;
  for (let i = 0; i < count; i++) {
    const column = columns[start + i]!;
    if (column.mergeable && skipMerged) continue;
    sizes[i] = column.min;
    minGuess += column.min;
    if (column.percent !== NO_PERCENT) percentTotal += percentGrowth[i] = percentSize(column, target) - column.min;
    else if (column.constrained) fixedTotal += fixedGrowth[i] = column.max - column.min;
    else autoTotal += autoGrowth[i] = column.max - column.min;
  }
  let extra = target - minGuess;
  if (extra <= 0) return sizes;
  addInProportion(sizes, percentGrowth, Math.min(extra, percentTotal));
  extra -= percentTotal;
  if (extra <= 0) return sizes;
  addInProportion(sizes, fixedGrowth, Math.min(extra, fixedTotal));
  extra -= fixedTotal;
  if (extra <= 0) return sizes;
  addInProportion(sizes, autoGrowth, Math.min(extra, autoTotal));
  extra -= autoTotal;
  if (extra > 0) addExcess(columns, start, sizes, extra, skipMerged);
  return sizes;
}

/** Distributes the width beyond every column's max-content size (§3.9.3.2). */
function addExcess(columns: readonly Column[], start: number, sizes: LU[], extra: LU, skipMerged: boolean): void {
  const pick = (weigh: (column: Column) => number): number[] =>
    sizes.map((_, i) => (columns[start + i]!.mergeable && skipMerged ? 0 : weigh(columns[start + i]!)));
  const isAuto = (column: Column): boolean => column.percent === NO_PERCENT && !column.constrained;
  const some = (weights: readonly number[]): boolean => weights.some((weight) => weight > 0);
  const autos = pick((column) => (isAuto(column) ? 1 : 0));
  const fixed = pick((column) => (isLengthColumn(column) ? 1 : 0));
  let weights: number[];
  if (some(autos)) {
    weights = pick((column) => (isAuto(column) ? column.max : 0));
    if (!some(weights)) weights = autos;
  } else if (some(fixed)) {
    weights = pick((column) => (isLengthColumn(column) ? column.max : 0));
    if (!some(weights)) weights = fixed;
  } else {
    weights = pick((column) => Math.max(0, column.percent));
    if (!some(weights)) weights = pick(() => 1);
  }
  addInProportion(sizes, weights, extra);
}

/** Returns the column widths in fixed mode (css2 §17.5.2.1, css-tables-3 §3.9.3.1). */
export function distributeFixed(columns: readonly Column[], target: LU): LU[] {
  const ofPercentages = columns.map((column) => fixedPercentSize(column, target));
  const ofLengths = columns.map((column) => (isLengthColumn(column) ? column.max : 0));
  const autos = columns.map((column) => (column.percent === NO_PERCENT && !column.constrained ? 1 : 0));
  const lengths = sum(ofLengths);
  const percentages = sum(ofPercentages);
  const left = target - lengths - percentages;
  if (left < 0 && percentages > 0) {
    // Lengths are kept. Percentages share the rest.
    addInProportion(ofLengths, ofPercentages, Math.max(0, target - lengths));
    return ofLengths;
  }
  const sizes = columns.map((_, c) => ofPercentages[c]! + ofLengths[c]!);
  const takers = [autos, ofLengths, ofPercentages].find((weights) => sum(weights) > 0) ?? columns.map(() => 1);
  addInProportion(sizes, takers, left);
  return sizes;
}

function fixedPercentSize({ percent, percentEdges }: Column, target: LU): LU {
  return percent === NO_PERCENT ? 0 : Math.max(0, Math.floor((percent * target) / 100) + percentEdges);
}

const isLengthColumn = (column: Column): boolean => column.percent === NO_PERCENT && column.constrained;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the grid's min- and max-content widths from its columns, without spacing and borders (§3.9.1). */
export function gridMinMax(columns: readonly Column[], ignorePercentages: boolean): { min: LU; max: LU } {
  let min = 0;
  let max = 0;
  let percentSum = 0;
  let nonPercentMax = 0;
  let wanted = 0;
  for (const column of columns) {
    if (column.mergeable) continue;
    min += column.min;
    max += column.max;
    if (column.percent !== NO_PERCENT) {
      // Other columns use up the 100 %, so no width is enough for this column's contents.
      if (column.percent > 0) wanted = Math.max(wanted, (column.max * 100) / column.percent);
      else if (column.max > 0) wanted = PERCENTAGE_MAX_LU;
      percentSum += column.percent;
    } else {
      nonPercentMax += column.max;
    }
  }
  if (!ignorePercentages) {
    if (percentSum < 100) wanted = Math.max(wanted, percentSum > 0 ? (nonPercentMax * 100) / (100 - percentSum) : 0);
    else if (nonPercentMax > 0) wanted = PERCENTAGE_MAX_LU;
    max = Math.max(max, Math.floor(Math.min(wanted, PERCENTAGE_MAX_LU)));
  }
  return { min, max: Math.max(min, max) };
}
