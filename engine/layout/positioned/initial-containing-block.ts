/** The initial containing block relative to a fragment of the root. */
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import type { Rect } from '../contract/geometry.ts';
import { autoStartMargin } from '../alignment/alignment.ts';
import type { OpenFragment } from '../fragments/open-fragment.ts';

/**
 * Returns the first page's area (css2 §10.1), from the corner of the root's fragment, which is `fragmentWidth` wide.
 */
export function initialContainingBlock(builder: OpenFragment, fragmentWidth: LU): Rect {
  const { context, space, mode, box } = builder;
  // A document shrunk to fit is laid out in a larger area.
  const size = (initial: LU, available: LU): LU =>
    Math.abs(available - initial) <= LU_PER_PX || available === INDEFINITE ? initial : available;
  const width = size(context.initialWidth, mode.vertical ? INDEFINITE : space.availableInline);
  // A page that is as high as its content has no block size for percentages.
  const hasAutoHeight = !mode.vertical && space.percentageBlock === INDEFINITE;
  const height = hasAutoHeight ? space.availableBlock : context.initialHeight;
  const margins = usedMargins(box.style, mode, space.availableInline);
  const auto = autoStartMargin(box.style, mode, margins, builder.inlineSize, space.availableInline);
  const inline = auto ?? margins.inlineStart;
  const start = mode.inlineReversed ? space.availableInline - builder.inlineSize - inline : inline;
  const before = (builder.token?.distance ?? 0) + margins.blockStart;
  if (!mode.vertical) return { x: -start, y: -before, width, height };
  // In vertical-rl, the area's block start is the right edge. Later fragments are further left.
  return { x: mode.blockReversed ? fragmentWidth + before - width : -before, y: -start, width, height };
}
