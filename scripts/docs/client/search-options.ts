/** How the index is built and read: the site's build and the browser must agree. */
import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';

/** Words of questions that most sections contain. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do for from how i if in into is it my no not of on only or that the to with'.split(' '),
);

/** Generated pages. */
const REFERENCES = /^(?:library|commands|http-api|options|diagnostics|errors|environment|css-properties|support)\.html/;

export const SEARCH_OPTIONS = {
  /** `file`: the words of the guide's file name, which say what it is about. */
  fields: ['title', 'page', 'file', 'text'],
  storeFields: ['title', 'page', 'start'],
  processTerm: (term: string): string | null => {
    const word = term.toLowerCase();
    return STOP_WORDS.has(word) ? null : word;
  },
  searchOptions: {
    boost: { title: 4, page: 2, file: 2 },
    // A reference mentions everything. Guides say how to do it.
    boostDocument: (id: string): number => (REFERENCES.test(id) ? 0.4 : 1),
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND' as const,
  },
};

/** Returns the sections with all words of a query, then those with some. */
export function resultsFor(index: MiniSearch, query: string): SearchResult[] {
  const all = index.search(query);
  const ids = new Set(all.map(({ id }) => id as string));
  const some = index.search(query, { combineWith: 'OR' }).filter(({ id }) => !ids.has(id as string));
  return [...all, ...some];
}
