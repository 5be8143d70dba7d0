/** Paints pages as they are finished, and lets go of what layout has kept for them. */
import { releaseResults } from '../layout/layout-cache.ts';
import { type Fragment, FragmentFlag } from '../layout/fragment.ts';
import type { Page, PlacedFragment } from '../pages/page.ts';
import type { PageSink } from '../pages/page-sink.ts';
import type { Canvas } from './canvas.ts';
import { paintMarginBoxes, paintPage } from './paint-page.ts';
import type { PaintState } from './paint-context.ts';

/** A page that waits for its margin boxes. */
type IncompletePage = Pick<Page, 'width' | 'height' | 'orientation'>;

export class PagePainter implements PageSink {
  private readonly canvas: Canvas;
  private readonly state: PaintState;
  private readonly afterPage: (pages: number) => Promise<void> | void;
  private readonly incomplete = new Map<number, IncompletePage>();

  /** `afterPage` is called when a page has been painted; a promise: the next one comes after it. */
  constructor(canvas: Canvas, state: PaintState, afterPage: (pages: number) => Promise<void> | void) {
    this.canvas = canvas;
    this.state = state;
    this.afterPage = afterPage;
  }

  takePage(page: Page, isComplete: boolean): Promise<void> | void {
    const { canvas } = this;
    this.state.services.budget.look();
    const turned = page.orientation !== 'upright';
    canvas.beginPage(turned ? page.height : page.width, turned ? page.width : page.height);
    paintPage(page, canvas, this.state);
    if (isComplete) {
      canvas.endPage();
    } else {
      canvas.leavePage(page.index);
      this.incomplete.set(page.index, page);
    }
    if (page.root) releaseFinished(page.root.fragment);
    for (const { fragment } of page.footnotes) releaseFinished(fragment);
    return this.afterPage(page.index + 1);
  }

  completePage(index: number, marginBoxes: readonly PlacedFragment[]): Promise<void> | void {
    this.state.services.budget.look();
    const page = this.incomplete.get(index) as IncompletePage;
    this.incomplete.delete(index);
    this.canvas.returnToPage(index);
    paintMarginBoxes({ ...page, marginBoxes }, this.canvas, this.state);
    this.canvas.endPage();
    return this.afterPage(index + 1);
  }
}

/** Boxes that end on a page aren't laid out again, but for repeated ones. */
function releaseFinished(fragment: Fragment): void {
  if (fragment.type === 'text') return;
  if (fragment.type === 'box') {
    if ((fragment.flags & FragmentFlag.Repeated) !== 0) return;
    if (fragment.breakToken === null) releaseResults(fragment.box);
  }
  for (const child of fragment.children) releaseFinished(child);
}
