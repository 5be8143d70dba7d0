/** The flow of a multi-column container, column by column. */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import type { BlockBreakToken } from '../break-token.ts';
import { ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import type { LayoutContext } from '../contract.ts';
import type { ExclusionSpace } from '../exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from '../exclusions.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { ColumnGeometry } from './column-geometry.ts';
import { FragmentainerSpace } from '../fragmentainer-space.ts';

/** A float on its way to a column (css-page-floats-3). */
export interface WaitingColumnFloat {
  readonly box: Box;
  /** Columns that `float-defer` lets pass first; Infinity: the last one is meant. */
  readonly defer: number;
}

export const NOTHING_WAITS: readonly WaitingColumnFloat[] = [];

/** What the columns of one container have in common. */
export class ColumnFlow {
  readonly context: LayoutContext;
  readonly box: Box;
  /** The container's space. */
  readonly outer: ConstraintSpace;
  readonly geometry: ColumnGeometry;
  readonly percentageBlock: LU;
  /** How high a column may be at most: as the container's own size or limit says, or as the page around it. */
  private readonly fullSize: LU;
  /** An enclosing column layout, or pages: forced page breaks matter. */
  readonly insidePages: boolean;
  /** The container stands in columns itself. */
  readonly isNested: boolean;

  /** Floats of columns that the row before has left. */
  readonly waiting: readonly WaitingColumnFloat[];
  /** Where the row of columns begins in the container: block offset from its border box, and inline offset of the first column. */
  private readonly corner: { readonly inline: LU; readonly block: LU };

  constructor(
    context: LayoutContext,
    box: Box,
    outer: ConstraintSpace,
    geometry: ColumnGeometry,
    percentageBlock: LU,
    fullSize: LU,
    corner = { inline: 0, block: 0 },
    waiting: readonly WaitingColumnFloat[] = NOTHING_WAITS,
  ) {
    this.context = context;
    this.box = box;
    this.outer = outer;
    this.geometry = geometry;
    this.percentageBlock = percentageBlock;
    this.fullSize = fullSize;
    this.corner = corner;
    this.waiting = waiting;
    this.insidePages = outer.fragmentainer !== null && !outer.fragmentainer.takesRest;
    this.isNested = outer.fragmentainer?.kind === 'column';
  }

  /** The same for the row that begins here, with what waits for it. */
  at(inline: LU, block: LU, waiting: readonly WaitingColumnFloat[]): ColumnFlow {
    const { context, box, outer, geometry, percentageBlock, fullSize } = this;
    if (outer.exclusions.isEmpty && waiting.length === 0) return this;
    return new ColumnFlow(context, box, outer, geometry, percentageBlock, fullSize, { inline, block }, waiting);
  }

  /** The floats of the page that a column of the row keeps away from, as contents see them that begin so far below its start. */
  floatsAt(column: number, below: LU): ExclusionSpace {
    const { outer, geometry, corner } = this;
    if (outer.exclusions.isEmpty) return EMPTY_EXCLUSIONS;
    const start = corner.inline + geometry.offset(column);
    const floats = outer.exclusions.outsideOver(start, start + geometry.width, start, corner.block + below);
    return floats.lowestEnd > 0 ? floats : EMPTY_EXCLUSIONS;
  }

  /** One column of a height. `isGuess`: to see how high its contents are. `floats`: of the page and the column, from its corner. `spannerAhead`: a spanner has ended the column before. */
  layoutColumn(
    height: LU,
    token: BlockBreakToken | null,
    isGuess = false,
    spannerAhead = false,
    floats: ExclusionSpace = EMPTY_EXCLUSIONS,
  ): LayoutResult {
    const { outer, geometry } = this;
    const space = ConstraintSpace.draft(outer.writingMode);
    space.exclusions = floats;
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
      Math.max(this.fullSize, height),
    );
    return this.context.layout(this.box, space, token);
  }
}
