/**
 * What an element's ancestors are called, as a set of 256 bits an element: a selector whose ancestor parts ask for a bit that isn't
 * there can't match, and most rules are refused so, without looking at any ancestor.
 */
import { Combinator, type ComplexSelector, type Compound } from '../css/selectors/selector.ts';
import type { Element } from '../document/node.ts';
import type { Scope } from './rule-index.ts';

const WORDS = 8;
/** Bits that a selector asks for, at most. */
const MAX_BITS = 3;
const NO_BITS: readonly number[] = [];

export class AncestorFilter {
  private readonly quirks: boolean;
  private readonly filters: (Int32Array | undefined)[];
  private readonly bits = new Map<string, number>();
  /** The element that a filter was made for last, and what was above it. */
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

  /** Of an element's ancestors, without itself. Parents that follow each other and are called the same, as rows do, share their children's filter. */
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

  /** Of an element and its ancestors. */
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

/** The bits of what a selector needs among an element's ancestors: of ids, classes and tags. */
export function ancestorBits(selector: ComplexSelector, quirks: boolean): readonly number[] {
  const required: number[] = [];
  let above = false;
  for (const compound of selector.compounds) {
    if (above && required.length < MAX_BITS) addRequired(compound, quirks, required);
    // Before a sibling combinator stands a sibling, of the element or of an ancestor: only what is before that is above again.
    above = compound.combinator === Combinator.Descendant || compound.combinator === Combinator.Child;
  }
  return required.length === 0 ? NO_BITS : required;
}

/** The bits of what the roots of a scope and of those around it need among an element and its ancestors (css-cascade-6 §2.5). */
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
