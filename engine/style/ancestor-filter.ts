/**
 * The names of an element's ancestors as a Bloom filter of 256 bits. A selector that requires a missing bit among the
 * ancestors can't match. This rejects most rules without visiting any ancestor.
 */
import { Combinator, type ComplexSelector, type Compound } from '../css/selectors/selector.ts';
import type { Element } from '../document/node.ts';
import type { Scope } from './rule-index.ts';

const WORDS = 8;
/** Maximum number of bits that a selector requires. */
const MAX_BITS = 3;
const NO_BITS: readonly number[] = [];

export class AncestorFilter {
  private readonly quirks: boolean;
  private readonly filters: (Int32Array | undefined)[];
  private readonly bits = new Map<string, number>();
  /** The last element for which a filter was made, with the filter of its ancestors. */
  private last: { readonly element: Element; readonly above: Int32Array; readonly filter: Int32Array } | null = null;

  constructor(nodeCount: number, quirks: boolean) {
    this.quirks = quirks;
    this.filters = new Array<Int32Array | undefined>(nodeCount);
  }

  mayMatch(required: readonly number[], filter: Int32Array): boolean {
    for (let i = 0; i < required.length; i++) {
      const bit = required[i]!;
      if (((filter[bit >> 5]! >>> (bit & 31)) & 1) === 0) return false;
    }
    return true;
  }

  /**
   * Returns the filter of an element's ancestors, excluding itself. Consecutive parents with equal names, such as rows,
   * share their children's filter.
   */
  of(element: Element): Int32Array {
    const { parent } = element;
    if (parent === null) return EMPTY;
    let filter = this.filters[parent.index];
    if (filter === undefined) {
      filter = this.including(parent, this.of(parent));
      this.filters[parent.index] = filter;
    }
    return filter;
  }

  /** Returns the filter of an element and its ancestors. */
  inclusive(element: Element): Int32Array {
    return this.including(element, this.of(element));
  }

  private including(element: Element, above: Int32Array): Int32Array {
    const { last } = this;
    if (last !== null && last.above === above && areCalledTheSame(last.element, element)) return last.filter;
    const filter = above.slice();
    const set = (bit: number): void => {
      filter[bit >> 5]! |= 1 << (bit & 31);
    };
    set(this.bit(element.tag.toLowerCase()));
    if (element.id !== null) set(this.bit(`#${this.fold(element.id)}`));
    for (const name of element.classes) set(this.bit(`.${this.fold(name)}`));
    this.last = { element, above, filter };
    return filter;
  }

  private fold(name: string): string {
    return this.quirks ? name.toLowerCase() : name;
  }

  private bit(name: string): number {
    let bit = this.bits.get(name);
    if (bit === undefined) this.bits.set(name, (bit = bitOf(name)));
    return bit;
  }
}

function areCalledTheSame(a: Element, b: Element): boolean {
  if (a.tag !== b.tag || a.id !== b.id || a.classes.length !== b.classes.length) return false;
  return a.classes.every((name, i) => name === b.classes[i]);
}

/** Returns the bits of the ids, classes and tags that a selector requires among an element's ancestors. */
export function ancestorBits(selector: ComplexSelector, quirks: boolean): readonly number[] {
  const required: number[] = [];
  let above = false;
  for (const compound of selector.compounds) {
    if (above && required.length < MAX_BITS) addRequired(compound, quirks, required);
    // The compound before a sibling combinator matches a sibling, not an ancestor. The next child or descendant
    // combinator leads to an ancestor again.
    above = compound.combinator === Combinator.Descendant || compound.combinator === Combinator.Child;
  }
  return required.length === 0 ? NO_BITS : required;
}

/**
 * Returns the bits that the roots of a scope and its outer scopes require among an element and its ancestors
 * (css-cascade-6 §2.5).
 */
export function scopeBits(scope: Scope | null, quirks: boolean): readonly number[] {
  const required: number[] = [];
  for (let around = scope; around !== null; around = around.outer) {
    const root = around.start?.selectors.length === 1 ? around.start.selectors[0] : undefined;
    if (root === undefined || required.length >= MAX_BITS) continue;
    addRequired(root.subject, quirks, required);
    required.push(...ancestorBits(root, quirks));
  }
  return required.length === 0 ? NO_BITS : required;
}

function addRequired(compound: Compound, quirks: boolean, required: number[]): void {
  const fold = (name: string): string => (quirks ? name.toLowerCase() : name);
  if (compound.id !== null) required.push(bitOf(`#${fold(compound.id)}`));
  else if (compound.classes.length > 0) required.push(bitOf(`.${fold(compound.classes[0]!)}`));
  else if (compound.tagLower !== null) required.push(bitOf(compound.tagLower));
}

function bitOf(name: string): number {
  let hash = 7;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  return ((hash ^ (hash >>> 9) ^ (hash >>> 17)) >>> 0) % (WORDS * 32);
}

const EMPTY = new Int32Array(WORDS);
