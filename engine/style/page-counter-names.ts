/** Which counters `@page` rules are about (css-page-3 §7.1), read from their declarations as they stand. */
import type { LayeredPageRule } from './rule-set.ts';

export interface PageCounterNames {
  /** Those that a page context resets, increments or sets. */
  readonly ofPages: ReadonlySet<string>;
  /** Those that margin boxes may show. */
  readonly inMargins: ReadonlySet<string>;
}

const CHANGES = new Set(['counter-reset', 'counter-increment', 'counter-set']);
const NAME = /^-?[^\s\d(),-][^\s(),]*$/;
const SHOWN = /counters?\(\s*([^\s(),]+)/gi;

export function pageCounterNames(rules: readonly LayeredPageRule[]): PageCounterNames {
  const ofPages = new Set<string>();
  const inMargins = new Set<string>();
  for (const { rule } of rules) {
    for (const { name, value } of rule.block.declarations) {
      if (!CHANGES.has(name)) continue;
      // A page that only increments the notes' counter would count pages, not notes.
      const names = value.split(/\s+/).filter((word) => NAME.test(word) && word !== 'none');
      for (const counter of names) if (counter !== 'footnote' || name !== 'counter-increment') ofPages.add(counter);
    }
    for (const { name: box, block } of rule.marginBoxes) {
      if (box === 'footnote') continue;
      for (const { value } of block.declarations)
        for (const [, counter] of value.matchAll(SHOWN)) inMargins.add(counter!);
    }
  }
  return { ofPages, inMargins };
}
