/** Counters of the page context: `page` goes up by one on every page unless `@page` says otherwise; `pages` is the total (css-page-3 §6.1). */
import type { ComputedStyle } from '../css/computed-style.ts';

export type CounterValues = ReadonlyMap<string, number>;

/** Runs through the pages in order, keeping the values that each page leaves for the next. */
export class PageCounters {
  private readonly values = new Map<string, number>([['page', 0]]);

  /** The values on the next page, whose page context has `style`. `pages` is added when the total is known. */
  advance(style: ComputedStyle): CounterValues {
    const { counterReset, counterIncrement, counterSet } = style.rare;
    for (const change of counterReset) this.values.set(change.name, change.value ?? 0);
    if (
      !counterIncrement.some((change) => change.name === 'page') &&
      !counterReset.some((change) => change.name === 'page')
    ) {
      this.add('page', 1);
    }
    for (const change of counterIncrement) this.add(change.name, change.value ?? 1);
    for (const change of counterSet) this.values.set(change.name, change.value ?? 0);
    return new Map(this.values);
  }

  private add(name: string, by: number): void {
    this.values.set(name, (this.values.get(name) ?? 0) + by);
  }
}
