/**
 * Lists of links that show page numbers, as in an index. Links to the same page are listed once, and consecutive pages
 * as a range (`-pagewright-page-range`, docs/paged-media.md).
 */
import type { Element, Node } from '../document/node.ts';
import type { PageReferences } from './page-references.ts';
import { lazily } from '../lazily.ts';

/** A link in a list, or the text before one. */
interface ListPlace {
  /** The target ids of the list's links. */
  readonly targets: readonly string[];
  /** The index of this link. */
  readonly index: number;
  /** The indexes of links that end a range, which the link before begins (`data-range-end`). */
  readonly rangeEnds: readonly number[];
}

/** `joined`: the end of a range, after its first page; `dropped`: within a range, or already listed. */
type Part = 'shown' | 'joined' | 'dropped';

/** Letters and digits, which never occur between the links of a list. */
const WORD = lazily(() => /[\p{L}\p{N}]/u);

/** A link with additional words shows more than its page. */
const saysMore = (link: Element): boolean =>
  link.children.some((child) => child.type === 'element' || WORD().test(child.data));

/** The lists of a document, found on demand. */
export class PageLists {
  private readonly targetOf: (link: Element) => string | null;
  private readonly lists = new Map<Element, ReadonlyMap<Node, ListPlace>>();

  /** `targetOf`: the target id of a link in a list; null for other links. */
  constructor(targetOf: (link: Element) => string | null) {
    this.targetOf = targetOf;
  }

  /** Returns the position of a node in a list, or null. */
  placeOf(node: Node): ListPlace | null {
    const { parent } = node;
    if (parent === null) return null;
    let places = this.lists.get(parent);
    if (places === undefined) this.lists.set(parent, (places = this.placesIn(parent)));
    return places.get(node) ?? null;
  }

  private placesIn(parent: Element): ReadonlyMap<Node, ListPlace> {
    const places = new Map<Node, ListPlace>();
    let targets: string[] = [];
    let rangeEnds: number[] = [];
    let between: Node[] = [];
    for (const child of parent.children) {
      const target = child.type === 'text' || saysMore(child) ? null : this.targetOf(child);
      if (child.type === 'text' && !WORD().test(child.data)) {
        between.push(child);
      } else if (target === null) {
        targets = [];
        rangeEnds = [];
        between = [];
      } else {
        const place = { targets, index: targets.length, rangeEnds };
        if (child.type === 'element' && child.attribute('data-range-end') !== null) rangeEnds.push(place.index);
        if (targets.length > 0) for (const text of between) places.set(text, place);
        places.set(child, place);
        targets.push(target);
        between = [];
      }
    }
    return places;
  }
}

/** Returns how to show the page of a link. */
export function partOf({ targets, index, rangeEnds }: ListPlace, pages: PageReferences | null): Part {
  const page = (i: number): number | null =>
    i < 0 || i >= targets.length ? null : (pages?.targetCounter(targets[i]!, 'page')?.at(-1) ?? null);
  const own = page(index);
  const before = page(index - 1);
  if (own === null || before === null) return 'shown';
  if (own === before) return 'dropped';
  if (rangeEnds.length > 0) {
    if (rangeEnds.some((end) => end < index && (page(end) ?? 0) >= own)) return 'dropped';
    if (rangeEnds.includes(index)) return 'joined';
  }
  if (own !== before + 1) return 'shown';
  let next = index + 1;
  while (page(next) === own) next++;
  return page(next) === own + 1 ? 'dropped' : 'joined';
}
