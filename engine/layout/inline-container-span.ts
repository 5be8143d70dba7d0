/**
 * Inline boxes that are containing blocks (css2 §10.1 point 4.1): from the start edges of their first fragment's padding box to the end edges of the last one's,
 * which may stand in different fragments of the block container around them.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { LU } from '../units.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from './fragment.ts';
import type { WritingMode } from './geometry.ts';
import type { Rect } from './positioned.ts';

/** The first and the last fragment so far of an inline box; padding boxes, physical, from the block container's fragment. */
export interface InlineContainerSpan {
  readonly box: Box;
  readonly first: Rect;
  readonly last: Rect;
  /** The box goes on after the last of these lines. */
  readonly goesOn: boolean;
}

/** The containing blocks among the inline boxes of lines; `earlier`: what stands in earlier fragments of the block container. */
export function inlineContainerSpans(
  lines: readonly Fragment[],
  offsets: readonly LU[],
  earlier: readonly InlineContainerSpan[],
): ReadonlyMap<Box, InlineContainerSpan> {
  const spans = new Map<Box, InlineContainerSpan>();
  for (const span of earlier) spans.set(span.box, span);
  /** `line`: the place of a line with no content, which takes no room, and so do the inline boxes in it; null: it has content. */
  const visit = (fragment: Fragment, x: LU, y: LU, line: LU | null): void => {
    if (fragment.type === 'text') return;
    if (fragment.type === 'box') {
      if (fragment.box.kind !== BoxKind.Inline) return;
      if (fragment.box.has(BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer)) {
        const last = line === null ? paddingRect(fragment, x, y) : { x, y: line, width: 0, height: 0 };
        const first = spans.get(fragment.box)?.first ?? last;
        const goesOn = (fragment.flags & FragmentFlag.BreaksAfter) !== 0;
        spans.set(fragment.box, { box: fragment.box, first, last, goesOn });
      }
    }
    for (let i = 0; i < fragment.children.length; i++)
      visit(fragment.children[i], x + fragment.offsets[i * 2], y + fragment.offsets[i * 2 + 1], line);
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line.type !== 'line') continue;
    const isEmpty = line.width === 0 && line.height === 0;
    visit(line, offsets[i * 2], offsets[i * 2 + 1], isEmpty ? offsets[i * 2 + 1] : null);
  }
  return spans;
}

/** Of a box that goes on: seen from the next fragment of the block container, which lies further by (dx, dy). */
export function spanFrom(span: InlineContainerSpan, dx: LU, dy: LU): InlineContainerSpan {
  const moved = (rect: Rect): Rect => ({ ...rect, x: rect.x - dx, y: rect.y - dy });
  return { ...span, first: moved(span.first), last: moved(span.last) };
}

/** Sizes that would be negative are 0. */
export function spanRect({ first, last }: InlineContainerSpan, mode: WritingMode): Rect {
  const xFromEnd = mode.vertical ? mode.blockReversed : mode.inlineReversed;
  const yFromEnd = mode.vertical && mode.inlineReversed;
  const x = axisOf(first.x, first.x + first.width, last.x, last.x + last.width, xFromEnd);
  const y = axisOf(first.y, first.y + first.height, last.y, last.y + last.height, yFromEnd);
  return { x: x.start, y: y.start, width: x.size, height: y.size };
}

/** `fromEnd`: the axis runs from the larger coordinates to the smaller. */
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

function paddingRect({ border, width, height }: BoxFragment, x: LU, y: LU): Rect {
  return {
    x: x + border.left,
    y: y + border.top,
    width: width - border.left - border.right,
    height: height - border.top - border.bottom,
  };
}
