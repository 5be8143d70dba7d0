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
import { type Fragmentainer, FragmentationRoot } from '../layout/positioned/fragmentation-root.ts';
import { assertInvariant } from '../invariant.ts';
import { LU_PER_PX } from '../units.ts';
import type { PutOver } from './moved-boxes.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import type { FoundCall } from './sent-back-calls.ts';

/** The boxes placed on each page, relative to its area's corner, and the calls in them. */
export interface SentBackBoxes {
  readonly placed: ReadonlyMap<number, readonly PlacedFragment[]>;
  /** For the next round, because the pages are already full. */
  readonly calls: readonly FoundCall[];
}

/**
 * Places the boxes. `drafts` are all unsent pages in order, and `root` is the root element's box. Boxes become part of
 * the flow in `tree`; on pages without a flow, they are passed to `putOver`. `addPage` appends a page.
 */
export function placeSentBackBoxes(
  context: LayoutContext,
  root: Box,
  drafts: readonly Draft[],
  tree: FragmentTree,
  putOver: PutOver,
  addPage: () => Draft,
): SentBackBoxes {
  const pages = drafts.filter(({ filled }) => filled !== null);
  const fragmentainerOf = ({ filled }: Draft): Fragmentainer => {
    assertInvariant(filled !== null, 'positioned boxes skip blank pages');
    const { input, textStart: start, textEnd: end } = filled;
    const { width, height } = input;
    // Pages with notes only have no text, but may have positioned boxes.
    const room = end > start ? end : writingModeOf(root.style).blockOf(width, height);
    const space = FragmentainerSpace.page(Math.max(LU_PER_PX, room));
    const { fragment, x, y } = filled.root ?? { fragment: null, x: 0, y: 0 };
    return { fragment, outer: null, x, y, width, start, end, space };
  };
  const addAnother = (): Fragmentainer => {
    const page = addPage();
    pages.push(page);
    return fragmentainerOf(page);
  };
  // Pages that have been sent may come before.
  const flow = new FragmentationRoot(context, root, false, pages.map(fragmentainerOf), addAnother, tree);
  pages
    .map(({ filled }) => filled?.outOfFlow ?? [])
    .forEach((candidates, i) => {
      for (const { candidate, index, home } of flow.place(candidates, i)) {
        if (candidate.type === 'candidate') continue;
        // Above the first page, there is no other page to go to.
        const { box, space, x, y } = candidate;
        flow.add(index, context.layout(box, space, null), home, x, y);
      }
    });
  const placed = new Map<number, PlacedFragment[]>();
  const calls: FoundCall[] = [];
  for (const { index, result, x, y, isInFlow } of flow.placed) {
    const { fragment, footnotes } = result;
    const page = pages[index]!.index;
    for (const box of footnotes) calls.push({ box, page });
    addTo(placed, page, { fragment, x, y });
    if (!isInFlow) putOver(page, () => fragment, x, y);
  }
  return { placed, calls };
}
