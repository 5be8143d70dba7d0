/** What content may ask of the pages, answered from a finished pass over them. */
import type { Box } from '../boxes/box.ts';
import type { ContentPlace, PageReferences } from '../boxes/page-references.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import type { PageContents } from './page-contents.ts';
import type { CounterValues } from './page-counters.ts';

/** Builds the box of a page-margin box from its style; null when its content turns out to be none. */
export type MarginBoxBuilder = (style: ComputedStyle, name: string, references: PageReferences) => Box | null;

/** All that is known after a pass. */
export interface PassResult {
  readonly contents: PageContents;
  /** The page counters of every page. */
  readonly counters: readonly CounterValues[];
  readonly elementById: (id: string) => Element | null;
}

/** Answers as seen from a page, or, for content in the flow (`page` null), from the page where its element begins. */
export function referencesFrom(pass: PassResult, page: number | null): PageReferences {
  const { contents, counters } = pass;
  const pageOf = (place: ContentPlace): number | null =>
    page ?? (place.element ? contents.pageOf(place.element) : null);
  const valuesOn = (at: number | null, name: string): readonly number[] | null => {
    if (name === 'pages') return [counters.length];
    const value = at === null ? undefined : counters[at]?.get(name);
    return value === undefined ? null : [value];
  };
  const references: PageReferences = {
    counter: (name, place) => valuesOn(pageOf(place), name),
    targetCounter(id, name) {
      const element = pass.elementById(id);
      return element && valuesOn(contents.pageOf(element), name);
    },
    string(name, which, place) {
      const at = pageOf(place);
      return at === null ? null : contents.string(name, which, at);
    },
    element(name, which, place) {
      const at = pageOf(place);
      const running = at === null ? null : contents.runningElement(name, which, at);
      return running && running.build(references);
    },
  };
  return references;
}
