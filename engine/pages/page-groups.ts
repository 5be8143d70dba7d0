/**
 * Page groups (css-gcpm-3 §3.2): the pages that an element with its own `page` name creates. A group starts where such
 * an element starts a page after a forced break, which includes a change of the page's name. A page may belong to
 * nested groups of several names.
 */
import { type Box, BoxFlag } from '../boxes/box.ts';
import { NO_GROUPS } from '../css/at-rules/page.ts';
import type { BlockBreakToken } from '../layout/contract/break-token.ts';
import { firstChildOnPages } from '../layout/fragmentation/page-names.ts';
import { flowToken } from '../layout/fragmentation/next-break.ts';

/** The page names of the elements around the start of a page, outermost first. */
interface NamesAround {
  /** Names of elements that continue from the page before. */
  readonly goingOn: readonly string[];
  /** Names of elements that start here. */
  readonly beginning: readonly string[];
}

export class PageGroups {
  /** The index of the first page of each group of the current page. */
  private starts: ReadonlyMap<string, number> = new Map();

  /**
   * Starts the page with this index at `token` (null: the document's start). `forced` tells whether a forced break
   * precedes it.
   */
  goOn(root: Box, token: BlockBreakToken | null, forced: boolean, index: number): void {
    if (!root.has(BoxFlag.HasNamedPage)) return;
    const { goingOn, beginning } = namesAround(root, token);
    const starts = new Map<string, number>();
    for (const name of goingOn) starts.set(name, this.starts.get(name) ?? index);
    for (const name of beginning) {
      const before = forced || token === null ? undefined : this.starts.get(name);
      starts.set(name, before ?? index);
    }
    this.starts = starts;
  }

  /** Starts a blank page before that place. It belongs to the groups that continue after it. */
  goOnBlank(root: Box, token: BlockBreakToken | null, index: number): void {
    if (!root.has(BoxFlag.HasNamedPage)) return;
    const starts = new Map<string, number>();
    for (const name of namesAround(root, token).goingOn) starts.set(name, this.starts.get(name) ?? index);
    this.starts = starts;
  }

  /** Returns the position of a page in each of its groups, from 1. */
  numbersOn(index: number): ReadonlyMap<string, number> {
    if (this.starts.size === 0) return NO_GROUPS;
    return new Map([...this.starts].map(([name, start]) => [name, index - start + 1]));
  }
}

function namesAround(root: Box, token: BlockBreakToken | null): NamesAround {
  const goingOn: string[] = [];
  const beginning: string[] = [];
  let around = '';
  const take = (box: Box, names: string[]): void => {
    const { page } = box.style.box;
    if (page !== around && page !== '' && page !== 'auto') names.push(page);
    around = page;
  };
  let first: Box | null = token === null ? root : null;
  for (let at = token; at !== null;) {
    take(at.box, goingOn);
    const inner = flowToken(at);
    if (inner?.isBreakBefore) first = inner.box;
    at = inner === null || inner.isBreakBefore ? null : inner;
  }
  for (; first !== null; first = firstChildOnPages(first)) take(first, beginning);
  return { goingOn, beginning };
}

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
