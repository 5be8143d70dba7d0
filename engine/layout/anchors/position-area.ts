/**
 * `position-area` (css-anchor-position-1 §3.1): the area of the containing block it selects next to an anchor, and the
 * default alignment in it.
 */
import type { AreaAxis, AreaSpan, PositionArea } from '../../css/computed-values.ts';
import type { LU } from '../../units.ts';
import type { Rect, WritingMode } from '../contract/geometry.ts';

/** The spans of both physical axes. `start` means left and top. */
export interface PhysicalArea {
  readonly x: AreaSpan;
  readonly y: AreaSpan;
}

const OPPOSITE: { readonly [S in AreaSpan]: AreaSpan } = {
  start: 'end',
  end: 'start',
  center: 'center',
  'span-start': 'span-end',
  'span-end': 'span-start',
  'span-all': 'span-all',
};

export const oppositeSpan = (span: AreaSpan): AreaSpan => OPPOSITE[span];

/** Whether the keyword's axis is horizontal. Returns null if the other keyword or the order decides. */
function isHorizontal({ axis, by }: AreaAxis, container: WritingMode, own: WritingMode): boolean | null {
  const mode = by === 'self' ? own : container;
  switch (axis) {
    case 'x':
      return true;
    case 'y':
      return false;
    case 'block':
      return mode.vertical;
    case 'inline':
      return !mode.vertical;
    default:
      return null;
  }
}

export function physicalArea({ first, second }: PositionArea, container: WritingMode, own: WritingMode): PhysicalArea {
  const a = isHorizontal(first, container, own);
  const b = isHorizontal(second, container, own);
  // Of two keywords without an axis, the first applies to the block axis.
  const mode = first.by === 'self' ? own : container;
  const firstIsX = a ?? (b === null ? mode.vertical : !b);
  const [x, y] = firstIsX ? [first, second] : [second, first];
  return { x: physicalSpan(x, true, container, own), y: physicalSpan(y, false, container, own) };
}

function physicalSpan({ by, span }: AreaAxis, horizontal: boolean, container: WritingMode, own: WritingMode): AreaSpan {
  if (by === 'side') return span;
  const mode = by === 'self' ? own : container;
  const reversed = mode.vertical === horizontal ? mode.blockReversed : mode.inlineReversed;
  return reversed ? OPPOSITE[span] : span;
}

/** Returns the area within the containing block, which is first enlarged to include the anchor. */
export function areaRect(area: PhysicalArea, container: Rect, anchor: Rect): Rect {
  const [x, width] = selected(area.x, container.x, container.width, anchor.x, anchor.width);
  const [y, height] = selected(area.y, container.y, container.height, anchor.y, anchor.height);
  return { x, y, width, height };
}

function selected(span: AreaSpan, start: LU, size: LU, anchor: LU, length: LU): readonly [start: LU, size: LU] {
  const low = Math.min(start, anchor);
  const high = Math.max(start + size, anchor + length);
  const fromStart = span === 'start' || span === 'span-start' || span === 'span-all';
  const toEnd = span === 'end' || span === 'span-end' || span === 'span-all';
  const from = fromStart ? low : span === 'end' ? anchor + length : anchor;
  const to = toEnd ? high : span === 'start' ? anchor : anchor + length;
  return [from, to - from];
}

/**
 * Returns the meaning of `normal` alignment in the area, which is towards the anchor. Returns null for `span-all`,
 * which centers on the anchor.
 */
export function normalAlignment(span: AreaSpan): number | null {
  switch (span) {
    case 'center':
      return 0.5;
    case 'span-all':
      return null;
    case 'start':
    case 'span-start':
      return 1;
    default:
      return 0;
  }
}
