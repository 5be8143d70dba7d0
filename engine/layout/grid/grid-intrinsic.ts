/** The inline size of a grid under min-content and max-content constraints (css-grid-2 §5.2). */
import type { Box } from '../../boxes/box.ts';
import { type Length, LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { type Edges, edgesAgainst, writingModeOf } from '../sizing/box-edges.ts';
import type { LentGrid } from '../contract/constraint-space.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { alignBaselines } from './grid-baselines.ts';
import { contentDistribution, presumeRows, settleColumns, stretchesTracks } from './grid-columns.ts';
import { isSizedEmpty } from './grid-container.ts';
import {
  buildStructure,
  type GridStructure,
  type RepeatLimits,
  type SharedLines,
  sharedLines,
} from './grid-structure.ts';
import { LaneStructure, type Lanes, lanesOf } from './lane-structure.ts';
import { trackContributions } from './track-contributions.ts';
import {
  inlineFromRatio,
  preferredRatio,
  blockSizeOf,
  maxInlineSizeOf,
  minBlockSizeOf,
  minInlineSizeOf,
  toBorderBox,
} from '../sizing/sizing-properties.ts';
import type { SizingConstraint } from './grid-track.ts';

/**
 * Returns the intrinsic sizes of a grid. `contentBlock` is the content-box block size if known before layout. `lent`
 * holds the lines of the parent grid, or null if this isn't a subgrid.
 */
export function intrinsicGrid(
  context: LayoutContext,
  box: Box,
  contentBlock: LU,
  lent: LentGrid | null,
): IntrinsicSizes {
  const grid = new IntrinsicGrid(context, box, contentBlock, sharedLines(lent));
  const minContent = grid.sizeUnder('min-content');
  return { minContent, maxContent: Math.max(minContent, grid.sizeUnder('max-content')) };
}

class IntrinsicGrid {
  private readonly context: LayoutContext;
  private readonly box: Box;
  private readonly mode: WritingMode;
  private readonly edges: Edges;
  private readonly limits: RepeatLimits;
  /** Content-box block size, or INDEFINITE. */
  private readonly contentBlock: LU;
  private readonly shared: SharedLines;

  constructor(context: LayoutContext, box: Box, contentBlock: LU, shared: SharedLines) {
    this.shared = shared;
    this.context = context;
    this.box = box;
    this.mode = writingModeOf(box.style);
    this.edges = edgesAgainst(box.style, this.mode, 0);
    this.limits = this.repeatLimits();
    this.contentBlock =
      contentBlock !== INDEFINITE ? contentBlock : this.definite(blockSizeOf(box.style, this.mode), this.edges.block);
  }

  /** Returns the border-box inline size. */
  sizeUnder(constraint: SizingConstraint): LU {
    const lanes = lanesOf(this.box);
    return (lanes === null ? this.columnsUnder(constraint) : this.lanesUnder(lanes, constraint)) + this.edges.inline;
  }

  private columnsUnder(constraint: SizingConstraint): LU {
    let structure = this.build();
    presumeRows(structure);
    this.sizeColumns(structure, constraint);
    const knowsMoreLater = structure.items.some((item) => item.areaBlock === INDEFINITE && item.dependsOnAreaBlock());
    if (knowsMoreLater && this.contentBlock !== INDEFINITE) {
      const extents = this.sizeRows(structure);
      structure = this.build();
      structure.items.forEach((item, i) => (item.areaBlock = extents[i]!));
      this.sizeColumns(structure, constraint);
    }
    return structure.columns.total();
  }

  /**
   * Returns the size of a grid with lanes (css-grid-3, "Sizing Grid Containers"). Column lanes are sized like columns.
   * Along row lanes, the items are stacked at their min- or max-content sizes.
   */
  private lanesUnder(lanes: Lanes, constraint: SizingConstraint): LU {
    const { context, box, mode, contentBlock, limits } = this;
    const room = { inline: INDEFINITE, block: contentBlock };
    const structure = new LaneStructure(context, box, mode, lanes, room, limits, this.shared);
    const { axis } = structure;
    const ofRows = contentBlock === INDEFINITE ? 'max-content' : 'definite';
    axis.size({
      items: structure.contributions(),
      constraint: lanes.stacksInline ? ofRows : constraint,
      available: lanes.stacksInline ? contentBlock : INDEFINITE,
      minimum: lanes.stacksInline ? 0 : Math.max(0, limits.inlineMin),
      maximum: INDEFINITE,
      stretches: lanes.stacksInline && stretchesTracks(box.style.box.alignContent),
      budget: context.budget,
    });
    if (!lanes.stacksInline) return axis.total();
    const offsets = axis.offsets(axis.total(), { keyword: 'start', safe: false });
    return structure.stackItems(offsets, (item) =>
      constraint === 'min-content' ? item.minContentInline() : item.maxContentInline(),
    ).extent;
  }

  private build(): GridStructure {
    const { context, box, mode, contentBlock, limits } = this;
    const isEmpty = isSizedEmpty(box, mode, 'inline');
    return buildStructure(context, box, mode, INDEFINITE, contentBlock, limits, this.shared, isEmpty);
  }

  private sizeColumns(structure: GridStructure, constraint: SizingConstraint): void {
    alignBaselines(structure, true, null);
    structure.columns.size({
      items: trackContributions(structure, true),
      constraint,
      available: INDEFINITE,
      minimum: Math.max(0, this.limits.inlineMin),
      maximum: INDEFINITE,
      stretches: false,
      budget: this.context.budget,
    });
  }

  /** Sizes the rows for the current columns, to refine the columns (§12.1). Returns the extent of each item's rows. */
  private sizeRows(structure: GridStructure): LU[] {
    const { context, box, contentBlock } = this;
    const { columns, rows } = structure;
    const { alignContent } = box.style.box;
    settleColumns(context, structure, columns.offsets(columns.total(), { keyword: 'start', safe: false }));
    alignBaselines(structure, false, null);
    rows.size({
      items: trackContributions(structure, false),
      constraint: 'definite',
      available: contentBlock,
      minimum: 0,
      maximum: INDEFINITE,
      stretches: stretchesTracks(alignContent),
      budget: context.budget,
    });
    const offsets = rows.offsets(contentBlock, contentDistribution(alignContent, this.mode, false));
    return structure.items.map((item) => offsets.extent(item.rows).size);
  }

  /**
   * Returns the definite content-box limits for automatic repetition. Block-axis limits apply through a ratio
   * (css-sizing-4 §6.2.2).
   */
  private repeatLimits(): RepeatLimits {
    const { mode, edges } = this;
    const { style } = this.box;
    let inlineMin = this.definite(minInlineSizeOf(style, mode), edges.inline);
    const blockMin = this.definite(minBlockSizeOf(style, mode), edges.block);
    if (preferredRatio(style, mode) > 0 && blockMin > 0)
      inlineMin = Math.max(inlineMin, inlineFromRatio(style, mode, edges, blockMin + edges.block) - edges.inline);
    const inlineMax = this.definite(maxInlineSizeOf(style, mode), edges.inline);
    return { inlineMin, inlineMax, blockMin: INDEFINITE, blockMax: INDEFINITE };
  }

  private definite(length: Length, ofEdges: LU): LU {
    if (length.kind !== LengthKind.Length || length.hasPercent) return INDEFINITE;
    return Math.max(0, toBorderBox(this.box.style, length.resolve(0), ofEdges) - ofEdges);
  }
}
