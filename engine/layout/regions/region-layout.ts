/**
 * Lays out the contents of a CSS region: the part of a named flow from the end of the region before it (css-regions-1
 * §2.5, §6). A region is a fragmentainer like a column. If a page or a column around the region ends first, the region
 * continues in the next one. The last region of a chain takes everything that is left.
 */
import type { Box, RegionData } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX, luFromPx, MAX_LU } from '../../units.ts';
import type { BlockBreakToken, BreakToken } from '../contract/break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FlowPoint } from '../contract/region-part.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import { endsPage, isForcedBreak } from '../fragmentation/break-values.ts';
import { endFragment, hasInFlowToken, wholeFragment } from '../fragmentation/end-fragment.ts';
import { forcedBreakValue } from '../fragmentation/next-break.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { edgesAgainst } from '../sizing/box-edges.ts';
import { usedInlineSize } from '../sizing/box-model.ts';
import { maxBlockSizeOf } from '../sizing/sizing-properties.ts';

/** Stands for the unlimited height of a region. */
const ENDLESS: LU = MAX_LU >> 2;

/** Returns the content-based sizes of a region: those of its flow. */
export function intrinsicRegion(context: LayoutContext, box: Box): IntrinsicSizes {
  const thread = threadOf(box);
  return thread === null ? { minContent: 0, maxContent: 0 } : context.intrinsicSizes(thread);
}

const dataOf = ({ data }: Box): RegionData | null => (data?.type === 'region' ? data : null);

const threadOf = (box: Box): Box | null => dataOf(box)?.chain.thread ?? null;

export function layoutRegion(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, token);
  builder.inlineSize = usedInlineSize(context, box, space, builder.edges);
  builder.dependsOnBlockSize = true;
  return new RegionLayout(context, box, space, builder).run();
}

class RegionLayout {
  private readonly context: LayoutContext;
  private readonly box: Box;
  private readonly space: ConstraintSpace;
  private readonly builder: FragmentBuilder;

  constructor(context: LayoutContext, box: Box, space: ConstraintSpace, builder: FragmentBuilder) {
    this.context = context;
    this.box = box;
    this.space = space;
    this.builder = builder;
  }

  run(): LayoutResult {
    const { box } = this;
    const thread = threadOf(box);
    const start = this.start();
    if (thread === null || start === null || start === 'end') return this.finish(start, start, 0);
    const { regions } = this.context;
    const isKnown = regions?.has(box) === true;
    // Running elements and frames have no chains: there, the first region shows the whole flow.
    if (!isKnown && box.children.length === 0) return this.finish(null, null, 0);
    const largestAfter = isKnown ? regions.largestAfter(box) : null;
    const breaks = largestAfter !== null || dataOf(box)?.region?.style.rare.regionFragment === 'break';
    return breaks ? this.fill(thread, start, largestAfter ?? 0) : this.takeRest(thread, start);
  }

  /** Returns where the flow resumes in this fragment. */
  private start(): FlowPoint | null {
    const { context, box, builder } = this;
    if (builder.token !== null) {
      const inner = builder.token.children.find((child) => child.type === 'block');
      return inner?.type === 'block' ? inner : 'end';
    }
    const { regions } = context;
    return regions !== null && regions.has(box) ? regions.startOf(box) : 'start';
  }

  /** Lays out the rest of the flow like the contents of any block. */
  private takeRest(thread: Box, start: FlowPoint): LayoutResult {
    const { builder, space } = this;
    const result = this.layoutThread(thread, start, space.fragmentainer);
    this.takeAll(result);
    const limit = this.limit();
    const end = result.breakToken === null ? 'end' : null;
    const extent = builder.consumedBlockSize + solidExtent(result.fragment);
    const overflows = end !== null && limit !== INDEFINITE && extent > limit + LU_PER_PX;
    return this.finish(start, end, result.fragment.blockSize(builder.mode), overflows);
  }

  /**
   * Fills the region up to its end, or up to the end of the page or column. `largestAfter` is the size of the largest
   * region after it.
   */
  private fill(thread: Box, start: FlowPoint, largestAfter: LU): LayoutResult {
    const { builder, space } = this;
    const outer = space.fragmentainer;
    const limit = this.limit();
    const room = limit === INDEFINITE ? ENDLESS : Math.max(0, limit - builder.consumedBlockSize);
    const endsFirst = outer === null || room <= outer.remaining;
    // Contents that don't fit wait for a larger region.
    const isMore = limit !== INDEFINITE && largestAfter > limit;
    const isAuto = space.percentageBlock === INDEFINITE;
    const inner = endsFirst
      ? FragmentainerSpace.region(Math.max(LU_PER_PX, room), outer, isAuto, isMore)
      : outer.inRegion(false);
    let result = this.layoutThread(thread, start, inner);
    const { breakToken } = result;
    const goesOn = breakToken !== null && outer !== null && goesOnOutside(breakToken, outer, endsFirst);
    // A forced break ends the region above the end of the page.
    if (breakToken !== null && !goesOn && !endsFirst) result = this.layoutThread(thread, start, outer.inRegion(isAuto));
    if (goesOn) this.takeAll(result);
    else {
      builder.addChild(result.fragment, 0, 0);
      builder.takeCandidates(result.outOfFlow);
      builder.addFootnotes(result.footnotes);
      builder.noteExtent(result.blockExtent);
    }
    return this.finish(start, goesOn ? null : (breakToken ?? 'end'), result.fragment.blockSize(builder.mode));
  }

  /** Adds a result that continues in the next fragment of the region. */
  private takeAll(result: LayoutResult): void {
    const { builder } = this;
    builder.addResult(result, 0, 0);
    const { breakToken, appeal } = result;
    if (breakToken !== null) builder.breaks.take(appeal, forcedBreakValue(breakToken) !== 'auto');
  }

  private layoutThread(thread: Box, start: FlowPoint, fragmentainer: FragmentainerSpace | null): LayoutResult {
    const { context, space, builder } = this;
    const inner = new SpaceBuilder(context, builder.mode, thread)
      .available(builder.inlineSize)
      .percentages(builder.inlineSize, space.percentageBlock)
      .fragmentainer(fragmentainer)
      .flag(space.flags & SpaceFlag.Measure)
      .build();
    const result = context.layout(thread, inner, typeof start === 'string' ? null : start);
    builder.firstBaseline = result.fragment.firstBaseline;
    builder.lastBaseline = result.fragment.lastBaseline;
    return result;
  }

  /** Returns the height of the region's content box as far as its style limits it, or INDEFINITE. */
  private limit(): LU {
    const { space, box, builder } = this;
    if (space.percentageBlock !== INDEFINITE) return space.percentageBlock;
    const region = dataOf(box)?.region ?? null;
    return region === null ? INDEFINITE : maxContentSize(region, builder);
  }

  private finish(start: FlowPoint | null, end: FlowPoint | null, size: LU, overflows = false): LayoutResult {
    const { context, box, builder, space } = this;
    const part = { start, end, overflows, resumes: builder.token !== null };
    if (context.regions?.has(box) === true) context.regions.note(box, part);
    const goesOn = hasInFlowToken(builder.tokens);
    const ending = goesOn
      ? endFragment(builder, { fragmentainer: space.fragmentainer, contents: size, goesOn, endEdge: 0 })
      : builder.hasTokens
        ? { ...wholeFragment(size), state: 'ended' as const }
        : wholeFragment(size);
    return builder.finish({ end: ending, intrinsicBlockSize: size, extra: { region: part } });
  }
}

/** Returns where the contents of a fragment end, without the margin after the last one. */
function solidExtent(fragment: BoxFragment): LU {
  const { children, offsets, writingMode: mode } = fragment;
  let end: LU = 0;
  children.forEach((child, i) => {
    const start = mode.blockOffset(offsets[2 * i]!, offsets[2 * i + 1]!, child, fragment);
    end = Math.max(end, start + mode.blockOf(child.width, child.height));
  });
  return end;
}

/** Returns the largest content-box size that `max-height` allows, or INDEFINITE. */
function maxContentSize({ style }: Box, { mode }: FragmentBuilder): LU {
  const most = maxBlockSizeOf(style, mode);
  if (!most.isLength || most.hasPercent) return INDEFINITE;
  const edges = style.box.boxSizing === 'border-box' ? edgesAgainst(style, mode, 0).block : 0;
  return Math.max(0, luFromPx(most.px) - edges);
}

/** Returns whether the region itself continues in the next page or column, instead of passing the rest to the next region. */
function goesOnOutside(token: BlockBreakToken, outer: FragmentainerSpace, endsFirst: boolean): boolean {
  const forced = forcedBreakValue(token);
  if (forced === 'region' || forced === 'always') return false;
  if (forced === 'auto') return !endsFirst;
  return endsPage(forced) ? isForcedBreak(forced, outer) : !endsFirst;
}
