/** Which blocks apply to an element, in cascade order (css-cascade-5 §6). */
import type { Budget } from '../budget.ts';
import { parseStyleAttribute } from '../css/stylesheet.ts';
import { SelectorMatcher } from '../css/selectors/matcher.ts';
import { SourceText } from '../css/syntax/source-text.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import { AncestorFilter } from './ancestor-filter.ts';
import { AppliedBlock, CascadeNode } from './applied-block.ts';
import type { HintReader } from './presentational-hints.ts';
import type { RuleCollection } from './rule-collection.ts';
import type { ContainerConditions, RuleEntry, Scope } from './rule-index.ts';

export type StyleNode = CascadeNode<ComputedStyle>;

interface AttributeBlocks {
  readonly normal: AppliedBlock | null;
  readonly important: AppliedBlock | null;
}

export class ElementMatcher {
  private readonly rules: RuleCollection;
  private readonly budget: Budget;
  private readonly diagnostics: Diagnostics;
  private readonly matcher: SelectorMatcher;
  private readonly hints: HintReader;
  private readonly containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean;
  private readonly roots = new Map<string | null, StyleNode>();
  private readonly attributeBlocks = new Map<string, AttributeBlocks>();
  private readonly filter: AncestorFilter;
  private readonly buckets: (readonly RuleEntry[])[] = [];
  private readonly matched: RuleEntry[] = [];
  private trial = 0;

  constructor(
    document: Document,
    rules: RuleCollection,
    hints: HintReader,
    budget: Budget,
    diagnostics: Diagnostics,
    containerHolds: (conditions: ContainerConditions, element: Element | null) => boolean,
  ) {
    this.rules = rules;
    this.hints = hints;
    this.budget = budget;
    this.diagnostics = diagnostics;
    this.matcher = new SelectorMatcher(document, budget);
    this.filter = new AncestorFilter(document.nodeCount, document.quirks);
    this.containerHolds = containerHolds;
  }

  /** The cascade of an element. */
  nodeOf(element: Element): StyleNode {
    const matched = this.matchingEntries(element, null);
    const hint = this.hints.hintOf(element);
    const attribute = this.styleAttribute(element);
    return this.cascade(null, matched, hint, attribute);
  }

  /** The cascade of a pseudo-element; null when no rule mentions it. */
  pseudoNodeOf(element: Element, pseudo: string): StyleNode | null {
    if (!this.rules.indexes.has(pseudo)) return null;
    const matched = this.matchingEntries(element, pseudo);
    return matched.length === 0 ? null : this.cascade(pseudo, matched, null, null);
  }

  /** The rules that match, weakest first; valid until the next call. */
  matchingEntries(element: Element, pseudo: string | null): readonly RuleEntry[] {
    const index = this.rules.indexes.get(pseudo);
    this.matched.length = 0;
    if (index === undefined) return this.matched;
    const trial = ++this.trial;
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
        const required = (entry.ancestorBits ??= filter.required(entry.selector));
        if (filter.mayMatch(required, ancestors) && this.entryMatches(entry, element, pseudo)) this.matched.push(entry);
      }
    }
    return this.matched.sort(compareEntries);
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

  private cascade(
    pseudo: string | null,
    matched: readonly RuleEntry[],
    hint: AppliedBlock | null,
    attribute: AttributeBlocks | null,
  ): StyleNode {
    let node = this.roots.get(pseudo);
    if (node === undefined) this.roots.set(pseudo, (node = new CascadeNode<ComputedStyle>(null, null)));
    let hintPlaced = hint === null;
    let important = false;
    let last: AppliedBlock | null = null;
    for (let i = 0; i < matched.length; i++) {
      const entry = matched[i];
      if (!hintPlaced && hint !== null && entry.band > 0) {
        node = node.with(hint);
        hintPlaced = true;
      }
      if (entry.important !== null) important = true;
      // Two selectors of one rule may match: only the stronger counts, and they stand together unless other rules lie between.
      if (entry.normal !== null && entry.normal !== last) node = node.with(entry.normal);
      last = entry.normal;
    }
    if (!hintPlaced && hint !== null) node = node.with(hint);
    if (attribute !== null && attribute.normal !== null) node = node.with(attribute.normal);
    return important || (attribute !== null && attribute.important !== null)
      ? this.cascadeImportant(node, matched, attribute)
      : node;
  }

  /** Important declarations: the author's layers the other way round, the style attribute, the user agent. */
  private cascadeImportant(
    from: StyleNode,
    matched: readonly RuleEntry[],
    attribute: AttributeBlocks | null,
  ): StyleNode {
    let node = from;
    const entries = matched
      .filter((entry) => entry.important !== null)
      .sort((a, b) => a.importantBand - b.importantBand || compareEntries(a, b));
    let attributePlaced = false;
    for (const entry of entries) {
      if (!attributePlaced && entry.band === 0 && attribute !== null && attribute.important !== null) {
        node = node.with(attribute.important);
        attributePlaced = true;
      }
      if (entry.important !== null) node = node.with(entry.important);
    }
    if (!attributePlaced && attribute !== null && attribute.important !== null) node = node.with(attribute.important);
    return node;
  }

  private styleAttribute(element: Element): AttributeBlocks | null {
    const text = element.attribute('style');
    if (text === null || text === '') return null;
    let blocks = this.attributeBlocks.get(text);
    if (blocks === undefined) {
      const { position } = element;
      const source = new SourceText(text, 'style attribute', position?.line, position?.column);
      const block = parseStyleAttribute(source, (message, offset) =>
        this.diagnostics.warn('css/syntax', `Ignored: ${message}.`, source.positionOf(offset)),
      );
      const make = (important: boolean): AppliedBlock =>
        new AppliedBlock(this.rules.nextAppliedId(), 'style attribute', important, block, null, null, null);
      blocks = { normal: block.hasNormal ? make(false) : null, important: block.hasImportant ? make(true) : null };
      this.attributeBlocks.set(text, blocks);
    }
    return blocks;
  }
}

/** Origin and layer, specificity, scope proximity (nearer is stronger), order. */
function compareEntries(a: RuleEntry, b: RuleEntry): number {
  if (a.band !== b.band) return a.band - b.band;
  if (a.selector.specificity !== b.selector.specificity) return a.selector.specificity - b.selector.specificity;
  if (a.scope !== null || b.scope !== null) {
    const near = (entry: RuleEntry): number => (entry.scope === null ? Infinity : entry.proximity);
    if (near(a) !== near(b)) return near(b) - near(a);
  }
  return a.order - b.order;
}
