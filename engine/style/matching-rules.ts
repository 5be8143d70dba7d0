/**
 * Finds the rules that match an element, weakest first (css-cascade-5 §6). Results shared by all elements of a kind are
 * computed once.
 */
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { SelectorMatcher } from '../css/selectors/matcher.ts';
import { Combinator } from '../css/selectors/selector.ts';
import type { Document, Element, ShadowTree, TreePlace } from '../document/node.ts';
import { AncestorFilter } from './ancestor-filter.ts';
import type { CascadeNode } from './applied-block.ts';
import type { DocumentRules } from './document-rules.ts';
import type { ContainerConditions, RuleEntry, Scope } from './rule-index.ts';
import type { RuleSet } from './rule-set.ts';

type Proximities = ReadonlyMap<RuleEntry, number>;

const NO_PROXIMITIES: Proximities = new Map();
const NO_MATCH = -1;

/** The rules that match some elements, in order, and the cascade they form when nothing else applies. */
export class MatchedRules {
  readonly entries: readonly RuleEntry[];
  /** The distances of the scope roots of scoped entries. */
  readonly proximities: Proximities;
  /** The entries grouped by the tree of their sheet, weakest first; null if there is a single tree. */
  readonly groups: readonly (readonly RuleEntry[])[] | null;
  /** The index from which entries belong to trees around the element's own. These override its style attribute. */
  readonly outerStart: number;
  node: CascadeNode<ComputedStyle> | null = null;

  constructor(
    entries: readonly RuleEntry[],
    proximities: Proximities,
    groups: readonly (readonly RuleEntry[])[] | null,
    outerStart: number,
  ) {
    this.entries = entries;
    this.proximities = proximities;
    this.groups = groups;
    this.outerStart = outerStart;
  }

  static of(entries: RuleEntry[], proximities: Proximities): MatchedRules {
    sortEntries(entries, proximities);
    return new MatchedRules(entries, proximities, null, entries.length);
  }
}

/** PERF: rules are mostly found in sheet order, and sorting allocates memory. */
function sortEntries(entries: RuleEntry[], proximities: Proximities): void {
  for (let i = 1; i < entries.length; i++) {
    if (compareEntries(entries[i - 1]!, entries[i]!, proximities) <= 0) continue;
    entries.sort((a, b) => compareEntries(a, b, proximities));
    return;
  }
}

interface KindRules {
  readonly local: MatchedRules;
  /** Rules that may match some elements of the kind, depending on their surroundings or contents. */
  readonly rest: readonly RuleEntry[];
}

const CLASSES_PER_TICK = 8;

/** Maximum number of entries kept for all kinds together. Beyond it, rules are searched again for every element. */
const MAX_KEPT = 2_000_000;

export class MatchingRules {
  private readonly rules: DocumentRules;
  private readonly budget: Budget;
  private readonly matcher: SelectorMatcher;
  private readonly containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean;
  private readonly filter: AncestorFilter;
  private readonly byKind = new Map<string | null, (KindRules | undefined)[]>();
  private kept = 0;
  /** Whether rules may match `::before` or `::after` of the elements of a kind. */
  private readonly withContent: (boolean | undefined)[] = [];

  constructor(
    document: Document,
    rules: DocumentRules,
    budget: Budget,
    containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean,
  ) {
    this.rules = rules;
    this.budget = budget;
    this.matcher = new SelectorMatcher(document, budget);
    this.filter = new AncestorFilter(document.nodeCount, document.quirks);
    this.containerHolds = containerHolds;
  }

  /**
   * Returns the matching rules. A null `pseudo` is the element itself. Elements of a kind get the same object unless
   * other rules match as well.
   */
  of(element: Element, pseudo: string | null): MatchedRules {
    if (element.place !== null && !element.place.isPlain) return this.acrossTrees(element, element.place, pseudo);
    const { local, rest } = this.kindRules(element, pseudo);
    let entries: RuleEntry[] | null = null;
    let proximities: Map<RuleEntry, number> | null = null;
    for (let i = 0; i < rest.length; i++) {
      const entry = rest[i]!;
      const proximity = this.proximityOf(entry, element, pseudo);
      if (proximity === NO_MATCH) continue;
      (entries ??= [...local.entries]).push(entry);
      if (entry.scope !== null) (proximities ??= new Map()).set(entry, proximity);
    }
    return entries === null ? local : MatchedRules.of(entries, proximities ?? NO_PROXIMITIES);
  }

  /** Returns whether any rule may match `::before` or `::after` of an element. PERF: few kinds have such rules. */
  mayHaveContent(element: Element): boolean {
    if (element.place !== null && !element.place.isPlain) return true;
    const kind = this.rules.kinds.of(element);
    return (this.withContent[kind] ??= this.mayMatch(element, 'before') || this.mayMatch(element, 'after'));
  }

  private mayMatch(element: Element, pseudo: string): boolean {
    if (!this.rules.mentionsPseudo(pseudo)) return false;
    const { local, rest } = this.kindRules(element, pseudo);
    return local.entries.length + rest.length > 0;
  }

  /**
   * Matches rules of several trees. Rules of an outer tree override inner ones regardless of layers and specificity
   * (css-scoping-1 §3.3, css-cascade-5 §6.1).
   */
  private acrossTrees(element: Element, place: TreePlace, pseudo: string | null): MatchedRules {
    const { rules } = this;
    const proximities = new Map<RuleEntry, number>();
    const groups: RuleEntry[][] = [this.inTree(rules.userAgent, place.tree, element, pseudo, proximities)];
    const addTree = (tree: ShadowTree | null): void => {
      const set = tree === null ? rules.author : rules.trees.get(tree)?.set;
      if (set !== undefined) groups.push(this.inTree(set, tree, element, pseudo, proximities));
    };
    if (place.hosts !== null) addTree(place.hosts);
    const slots: ShadowTree[] = [];
    for (let slot = place.slot; slot !== null; slot = slot.place?.slot ?? null)
      if (slot.place?.tree) slots.unshift(slot.place.tree);
    slots.forEach(addTree);
    addTree(place.tree);
    const outerStart = groups.reduce((sum, group) => sum + group.length, 0);
    if (element.attributes.length > 0 && element.attribute('part') !== null)
      for (let inner = place.tree; inner !== null; inner = inner.host.place?.tree ?? null)
        addTree(inner.host.place?.tree ?? null);
    return new MatchedRules(groups.flat(), proximities, groups, outerStart);
  }

  /** Returns the rules of one tree's sheets that match an element of any tree. */
  private inTree(
    { indexes }: RuleSet,
    tree: ShadowTree | null,
    element: Element,
    pseudo: string | null,
    proximities: Map<RuleEntry, number>,
  ): RuleEntry[] {
    const index = indexes.get(pseudo);
    const found = new Set<RuleEntry>();
    for (const bucket of index?.bucketsOf(element) ?? []) {
      for (const entry of bucket) {
        const proximity = this.matcher.inTree(tree, () => this.proximityOf(entry, element, pseudo));
        if (proximity === NO_MATCH) continue;
        found.add(entry);
        if (entry.scope !== null) proximities.set(entry, proximity);
      }
    }
    return [...found].sort((a, b) => compareEntries(a, b, proximities));
  }

  private kindRules(element: Element, pseudo: string | null): KindRules {
    let kinds = this.byKind.get(pseudo);
    if (kinds === undefined) this.byKind.set(pseudo, (kinds = []));
    const kind = this.rules.kinds.of(element);
    let found = kinds[kind];
    if (found === undefined) {
      found = this.rulesOfKind(kind, element, pseudo);
      const size = found.local.entries.length + found.rest.length;
      if (this.kept + size <= MAX_KEPT) {
        this.kept += size;
        kinds[kind] = found;
      }
    }
    return found;
  }

  /** Returns the rules found by an earlier render, charging their original cost, or finds them. */
  private rulesOfKind(kind: number, element: Element, pseudo: string | null): KindRules {
    const { budget } = this;
    const { kept } = this.rules.kinds;
    const known = kept.find(pseudo, kind);
    if (known !== null) {
      budget.tickBy(known.cost);
      return { local: new MatchedRules(known.local, NO_PROXIMITIES, null, known.local.length), rest: known.rest };
    }
    const before = budget.work;
    const found = this.findKindRules(element, pseudo);
    kept.keep(pseudo, kind, { local: found.local.entries, rest: found.rest, cost: budget.work - before });
    return found;
  }

  private findKindRules(element: Element, pseudo: string | null): KindRules {
    const local: RuleEntry[] = [];
    const rest: RuleEntry[] = [];
    const { filter } = this;
    const ancestors = filter.of(element);
    let inclusive: Int32Array | null = null;
    this.budget.tickBy(element.classes.length / CLASSES_PER_TICK);
    for (const index of this.rules.indexesFor(pseudo)) {
      let tried: Set<RuleEntry> | null = null;
      for (const bucket of index.bucketsOf(element)) {
        this.budget.tick();
        for (let i = 0; i < bucket.length; i++) {
          const entry = bucket[i]!;
          if (entry.isOneClass) {
            local.push(entry);
            continue;
          }
          if (!filter.mayMatch(entry.ancestorBits, ancestors) || needsOtherParent(entry, element)) continue;
          if (entry.scopeBits.length > 0) {
            inclusive ??= filter.inclusive(element);
            if (!filter.mayMatch(entry.scopeBits, inclusive)) continue;
          }
          if (index.isRepeated(entry)) {
            tried ??= new Set();
            if (tried.has(entry)) continue;
            tried.add(entry);
          }
          if (!entry.local) rest.push(entry);
          else if (this.proximityOf(entry, element, pseudo) !== NO_MATCH) local.push(entry);
        }
      }
    }
    return { local: MatchedRules.of(local, NO_PROXIMITIES), rest };
  }

  /** Returns the number of steps from the element to the scope root, 0 outside scopes, or NO_MATCH. */
  private proximityOf(entry: RuleEntry, element: Element, pseudo: string | null): number {
    this.budget.tick();
    const { scope, container, selector } = entry;
    let proximity = NO_MATCH;
    if (scope !== null) proximity = this.proximityInScope(entry, scope, element);
    else if (this.matcher.matches(selector, element)) proximity = 0;
    if (proximity === NO_MATCH || container === null) return proximity;
    return this.containerHolds(container, pseudo === null ? element.parent : element) ? proximity : NO_MATCH;
  }

  /** Tries the nearest scope root first (css-cascade-6 §2.5). */
  private proximityInScope(entry: RuleEntry, scope: Scope, element: Element): number {
    let distance = 0;
    for (let root: Element | null = element; root !== null; root = root.parent, distance++) {
      this.budget.tick();
      if (!this.isScopeRoot(scope, root) || !this.isInScope(scope, root, element)) continue;
      if (this.matcher.matchesScoped(entry.selector, element, root)) return distance;
    }
    return NO_MATCH;
  }

  private isScopeRoot(scope: Scope, element: Element): boolean {
    if (scope.start === null) return element.parent === null;
    if (scope.outer === null) return this.matcher.matchesList(scope.start, element);
    for (let root: Element | null = element; root !== null; root = root.parent) {
      const { start, outer } = scope;
      if (!this.isScopeRoot(outer, root) || !this.isInScope(outer, root, element)) continue;
      if (start.selectors.some((selector) => this.matcher.matchesScoped(selector, element, root))) return true;
    }
    return false;
  }

  /** Returns whether there is no scope limit between the root and the element, inclusive. */
  private isInScope(scope: Scope, root: Element, element: Element): boolean {
    const { end } = scope;
    if (end === null) return true;
    for (let e: Element | null = element; e !== null; e = e.parent) {
      const inner: Element = e;
      if (end.selectors.some((selector) => this.matcher.matchesScoped(selector, inner, root))) return false;
      if (e === root) return true;
    }
    return true;
  }
}

/**
 * Returns whether a selector requires a parent with another tag. All elements of a kind have parents of one kind. PERF:
 * the ancestor filter has false positives, in which case each element would be tried.
 */
function needsOtherParent({ selector: { compounds } }: RuleEntry, { parent, place }: Element): boolean {
  const required = compounds[1];
  if (required === undefined || required.tag === null || place !== null) return false;
  if (compounds[0]!.combinator !== Combinator.Child) return false;
  return parent === null || parent.tag !== (parent.isHtml ? required.tagLower : required.tag);
}

/** Compares origin and layer, specificity, scope proximity (nearer is stronger), and order. */
export function compareEntries(a: RuleEntry, b: RuleEntry, proximities: Proximities): number {
  if (a.band !== b.band) return a.band - b.band;
  if (a.selector.specificity !== b.selector.specificity) return a.selector.specificity - b.selector.specificity;
  if (a.scope !== null || b.scope !== null) {
    const near = (entry: RuleEntry): number => proximities.get(entry) ?? Infinity;
    if (near(a) !== near(b)) return near(b) - near(a);
  }
  return a.order - b.order;
}
