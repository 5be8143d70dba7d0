import type { Page, PlacedFragment } from './page.ts';

/** Where finished pages go, in order: painted, written and forgotten, or kept for those who look at them. */
export interface PageSink {
  /**
   * Takes a page that nothing can change any more. `isComplete` false: its margin boxes wait for what later pages tell and come by
   * `completePage`. A promise: no more pages before it is fulfilled.
   */
  takePage(page: Page, isComplete: boolean): Promise<void> | void;
  /** The margin boxes that a page was taken without; after all pages, in their order. */
  completePage(index: number, marginBoxes: readonly PlacedFragment[]): Promise<void> | void;
}

/** Gives pages to one sink after the other; the last may ask for time. */
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
