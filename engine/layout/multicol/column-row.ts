/**
 * A row of columns: as much of the flow as lies before the next spanner, the next page or the end, in columns of one height (css-multicol-1 §7, §8). To
 * balance them the flow is first laid out in one endless column for a guess, and the height then grows by the least that lets something more into a column.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import type { BlockBreakToken } from '../break-token.ts';
import { BreakAppeal, type LayoutContext, type LayoutResult } from '../contract.ts';
import { ConstraintSpace, FragmentainerSpace, SpaceFlag } from '../constraint-space.ts';
import { bestPlace } from '../fragmentation/break-chooser.ts';
import { hasFlowBeside } from '../column-spanners.ts';
import type { ColumnGeometry } from './column-geometry.ts';
import { breaksPage, ENDLESS, guessHeight } from './column-guess.ts';

/** Attempts at a balanced height by whatever is short, before the steps are a px at least, before they get coarser, and in all. */
const EXACT_ATTEMPTS = 4;
const FINE_ATTEMPTS = 12;
const MAX_ATTEMPTS = 40;

/** What the columns of one container have in common. */
export class ColumnFlow {
  readonly context: LayoutContext;
  readonly box: Box;
  /** The container's space. */
  readonly outer: ConstraintSpace;
  readonly geometry: ColumnGeometry;
  readonly percentageBlock: LU;
  /** An enclosing column layout, or pages: forced page breaks matter. */
  readonly insidePages: boolean;

  constructor(context: LayoutContext, box: Box, outer: ConstraintSpace, geometry: ColumnGeometry, percentageBlock: LU) {
    this.context = context;
    this.box = box;
    this.outer = outer;
    this.geometry = geometry;
    this.percentageBlock = percentageBlock;
    this.insidePages = outer.fragmentainer !== null;
  }

  /** One column of a height. `isGuess`: to see how high its contents are. `spannerAhead`: a spanner has ended the column before. */
  layoutColumn(height: LU, token: BlockBreakToken | null, isGuess = false, spannerAhead = false): LayoutResult {
    const { outer, geometry } = this;
    const space = ConstraintSpace.draft(outer.writingMode);
    space.availableInline = space.percentageInline = geometry.width;
    space.availableBlock = space.percentageBlock = this.percentageBlock;
    space.flags =
      SpaceFlag.NewFormattingContext |
      SpaceFlag.AnonymousFlow |
      SpaceFlag.ColumnFlow |
      (spannerAhead ? SpaceFlag.SpannerAhead : 0) |
      (outer.flags & SpaceFlag.Measure);
    space.fragmentainer = FragmentainerSpace.column(
      Math.max(LU_PER_PX, height),
      this.insidePages,
      isGuess || outer.fragmentainer?.isGuess === true,
      token === null,
    );
    return this.context.layout(this.box, space, token);
  }
}

/** A finished row. */
export interface ColumnRow {
  readonly columns: readonly LayoutResult[];
  /** It begins with the flow. */
  readonly startsFlow: boolean;
  /** The height of its columns. */
  readonly height: LU;
  /** What comes after the last column; null: nothing. */
  readonly token: BlockBreakToken | null;
  readonly spanner: Box | null;
  /** Something didn't fit in its column though it is as high as it may be. */
  readonly overflows: boolean;
  /** The break after the row is a forced one for pages. */
  readonly forcesPage: boolean;
}

/**
 * Lays out the row that begins at `token`. `most`: the height that it may have at most (INDEFINITE: any); `exact`: it has that height whatever is in it
 * (`column-fill: auto`). `mayOverflow`: more columns than there is room for go on beside, because no page takes the rest. `mayGetMore`: in the next outer
 * fragmentainer columns may be higher, so what would break badly here goes there.
 */
export function layoutColumnRow(
  flow: ColumnFlow,
  token: BlockBreakToken | null,
  most: LU,
  exact: boolean,
  mayOverflow: boolean,
  mayGetMore: boolean,
): ColumnRow {
  const limit = most === INDEFINITE ? ENDLESS : Math.max(LU_PER_PX, most);
  let height = exact && most !== INDEFINITE ? limit : guessHeight(flow, token, limit);
  let complete: ColumnRow | null = null;
  for (let attempt = 0; ; attempt++) {
    const isLast = height >= limit;
    const row = fillColumns(flow, token, height, mayOverflow && isLast, mayGetMore && isLast);
    const isComplete = holdsAll(flow, row);
    // Taller columns may do without a break that should be avoided; if they can't, the first row that holds everything is taken.
    if (isComplete && (exact || breakAppealOfRow(row) === BreakAppeal.Perfect)) return row;
    if (isComplete) complete ??= row;
    if (isLast || attempt >= MAX_ATTEMPTS) return complete ?? row;
    // Higher columns would break at the same forced places.
    if (!isComplete && row.columns.every(endsForced))
      return mayOverflow ? fillColumns(flow, token, height, true, false) : row;
    let step = leastShortage(row.columns);
    if (attempt >= EXACT_ATTEMPTS) step = Math.max(step, LU_PER_PX);
    if (attempt > FINE_ATTEMPTS) step = Math.max(step, height >> 3);
    height = Math.min(limit, height + step);
  }
}

function holdsAll(flow: ColumnFlow, row: ColumnRow): boolean {
  return row.columns.length <= flow.geometry.count && (row.token === null || endsAtSpanner(row) || row.forcesPage);
}

/** Does all that precedes the spanner stand in the row? */
function endsAtSpanner({ token, spanner }: ColumnRow): boolean {
  return token !== null && spanner !== null && !hasFlowBeside(token, spanner);
}

function endsForced({ breakToken }: LayoutResult): boolean {
  return breakToken === null || breakToken.isForced;
}

/** The worst break after a column of the row. */
export function breakAppealOfRow({ columns }: Pick<ColumnRow, 'columns'>): BreakAppeal {
  let worst: BreakAppeal = BreakAppeal.Perfect;
  for (const column of columns) worst = Math.min(worst, breakAppealOf(column)) as BreakAppeal;
  return worst;
}

/** How good the break after a column is; a spanner's is none. */
function breakAppealOf(column: LayoutResult): BreakAppeal {
  return column.breakToken === null || column.columnSpanner !== null ? BreakAppeal.Perfect : column.appeal;
}

/** Is the place before a column better than the break in it? A row that has broken as badly already, or in which something sticks out, gains nothing. */
function endsBefore(column: LayoutResult, before: readonly LayoutResult[], height: LU): boolean {
  if (column.tallestUnbreakable > height && before.every((other) => other.tallestUnbreakable <= height)) return true;
  return bestPlace(breakAppealOf(column), breakAppealOfRow({ columns: before }), BreakAppeal.LastResort) === 'before';
}

function fillColumns(
  flow: ColumnFlow,
  start: BlockBreakToken | null,
  height: LU,
  mayOverflow: boolean,
  mayGetMore: boolean,
): ColumnRow {
  const columns: LayoutResult[] = [];
  const startsFlow = start === null;
  let token = start;
  let overflows = false;
  let spanner: Box | null = null;
  for (;;) {
    flow.context.budget.tick();
    const result = flow.layoutColumn(height, token, false, spanner !== null);
    if (mayGetMore && columns.length > 0 && endsBefore(result, columns, height))
      return { columns, startsFlow, height, token, spanner: null, overflows, forcesPage: false };
    columns.push(result);
    flow.context.budget.spendColumn(columns.length);
    overflows ||= result.tallestUnbreakable > height;
    token = result.breakToken;
    spanner = result.columnSpanner;
    if (token === null || (spanner !== null && !hasFlowBeside(token, spanner)))
      return { columns, startsFlow, height, token, spanner, overflows, forcesPage: false };
    const forcesPage = spanner === null && flow.insidePages && breaksPage(token);
    if (forcesPage || (columns.length >= flow.geometry.count && !mayOverflow)) {
      return { columns, startsFlow, height, token, spanner, overflows, forcesPage };
    }
  }
}

function leastShortage(columns: readonly LayoutResult[]): LU {
  let least = MAX_LU;
  for (const column of columns) if (column.shortage > 0 && column.shortage < least) least = column.shortage;
  return least === MAX_LU ? LU_PER_PX : least;
}
