/**
 * Inline boxes as containing blocks (css2 §10.1 point 4.1). They extend from the start edges of their first fragment's
 * padding box to the end edges of the last one's. The two can be in different fragments of the surrounding block
 * container.
 */
import type { LU } from '../../units.ts';
import type { Rect, WritingMode } from '../contract/geometry.ts';

/**
 * `standsOnEmptyLine` means that the line has no size. The span is then at its block start, regardless of relative
 * positioning.
 */
interface SpanEnd extends Rect {
  readonly standsOnEmptyLine: boolean;
}

/**
 * The first and the last fragment so far of an inline box. Physical padding boxes, in the flow of the block container
 * (positioning-frame.ts).
 */
export interface InlineContainerSpan {
  readonly first: SpanEnd;
  readonly last: SpanEnd;
  /** Whether the box continues after the last of these lines, or after a block that splits it. */
  readonly goesOn: boolean;
}

/** Returns the containing block without the relative offset of its fragments. Negative sizes become 0. */
export function spanRect(span: InlineContainerSpan, mode: WritingMode, movedX: LU, movedY: LU): Rect {
  const first = unmoved(span.first, mode, movedX, movedY);
  const last = unmoved(span.last, mode, movedX, movedY);
  const xFromEnd = mode.vertical ? mode.blockReversed : mode.inlineReversed;
  const yFromEnd = mode.vertical && mode.inlineReversed;
  const x = axisOf(first.x, first.x + first.width, last.x, last.x + last.width, xFromEnd);
  const y = axisOf(first.y, first.y + first.height, last.y, last.y + last.height, yFromEnd);
  return { x: x.start, y: y.start, width: x.size, height: y.size };
}

function unmoved(end: SpanEnd, { vertical }: WritingMode, movedX: LU, movedY: LU): Rect {
  const isAtLine = end.standsOnEmptyLine;
  return { ...end, x: end.x - (isAtLine && vertical ? 0 : movedX), y: end.y - (isAtLine && !vertical ? 0 : movedY) };
}

/** `fromEnd` means that the axis runs from larger to smaller coordinates. */
function axisOf(
  firstLow: LU,
  firstHigh: LU,
  lastLow: LU,
  lastHigh: LU,
  fromEnd: boolean,
): { readonly start: LU; readonly size: LU } {
  if (!fromEnd) return { start: firstLow, size: Math.max(0, lastHigh - firstLow) };
  const size = Math.max(0, firstHigh - lastLow);
  return { start: firstHigh - size, size };
}
