/** Fixed boxes without a containing block of their own: they stand in every page's area (css-position-3 §2.1). */
import type { LayoutContext, OutOfFlowCandidate } from '../layout/contract.ts';
import { FragmentFlag } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { layoutOutOfFlow, shifted } from '../layout/positioned.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';

export class FixedBoxes {
  private readonly context: LayoutContext;
  private readonly mode: WritingMode;
  private readonly candidates: OutOfFlowCandidate[] = [];

  /** `mode`: the root element's. */
  constructor(context: LayoutContext, mode: WritingMode) {
    this.context = context;
    this.mode = mode;
  }

  /** Adds those that a page has brought, but for copies that came with a repeated table header. */
  add({ filled }: Draft): void {
    for (const candidate of filled?.outOfFlow ?? [])
      if (candidate.earlier === null && !candidate.isRepeated) this.candidates.push(candidate);
  }

  /** The boxes laid out in a page's area, in document order. */
  on({ geometry, index, scale }: Draft): PlacedFragment[] {
    const area = {
      x: 0,
      y: 0,
      width: Math.ceil(geometry.initialWidth / scale),
      height: Math.ceil(geometry.initialHeight / scale),
    };
    const placed: PlacedFragment[] = [];
    const queue = [...this.candidates];
    for (let i = 0; i < queue.length; i++) {
      this.context.budget.tick();
      const { result, x, y } = layoutOutOfFlow(this.context, queue[i], area, this.mode);
      // Its copy on a later page is an artifact.
      const fragment = index === 0 ? result.fragment : result.fragment.flagged(FragmentFlag.Repeated);
      placed.push({ fragment, x, y });
      for (const inner of result.outOfFlow) queue.push(shifted(inner, x, y));
    }
    return placed;
  }
}
