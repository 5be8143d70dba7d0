/**
 * Heights of table rows (css-tables-3 §3.10), in three steps: cells of one row, additions by spanning cells, and the
 * own heights of tables and row groups.
 *
 * Pure LU arithmetic. Shares are floored to whole LU and the last row takes the rest.
 */
import type { Budget } from '../../budget.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { NO_PERCENT } from './column-sizing.ts';

/** A row during sizing. */
export class RowSize {
  blockSize: LU = 0;
  /** Distance from the row's block start: the largest ascent of its baseline-aligned cells. */
  baseline: LU = 0;
  hasBaseline = false;
  /** The largest part of a baseline-aligned cell below its baseline. */
  descent: LU = 0;
  /** Without baseline-aligned cells: the smallest block-end edge of its cells, which is below the row's baseline. */
  fallbackBelow: LU = 0;
  /** A percentage of the table's height, from the row or one of its cells. */
  percent = NO_PERCENT;
  /** Whether the row or one of its cells has a length as its height. */
  constrained = false;
  /** Whether a cell that spans several rows starts here. */
  startsSpan = false;
  /** Maximum overflow of its cells beyond the row, or beyond the last row of a spanning cell. */
  overhang: LU = 0;
}

/** A cell that spans rows, with the block size it needs. */
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
  // A weight may be the row's own size, so it is read before the row grows.
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

/** Returns the size of rows `[start, end)` with the spacing between them. */
function sizeOf(rows: readonly RowSize[], start: number, end: number, spacing: LU): LU {
  let sum = 0;
  for (let r = start; r < end; r++) sum += rows[r]!.blockSize;
  return sum + spacing * Math.max(0, end - start - 1);
}

/**
 * Enlarges rows `[start, end)` to at least `wanted` in total. Percentages are satisfied first. Then auto rows with
 * content grow in proportion to their height. If all are empty, all auto rows grow equally. Otherwise, every row grows
 * in proportion. For a spanning cell, rows where other spans start precede auto rows. Among empty rows, the last gets
 * everything.
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

/** Enlarges rows that are too small for their spanning cells, with smaller spans first (css-tables-3 §3.10.2). */
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

/** A row group during sizing. */
export interface SectionSize {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly isBody: boolean;
  /** Its own height as a length, or INDEFINITE. */
  readonly length: LU;
  readonly percent: number;
}

/**
 * Distributes a table's block size, without the spacing around the sections, over its sections and their rows.
 * Percentages come first, then auto bodies, otherwise bodies, otherwise all sections.
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

/** Adds `extra` to sizes by weights. Returns the distributed amount. */
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
