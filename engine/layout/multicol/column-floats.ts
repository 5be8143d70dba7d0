/**
 * Column floats (css-page-floats-3): placed at the block start or block end of their column, in document order. Floats
 * that don't fit go to the next column, possibly on the next page. A float that fits in no column of a row, and still
 * comes first after the next row, goes to the page. So do floats still waiting when the columns end.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken } from '../break-token.ts';
import { BoxFragment } from '../fragment.ts';
import { shifted } from '../positioned/positioned.ts';
import {
  type Area,
  forNext,
  type Insertion,
  kindOf,
  measureFloat,
  type MeasuredFloat,
  newInsertion,
  NO_INSERTIONS,
} from '../insertions/insertion.ts';
import { SideFloats } from '../insertions/side-floats.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { ColumnFlow } from './column-flow.ts';

/** A column with the floats placed in it. */
export interface ColumnWithFloats {
  readonly result: LayoutResult;
  /** Floats for the next column, in order. */
  readonly waiting: readonly Insertion[];
}

/**
 * Lays out the nth column of the row at the given height, starting at `token`. `waiting` holds floats left by earlier
 * columns of the row.
 */
export function layoutColumnWithFloats(
  flow: ColumnFlow,
  index: number,
  height: LU,
  token: BlockBreakToken | null,
  spannerAhead: boolean,
  waiting: readonly Insertion[],
): ColumnWithFloats {
  if (waiting.length === 0 && !flow.box.has(BoxFlag.HasFootnote))
    return { result: flow.layoutColumn(height, token, false, spannerAhead, flow.floatsAt(index, 0)), waiting };
  const floats = new ColumnFloats(flow, height);
  const layout = (more: LU, side = floats.side): LayoutResult => {
    const room = height - floats.size - more;
    const around = side.around(room, 0, 0, flow.floatsAt(index, floats.start));
    return flow.layoutColumn(room, token, false, spannerAhead, around);
  };
  for (const float of waiting) if (floats.canTake(float)) floats.add(float.box);
  let result = layout(0);
  // Floats that leave no space for a line get the column to themselves.
  if (floats.size > 0 && result.blockExtent > height - floats.size)
    return { result: floats.around(withoutContents(result, token)), waiting: floats.waiting };
  const called: Box[] = [];
  for (const box of result.footnotes) {
    if (!isColumnFloat(box) || !result.footnotes.includes(box)) continue;
    const float = newInsertion(box);
    if (!floats.canTake(float)) continue;
    // The float belongs here if the line that calls it stays and fits.
    const again = layout(floats.sizeOf(box), floats.sideWith(box));
    const room = height - floats.size - floats.sizeOf(box);
    const overflows = again.blockExtent > room && result.blockExtent <= height - floats.size;
    // The lines that call earlier floats must stay, too.
    const keepsOthers = called.every((other) => again.footnotes.includes(other));
    const stays = again.footnotes.includes(box) && !overflows && keepsOthers;
    const mayLeave = isNote(box) && !overflows && keepsOthers;
    // A note moves together with its line.
    if (!stays && mayLeave && again.lineCount > 0 && again.breakToken !== null) floats.leaveOut(box);
    else if (!stays) {
      floats.holdBack(float);
      continue;
    } else {
      floats.add(box);
      called.push(box);
    }
    result = again;
  }
  // The flow has ended. No other column is better for deferred floats that fit here.
  for (const box of result.breakToken === null ? floats.deferred : []) {
    if (!floats.hasRoomFor(box)) continue;
    const more = floats.sizeOf(box);
    const again = layout(more, floats.sideWith(box));
    if (again.breakToken !== null || again.blockExtent > height - floats.size - more) continue;
    floats.takeDeferred(box);
    result = again;
  }
  if (floats.isEmpty && floats.waiting.length === 0) return { result, waiting: NO_INSERTIONS };
  return { result: floats.around(result), waiting: floats.waiting };
}

/**
 * Returns a column for floats that still wait after the flow has ended in the previous column, `last`. Returns null if
 * the first of them doesn't fit.
 */
export function layoutColumnOfFloats(
  flow: ColumnFlow,
  height: LU,
  last: LayoutResult,
  waiting: readonly Insertion[],
): ColumnWithFloats | null {
  const floats = new ColumnFloats(flow, height);
  for (const float of waiting) if (floats.canTake(float)) floats.add(float.box);
  return floats.isEmpty ? null : { result: floats.around(withoutContents(last, null)), waiting: floats.waiting };
}

/** Returns a column without in-flow content. */
function withoutContents(result: LayoutResult, token: BlockBreakToken | null): LayoutResult {
  const { fragment } = result;
  const size = fragment.writingMode.vertical ? [0, fragment.height] : [fragment.width, 0];
  return {
    ...result,
    fragment: resized(fragment, size[0]!, size[1]!, [], [], token),
    breakToken: token,
    outOfFlow: [],
    footnotes: [],
    columnSpanner: null,
    intrinsicBlockSize: 0,
    blockExtent: 0,
    tallestUnbreakable: 0,
    shortage: 0,
    lineCount: 0,
  };
}

/** Passes floats that still wait after the last column to the page, as calls from that column. */
export function withCalls(result: LayoutResult, calls: readonly Box[]): LayoutResult {
  return calls.length === 0 ? result : { ...result, footnotes: [...result.footnotes, ...calls] };
}

function isColumnFloat({ style: { box } }: Box): boolean {
  return box.floatReference === 'column' && box.float !== 'none';
}

/** Whether the box is a footnote at the end of its own column. */
const isNote = ({ style }: Box): boolean => kindOf(style) === 'note';

/** Whether the float is at the end of its column. NOTE `snap-block` always uses the start. */
function isAtEnd({ style: { box } }: Box): boolean {
  return box.float === 'block-end' || box.float === 'footnote';
}

type Side = 'start' | 'end' | 'inline';

function sideOf(box: Box): Side {
  if (kindOf(box.style) === 'inline') return 'inline';
  return isAtEnd(box) ? 'end' : 'start';
}

class ColumnFloats {
  waiting: Insertion[] = [];
  /** The waiting floats that are deferred to later columns. */
  readonly deferred = new Set<Box>();
  /** Sides where no more floats fit, because one already waits. */
  private readonly full = new Set<Side>();
  /** Floats at the inline sides. */
  side: SideFloats;
  private readonly flow: ColumnFlow;
  private readonly area: Area;
  private readonly height: LU;
  private readonly taken: Box[] = [];
  /** Block sizes of the floats at the column's start and end. */
  start: LU = 0;
  private end: LU = 0;
  /** Space left empty at its end, because lines moved away with their notes. */
  private empty: LU = 0;

  constructor(flow: ColumnFlow, height: LU) {
    this.flow = flow;
    this.height = height;
    const { context, geometry, percentageBlock } = flow;
    const mode = flow.outer.writingMode;
    this.area = { context, mode, inline: geometry.width, block: height, percentageBlock };
    this.side = new SideFloats(this.area);
  }

  get isEmpty(): boolean {
    return this.taken.length === 0 && this.side.isEmpty;
  }

  get size(): LU {
    return this.start + this.end + this.empty;
  }

  /**
   * Whether a float is due, fits, and no earlier float of its side waits. Otherwise it is added to the waiting floats.
   */
  canTake(float: Insertion): boolean {
    const { box } = float;
    if (float.defer > 0) {
      this.waiting.push(forNext(float));
      this.deferred.add(box);
      return false;
    }
    if (!this.full.has(sideOf(box)) && this.hasRoomFor(box)) return true;
    this.holdBack(float);
    return false;
  }

  /** Holds back a due float that doesn't fit. It precedes others of its side. */
  holdBack(float: Insertion): void {
    this.full.add(sideOf(float.box));
    this.waiting.push(float);
  }

  hasRoomFor(box: Box): boolean {
    const room = this.height - this.size;
    return kindOf(box.style) === 'inline' ? this.side.with(newInsertion(box), room) !== null : this.sizeOf(box) <= room;
  }

  /** Returns the floats at the inline sides, including this one if it is one and fits. */
  sideWith(box: Box): SideFloats {
    return (
      (kindOf(box.style) === 'inline' ? this.side.with(newInsertion(box), this.height - this.size) : null) ?? this.side
    );
  }

  /** Moves a note to the next column together with its line, which occupied the note's space. */
  leaveOut(box: Box): void {
    this.empty += this.sizeOf(box);
  }

  takeDeferred(box: Box): void {
    this.deferred.delete(box);
    this.waiting = this.waiting.filter((other) => other.box !== box);
    this.add(box);
  }

  add(box: Box): void {
    if (kindOf(box.style) === 'inline') {
      this.side = this.sideWith(box);
      return;
    }
    this.taken.push(box);
    if (isAtEnd(box)) this.end += this.sizeOf(box);
    else this.start += this.sizeOf(box);
  }

  /** Returns the block size of the margin box. Floats at the inline sides take no block size from the contents. */
  sizeOf(box: Box): LU {
    if (kindOf(box.style) === 'inline') return 0;
    return this.measure(box).size;
  }

  private measure(box: Box): MeasuredFloat {
    return measureFloat(this.area, newInsertion(box), null);
  }

  /** Returns the column with its floats around its contents. */
  around(result: LayoutResult): LayoutResult {
    const { fragment } = result;
    const mode = this.flow.outer.writingMode;
    const content = fragment.blockSize(mode);
    const least = Math.max(content, this.side.blockSize) + this.size;
    // If only the height of the contents is measured, end floats directly follow them.
    const isGuess = this.flow.outer.fragmentainer?.isGuess === true;
    const size = !isGuess && (this.end > 0 || this.side.reachesEnd) ? Math.max(this.height, least) : least;
    const inline = fragment.inlineSize(mode);
    const [width, height] = [mode.xOf(inline, size), mode.yOf(inline, size)];
    // Offset towards the block end. In reversed modes, physical offsets count from the other side.
    const down = mode.vertical ? 0 : this.start;
    const across = mode.vertical ? (mode.blockReversed ? size - content - this.start : this.start) : 0;
    const children = [...fragment.children];
    const offsets = fragment.offsets.map((offset, i) => offset + (i % 2 === 0 ? across : down));
    let atStart = 0;
    let atEnd = size - this.end;
    // Notes go below the floats.
    for (const box of [...this.taken.filter((float) => !isNote(float)), ...this.taken.filter(isNote)]) {
      const { result: laidOut, margins } = this.measure(box);
      const float = laidOut.fragment;
      const isStart = !isAtEnd(box);
      const block = (isStart ? atStart : atEnd) + margins.blockStart;
      if (isStart) atStart += this.sizeOf(box);
      else atEnd += this.sizeOf(box);
      children.push(float);
      offsets.push(
        mode.physicalX(margins.inlineStart, block, float.width, width),
        mode.physicalY(margins.inlineStart, block, float.height, height),
      );
    }
    for (const { fragment: float, inline, block } of this.side.placed(size - this.size)) {
      const down = this.start + block;
      children.push(float);
      offsets.push(
        mode.physicalX(inline, down, float.width, width),
        mode.physicalY(inline, down, float.height, height),
      );
    }
    const taken = [...this.taken, ...this.side.floats.map(({ box }) => box)];
    return {
      ...result,
      fragment: resized(fragment, width, height, children, offsets),
      outOfFlow: result.outOfFlow.map((candidate) => shifted(candidate, across, down)),
      footnotes: [
        ...result.footnotes.filter((box) => !taken.includes(box) && !this.waiting.some((other) => other.box === box)),
        ...this.taken.flatMap((box) => this.measure(box).result.footnotes),
        ...this.side.floats.flatMap(({ calls }) => calls),
      ],
      intrinsicBlockSize: result.intrinsicBlockSize + this.size,
      blockExtent: Math.max(size, result.blockExtent + this.start),
    };
  }
}

function resized(
  f: BoxFragment,
  width: LU,
  height: LU,
  children: BoxFragment['children'],
  offsets: readonly LU[],
  token = f.breakToken,
): BoxFragment {
  return new BoxFragment(
    f.box,
    f.style,
    f.writingMode,
    width,
    height,
    f.border,
    f.padding,
    children,
    offsets,
    f.firstBaseline,
    f.lastBaseline,
    f.flags,
    token,
    f.extra,
  );
}
