/** Which rules match an element, weakest first (css-cascade-5 §6): what is the same for all elements of a kind is found once. */
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { SelectorMatcher } from '../css/selectors/matcher.ts';
import type { Document, Element } from '../document/node.ts';
import { AncestorFilter } from './ancestor-filter.ts';
import type { CascadeNode } from './applied-block.ts';
import type { RuleCollection } from './rule-collection.ts';
import type { ContainerConditions, RuleEntry, Scope } from './rule-index.ts';

/** The rules that match some elements, in order, and the cascade that they make where nothing else applies. */
export class MatchedRules {
  readonly entries: readonly RuleEntry[];
  node: CascadeNode<ComputedStyle> | null = null;

  constructor(entries: readonly RuleEntry[]) {
    this.entries = entries;
  }
}

/** A kind of elements and the rules for them. */
interface KindRules {
  readonly local: MatchedRules;
  /** Rules that may match some of the kind, by their surroundings or contents. */
  readonly rest: readonly RuleEntry[];
}

/** Entries kept for all kinds together; more are found anew for every element. */
const MAX_KEPT = 2_000_000;

export class MatchingRules {
  private readonly rules: RuleCollection;
  private readonly budget: Budget;
  private readonly matcher: SelectorMatcher;
  private readonly containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean;
  private readonly filter: AncestorFilter;
  private readonly byKind = new Map<string | null, (KindRules | undefined)[]>();
  private readonly buckets: (readonly RuleEntry[])[] = [];
  private kept = 0;

  constructor(
    document: Document,
    rules: RuleCollection,
    budget: Budget,
    containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean,
  ) {
    this.rules = rules;
    this.budget = budget;
    this.matcher = new SelectorMatcher(document, budget);
    this.filter = new AncestorFilter(document.nodeCount, document.quirks);
    this.containerHolds = containerHolds;
  }

  /** `pseudo` null: the element's own. The same object for elements of a kind that nothing else tells apart. */
  of(element: Element, pseudo: string | null): MatchedRules {
    const { local, rest } = this.kindRules(element, pseudo);
    let entries: RuleEntry[] | null = null;
    for (let i = 0; i < rest.length; i++) {
      if (this.entryMatches(rest[i], element, pseudo)) (entries ??= [...local.entries]).push(rest[i]);
    }
    return entries === null ? local : new MatchedRules(entries.sort(compareEntries));
  }

  private kindRules(element: Element, pseudo: string | null): KindRules {
    let kinds = this.byKind.get(pseudo);
    if (kinds === undefined) this.byKind.set(pseudo, (kinds = []));
    const kind = this.rules.kinds.of(element);
    let found = kinds[kind];
    if (found === undefined) {
      found = this.findKindRules(element, pseudo);
      const size = found.local.entries.length + found.rest.length;
      if (this.kept + size <= MAX_KEPT) {
        this.kept += size;
        kinds[kind] = found;
      }
    }
    return found;
  }

  private findKindRules(element: Element, pseudo: string | null): KindRules {
    const local: RuleEntry[] = [];
    const rest: RuleEntry[] = [];
    const index = this.rules.indexes.get(pseudo);
    if (index === undefined) return { local: new MatchedRules(local), rest };
    const trial = this.rules.nextTrial();
    const { filter } = this;
    const ancestors = filter.of(element);
    this.buckets.length = 0;
    index.buckets(element, this.buckets);
    for (const bucket of this.buckets) {
      this.budget.tick();
      for (let i = 0; i < bucket.length; i++) {
        const entry = bucket[i];
        if (entry.triedFor === trial) continue;
        entry.triedFor = trial;
        if (entry.isOneClass) {
          local.push(entry);
          continue;
        }
        const required = (entry.ancestorBits ??= filter.required(entry.selector));
        if (!filter.mayMatch(required, ancestors)) continue;
        if (!entry.local) rest.push(entry);
        else if (this.entryMatches(entry, element, pseudo)) local.push(entry);
      }
    }
    return { local: new MatchedRules(local.sort(compareEntries)), rest };
  }

  private entryMatches(entry: RuleEntry, element: Element, pseudo: string | null): boolean {
    this.budget.tick();
    const matches =
      entry.scope === null
        ? this.matcher.matches(entry.selector, element)
        : this.matchesInScope(entry, entry.scope, element);
    if (!matches || entry.container === null) return matches;
    return this.containerHolds(entry.container, pseudo === null ? element.parent : element);
  }

  /** css-cascade-6 §2.5: tries the nearest scope root first. */
  private matchesInScope(entry: RuleEntry, scope: Scope, element: Element): boolean {
    let distance = 0;
    for (let root: Element | null = element; root !== null; root = root.parent, distance++) {
      this.budget.tick();
      if (!this.isScopeRoot(scope, root) || !this.isInScope(scope, root, element)) continue;
      if (!this.matcher.matchesScoped(entry.selector, element, root)) continue;
      entry.proximity = distance;
      return true;
    }
    return false;
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

  /** No scope limit between the root and the element, the element itself included. */
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

/** Origin and layer, specificity, scope proximity (nearer is stronger), order. */
export function compareEntries(a: RuleEntry, b: RuleEntry): number {
  if (a.band !== b.band) return a.band - b.band;
  if (a.selector.specificity !== b.selector.specificity) return a.selector.specificity - b.selector.specificity;
  if (a.scope !== null || b.scope !== null) {
    const near = (entry: RuleEntry): number => (entry.scope === null ? Infinity : entry.proximity);
    if (near(a) !== near(b)) return near(b) - near(a);
  }
  return a.order - b.order;
}
