/**
 * Groups elements into kinds that no local selector can tell apart: elements that agree in everything that selectors
 * mention. They match the same local selectors. Documents have thousands of elements but only dozens of kinds, so most
 * matching is done once per kind.
 */
import type { Budget } from '../budget.ts';
import { matchesAttributeValue } from '../css/selectors/matches-attribute.ts';
import { type Element, Namespace } from '../document/node.ts';
import { type KeptKinds, MAX_KEPT_KINDS } from './kept-kinds.ts';
import { MAX_ATTRIBUTE_TESTS, type SelectorMentions } from './selector-mentions.ts';

/** Never occurs in attributes: the parser removes NUL. */
const SEPARATOR = '\0';

export class ElementKinds {
  private readonly mentions: readonly SelectorMentions[];
  private readonly budget: Budget;
  private readonly askForAttributes: boolean;
  /** The kinds shared with other documents. */
  readonly kept: KeptKinds;
  /** The numbers of kinds that didn't fit in there. */
  private readonly others = new Map<string, number>();
  /** Keyed by element index; 0 is unknown. */
  private readonly kinds: Int32Array;

  constructor(nodeCount: number, mentions: readonly SelectorMentions[], kept: KeptKinds, budget: Budget) {
    this.budget = budget;
    this.kinds = new Int32Array(nodeCount);
    this.kept = kept;
    this.mentions = mentions;
    this.askForAttributes = mentions.some(({ attributes }) => attributes.size > 0);
  }

  /** Returns a number from 1 on that is equal for elements of one kind. */
  of(element: Element): number {
    const { kinds } = this;
    const known = kinds[element.index];
    if (known !== 0) return known!;
    const parent = element.parent === null ? 0 : this.of(element.parent);
    const kind = this.numberOf(this.key(element, parent), parent);
    kinds[element.index] = kind;
    return kind;
  }

  private numberOf(key: string, parent: number): number {
    const kept = parent > MAX_KEPT_KINDS ? 0 : this.kept.numberOf(key);
    if (kept !== 0) return kept;
    let kind = this.others.get(key);
    if (kind === undefined) this.others.set(key, (kind = MAX_KEPT_KINDS + 1 + this.others.size));
    return kind;
  }

  private key(element: Element, parentKind: number): string {
    const { id } = element;
    let key = `${parentKind}${SEPARATOR}${element.tag}`;
    if (element.namespace !== Namespace.Html) key += `${SEPARATOR}${element.namespace}`;
    if (id !== null && this.mentioned('ids', id.toLowerCase())) key += `${SEPARATOR}#${id}`;
    for (const name of element.classes)
      if (this.mentioned('classes', name.toLowerCase())) key += `${SEPARATOR}.${name}`;
    if (!this.askForAttributes) return key;
    for (const { name, value } of element.attributes) key += this.attributeKey(name, value, element.isHtml);
    return key;
  }

  /**
   * Returns a key with the attribute's presence and the answers to all tests of its value; '' if no selector mentions
   * it.
   */
  private attributeKey(name: string, value: string, html: boolean): string {
    const local = localName(name);
    let key = '';
    for (const { attributes } of this.mentions) {
      const tests = attributes.get(local);
      if (tests === undefined) continue;
      if (tests.length > MAX_ATTRIBUTE_TESTS) return `${SEPARATOR}${name}=${value}`;
      if (key === '') key = `${SEPARATOR}${name}`;
      for (const test of tests) key += matchesAttributeValue(test, value, html, this.budget) ? '+' : '-';
    }
    return key;
  }

  private mentioned(what: 'ids' | 'classes', name: string): boolean {
    for (const mentions of this.mentions) if (mentions[what].has(name)) return true;
    return false;
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return (colon < 0 ? name : name.slice(colon + 1)).toLowerCase();
}
