/**
 * Page floats with the column as their reference (css-page-floats-3): they stand at the block start or block end of the column that calls them, in
 * document order; what has no room goes to the next column, on the next page too. What has found none in a row and is the first to wait after the next one, or
 * still waits when the columns end, goes to the page.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { usedMargins } from '../box-edges.ts';
import type { BlockBreakToken } from '../break-token.ts';
import { BoxFragment } from '../fragment.ts';
import { shifted } from '../positioned/positioned.ts';
import { isSideFloat, SideFloats } from '../side-floats.ts';
import { SpaceBuilder } from '../space-builder.ts';
import type { LayoutResult } from '../layout-result.ts';
import { type ColumnFlow, NOTHING_WAITS, type WaitingColumnFloat } from './column-flow.ts';

/** A column with the floats that have found a place in it. */
export interface ColumnWithFloats {
  readonly result: LayoutResult;
  /** Floats for the next column, in order. */
  readonly waiting: readonly WaitingColumnFloat[];
}

/** One column of a height, the so manieth of its row, from `token` on; `waiting`: floats that earlier columns of the row have left. */
export function layoutColumnWithFloats(
  flow: ColumnFlow,
  index: number,
  height: LU,
  token: BlockBreakToken | null,
  spannerAhead: boolean,
  waiting: readonly WaitingColumnFloat[],
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
  // Floats that leave no room for a line have the column to themselves.
  if (floats.size > 0 && result.blockExtent > height - floats.size)
    return { result: floats.around(withoutContents(result, token)), waiting: floats.waiting };
  const called: Box[] = [];
  for (const box of result.footnotes) {
    if (!isColumnFloat(box) || !result.footnotes.includes(box)) continue;
    const float = { box, defer: deferralOf(box) };
    if (!floats.canTake(float)) continue;
    // It belongs here as long as the line that calls it stays, and has room.
    const again = layout(floats.sizeOf(box), floats.sideWith(box));
    const room = height - floats.size - floats.sizeOf(box);
    const overflows = again.blockExtent > room && result.blockExtent <= height - floats.size;
    // The lines that have called those before it stay, too.
    const keepsOthers = called.every((other) => again.footnotes.includes(other));
    const stays = again.footnotes.includes(box) && !overflows && keepsOthers;
    const mayLeave = isNote(box) && !overflows && keepsOthers;
    // A note takes the line along.
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
  // The flow has ended: no column is better for what is meant for a later one, if it fits.
  for (const box of result.breakToken === null ? floats.deferred : []) {
    if (!floats.hasRoomFor(box)) continue;
    const more = floats.sizeOf(box);
    const again = layout(more, floats.sideWith(box));
    if (again.breakToken !== null || again.blockExtent > height - floats.size - more) continue;
    floats.takeDeferred(box);
    result = again;
  }
  if (floats.isEmpty && floats.waiting.length === 0) return { result, waiting: NOTHING_WAITS };
  return { result: floats.around(result), waiting: floats.waiting };
}

/** A column for floats that wait when the flow has ended in the one before, `last`; null: there is no room for the first of them in it. */
export function layoutColumnOfFloats(
  flow: ColumnFlow,
  height: LU,
  last: LayoutResult,
  waiting: readonly WaitingColumnFloat[],
): ColumnWithFloats | null {
  const floats = new ColumnFloats(flow, height);
  for (const float of waiting) if (floats.canTake(float)) floats.add(float.box);
  return floats.isEmpty ? null : { result: floats.around(withoutContents(last, null)), waiting: floats.waiting };
}

/** A column that the flow passes over. */
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

/** No more columns come: floats that still wait are called from the last one, for the page. */
export function withCalls(result: LayoutResult, calls: readonly Box[]): LayoutResult {
  return calls.length === 0 ? result : { ...result, footnotes: [...result.footnotes, ...calls] };
}

function isColumnFloat({ style: { box } }: Box): boolean {
  return box.floatReference === 'column' && box.float !== 'none';
}

/** A footnote at the foot of its own column. */
const isNote = ({ style }: Box): boolean => style.box.float === 'footnote';

/** NOTE `snap-block` is at the start of its column. */
function isAtEnd({ style: { box } }: Box): boolean {
  return box.float === 'block-end' || box.float === 'footnote';
}

type Side = 'start' | 'end' | 'inline';

function sideOf(box: Box): Side {
  if (isSideFloat(box.style)) return 'inline';
  return isAtEnd(box) ? 'end' : 'start';
}

/** css-page-floats-3 §4.1: a negative number counts from the last column, which is where all such floats go. */
function deferralOf({ style: { box } }: Box): number {
  const { floatDefer } = box;
  if (floatDefer === 'none') return 0;
  return floatDefer === 'last' || floatDefer < 0 ? Infinity : floatDefer;
}

class ColumnFloats {
  waiting: WaitingColumnFloat[] = [];
  /** Those of them that are meant for later columns. */
  readonly deferred = new Set<Box>();
  /** No more floats of this side fit: one waits already. */
  private readonly full = new Set<Side>();
  /** Those at the inline sides. */
  side: SideFloats;
  private readonly flow: ColumnFlow;
  private readonly height: LU;
  private readonly taken: Box[] = [];
  /** How much of the column those at its start and at its end take. */
  start: LU = 0;
  private end: LU = 0;
  /** Left empty at its end, because the lines that stood there have gone with their notes. */
  private empty: LU = 0;

  constructor(flow: ColumnFlow, height: LU) {
    this.flow = flow;
    this.height = height;
    this.side = new SideFloats(flow.context, flow.outer.writingMode, flow.geometry.width, flow.percentageBlock);
  }

  get isEmpty(): boolean {
    return this.taken.length === 0 && this.side.isEmpty;
  }

  get size(): LU {
    return this.start + this.end + this.empty;
  }

  /** Is a float due, is there room for it, and has no other of its side before it to wait? If not, it waits too. */
  canTake(float: WaitingColumnFloat): boolean {
    const { box, defer } = float;
    if (defer > 0) {
      this.waiting.push({ box, defer: defer - 1 });
      this.deferred.add(box);
      return false;
    }
    if (!this.full.has(sideOf(box)) && this.hasRoomFor(box)) return true;
    this.holdBack(float);
    return false;
  }

  /** A float that is due has no room: it goes before others of its side. */
  holdBack(float: WaitingColumnFloat): void {
    this.full.add(sideOf(float.box));
    this.waiting.push(float);
  }

  hasRoomFor(box: Box): boolean {
    const room = this.height - this.size;
    return isSideFloat(box.style) ? this.side.with(box, room) !== null : this.sizeOf(box) <= room;
  }

  /** The floats at the inline sides with this one, if it is one and there is room. */
  sideWith(box: Box): SideFloats {
    return (isSideFloat(box.style) ? this.side.with(box, this.height - this.size) : null) ?? this.side;
  }

  /** A note goes to the next column with the line that calls it, which has stood where the note would. */
  leaveOut(box: Box): void {
    this.empty += this.sizeOf(box);
  }

  takeDeferred(box: Box): void {
    this.deferred.delete(box);
    this.waiting = this.waiting.filter((other) => other.box !== box);
    this.add(box);
  }

  add(box: Box): void {
    if (isSideFloat(box.style)) {
      this.side = this.sideWith(box);
      return;
    }
    this.taken.push(box);
    if (isAtEnd(box)) this.end += this.sizeOf(box);
    else this.start += this.sizeOf(box);
  }

  /** Block size of the margin box, which one at an inline side doesn't take from the contents. */
  sizeOf(box: Box): LU {
    if (isSideFloat(box.style)) return 0;
    const mode = this.flow.outer.writingMode;
    const margins = usedMargins(box.style, mode, this.flow.geometry.width);
    return this.layout(box).fragment.blockSize(mode) + margins.blockStart + margins.blockEnd;
  }

  private layout(box: Box): LayoutResult {
    const { context, geometry, outer, percentageBlock } = this.flow;
    const space = new SpaceBuilder(context, outer.writingMode, box)
      .available(geometry.width)
      .percentages(geometry.width, percentageBlock)
      .build();
    return context.layout(box, space, null);
  }

  /** The column with its floats, its contents between them. */
  around(result: LayoutResult): LayoutResult {
    const { fragment } = result;
    const mode = this.flow.outer.writingMode;
    const content = fragment.blockSize(mode);
    const least = Math.max(content, this.side.blockSize) + this.size;
    // Where only the height of the contents is asked for, those at the end stand right below them.
    const isGuess = this.flow.outer.fragmentainer?.isGuess === true;
    const size = !isGuess && (this.end > 0 || this.side.reachesEnd) ? Math.max(this.height, least) : least;
    const [width, height] = mode.vertical ? [size, fragment.height] : [fragment.width, size];
    // Towards the block end; in reversed modes offsets count from the other side.
    const down = mode.vertical ? 0 : this.start;
    const across = mode.vertical ? (mode.blockReversed ? size - content - this.start : this.start) : 0;
    const children = [...fragment.children];
    const offsets = fragment.offsets.map((offset, i) => offset + (i % 2 === 0 ? across : down));
    let atStart = 0;
    let atEnd = size - this.end;
    // Notes stand below the floats.
    for (const box of [...this.taken.filter((float) => !isNote(float)), ...this.taken.filter(isNote)]) {
      const margins = usedMargins(box.style, mode, this.flow.geometry.width);
      const { fragment: float } = this.layout(box);
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
        ...this.taken.flatMap((box) => this.layout(box).footnotes),
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
