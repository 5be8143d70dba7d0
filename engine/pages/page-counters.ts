/**
 * Page counters (css-page-3 §7.1). `page` increases by one on every page unless `@page` changes it, and elements that
 * start on the page may set it. Margin boxes may have their own counters. `pages` is the total.
 */
import type { CounterChanges } from '../boxes/counters.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { PageStyle } from '../style/styler.ts';

type CounterValues = ReadonlyMap<string, number>;

/** The counters in scope on a page. */
export interface CountersOnPage {
  readonly page: CounterValues;
  /** Counters of margin boxes, by box name. */
  readonly margins: ReadonlyMap<string, CounterValues>;
}

const NO_VALUES: CounterValues = new Map();
const NO_MARGINS: CountersOnPage['margins'] = new Map();

/** Processes pages in order and carries each page's values to the next. */
export class PageCounters {
  private readonly values = new Map<string, number>([['page', 0]]);
  private readonly margins = new Map<string, Map<string, number>>();
  /** Initial values of counters that pages increment without resetting them. */
  private readonly atRoot: CounterValues;

  /** `root` is the effect of the root element on counters, whose scope includes all pages. */
  constructor(root: CounterChanges | null = null) {
    const values = new Map<string, number>();
    if (root !== null) apply(values, root, NO_VALUES);
    this.atRoot = values;
  }

  /**
   * Returns the values on the next page. `elements` holds the changes of `page` by elements that start on it; they
   * apply last. `step`: the increment of `page` unless the page overrides it.
   */
  advance(
    style: Pick<PageStyle, 'style' | 'marginBoxes'>,
    elements: readonly CounterChanges[],
    step = 1,
  ): CountersOnPage {
    const { counterReset: reset, counterIncrement, counterSet: set } = style.style.rare;
    const isPage = ({ name }: { name: string }): boolean => name === 'page';
    const implied = !counterIncrement.some(isPage) && !reset.some(isPage);
    const increment = implied
      ? [{ name: 'page', value: step, reversed: false }, ...counterIncrement]
      : counterIncrement;
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

/** `before` provides the values of counters that don't exist yet. */
function apply(values: Map<string, number>, { reset, increment, set }: CounterChanges, before: CounterValues): void {
  for (const { name, value } of reset) values.set(name, value ?? 0);
  for (const { name, value } of increment) values.set(name, (values.get(name) ?? before.get(name) ?? 0) + (value ?? 1));
  for (const { name, value } of set) values.set(name, value ?? 0);
}
