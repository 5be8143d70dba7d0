/**
 * Matches compiled selectors against one immutable document (selectors-4 §17).
 *
 * Cost stays bounded on hostile input:
 * - A failure determines how far back to restart, so combinators don't backtrack exponentially.
 * - `:has()` is answered for all elements at once by set operations over the document.
 * - Nested lists with combinators cache their answers.
 * - Sibling positions are counted once per parent.
 */
import { addTo } from '../../grouped.ts';
import type { Budget } from '../../budget.ts';
import { elementLanguage, isRightToLeft } from '../../document/element-facts.ts';
import {
  type Document,
  type Element,
  indexInTree,
  Namespace,
  type Node,
  type ShadowTree,
} from '../../document/node.ts';
import { HasSets } from './has-sets.ts';
import { matchesLanguageRange, type DefaultOptions, matchesState } from './matches-state.ts';
import { matchesAttribute } from './matches-attribute.ts';
import { hostIn, isPart, outwards, seesElement, slotIn } from './shadow-steps.ts';
import {
  Combinator,
  type ComplexSelector,
  type Compound,
  type LangTest,
  type NthTest,
  type SelectorList,
  type Test,
  TestKind,
} from './selector.ts';
import { SiblingPositions } from './sibling-positions.ts';

/** What a failed match implies for other candidates. */
const Result = {
  Matched: 0,
  /** Try the next sibling candidate, then the next ancestor. */
  RestartFromSibling: 1,
  /** No sibling can match: try the next ancestor. */
  RestartFromAncestor: 2,
  /** No candidate can match. */
  Never: 3,
} as const;
type Result = (typeof Result)[keyof typeof Result];

/**
 * The number of ancestors or siblings walked before the answer is cached, and the memory limit of that cache in bytes.
 */
const LONG_WALK = 48;
const MAX_WALKED_BYTES = 64_000_000;
/** Memory limit in bytes for the answers of nested lists. The cache is cleared when it is exceeded. */
const MAX_REMEMBERED_BYTES = 64_000_000;

/** Longer lists are searched through an index by subject. */
const INDEXED_LIST_LENGTH = 12;

export class SelectorMatcher {
  readonly document: Document;
  private readonly budget: Budget;
  private readonly quirks: boolean;
  private readonly siblings: SiblingPositions;
  private readonly hasSets: HasSets;
  /** Answers per list and element index: 0 unknown, 1 no, 2 yes. */
  private readonly remembered = new Map<SelectorList, Uint8Array>();
  private readonly rememberedInScope = new Map<SelectorList, Uint8Array>();
  private rememberedScope: Element | null = null;
  private readonly listIndexes = new Map<SelectorList, Map<string, ComplexSelector[]>>();
  /**
   * For compounds with a descendant or later-sibling combinator, whether anything beyond an element matches: 0 unknown,
   * 1 no match, 2 a match.
   */
  private readonly walked = new Map<Compound, Uint8Array>();
  private walkedBytes = 0;
  private readonly defaultOptions: DefaultOptions = new Map();
  private listDepth = 0;
  /** The element that `:scope` matches; null is the root element. */
  private scope: Element | null = null;
  /** The shadow tree of the selector's sheet; null is the document. */
  private tree: ShadowTree | null = null;

  constructor(document: Document, budget: Budget) {
    this.document = document;
    this.budget = budget;
    this.quirks = document.quirks;
    this.siblings = new SiblingPositions((list, element) => this.matchesList(list, element));
    this.hasSets = new HasSets(document, budget, (compound, element) => this.matchesCompound(compound, element));
  }

  /** Returns whether the selector matches, ignoring its pseudo-element. */
  matches(selector: ComplexSelector, element: Element): boolean {
    return this.matchFrom(selector.compounds, 0, element) === Result.Matched;
  }

  /** Matches with `:scope` set to `root`, for the leftmost compounds of `@scope` selectors. */
  matchesScoped(selector: ComplexSelector, element: Element, root: Element | null): boolean {
    const outer = this.scope;
    this.scope = root;
    const matched = this.matches(selector, element);
    this.scope = outer;
    return matched;
  }

  /** Runs `match` with selectors scoped to a shadow tree; null is the document. */
  inTree<T>(tree: ShadowTree | null, match: () => T): T {
    const outer = { tree: this.tree, scope: this.scope };
    this.tree = tree;
    // Cached answers of lists are valid for one tree only.
    this.scope = tree === null ? null : tree.host;
    const matched = match();
    this.tree = outer.tree;
    this.scope = outer.scope;
    return matched;
  }

  matchesList(list: SelectorList, element: Element): boolean {
    if (!list.isNested || this.listDepth === 0) return this.tryList(list, element);
    const answers = this.answersOf(list);
    const known = answers[element.index];
    if (known !== 0) return known === 2;
    const matched = this.tryList(list, element);
    answers[element.index] = matched ? 2 : 1;
    return matched;
  }

  /**
   * Returns the cached answers of a list by element index: 0 unknown, 1 no match, 2 a match. Within a scope they are
   * kept until the scope changes.
   */
  private answersOf(list: SelectorList): Uint8Array {
    if (this.scope !== null && this.scope !== this.rememberedScope) {
      this.rememberedInScope.clear();
      this.rememberedScope = this.scope;
    }
    const remembered = this.scope === null ? this.remembered : this.rememberedInScope;
    let answers = remembered.get(list);
    if (answers !== undefined) return answers;
    answers = new Uint8Array(this.document.nodeCount);
    if ((remembered.size + 1) * answers.length > MAX_REMEMBERED_BYTES) remembered.clear();
    remembered.set(list, answers);
    return answers;
  }

  matchesCompound(compound: Compound, element: Element): boolean {
    if (compound.tag !== null) {
      // Type selectors in HTML documents are lower case. They also match the camel-case names that the parser gives SVG
      // elements (`foreignObject`).
      const exact = element.namespace === Namespace.Html ? compound.tagLower : compound.tag;
      if (
        element.tag !== exact &&
        (element.namespace === Namespace.Html || element.tag.toLowerCase() !== compound.tagLower)
      )
        return false;
    }
    if (compound.namespace !== null && element.namespace !== compound.namespace) return false;
    if (compound.id !== null && !this.hasId(element, compound.id)) return false;
    for (let i = 0; i < compound.classes.length; i++) {
      if (!this.hasClass(element, compound.classes[i]!)) return false;
    }
    for (let i = 0; i < compound.tests.length; i++) {
      if (!this.passes(compound.tests[i]!, element)) return false;
    }
    return true;
  }

  private matchFrom(compounds: readonly Compound[], at: number, element: Element): Result {
    this.budget.tick();
    const compound = compounds[at]!;
    if (element.place !== null && !seesElement(compound, element, element.place, this.tree))
      return Result.RestartFromSibling;
    if (!this.matchesCompound(compound, element)) return Result.RestartFromSibling;
    const combinator = compound.combinator;
    if (combinator === Combinator.None || at + 1 === compounds.length) return Result.Matched;
    if (combinator === Combinator.Child || combinator === Combinator.NextSibling) {
      const candidate = combinator === Combinator.Child ? this.parentOf(element) : previousElement(element);
      if (candidate === null) return combinator === Combinator.Child ? Result.Never : Result.RestartFromAncestor;
      const result = this.matchFrom(compounds, at + 1, candidate);
      if (combinator === Combinator.NextSibling || result === Result.Matched || result === Result.Never) return result;
      return Result.RestartFromAncestor;
    }
    if (combinator === Combinator.Slotted || combinator === Combinator.Part) {
      const candidate = combinator === Combinator.Slotted ? slotIn(this.tree, element) : hostIn(this.tree, element);
      return candidate === null ? Result.Never : this.matchFrom(compounds, at + 1, candidate);
    }
    return this.matchBeyond(compounds, at, element);
  }

  /** Returns the parent. Selectors of a shadow tree continue from its top to the host (css-scoping-1 §3.2.3). */
  private parentOf(element: Element): Element | null {
    const { place } = element;
    if (place === null) return element.parent;
    if (place.parent !== null) return place.parent;
    return this.tree !== null && place.tree === this.tree ? this.tree.host : null;
  }

  /** Matches the rest of a selector from any ancestor or earlier sibling. Caches the answer of long walks. */
  private matchBeyond(compounds: readonly Compound[], at: number, element: Element): Result {
    const compound = compounds[at]!;
    const sideways = compound.combinator === Combinator.LaterSibling;
    const failure = sideways ? Result.RestartFromAncestor : Result.Never;
    let walked = this.scope === null ? this.walked.get(compound) : undefined;
    let steps = 0;
    let result: Result = failure;
    for (let from = element; ; steps++) {
      const known = walked === undefined ? 0 : walked[from.index];
      if (known !== 0) {
        if (known === 2) result = Result.Matched;
        break;
      }
      const candidate = sideways ? previousElement(from) : this.parentOf(from);
      if (candidate === null) break;
      const found = this.matchFrom(compounds, at + 1, candidate);
      if (found === Result.Matched) {
        result = found;
        break;
      }
      if (found === Result.Never || (sideways && found === Result.RestartFromAncestor)) return found;
      from = candidate;
    }
    if (steps < LONG_WALK || this.scope !== null) return result;
    walked ??= this.rememberWalks(compound);
    if (walked === undefined) return result;
    for (let from: Element | null = element; from !== null && steps >= 0; steps--) {
      walked[from.index] = result === Result.Matched ? 2 : 1;
      from = sideways ? previousElement(from) : this.parentOf(from);
    }
    return result;
  }

  private rememberWalks(compound: Compound): Uint8Array | undefined {
    const size = this.document.nodeCount;
    if (this.walkedBytes + size > MAX_WALKED_BYTES) return undefined;
    this.walkedBytes += size;
    const walked = new Uint8Array(size);
    this.walked.set(compound, walked);
    return walked;
  }

  private tryList(list: SelectorList, element: Element): boolean {
    const { selectors } = list;
    this.listDepth++;
    let matched = false;
    if (selectors.length > INDEXED_LIST_LENGTH) {
      matched = this.tryIndexed(list, element);
    } else {
      for (let i = 0; i < selectors.length && !matched; i++) {
        matched = selectors[i]!.pseudoElement === null && this.matches(selectors[i]!, element);
      }
    }
    this.listDepth--;
    return matched;
  }

  private tryIndexed(list: SelectorList, element: Element): boolean {
    let index = this.listIndexes.get(list);
    if (index === undefined) this.listIndexes.set(list, (index = indexBySubject(list, this.quirks)));
    const anyOf = (key: string): boolean => {
      const candidates = index.get(key);
      return candidates !== undefined && candidates.some((selector) => this.matches(selector, element));
    };
    const fold = (name: string): string => (this.quirks ? name.toLowerCase() : name);
    if (element.id !== null && anyOf(`#${fold(element.id)}`)) return true;
    for (const name of element.classes) if (anyOf(`.${fold(name)}`)) return true;
    return anyOf(element.tag.toLowerCase()) || anyOf('*');
  }

  private hasId(element: Element, id: string): boolean {
    return element.id === id || (this.quirks && element.id !== null && element.id.toLowerCase() === id.toLowerCase());
  }

  private hasClass(element: Element, name: string): boolean {
    const { classes } = element;
    if (classes.includes(name)) return true;
    return this.quirks && classes.some((c) => c.toLowerCase() === name.toLowerCase());
  }

  private passes(test: Test, element: Element): boolean {
    switch (test.kind) {
      case TestKind.Id:
        return this.hasId(element, test.name);
      case TestKind.Attribute:
        return matchesAttribute(test, element, this.budget);
      case TestKind.Is:
        return this.matchesList(test.list, element);
      case TestKind.Not:
        return !this.matchesList(test.list, element);
      case TestKind.Has:
        return this.has(test.list, element);
      case TestKind.Nth:
        return this.matchesNth(test, element);
      case TestKind.Only:
        return test.ofType
          ? this.siblings.ofType(element, false) === 1 && this.siblings.ofType(element, true) === 1
          : indexInTree(element) === 0 && this.siblings.fromEnd(element) === 1;
      case TestKind.Lang:
        return this.matchesLang(test, element);
      case TestKind.Dir:
        return isRightToLeft(element) === (test.name === 'rtl') && (test.name === 'rtl' || test.name === 'ltr');
      case TestKind.Root:
        return element.parent === null;
      case TestKind.Scope:
        return this.scope === null ? element.parent === null : element === this.scope;
      case TestKind.Empty:
        return element.children.every((child) => child.type === 'text' && child.data === '');
      case TestKind.Link:
        return (
          (element.tag === 'a' || element.tag === 'area') &&
          (element.attribute('href') ?? element.attribute('xlink:href')) !== null
        );
      case TestKind.State:
        return matchesState(test.name, element, this.defaultOptions);
      case TestKind.Never:
        return false;
      case TestKind.Defined:
        return !element.isHtml || !element.tag.includes('-');
      case TestKind.Host:
        return this.isHost(test.list, element);
      case TestKind.HostContext:
        return this.isHostIn(test.list, element);
      case TestKind.HasSlotted:
        return this.hasSlotted(test.list, element);
      case TestKind.Slotted:
        return this.matchesInOwnTree(test.list, element);
      case TestKind.PartNames:
        return isPart(this.tree, element, test.names);
    }
  }

  /** For sheets of its shadow tree, a host's descendants are that tree. */
  private has(list: SelectorList, element: Element): boolean {
    const { tree } = this;
    if (tree !== null && element === tree.host)
      return list.selectors.some((selector) => this.hasSets.anyTopDown(selector, tree.elements));
    return list.selectors.some((selector) => this.hasSets.anchors(selector)[element.index] === 1);
  }

  private isHost(list: SelectorList | null, element: Element): boolean {
    return this.tree !== null && element === this.tree.host && this.matchesInOwnTree(list, element);
  }

  private matchesInOwnTree(list: SelectorList | null, element: Element): boolean {
    return list === null || this.inTree(element.place?.tree ?? null, () => this.matchesList(list, element));
  }

  /** Returns whether the element is the host and it, or an element around it in any tree, matches. */
  private isHostIn(list: SelectorList | null, element: Element): boolean {
    if (this.tree === null || element !== this.tree.host) return false;
    for (let around: Element | null = element; around !== null; around = outwards(around))
      if (this.matchesInOwnTree(list, around)) return true;
    return false;
  }

  /** Implements `:has-slotted`, looking through nested slots. */
  private hasSlotted(list: SelectorList | null, slot: Element): boolean {
    const pending: Node[] = [...(slot.place?.assigned ?? [])];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      this.budget.tick();
      if (node.type === 'element' && node.tag === 'slot' && node.place?.tree) {
        // A slot's children are what it renders: the assigned nodes or its fallback.
        for (const shown of node.children) pending.push(shown);
      } else if (list === null) return true;
      else if (node.type === 'element' && this.matchesInOwnTree(list, node)) return true;
    }
    return false;
  }

  private matchesNth(test: NthTest, element: Element): boolean {
    let position: number;
    if (test.of !== null) position = this.siblings.ofList(element, test.of, test.fromEnd);
    else if (test.ofType) position = this.siblings.ofType(element, test.fromEnd);
    else position = test.fromEnd ? this.siblings.fromEnd(element) : indexInTree(element) + 1;
    if (position === 0) return false;
    const steps = position - test.b;
    if (test.a === 0) return steps === 0;
    return steps % test.a === 0 && steps / test.a >= 0;
  }

  private matchesLang(test: LangTest, element: Element): boolean {
    const language = elementLanguage(element, this.document).toLowerCase();
    return test.ranges.some((range) => matchesLanguageRange(language, range.toLowerCase()));
  }
}

function previousElement(element: Element): Element | null {
  const { place } = element;
  if (place !== null) return place.siblings[place.index - 1] ?? null;
  const { parent } = element;
  if (parent === null || element.elementIndex === 0) return null;
  const siblings = parent.children;
  // Children are in index order, so a binary search finds the element's position.
  let low = 0;
  let high = siblings.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (siblings[middle]!.index < element.index) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0; i--) {
    const sibling = siblings[i]!;
    if (sibling.type === 'element') return sibling;
  }
  return null;
}

function indexBySubject(list: SelectorList, quirks: boolean): Map<string, ComplexSelector[]> {
  const index = new Map<string, ComplexSelector[]>();
  for (const selector of list.selectors) {
    if (selector.pseudoElement !== null) continue;
    const { id, classes, tagLower } = selector.subject;
    const name = id !== null ? `#${id}` : classes.length > 0 ? `.${classes[0]}` : null;
    const key = name === null ? (tagLower ?? '*') : quirks ? name.toLowerCase() : name;
    addTo(index, key, selector);
  }
  return index;
}
