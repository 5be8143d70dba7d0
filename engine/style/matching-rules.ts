/** Which rules match an element, weakest first (css-cascade-5 §6): what is the same for all elements of a kind is found once. */
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { SelectorMatcher } from '../css/selectors/matcher.ts';
import type { Document, Element } from '../document/node.ts';
import { AncestorFilter } from './ancestor-filter.ts';
import type { CascadeNode } from './applied-block.ts';
import type { DocumentRules } from './document-rules.ts';
import type { ContainerConditions, RuleEntry, Scope } from './rule-index.ts';

export type Proximities = ReadonlyMap<RuleEntry, number>;

const NO_PROXIMITIES: Proximities = new Map();
const NO_MATCH = -1;

/** The rules that match some elements, in order, and the cascade that they make where nothing else applies. */
export class MatchedRules {
  readonly entries: readonly RuleEntry[];
  /** How far the scope roots were of entries in scopes. */
  readonly proximities: Proximities;
  node: CascadeNode<ComputedStyle> | null = null;

  constructor(entries: RuleEntry[], proximities: Proximities) {
    this.entries = entries.sort((a, b) => compareEntries(a, b, proximities));
    this.proximities = proximities;
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
  private readonly rules: DocumentRules;
  private readonly budget: Budget;
  private readonly matcher: SelectorMatcher;
  private readonly containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean;
  private readonly filter: AncestorFilter;
  private readonly byKind = new Map<string | null, (KindRules | undefined)[]>();
  private kept = 0;

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

  /** `pseudo` null: the element's own. The same object for elements of a kind that nothing else tells apart. */
  of(element: Element, pseudo: string | null): MatchedRules {
    const { local, rest } = this.kindRules(element, pseudo);
    let entries: RuleEntry[] | null = null;
    let proximities: Map<RuleEntry, number> | null = null;
    for (let i = 0; i < rest.length; i++) {
      const entry = rest[i];
      const proximity = this.proximityOf(entry, element, pseudo);
      if (proximity === NO_MATCH) continue;
      (entries ??= [...local.entries]).push(entry);
      if (entry.scope !== null) (proximities ??= new Map()).set(entry, proximity);
    }
    return entries === null ? local : new MatchedRules(entries, proximities ?? NO_PROXIMITIES);
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
    const { filter } = this;
    const ancestors = filter.of(element);
    for (const index of this.rules.indexesFor(pseudo)) {
      const tried = new Set<RuleEntry>();
      for (const bucket of index.bucketsOf(element)) {
        this.budget.tick();
        for (let i = 0; i < bucket.length; i++) {
          const entry = bucket[i];
          if (entry.isOneClass) {
            local.push(entry);
            continue;
          }
          if (!filter.mayMatch(entry.ancestorBits, ancestors)) continue;
          if (index.isRepeated(entry)) {
            if (tried.has(entry)) continue;
            tried.add(entry);
          }
          if (!entry.local) rest.push(entry);
          else if (this.proximityOf(entry, element, pseudo) !== NO_MATCH) local.push(entry);
        }
      }
    }
    return { local: new MatchedRules(local, NO_PROXIMITIES), rest };
  }

  /** How many elements lie between the element and the scope root, 0 outside of scopes; or NO_MATCH. */
  private proximityOf(entry: RuleEntry, element: Element, pseudo: string | null): number {
    this.budget.tick();
    const { scope, container, selector } = entry;
    let proximity = NO_MATCH;
    if (scope !== null) proximity = this.proximityInScope(entry, scope, element);
    else if (this.matcher.matches(selector, element)) proximity = 0;
    if (proximity === NO_MATCH || container === null) return proximity;
    return this.containerHolds(container, pseudo === null ? element.parent : element) ? proximity : NO_MATCH;
  }

  /** css-cascade-6 §2.5: tries the nearest scope root first. */
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
export function compareEntries(a: RuleEntry, b: RuleEntry, proximities: Proximities): number {
  if (a.band !== b.band) return a.band - b.band;
  if (a.selector.specificity !== b.selector.specificity) return a.selector.specificity - b.selector.specificity;
  if (a.scope !== null || b.scope !== null) {
    const near = (entry: RuleEntry): number => proximities.get(entry) ?? Infinity;
    if (near(a) !== near(b)) return near(b) - near(a);
  }
  return a.order - b.order;
}
