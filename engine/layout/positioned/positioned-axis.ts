/**
 * Places an absolutely positioned box on one physical axis: insets, margins and alignment in the containing block
 * (css-position-3 §4, css2 §10.3.7).
 */
import type { BoxStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import type { Alignment } from '../../css/computed-values.ts';
import { assertInvariant } from '../../invariant.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { type AlignmentKeyword, selfAlignment } from '../alignment/alignment.ts';
import type { Rect, WritingMode } from '../contract/geometry.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';

/** The influence of an anchor on one axis (css-anchor-position-1 §3.1, §3.4). */
export interface AnchoredAxis {
  /** Whether `auto` insets and margins are 0. */
  readonly isFilled: boolean;
  /** Physical meaning of `normal` alignment (0 start, 0.5 center, 1 end), or null for its default meaning. */
  readonly normal: number | null;
  /** Center of the anchor for `anchor-center`, and for `normal` if it means the same. Null without an anchor. */
  readonly center: LU | null;
  readonly normalIsCenter: boolean;
  /** The containing block before it is reduced to the `position-area`. */
  readonly limitStart: LU;
  readonly limitEnd: LU;
}

/** The constraints on one physical axis. Start is left or top. */
export class AxisConstraints {
  /** Insets from the containing block's edges, or null for `auto`. */
  start: LU | null = null;
  end: LU | null = null;
  marginStart: LU = 0;
  marginEnd: LU = 0;
  marginStartAuto = false;
  marginEndAuto = false;
  container: LU = 0;
  /** Limits within which overflow is allowed before it is shifted back, from the containing block's start. */
  limitStart: LU = 0;
  limitEnd: LU = 0;
  overflow: Alignment['overflow'] = null;
  /** Desired center of the margin box for `anchor-center`, or null. */
  center: LU | null = null;
  /**
   * If both insets are `auto`: the static position in the containing block, and the edge placed there (0 start, 0.5
   * center, 1 end).
   */
  staticOffset: LU = 0;
  staticEdge = 0;
  /** Size of the static-position rectangle if overflow is start-aligned, and whether its start is the physical end. */
  safeRoom: LU = INDEFINITE;
  safeReversed = false;
  /** Whether the containing block's axis is reversed. Over-constrained values then yield on the other side. */
  isReversed = false;
  /** Whether it is the inline axis, where the start edge wins if auto margins would be negative. */
  isInline = true;
  /**
   * Effective `justify-self` or `align-self` (css-position-3 §4.4): physical 0 start, 0.5 center, 1 end, or -1 for
   * none.
   */
  alignment = -1;
  /** Whether `stretch` applies. A box that can't stretch is aligned at the start. */
  stretches = false;

  get isStretched(): boolean {
    return this.start !== null && this.end !== null;
  }

  /** Whether an automatic size fills the space between the insets. */
  get fills(): boolean {
    return this.isStretched && (this.alignment < 0 || this.stretches) && this.center === null;
  }

  /** Available space for the margin box. */
  get room(): LU {
    if (this.start !== null || this.end !== null)
      return Math.max(0, this.container - (this.start ?? 0) - (this.end ?? 0));
    if (this.staticEdge === 0) return Math.max(0, this.container - this.staticOffset);
    if (this.staticEdge === 1) return Math.max(0, this.staticOffset);
    return Math.max(0, 2 * Math.min(this.staticOffset, this.container - this.staticOffset));
  }
}

function inset(length: Length, basis: LU): LU | null {
  return length.isLength ? length.resolve(basis) : null;
}

/** Returns the constraints. `own` is the box's writing mode, `b` its style. `anchored` is null without an anchor. */
export function axisConstraints(
  candidate: OutOfFlowCandidate,
  b: BoxStyle,
  container: Rect,
  horizontal: boolean,
  containerMode: WritingMode,
  own: WritingMode,
  anchored: AnchoredAxis | null,
): AxisConstraints {
  const axis = new AxisConstraints();
  axis.container = horizontal ? container.width : container.height;
  axis.start = inset(horizontal ? b.left : b.top, axis.container);
  axis.end = inset(horizontal ? b.right : b.bottom, axis.container);
  const basis = containerMode.inlineOf(container.width, container.height);
  const marginStart = horizontal ? b.marginLeft : b.marginTop;
  const marginEnd = horizontal ? b.marginRight : b.marginBottom;
  axis.marginStart = marginStart.resolve(basis);
  axis.marginEnd = marginEnd.resolve(basis);
  axis.marginStartAuto = marginStart.isAuto;
  axis.marginEndAuto = marginEnd.isAuto;
  axis.isInline = containerMode.vertical !== horizontal;
  axis.isReversed = axis.isInline ? containerMode.inlineReversed : containerMode.blockReversed;

  axis.limitEnd = axis.container;
  const alignment = axis.isInline ? b.justifySelf : b.alignSelf;
  // Baselines fall back to `start` and `safe end` (css-align-3 §4.2).
  axis.overflow = alignment.keyword === 'last-baseline' ? 'safe' : alignment.overflow;
  axis.alignment = physicalAlignment(alignment, axis, containerMode, own);
  axis.stretches = alignment.keyword === 'stretch';
  if (anchored !== null) anchor(axis, alignment.keyword, anchored);
  else if (alignment.keyword === 'anchor-center') axis.alignment = 0.5;

  const { mode, inline, block, safeRoom } = candidate.edges;
  const isStaticInline = mode.vertical !== horizontal;
  const edge = isStaticInline ? inline : block;
  const reversed = isStaticInline ? mode.inlineReversed : mode.blockReversed;
  axis.staticOffset = horizontal ? candidate.x - container.x : candidate.y - container.y;
  axis.safeReversed = reversed;
  if (safeRoom !== null) axis.safeRoom = isStaticInline ? safeRoom.inline : safeRoom.block;
  axis.staticEdge = edge === 'center' ? 0.5 : (edge === 'end') !== reversed ? 1 : 0;
  separateInsets(axis);
  return axis;
}

/**
 * Reduces the inset of the flow's end if the insets overlap, so that the space between them is never negative
 * (css-position-3 §3.5.1).
 */
function separateInsets(axis: AxisConstraints): void {
  if (axis.start === null || axis.end === null) return;
  const excess = axis.start + axis.end - axis.container;
  if (excess <= 0) return;
  if (axis.isReversed) axis.start -= excess;
  else axis.end -= excess;
}

function anchor(axis: AxisConstraints, keyword: AlignmentKeyword, anchored: AnchoredAxis): void {
  const isNormal = keyword === 'normal' || keyword === 'auto';
  axis.limitStart = anchored.limitStart;
  axis.limitEnd = anchored.limitEnd;
  const isCentered = keyword === 'anchor-center' || (isNormal && anchored.normalIsCenter);
  if (isCentered && anchored.center !== null) axis.center = anchored.center;
  else if (isCentered) axis.alignment = 0.5;
  else if (isNormal && anchored.normal !== null) axis.alignment = anchored.normal;
  if (!anchored.isFilled && axis.center === null) return;
  axis.start ??= 0;
  axis.end ??= 0;
  axis.marginStartAuto = false;
  axis.marginEndAuto = false;
}

/** The values with a positional effect, including those with a positional fallback. */
const POSITIONAL: ReadonlySet<AlignmentKeyword> = new Set<AlignmentKeyword>([
  'stretch',
  'center',
  'start',
  'flex-start',
  'end',
  'flex-end',
  'self-start',
  'self-end',
  'left',
  'right',
  'baseline',
  'last-baseline',
]);

/** Returns a self-alignment along a physical axis: 0 start, 0.5 center, 1 end, or -1 for none. */
function physicalAlignment(
  { keyword }: Alignment,
  axis: AxisConstraints,
  container: WritingMode,
  own: WritingMode,
): number {
  if (!POSITIONAL.has(keyword)) return -1;
  const edge = selfAlignment(keyword, container, own, axis.isInline);
  if (edge === 'center') return 0.5;
  return (edge === 'end') !== axis.isReversed ? 1 : 0;
}

/** Returns the border box's start on one axis, from the containing block's start (css-position-3 §4.2 to §4.4). */
export function placeOnAxis(axis: AxisConstraints, size: LU): LU {
  const { start, end } = axis;
  let { marginStart, marginEnd } = axis;
  if (start === null && end === null) {
    if (axis.safeRoom !== INDEFINITE && size + marginStart + marginEnd > axis.safeRoom) {
      const rectangle = axis.staticOffset - Math.floor(axis.safeRoom * axis.staticEdge);
      return axis.safeReversed ? rectangle + axis.safeRoom - marginEnd - size : rectangle + marginStart;
    }
    if (axis.staticEdge === 0) return axis.staticOffset + marginStart;
    if (axis.staticEdge === 1) return axis.staticOffset - marginEnd - size;
    return axis.staticOffset + Math.floor((marginStart - marginEnd - size) / 2);
  }
  if (start !== null && end !== null) {
    const free = axis.container - start - end - size;
    if (axis.marginStartAuto && axis.marginEndAuto) {
      const half = Math.floor(free / 2);
      const startSide = free < 0 && axis.isInline ? 0 : half;
      if (axis.isReversed && free < 0 && axis.isInline) return axis.container - end - size;
      marginStart = startSide;
      marginEnd = free - startSide;
    } else if (axis.marginStartAuto) {
      marginStart = free - marginEnd;
    } else if (axis.marginEndAuto) {
      marginEnd = free - marginStart;
    }
    if (axis.center !== null) return alignedIn(axis, axis.center - ((size + marginStart + marginEnd) >> 1), size);
    if (axis.alignment >= 0 && !axis.marginStartAuto && !axis.marginEndAuto) {
      const share = Math.floor((free - marginStart - marginEnd) * axis.alignment);
      return alignedIn(axis, start + share, size);
    }
    // Over-constrained: the end side of the containing block's axis yields.
    if (axis.isReversed) return axis.container - end - marginEnd - size;
    return start + marginStart;
  }
  if (start !== null) return start + marginStart;
  assertInvariant(end !== null, 'an axis without insets uses its static position');
  return axis.container - end - marginEnd - size;
}

/**
 * Returns the border box's start for a margin box aligned at `wished` (css-align-3 §4.4). Overflow is shifted according
 * to `safe` or the default.
 */
function alignedIn(axis: AxisConstraints, wished: LU, size: LU): LU {
  const { marginStart, marginEnd, overflow, isReversed } = axis;
  const start = axis.start ?? 0;
  const end = axis.container - (axis.end ?? 0);
  const outer = size + marginStart + marginEnd;
  if (overflow === 'unsafe' || (wished >= start && wished + outer <= end)) return wished + marginStart;
  const isSafe = overflow === 'safe';
  const low = isSafe ? start : Math.min(start, axis.limitStart);
  const high = isSafe ? end : Math.max(end, axis.limitEnd);
  const isTooLong = outer > high - low;
  let place = Math.max(low, Math.min(wished, high - outer));
  if (isTooLong) place = isReversed ? high - outer : low;
  return place + marginStart;
}

/**
 * Whether the margin box of a border box of `size` at `offset` is within the inset-modified containing block
 * (css-anchor-position-1 §5.1).
 */
export function fitsOnAxis(axis: AxisConstraints, offset: LU, size: LU): boolean {
  const low = offset - (axis.marginStartAuto ? 0 : axis.marginStart);
  const high = offset + size + (axis.marginEndAuto ? 0 : axis.marginEnd);
  return low >= (axis.start ?? 0) && high <= axis.container - (axis.end ?? 0);
}
