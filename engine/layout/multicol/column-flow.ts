/** The flow of a multi-column container, column by column. */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import type { BlockBreakToken } from '../break-token.ts';
import { ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import type { LayoutContext } from '../contract.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { ColumnGeometry } from './column-geometry.ts';
import { FragmentainerSpace } from '../fragmentainer-space.ts';

/** What the columns of one container have in common. */
export class ColumnFlow {
  readonly context: LayoutContext;
  readonly box: Box;
  /** The container's space. */
  readonly outer: ConstraintSpace;
  readonly geometry: ColumnGeometry;
  readonly percentageBlock: LU;
  /** An enclosing column layout, or pages: forced page breaks matter. */
  readonly insidePages: boolean;
  /** The container stands in columns itself. */
  readonly isNested: boolean;

  constructor(context: LayoutContext, box: Box, outer: ConstraintSpace, geometry: ColumnGeometry, percentageBlock: LU) {
    this.context = context;
    this.box = box;
    this.outer = outer;
    this.geometry = geometry;
    this.percentageBlock = percentageBlock;
    this.insidePages = outer.fragmentainer !== null && !outer.fragmentainer.takesRest;
    this.isNested = outer.fragmentainer?.kind === 'column';
  }

  /** One column of a height. `isGuess`: to see how high its contents are. `spannerAhead`: a spanner has ended the column before. */
  layoutColumn(height: LU, token: BlockBreakToken | null, isGuess = false, spannerAhead = false): LayoutResult {
    const { outer, geometry } = this;
    const space = ConstraintSpace.draft(outer.writingMode);
    space.availableInline = space.percentageInline = geometry.width;
    space.availableBlock = space.percentageBlock = this.percentageBlock;
    space.flags =
      SpaceFlag.NewFormattingContext |
      SpaceFlag.AnonymousFlow |
      SpaceFlag.ColumnFlow |
      (spannerAhead ? SpaceFlag.SpannerAhead : 0) |
      (this.isNested ? SpaceFlag.NestedColumn : 0) |
      (outer.flags & SpaceFlag.Measure);
    space.fragmentainer = FragmentainerSpace.column(
      Math.max(LU_PER_PX, height),
      this.insidePages,
      isGuess || outer.fragmentainer?.isGuess === true,
      token === null,
    );
    return this.context.layout(this.box, space, token);
  }
}
