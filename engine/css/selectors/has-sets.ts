import type { Budget } from '../../budget.ts';
import { type Document, type Element, type Node, parentInTree } from '../../document/node.ts';
import { Combinator, type ComplexSelector, type Compound } from './selector.ts';

/**
 * Computes `:has()`: for each relative selector, the set of all matching elements. Each set is computed once per
 * document in linear time. It starts with the elements that match the subject and follows the combinators outward, set
 * by set.
 */
export class HasSets {
  private readonly document: Document;
  private readonly budget: Budget;
  private readonly matchesCompound: (compound: Compound, element: Element) => boolean;
  private readonly sets = new Map<ComplexSelector, Uint8Array>();
  private readonly targets = new Map<ComplexSelector, Uint8Array>();
  private elements: Element[] | null = null;

  constructor(document: Document, budget: Budget, matchesCompound: (compound: Compound, element: Element) => boolean) {
    this.document = document;
    this.budget = budget;
    this.matchesCompound = matchesCompound;
  }

  /** Returns 1 at the index of each element for which `:has(selector)` matches. */
  anchors(selector: ComplexSelector): Uint8Array {
    let set = this.sets.get(selector);
    if (set === undefined) {
      // Stored before it is computed, so that a selector that depends on itself finds an empty set instead of
      // recursing.
      set = new Uint8Array(this.document.nodeCount);
      this.sets.set(selector, set);
      set.set(this.compute(selector));
    }
    return set;
  }

  /** Returns whether a relative selector matches a container of these elements, such as a host from its shadow tree. */
  anyTopDown(selector: ComplexSelector, elements: readonly Element[]): boolean {
    let targets = this.targets.get(selector);
    if (targets === undefined) this.targets.set(selector, (targets = this.leftmost(selector)));
    const { combinator } = selector.compounds[selector.compounds.length - 1]!;
    if (combinator !== Combinator.Child && combinator !== Combinator.Descendant) return false;
    for (const element of elements) {
      this.budget.tick();
      if (targets[element.index] === 1 && (combinator === Combinator.Descendant || parentInTree(element) === null))
        return true;
    }
    return false;
  }

  private compute(selector: ComplexSelector): Uint8Array {
    const { combinator } = selector.compounds[selector.compounds.length - 1]!;
    return this.across(combinator, this.leftmost(selector), this.allElements());
  }

  private allElements(): readonly Element[] {
    return (this.elements ??= allElements(this.document.root, this.budget));
  }

  /** Returns the elements that match the leftmost compound and lead to a match of the rest. */
  private leftmost(selector: ComplexSelector): Uint8Array {
    const elements = this.allElements();
    let allowed: Uint8Array | null = null;
    for (let i = 0; ; i++) {
      const compound = selector.compounds[i]!;
      const matching = new Uint8Array(this.document.nodeCount);
      for (const element of elements) {
        this.budget.tick();
        if ((allowed === null || allowed[element.index] === 1) && this.matchesCompound(compound, element))
          matching[element.index] = 1;
      }
      if (i === selector.compounds.length - 1) return matching;
      allowed = this.across(compound.combinator, matching, elements);
    }
  }

  /** Returns the elements from which `combinator` leads to one of `targets`. */
  private across(combinator: Combinator, targets: Uint8Array, elements: readonly Element[]): Uint8Array {
    const found = new Uint8Array(targets.length);
    switch (combinator) {
      case Combinator.Child:
        for (const element of elements) if (targets[element.index] === 1) note(found, parentInTree(element));
        break;
      case Combinator.NextSibling:
      case Combinator.LaterSibling:
        for (const element of elements) {
          const { place } = element;
          if (place === null) acrossSiblings(combinator, element.children, targets, found);
          else if (place.index === 0) acrossSiblings(combinator, place.siblings, targets, found);
        }
        break;
      default:
        // Reverse preorder visits a child before its parent.
        for (let i = elements.length - 1; i >= 0; i--) {
          const { index } = elements[i]!;
          if (targets[index] === 1 || found[index] === 1) note(found, parentInTree(elements[i]!));
        }
    }
    return found;
  }
}

/** Marks the siblings that are followed by a target. */
function acrossSiblings(combinator: Combinator, nodes: readonly Node[], targets: Uint8Array, found: Uint8Array): void {
  let targetAfter = false;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const child = nodes[i]!;
    if (child.type !== 'element') continue;
    if (targetAfter) found[child.index] = 1;
    targetAfter = targets[child.index] === 1 || (targetAfter && combinator === Combinator.LaterSibling);
  }
}

function note(found: Uint8Array, element: Element | null): void {
  if (element !== null) found[element.index] = 1;
}

function allElements(root: Element, budget: Budget): Element[] {
  const elements: Element[] = [];
  const pending: Element[] = [root];
  while (pending.length > 0) {
    budget.tick();
    const element = pending.pop() as Element;
    elements.push(element);
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!;
      if (child.type === 'element') pending.push(child);
    }
  }
  return elements;
}
