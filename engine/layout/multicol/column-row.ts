/**
 * A row of columns: as much of the flow as lies before the next spanner, the next page or the end, in columns of one height (css-multicol-1 §7, §8). To
 * balance them the flow is first laid out in one endless column for a guess, and the height then grows by the least that lets something more into a column.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import { type BlockBreakToken, BreakTokenFlag } from '../break-token.ts';
import { bestPlace } from '../fragmentation/break-chooser.ts';
import { hasFlowBeside } from '../column-spanners.ts';
import { layoutColumnOfFloats, layoutColumnWithFloats, withCalls } from './column-floats.ts';
import { breaksPage, ENDLESS, guessHeight } from './column-guess.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../layout-result.ts';
import { type ColumnFlow, NOTHING_WAITS, type WaitingColumnFloat } from './column-flow.ts';

/** Attempts at a balanced height by whatever is short, before the steps are a px and then twice as long each time; and in all. */
const EXACT_ATTEMPTS = 4;
const MAX_ATTEMPTS = 40;

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
  /** A float that is meant for the last column has found no room there. */
  readonly lacksLast: boolean;
  /** Floats for the columns of the next row. */
  readonly waiting: readonly WaitingColumnFloat[];
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
  const fills = exact && most !== INDEFINITE;
  const rest =
    fills || (token === null && !flow.isNested) || limit === ENDLESS
      ? null
      : fillColumns(flow, token, limit, mayOverflow, mayGetMore);
  // What goes on here mostly goes on behind the row too, in columns as high as they may be.
  if (rest !== null && !holdsAll(flow, rest) && !rest.columns.every(endsForced)) return rest;
  let height = fills ? limit : guessHeight(flow, token, limit, rest !== null);
  const isGood = (row: ColumnRow): boolean =>
    holdsAll(flow, row) &&
    !row.lacksLast &&
    (exact || (breakAppealOfRow(row) === BreakAppeal.Perfect && overflowOf(flow, row) === 0));
  const least = height;
  let complete: ColumnRow | null = null;
  let tooLow: LU = 0;
  let isLeast = true;
  for (let attempt = 0; ; attempt++) {
    const isLast = height >= limit;
    const row = fillColumns(flow, token, height, mayOverflow && isLast, mayGetMore && isLast);
    // Taller columns may do without a break that should be avoided; if they can't, the first row that holds everything is taken.
    if (isGood(row)) return isLeast ? row : leastGoodRow(flow, token, tooLow, row, isGood);
    const isComplete = holdsAll(flow, row);
    if (isComplete) complete ??= row;
    if (isLast || attempt >= MAX_ATTEMPTS) {
      // What goes on behind columns without an end would do so behind any: they overflow beside each other instead, as low as they were thought to be.
      const isEndless = limit === ENDLESS && mayOverflow && complete === null;
      return isEndless ? fillColumns(flow, token, least, true, false) : (complete ?? row);
    }
    // Higher columns would break at the same forced places.
    if (!isComplete && row.columns.every(endsForced))
      return mayOverflow ? fillColumns(flow, token, height, true, false) : row;
    // What is short may not be known, or be little: then the least height is somewhere below the one that is found.
    const shortage = leastShortage(flow, row);
    const stride = attempt < EXACT_ATTEMPTS ? shortage : LU_PER_PX << Math.min(20, attempt - EXACT_ATTEMPTS);
    isLeast = stride <= shortage;
    tooLow = height;
    height = Math.min(limit, height + Math.max(shortage, stride));
  }
}

/**
 * The row, if the flow from `token` on ends in it, with the floats and notes at the ends of its filled columns so far up that the container's end edge, `edge` high, has room below
 * them.
 */
export function withEndEdge(
  flow: ColumnFlow,
  token: BlockBreakToken | null,
  row: ColumnRow,
  edge: LU,
  mayGetMore: boolean,
): ColumnRow {
  const { height } = row;
  if (edge === 0 || row.token !== null || !flow.box.has(BoxFlag.HasFootnote)) return row;
  if (row.columns.every((column) => contentSize(column) + edge <= height)) return row;
  const above = layoutColumnRow(flow, token, height - edge, true, false, mayGetMore);
  return above.token === null ? above : row;
}

/** The row of the least height that is good, to a px, above one that is too low and up to that of a good row. */
function leastGoodRow(
  flow: ColumnFlow,
  token: BlockBreakToken | null,
  tooLow: LU,
  good: ColumnRow,
  isGood: (row: ColumnRow) => boolean,
): ColumnRow {
  let least = good;
  let below = tooLow;
  while (least.height - below > LU_PER_PX) {
    const row = fillColumns(flow, token, (below + least.height) >> 1, false, false);
    if (isGood(row)) least = row;
    else below = row.height;
  }
  return least;
}

/** How much of a column that goes on the flow fills: all that the row has, unless a spanner has ended it. */
export function filledSize(column: LayoutResult, row: ColumnRow): LU {
  return column.columnSpanner !== null ? contentSize(column) : row.height;
}

/** Does nothing of a flow go on behind a column but absolutely positioned boxes, which have no size in it? */
export function hasFlowEnded(token: BlockBreakToken | null): boolean {
  if (token === null) return true;
  return token.has(BreakTokenFlag.AtBlockEnd) && token.children.every((t) => t.type === 'block' && hasFlowEnded(t));
}

/** How high the contents of a column are, what overflows boxes in it included. */
export function contentSize({ fragment, blockExtent }: LayoutResult): LU {
  return Math.max(fragment.blockSize(fragment.writingMode), blockExtent);
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
  let { waiting } = flow;
  const row = (forcesPage = false): ColumnRow => {
    const { leaving, staying } = afterRow(flow, token, waiting);
    columns.push(withCalls(columns.pop() as LayoutResult, leaving));
    const lacksLast = token === null && waiting.some(({ defer }) => defer === Infinity);
    return { columns, startsFlow, height, token, spanner, overflows, forcesPage, lacksLast, waiting: staying };
  };
  for (;;) {
    flow.context.budget.tick();
    const column = layoutColumnWithFloats(flow, columns.length, height, token, spanner !== null, waiting);
    const { result } = column;
    if (mayGetMore && columns.length > 0 && endsBefore(result, columns, height)) {
      spanner = null;
      return row();
    }
    waiting = column.waiting;
    columns.push(result);
    flow.context.budget.spendColumn(columns.length);
    overflows ||= result.tallestUnbreakable > height;
    token = result.breakToken;
    spanner = result.columnSpanner;
    if (token === null) {
      const more = columns.length < flow.geometry.count && waiting.some(({ defer }) => defer <= 0);
      const last = more ? layoutColumnOfFloats(flow, height, result, waiting) : null;
      if (last !== null) {
        columns.push(last.result);
        ({ waiting } = last);
      }
      return row();
    }
    if (spanner !== null && !hasFlowBeside(token, spanner)) return row();
    const forcesPage = spanner === null && flow.insidePages && breaksPage(token);
    if (forcesPage || (columns.length >= flow.geometry.count && !mayOverflow)) return row(forcesPage);
  }
}

/** What becomes of floats that a row has no room for: they wait for the next one, but for the first of them that has waited for this one already. */
function afterRow(
  flow: ColumnFlow,
  token: BlockBreakToken | null,
  waiting: readonly WaitingColumnFloat[],
): { readonly leaving: readonly Box[]; readonly staying: readonly WaitingColumnFloat[] } {
  if (hasFlowEnded(token)) return { leaving: waiting.map(({ box }) => box), staying: NOTHING_WAITS };
  const first = waiting.find(({ defer }) => defer <= 0);
  if (first === undefined || !flow.waiting.some(({ box, defer }) => box === first.box && defer <= 0))
    return { leaving: [], staying: waiting };
  return { leaving: [first.box], staying: waiting.filter((other) => other !== first) };
}

function leastShortage(flow: ColumnFlow, row: ColumnRow): LU {
  const overflow = overflowOf(flow, row);
  let least = overflow > 0 ? overflow : MAX_LU;
  for (const { shortage } of row.columns) if (shortage > 0 && shortage < least) least = shortage;
  return least === MAX_LU ? LU_PER_PX : least;
}

/** How far positioned boxes that can't be split reach out of the columns, where no outer column may take them. */
function overflowOf(flow: ColumnFlow, { columns, height }: ColumnRow): LU {
  if (flow.isNested) return 0;
  let most = 0;
  for (const { outOfFlowExtent } of columns) most = Math.max(most, outOfFlowExtent - height);
  return most;
}

/** A column in which a flow has ended without anything more. */
export function isEmptyColumn(column: LayoutResult): boolean {
  const { breakToken, outOfFlow, footnotes } = column;
  return breakToken === null && contentSize(column) === 0 && outOfFlow.length === 0 && footnotes.length === 0;
}

/** Does any of the flow stand in the row? */
export function hasContents({ columns }: ColumnRow): boolean {
  return columns.length > 1 || columns[0]!.fragment.blockSize(columns[0]!.fragment.writingMode) > 0;
}
