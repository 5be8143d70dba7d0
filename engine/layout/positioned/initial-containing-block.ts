/** The initial containing block relative to a fragment of the root. */
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import { usedMargins } from '../box-edges.ts';
import type { Rect } from '../geometry.ts';
import { autoStartMargin } from './auto-margins.ts';
import type { OpenFragment } from '../open-fragment.ts';

/**
 * Returns the first page's area (css2 §10.1), from the corner of the root's fragment, which is `fragmentWidth` wide.
 */
export function initialContainingBlock(builder: OpenFragment, fragmentWidth: LU): Rect {
  const { context, space, mode, box } = builder;
  // A document shrunk to fit is laid out in a larger area.
  const size = (initial: LU, available: LU): LU =>
    Math.abs(available - initial) <= LU_PER_PX || available === INDEFINITE ? initial : available;
  const width = size(context.initialWidth, mode.vertical ? INDEFINITE : space.availableInline);
  const height = context.initialHeight;
  const margins = usedMargins(box.style, mode, space.availableInline);
  if (mode.vertical) {
    const before = builder.consumedBlockSize + margins.blockStart;
    // In vertical-rl, the area's block start is the right edge. Later fragments are further left.
    const x = mode.blockReversed ? fragmentWidth + before - width : -before;
    return { x, y: -mode.toPhysicalSides(margins).top, width, height };
  }
  const auto = autoStartMargin(box.style, mode, margins, builder.inlineSize, space.availableInline);
  const start = auto ?? margins.inlineStart;
  const left = mode.inlineReversed ? space.availableInline - builder.inlineSize - start : start;
  const top = builder.consumedBlockSize + margins.blockStart;
  return { x: -left, y: -top, width, height };
}
