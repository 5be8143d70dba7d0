/** Paints finished pages and releases their layout data. */
import { releaseFinished } from '../layout/cache/layout-cache.ts';
import type { Page, PlacedFragment } from '../pages/page.ts';
import type { PageSink } from '../pages/page-sink.ts';
import { DisplayListBuilder, type PageOutput } from './display-list.ts';
import { placeOf } from './paper.ts';
import { sheetMargin } from './printer-marks.ts';
import { paintMarginBoxes, paintPage } from './paint-page.ts';
import type { PaintState } from './paint-context.ts';

/** A page that waits for its margin boxes. */
type IncompletePage = Pick<Page, 'width' | 'height' | 'orientation' | 'bleed' | 'marks'>;

export class PagePainter implements PageSink {
  private readonly output: PageOutput;
  private readonly state: PaintState;
  private readonly afterPage: (pages: number) => Promise<void> | void;
  private readonly incomplete = new Map<number, IncompletePage>();
  private readonly isWanted: (index: number) => boolean;
  /** Number of pages painted so far. */
  painted = 0;

  /**
   * Creates the painter. Pages whose index `isWanted` rejects are released without being painted. `afterPage` is called
   * after each painted page. If it returns a promise, the next page waits for it.
   */
  constructor(
    output: PageOutput,
    state: PaintState,
    isWanted: (index: number) => boolean,
    afterPage: (pages: number) => Promise<void> | void,
  ) {
    this.output = output;
    this.state = state;
    this.isWanted = isWanted;
    this.afterPage = afterPage;
  }

  takePage(page: Page, isComplete: boolean): Promise<void> | void {
    this.state.services.budget.look();
    if (this.isWanted(page.index)) this.paint(page, isComplete);
    if (page.root) releaseFinished(page.root.fragment);
    for (const { fragment } of [...page.floats, ...page.footnotes, ...page.marginNotes, ...page.marginBoxes])
      releaseFinished(fragment);
    return this.afterPage(page.index + 1);
  }

  private paint(page: Page, isComplete: boolean): void {
    const { output } = this;
    this.painted++;
    const margin = sheetMargin(page);
    const { width, height, isExact } = placeOf(page, this.state.services.paper);
    const trim = margin === 0 || !isExact ? null : { page: margin, bleed: margin - page.bleed };
    output.beginPage(width, height, trim, page.label);
    const canvas = new DisplayListBuilder();
    paintPage(page, canvas, this.state);
    output.draw(canvas.list);
    if (isComplete) {
      output.endPage();
    } else {
      output.leavePage(page.index);
      this.incomplete.set(page.index, page);
    }
  }

  completePage(index: number, marginBoxes: readonly PlacedFragment[]): Promise<void> | void {
    this.state.services.budget.look();
    const page = this.incomplete.get(index);
    if (page !== undefined) {
      this.incomplete.delete(index);
      this.output.returnToPage(index);
      const canvas = new DisplayListBuilder();
      paintMarginBoxes({ ...page, marginBoxes }, canvas, this.state);
      this.output.draw(canvas.list);
      this.output.endPage();
    }
    // Margin boxes are created anew for each page, including the contents of running elements.
    for (const { fragment } of marginBoxes) releaseFinished(fragment);
    return page === undefined ? undefined : this.afterPage(index + 1);
  }
}
