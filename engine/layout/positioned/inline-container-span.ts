/**
 * Inline boxes that are containing blocks (css2 §10.1 point 4.1): from the start edges of their first fragment's padding box to the end edges of the last one's,
 * which may stand in different fragments of the block container around them.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../fragment.ts';
import type { WritingMode } from '../geometry.ts';
import type { Rect } from './positioned.ts';

/** `standsOnEmptyLine`: it takes no room, and is at the start of that along the block axis whatever relative positioning makes of it. */
interface SpanEnd extends Rect {
  readonly standsOnEmptyLine: boolean;
}

/** The first and the last fragment so far of an inline box; padding boxes, physical, from the block container's fragment. */
export interface InlineContainerSpan {
  readonly box: Box;
  readonly first: SpanEnd;
  readonly last: SpanEnd;
  /** The box goes on after the last of these lines, or after a block that cuts it. */
  readonly goesOn: boolean;
}

/**
 * The containing blocks among the inline boxes in a fragment of a block container: those of its lines, or, where it holds blocks, those that blocks cut.
 * `earlier`: what stands in its earlier fragments.
 */
export function inlineContainerSpans(
  container: Box,
  children: readonly Fragment[],
  offsets: readonly LU[],
  earlier: readonly InlineContainerSpan[],
): ReadonlyMap<Box, InlineContainerSpan> {
  const spans = new Spans(container.inline === null ? 'piece' : null, earlier);
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    const x = offsets[i * 2]!;
    const y = offsets[i * 2 + 1]!;
    if (child.type === 'line') spans.visitLine(child, x, y);
    else if (child.type === 'box' && container.inline === null && child.box.inline !== null) {
      child.children.forEach((line, k) => {
        if (line.type === 'line') spans.visitLine(line, x + child.offsets[k * 2]!, y + child.offsets[k * 2 + 1]!);
      });
    }
  }
  return spans.found;
}

class Spans {
  readonly found = new Map<Box, InlineContainerSpan>();
  private readonly role: 'piece' | null;

  /** `role`: of the inline boxes that are looked for. */
  constructor(role: 'piece' | null, earlier: readonly InlineContainerSpan[]) {
    this.role = role;
    for (const span of earlier) this.found.set(span.box, span);
  }

  visitLine(line: LineFragment, x: LU, y: LU): void {
    this.visitChildren(line, x, y, line.width === 0 && line.height === 0 ? { x, y } : null);
  }

  private visitChildren({ children, offsets }: LineFragment | BoxFragment, x: LU, y: LU, empty: Point | null): void {
    children.forEach((child, i) => {
      if (child.type !== 'box' || child.box.kind !== BoxKind.Inline) return;
      const left = x + offsets[i * 2]!;
      const top = y + offsets[i * 2 + 1]!;
      this.note(child, left, top, empty);
      this.visitChildren(child, left, top, empty);
    });
  }

  /** `empty`: the place of a line with no content, which takes no room, and so do the inline boxes in it; null: it has content. */
  private note(fragment: BoxFragment, x: LU, y: LU, empty: Point | null): void {
    const { box } = fragment;
    if (!box.has(BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer)) return;
    const piece = box.split?.role === 'piece' ? box.split : null;
    if ((piece?.role ?? null) !== this.role) return;
    const container = piece?.first ?? box;
    const { vertical } = fragment.writingMode;
    const last =
      empty === null
        ? { ...paddingRect(fragment, x, y), standsOnEmptyLine: false }
        : { x: vertical ? empty.x : x, y: vertical ? y : empty.y, width: 0, height: 0, standsOnEmptyLine: true };
    const first = this.found.get(container)?.first ?? last;
    const goesOn = (fragment.flags & FragmentFlag.BreaksAfter) !== 0 || box.has(BoxFlag.ContinuesAfter);
    this.found.set(container, { box: container, first, last, goesOn });
  }
}

interface Point {
  readonly x: LU;
  readonly y: LU;
}

/** Of a box that goes on: seen from the next fragment of the block container, which lies further by (dx, dy). */
export function spanFrom(span: InlineContainerSpan, dx: LU, dy: LU): InlineContainerSpan {
  const moved = (end: SpanEnd): SpanEnd => ({ ...end, x: end.x - dx, y: end.y - dy });
  return { ...span, first: moved(span.first), last: moved(span.last) };
}

/** Without the move by relative positioning that its fragments have. Sizes that would be negative are 0. */
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
