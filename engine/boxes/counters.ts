/**
 * Counters (css-lists-3 §4). An instance is visible to the element that created it and its descendants. It is also
 * visible to following siblings and their descendants, unless they inherit one of that name from an ancestor. So every
 * open element keeps a list of the instances that end with it. These are the ones it created under an ancestor's, and
 * those that its children created. Pseudo-elements count as children.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { CounterChange } from '../css/computed-values.ts';
import type { Element } from '../document/node.ts';
import { addAmounts } from './amounts.ts';

export const LIST_ITEM = 'list-item';
/** The document has a single counter of footnotes: `counter-reset` restarts it in any scope (css-gcpm-3 §2.4). */
export const FOOTNOTE = 'footnote';

/** Counters are 32-bit integers in browsers; sums are clamped to that range. */
const MAX_COUNTER = 2 ** 31 - 1;

class CounterInstance {
  readonly name: string;
  value: number;
  reversed: boolean;
  /** Depth of the scope (the parent element) in which it was created. */
  readonly depth: number;

  constructor(name: string, value: number, reversed: boolean, depth: number) {
    this.name = name;
    this.value = value;
    this.reversed = reversed;
    this.depth = depth;
  }
}

/** An element's changes of counters. */
export interface CounterChanges {
  readonly reset: readonly CounterChange[];
  readonly increment: readonly CounterChange[];
  readonly set: readonly CounterChange[];
}

const NO_CHANGES: readonly CounterChange[] = [];
const RESET_LIST_ITEM: readonly CounterChange[] = [{ name: LIST_ITEM, value: null, reversed: false }];

const clampCounter = (value: number): number => Math.max(-MAX_COUNTER - 1, Math.min(MAX_COUNTER, value));

export class Counters {
  private readonly stacks = new Map([[FOOTNOTE, [new CounterInstance(FOOTNOTE, 0, false, 0)]]]);
  /** For each open element, the instances that end with it; the first is the root's scope. */
  private readonly scopes: (CounterInstance[] | null)[] = [null];
  /** Instances that end with the current element, which opens next if it has contents. */
  private own: CounterInstance[] | null = null;
  /** Depths from which scopes are inside `contain: style` and don't change counters from outside. */
  private readonly barriers: number[] = [];

  /**
   * Ends the counters that the previous element created under an ancestor's, if it had no contents. Called before the
   * next element is applied.
   */
  endEmpty(): void {
    if (this.own === null) return;
    for (const instance of this.own) this.remove(instance);
    this.own = null;
  }

  /**
   * Applies the counter properties of an element or pseudo-element in the order reset, increment, set (css-lists-3
   * §4.4).
   */
  apply(changes: CounterChanges, initialReversed: (change: CounterChange, reachesSiblings: boolean) => number): void {
    for (const change of changes.reset) {
      const value = change.value ?? (change.reversed ? initialReversed(change, !this.isInherited(change.name)) : 0);
      this.instantiate(change.name, value, change.reversed);
    }
    for (const change of changes.increment) {
      if (change.isAmount && !this.has(change.name)) this.instantiateForDocument(change.name);
      const counter = this.writable(change.name);
      const step = change.value ?? (change.name === LIST_ITEM && counter.reversed ? -1 : 1);
      counter.value = change.isAmount ? addAmounts(counter.value, step) : clampCounter(counter.value + step);
    }
    for (const change of changes.set) this.writable(change.name).value = clampCounter(change.value ?? 0);
  }

  /** Opens a scope for children. `contained`: their changes don't reach outside (css-contain-2 §3.3). */
  open(contained: boolean): void {
    if (contained) this.barriers.push(this.scopes.length);
    this.scopes.push(this.own);
    this.own = null;
  }

  /** Closes the current scope. `continues`: the following siblings continue its counters. */
  close(continues = false): void {
    this.endEmpty();
    const made = this.scopes.pop();
    if (made && continues) (this.scopes[this.scopes.length - 1] ??= []).push(...made);
    else if (made) for (const instance of made) this.remove(instance);
    if (this.barriers.length > 0 && this.barriers[this.barriers.length - 1] === this.scopes.length) this.barriers.pop();
  }

  has(name: string): boolean {
    return (this.stacks.get(name)?.length ?? 0) > 0;
  }

  /** Returns the innermost value. A missing counter is created with 0. */
  value(name: string): number {
    return this.innermost(name).value;
  }

  /** Returns all values, outermost first. */
  values(name: string): readonly number[] {
    this.innermost(name);
    return this.stacks.get(name)!.map((instance) => instance.value);
  }

  /** Returns a copy with the same counters and scopes, to resume from here later. */
  clone(): Counters {
    const copy = new Counters();
    const copies = new Map<CounterInstance, CounterInstance>();
    const copyOf = (instance: CounterInstance): CounterInstance => {
      let made = copies.get(instance);
      if (made === undefined) {
        made = new CounterInstance(instance.name, instance.value, instance.reversed, instance.depth);
        copies.set(instance, made);
      }
      return made;
    };
    for (const [name, stack] of this.stacks) copy.stacks.set(name, stack.map(copyOf));
    copy.scopes.length = 0;
    for (const scope of this.scopes) copy.scopes.push(scope === null ? null : scope.map(copyOf));
    copy.own = this.own === null ? null : this.own.map(copyOf);
    copy.barriers.push(...this.barriers);
    return copy;
  }

  /** Returns the current values of all counters, for later `target-counter()` lookups. */
  snapshot(): ReadonlyMap<string, readonly number[]> {
    const copy = new Map<string, readonly number[]>();
    for (const [name, stack] of this.stacks)
      if (stack.length > 0)
        copy.set(
          name,
          stack.map((instance) => instance.value),
        );
    return copy;
  }

  private innermost(name: string): CounterInstance {
    const stack = this.stacks.get(name);
    if (stack && stack.length > 0) return stack[stack.length - 1]!;
    return this.instantiate(name, 0, false);
  }

  private writable(name: string): CounterInstance {
    const counter = this.innermost(name);
    const barrier = this.barriers.length > 0 ? this.barriers[this.barriers.length - 1]! : -1;
    return counter.depth < barrier ? this.scoped(name) : counter;
  }

  /**
   * Creates a counter in a contained element that ignores one from outside. Following siblings continue it
   * (css-contain-2 §3.3).
   */
  private scoped(name: string): CounterInstance {
    const depth = this.scopes.length - 1;
    const instance = new CounterInstance(name, 0, false, depth);
    this.stacks.get(name)!.push(instance);
    (this.scopes[depth] ??= []).push(instance);
    return instance;
  }

  /** Sums that no element resets belong to the document, because the amounts are usually in cells. */
  private instantiateForDocument(name: string): void {
    this.stacks.set(name, [new CounterInstance(name, 0, false, 0)]);
  }

  private instantiate(name: string, value: number, reversed: boolean): CounterInstance {
    if (name === FOOTNOTE) {
      const counter = this.innermost(name);
      counter.value = clampCounter(value);
      return counter;
    }
    const outside = this.scopes.length - 1;
    let stack = this.stacks.get(name);
    if (!stack) this.stacks.set(name, (stack = []));
    // A counter created by the element itself or a previous sibling is replaced, not nested.
    const replaced = stack.length > 0 && stack[stack.length - 1]!.depth >= outside ? stack.pop()! : null;
    const isInherited = stack.length > 0;
    const depth = isInherited ? outside + 1 : outside;
    if (replaced?.depth === depth) {
      // The replaced counter ends at the same element as the new one, so it is reused: thousands of siblings then need
      // one instance instead of thousands.
      replaced.value = clampCounter(value);
      replaced.reversed = reversed;
      stack.push(replaced);
      return replaced;
    }
    const instance = new CounterInstance(name, clampCounter(value), reversed, depth);
    stack.push(instance);
    if (isInherited) (this.own ??= []).push(instance);
    else (this.scopes[outside] ??= []).push(instance);
    return instance;
  }

  /** Returns whether the element inherits a counter of that name from an ancestor. */
  private isInherited(name: string): boolean {
    const stack = this.stacks.get(name);
    if (stack === undefined || stack.length === 0) return false;
    // A counter created by a previous sibling would be replaced.
    return stack.length > 1 || stack[0]!.depth < this.scopes.length - 1;
  }

  private remove(instance: CounterInstance): void {
    const stack = this.stacks.get(instance.name);
    if (stack !== undefined && stack[stack.length - 1] === instance) stack.pop();
  }
}

function integerAttribute(element: Element, name: string): number | null {
  const value = element.attribute(name);
  if (value === null) return null;
  const match = /^[ \t\n\f\r]*([+-]?\d{1,10})/.exec(value);
  return match ? clampCounter(Number(match[1])) : null;
}

const LISTS: ReadonlySet<string> = new Set(['ol', 'ul', 'menu']);

/**
 * Returns whether an element is a list owner (HTML §4.4.8), whose items restart at one. Browsers number list items by
 * element, regardless of `counter-reset`. Owners are lists, and parents of items outside any list.
 */
export function ownsListItems(element: Element): boolean {
  if (!element.isHtml) return false;
  if (LISTS.has(element.tag)) return true;
  // PERF: called for every element, so it creates no closure.
  const { children } = element;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.type === 'element' && child.tag === 'li' && child.isHtml) return !isInList(element);
  }
  return false;
}

function isInList(element: Element): boolean {
  for (let { parent } = element; parent !== null; parent = parent.parent)
    if (parent.isHtml && LISTS.has(parent.tag)) return true;
  return false;
}

/**
 * Returns an element's counter changes: its properties, the implicit `list-item` increment (css-lists-3 §4.6), and
 * HTML's `start`, `reversed` and `value` attributes (HTML §15.3.8). Returns null without any.
 */
export function counterChangesOf(element: Element | null, style: ComputedStyle): CounterChanges | null {
  const rare = style.rare;
  const listItem = style.box.display.listItem;
  const list = element !== null && ownsListItems(element);
  if (!listItem && !list && rare.counterReset.length + rare.counterIncrement.length + rare.counterSet.length === 0)
    return null;
  let reset = rare.counterReset;
  let increment = rare.counterIncrement;
  let set = rare.counterSet;
  if (list) reset = withListReset(element, reset);
  if (listItem && !increment.some((change) => change.name === LIST_ITEM)) {
    increment = [...increment, { name: LIST_ITEM, value: null, reversed: false }];
  }
  if (listItem && element?.isHtml && element.tag === 'li' && !set.some((change) => change.name === LIST_ITEM)) {
    const value = integerAttribute(element, 'value');
    if (value !== null) set = [...set, { name: LIST_ITEM, value, reversed: false }];
  }
  return { reset, increment, set };
}

/** Returns a counter's values, outermost first, in a pseudo-element with these changes. */
export function changedValues(
  values: readonly number[],
  name: string,
  changes: CounterChanges | null,
): readonly number[] {
  if (changes === null) return values;
  const changed = [...values];
  const last = (): number => changed.pop() ?? 0;
  for (const change of changes.reset) if (change.name === name) changed.push(clampCounter(change.value ?? 0));
  for (const change of changes.increment)
    if (change.name === name) changed.push(clampCounter(last() + (change.value ?? 1)));
  for (const change of changes.set)
    if (change.name === name) {
      last();
      changed.push(clampCounter(change.value ?? 0));
    }
  return changed;
}

function withListReset(element: Element, reset: readonly CounterChange[]): readonly CounterChange[] {
  const given = reset.find((change) => change.name === LIST_ITEM);
  if (given && given.value !== null && given.value !== 0) return reset;
  const others = given ? reset.filter((change) => change.name !== LIST_ITEM) : reset;
  if (element.tag === 'ol') {
    const start = integerAttribute(element, 'start');
    const reversed = element.attribute('reversed') !== null || (given?.reversed ?? false);
    if (reversed) return [...others, { name: LIST_ITEM, value: start === null ? null : start + 1, reversed: true }];
    if (start !== null) return [...others, { name: LIST_ITEM, value: start - 1, reversed: false }];
  }
  return given ? reset : reset === NO_CHANGES || reset.length === 0 ? RESET_LIST_ITEM : [...others, ...RESET_LIST_ITEM];
}

/**
 * Returns the initial value of `reversed(name)` without a number ("instantiate counter" over its scope, css-lists-3
 * §4.4.1). `isScope`: whether an element's contents count separately (`contain: style`). `reachesSiblings`: whether
 * following siblings are included, up to one that resets the counter.
 */
export function initialReversedValue(
  element: Element,
  name: string,
  changesOf: (element: Element) => CounterChanges | null,
  isScope: (element: Element) => boolean,
  reachesSiblings: boolean,
): number {
  let total = 0;
  let last = 0;
  /** Returns false once a `counter-set` ends the count. */
  const visit = (node: Element, isOwner: boolean): boolean => {
    const changes = changesOf(node);
    if (changes === null) return true;
    if (!isOwner && changes.reset.some((change) => change.name === name)) return true;
    let negated = 0;
    for (const change of changes.increment) {
      if (change.name === name) negated -= change.value ?? (name === LIST_ITEM ? -1 : 1);
    }
    if (negated !== 0) last = negated;
    const set = changes.set.find((change) => change.name === name);
    total += set ? (set.value ?? 0) : negated;
    if (set) return false;
    if (isScope(node)) return true;
    for (const child of node.children) if (child.type === 'element' && !visit(child, false)) return false;
    return true;
  };
  if (visit(element, true) && reachesSiblings) {
    const siblings = element.parent?.children ?? [];
    for (let i = siblings.indexOf(element) + 1; i < siblings.length; i++) {
      const sibling = siblings[i]!;
      if (sibling.type !== 'element') continue;
      if (changesOf(sibling)?.reset.some((change) => change.name === name) || !visit(sibling, false)) break;
    }
  }
  return total + last;
}
