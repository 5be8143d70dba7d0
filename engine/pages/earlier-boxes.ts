/**
 * Positioned boxes that begin on an earlier page than the one on which their containing block ends (css-position-3 §2.1): a badge at the top of a long body, written at its end.
 * They are put on the pages where they begin once the flow has ended; pages that might get one wait for that.
 */
import type { Box } from '../boxes/box.ts';
import { FragmentainerSpace } from '../layout/constraint-space.ts';
import type { LayoutContext } from '../layout/contract.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { type Fragmentainers, placeEarlier } from '../layout/fragmentation/earlier-positioned.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { type LU, LU_PER_PX } from '../units.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';

export class EarlierBoxes implements Fragmentainers {
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  /** Pages that have left may come before. */
  readonly startsFlow = false;
  private readonly drafts: readonly Draft[];
  private readonly placed = new Map<Draft, PlacedFragment[]>();

  /** `drafts`: all pages that haven't left, in order; `mode`: the root element's. */
  constructor(context: LayoutContext, mode: WritingMode, drafts: readonly Draft[]) {
    this.context = context;
    this.mode = mode;
    this.drafts = drafts.filter(({ filled }) => filled !== null);
    this.drafts.forEach(({ filled }, i) => {
      if (filled === null) return;
      for (const { candidate, index } of placeEarlier(this, filled.outOfFlow, i)) {
        // Above the first page: nowhere else to go.
        if (candidate.earlier === null) continue;
        const { fragment } = context.layout(candidate.box, candidate.earlier, null);
        this.add(index, fragment, candidate.staticX, candidate.staticY);
      }
    });
  }

  /** Those that stand on a page, from its area's corner. */
  on(draft: Draft): readonly PlacedFragment[] {
    return this.placed.get(draft) ?? [];
  }

  get count(): number {
    return this.drafts.length;
  }

  blockSize(index: number): LU {
    const { width, height } = this.area(index);
    return Math.max(LU_PER_PX, this.mode.vertical ? width : height);
  }

  width(index: number): LU {
    return this.area(index).width;
  }

  /** The last page takes what reaches past it. */
  space(index: number): FragmentainerSpace {
    return index >= this.count - 1 ? FragmentainerSpace.lastPage() : FragmentainerSpace.page(this.blockSize(index));
  }

  add(index: number, fragment: BoxFragment, x: LU, y: LU): void {
    const draft = this.drafts[index];
    const placed = this.placed.get(draft) ?? [];
    placed.push({ fragment, x, y });
    this.placed.set(draft, placed);
  }

  /** The area for notes of those pages is full already. */
  addFootnotes(_index: number, boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    this.context.diagnostics.warn(
      'layout/footnote',
      'A footnote called from a positioned box that begins on an earlier page than its containing block ends was left out.',
    );
  }

  private area(index: number): { readonly width: LU; readonly height: LU } {
    const { filled } = this.drafts[Math.min(index, this.count - 1)];
    return filled === null ? { width: 0, height: 0 } : filled.question;
  }
}
