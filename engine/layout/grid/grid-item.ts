/**
 * Grid items: their contributions to the tracks of each axis, and their layout in their areas (css-grid-2 §6, §11,
 * §12.5). All values are LU in the container's logical axes.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { isScrollContainer } from '../../boxes/clipping.ts';
import type { Length } from '../../css/length.ts';
import type { Alignment } from '../../css/computed-values.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { type AlignmentKeyword, selfAlignment } from '../alignment/alignment.ts';
import { type Edges, edgesAgainst, usedMargins, writingModeOf } from '../sizing/box-edges.ts';
import { clampSize } from '../sizing/box-model.ts';
import { autoMarginsOf, isFormControl } from '../sizing/box-facts.ts';
import { intrinsicContribution } from '../sizing/intrinsic-contribution.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, type LentGrid, SpaceFlag } from '../contract/constraint-space.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';
import type { LineRange } from './grid-placement.ts';
import {
  preferredRatio,
  blockSizeOf,
  inlineSizeOf,
  maxBlockSizeOf,
  maxInlineSizeOf,
  minBlockSizeOf,
  minInlineSizeOf,
  toBorderBox,
} from '../sizing/sizing-properties.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

export class GridItem {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly container: Box;
  readonly containerMode: WritingMode;
  readonly mode: WritingMode;
  readonly isParallel: boolean;
  readonly columns: LineRange;
  readonly rows: LineRange;
  readonly justifySelf: Alignment;
  readonly alignSelf: Alignment;
  readonly autoMargins: LogicalSides;
  /** Size of the grid area, or INDEFINITE until the columns are sized. */
  areaInline: LU = INDEFINITE;
  areaBlock: LU = INDEFINITE;
  /** Space next to the item required by baseline alignment in its column (row). */
  inlineShim: LU = 0;
  blockShim: LU = 0;
  /** Whether the item is a subgrid that adopts the container's columns (rows). */
  subgridInline = false;
  subgridBlock = false;
  /**
   * Whether the container stacks its items along its inline (block) axis. They neither fill it nor align in it
   * (css-grid-3).
   */
  stacksInline = false;
  stacksBlock = false;
  /** Sides where the container trims the item's margins, or null. */
  trims: ReadonlySet<string> | null = null;
  /** The tracks that a subgrid adopts. */
  lentGrid: LentGrid | null = null;
  private measuredFor: LU = INDEFINITE;
  private measuredBlock: LayoutResult | null = null;
  private measuredUnderRows: LayoutResult | null = null;

  constructor(
    context: LayoutContext,
    box: Box,
    container: Box,
    containerMode: WritingMode,
    columns: LineRange,
    rows: LineRange,
  ) {
    this.context = context;
    this.box = box;
    this.container = container;
    this.containerMode = containerMode;
    this.mode = writingModeOf(box.style);
    this.isParallel = this.mode.isParallelTo(containerMode);
    this.columns = columns;
    this.rows = rows;
    const own = box.style.box;
    const parent = container.style.box;
    this.justifySelf = own.justifySelf.keyword === 'auto' ? parent.justifyItems : own.justifySelf;
    this.alignSelf = own.alignSelf.keyword === 'auto' ? parent.alignItems : own.alignSelf;
    this.autoMargins = autoMarginsOf(box, containerMode);
  }

  get margins(): LogicalSides {
    return this.trimmed(usedMargins(this.box.style, this.containerMode, Math.max(0, this.areaInline)));
  }

  /** Returns the margins without those trimmed at the container's edges (css-box-4 §3.3). */
  private trimmed(margins: LogicalSides): LogicalSides {
    const { trims } = this;
    if (trims === null) return margins;
    return {
      inlineStart: trims.has('inline-start') ? 0 : margins.inlineStart,
      inlineEnd: trims.has('inline-end') ? 0 : margins.inlineEnd,
      blockStart: trims.has('block-start') ? 0 : margins.blockStart,
      blockEnd: trims.has('block-end') ? 0 : margins.blockEnd,
    };
  }

  get edges(): Edges {
    return edgesAgainst(this.box.style, this.mode, Math.max(0, this.areaInline));
  }

  /** Sizing properties along the container's inline (block) axis. */
  inlineProperty(): Length {
    return inlineSizeOf(this.box.style, this.containerMode);
  }
  blockProperty(): Length {
    return blockSizeOf(this.box.style, this.containerMode);
  }

  // --- Contributions along the inline axis ---------------------------------------------------------------------------

  private inlineMargins(): LU {
    const margins = this.trimmed(usedMargins(this.box.style, this.containerMode, 0));
    return margins.inlineStart + margins.inlineEnd;
  }

  minContentInline(): LU {
    return this.outerInline(this.intrinsicInline().minContent);
  }

  maxContentInline(): LU {
    return this.outerInline(this.intrinsicInline().maxContent);
  }

  /** Returns the max-content border-box size along the inline axis. */
  maxContentSize(): LU {
    return this.intrinsicInline().maxContent;
  }

  private outerInline(size: LU): LU {
    return Math.max(0, size + this.inlineMargins() + this.inlineShim);
  }

  private intrinsicInline(): IntrinsicSizes {
    if (this.areaBlock === INDEFINITE || !this.dependsOnAreaBlock())
      return intrinsicContribution(
        this.context,
        this.box,
        this.containerMode,
        this.areaBlock,
        this.stretchedContentBlock(),
        this.lentGrid,
      );
    const size = this.measureUnderRows().fragment.inlineSize(this.containerMode);
    return { minContent: size, maxContent: size };
  }

  /** Returns the content-box block size of an item stretched to rows of known size, or INDEFINITE. */
  private stretchedContentBlock(): LU {
    if (this.areaBlock === INDEFINITE || !this.stretches(false) || !this.blockProperty().isAuto) return INDEFINITE;
    const { blockStart, blockEnd } = this.margins;
    return Math.max(0, this.areaBlock - blockStart - blockEnd - this.edges.block);
  }

  /** Whether the inline size depends on rows of known size, through a ratio or because the item is orthogonal. */
  dependsOnAreaBlock(): boolean {
    if (!this.isParallel) return true;
    if (this.inlineProperty().isLength) return false;
    if (this.box.kind !== BoxKind.Replaced && preferredRatio(this.box.style, this.mode) === 0) return false;
    const lengths = [
      this.blockProperty(),
      minBlockSizeOf(this.box.style, this.containerMode),
      maxBlockSizeOf(this.box.style, this.containerMode),
    ];
    return this.stretches(false) || lengths.some((length) => length.hasPercent);
  }

  /** Lays out the item in rows of known size, before the columns are sized. */
  private measureUnderRows(): LayoutResult {
    const area = this.areaInline;
    this.areaInline = INDEFINITE;
    this.measuredUnderRows ??= this.context.layout(this.box, this.space(this.areaBlock, SpaceFlag.Measure, null), null);
    this.areaInline = area;
    return this.measuredUnderRows;
  }

  /**
   * Returns the minimum contribution along the inline axis. The automatic minimum is content-based only in auto tracks
   * that aren't flexible, or in a single track (§6.6).
   */
  minimumInline(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU {
    const size = this.inlineProperty();
    const min = minInlineSizeOf(this.box.style, this.containerMode);
    const isAutoSize = size.isAuto || (size.isLength && size.hasPercent);
    if (!isAutoSize) return this.minContentInline();
    const { inline, block } = edgesAgainst(this.box.style, this.mode, 0);
    const edges = this.isParallel ? inline : block;
    if (min.isLength) return this.outerInline(toBorderBox(this.box.style, min.hasPercent ? 0 : min.resolve(0), edges));
    if (!min.isAuto) return this.minContentInline();
    const contentBased =
      spansAutoMin &&
      !isScrollContainer(this.box.style) &&
      !(spansFlexible && this.columns.end - this.columns.start > 1);
    const least = this.outerInline(edges);
    if (!contentBased) return least;
    const content = this.minContentInline();
    return limit < 0 ? content : Math.max(Math.min(content, limit), least);
  }

  // --- Contributions along the block axis ------------------------------------------------------------------------------

  /** Returns the outer block size within its columns, where min- and max-content are the same. */
  contentBlock(): LU {
    const margins = this.margins;
    const { fragment } = this.measure();
    return Math.max(0, fragment.blockSize(this.containerMode) + margins.blockStart + margins.blockEnd + this.blockShim);
  }

  minContentBlock(): LU {
    return this.isParallel ? this.contentBlock() : this.outerBlock(this.intrinsicAcross().minContent);
  }

  maxContentBlock(): LU {
    return this.isParallel ? this.contentBlock() : this.outerBlock(this.intrinsicAcross().maxContent);
  }

  /** Returns the intrinsic block-axis sizes of an orthogonal item, whose lines run along the block axis. */
  private intrinsicAcross(): IntrinsicSizes {
    return intrinsicContribution(this.context, this.box, this.mode, INDEFINITE, INDEFINITE, this.lentGrid);
  }

  private outerBlock(size: LU): LU {
    const margins = this.margins;
    return Math.max(0, size + margins.blockStart + margins.blockEnd + this.blockShim);
  }

  minimumBlock(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU {
    const size = this.blockProperty();
    const min = minBlockSizeOf(this.box.style, this.containerMode);
    const isAutoSize = size.isAuto || (size.isLength && size.hasPercent);
    if (!isAutoSize) return this.minContentBlock();
    const edges = this.isParallel ? this.edges.block : this.edges.inline;
    if (min.isLength) return this.outerBlock(toBorderBox(this.box.style, min.hasPercent ? 0 : min.resolve(0), edges));
    const content = this.minContentBlock();
    if (!min.isAuto) return content;
    const contentBased =
      spansAutoMin && !isScrollContainer(this.box.style) && !(spansFlexible && this.rows.end - this.rows.start > 1);
    const least = this.outerBlock(edges);
    if (!contentBased) return least;
    return limit < 0 ? content : Math.max(Math.min(content, limit), least);
  }

  /** Lays out the item at its content-based block size within its area's inline size. */
  measure(): LayoutResult {
    if (this.areaInline === INDEFINITE) return this.measureUnderRows();
    if (this.measuredBlock === null || this.measuredFor !== this.areaInline) {
      this.measuredBlock = this.context.layout(this.box, this.space(INDEFINITE, SpaceFlag.Measure, null), null);
      this.measuredFor = this.areaInline;
    }
    return this.measuredBlock;
  }

  // --- Layout in the area ---------------------------------------------------------------------------------------

  /** Temporarily gives the item different tracks. */
  takeTracks(lent: LentGrid): void {
    this.lentGrid = lent;
    this.measuredBlock = null;
  }

  /** Whether the item is `auto` along an axis and stretches to its area (css-grid-2 §6.2, css-align-3 §6.1). */
  stretches(inline: boolean): boolean {
    if (inline ? this.subgridInline : this.subgridBlock) return true;
    if (inline ? this.stacksInline : this.stacksBlock) return false;
    const auto = this.autoMargins;
    if (inline ? auto.inlineStart + auto.inlineEnd > 0 : auto.blockStart + auto.blockEnd > 0) return false;
    if (!(inline ? this.inlineProperty() : this.blockProperty()).isAuto) return false;
    const { keyword } = inline ? this.justifySelf : this.alignSelf;
    if (keyword === 'stretch') return true;
    if (keyword !== 'normal' && keyword !== 'legacy') return false;
    if (this.box.kind === BoxKind.Replaced && !isFormControl(this.box)) return false;
    if (preferredRatio(this.box.style, this.mode) === 0) return true;
    // With a ratio, `normal` stretches only the inline axis, and only if the block size isn't determined, as by
    // `align-self: stretch`.
    return inline && this.blockProperty().isAuto && !(this.alignSelf.keyword === 'stretch' && this.stretches(false));
  }

  /** Returns the stretched size in `area`, clamped to the item's own limits. */
  private stretchedSize(area: LU, inline: boolean): LU {
    const margins = this.margins;
    const room = Math.max(
      0,
      area - (inline ? margins.inlineStart + margins.inlineEnd : margins.blockStart + margins.blockEnd),
    );
    // §9.2: limits don't apply along a subgridded axis.
    if (inline ? this.subgridInline : this.subgridBlock) return room;
    const { style } = this.box;
    const own = inline === this.isParallel ? this.edges.inline : this.edges.block;
    const min = inline ? minInlineSizeOf(style, this.containerMode) : minBlockSizeOf(style, this.containerMode);
    const max = inline ? maxInlineSizeOf(style, this.containerMode) : maxBlockSizeOf(style, this.containerMode);
    const resolve = (length: Length): LU =>
      length.isLength ? toBorderBox(style, length.resolve(area), own) : INDEFINITE;
    const most = resolve(max);
    return Math.max(own, clampSize(room, resolve(min), most === INDEFINITE ? MAX_LU : most));
  }

  /** Returns the constraint space. `areaBlock` is INDEFINITE until the rows are sized. */
  space(areaBlock: LU, flags: number, fragmentainer: FragmentainerSpace | null): ConstraintSpace {
    const builder = new SpaceBuilder(this.context, this.containerMode, this.box)
      .available(this.areaInline, areaBlock)
      .percentages(this.areaInline, areaBlock)
      .flag(flags | SpaceFlag.ShrinkToFit)
      .fragmentainer(fragmentainer)
      .lentGrid(this.lentGrid);
    if (this.areaInline !== INDEFINITE && this.stretches(true))
      builder.fixedInline(this.stretchedSize(this.areaInline, true));
    if (areaBlock !== INDEFINITE && this.stretches(false))
      builder.fixedBlock(this.stretchedSize(areaBlock, false), true);
    return builder.build();
  }

  /** Returns `justify-self` or `align-self` as start, center or end of the area's axis. */
  keyword(inline: boolean): AlignmentKeyword {
    const alignment = inline ? this.justifySelf : this.alignSelf;
    return selfAlignment(alignment.keyword, this.containerMode, this.mode, inline);
  }
}

/** Whether the box is a rendered form control. These have natural sizes but stretch like other boxes. */
