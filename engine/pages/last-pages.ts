/**
 * `@page :last`: the last page of the document or of a page group is known only after layout. A round therefore assumes
 * the result of the previous one.
 */
/** The names of the groups that end with a page, by page index. '' means the document. */
export type LastPages = ReadonlyMap<number, ReadonlySet<string>>;

export const NO_LAST_PAGES: LastPages = new Map();

interface NumberedPage {
  readonly index: number;
  /** The position of the page in each of its groups, from 1. */
  readonly groups: ReadonlyMap<string, number>;
}

export function lastPagesOf(drafts: readonly NumberedPage[]): LastPages {
  const found = new Map<number, Set<string>>();
  const add = (index: number, name: string): void => {
    found.set(index, (found.get(index) ?? new Set()).add(name));
  };
  drafts.forEach(({ index, groups }, i) => {
    const next = drafts[i + 1];
    if (next === undefined) add(index, '');
    // A group continues if the next page has the next number in it.
    for (const [name, number] of groups) if (next?.groups.get(name) !== number + 1) add(index, name);
  });
  return found;
}

export function sameLastPages(a: LastPages, b: LastPages): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([index, names]) => {
    const others = b.get(index);
    return others !== undefined && others.size === names.size && [...names].every((name) => others.has(name));
  });
}
