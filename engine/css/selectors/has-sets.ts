import type { Budget } from '../../budget.ts';
import type { Document, Element } from '../../document/node.ts';
import { Combinator, type ComplexSelector, type Compound } from './selector.ts';

/**
 * `:has()`: for a relative selector, the set of all elements that it holds for, found once a document in time proportional
 * to its size. Starts with the elements that match the subject and follows the combinators outward, set by set.
 */
export class HasSets {
  private readonly document: Document;
  private readonly budget: Budget;
  private readonly matchesCompound: (compound: Compound, element: Element) => boolean;
  private readonly sets = new Map<ComplexSelector, Uint8Array>();
  private elements: Element[] | null = null;

  constructor(document: Document, budget: Budget, matchesCompound: (compound: Compound, element: Element) => boolean) {
    this.document = document;
    this.budget = budget;
    this.matchesCompound = matchesCompound;
  }

  /** By element index: 1 where `:has(selector)` holds. */
  anchors(selector: ComplexSelector): Uint8Array {
    let set = this.sets.get(selector);
    if (set === undefined) {
      // Set first, so that a selector that asks for itself finds an empty set instead of recursing.
      set = new Uint8Array(this.document.nodeCount);
      this.sets.set(selector, set);
      set.set(this.compute(selector));
    }
    return set;
  }

  private compute(selector: ComplexSelector): Uint8Array {
    const elements = (this.elements ??= allElements(this.document.root, this.budget));
    let allowed: Uint8Array | null = null;
    for (const compound of selector.compounds) {
      const matching = new Uint8Array(this.document.nodeCount);
      for (const element of elements) {
        this.budget.tick();
        if ((allowed === null || allowed[element.index] === 1) && this.matchesCompound(compound, element))
          matching[element.index] = 1;
      }
      allowed = this.across(compound.combinator, matching, elements);
    }
    return allowed ?? new Uint8Array(this.document.nodeCount);
  }

  /** The elements from which `combinator` leads to one of `targets`. */
  private across(combinator: Combinator, targets: Uint8Array, elements: readonly Element[]): Uint8Array {
    const found = new Uint8Array(targets.length);
    switch (combinator) {
      case Combinator.Child:
        for (const element of elements)
          if (targets[element.index] === 1 && element.parent !== null) found[element.parent.index] = 1;
        break;
      case Combinator.NextSibling:
      case Combinator.LaterSibling:
        for (const element of elements) this.acrossSiblings(combinator, element, targets, found);
        break;
      default:
        // Preorder backwards: a child is seen before its parent.
        for (let i = elements.length - 1; i >= 0; i--) {
          const { index, parent } = elements[i];
          if (parent !== null && (targets[index] === 1 || found[index] === 1)) found[parent.index] = 1;
        }
    }
    return found;
  }

  private acrossSiblings(combinator: Combinator, parent: Element, targets: Uint8Array, found: Uint8Array): void {
    let targetAfter = false;
    for (let i = parent.children.length - 1; i >= 0; i--) {
      const child = parent.children[i];
      if (child.type !== 'element') continue;
      if (targetAfter) found[child.index] = 1;
      targetAfter = targets[child.index] === 1 || (targetAfter && combinator === Combinator.LaterSibling);
    }
  }
}

function allElements(root: Element, budget: Budget): Element[] {
  const elements: Element[] = [];
  const pending: Element[] = [root];
  while (pending.length > 0) {
    budget.tick();
    const element = pending.pop() as Element;
    elements.push(element);
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i];
      if (child.type === 'element') pending.push(child);
    }
  }
  return elements;
}
