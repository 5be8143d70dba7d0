/**
 * Places grid items (css-grid-2 §8): line-based placement, then auto-placement. During placement, lines are those of
 * the explicit grid and may lie outside it. The result is shifted so that the implicit grid starts at 0.
 */
import type { Box } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { GridLine } from '../../css/computed-values.ts';
import { type ExplicitAxis, MAX_TRACKS } from './grid-lines.ts';

/** A range of lines along one axis. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A definite range, or just a span for auto-placement. */
export type Placement =
  | { readonly kind: 'definite'; readonly start: number; readonly end: number }
  | { readonly kind: 'auto'; readonly span: number };

interface PlacedItem {
  readonly box: Box;
  readonly columns: LineRange;
  readonly rows: LineRange;
}

interface GridPlacement {
  readonly items: readonly PlacedItem[];
  readonly columnCount: number;
  readonly rowCount: number;
  /** Number of implicit tracks before the explicit grid. */
  readonly columnsBefore: number;
  readonly rowsBefore: number;
}

const clampLine = (line: number): number => Math.max(-MAX_TRACKS, Math.min(MAX_TRACKS, line));

/** Returns the position of a definite line, or null for `auto` and spans (css-grid-2 §8.3). */
function definiteLine(line: GridLine, axis: ExplicitAxis, side: 'start' | 'end'): number | null {
  if (line.type !== 'line') return null;
  if (line.name === null) return clampLine(line.index > 0 ? line.index - 1 : axis.count + 1 + line.index);
  // A bare name refers to a named area's edge first.
  if (line.index === 0) {
    const edge = axis.names.get(`${line.name}-${side}`);
    if (edge !== undefined) return edge[0]!;
  }
  const index = line.index === 0 ? 1 : line.index;
  const lines = axis.names.get(line.name) ?? [];
  if (index > 0) return clampLine(index <= lines.length ? lines[index - 1]! : axis.count + index - lines.length);
  return clampLine(-index <= lines.length ? lines[lines.length + index]! : index + lines.length);
}

/**
 * Returns the line that a named span from `from` reaches in direction 1 (end) or -1 (start). Implicit lines have every
 * name.
 */
function spanToName(axis: ExplicitAxis, name: string, from: number, count: number, direction: 1 | -1): number {
  const lines = axis.names.get(name) ?? [];
  let left = count;
  if (direction === 1) {
    for (const line of lines) if (line > from && --left === 0) return line;
    return clampLine(Math.max(from, axis.count) + left);
  }
  for (let i = lines.length - 1; i >= 0; i--) if (lines[i]! < from && --left === 0) return lines[i]!;
  return clampLine(Math.min(from, 0) - left);
}

/**
 * Resolves the two grid-placement properties of one axis (§8.3.1). `span` is the default number of tracks. In a
 * subgridded axis, the result is clamped to the lent lines (§9.2).
 */
export function resolvePlacement(start: GridLine, end: GridLine, axis: ExplicitAxis, span = 1): Placement {
  const placed = placementOf(start, end, axis, span);
  if (!axis.isLent) return placed;
  if (placed.kind === 'auto') return { kind: 'auto', span: Math.min(placed.span, axis.count) };
  return { kind: 'definite', ...clampRange(placed, axis.count) };
}

/** Clamps a range to the grid. A range entirely outside uses the first or last track (§6.5). */
function clampRange(range: LineRange, count: number): LineRange {
  const start = Math.max(0, Math.min(range.start, count - 1));
  return { start, end: Math.max(start + 1, Math.min(range.end, count)) };
}

function placementOf(start: GridLine, end: GridLine, axis: ExplicitAxis, defaultSpan: number): Placement {
  const first = definiteLine(start, axis, 'start');
  const last = definiteLine(end, axis, 'end');
  if (first !== null && last !== null) {
    if (first === last) return { kind: 'definite', start: first, end: first + 1 };
    return { kind: 'definite', start: Math.min(first, last), end: Math.max(first, last) };
  }
  if (first !== null) {
    if (end.type === 'span') {
      const stop = end.name === null ? first + end.count : spanToName(axis, end.name, first, end.count, 1);
      return { kind: 'definite', start: first, end: Math.min(stop, first + MAX_TRACKS) };
    }
    return { kind: 'definite', start: first, end: first + defaultSpan };
  }
  if (last !== null) {
    if (start.type === 'span') {
      const from = start.name === null ? last - start.count : spanToName(axis, start.name, last, start.count, -1);
      return { kind: 'definite', start: Math.max(from, last - MAX_TRACKS), end: last };
    }
    return { kind: 'definite', start: last - defaultSpan, end: last };
  }
  // With two spans, the end one is ignored. A named span without a start line is treated as 1.
  const span = start.type === 'span' ? start : end.type === 'span' ? end : null;
  const count = span === null ? defaultSpan : span.name !== null ? 1 : span.count;
  return { kind: 'auto', span: Math.min(count, MAX_TRACKS) };
}

/** The occupied cells: sorted column ranges per row, with adjacent ranges merged. */
class Occupancy {
  private readonly rows = new Map<number, LineRange[]>();
  private readonly budget: Budget;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  add(major: LineRange, minor: LineRange): void {
    for (let r = major.start; r < major.end; r++) {
      this.budget.tick();
      const row = this.rows.get(r);
      if (row === undefined) this.rows.set(r, [minor]);
      else addRange(row, minor);
    }
  }

  /**
   * Returns the first line at or after `start` from which a range could be free in these rows, or `start` if `[start,
   * end)` is free.
   */
  blockedUntil(major: LineRange, start: number, end: number): number {
    let until = start;
    for (let r = major.start; r < major.end; r++) {
      this.budget.tick();
      const row = this.rows.get(r);
      if (row === undefined) continue;
      const range = row[firstEndingAfter(row, start)];
      if (range !== undefined && range.start < end) until = Math.max(until, range.end);
    }
    return until;
  }
}

/** Returns the index of the first range that ends after a line. */
function firstEndingAfter(row: readonly LineRange[], line: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle]!.end <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addRange(row: LineRange[], { start, end }: LineRange): void {
  const from = firstEndingAfter(row, start - 1);
  let to = from;
  while (to < row.length && row[to]!.start <= end) to++;
  const first = from < to ? Math.min(start, row[from]!.start) : start;
  const last = from < to ? Math.max(end, row[to - 1]!.end) : end;
  row.splice(from, to - from, { start: first, end: last });
}

interface Pending {
  readonly box: Box;
  readonly major: Placement;
  readonly minor: Placement;
}

/**
 * The auto-placement algorithm (§8.5) for items in order-modified document order, with their default spans. In row
 * flow, "major" is the row axis, which grows.
 */
export function placeItems(
  boxes: readonly { readonly box: Box; readonly columnSpan: number; readonly rowSpan: number }[],
  columns: ExplicitAxis,
  rows: ExplicitAxis,
  flow: { readonly direction: 'row' | 'column'; readonly dense: boolean },
  budget: Budget,
): GridPlacement {
  const byRows = flow.direction === 'row';
  const pending = boxes.map(({ box, columnSpan, rowSpan }): Pending => {
    const { gridColumnStart, gridColumnEnd, gridRowStart, gridRowEnd } = box.style.rare;
    const column = resolvePlacement(gridColumnStart, gridColumnEnd, columns, columnSpan);
    const row = resolvePlacement(gridRowStart, gridRowEnd, rows, rowSpan);
    return byRows ? { box, major: row, minor: column } : { box, major: column, minor: row };
  });
  const placer = new AutoPlacer(flow.dense, byRows ? columns.count : rows.count, budget);
  const ranges = placer.place(pending);
  const within = (range: LineRange, axis: ExplicitAxis): LineRange =>
    axis.isLent ? clampRange(range, axis.count) : range;
  const items = pending.map(({ box }, i) => ({
    box,
    columns: within(byRows ? ranges[i]!.minor : ranges[i]!.major, columns),
    rows: within(byRows ? ranges[i]!.major : ranges[i]!.minor, rows),
  }));
  return normalize(items, columns.count, rows.count);
}

interface PlacedRange {
  readonly major: LineRange;
  readonly minor: LineRange;
}

class AutoPlacer {
  private readonly occupied: Occupancy;
  private readonly dense: boolean;
  private readonly budget: Budget;
  private minorStart = 0;
  private minorEnd: number;

  constructor(dense: boolean, explicitMinor: number, budget: Budget) {
    this.dense = dense;
    this.minorEnd = explicitMinor;
    this.budget = budget;
    this.occupied = new Occupancy(budget);
  }

  place(items: readonly Pending[]): PlacedRange[] {
    const ranges = new Array<PlacedRange | null>(items.length).fill(null);
    // Without auto-placed items, nothing queries the occupied cells.
    const isAnyAuto = items.some(({ major, minor }) => major.kind === 'auto' || minor.kind === 'auto');
    const settle = (i: number, major: LineRange, minor: LineRange): void => {
      ranges[i] = { major, minor };
      if (isAnyAuto) this.occupied.add(major, minor);
    };
    // Step 0: items that aren't auto-placed.
    items.forEach(({ major, minor }, i) => {
      if (major.kind === 'definite' && minor.kind === 'definite') settle(i, major, minor);
    });
    // Step 1: items locked to a row.
    const cursors = new Map<number, number>();
    items.forEach(({ major, minor }, i) => {
      if (major.kind !== 'definite' || minor.kind !== 'auto') return;
      const from = this.dense ? this.minorStart : (cursors.get(major.start) ?? this.minorStart);
      const start = this.firstFree(major, from, minor.span);
      cursors.set(major.start, start + minor.span);
      settle(i, major, { start, end: start + minor.span });
    });
    this.determineMinorExtent(items, ranges);
    this.placeRemaining(items, settle, ranges);
    return ranges as PlacedRange[];
  }

  private firstFree(major: LineRange, from: number, span: number): number {
    let start = from;
    for (;;) {
      this.budget.tick();
      const until = this.occupied.blockedUntil(major, start, start + span);
      if (until === start) return start;
      start = until;
    }
  }

  /** Step 2: determines the number of columns of the implicit grid. */
  private determineMinorExtent(items: readonly Pending[], ranges: readonly (PlacedRange | null)[]): void {
    items.forEach(({ minor }, i) => {
      const range = ranges[i]?.minor ?? (minor.kind === 'definite' ? minor : null);
      if (range !== null) {
        this.minorStart = Math.min(this.minorStart, range.start);
        this.minorEnd = Math.max(this.minorEnd, range.end);
      }
    });
    for (const { minor } of items)
      if (minor.kind === 'auto') this.minorEnd = Math.max(this.minorEnd, this.minorStart + minor.span);
  }

  /** Step 4: places the remaining items. */
  private placeRemaining(
    items: readonly Pending[],
    settle: (i: number, major: LineRange, minor: LineRange) => void,
    ranges: readonly (PlacedRange | null)[],
  ): void {
    // The growing axis starts at the first placed item if that is before the explicit grid.
    let majorStart = 0;
    for (const range of ranges) if (range !== null) majorStart = Math.min(majorStart, range.major.start);
    const first: Cursor = { major: majorStart, minor: this.minorStart };
    // Cells are never freed, so an item can't fit before the last item of the same shape.
    const found = new Map<string, Cursor>();
    let cursor = first;
    items.forEach(({ major, minor }, i) => {
      if (major.kind === 'definite') return;
      this.budget.tick();
      const shape = minor.kind === 'auto' ? `${major.span} ${minor.span}` : `${major.span} ${minor.start} ${minor.end}`;
      if (this.dense) cursor = found.get(shape) ?? first;
      cursor =
        minor.kind === 'definite'
          ? this.freeInColumn(cursor, major.span, minor)
          : this.freeAnywhere(cursor, major.span, minor.span);
      if (this.dense) found.set(shape, cursor);
      const minorEnd = minor.kind === 'definite' ? minor.end : cursor.minor + minor.span;
      settle(i, { start: cursor.major, end: cursor.major + major.span }, { start: cursor.minor, end: minorEnd });
    });
  }

  /** Returns the next free position of an item with a definite minor-axis position. */
  private freeInColumn(from: Cursor, majorSpan: number, { start, end }: LineRange): Cursor {
    let major = !this.dense && start < from.minor ? from.major + 1 : from.major;
    while (this.occupied.blockedUntil({ start: major, end: major + majorSpan }, start, end) !== start) major++;
    return { major, minor: start };
  }

  private freeAnywhere(from: Cursor, majorSpan: number, minorSpan: number): Cursor {
    let { major, minor } = from;
    for (;;) {
      this.budget.tick();
      if (minor + minorSpan > this.minorEnd) {
        major++;
        minor = this.minorStart;
        continue;
      }
      const until = this.occupied.blockedUntil({ start: major, end: major + majorSpan }, minor, minor + minorSpan);
      if (until === minor) return { major, minor };
      minor = until;
    }
  }
}

/** The cell where the search for the next free position begins. */
interface Cursor {
  readonly major: number;
  readonly minor: number;
}

function normalize(items: readonly PlacedItem[], columnCount: number, rowCount: number): GridPlacement {
  let left = 0;
  let right = columnCount;
  let top = 0;
  let bottom = rowCount;
  for (const { columns, rows } of items) {
    left = Math.min(left, columns.start);
    right = Math.max(right, columns.end);
    top = Math.min(top, rows.start);
    bottom = Math.max(bottom, rows.end);
  }
  const shifted = items.map(({ box, columns, rows }) => ({
    box,
    columns: { start: columns.start - left, end: columns.end - left },
    rows: { start: rows.start - top, end: rows.end - top },
  }));
  return { items: shifted, columnCount: right - left, rowCount: bottom - top, columnsBefore: -left, rowsBefore: -top };
}
