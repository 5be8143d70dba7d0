/**
 * Positioned boxes whose containing block belongs to pages. Absolute ones stand in the initial containing block, and flow on over pages from where they
 * begin, a parallel flow beside the document's own; fixed ones stand in every page's area (css-position-3 §2.1, css-break-3 §4.1).
 */
import { BoxFlag } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import { SpaceBuilder } from '../layout/constraint-space.ts';
import { BreakAppeal, FragmentainerSpace, type LayoutContext, type LayoutResult, type OutOfFlowCandidate } from '../layout/contract.ts';
import { nextPage } from '../layout/fragmentation/next-break.ts';
import { BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import { layoutOutOfFlow, shifted } from '../layout/positioned.ts';
import type { LU } from '../units.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft, PageFlow } from './page-flow.ts';

const isFixed = (candidate: OutOfFlowCandidate): boolean => candidate.box.style.box.position === 'fixed';

export class PagePositioned {
  private readonly flow: PageFlow;
  private readonly context: LayoutContext;
  private readonly budget: Budget;
  /** By page; filled as boxes are met. */
  private readonly placed: PlacedFragment[][] = [];
  private readonly fixed: OutOfFlowCandidate[] = [];

  constructor(flow: PageFlow, context: LayoutContext, budget: Budget) {
    this.flow = flow;
    this.context = context;
    this.budget = budget;
  }

  /** Places the absolute boxes, which may add pages, and collects the fixed ones. */
  placeAbsolute(): void {
    const { drafts } = this.flow;
    for (let i = 0; i < drafts.length; i++) {
      for (const candidate of drafts[i].outOfFlow) this.take(shifted(candidate, 0, this.topOf(i)));
    }
  }

  /** What stands on a page besides the flow: its absolute boxes, and every fixed one. */
  onPage(draft: Draft): PlacedFragment[] {
    return [...(this.placed[draft.index] ?? []), ...this.fixedOn(draft)];
  }

  /** Where a page begins in the coordinates of the whole flow. */
  private topOf(index: number): LU {
    let top = 0;
    for (let i = 0; i < index; i++) top += this.flow.areaOf(this.flow.drafts[i]).height;
    return top;
  }

  private take(candidate: OutOfFlowCandidate): void {
    this.budget.tick();
    if (isFixed(candidate)) this.fixed.push(candidate);
    else this.place(candidate);
  }

  private place(candidate: OutOfFlowCandidate): void {
    const { flow } = this;
    const rect = this.initialRect(flow.drafts[0]);
    const { result, x, y } = layoutOutOfFlow(this.context, candidate, rect, flow.mode);
    let index = 0;
    let top = 0;
    while (index + 1 < flow.drafts.length && y >= top + flow.areaOf(flow.drafts[index]).height) top += flow.areaOf(flow.drafts[index++]).height;
    const room = flow.areaOf(flow.drafts[index]).height - (y - top);
    const fits = result.fragment.height <= room && !forcesBreaks(candidate);
    // Orthogonal to the page's own direction nothing is broken.
    if (fits || flow.mode.vertical) this.add(index, result, x, y - top);
    else this.placeBroken(candidate, result, index, x, y - top);
  }

  /** Lays the box out again in the pages' areas, as wide as it came out whole. */
  private placeBroken(candidate: OutOfFlowCandidate, whole: LayoutResult, first: number, x: LU, y: LU): void {
    const { flow, context } = this;
    const { box } = candidate;
    let token: BlockBreakToken | null = null;
    let offset = y;
    for (let index = first; ; index++) {
      if (index === flow.drafts.length) flow.addEmpty(token === null ? '' : nextPage(token).name);
      const { width, height } = flow.areaOf(flow.drafts[index]);
      const fragmentainer = new FragmentainerSpace('page', height, offset, BreakAppeal.LastResort, offset > 0, true);
      const space = new SpaceBuilder(context, flow.mode, box)
        .available(width, height)
        .percentages(width, height)
        .fixedInline(whole.fragment.width)
        .fragmentainer(fragmentainer)
        .build();
      const result = context.layout(box, space, token);
      this.add(index, result, x, offset);
      if (result.breakToken === null) return;
      token = result.breakToken;
      offset = 0;
    }
  }

  private add(index: number, result: LayoutResult, x: LU, y: LU): void {
    (this.placed[index] ??= []).push({ fragment: result.fragment, x, y });
    const top = this.topOf(index);
    for (const inner of result.outOfFlow) this.take(shifted(inner, x, y + top));
  }

  private initialRect({ geometry }: Draft): { x: LU; y: LU; width: LU; height: LU } {
    const { scale } = this.flow;
    return { x: 0, y: 0, width: Math.ceil(geometry.initialWidth / scale), height: Math.ceil(geometry.initialHeight / scale) };
  }

  private fixedOn(draft: Draft): PlacedFragment[] {
    const placed: PlacedFragment[] = [];
    const rect = this.initialRect(draft);
    const queue = [...this.fixed];
    for (let i = 0; i < queue.length; i++) {
      this.budget.tick();
      const { result, x, y } = layoutOutOfFlow(this.context, queue[i], rect, this.flow.mode);
      placed.push({ fragment: draft.index === 0 ? result.fragment : repeated(result.fragment), x, y });
      for (const inner of result.outOfFlow) queue.push(shifted(inner, x, y));
    }
    return placed;
  }
}

/** Content with page names or forced breaks has to be broken even where it fits. */
function forcesBreaks({ box }: OutOfFlowCandidate): boolean {
  return box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage);
}

/** A fixed box's copy on a later page is an artifact. */
function repeated(f: BoxFragment): BoxFragment {
  return new BoxFragment(
    f.box, f.style, f.writingMode, f.width, f.height, f.border, f.padding, f.children, f.offsets, f.firstBaseline, f.lastBaseline,
    f.flags | FragmentFlag.Repeated, f.breakToken, f.extra,
  );
}
