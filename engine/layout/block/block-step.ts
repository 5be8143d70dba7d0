/**
 * `block-step` (css-rhythm-1 §3): rounds the outer size of a block-level box to a multiple of a step by adding space
 * around or inside it.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import type { Sides, WritingMode } from '../contract/geometry.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Space before and after a box, or inside its edges. Negative if rounded down. */
export interface StepRoom {
  readonly before: LU;
  readonly after: LU;
}

export const hasBlockStep = ({ style }: Box): boolean => style.rare.blockStepSize.isLength;

/** Returns the space that makes the outer size of a box a multiple of its step. */
export function stepRoom({ rare }: ComputedStyle, outer: LU, alignment: 'start' | 'center' | 'end'): StepRoom {
  const unit = rare.blockStepSize.resolve(0);
  if (unit <= 0) return { before: 0, after: 0 };
  const over = ((outer % unit) + unit) % unit;
  // A size of 0 rounds up to one step.
  const up = over === 0 && outer > 0 ? 0 : unit - over;
  const isDown = rare.blockStepRound === 'down' || (rare.blockStepRound === 'nearest' && over * 2 < unit);
  const extra = isDown ? -over : up;
  switch (alignment) {
    case 'start':
      return { before: 0, after: extra };
    case 'end':
      return { before: extra, after: 0 };
    case 'center':
      return { before: extra >> 1, after: extra - (extra >> 1) };
  }
}

/**
 * Returns the resolved `block-step-align`. `auto` uses the box's `align-self`, or `align-content` if the space is
 * inside.
 */
export function stepAlignment({ rare, box }: ComputedStyle): 'start' | 'center' | 'end' {
  if (rare.blockStepAlign !== 'auto') return rare.blockStepAlign;
  const isInside = rare.blockStepInsert !== 'margin-box';
  const own = isInside ? box.alignContent.keyword : box.alignSelf.keyword;
  if (own === 'start' || own === 'center' || own === 'end') return own;
  return isInside ? 'start' : 'center';
}

/**
 * Returns the result with more space inside its fragment: as padding, or in the content box, depending on
 * `block-step-insert`.
 */
export function padded(result: LayoutResult, mode: WritingMode, { before, after }: StepRoom): LayoutResult {
  const extra = before + after;
  if (extra === 0) return result;
  const { fragment } = result;
  const added = mode.toPhysicalSides({ blockStart: before, blockEnd: after, inlineStart: 0, inlineEnd: 0 });
  const { padding } = fragment;
  const isContent = fragment.style.rare.blockStepInsert === 'content-box';
  const wider: Sides = {
    top: padding.top + added.top,
    right: padding.right + added.right,
    bottom: padding.bottom + added.bottom,
    left: padding.left + added.left,
  };
  const moved = fragment.changed({
    width: fragment.width + mode.xOf(0, extra),
    height: fragment.height + mode.yOf(0, extra),
    padding: isContent ? padding : wider,
    offsets: fragment.offsets.map((offset, i) => offset + (i % 2 === 0 ? added.left : added.top)),
    baselineShift: before,
  });
  return {
    ...result,
    fragment: moved,
    intrinsicBlockSize: result.intrinsicBlockSize + extra,
    blockExtent: result.blockExtent + extra,
    outOfFlow: result.outOfFlow.map((candidate) => candidate.shifted(added.left, added.top)),
  };
}
