/**
 * Places positioned boxes that start on an earlier page than the end of their containing block (css-position-3 §2.1).
 * An example is a badge at the top of a long body whose element comes last. Such boxes are placed once the flow has
 * ended, on the pages where they start and on as many extra pages as they need. Pages that might get one wait for that.
 */
import type { Box } from '../boxes/box.ts';
import type { LayoutContext } from '../layout/contract.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { type Fragmentainers, placeEarlier } from '../layout/fragmentation/earlier-positioned.ts';
import { FragmentsWithColumns, type InnerColumns } from '../layout/fragmentation/inner-columns.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { type LU, LU_PER_PX } from '../units.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import type { FoundCall } from './earlier-calls.ts';
import { FragmentainerSpace } from '../layout/fragmentainer-space.ts';

export class EarlierBoxes implements Fragmentainers {
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  /** Pages that have been sent may come before. */
  readonly startsFlow = false;
  private readonly drafts: Draft[];
  private readonly addPage: () => Draft;
  /** By page index. */
  private readonly placed = new Map<number, PlacedFragment[]>();
  /** The calls within these boxes. */
  readonly calls: FoundCall[] = [];
  /** Includes what is added to columns of the flow. */
  private inside: FragmentsWithColumns | null = null;

  /** `drafts` are all unsent pages in order, and `mode` is the root element's. `addPage` appends a page. */
  constructor(context: LayoutContext, mode: WritingMode, drafts: readonly Draft[], addPage: () => Draft) {
    this.context = context;
    this.mode = mode;
    this.addPage = addPage;
    this.drafts = drafts.filter(({ filled }) => filled !== null);
    [...this.drafts].forEach(({ filled }, i) => {
      if (filled === null || filled.outOfFlow.length === 0) return;
      for (const { candidate, index } of placeEarlier(this, filled.outOfFlow, i)) {
        // Above the first page, there is no other page to go to.
        if (candidate.earlier === null) continue;
        const { fragment, footnotes } = context.layout(candidate.box, candidate.earlier, null);
        this.addFootnotes(index, footnotes);
        this.add(index, fragment, candidate.staticX, candidate.staticY);
      }
    });
  }

  /** Returns the boxes placed on a page, relative to its area's corner. */
  on({ index }: Draft): readonly PlacedFragment[] {
    return this.placed.get(index) ?? [];
  }

  /** Returns a page with what has been added to its columns. */
  withColumnsFilled(draft: Draft): Draft {
    const { filled } = draft;
    if (this.inside === null || filled === null || filled.root === null) return draft;
    const { root } = filled;
    const fragment = this.inside.filled(root.fragment);
    return fragment === root.fragment ? draft : { ...draft, filled: filled.withRoot({ ...root, fragment }) };
  }

  get count(): number {
    return this.drafts.length;
  }

  start(index: number): LU {
    return this.at(index).filled?.textStart ?? 0;
  }

  end(index: number): LU {
    return this.at(index).filled?.textEnd ?? 0;
  }

  width(index: number): LU {
    return this.area(index).width;
  }

  space(index: number): FragmentainerSpace {
    const { width, height } = this.area(index);
    const end = this.end(index);
    // Pages with notes only have no text, but may have positioned boxes.
    const room = end > this.start(index) ? end : this.mode.blockOf(width, height);
    return FragmentainerSpace.page(Math.max(LU_PER_PX, room));
  }

  add(index: number, fragment: BoxFragment, x: LU, y: LU): void {
    const page = this.at(index).index;
    const placed = this.placed.get(page) ?? [];
    placed.push({ fragment, x, y });
    this.placed.set(page, placed);
  }

  columnsOf(container: Box): InnerColumns {
    this.inside ??= new FragmentsWithColumns(
      this.context,
      this.drafts.map(({ filled }) => filled?.root?.fragment ?? null),
      (index, boxes) => this.addFootnotes(index, boxes),
    );
    return this.inside.columnsOf(container);
  }

  /** Records calls for the next round, because the pages are already full. */
  addFootnotes(index: number, boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    const page = this.at(index).index;
    for (const box of boxes) this.calls.push({ box, page });
  }

  private at(index: number): Draft {
    while (this.count <= index) this.drafts.push(this.addPage());
    return this.drafts[index]!;
  }

  private area(index: number): { readonly width: LU; readonly height: LU } {
    const { filled } = this.at(index);
    return filled === null ? { width: 0, height: 0 } : filled.question;
  }
}
