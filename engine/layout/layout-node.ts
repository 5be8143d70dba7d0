/**
 * Dispatches layout by box kind, with the cache in front. Algorithms recurse through the LayoutContext created here and
 * never import each other.
 */
import { isMulticol } from '../boxes/display.ts';
import type { AnchorNames } from '../boxes/anchor-names.ts';
import { type Box, BoxFlag, BoxKind, type RegionTree } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ImageStore } from '../images/image.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../units.ts';
import { contentBlockBasis, usesBlockBasis } from './sizing/block-percentages.ts';
import { layoutBlock } from './block/block-layout.ts';
import { layoutFieldset } from './block/fieldset.ts';
import { intrinsicBlock, intrinsicContent } from './block/intrinsic-block.ts';
import { intrinsicMarkerShape, layoutMarkerShape, markerShapeOf } from './fragments/list-marker.ts';
import { edgesAgainst, writingModeOf } from './sizing/box-edges.ts';
import { Containment, containmentOf } from '../boxes/containment.ts';
import { containedSize } from './sizing/box-model.ts';
import type { BreakToken } from './contract/break-token.ts';
import { sliceOf, slicesBefore } from './fragmentation/monolithic-slices.ts';
import { SpaceBuilder } from './contract/space-builder.ts';
import type {
  DrawnImages,
  IntrinsicSizes,
  LayoutContext,
  QueriedContainers,
  TextServices,
} from './contract/contract.ts';
import { type ConstraintSpace, type LentGrid, SpaceFlag } from './contract/constraint-space.ts';
import { intrinsicFlex } from './flex/flex-intrinsic.ts';
import { layoutFlex } from './flex/flex-layout.ts';
import { WritingMode } from './contract/geometry.ts';
import { intrinsicGrid } from './grid/grid-intrinsic.ts';
import { layoutGrid } from './grid/grid-layout.ts';
import { layoutAnnotation } from './inline/ruby/annotation-layout.ts';
import { intrinsicMath, layoutMath } from './math/math-layout.ts';
import { LayoutCache, MAX_RESULTS } from './cache/layout-cache.ts';
import { intrinsicMulticol, NO_CONTENT } from './multicol/column-geometry.ts';
import { layoutMulticol } from './multicol/multicol-layout.ts';
import { intrinsicReplaced, layoutReplaced } from './replaced/replaced.ts';
import { isCompressibleControl } from './replaced/replaced-size.ts';
import { intrinsicTable, intrinsicTableWrapper, layoutTable, layoutTableWrapper } from './table/table-layout.ts';
import { RegionEnds } from './regions/region-ends.ts';
import { intrinsicRegion, layoutRegion } from './regions/region-layout.ts';
import { isMonolithic } from './sizing/box-facts.ts';
import type { EarlyBreak } from './fragmentation/break-appeal.ts';
import type { LayoutResult } from './contract/layout-result.ts';

interface LayoutContextOptions {
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly text: TextServices;
  readonly images?: ImageStore;
  readonly drawnImages?: DrawnImages;
  readonly anchors?: AnchorNames | null;
  readonly containers?: QueriedContainers | null;
  /** The regions of named flows. */
  readonly regions?: RegionTree | null;
  /** Size of the initial containing block: the first page's area, in LU. */
  readonly initialWidth: LU;
  readonly initialHeight: LU;
  readonly quirks: boolean;
  readonly lineHeightQuirk: boolean;
  /**
   * Maximum number of cached results per box, `MAX_RESULTS` by default. 0 disables the cache, with a cost that
   * multiplies with nesting. Tests use this to compare results.
   */
  readonly keptResults?: number;
  readonly keepsTracks?: boolean;
}

export function createLayoutContext(options: LayoutContextOptions): LayoutContext {
  return new Context(options);
}

class Context implements LayoutContext {
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly text: TextServices;
  readonly images: ImageStore | null;
  readonly drawnImages: DrawnImages | null;
  readonly anchors: AnchorNames | null;
  readonly containers: QueriedContainers | null;
  readonly regions: RegionEnds | null;
  readonly quirks: boolean;
  readonly lineHeightQuirk: boolean;
  readonly keepsTracks: boolean;
  private readonly initial: { readonly width: LU; readonly height: LU; isUsed: boolean };
  private readonly keptResults: number;

  constructor(options: LayoutContextOptions) {
    this.budget = options.budget;
    this.diagnostics = options.diagnostics;
    this.text = options.text;
    this.images = options.images ?? null;
    this.drawnImages = options.drawnImages ?? null;
    this.anchors = options.anchors ?? null;
    this.containers = options.containers ?? null;
    const { regions = null } = options;
    this.regions = regions === null ? null : new RegionEnds(regions);
    this.initial = { width: options.initialWidth, height: options.initialHeight, isUsed: false };
    this.quirks = options.quirks;
    this.lineHeightQuirk = options.lineHeightQuirk;
    this.keptResults = options.keptResults ?? MAX_RESULTS;
    this.keepsTracks = options.keepsTracks ?? false;
  }

  get initialWidth(): LU {
    this.initial.isUsed = true;
    return this.initial.width;
  }

  get initialHeight(): LU {
    this.initial.isUsed = true;
    return this.initial.height;
  }

  get usesInitialSize(): boolean {
    return this.initial.isUsed;
  }

  layout(box: Box, space: ConstraintSpace, token: BreakToken | null, early: EarlyBreak | null = null): LayoutResult {
    this.budget.tick();
    if (space.fragmentainer !== null && !space.has(SpaceFlag.AnonymousFlow)) {
      if (isMonolithic(box) || space.has(SpaceFlag.Orthogonal)) return this.layoutMonolithic(box, space, token);
    }
    // Avoids further function calls: documents nest deeply, and the stack is limited.
    const isKept = this.keptResults > 0 && early === null && (token === null || space.has(SpaceFlag.NestedColumn));
    const cache = isKept ? LayoutCache.of(box) : null;
    const known = cache === null ? null : cache.find(box, space, token);
    const regions = this.regions?.isAround(box) === true ? this.regions : null;
    if (known !== null && (regions === null || regions.recall(box, known))) return known;
    let result = dispatch(this, box, space, token, early);
    // Overflow of a clipping box that ends here makes no pages.
    if (result.status === 'clips-break' && space.fragmentainer !== null)
      result = dispatch(this, box, space.withFragmentainer(space.fragmentainer.withoutEnd()), token, null);
    if (cache !== null) cache.store(space, token, result, this.keptResults);
    regions?.remember(box, result);
    return result;
  }

  private layoutMonolithic(box: Box, space: ConstraintSpace, token: BreakToken | null): LayoutResult {
    const before = slicesBefore(token?.type === 'block' ? token : null);
    const whole = before === null ? this.layout(box, space.withFragmentainer(null), null) : before.whole;
    return sliceOf(box, space, whole, before);
  }

  intrinsicSizes(box: Box, contentBlock: LU = INDEFINITE, lent: LentGrid | null = null): IntrinsicSizes {
    const known =
      contentBlock === INDEFINITE ? contentBlockBasis(this, box, writingModeOf(box.style), INDEFINITE) : contentBlock;
    const blockBasis = known !== INDEFINITE && usesBlockBasis(this, box) ? known : INDEFINITE;
    const cache = LayoutCache.of(box);
    const cached = cache.findIntrinsic(blockBasis, lent);
    if (cached !== null) return cached;
    this.budget.tick();
    const sizes = intrinsic(this, box, blockBasis, lent);
    cache.storeIntrinsic(blockBasis, lent, sizes);
    return sizes;
  }

  measureOrthogonal(box: Box, room: LU = INDEFINITE): LU {
    const mode = writingModeOf(box.style);
    const across = mode.vertical ? WritingMode.HORIZONTAL_LTR : WritingMode.of('vertical-lr', 'ltr');
    const space = new SpaceBuilder(this, across, box).flag(SpaceFlag.Measure).available(INDEFINITE, room).build();
    return this.layout(box, space, null).fragment.blockSize(mode);
  }
}

function dispatch(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  if (space.has(SpaceFlag.AnonymousFlow)) {
    // A fieldset's contents may flow in columns, which are anonymous parts as well.
    const isColumns = box.kind === BoxKind.Fieldset && isMulticol(box.style) && !space.has(SpaceFlag.ColumnFlow);
    return (isColumns ? layoutMulticol : layoutBlock)(context, box, space, token, early);
  }
  switch (box.kind) {
    case BoxKind.Replaced:
      return layoutReplaced(context, box, space, token);
    case BoxKind.TableWrapper:
      return layoutTableWrapper(context, box, space, token, early);
    case BoxKind.Table:
      return layoutTable(context, box, space, token, early);
    case BoxKind.Flex:
      return layoutFlex(context, box, space, token, early);
    case BoxKind.Grid:
      return layoutGrid(context, box, space, token, early);
    case BoxKind.Multicol:
      return layoutMulticol(context, box, space, token, early);
    case BoxKind.Fieldset:
      return layoutFieldset(context, box, space, token, early);
    case BoxKind.RubyText:
      return layoutAnnotation(context, box, space);
    case BoxKind.Math:
      return layoutMath(context, box, space, token);
    case BoxKind.TableCell:
      if (isMulticol(box.style)) return layoutMulticol(context, box, space, token, early);
      return layoutBlock(context, box, space, token, early);
    case BoxKind.Region:
      return layoutRegion(context, box, space, token);
    case BoxKind.Marker: {
      const shape = markerShapeOf(box);
      return shape === null
        ? layoutBlock(context, box, space, token, early)
        : layoutMarkerShape(context, box, space, shape);
    }
    default:
      return layoutBlock(context, box, space, token, early);
  }
}

/** `contentBlock` and `lent` are as for `LayoutContext.intrinsicSizes`. */
function intrinsic(context: LayoutContext, box: Box, contentBlock: LU, lent: LentGrid | null): IntrinsicSizes {
  const sizes = intrinsicByKind(context, box, contentBlock, lent);
  if (!box.has(BoxFlag.Compressible)) return sizes;
  const mode = writingModeOf(box.style);
  const edges = edgesAgainst(box.style, mode, 0).inline;
  const isRounded = box.kind === BoxKind.Flex && box.style.rare.fieldSizing === 'fixed';
  const { minContent, maxContent } = isRounded ? wholePixels(sizes, edges) : sizes;
  return { minContent: isCompressibleControl(box, mode) ? edges : minContent, maxContent };
}

/**
 * Rounds up the sizes inside a field's or menu's edges to whole px, as browsers do. A menu's size is that of its
 * longest option.
 */
function wholePixels({ minContent, maxContent }: IntrinsicSizes, edges: LU): IntrinsicSizes {
  const rounded = (size: LU): LU => Math.ceil((size - edges) / LU_PER_PX) * LU_PER_PX + edges;
  return { minContent: rounded(minContent), maxContent: rounded(maxContent) };
}

function intrinsicByKind(context: LayoutContext, box: Box, contentBlock: LU, lent: LentGrid | null): IntrinsicSizes {
  const contained = box.kind === BoxKind.Replaced ? INDEFINITE : containedSize(box, writingModeOf(box.style), 'inline');
  if (contained !== INDEFINITE) {
    const size = contained + edgesAgainst(box.style, writingModeOf(box.style), 0).inline;
    return { minContent: size, maxContent: size };
  }
  switch (box.kind) {
    case BoxKind.Replaced:
      return intrinsicReplaced(context, box, contentBlock);
    case BoxKind.TableWrapper:
      return intrinsicTableWrapper(context, box);
    case BoxKind.Table:
      return intrinsicTable(context, box);
    case BoxKind.Flex:
      return intrinsicFlex(context, box, contentBlock);
    case BoxKind.Grid:
      return intrinsicGrid(context, box, contentBlock, lent);
    case BoxKind.Multicol:
      if ((containmentOf(box.kind, box.style) & Containment.InlineSize) !== 0)
        return intrinsicMulticol(context, box, NO_CONTENT, contentBlock);
      return intrinsicColumns(context, box, contentBlock);
    case BoxKind.Math:
      return intrinsicMath(context, box);
    case BoxKind.Region:
      return intrinsicRegion(context, box);
    // css-multicol-1 §2: table cells and fieldsets keep their kind as multicol containers.
    case BoxKind.Fieldset:
    case BoxKind.TableCell:
      return isMulticol(box.style)
        ? intrinsicColumns(context, box, contentBlock)
        : intrinsicBlock(context, box, contentBlock);
    case BoxKind.Marker: {
      const shape = markerShapeOf(box);
      return shape === null ? intrinsicBlock(context, box, contentBlock) : intrinsicMarkerShape(context, box, shape);
    }
    default:
      return intrinsicBlock(context, box, contentBlock);
  }
}

function intrinsicColumns(context: LayoutContext, box: Box, contentBlock: LU): IntrinsicSizes {
  const content = intrinsicContent(context, box, writingModeOf(box.style), contentBlock);
  return intrinsicMulticol(context, box, content, contentBlock);
}
