/**
 * What an independent child is told. A parent thinks in its own writing mode; `SpaceBuilder.build()` turns everything into the child's.
 *
 *     const space = new SpaceBuilder(context, mode, child).available(inline, block).percentages(inline, block)
 *       .flag(SpaceFlag.ShrinkToFit).fragmentainer(f).build();
 *
 * is the way to lay out any box that establishes an independent formatting context (floats, inline-blocks, cells, flex and grid items,
 * absolutely positioned boxes). Block layout's own builder for in-flow children, with margins and floats, is in layout/block/.
 */
import type { Box } from '../boxes/box.ts';
import { INDEFINITE, type LU, luFromPx } from '../units.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { writingModeOf } from './box-edges.ts';
import type { LayoutContext } from './contract.ts';
import { ConstraintSpace, type InlineRange, type LentGrid, SpaceFlag } from './constraint-space.ts';
import type { Sides, WritingMode } from './geometry.ts';
import type { FragmentainerSpace } from './fragmentainer-space.ts';

/** Collects what a parent tells an independent child, in the parent's writing mode. */
export class SpaceBuilder {
  private readonly context: LayoutContext;
  private readonly parentMode: WritingMode;
  private readonly child: Box;
  private availableInline: LU = INDEFINITE;
  private availableBlock: LU = INDEFINITE;
  private percentageInline: LU = INDEFINITE;
  private percentageBlock: LU = INDEFINITE;
  private fixedI: LU = INDEFINITE;
  private fixedB: LU = INDEFINITE;
  private flags: number = SpaceFlag.NewFormattingContext;
  private frag: FragmentainerSpace | null = null;
  private lent: LentGrid | null = null;
  private border: Sides | null = null;
  private range: InlineRange | null = null;
  private floatsAround: ExclusionSpace = EMPTY_EXCLUSIONS;

  constructor(context: LayoutContext, parentMode: WritingMode, child: Box) {
    this.context = context;
    this.parentMode = parentMode;
    this.child = child;
  }

  /** Room for the child's margin box; INDEFINITE where there is no limit. */
  available(inline: LU, block: LU = INDEFINITE): this {
    this.availableInline = inline;
    this.availableBlock = block;
    return this;
  }

  /** The containing block's content-box size as far as it is definite. */
  percentages(inline: LU, block: LU): this {
    this.percentageInline = inline;
    this.percentageBlock = block;
    return this;
  }

  /** A decided border-box size along the parent's inline axis. */
  fixedInline(size: LU): this {
    this.fixedI = size;
    return this;
  }

  /** A decided border-box size along the parent's block axis; `definite`: percentages of the child's children may refer to it. */
  fixedBlock(size: LU, definite: boolean): this {
    this.fixedB = size;
    if (definite) this.flags |= SpaceFlag.FixedBlockIsDefinite;
    return this;
  }

  /** Adds SpaceFlag bits. */
  flag(bits: number): this {
    this.flags |= bits;
    return this;
  }

  /** The fragmentainer as seen from the child's start. Orthogonal children are monolithic: pages are all they hear of. */
  fragmentainer(fragmentainer: FragmentainerSpace | null): this {
    this.frag = fragmentainer;
    return this;
  }

  /** The tracks that a subgrid takes over; null: none. */
  lentGrid(lent: LentGrid | null): this {
    this.lent = lent;
    return this;
  }

  /** The borders that a cell shares with those beside it; null: it has its own. */
  collapsedBorder(border: Sides | null): this {
    this.border = border;
    return this;
  }

  /** The part of a ruby annotation's content that is to be laid out; null: all. */
  inlineRange(range: InlineRange | null): this {
    this.range = range;
    return this;
  }

  /** Floats of the page or column, from the child's border-box start; orthogonal children stand beside them whole. */
  outsideFloats(floats: ExclusionSpace): this {
    this.floatsAround = floats;
    return this;
  }

  build(): ConstraintSpace {
    const mode = writingModeOf(this.child.style);
    const space = ConstraintSpace.draft(mode);
    space.lentGrid = this.lent;
    space.collapsedBorder = this.border;
    space.inlineRange = this.range;
    if (mode.isParallelTo(this.parentMode)) {
      space.availableInline = this.availableInline;
      space.availableBlock = this.availableBlock;
      space.percentageInline = this.percentageInline;
      space.percentageBlock = this.percentageBlock;
      space.fixedInline = this.fixedI;
      space.fixedBlock = this.fixedB;
      space.flags = this.flags;
      space.fragmentainer = this.frag;
      space.exclusions = this.floatsAround;
      return space;
    }
    // css-writing-modes-4 §7.3.1: without a definite block size to fill, an orthogonal flow's lines are as long as the initial containing block,
    // or what limits the boxes around it; so is what percentages refer to.
    const initial = mode.vertical ? this.context.initialHeight : this.context.initialWidth;
    const { orthogonalRoom } = this.child;
    const fallback = orthogonalRoom === null ? initial : Math.min(initial, luFromPx(orthogonalRoom));
    space.availableInline = this.availableBlock === INDEFINITE ? fallback : this.availableBlock;
    space.availableBlock = this.availableInline;
    space.percentageInline = this.percentageBlock === INDEFINITE ? fallback : this.percentageBlock;
    space.percentageBlock = this.percentageInline;
    space.fixedInline = this.fixedB;
    space.fixedBlock = this.fixedI;
    space.flags = this.flags | SpaceFlag.Orthogonal | SpaceFlag.ShrinkToFit;
    // A decided size along the child's own inline axis is always definite; FixedBlockIsDefinite speaks of the other one.
    if (this.fixedI !== INDEFINITE) space.flags |= SpaceFlag.FixedBlockIsDefinite;
    if (this.frag?.kind === 'page') {
      space.fragmentainer = this.frag;
      if (this.parentMode.blockReversed) space.flags |= SpaceFlag.CutFromRight;
    }
    return space;
  }
}
