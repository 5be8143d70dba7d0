/** Matches the elements of two layouts: by id, by their text, and by their place among their siblings. */
import type { DocumentLayout, LaidOutBox } from '../../engine/index.ts';
import { addTo } from './groups.ts';
import { unbroken } from './text-changes.ts';

export type Pages = Pick<DocumentLayout, 'pages'>;

/** A box and its page. */
export interface Placed extends Omit<LaidOutBox, 'look'> {
  readonly page: number;
  /** Absent in older snapshots. */
  readonly look?: LaidOutBox['look'];
}

/** An element of one layout. */
export interface LaidOutElement {
  /** In page order. Empty for the root of the tree. */
  readonly fragments: Placed[];
  readonly parent: LaidOutElement | null;
  readonly children: LaidOutElement[];
  /** Its place in document order, and among its siblings. */
  readonly order: number;
  readonly index: number;
}

/** An element present in both layouts: its first fragments, and its extent. */
export interface Pair {
  readonly before: Placed;
  readonly after: Placed;
  readonly heightBefore: number;
  readonly heightAfter: number;
  /** The place in the new layout. */
  readonly order: number;
  /** The pair of the nearest ancestor, or null. */
  readonly parent: Pair | null;
  /** Whether the previous siblings are also a pair. Also true if both elements come first. */
  readonly isAfterSame: boolean;
  /** Whether elements directly inside were added or removed. */
  readonly hasOtherChildren: boolean;
}

export interface Matches {
  /** In the order of the new layout. */
  readonly pairs: readonly Pair[];
  /** The outermost elements that only one layout has. */
  readonly removed: readonly LaidOutElement[];
  readonly added: readonly LaidOutElement[];
}

/** Limit on the comparisons among the children of an element. Longer lists are matched by position. */
const MAX_COMPARISONS = 4_000_000;

export function matchElements(before: Pages, after: Pages): Matches {
  const [a, b] = [treeOf(before), treeOf(after)];
  const matcher = new Matcher();
  matcher.matchChildren(a, b);
  return { pairs: pairsOf(b, matcher.found), removed: matcher.removed, added: matcher.added };
}

/** Builds the tree of elements from boxes that follow their ancestors. */
function treeOf({ pages }: Pages): LaidOutElement {
  const root: LaidOutElement = { fragments: [], parent: null, children: [], order: -1, index: 0 };
  const known = new Map<string, LaidOutElement>();
  for (const { number, boxes } of pages) {
    const open: LaidOutElement[] = [];
    let copied = Infinity;
    for (const box of boxes) {
      // Repeated headers are copies, and so is everything inside.
      if (box.depth > copied) continue;
      copied = box.repeated ? box.depth : Infinity;
      if (box.repeated) continue;
      const parent = open[box.depth - 1] ?? root;
      let element = known.get(box.selector);
      if (element === undefined) {
        element = { fragments: [], parent, children: [], order: known.size, index: parent.children.length };
        known.set(box.selector, element);
        parent.children.push(element);
      }
      element.fragments.push({ ...box, page: number });
      open.length = box.depth;
      open[box.depth] = element;
    }
  }
  return root;
}

/** Returns the last step of an element's selector without its number among its siblings. */
export const nameOf = ({ selector }: Pick<Placed, 'selector'>): string =>
  selector
    .slice(selector.lastIndexOf(' > ') + 1)
    .replace(/^> /, '')
    .replace(/:nth-of-type\(\d+\)$/, '');

const isNamed = (name: string): boolean => name.startsWith('#');

class Matcher {
  readonly found = new Map<LaidOutElement, LaidOutElement>();
  readonly removed: LaidOutElement[] = [];
  readonly added: LaidOutElement[] = [];
  private readonly contents = new Map<LaidOutElement, number>();
  private readonly numbers = new Map<string, number>();

  /** Matches the descendants of two elements that are the same. */
  matchChildren(before: LaidOutElement, after: LaidOutElement): void {
    const [a, b] = [before.children, after.children];
    let start = 0;
    while (start < a.length && start < b.length && this.isSame(a[start]!, b[start]!))
      this.match(a[start]!, b[start++]!);
    let [endA, endB] = [a.length, b.length];
    while (endA > start && endB > start && this.isSame(a[endA - 1]!, b[endB - 1]!)) this.match(a[--endA]!, b[--endB]!);
    this.matchGaps(a.slice(start, endA), b.slice(start, endB));
  }

  private match(a: LaidOutElement, b: LaidOutElement): void {
    this.found.set(b, a);
    this.matchChildren(a, b);
  }

  /** Matches equal elements in order, and the elements between them by name. */
  private matchGaps(a: readonly LaidOutElement[], b: readonly LaidOutElement[]): void {
    let [fromA, fromB] = [0, 0];
    for (const [i, j] of [...this.commonOf(a, b), [a.length, b.length] as const]) {
      this.matchByName(a.slice(fromA, i), b.slice(fromB, j));
      if (i < a.length) this.match(a[i]!, b[j]!);
      [fromA, fromB] = [i + 1, j + 1];
    }
  }

  /** Returns the indexes of the longest common subsequence. */
  private commonOf(a: readonly LaidOutElement[], b: readonly LaidOutElement[]): (readonly [number, number])[] {
    const width = b.length + 1;
    if ((a.length + 1) * width > MAX_COMPARISONS) return [];
    const lengths = new Uint32Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i--)
      for (let j = b.length - 1; j >= 0; j--)
        lengths[i * width + j] = this.isSame(a[i]!, b[j]!)
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    const common: (readonly [number, number])[] = [];
    let [i, j] = [0, 0];
    while (i < a.length && j < b.length) {
      if (this.isSame(a[i]!, b[j]!)) common.push([i++, j++]);
      else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
      else j++;
    }
    return common;
  }

  private matchByName(a: readonly LaidOutElement[], b: readonly LaidOutElement[]): void {
    const waiting = new Map<string, LaidOutElement[]>();
    const nameIn = ({ fragments }: LaidOutElement): string => nameOf(fragments[0]!);
    for (const element of a.toReversed()) addTo(waiting, nameIn(element), element);
    for (const element of b) {
      const same = waiting.get(nameIn(element))?.pop();
      if (same === undefined) this.added.push(element);
      else this.match(same, element);
    }
    this.removed.push(...[...waiting.values()].flat().sort((one, other) => one.order - other.order));
  }

  /** Returns whether two elements have the same tag and text, and no different ids. */
  private isSame(a: LaidOutElement, b: LaidOutElement): boolean {
    const [one, other] = [a.fragments[0]!, b.fragments[0]!];
    if (one.tag !== other.tag) return false;
    const [x, y] = [nameOf(one), nameOf(other)];
    if (isNamed(x) && isNamed(y)) return x === y;
    return this.contentOf(a) === this.contentOf(b);
  }

  /** Returns a number that elements with the same text and the same elements inside share. */
  private contentOf(element: LaidOutElement): number {
    let content = this.contents.get(element);
    if (content === undefined) {
      const lines = element.fragments.flatMap((box) => box.lines.map((line) => line.text));
      const inside = element.children.map((child) => `${child.fragments[0]!.tag} ${this.contentOf(child)}`);
      const key = [unbroken(lines), ...inside].join('\n');
      content = this.numbers.get(key) ?? this.numbers.size;
      this.numbers.set(key, content);
      this.contents.set(element, content);
    }
    return content;
  }
}

function pairsOf(root: LaidOutElement, found: ReadonlyMap<LaidOutElement, LaidOutElement>): Pair[] {
  const pairs: Pair[] = [];
  const waiting: { readonly element: LaidOutElement; readonly parent: Pair | null }[] = [
    { element: root, parent: null },
  ];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { element } = at;
    const before = found.get(element);
    let { parent } = at;
    if (before !== undefined) {
      parent = {
        before: before.fragments[0]!,
        after: element.fragments[0]!,
        heightBefore: height(before.fragments),
        heightAfter: height(element.fragments),
        order: element.order,
        parent,
        isAfterSame: found.get(previousOf(element) ?? root) === previousOf(before),
        hasOtherChildren:
          element.children.filter((child) => found.has(child)).length !== before.children.length ||
          element.children.some((child) => !found.has(child)),
      };
      pairs.push(parent);
    }
    for (const child of element.children.toReversed()) waiting.push({ element: child, parent });
  }
  return pairs;
}

const previousOf = ({ parent, index }: LaidOutElement): LaidOutElement | undefined => parent?.children[index - 1];

const height = (fragments: readonly Placed[]): number => fragments.reduce((sum, box) => sum + box.height, 0);
