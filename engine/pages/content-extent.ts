/** Measures how far the in-flow contents of fragments extend. */
import type { BoxFragment, LineFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';

/** Returns how far in-flow lines and boxes extend from a fragment's block start, in LU. */
function blockReachIn(fragment: BoxFragment): LU {
  const { vertical, blockReversed } = fragment.writingMode;
  let reach = 0;
  const visit = (inner: BoxFragment, from: LU): void => {
    inner.children.forEach((child, i) => {
      if (child.type === 'text' || (child.type === 'box' && isOutOfFlow(child))) return;
      const place = inner.offsets[vertical ? 2 * i : 2 * i + 1]!;
      const size = vertical ? child.width : child.height;
      const start = from + (blockReversed ? inner.width - place - size : place);
      reach = Math.max(reach, start + size);
      if (child.type === 'box' && child.style.box.overflowY === 'visible' && child.style.box.overflowX === 'visible')
        visit(child, start);
    });
  };
  visit(fragment, 0);
  return reach;
}

/** Returns the block extent of in-flow contents from the start of a fragment's content box, in LU. */
export function blockExtentIn(fragment: BoxFragment): LU {
  const { border, padding, writingMode } = fragment;
  const { vertical, blockReversed } = writingMode;
  const side = !vertical ? 'top' : blockReversed ? 'right' : 'left';
  return Math.max(0, blockReachIn(fragment) - border[side] - padding[side]);
}

/** Returns how far in-flow content extends from a fragment's inline start, in LU. */
export function inlineExtentIn(fragment: BoxFragment): LU {
  const { vertical, inlineReversed } = fragment.writingMode;
  const { border, padding, width, height } = fragment;
  const sides = vertical ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const [start, end] = sides.map((side) => border[side] + padding[side]);
  let reach = 0;
  const visit = (inner: BoxFragment | LineFragment, from: LU): void => {
    inner.children.forEach((child, i) => {
      if (child.type === 'box' && isOutOfFlow(child)) return;
      const at = from + inner.offsets[vertical ? 2 * i + 1 : 2 * i]!;
      const size = vertical ? child.height : child.width;
      // White space at the end of a line may hang.
      if (child.type !== 'line')
        reach = Math.max(reach, inlineReversed ? (vertical ? height : width) - end! - at : at + size - start!);
      if (child.type === 'line' || (child.type === 'box' && !clipsInline(child, vertical))) visit(child, at);
    });
  };
  visit(fragment, 0);
  return reach;
}

const clipsInline = ({ style: { box } }: BoxFragment, vertical: boolean): boolean =>
  (vertical ? box.overflowY : box.overflowX) !== 'visible';

const isOutOfFlow = ({ style }: BoxFragment): boolean =>
  style.box.position === 'absolute' || style.box.position === 'fixed';
