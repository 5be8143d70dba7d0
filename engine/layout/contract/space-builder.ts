/**
 * Builds the constraint space of an independent child. Parents use their own writing mode. `SpaceBuilder.build()`
 * converts everything to the child's:
 *
 *     const space = new SpaceBuilder(context, mode, child).available(inline, block).percentages(inline, block)
 *       .flag(SpaceFlag.ShrinkToFit).fragmentainer(f).build();
 *
 * Used for every box that establishes an independent formatting context (floats, inline-blocks, cells, flex and grid
 * items, absolutely positioned boxes). Block layout builds the spaces of in-flow children, with margins and floats, in
 * layout/block/.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, luFromPx } from '../../units.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import type { LayoutContext } from './contract.ts';
import { type CharacterAxis, ConstraintSpace, type InlineRange, type LentGrid, SpaceFlag } from './constraint-space.ts';
import type { Sides, WritingMode } from './geometry.ts';
import type { FragmentainerSpace } from './fragmentainer-space.ts';

/** Collects the constraints of an independent child in the parent's writing mode. */
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
  private axis: CharacterAxis | null = null;
  private range: InlineRange | null = null;
  private floatsAround: ExclusionSpace = EMPTY_EXCLUSIONS;

  constructor(context: LayoutContext, parentMode: WritingMode, child: Box) {
    this.context = context;
    this.parentMode = parentMode;
    this.child = child;
  }

  /** Sets the available size for the child's margin box. INDEFINITE means unlimited. */
  available(inline: LU, block: LU = INDEFINITE): this {
    this.availableInline = inline;
    this.availableBlock = block;
    return this;
  }

  /** Sets the percentage bases: the containing block's content-box size where definite. */
  percentages(inline: LU, block: LU): this {
    this.percentageInline = inline;
    this.percentageBlock = block;
    return this;
  }

  /** Sets a fixed border-box size along the parent's inline axis. */
  fixedInline(size: LU): this {
    this.fixedI = size;
    return this;
  }

  /**
   * Sets a fixed border-box size along the parent's block axis. `definite` makes it a percentage basis for the child's
   * children.
   */
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

  /** Sets the fragmentainer relative to the child's start. Orthogonal children are monolithic and only need pages. */
  fragmentainer(fragmentainer: FragmentainerSpace | null): this {
    this.frag = fragmentainer;
    return this;
  }

  /** Sets the tracks that a subgrid adopts, or null. */
  lentGrid(lent: LentGrid | null): this {
    this.lent = lent;
    return this;
  }

  /** Sets the borders that a cell shares with its neighbors, or null if it has its own. */
  collapsedBorder(border: Sides | null): this {
    this.border = border;
    return this;
  }

  /** Sets the axis on which the cells of this cell's column align; null: they don't. */
  characterAxis(axis: CharacterAxis | null): this {
    this.axis = axis;
    return this;
  }

  /** Sets the part of a ruby annotation's content to lay out, or null for all. */
  inlineRange(range: InlineRange | null): this {
    this.range = range;
    return this;
  }

  /**
   * Sets the floats of the page or column, from the child's border-box start. Orthogonal children avoid them as a
   * whole.
   */
  outsideFloats(floats: ExclusionSpace): this {
    this.floatsAround = floats;
    return this;
  }

  build(): ConstraintSpace {
    const mode = writingModeOf(this.child.style);
    const space = ConstraintSpace.draft(mode);
    space.lentGrid = this.lent;
    space.collapsedBorder = this.border;
    space.characterAxis = this.axis;
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
    // css-writing-modes-4 §7.3.1: an orthogonal flow without a definite block size to fill uses lines as long as the
    // initial containing block, limited by ancestor boxes. Percentages use the same basis.
    const initial = mode.inlineOf(this.context.initialWidth, this.context.initialHeight);
    const { orthogonalRoom } = this.child;
    const fallback = orthogonalRoom === null ? initial : Math.min(initial, luFromPx(orthogonalRoom));
    space.availableInline = this.availableBlock === INDEFINITE ? fallback : this.availableBlock;
    space.availableBlock = this.availableInline;
    space.percentageInline = this.percentageBlock === INDEFINITE ? fallback : this.percentageBlock;
    space.percentageBlock = this.percentageInline;
    space.fixedInline = this.fixedB;
    space.fixedBlock = this.fixedI;
    space.flags = this.flags | SpaceFlag.Orthogonal | SpaceFlag.ShrinkToFit;
    // A fixed size along the child's own inline axis is always definite. FixedBlockIsDefinite refers to the other axis.
    if (this.fixedI !== INDEFINITE) space.flags |= SpaceFlag.FixedBlockIsDefinite;
    if (this.frag?.kind === 'page') {
      space.fragmentainer = this.frag;
      if (this.parentMode.blockReversed) space.flags |= SpaceFlag.CutFromRight;
    }
    return space;
  }
}
