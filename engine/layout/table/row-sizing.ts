/**
 * Heights of table rows (css-tables-3 §3.10): what cells of one row need, what spanning cells add, and how a table's or row group's
 * own height is shared out. Pure arithmetic on LU. Shares are cut to whole LU and the last row takes the rest.
 */
import type { Budget } from '../../budget.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { NO_PERCENT } from './column-sizing.ts';

/** A row while its height is found. */
export class RowSize {
  blockSize: LU = 0;
  /** From the row's block start; the largest ascent of its baseline-aligned cells. */
  baseline: LU = 0;
  hasBaseline = false;
  /** The largest part of a baseline-aligned cell below its baseline. */
  descent: LU = 0;
  /** Without baseline-aligned cells: the smallest block-end edge of its cells, which lies below its baseline. */
  fallbackBelow: LU = 0;
  /** A percentage of the table's height, from the row or a cell of it. */
  percent = NO_PERCENT;
  /** The row or a cell of it has a length as its height. */
  constrained = false;
  /** A cell of several rows starts here. */
  startsSpan = false;
  /** By how much what overflows its cells may reach out of the row, or out of the last row of a cell that spans. */
  overhang: LU = 0;
  /** `visibility: collapse`: no height in the end. */
  collapsed = false;
  /** Of a header or footer that is repeated: whether the row stands in the repetitions, too, or only in these. */
  repeat: 'auto' | 'only' | 'none' = 'auto';
}

/** A cell that spans rows, with the block size that it needs. */
export interface SpanningCell {
  readonly row: number;
  readonly span: number;
  readonly blockSize: LU;
}

function grow(
  rows: readonly RowSize[],
  start: number,
  end: number,
  extra: LU,
  weigh: (row: RowSize) => number,
): boolean {
  let total = 0;
  for (let r = start; r < end; r++) total += weigh(rows[r]!);
  if (total <= 0) return false;
  let left = extra;
  let last = -1;
  // A weight may be the row's own size: it is read before that row grows.
  for (let r = start; r < end; r++) {
    const weight = weigh(rows[r]!);
    if (weight <= 0) continue;
    const share = Math.floor((extra * weight) / total);
    rows[r]!.blockSize += share;
    left -= share;
    last = r;
  }
  if (last >= 0) rows[last]!.blockSize += left;
  return true;
}

const isAuto = (row: RowSize): boolean => !row.constrained && row.percent === NO_PERCENT;

/** Rows `[start, end)` with the spacing between them. */
function sizeOf(rows: readonly RowSize[], start: number, end: number, spacing: LU): LU {
  let sum = 0;
  for (let r = start; r < end; r++) sum += rows[r]!.blockSize;
  return sum + spacing * Math.max(0, end - start - 1);
}

/**
 * Makes rows `[start, end)` together at least `wanted` high. First percentages are satisfied, then auto rows with content grow in proportion
 * to their height; when all are empty, all auto ones alike; otherwise every row in proportion. For a spanning cell, rows in which other spans
 * start come before the auto ones, and of empty rows the last takes all.
 */
export function distributeExcess(
  rows: readonly RowSize[],
  start: number,
  end: number,
  wanted: LU,
  spacing: LU,
  percentageBasis: LU,
  forSpan: boolean,
): void {
  let extra = wanted - sizeOf(rows, start, end, spacing);
  if (extra <= 0 || start >= end) return;
  if (percentageBasis !== INDEFINITE) {
    const missing = (row: RowSize): number =>
      row.percent === NO_PERCENT ? 0 : Math.max(0, Math.floor((row.percent * percentageBasis) / 100) - row.blockSize);
    let total = 0;
    for (let r = start; r < end; r++) total += missing(rows[r]!);
    const share = Math.min(extra, total);
    if (share > 0) grow(rows, start, end, share, missing);
    extra -= share;
    if (extra <= 0) return;
  }
  if (forSpan && grow(rows, start + 1, end, extra, (row) => (row.startsSpan ? 1 : 0))) return;
  if (grow(rows, start, end, extra, (row) => (isAuto(row) ? row.blockSize : 0))) return;
  let allEmpty = true;
  for (let r = start; r < end; r++) if (rows[r]!.blockSize > 0) allEmpty = false;
  if (allEmpty) {
    growEmptyRows(rows, start, end, extra, forSpan);
    return;
  }
  grow(rows, start, end, extra, (row) => row.blockSize);
}

function growEmptyRows(rows: readonly RowSize[], start: number, end: number, extra: LU, forSpan: boolean): void {
  if (forSpan) {
    let last = end - 1;
    while (last > start && !isAuto(rows[last]!)) last--;
    rows[isAuto(rows[last]!) ? last : end - 1]!.blockSize += extra;
    return;
  }
  if (!grow(rows, start, end, extra, (row) => (isAuto(row) ? 1 : 0))) grow(rows, start, end, extra, () => 1);
}

/** Spanning cells, the smaller spans first, enlarge their rows where these are too small (css-tables-3 §3.10.2). */
export function distributeSpanningCells(
  rows: readonly RowSize[],
  cells: SpanningCell[],
  spacing: LU,
  budget: Budget,
): void {
  cells.sort((a, b) => a.span - b.span || a.row - b.row);
  for (const cell of cells) {
    for (let spent = 0; spent < cell.span; spent += 64) budget.tick();
    distributeExcess(rows, cell.row, cell.row + cell.span, cell.blockSize, spacing, INDEFINITE, true);
  }
}

/** A row group while its height is found. */
export interface SectionSize {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly isBody: boolean;
  /** Its own height as a length, or INDEFINITE. */
  readonly length: LU;
  readonly percent: number;
}

/**
 * Shares a table's block size (spacing around the sections not included) between its sections and their rows: percentages first, then
 * the auto bodies, else the bodies, else all.
 */
export function distributeToSections(
  rows: readonly RowSize[],
  sections: readonly SectionSize[],
  wanted: LU,
  spacing: LU,
): void {
  const shown = sections.filter((section) => section.rowCount > 0);
  if (shown.length === 0) return;
  const inner = wanted - spacing * (shown.length - 1);
  const sizes = shown.map((s) => sizeOf(rows, s.firstRow, s.firstRow + s.rowCount, spacing));
  let extra = inner - sizes.reduce((a, b) => a + b, 0);
  if (extra <= 0) return;
  const targets = sizes.slice();
  const missing = shown.map((s, i) =>
    s.percent === NO_PERCENT ? 0 : Math.max(0, Math.floor((s.percent * inner) / 100) - sizes[i]!),
  );
  extra -= addShares(
    targets,
    missing,
    Math.min(
      extra,
      missing.reduce((a, b) => a + b, 0),
    ),
  );
  if (extra > 0) {
    const free = shown.map((s, i) =>
      s.isBody && s.length === INDEFINITE && s.percent === NO_PERCENT ? Math.max(1, targets[i]!) : 0,
    );
    const bodies = shown.map((s, i) => (s.isBody ? Math.max(1, targets[i]!) : 0));
    const all = targets.map((size) => Math.max(1, size));
    addShares(targets, free.some(isPositive) ? free : bodies.some(isPositive) ? bodies : all, extra);
  }
  shown.forEach((s, i) => {
    distributeExcess(rows, s.firstRow, s.firstRow + s.rowCount, targets[i]!, spacing, wanted, false);
  });
}

const isPositive = (n: number): boolean => n > 0;

/** Adds `extra` to sizes by weights; returns what was given. */
function addShares(sizes: LU[], weights: readonly number[], extra: LU): LU {
  const total = weights.reduce((a, b) => a + b, 0);
  if (total <= 0 || extra <= 0) return 0;
  let left = extra;
  let last = 0;
  weights.forEach((weight, i) => {
    if (weight <= 0) return;
    const share = Math.floor((extra * weight) / total);
    sizes[i]! += share;
    left -= share;
    last = i;
  });
  sizes[last]! += left;
  return extra;
}
