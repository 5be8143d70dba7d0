/**
 * Flex items before line layout: flex base size, limits with the automatic minimum, and hypothetical sizes
 * (css-flexbox-1 §9.2, §4.5). "Main" and "cross" are the container's axes. Sizes are border-box LU unless noted.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { isScrollContainer } from '../../boxes/clipping.ts';
import { type Length, LengthKind } from '../../css/length.ts';
import type { Alignment } from '../../css/computed-values.ts';
import { InlineItemKind } from '../../text/inline-content.ts';
import { INDEFINITE, type LU, luFromPx, MAX_LU } from '../../units.ts';
import { type Edges, edgesAgainst, usedMargins, writingModeOf } from '../sizing/box-edges.ts';
import { clampSize, withUsedPadding } from '../sizing/box-model.ts';
import { autoMarginsOf, isContentKeyword } from '../sizing/box-facts.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';
import { isCompressibleControl, replacedRatio } from '../replaced/replaced-size.ts';
import type { FlexibleItem } from './solve-flex-lines.ts';
import {
  blockFromRatio,
  inlineFromRatio,
  fitContent,
  throughCalculation,
  toBorderBox,
} from '../sizing/sizing-properties.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Data shared by all items of a container. */
export interface FlexContainer {
  readonly context: LayoutContext;
  readonly box: Box;
  readonly mode: WritingMode;
  /** `flex-direction: column` or `column-reverse`. */
  readonly isColumn: boolean;
  readonly mainReversed: boolean;
  readonly crossReversed: boolean;
  readonly wraps: boolean;
  /** Content-box sizes, or INDEFINITE. The inline size is always definite. */
  readonly contentInline: LU;
  readonly contentBlock: LU;
  readonly mainGap: LU;
  readonly crossGap: LU;
  /** Whether only sizes are needed. */
  readonly measure: boolean;
}

/** A side of an item in its container's axes. */
export type Side = keyof LogicalSides;

/** Returns whether a box ends its lines with a leader, which fills what is left (css-content-3 §4): as an item, it takes the free space. */
function fillsLine({ inline, style }: Box): boolean {
  const { width, height, flexBasis } = style.box;
  const size = style.text.writingMode === 'horizontal-tb' ? width : height;
  if (inline === null || !size.isAuto || !flexBasis.isAuto) return false;
  return inline.items.some(({ kind, box }) => kind === InlineItemKind.Atomic && box.data?.type === 'leader');
}

export class FlexItem implements FlexibleItem {
  readonly box: Box;
  readonly container: FlexContainer;
  readonly mode: WritingMode;
  /** Whether the item's inline axis is parallel to the container's. */
  readonly isParallel: boolean;
  /** Whether the item's own inline axis is the main axis. */
  readonly mainIsInline: boolean;
  /** In the container's logical axes, with `auto` as 0. */
  margins: LogicalSides;
  autoMargins: LogicalSides;
  /** In the item's own axes. */
  readonly edges: Edges;
  readonly mainEdges: LU;
  readonly crossEdges: LU;
  mainMargins: LU;
  crossMargins: LU;
  readonly grow: number;
  readonly shrink: number;
  readonly alignSelf: Alignment;
  flexBaseSize: LU = 0;
  /** Whether the flex base size is definite, so that percentages inside the item resolve against the used main size. */
  hasDefiniteBasis = false;
  minMainSize: LU = 0;
  maxMainSize: LU = MAX_LU;
  /** Used sizes, once computed. */
  mainSize: LU = 0;
  crossSize: LU = 0;
  /** Offsets from the container's content box, from the start edges of its main and cross axes. */
  mainOffset: LU = 0;
  crossOffset: LU = 0;
  /** The layout that determined the cross size. */
  measured: LayoutResult | null = null;
  /** The layout that measured the contents along the main axis, if that is the item's block axis. */
  measuredMain: LayoutResult | null = null;
  private contentBlockSize: LU = INDEFINITE;

  constructor(container: FlexContainer, box: Box) {
    const { style } = box;
    this.box = box;
    this.container = container;
    this.mode = writingModeOf(style);
    this.isParallel = this.mode.isParallelTo(container.mode);
    this.mainIsInline = this.isParallel !== container.isColumn;
    const basis = Math.max(0, container.contentInline);
    this.margins = usedMargins(style, container.mode, basis);
    this.autoMargins = autoMarginsOf(box, container.mode);
    this.edges = edgesAgainst(box.style, this.mode, basis);
    this.mainEdges = this.mainIsInline ? this.edges.inline : this.edges.block;
    this.crossEdges = this.mainIsInline ? this.edges.block : this.edges.inline;
    const inlineMargins = this.margins.inlineStart + this.margins.inlineEnd;
    const blockMargins = this.margins.blockStart + this.margins.blockEnd;
    this.mainMargins = container.isColumn ? blockMargins : inlineMargins;
    this.crossMargins = container.isColumn ? inlineMargins : blockMargins;
    this.grow = style.box.flexGrow === 0 && this.mainIsInline && fillsLine(box) ? 1 : style.box.flexGrow;
    this.shrink = style.box.flexShrink;
    this.alignSelf = style.box.alignSelf.keyword === 'auto' ? container.box.style.box.alignItems : style.box.alignSelf;
  }

  /** Drops the margin of one side, even if it is `auto`. */
  trim(side: Side): void {
    const margin = this.margins[side];
    this.margins = { ...this.margins, [side]: 0 };
    this.autoMargins = { ...this.autoMargins, [side]: 0 };
    const isBlock = side === 'blockStart' || side === 'blockEnd';
    if (isBlock === this.container.isColumn) this.mainMargins -= margin;
    else this.crossMargins -= margin;
  }

  get hypotheticalMainSize(): LU {
    return Math.max(this.minMainSize, Math.min(this.maxMainSize, this.flexBaseSize));
  }

  /** Collapsed items leave a strut (§4.4). */
  get isCollapsed(): boolean {
    return this.box.style.text.visibility === 'collapse';
  }

  // --- Properties by flex axis ------------------------------------------------------------------------------------

  private get mainIsWidth(): boolean {
    return this.container.isColumn === this.container.mode.vertical;
  }

  get mainProperty(): Length {
    return this.mainIsWidth ? this.box.style.box.width : this.box.style.box.height;
  }
  get crossProperty(): Length {
    return this.mainIsWidth ? this.box.style.box.height : this.box.style.box.width;
  }
  private get minMainProperty(): Length {
    return this.mainIsWidth ? this.box.style.box.minWidth : this.box.style.box.minHeight;
  }
  private get maxMainProperty(): Length {
    return this.mainIsWidth ? this.box.style.box.maxWidth : this.box.style.box.maxHeight;
  }
  private get minCrossProperty(): Length {
    return this.mainIsWidth ? this.box.style.box.minHeight : this.box.style.box.minWidth;
  }
  private get maxCrossProperty(): Length {
    return this.mainIsWidth ? this.box.style.box.maxHeight : this.box.style.box.maxWidth;
  }

  /** Percentage basis along the main (cross) axis, or INDEFINITE. */
  private get mainBasis(): LU {
    return this.container.isColumn ? this.container.contentBlock : this.container.contentInline;
  }
  private get crossBasis(): LU {
    return this.container.isColumn ? this.container.contentInline : this.container.contentBlock;
  }

  get hasAutoCrossMargin(): boolean {
    const auto = this.autoMargins;
    return this.container.isColumn ? auto.inlineStart + auto.inlineEnd > 0 : auto.blockStart + auto.blockEnd > 0;
  }

  // --- §9.2 step 3 ------------------------------------------------------------------------------------------------

  /** Computes the flex base size and the main size limits. */
  determineMainSizes(): void {
    const { style } = this.box;
    const basis = style.box.flexBasis.isAuto ? this.mainProperty : style.box.flexBasis;
    const definite = this.resolveMain(basis);
    // css-sizing-4 §5: with a preferred ratio, a definite cross size makes the main size definite.
    this.hasDefiniteBasis = definite !== INDEFINITE || (basis.isAuto && this.transferredFromCross() !== INDEFINITE);
    this.flexBaseSize = definite !== INDEFINITE ? definite : this.calculated(basis, this.contentBaseSize(basis));
    const max = this.resolveLimit(this.maxMainProperty, this.mainBasis, this.mainEdges, true);
    this.maxMainSize = max === INDEFINITE ? MAX_LU : Math.max(max, this.mainEdges);
    const min = this.minMainProperty;
    const minSize = min.isAutomatic
      ? this.calculated(min, this.automaticMinimum())
      : this.resolveLimit(min, this.mainBasis, this.mainEdges, true);
    this.minMainSize = Math.max(minSize, this.mainEdges, this.leastTableSize());
  }

  /**
   * Minimum size of a table: it is never smaller than its rows and columns, even with a smaller `min-*` property
   * (css-tables-3 §3.9.1).
   */
  private leastTableSize(): LU {
    return this.box.kind === BoxKind.TableWrapper ? this.minContentMain() : 0;
  }

  /** Applies the `calc-size()` calculation of a main-axis length to a size. */
  private calculated(length: Length, size: LU): LU {
    return throughCalculation(this.box.style, length, size, this.mainEdges, this.mainBasis);
  }

  /** Resolves a length or percentage along the main axis to a border-box size, or INDEFINITE. */
  private resolveMain(length: Length): LU {
    if (length.isLength) {
      if (length.hasPercent && this.mainBasis === INDEFINITE) return INDEFINITE;
      return toBorderBox(this.box.style, length.resolve(this.mainBasis), this.mainEdges) + this.captionsSize();
    }
    if (length.kind === LengthKind.Stretch && this.mainBasis !== INDEFINITE)
      return this.calculated(length, Math.max(this.mainEdges, this.mainBasis - this.mainMargins));
    return INDEFINITE;
  }

  /**
   * Size of a table's captions along the main axis. The table's height applies to the grid only (css-tables-3 §3.2).
   */
  private captionsSize(): LU {
    if (this.mainIsInline || this.box.kind !== BoxKind.TableWrapper) return 0;
    const whole = this.measureBlockSize();
    const grid = this.measuredMain?.fragment.children.find(
      (child) => child.type === 'box' && child.box.kind === BoxKind.Table,
    );
    return grid?.type === 'box' ? Math.max(0, whole - grid.blockSize(this.mode)) : 0;
  }

  private resolveLimit(length: Length, basis: LU, edges: LU, main: boolean): LU {
    if (length.isLength) {
      if (length.hasPercent && basis === INDEFINITE) return INDEFINITE;
      const captions = main ? this.captionsSize() : 0;
      return toBorderBox(this.box.style, length.resolve(basis), edges) + captions;
    }
    switch (length.kind) {
      case LengthKind.MinContent:
        return main ? this.calculated(length, this.minContentMain()) : INDEFINITE;
      case LengthKind.MaxContent:
        return main ? this.calculated(length, this.maxContentMain()) : INDEFINITE;
      case LengthKind.FitContent:
        return main ? this.calculated(length, this.fitContentMain(basis)) : INDEFINITE;
      default:
        return INDEFINITE;
    }
  }

  /** Resolves a cross-axis limit. Content keywords can be resolved before layout if that is the item's inline axis. */
  private resolveCrossLimit(length: Length): LU {
    if (this.mainIsInline || this.box.kind === BoxKind.Replaced || !isContentKeyword(length))
      return this.resolveLimit(length, this.crossBasis, this.crossEdges, false);
    const sizes = this.intrinsicSizes(this.box);
    const room = this.crossBasis === INDEFINITE ? INDEFINITE : Math.max(0, this.crossBasis - this.crossMargins);
    const size =
      length.kind === LengthKind.MinContent
        ? sizes.minContent
        : length.kind === LengthKind.MaxContent
          ? sizes.maxContent
          : fitContent(sizes, room);
    return throughCalculation(this.box.style, length, size, this.crossEdges, this.crossBasis);
  }

  /** Returns the intrinsic border-box sizes of the item, or of the table inside it, along its inline axis. */
  private intrinsicSizes(box: Box): IntrinsicSizes {
    const sizes = this.container.context.intrinsicSizes(box, this.definiteContentBlock());
    return withUsedPadding(sizes, box.style, this.mode, this.edges);
  }

  private minContentMain(): LU {
    if (this.box.kind === BoxKind.Replaced) return this.replacedContentSize();
    return this.mainIsInline ? this.intrinsicSizes(contentsOf(this.box)).minContent : this.measureBlockSize();
  }
  private maxContentMain(): LU {
    if (this.box.kind === BoxKind.Replaced) return this.replacedContentSize();
    return this.mainIsInline ? this.intrinsicSizes(this.box).maxContent : this.measureBlockSize();
  }
  private fitContentMain(basis: LU): LU {
    if (!this.mainIsInline) return this.measureBlockSize();
    const room = basis === INDEFINITE ? INDEFINITE : Math.max(0, basis - this.mainMargins);
    return fitContent(this.intrinsicSizes(this.box), room);
  }

  /** Basis for percentage block sizes of the contents if known before layout, otherwise INDEFINITE. */
  definiteContentBlock(): LU {
    if (!this.mainIsInline) return INDEFINITE;
    const cross = this.definiteCrossSize();
    return cross === INDEFINITE ? INDEFINITE : Math.max(0, cross - this.crossEdges);
  }

  /** Steps B to E: returns the content-based flex base size. */
  private contentBaseSize(basis: Length): LU {
    const transferred = this.transferredFromCross();
    if (transferred !== INDEFINITE && !isContentKeyword(basis)) return transferred;
    if (basis.kind === LengthKind.MinContent) return this.minContentMain();
    if (basis.kind === LengthKind.FitContent) return this.fitContentMain(this.mainBasis);
    const content = Math.max(this.maxContentMain(), this.ratioBlockSize());
    return basis.kind === LengthKind.MaxContent ? content : this.limitedByCross(content);
  }

  /**
   * Along the item's block axis, returns the size that a preferred ratio derives from the contents' inline size.
   * Returns 0 without a ratio.
   */
  private ratioBlockSize(): LU {
    if (this.mainIsInline || this.box.kind === BoxKind.Replaced || this.ratio === 0) return 0;
    const definite = this.definiteCrossSize();
    if (definite !== INDEFINITE) return this.mainFromCross(definite);
    // Main size limits don't apply here, not even through the ratio.
    const room = this.crossBasis === INDEFINITE ? INDEFINITE : Math.max(0, this.crossBasis - this.crossMargins);
    return this.mainFromCross(this.clampCross(fitContent(this.intrinsicSizes(this.box), room)));
  }

  /** Returns the main size that a preferred aspect ratio derives from a definite cross size (step B), or INDEFINITE. */
  transferredFromCross(): LU {
    const cross = this.definiteCrossSize();
    if (cross === INDEFINITE || this.ratio === 0) return INDEFINITE;
    return this.mainFromCross(cross);
  }

  /** Main size divided by cross size, or 0 without a preferred aspect ratio. */
  private get ratio(): number {
    const own =
      this.box.kind === BoxKind.Replaced ? replacedRatio(this.box) : (this.box.style.box.aspectRatio.ratio ?? 0);
    if (!(own > 0) || !Number.isFinite(own)) return 0;
    return this.mainIsWidth ? own : 1 / own;
  }

  private mainFromCross(cross: LU): LU {
    if (this.box.kind !== BoxKind.Replaced) {
      return this.mainIsInline
        ? inlineFromRatio(this.box.style, this.mode, this.edges, cross)
        : blockFromRatio(this.box.style, this.mode, this.edges, cross);
    }
    const { aspectRatio, boxSizing } = this.box.style.box;
    if (boxSizing === 'border-box' && aspectRatio.ratio !== null && !aspectRatio.auto)
      return Math.max(this.mainEdges, Math.floor(cross * this.ratio));
    return Math.floor(Math.max(0, cross - this.crossEdges) * this.ratio) + this.mainEdges;
  }

  /** Returns a replaced item's main size from its contents and cross size, ignoring its own main size and limits. */
  private replacedContentSize(): LU {
    const transferred = this.transferredFromCross();
    if (transferred !== INDEFINITE) return transferred;
    return this.limitedByCross(this.naturalMainSize());
  }

  /** Applies definite cross-size limits through the ratio to a main size. */
  private limitedByCross(size: LU): LU {
    if (this.ratio === 0) return size;
    const min = this.resolveCrossLimit(this.minCrossProperty);
    const max = this.resolveCrossLimit(this.maxCrossProperty);
    let limited = size;
    if (max !== INDEFINITE) limited = Math.min(limited, this.mainFromCross(max));
    if (min !== INDEFINITE && min > this.crossEdges) limited = Math.max(limited, this.mainFromCross(min));
    return limited;
  }

  /**
   * Returns the cross size if it is definite before layout: from its property, or stretched to a definite single line
   * (§9.9).
   */
  definiteCrossSize(): LU {
    const { style } = this.box;
    const property = this.crossProperty;
    if (property.isLength && !(property.hasPercent && this.crossBasis === INDEFINITE)) {
      return this.clampCross(toBorderBox(style, property.resolve(this.crossBasis), this.crossEdges));
    }
    if (this.stretchesCross && !this.container.wraps && this.crossBasis !== INDEFINITE) {
      return this.clampCross(Math.max(this.crossEdges, this.crossBasis - this.crossMargins));
    }
    return INDEFINITE;
  }

  /** Whether the item stretches: `align-self: stretch` with an automatic cross size and no auto margins. */
  get stretchesCross(): boolean {
    const { keyword } = this.alignSelf;
    return (keyword === 'stretch' || keyword === 'normal') && this.crossProperty.isAuto && !this.hasAutoCrossMargin;
  }

  clampCross(size: LU): LU {
    const max = this.resolveCrossLimit(this.maxCrossProperty);
    const min = this.resolveCrossLimit(this.minCrossProperty);
    return Math.max(clampSize(size, min, max === INDEFINITE ? MAX_LU : max), this.crossEdges);
  }

  get hasAutomaticMinimum(): boolean {
    return this.minMainProperty.isAuto && !isScrollContainer(this.box.style);
  }

  /** Returns the content-based minimum size (css-flexbox-1 §4.5). */
  private automaticMinimum(): LU {
    const shrinks = this.mainIsInline && isCompressibleControl(this.box, this.mode);
    if (shrinks || isScrollContainer(this.box.style)) return this.mainEdges;
    const specified = this.resolveMain(this.mainProperty);
    const max = this.resolveLimit(this.maxMainProperty, this.mainBasis, this.mainEdges, true);
    const limit = (size: LU): LU => (max === INDEFINITE ? size : Math.min(size, max));
    const content = this.contentSizeSuggestion();
    return limit(specified === INDEFINITE ? content : Math.min(specified, content));
  }

  /**
   * Returns the min-content size (css-flexbox-1 §4.5). With a preferred ratio, it is at least the size derived from the
   * cross size (css-sizing-4 §6.2).
   */
  private contentSizeSuggestion(): LU {
    if (this.box.kind === BoxKind.Replaced) return this.replacedContentSize();
    const transferred = this.transferredFromCross();
    return transferred !== INDEFINITE
      ? Math.max(transferred, this.minContentMain())
      : this.limitedByCross(this.minContentMain());
  }

  /** Returns a replaced item's natural main size as a border-box size. */
  private naturalMainSize(): LU {
    const data = this.box.data?.type === 'replaced' ? this.box.data : null;
    const width = data?.intrinsicWidth ?? null;
    const height = data?.intrinsicHeight ?? null;
    const main = this.mainIsWidth ? width : height;
    if (main !== null) return luFromPx(main) + this.mainEdges;
    const cross = this.mainIsWidth ? height : width;
    if (cross !== null && this.ratio > 0) return this.mainFromCross(luFromPx(cross) + this.crossEdges);
    if (!this.mainIsInline) return this.measureBlockSize();
    // css-sizing-3 §5.1: a box with only a ratio fills the available inline size.
    const { container, box } = this;
    if (cross === null && this.ratio > 0 && container.contentInline !== INDEFINITE)
      return Math.max(this.mainEdges, container.contentInline - this.mainMargins);
    return container.context.intrinsicSizes(box).minContent;
  }

  private measureBuilder(): SpaceBuilder {
    const { container } = this;
    return new SpaceBuilder(container.context, container.mode, this.box)
      .available(container.isColumn || this.isParallel ? container.contentInline : INDEFINITE, INDEFINITE)
      .percentages(container.contentInline, container.contentBlock)
      .flag(SpaceFlag.Measure | SpaceFlag.ShrinkToFit);
  }

  /** Returns the block size of the contents, if the main axis is the item's block axis. */
  private measureBlockSize(): LU {
    if (this.contentBlockSize !== INDEFINITE) return this.contentBlockSize;
    const { container } = this;
    const builder = this.measureBuilder();
    // The content size ignores a percentage main size, so percentage sizes of the contents are indefinite.
    if (this.mainProperty.hasPercent) builder.percentages(container.contentInline, INDEFINITE);
    const cross = this.definiteCrossSize();
    if (cross !== INDEFINITE) {
      if (container.isColumn) builder.fixedInline(cross);
      else builder.fixedBlock(cross, true);
    }
    const isTable = this.box.kind === BoxKind.TableWrapper;
    // Ignores the table's own height. The rows determine the content size.
    if (isTable) builder.fixedBlock(0, false);
    const result = container.context.layout(this.box, builder.build(), null);
    this.measuredMain = result;
    this.contentBlockSize =
      isTable || this.box.kind === BoxKind.Replaced ? result.fragment.blockSize(this.mode) : result.intrinsicBlockSize;
    return this.contentBlockSize;
  }
}

/**
 * Returns the box that supplies the content sizes: a table's grid box, because its wrapper includes the table's own
 * width.
 */
function contentsOf(box: Box): Box {
  if (box.kind !== BoxKind.TableWrapper) return box;
  return box.children.find((child) => child.kind === BoxKind.Table) ?? box;
}
