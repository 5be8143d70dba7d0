/**
 * Counters of pages (css-page-3 §7.1): `page` goes up by one on every page unless `@page` says otherwise, and elements that begin on the page may change
 * it; margin boxes may have counters of their own. `pages` is the total.
 */
import type { CounterChanges } from '../boxes/counters.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { PageStyle } from '../style/styler.ts';

export type CounterValues = ReadonlyMap<string, number>;

/** The counters that are in scope on one page. */
export interface CountersOnPage {
  readonly page: CounterValues;
  /** Of margin boxes that count, by their name. */
  readonly margins: ReadonlyMap<string, CounterValues>;
}

const NO_VALUES: CounterValues = new Map();
const NO_MARGINS: CountersOnPage['margins'] = new Map();

/** Runs through the pages in order, keeping the values that each page leaves for the next. */
export class PageCounters {
  private readonly values = new Map<string, number>([['page', 0]]);
  private readonly margins = new Map<string, Map<string, number>>();
  /** Where those that pages count without resetting them begin. */
  private readonly atRoot: CounterValues;

  /** `root`: what the root element does to counters, which are around all pages; left out: nothing. */
  constructor(root: CounterChanges | null = null) {
    const values = new Map<string, number>();
    if (root !== null) apply(values, root, NO_VALUES);
    this.atRoot = values;
  }

  /** The values on the next page. `elements`: what elements that begin on it do to `page`; it is as they leave it. */
  advance(style: Pick<PageStyle, 'style' | 'marginBoxes'>, elements: readonly CounterChanges[]): CountersOnPage {
    const { counterReset: reset, counterIncrement, counterSet: set } = style.style.rare;
    const isPage = ({ name }: { name: string }): boolean => name === 'page';
    const implied = !counterIncrement.some(isPage) && !reset.some(isPage);
    const increment = implied ? [COUNT_PAGE, ...counterIncrement] : counterIncrement;
    apply(this.values, { reset, increment, set }, this.atRoot);
    for (const changes of elements) apply(this.values, changes, this.atRoot);
    return { page: new Map(this.values), margins: this.advanceMargins(style.marginBoxes) };
  }

  private advanceMargins(boxes: ReadonlyMap<string, ComputedStyle>): CountersOnPage['margins'] {
    let counting: Map<string, CounterValues> | null = null;
    for (const [box, { rare }] of boxes) {
      const { counterReset: reset, counterIncrement: increment, counterSet: set } = rare;
      if (reset.length + increment.length + set.length === 0) continue;
      let values = this.margins.get(box);
      if (values === undefined) this.margins.set(box, (values = new Map()));
      apply(values, { reset, increment, set }, this.atRoot);
      counting ??= new Map();
      counting.set(box, new Map(values));
    }
    return counting ?? NO_MARGINS;
  }
}

const COUNT_PAGE = { name: 'page', value: 1, reversed: false };

/** `before`: the values of those that aren't there yet. */
function apply(values: Map<string, number>, { reset, increment, set }: CounterChanges, before: CounterValues): void {
  for (const { name, value } of reset) values.set(name, value ?? 0);
  for (const { name, value } of increment) values.set(name, (values.get(name) ?? before.get(name) ?? 0) + (value ?? 1));
  for (const { name, value } of set) values.set(name, value ?? 0);
}
