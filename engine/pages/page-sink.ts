import type { Page, PlacedFragment } from './page.ts';

/** Receives finished pages in order, either to write and release them or to keep them. */
export interface PageSink {
  /**
   * Takes a page that can no longer change. If `isComplete` is false, its margin boxes depend on later pages and follow
   * with `completePage`. If a promise is returned, the next page waits for it.
   */
  takePage(page: Page, isComplete: boolean): Promise<void> | void;
  /** Adds missing margin boxes to a page. Called after all pages, in their order. */
  completePage(index: number, marginBoxes: readonly PlacedFragment[]): Promise<void> | void;
}

/** Passes pages to two sinks. Only the second may be asynchronous. */
export class TwoSinks implements PageSink {
  private readonly first: PageSink;
  private readonly last: PageSink;

  constructor(first: PageSink, last: PageSink) {
    this.first = first;
    this.last = last;
  }

  takePage(page: Page, isComplete: boolean): Promise<void> | void {
    void this.first.takePage(page, isComplete);
    return this.last.takePage(page, isComplete);
  }

  completePage(index: number, marginBoxes: readonly PlacedFragment[]): Promise<void> | void {
    void this.first.completePage(index, marginBoxes);
    return this.last.completePage(index, marginBoxes);
  }
}

/** Keeps whole pages. */
export class PageList implements PageSink {
  readonly pages: Page[] = [];

  takePage(page: Page): void {
    this.pages.push(page);
  }

  completePage(index: number, marginBoxes: readonly PlacedFragment[]): void {
    this.pages[index] = { ...this.pages[index]!, marginBoxes };
  }
}
