/** Fixed boxes whose containing block is the page, which are repeated in every page's area (css-position-3 §2.1). */
import type { Box } from '../boxes/box.ts';
import { AnchorIndex } from '../layout/anchors/anchor-index.ts';
import { isAnchored, layoutAnchored } from '../layout/anchors/anchored-placement.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import { FragmentFlag } from '../layout/contract/fragment.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import { layoutOutOfFlow } from '../layout/positioned/positioned.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import { initialRoom } from './page-geometry.ts';
import { remarkOnLostCalls } from './page-remarks.ts';
import type { OutOfFlowCandidate } from '../layout/positioned/out-of-flow-candidate.ts';

export class FixedBoxes {
  private readonly context: LayoutContext;
  private readonly mode: WritingMode;
  private readonly candidates: OutOfFlowCandidate[] = [];

  /** `mode` is the root element's. */
  constructor(context: LayoutContext, mode: WritingMode) {
    this.context = context;
    this.mode = mode;
  }

  /** Adds the fixed boxes found on a page. */
  add({ filled }: Draft): void {
    for (const candidate of filled?.outOfFlow ?? [])
      if (candidate.type === 'candidate') this.candidates.push(candidate);
  }

  /** The boxes that every page repeats. */
  get boxes(): readonly Box[] {
    return this.candidates.map(({ box }) => box);
  }

  /** Returns the boxes laid out in a page's area, in document order. */
  on({ geometry, index, scale, filled }: Draft): PlacedFragment[] {
    const area = { x: 0, y: 0, ...initialRoom(geometry, scale) };
    const placed: PlacedFragment[] = [];
    const anchors = this.anchorsOn(filled?.root ?? null);
    const queue = [...this.candidates];
    for (let i = 0; i < queue.length; i++) {
      this.context.budget.tick();
      const { box } = queue[i]!;
      const byAnchors = isAnchored(box) ? layoutAnchored(this.context, queue[i]!, area, this.mode, anchors) : null;
      const { result, x, y } = byAnchors ?? layoutOutOfFlow(this.context, queue[i]!, area, this.mode);
      anchors?.addFragment(result.fragment, x, y, box, byAnchors?.isHidden);
      if (byAnchors?.isHidden === true) continue;
      if (index === 0) remarkOnLostCalls(this.context.diagnostics, result.footnotes, 'a fixed box');
      // Copies on later pages are artifacts.
      const fragment = index === 0 ? result.fragment : result.fragment.flagged(FragmentFlag.Repeated);
      placed.push({ fragment, x, y });
      const inside = result.outOfFlow.map((inner) => inner.shifted(x, y)).filter((one) => one.type === 'candidate');
      // In document order, because a box may refer to the positions of boxes before it.
      queue.splice(anchors === null ? queue.length : i + 1, 0, ...inside);
    }
    return placed;
  }

  /** Returns the anchors in other content of the page, or null if the document has none. */
  private anchorsOn(root: PlacedFragment | null): AnchorIndex | null {
    const { anchors, budget } = this.context;
    if (anchors === null || this.candidates.length === 0) return null;
    const index = new AnchorIndex(anchors, budget, [], 0, 0);
    if (root !== null) index.addFragment(root.fragment, root.x, root.y, null);
    return index;
  }
}
