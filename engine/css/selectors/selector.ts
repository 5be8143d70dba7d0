/** Compiled selectors (selectors-4), as matching reads them. Compounds are stored right to left, in matching order. */

export const Combinator = {
  /** The leftmost compound has no combinator. */
  None: 0,
  Descendant: 1,
  Child: 2,
  NextSibling: 3,
  LaterSibling: 4,
  /** From a slotted element to its slot: `::slotted()` (css-scoping-1 §3.4). */
  Slotted: 5,
  /** From a part in a shadow tree to the host that exposes it: `::part()` (css-shadow-parts-1 §3). */
  Part: 6,
} as const;
export type Combinator = (typeof Combinator)[keyof typeof Combinator];

export const TestKind = {
  /** An additional id, or the id of an SVG or XML element. */
  Id: 1,
  Attribute: 2,
  /** `:is()`, `:where()` and `&`. */
  Is: 3,
  Not: 4,
  Has: 5,
  /** The `:nth-` family, including `:first-child` and the like. */
  Nth: 6,
  Only: 7,
  Lang: 8,
  Dir: 9,
  Root: 10,
  Scope: 11,
  Empty: 12,
  /** `:link`, `:any-link` */
  Link: 13,
  /** A pseudo-class decided by the element's attributes and tag: `:checked`, `:disabled`, ... */
  State: 14,
  /** Never matches on paper: `:hover`, `:focus`, ... */
  Never: 15,
  /** `:defined`. Doesn't match custom element names, because no script defines them. */
  Defined: 16,
  /** `:host`, `:host()`. */
  Host: 17,
  HostContext: 18,
  /** `:has-slotted`, with a list that the slotted nodes must match. */
  HasSlotted: 19,
  /** The part names in `::part()`. */
  PartNames: 20,
  /** The argument of `::slotted()`. */
  Slotted: 21,
} as const;
export type TestKind = (typeof TestKind)[keyof typeof TestKind];

export type AttributeOperator = 'exists' | '=' | '~=' | '|=' | '^=' | '$=' | '*=';

export interface AttributeTest {
  readonly kind: typeof TestKind.Attribute;
  /** The name as written; `lower` is for HTML elements. */
  readonly name: string;
  readonly lower: string;
  /** null is any namespace, `''` none; otherwise a namespace URL. */
  readonly namespace: string | null;
  readonly operator: AttributeOperator;
  readonly value: string;
  /** 'i', 's', or the default for the attribute in the HTML standard. */
  readonly flag: 'i' | 's' | 'default';
}

export interface NthTest {
  readonly kind: typeof TestKind.Nth;
  readonly a: number;
  readonly b: number;
  readonly fromEnd: boolean;
  readonly ofType: boolean;
  /** The list in `of S`; null counts all siblings. */
  readonly of: SelectorList | null;
}

interface ListTest {
  readonly kind: typeof TestKind.Is | typeof TestKind.Not;
  readonly list: SelectorList;
}

interface HasTest {
  readonly kind: typeof TestKind.Has;
  /** Relative selectors. The leftmost compound's `combinator` relates it to the anchor. */
  readonly list: SelectorList;
}

/**
 * A test of shadow trees (css-scoping-1 §3.3). For hosts, the list applies to the host, or an element around it, in its
 * own tree. For slots it applies to the assigned nodes, for slotted elements to themselves. null matches anything.
 */
interface ShadowTest {
  readonly kind:
    typeof TestKind.Host | typeof TestKind.HostContext | typeof TestKind.HasSlotted | typeof TestKind.Slotted;
  readonly list: SelectorList | null;
}

interface PartTest {
  readonly kind: typeof TestKind.PartNames;
  readonly names: readonly string[];
}

interface NameTest {
  readonly kind: typeof TestKind.Id | typeof TestKind.State | typeof TestKind.Dir;
  readonly name: string;
}

export interface LangTest {
  readonly kind: typeof TestKind.Lang;
  readonly ranges: readonly string[];
}

interface PlainTest {
  readonly kind:
    | typeof TestKind.Only
    | typeof TestKind.Root
    | typeof TestKind.Scope
    | typeof TestKind.Empty
    | typeof TestKind.Link
    | typeof TestKind.Never
    | typeof TestKind.Defined;
  /** For Only: whether only siblings of the same type count. */
  readonly ofType: boolean;
}

export type Test =
  AttributeTest | NthTest | ListTest | HasTest | ShadowTest | PartTest | NameTest | LangTest | PlainTest;

const NO_TESTS: readonly Test[] = [];

/** Simple selectors without a combinator between them. */
export class Compound {
  /** null is any type. HTML elements are compared with `tagLower`. */
  tag: string | null = null;
  tagLower: string | null = null;
  /** Whether it has a type selector or the universal one. */
  isTyped = false;
  /** null is any namespace, '' none. */
  namespace: string | null = null;
  id: string | null = null;
  classes: string[] = [];
  tests: Test[] = NO_TESTS as Test[];
  /** The combinator between this compound and the one to its left, which is next in the array. */
  combinator: Combinator = Combinator.None;

  addTest(test: Test): void {
    if (this.tests === NO_TESTS) this.tests = [];
    this.tests.push(test);
  }
}

/** A specificity as one comparable number: 10 bits each for ids, classes and types. */
export type Specificity = number;

const SPECIFICITY_MAX = 1023;

export function specificity(ids: number, classes: number, types: number): Specificity {
  return (
    (Math.min(ids, SPECIFICITY_MAX) << 20) |
    (Math.min(classes, SPECIFICITY_MAX) << 10) |
    Math.min(types, SPECIFICITY_MAX)
  );
}

/** Adds each component, clamped. */
export function addSpecificity(a: Specificity, b: Specificity): Specificity {
  return specificity((a >> 20) + (b >> 20), ((a >> 10) & 1023) + ((b >> 10) & 1023), (a & 1023) + (b & 1023));
}

export class ComplexSelector {
  /** Right to left; never empty. */
  readonly compounds: readonly Compound[];
  readonly specificity: Specificity;
  /** `before`, `first-line`, ...; null is the element itself. */
  readonly pseudoElement: string | null;

  constructor(compounds: readonly Compound[], specificityValue: Specificity, pseudoElement: string | null) {
    this.compounds = compounds;
    this.specificity = specificityValue;
    this.pseudoElement = pseudoElement;
  }

  get subject(): Compound {
    return this.compounds[0]!;
  }
}

export class SelectorList {
  readonly selectors: readonly ComplexSelector[];
  /** The highest specificity in the list, which `:is()` and `&` use. */
  readonly maxSpecificity: Specificity;
  /** Whether a selector has a combinator or a list, so that caching answers is worthwhile when the list is nested. */
  readonly isNested: boolean;
  /** Whether a selector contains `:has()`, which can't be nested in another `:has()` (selectors-4 §4.5). */
  readonly hasHas: boolean;

  constructor(selectors: readonly ComplexSelector[]) {
    let max = 0;
    let isNested = false;
    for (const selector of selectors) {
      // `&` and `:is()` can't represent pseudo-elements, so these don't contribute to the specificity either.
      if (selector.pseudoElement === null && selector.specificity > max) max = selector.specificity;
      if (selector.compounds.length > 1 || selector.subject.tests.some(holdsList)) isNested = true;
    }
    this.selectors = selectors;
    this.hasHas = selectors.some((selector) => selector.compounds.some((compound) => compound.tests.some(holdsHas)));
    this.maxSpecificity = max;
    this.isNested = isNested;
  }
}

const holdsList = ({ kind }: Test): boolean => kind === TestKind.Is || kind === TestKind.Not;

function holdsHas(test: Test): boolean {
  if (test.kind === TestKind.Has) return true;
  return (test.kind === TestKind.Is || test.kind === TestKind.Not) && test.list.hasHas;
}

export const unpackSpecificity = (packed: Specificity): readonly [ids: number, classes: number, types: number] => [
  packed >> 20,
  (packed >> 10) & 1023,
  packed & 1023,
];
