/** All rules of all sheets in one order, indexed by the requirements of their selectors on an element. */
import type { AttributeTest, ComplexSelector, Compound, SelectorList } from '../css/selectors/selector.ts';
import { TestKind } from '../css/selectors/selector.ts';
import type { ContainerRule } from '../css/rules.ts';
import type { Element } from '../document/node.ts';
import type { AppliedBlock } from './applied-block.ts';
import type { Layer } from './layers.ts';

/** An `@scope` with its enclosing scopes. */
export interface Scope {
  readonly start: SelectorList | null;
  readonly end: SelectorList | null;
  readonly outer: Scope | null;
}

/** `@container` conditions, all of which must hold. */
export interface ContainerConditions {
  readonly rule: ContainerRule;
  readonly outer: ContainerConditions | null;
}

export class RuleEntry {
  readonly selector: ComplexSelector;
  readonly normal: AppliedBlock | null;
  readonly important: AppliedBlock | null;
  readonly scope: Scope | null;
  readonly container: ContainerConditions | null;
  /** Order of appearance across all sheets. */
  readonly order: number;
  /** Whether all elements of a kind give the same answer (element-kinds.ts). */
  readonly local: boolean;
  /** Whether the selector is a single class, so that every element that looks into its bucket matches. */
  readonly isOneClass: boolean;
  /** Bits of the names that the selector requires among the ancestors. */
  readonly ancestorBits: readonly number[];
  /** Bits of the names that its scope's root requires among the element and its ancestors. */
  readonly scopeBits: readonly number[];
  private readonly layer: Layer | null;

  constructor(
    selector: ComplexSelector,
    normal: AppliedBlock | null,
    important: AppliedBlock | null,
    scope: Scope | null,
    container: ContainerConditions | null,
    order: number,
    local: boolean,
    bits: readonly number[],
    scopeBits: readonly number[],
  ) {
    this.local = local;
    this.isOneClass = local && isOneClass(selector);
    this.selector = selector;
    this.normal = normal;
    this.important = important;
    this.scope = scope;
    this.container = container;
    this.order = order;
    this.ancestorBits = bits;
    this.scopeBits = scopeBits;
    const applied = normal ?? important;
    this.layer = applied === null || applied.origin === 'user-agent' ? null : applied.layer;
  }

  /**
   * Position in the cascade among normal declarations: user agent (0), then layers, then unlayered (css-cascade-5
   * §6.1).
   */
  get band(): number {
    return this.layer === null ? 0 : 1 + this.layer.order;
  }

  /** Position among important declarations, where the order is reversed. */
  get importantBand(): number {
    return this.layer === null ? 1 : -this.layer.order;
  }
}

function isOneClass({ compounds, subject }: ComplexSelector): boolean {
  const { id, classes, tests, tag, namespace } = subject;
  const nothingElse = id === null && tests.length === 0 && tag === null && namespace === null;
  return compounds.length === 1 && classes.length === 1 && nothingElse;
}

/** Maximum number of alternatives of an `:is()` that is searched for bucket keys. */
const MAX_ALTERNATIVES = 64;

/** Maximum length of an attribute's value in a bucket key, in code units. */
const KEY_LENGTH = 64;

/** The rules for elements, or for one kind of pseudo-element. */
export class RuleIndex {
  private readonly byId = new Map<string, RuleEntry[]>();
  private readonly byClass = new Map<string, RuleEntry[]>();
  private readonly byAttribute = new Map<string, RuleEntry[]>();
  private readonly byTag = new Map<string, RuleEntry[]>();
  private readonly universal: RuleEntry[] = [];
  /** Entries in more than one bucket. */
  private readonly repeated = new Set<RuleEntry>();
  private readonly fold: (name: string) => string;

  constructor(quirks: boolean) {
    this.fold = quirks ? (name) => name.toLowerCase() : (name) => name;
  }

  add(entry: RuleEntry): void {
    const places: RuleEntry[][] = [];
    if (!this.bucketsFor(entry.selector.subject, places, 0)) {
      this.universal.push(entry);
      return;
    }
    const buckets = new Set(places);
    for (const bucket of buckets) bucket.push(entry);
    if (buckets.size > 1) this.repeated.add(entry);
  }

  isRepeated(entry: RuleEntry): boolean {
    return this.repeated.has(entry);
  }

  /** Returns lists that together contain every entry that may match. An entry may be in several lists. */
  bucketsOf(element: Element): readonly (readonly RuleEntry[])[] {
    const into: (readonly RuleEntry[])[] = [];
    if (element.id !== null) addBucket(this.byId.get(this.fold(element.id)), into);
    for (let i = 0; i < element.classes.length; i++) addBucket(this.byClass.get(this.fold(element.classes[i]!)), into);
    if (this.byAttribute.size > 0) this.addByAttributes(element, into);
    addBucket(this.byTag.get(element.isHtml ? element.tag : element.tag.toLowerCase()), into);
    addBucket(this.universal, into);
    return into;
  }

  /**
   * Finds buckets such that every matching element looks into one of them. Returns false when only the universal bucket
   * qualifies.
   */
  private bucketsFor(compound: Compound, places: RuleEntry[][], depth: number): boolean {
    if (compound.id !== null) return place(this.byId, this.fold(compound.id), places);
    if (compound.classes.length > 0) return place(this.byClass, this.fold(compound.classes[0]!), places);
    for (const test of compound.tests) {
      if ((test.kind !== TestKind.Is && test.kind !== TestKind.Slotted) || test.list === null) continue;
      if (depth > 4 || test.list.selectors.length > MAX_ALTERNATIVES) continue;
      const mark = places.length;
      if (test.list.selectors.every((alternative) => this.bucketsFor(alternative.subject, places, depth + 1)))
        return true;
      places.length = mark;
    }
    for (const test of compound.tests)
      if (test.kind === TestKind.Attribute) return place(this.byAttribute, attributeKey(test), places);
    return compound.tagLower !== null && place(this.byTag, compound.tagLower, places);
  }

  private addByAttributes({ attributes }: Element, into: (readonly RuleEntry[])[]): void {
    // `href` and `xlink:href` share a key.
    const names = new Set<string>();
    for (const { name, value, prefix } of attributes) {
      const local = (prefix === '' ? name : name.slice(prefix.length + 1)).toLowerCase();
      names.add(local).add(valueKey(local, value));
    }
    for (const name of names) addBucket(this.byAttribute.get(name), into);
  }
}

/** Returns an attribute's name, with its value if that must be exact. Lower case is selective enough. */
function attributeKey({ lower, operator, value }: AttributeTest): string {
  const name = lower.toLowerCase();
  return operator === '=' ? valueKey(name, value) : name;
}

/** Names never contain `=`. */
const valueKey = (name: string, value: string): string => `${name}=${value.slice(0, KEY_LENGTH).toLowerCase()}`;

function place(map: Map<string, RuleEntry[]>, key: string, places: RuleEntry[][]): true {
  let bucket = map.get(key);
  if (bucket === undefined) map.set(key, (bucket = []));
  places.push(bucket);
  return true;
}

function addBucket(bucket: readonly RuleEntry[] | undefined, into: (readonly RuleEntry[])[]): void {
  if (bucket !== undefined && bucket.length > 0) into.push(bucket);
}
