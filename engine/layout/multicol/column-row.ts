/**
 * A row of columns: the part of the flow before the next spanner, the next page or the end, in columns of equal height
 * (css-multicol-1 §7, §8). For balancing, one endless column provides a first guess. The height then grows by the
 * minimum that fits more content into a column.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import { type BlockBreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import { bestPlace } from '../fragmentation/break-chooser.ts';
import { hasFlowBeside } from '../fragmentation/column-spanners.ts';
import { layoutColumnWithFloats, withCalls } from './column-floats.ts';
import { breaksPage, ENDLESS, guessHeight } from './column-guess.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { type Insertion, NO_INSERTIONS } from '../insertions/insertion.ts';
import type { ColumnFlow } from './column-flow.ts';

/**
 * Maximum number of balancing attempts that grow by the exact shortage, and in total. Between these, steps start at one
 * px and double each time.
 */
const EXACT_ATTEMPTS = 4;
const MAX_ATTEMPTS = 40;

export interface ColumnRow {
  readonly columns: readonly LayoutResult[];
  /** Whether it begins the flow. */
  readonly startsFlow: boolean;
  readonly height: LU;
  /** Where the content after the last column resumes, or null. */
  readonly token: BlockBreakToken | null;
  readonly spanner: Box | null;
  /** Whether content overflows its column although the column has the maximum height. */
  readonly overflows: boolean;
  /** Whether a forced page break follows the row. */
  readonly forcesPage: boolean;
  /** Whether a float deferred to the last column didn't fit there. */
  readonly lacksLast: boolean;
  /** Floats for the columns of the next row. */
  readonly waiting: readonly Insertion[];
}

/**
 * Lays out the row that begins at `token`. `most` is its maximum height, or INDEFINITE. `exact` gives it that height
 * regardless of its contents (`column-fill: auto`). `mayOverflow` allows additional overflow columns, because no page
 * takes the rest. `mayGetMore` means that columns may be higher in the next outer fragmentainer, so content that would
 * break badly here goes there.
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
  // Content that already continues after the row with columns of maximum height usually continues after balancing, too.
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
    // Taller columns may avoid an undesirable break. If not, the first row that holds everything is used.
    if (isGood(row)) return isLeast ? row : leastGoodRow(flow, token, tooLow, row, isGood);
    const isComplete = holdsAll(flow, row);
    if (isComplete) complete ??= row;
    if (isLast || attempt >= MAX_ATTEMPTS) {
      // Content that continues after endless columns would continue after any. It overflows in additional columns
      // instead, at the guessed height.
      const isEndless = limit === ENDLESS && mayOverflow && complete === null;
      return isEndless ? fillColumns(flow, token, least, true, false) : (complete ?? row);
    }
    // Taller columns would break at the same forced places.
    if (!isComplete && row.columns.every(endsForced))
      return mayOverflow ? fillColumns(flow, token, height, true, false) : row;
    // The shortage can be unknown or small. The minimum height is then below the found one.
    const shortage = leastShortage(flow, row);
    const stride = attempt < EXACT_ATTEMPTS ? shortage : LU_PER_PX << Math.min(20, attempt - EXACT_ATTEMPTS);
    isLeast = stride <= shortage;
    tooLow = height;
    height = Math.min(limit, height + Math.max(shortage, stride));
  }
}

/**
 * Returns the row if the flow from `token` ends in it. Floats and notes at the ends of filled columns move up to leave
 * space for the container's end edge, `edge`.
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

/** Returns the row of the minimum good height, to a px, above a height that is too low and up to that of a good row. */
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

/** Returns how much of a continued column the flow fills: the height of the row, unless a spanner ended the column. */
export function filledSize(column: LayoutResult, row: ColumnRow): LU {
  return column.columnSpanner !== null ? contentSize(column) : row.height;
}

/** Whether only absolutely positioned boxes, which have no size in the flow, continue after a column. */
export function hasFlowEnded(token: BlockBreakToken | null): boolean {
  if (token === null) return true;
  return token.has(BreakTokenFlag.AtBlockEnd) && token.children.every((t) => t.type === 'block' && hasFlowEnded(t));
}

/** Returns the height of a column's contents, including overflow of boxes inside. */
export function contentSize({ fragment, blockExtent }: LayoutResult): LU {
  return Math.max(fragment.blockSize(fragment.writingMode), blockExtent);
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

/** Returns the lowest break appeal of the row's columns. */
export function breakAppealOfRow({ columns }: Pick<ColumnRow, 'columns'>): BreakAppeal {
  let worst: BreakAppeal = BreakAppeal.Perfect;
  for (const column of columns) worst = Math.min(worst, breakAppealOf(column)) as BreakAppeal;
  return worst;
}

/** Returns the appeal of the break after a column. A spanner isn't a break. */
function breakAppealOf(column: LayoutResult): BreakAppeal {
  return column.breakToken === null || column.columnSpanner !== null ? BreakAppeal.Perfect : column.appeal;
}

/**
 * Whether the break before a column is better than the one inside it. Nothing is gained if the row already has an
 * equally bad break or overflow.
 */
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
      if (columns.length < flow.geometry.count && waiting.some(({ defer }) => defer <= 0)) {
        const more = layoutColumnWithFloats(flow, columns.length, height, null, false, waiting, result);
        if (more.waiting.length < waiting.length) columns.push(more.result);
        ({ waiting } = more);
      }
      return row();
    }
    if (spanner !== null && !hasFlowBeside(token, spanner)) return row();
    const forcesPage = spanner === null && flow.insidePages && breaksPage(token);
    if (forcesPage || (columns.length >= flow.geometry.count && !mayOverflow)) return row(forcesPage);
  }
}

/**
 * Decides about floats that don't fit in a row. They wait for the next row, except the first one if it has already
 * waited for this row.
 */
function afterRow(
  flow: ColumnFlow,
  token: BlockBreakToken | null,
  waiting: readonly Insertion[],
): { readonly leaving: readonly Box[]; readonly staying: readonly Insertion[] } {
  if (hasFlowEnded(token)) return { leaving: waiting.map(({ box }) => box), staying: NO_INSERTIONS };
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

/** Returns how far unbreakable positioned boxes extend beyond the columns, unless an outer column may take them. */
function overflowOf(flow: ColumnFlow, { columns, height }: ColumnRow): LU {
  if (flow.isNested) return 0;
  let most = 0;
  for (const { outOfFlowExtent } of columns) most = Math.max(most, outOfFlowExtent - height);
  return most;
}

/** Whether the column is empty and ends its flow. */
export function isEmptyColumn(column: LayoutResult): boolean {
  const { breakToken, outOfFlow, footnotes } = column;
  return breakToken === null && contentSize(column) === 0 && outOfFlow.length === 0 && footnotes.length === 0;
}

/** Whether the row contains any in-flow content. */
export function hasContents({ columns }: ColumnRow): boolean {
  return columns.length > 1 || columns[0]!.fragment.blockSize(columns[0]!.fragment.writingMode) > 0;
}
