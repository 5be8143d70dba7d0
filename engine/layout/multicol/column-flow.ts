/** The flow of a multicol container, column by column. */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from '../contract/exclusions.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { ColumnGeometry } from './column-geometry.ts';
import { type Insertion, NO_INSERTIONS } from '../insertions/insertion.ts';
import { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** Data shared by the columns of a container. */
export class ColumnFlow {
  readonly context: LayoutContext;
  readonly box: Box;
  /** The container's constraint space. */
  readonly outer: ConstraintSpace;
  readonly geometry: ColumnGeometry;
  readonly percentageBlock: LU;
  /** Maximum height of a column, from the container's own size or limit, or the page. */
  private readonly fullSize: LU;
  /** Whether forced page breaks apply, in an enclosing column layout or on pages. */
  readonly insidePages: boolean;
  /** Whether the container is itself in columns. */
  readonly isNested: boolean;

  /** Column floats left by the previous row. */
  readonly waiting: readonly Insertion[];
  /**
   * Start corner of the row of columns in the container's border box: inline offset of the first column, and block
   * offset.
   */
  private readonly corner: { readonly inline: LU; readonly block: LU };

  constructor(
    context: LayoutContext,
    box: Box,
    outer: ConstraintSpace,
    geometry: ColumnGeometry,
    percentageBlock: LU,
    fullSize: LU,
    corner = { inline: 0, block: 0 },
    waiting: readonly Insertion[] = NO_INSERTIONS,
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

  /** Returns the flow for a row that begins here, with its waiting floats. */
  at(inline: LU, block: LU, waiting: readonly Insertion[]): ColumnFlow {
    const { context, box, outer, geometry, percentageBlock, fullSize } = this;
    if (outer.exclusions.isEmpty && waiting.length === 0) return this;
    return new ColumnFlow(context, box, outer, geometry, percentageBlock, fullSize, { inline, block }, waiting);
  }

  /** Returns the page floats that a column of the row avoids, relative to contents that begin `below` its start. */
  floatsAt(column: number, below: LU): ExclusionSpace {
    const { outer, geometry, corner } = this;
    if (outer.exclusions.isEmpty) return EMPTY_EXCLUSIONS;
    const start = corner.inline + geometry.offset(column);
    const floats = outer.exclusions.outsideOver(start, start + geometry.width, start, corner.block + below);
    return floats.lowestEnd > 0 ? floats : EMPTY_EXCLUSIONS;
  }

  /**
   * Lays out one column. `isGuess` only measures its contents. `floats` are those of the page and the column, from its
   * corner. `spannerAhead` means that a spanner ended the previous column.
   */
  layoutColumn(
    height: LU,
    token: BlockBreakToken | null,
    isGuess = false,
    spannerAhead = false,
    floats: ExclusionSpace = EMPTY_EXCLUSIONS,
  ): LayoutResult {
    const { outer, geometry, fullSize } = this;
    const page = outer.fragmentainer;
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
      isGuess || page?.isGuess === true,
      token === null,
      Math.max(fullSize, height),
      page !== null && fullSize >= page.fullSize ? page.capacity : MAX_LU,
    );
    return this.context.layout(this.box, space, token);
  }
}
