/** Finds the counters that `@page` rules use (css-page-3 §7.1), from the text of their declarations. */
import { footnoteAreaOf } from '../css/at-rules/page.ts';
import type { LayeredPageRule } from './rule-set.ts';

export interface PageCounterNames {
  /** Counters that a page context resets, increments or sets. */
  readonly ofPages: ReadonlySet<string>;
  /** Counters that margin boxes and page labels may show. */
  readonly inMargins: ReadonlySet<string>;
}

const CHANGES = new Set(['counter-reset', 'counter-increment', 'counter-set']);
const NAME = /^-?[^\s\d(),-][^\s(),]*$/;
const SHOWN = /(?:counters?|-pagewright-sum)\(\s*([^\s(),]+)/gi;

export function pageCounterNames(rules: readonly LayeredPageRule[]): PageCounterNames {
  const ofPages = new Set<string>();
  const inMargins = new Set<string>();
  for (const { rule } of rules) {
    for (const { name, value } of rule.block.declarations) {
      if (name.endsWith('page-label')) for (const [, counter] of value.matchAll(SHOWN)) inMargins.add(counter!);
      if (!CHANGES.has(name)) continue;
      // Otherwise, a page that only increments the footnote counter would count pages instead of notes.
      const names = value.split(/\s+/).filter((word) => NAME.test(word) && word !== 'none');
      for (const counter of names) if (counter !== 'footnote' || name !== 'counter-increment') ofPages.add(counter);
    }
    for (const { name: box, block } of rule.marginBoxes) {
      if (footnoteAreaOf(box) !== null) continue;
      for (const { value } of block.declarations)
        for (const [, counter] of value.matchAll(SHOWN)) inMargins.add(counter!);
    }
  }
  return { ofPages, inMargins };
}
