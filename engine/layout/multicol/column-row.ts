/**
 * A row of columns: the part of the flow before the next spanner, the next page or the end, in columns of equal height
 * (css-multicol-1 §7, §8). `fillRow` fills columns of a given height. `column-balancing.ts` chooses that height.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import { type BlockBreakToken, BreakTokenFlag, sameToken, TokenData } from '../contract/break-token.ts';
import { bestPlace } from '../fragmentation/break-chooser.ts';
import { hasFlowBeside } from '../fragmentation/column-spanners.ts';
import { layoutColumnWithFloats, withCalls } from './column-floats.ts';
import { endsPage, type BreakValue } from '../fragmentation/break-values.ts';
import { forcedBreakValue } from '../fragmentation/next-break.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { type Insertion, NO_INSERTIONS } from '../insertions/insertion.ts';
import type { ColumnFlow } from './column-flow.ts';

/** Stands for an unlimited column height. */
export const ENDLESS: LU = MAX_LU >> 2;

/** The limits of the columns of a row. */
export interface RowRoom {
  /** The maximum height of a column, or INDEFINITE. */
  readonly most: LU;
  /** Whether additional columns may overflow the container, because no page takes the rest. */
  readonly mayOverflow: boolean;
  /**
   * Whether columns may be higher in the next outer fragmentainer, so that content that would break badly here moves
   * there.
   */
  readonly mayGetMore: boolean;
}

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
 * Returns the row if the flow from `token` ends in it. Floats and notes at the ends of filled columns move up to leave
 * space for the container's end edge, `edge`.
 */
export function withEndEdge(
  flow: ColumnFlow,
  token: BlockBreakToken | null,
  row: ColumnRow,
  edge: LU,
  room: RowRoom,
): ColumnRow {
  const { height } = row;
  if (edge === 0 || row.token !== null || !flow.box.has(BoxFlag.HasFootnote)) return row;
  if (row.columns.every((column) => contentSize(column) + edge <= height)) return row;
  const above = fillRow(flow, token, { ...room, most: height - edge });
  return above.token === null ? above : row;
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

/** Fills columns of the height `room.most` one after the other with the contents from `start` on. */
export function fillRow(flow: ColumnFlow, start: BlockBreakToken | null, room: RowRoom): ColumnRow {
  const { mayOverflow, mayGetMore } = room;
  const height = room.most === INDEFINITE ? ENDLESS : Math.max(LU_PER_PX, room.most);
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
 * Fills columns of unlimited height: content continues in the next one only after a forced break or spanner. They are
 * then as high as the tallest (css-multicol-1 §7).
 */
export function fillUnlimitedRow(flow: ColumnFlow, start: BlockBreakToken | null, room: RowRoom): ColumnRow {
  let tallest: LU = LU_PER_PX;
  for (let at = start; ;) {
    flow.context.budget.tick();
    const result = flow.layoutColumn(ENDLESS, at, true);
    tallest = Math.max(tallest, result.intrinsicBlockSize, result.blockExtent);
    at = result.breakToken;
    if (at === null || result.columnSpanner !== null) return fillRow(flow, start, { ...room, most: tallest });
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

/** Whether the column is empty and ends its flow. */
export function isEmptyColumn(column: LayoutResult): boolean {
  const { breakToken, outOfFlow, footnotes } = column;
  return breakToken === null && contentSize(column) === 0 && outOfFlow.length === 0 && footnotes.length === 0;
}

/** Whether the row contains any in-flow content. */
export function hasContents({ columns }: ColumnRow): boolean {
  return columns.length > 1 || columns[0]!.fragment.blockSize(columns[0]!.fragment.writingMode) > 0;
}

/** Whether a token ends the page in addition to the column. */
export function breaksPage(token: BlockBreakToken): boolean {
  return endsPage(forcedBreakValue(token));
}

/** Where a multicol container resumes. */
export interface MulticolState {
  /** Where the columns resume, or null at the beginning or if they don't. */
  readonly columns: BlockBreakToken | null;
  /** A spanner before them, and where it resumes. */
  readonly spanner: Box | null;
  readonly spannerToken: BlockBreakToken | null;
  /** Whether only the box's own size remains. */
  readonly isDone: boolean;
  /** Whether the list item's outside marker still waits for a first line. */
  readonly markerPending: boolean;
  /** The value that forced the break next to a spanner, or 'auto'. */
  readonly forcedBy: BreakValue;
  /** The first box after that break. */
  readonly comesNext: Box | null;
  /** Column floats for the next columns. */
  readonly waiting: readonly Insertion[];
}

export class MulticolTokenData extends TokenData {
  readonly state: MulticolState;

  constructor(state: MulticolState) {
    super();
    this.state = state;
  }

  override get forcedBy(): BreakValue {
    return this.state.forcedBy;
  }

  override get comesNext(): Box | null {
    return this.state.comesNext;
  }

  equals(other: TokenData): boolean {
    if (!(other instanceof MulticolTokenData)) return false;
    const { state } = other;
    const own = this.state;
    return (
      own.spanner === state.spanner &&
      own.isDone === state.isDone &&
      own.markerPending === state.markerPending &&
      own.forcedBy === state.forcedBy &&
      own.waiting.length === state.waiting.length &&
      own.waiting.every(({ box, defer }, i) => box === state.waiting[i]!.box && defer === state.waiting[i]!.defer) &&
      // The other tokens are children of the container's token and compared there. Comparing them twice would take
      // exponential time in the depth.
      (own.spanner === null || sameToken(own.columns, state.columns))
    );
  }
}
