/**
 * Places positioned boxes that start on an earlier page than the end of their containing block (css-position-3 §2.1).
 * An example is a badge at the top of a long body whose element comes last. Such boxes are placed once the flow has
 * ended, on the pages where they start and on as many extra pages as they need. Pages that might get one wait for that.
 */
import { addTo } from '../grouped.ts';
import type { Box } from '../boxes/box.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import { FragmentainerSpace } from '../layout/contract/fragmentainer-space.ts';
import { writingModeOf } from '../layout/sizing/box-edges.ts';
import type { FragmentTree } from '../layout/positioned/fragment-tree.ts';
import {
  type Fragmentainer,
  type FragmentainerOwner,
  FragmentationRoot,
} from '../layout/positioned/fragmentation-root.ts';
import { assertInvariant } from '../invariant.ts';
import { LU_PER_PX } from '../units.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import type { FoundCall } from './sent-back-calls.ts';

export class SentBackBoxes {
  /** The calls within these boxes, for the next round, because the pages are already full. */
  readonly calls: FoundCall[] = [];
  /** By page index. */
  private readonly placed = new Map<number, (PlacedFragment & { readonly isInFlow: boolean })[]>();

  /**
   * `drafts` are all unsent pages in order, and `root` is the root element's box. The boxes are added to `tree`. `addPage`
   * appends a page.
   */
  constructor(context: LayoutContext, root: Box, drafts: readonly Draft[], tree: FragmentTree, addPage: () => Draft) {
    const pages = drafts.filter(({ filled }) => filled !== null);
    const fragmentainerOf = ({ filled }: Draft): Fragmentainer => {
      assertInvariant(filled !== null, 'positioned boxes skip blank pages');
      const { input, textStart: start, textEnd: end } = filled;
      const { width, height } = input;
      // Pages with notes only have no text, but may have positioned boxes.
      const room = end > start ? end : writingModeOf(root.style).blockOf(width, height);
      const space = FragmentainerSpace.page(Math.max(LU_PER_PX, room));
      const { fragment, x, y } = filled.root ?? { fragment: null, x: 0, y: 0 };
      return { fragment, x, y, width, start, end, space };
    };
    const owner: FragmentainerOwner = {
      addFragmentainer: () => {
        const page = addPage();
        pages.push(page);
        return fragmentainerOf(page);
      },
      placed: (i, { fragment, footnotes }, x, y, isInFlow) => {
        const { index } = pages[i]!;
        for (const box of footnotes) this.calls.push({ box, page: index });
        addTo(this.placed, index, { fragment, x, y, isInFlow });
      },
    };
    // Pages that have been sent may come before.
    const flow = new FragmentationRoot(context, root, false, pages.map(fragmentainerOf), owner, tree);
    pages
      .map(({ filled }) => filled?.outOfFlow ?? [])
      .forEach((candidates, i) => {
        for (const { candidate, index, home } of flow.place(candidates, i)) {
          const { box, sentBack, staticX, staticY } = candidate;
          // Above the first page, there is no other page to go to.
          if (sentBack !== null) flow.add(index, context.layout(box, sentBack.space, null), home, staticX, staticY);
        }
      });
  }

  /** Returns the boxes placed on a page, relative to its area's corner. */
  on({ index }: Draft): readonly PlacedFragment[] {
    return this.placed.get(index) ?? [];
  }

  /** Returns those of them that aren't in the page's flow, because it has none. */
  outsideFlow({ index }: Draft): readonly PlacedFragment[] {
    return (this.placed.get(index) ?? []).filter(({ isInFlow }) => !isInFlow);
  }
}
