/** Min- and max-content inline sizes of block containers (css-sizing-3 §5.1). */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { edgesAgainst, usedMargins, writingModeOf } from '../sizing/box-edges.ts';
import { intrinsicContribution } from '../sizing/intrinsic-contribution.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { intrinsicInline } from '../inline/inline-intrinsic.ts';

/** Returns the content-based border-box sizes of a block container. */
export function intrinsicBlock(context: LayoutContext, box: Box, contentBlock: LU): IntrinsicSizes {
  const mode = writingModeOf(box.style);
  const edges = edgesAgainst(box.style, mode, 0);
  const content = intrinsicContent(context, box, mode, contentBlock);
  return { minContent: content.minContent + edges.inline, maxContent: content.maxContent + edges.inline };
}

/** Returns the content-box sizes of the contents. `contentBlock` is the percentage basis for block sizes. */
export function intrinsicContent(
  context: LayoutContext,
  box: Box,
  mode: WritingMode,
  contentBlock: LU,
): IntrinsicSizes {
  if (box.inline !== null) return intrinsicInline(context, box, contentBlock);
  const sizes = new BlockSizes(box, mode, contentBlock);
  for (const child of box.children) {
    // Spanners are as wide as all columns together.
    if (child.isOutOfFlow || child.has(BoxFlag.Spanner)) continue;
    context.budget.tick();
    sizes.add(context, child);
  }
  return sizes.finish();
}

/** Computes the intrinsic sizes of blocks. Adjacent floats add up for max-content. */
class BlockSizes {
  private readonly box: Box;
  private readonly mode: WritingMode;
  private readonly contentBlock: LU;
  private minContent: LU = 0;
  private maxContent: LU = 0;
  private startFloats: LU = 0;
  private endFloats: LU = 0;

  constructor(box: Box, mode: WritingMode, contentBlock: LU) {
    this.contentBlock = contentBlock;
    this.box = box;
    this.mode = mode;
  }

  add(context: LayoutContext, child: Box): void {
    const sizes = intrinsicContribution(context, child, this.mode, this.contentBlock);
    const margins = usedMargins(child.style, this.mode, 0);
    const sum = margins.inlineStart + margins.inlineEnd;
    this.minContent = Math.max(this.minContent, sizes.minContent + sum);
    const outer = sizes.maxContent + sum;
    const { clear } = child.style.box;
    if (clear !== 'none') this.clear(clear);
    if (child.isFloat) {
      if (this.isStart(child.style.box.float)) this.startFloats += Math.max(0, outer);
      else this.endFloats += Math.max(0, outer);
      return;
    }
    if (isBesideFloats(child)) {
      // A formatting context fits between the floats, but its margins may overlap them.
      const start = beside(this.startFloats, margins.inlineStart);
      const end = beside(this.endFloats, margins.inlineEnd);
      this.maxContent = Math.max(this.maxContent, start + sizes.maxContent + end);
      this.startFloats = this.endFloats = 0;
      return;
    }
    // css2 §9.5: a normal block is placed behind the floats, which end up next to its lines.
    this.maxContent = Math.max(this.maxContent, outer, this.startFloats + this.endFloats);
    this.startFloats = this.endFloats = 0;
  }

  private isStart(value: string): boolean {
    return value === 'inline-start' || (value === 'left') === (this.box.style.text.direction === 'ltr');
  }

  private clear(value: string): void {
    this.maxContent = Math.max(this.maxContent, this.startFloats + this.endFloats);
    if (value === 'both' || this.isStart(value === 'inline-end' ? 'right' : value)) this.startFloats = 0;
    if (value === 'both' || !this.isStart(value === 'inline-end' ? 'right' : value)) this.endFloats = 0;
  }

  finish(): IntrinsicSizes {
    this.maxContent = Math.max(this.maxContent, this.startFloats + this.endFloats);
    return { minContent: Math.max(0, this.minContent), maxContent: Math.max(0, this.minContent, this.maxContent) };
  }
}

/** A positive margin may overlap the floats. A negative margin pulls the box over them. */
function beside(floats: LU, margin: LU): LU {
  return margin > 0 ? Math.max(floats, margin) : floats + margin;
}

function isBesideFloats(child: Box): boolean {
  return child.kind !== BoxKind.Block || child.has(BoxFlag.NewFormattingContext);
}
