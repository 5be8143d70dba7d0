/**
 * Lists of links that name pages, as an index has them: links that lead to the same page are named once, those to pages one after another as a range
 * (`-pagewright-page-range`, docs/paged-media.md).
 */
import type { Element, Node } from '../document/node.ts';
import type { PageReferences } from './page-references.ts';

/** A link of a list, or the text before one. */
export interface ListPlace {
  /** The ids that the links of the list lead to. */
  readonly targets: readonly string[];
  /** Which of them. */
  readonly index: number;
}

/** `joined`: the last of a range, whose first stands before it; `dropped`: within a range, or named already. */
type Part = 'shown' | 'joined' | 'dropped';

/** Letters and digits: what stands between links of a list has none. */
const WORD = /[\p{L}\p{N}]/u;

/** A link with words of its own isn't about its page alone. */
const saysMore = (link: Element): boolean =>
  link.children.some((child) => child.type === 'element' || WORD.test(child.data));

/** The lists of a document, found as they are asked for. */
export class PageLists {
  private readonly targetOf: (link: Element) => string | null;
  private readonly lists = new Map<Element, ReadonlyMap<Node, ListPlace>>();

  /** `targetOf`: the id of the element that a link of a list leads to; null: it is no such link. */
  constructor(targetOf: (link: Element) => string | null) {
    this.targetOf = targetOf;
  }

  /** Where a node stands in a list; null: in none. */
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
    let between: Node[] = [];
    for (const child of parent.children) {
      const target = child.type === 'text' || saysMore(child) ? null : this.targetOf(child);
      if (child.type === 'text' && !WORD.test(child.data)) {
        between.push(child);
      } else if (target === null) {
        targets = [];
        between = [];
      } else {
        const place = { targets, index: targets.length };
        if (targets.length > 0) for (const text of between) places.set(text, place);
        places.set(child, place);
        targets.push(target);
        between = [];
      }
    }
    return places;
  }
}

/** What becomes of the page that a link names. */
export function partOf({ targets, index }: ListPlace, pages: PageReferences | null): Part {
  const page = (i: number): number | null =>
    i < 0 || i >= targets.length ? null : (pages?.targetCounter(targets[i]!, 'page')?.at(-1) ?? null);
  const own = page(index);
  const before = page(index - 1);
  if (own === null || before === null) return 'shown';
  if (own === before) return 'dropped';
  if (own !== before + 1) return 'shown';
  let next = index + 1;
  while (page(next) === own) next++;
  return page(next) === own + 1 ? 'dropped' : 'joined';
}
