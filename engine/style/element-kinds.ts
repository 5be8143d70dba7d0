/**
 * Elements that no local selector tells apart. A selector is local when it asks for nothing but names and attributes of the element and
 * of its ancestors; elements that agree in everything that some selector mentions are of one kind, and match the same local selectors.
 * Documents have thousands of elements and some dozens of kinds, so most of matching is done once a kind.
 */
import {
  Combinator,
  type ComplexSelector,
  type Compound,
  type SelectorList,
  type Test,
  TestKind,
} from '../css/selectors/selector.ts';
import { type Element, Namespace } from '../document/node.ts';

/** What is in no attribute: NUL is never parsed into a document. */
const SEPARATOR = '\0';

export class ElementKinds {
  /** What selectors mention, in lower case: more than enough to tell elements apart. */
  private readonly ids = new Set<string>();
  private readonly classes = new Set<string>();
  private readonly attributes = new Set<string>();
  /** Whether all of a list is local: nested rules share the lists of those around them. */
  private readonly lists = new Map<SelectorList, boolean>();
  private readonly numbers = new Map<string, number>();
  /** By element index; 0: not known. */
  private kinds: Int32Array | null = null;
  private readonly nodeCount: number;

  constructor(nodeCount: number) {
    this.nodeCount = nodeCount;
  }

  /** Notes what a selector mentions; true: it is local. All selectors come before the first element. */
  mention(selector: ComplexSelector): boolean {
    let local = true;
    for (const compound of selector.compounds) {
      const { combinator } = compound;
      if (combinator === Combinator.NextSibling || combinator === Combinator.LaterSibling) local = false;
      if (!this.mentionCompound(compound)) local = false;
    }
    return local;
  }

  /** A number from 1, the same for elements of one kind. */
  of(element: Element): number {
    const kinds = (this.kinds ??= new Int32Array(this.nodeCount));
    const known = kinds[element.index];
    if (known !== 0) return known;
    const key = this.key(element, element.parent === null ? 0 : this.of(element.parent));
    let kind = this.numbers.get(key);
    if (kind === undefined) this.numbers.set(key, (kind = this.numbers.size + 1));
    kinds[element.index] = kind;
    return kind;
  }

  private key(element: Element, parentKind: number): string {
    const { id } = element;
    let key = `${parentKind}${SEPARATOR}${element.tag}`;
    if (element.namespace !== Namespace.Html) key += `${SEPARATOR}${element.namespace}`;
    if (id !== null && this.ids.has(id.toLowerCase())) key += `${SEPARATOR}#${id}`;
    for (const name of element.classes) if (this.classes.has(name.toLowerCase())) key += `${SEPARATOR}.${name}`;
    if (this.attributes.size === 0) return key;
    for (const { name, value } of element.attributes) {
      if (this.attributes.has(localName(name))) key += `${SEPARATOR}${name}=${value}`;
    }
    return key;
  }

  private mentionCompound(compound: Compound): boolean {
    if (compound.id !== null) this.ids.add(compound.id.toLowerCase());
    for (const name of compound.classes) this.classes.add(name.toLowerCase());
    let local = true;
    for (const test of compound.tests) if (!this.mentionTest(test)) local = false;
    return local;
  }

  private mentionList(list: SelectorList): boolean {
    const known = this.lists.get(list);
    if (known !== undefined) return known;
    let local = true;
    for (const selector of list.selectors) if (!this.mention(selector)) local = false;
    this.lists.set(list, local);
    return local;
  }

  private mentionTest(test: Test): boolean {
    switch (test.kind) {
      case TestKind.Id:
        this.ids.add(test.name.toLowerCase());
        return true;
      case TestKind.Attribute:
        this.attributes.add(test.lower);
        return true;
      case TestKind.Link:
        this.attributes.add('href');
        return true;
      case TestKind.Is:
      case TestKind.Not:
        return this.mentionList(test.list);
      case TestKind.Root:
      case TestKind.Never:
      case TestKind.Defined:
        return true;
      default:
        return false;
    }
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return (colon < 0 ? name : name.slice(colon + 1)).toLowerCase();
}
