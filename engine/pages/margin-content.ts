/** What content on a page may ask of the pages, answered for one of them. */
import type { Box } from '../boxes/box.ts';
import type { PageReferences } from '../boxes/page-references.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { CounterValues } from './page-counters.ts';

/** Builds the box of a page-margin box from its style; null when its content turns out to be none. */
export type MarginBoxBuilder = (style: ComputedStyle, name: string, references: PageReferences) => Box | null;

/** The answers on one page. */
export function referencesOf(counters: CounterValues, totalPages: number): PageReferences {
  return {
    counter(name) {
      if (name === 'pages') return [totalPages];
      const value = counters.get(name);
      return value === undefined ? null : [value];
    },
    targetCounter: () => null,
    string: () => null,
    element: () => null,
  };
}
