import { type Element, indexInTree, type Node } from '../../document/node.ts';
import type { SelectorList } from './selector.ts';

/**
 * Computes positions among siblings, counted from 1. Positions that need counting are computed for all children of a
 * parent at once.
 */
export class SiblingPositions {
  private readonly matchesList: (list: SelectorList, element: Element) => boolean;
  private readonly elementCounts = new Map<object, number>();
  private readonly typePositions = new Map<Element, { fromStart: number; fromEnd: number }>();
  private readonly listPositions = new Map<SelectorList, Map<Element, { fromStart: number; fromEnd: number }>>();

  constructor(matchesList: (list: SelectorList, element: Element) => boolean) {
    this.matchesList = matchesList;
  }

  fromEnd(element: Element): number {
    const group = siblingsOf(element);
    if (group === null) return 1;
    let count = this.elementCounts.get(group.key);
    if (count === undefined) {
      count = 0;
      for (const child of group.nodes) if (child.type === 'element') count++;
      this.elementCounts.set(group.key, count);
    }
    return count - indexInTree(element);
  }

  ofType(element: Element, fromEnd: boolean): number {
    const group = siblingsOf(element);
    if (group === null) return 1;
    let position = this.typePositions.get(element);
    if (position === undefined) {
      this.countTypes(group.nodes);
      position = this.typePositions.get(element);
    }
    return position === undefined ? 0 : fromEnd ? position.fromEnd : position.fromStart;
  }

  /** Returns the position among siblings that match the list; 0 if the element doesn't match. */
  ofList(element: Element, list: SelectorList, fromEnd: boolean): number {
    const group = siblingsOf(element);
    if (group === null) return this.matchesList(list, element) ? 1 : 0;
    let positions = this.listPositions.get(list);
    if (positions === undefined) this.listPositions.set(list, (positions = new Map()));
    let position = positions.get(element);
    if (position === undefined) {
      this.countMatching(group.nodes, list, positions);
      position = positions.get(element);
    }
    return position === undefined ? 0 : fromEnd ? position.fromEnd : position.fromStart;
  }

  private countTypes(nodes: readonly Node[]): void {
    const counts = new Map<string, number>();
    const typeOf = (element: Element): string => `${element.tag} ${element.namespace}`;
    for (const child of nodes) {
      if (child.type !== 'element') continue;
      const count = (counts.get(typeOf(child)) ?? 0) + 1;
      counts.set(typeOf(child), count);
      this.typePositions.set(child, { fromStart: count, fromEnd: 0 });
    }
    for (const child of nodes) {
      if (child.type !== 'element') continue;
      const position = this.typePositions.get(child);
      if (position !== undefined) position.fromEnd = (counts.get(typeOf(child)) ?? 0) - position.fromStart + 1;
    }
  }

  private countMatching(
    nodes: readonly Node[],
    list: SelectorList,
    positions: Map<Element, { fromStart: number; fromEnd: number }>,
  ): void {
    let count = 0;
    const matching: Element[] = [];
    for (const child of nodes) {
      if (child.type !== 'element') continue;
      const matched = this.matchesList(list, child);
      if (matched) matching.push(child);
      positions.set(child, { fromStart: matched ? ++count : 0, fromEnd: 0 });
    }
    for (const child of matching) {
      const position = positions.get(child);
      if (position !== undefined) position.fromEnd = count - position.fromStart + 1;
    }
  }
}

/**
 * Returns all children of an element's parent in its own tree, or all at the top of a shadow tree, with a `key` for
 * caching. Returns null for the root.
 */
function siblingsOf({ parent, place }: Element): { readonly key: object; readonly nodes: readonly Node[] } | null {
  if (parent === null) return null;
  return place === null ? { key: parent, nodes: parent.children } : { key: place.siblings, nodes: place.siblings };
}
