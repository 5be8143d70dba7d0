/**
 * Compiles selectors from a range of a TokenList (selectors-4 §18). Depth and length are bounded, and the parser never
 * backtracks.
 */
import { asciiLower } from '../../document/ascii.ts';
import { type TokenList, TokenType } from '../syntax/token-list.ts';
import {
  readAnPlusB,
  isIdentifier,
  plainTest,
  attributeTest,
  directionTest,
  languageTest,
  readCombinator,
  readPartNames,
  readTypeSelector,
} from './simple-selectors.ts';
import {
  INERT_PSEUDO_ELEMENTS,
  WEBKIT_PSEUDO_ELEMENTS,
  LEGACY_PSEUDO_ELEMENTS,
  NEVER_MATCHING,
  PSEUDO_ELEMENT_ALIASES,
  PSEUDO_ELEMENTS,
} from './pseudo-classes.ts';
import {
  addSpecificity,
  Combinator,
  ComplexSelector,
  Compound,
  SelectorList,
  specificity,
  type Specificity,
  type Test,
  TestKind,
} from './selector.ts';

/** Maximum nesting depth of selector lists, such as `:is(:is(...))`. */
const MAX_DEPTH = 32;
/** Maximum number of compounds in a complex selector. */
const MAX_COMPOUNDS = 256;

const ONE_CLASS = specificity(0, 1, 0);
const ONE_TYPE = specificity(0, 0, 1);
const ONE_ID = specificity(1, 0, 0);

/** What the meaning of a selector depends on besides its text. */
export interface SelectorContext {
  /** Maps prefixes to URLs; '' is the default namespace. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** What `&` refers to. null outside nested rules, where it means `:scope`. */
  readonly parent: SelectorList | null;
  /** Whether a selector without `&` gets an implied one: in nested rules, but not directly in `@scope`. */
  readonly implied: boolean;
  /** Applies in `@supports selector()`: no list is forgiving, and only pseudo-elements known to browsers are valid. */
  readonly strict: boolean;
}

interface ListMode {
  readonly forgiving: boolean;
  /** Whether selectors may begin with a combinator, relative to an implied `&` ('nested') or anchor ('has'). */
  readonly relative: 'nested' | 'has' | null;
  readonly depth: number;
  readonly pseudoElements: boolean;
  /** Whether this is inside `:has()`. */
  readonly inHas: boolean;
}

/** Parses the token range `from` to `to`. Returns null when the list is invalid. */
export function parseSelectorList(
  tokens: TokenList,
  from: number,
  to: number,
  context: SelectorContext,
): SelectorList | null {
  const relative = context.parent === null ? null : 'nested';
  return new SelectorParser(tokens, context).list(from, to, {
    forgiving: false,
    relative,
    depth: 0,
    pseudoElements: true,
    inHas: false,
  });
}

/** Returns whether one complex selector is supported, for `@supports selector()`. */
export function isSupportedSelector(tokens: TokenList, from: number, to: number, context: SelectorContext): boolean {
  const list = new SelectorParser(tokens, context).list(from, to, {
    forgiving: false,
    relative: null,
    depth: 0,
    pseudoElements: true,
    inHas: false,
  });
  return list !== null && list.selectors.length === 1;
}

class SelectorParser {
  private readonly tokens: TokenList;
  private readonly context: SelectorContext;
  private position = 0;
  /** The specificity of the complex selector being read. */
  private weight: Specificity = 0;
  private pseudoElement: string | null = null;
  /** The subject that `::slotted()` or `::part()` selects, with the compound to its left. */
  private crossed: Compound | null = null;
  /** Whether the last compound read has a type or universal selector. */
  private lastIsTyped = false;

  constructor(tokens: TokenList, context: SelectorContext) {
    this.tokens = tokens;
    this.context = context;
  }

  list(from: number, to: number, mode: ListMode): SelectorList | null {
    const { tokens } = this;
    if (mode.depth > MAX_DEPTH) return null;
    const selectors: ComplexSelector[] = [];
    let start = from;
    while (start <= to) {
      let end = start;
      while (end < to && tokens.types[end] !== TokenType.Comma) end = Math.min(tokens.after(end), to);
      const selector = this.complex(start, end, mode);
      if (selector !== null) selectors.push(selector);
      else if (!mode.forgiving || this.context.strict) return null;
      start = end + 1;
    }
    return new SelectorList(selectors);
  }

  private complex(from: number, to: number, mode: ListMode): ComplexSelector | null {
    const outer = {
      position: this.position,
      weight: this.weight,
      pseudo: this.pseudoElement,
      crossed: this.crossed,
    };
    this.position = this.tokens.skipSpace(from);
    this.weight = 0;
    this.pseudoElement = null;
    this.crossed = null;
    const compounds = this.compounds(to, mode);
    const result = compounds === null ? null : this.finish(compounds, mode, from, to);
    this.position = outer.position;
    this.weight = outer.weight;
    this.pseudoElement = outer.pseudo;
    this.crossed = outer.crossed;
    return result;
  }

  /** Returns whether `&` occurs anywhere, even in parts that forgiving lists drop (css-nesting-1 §3.2). */
  private containsNesting(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.tokens.isDelim(i, '&')) return true;
    return false;
  }

  /** Parses the compounds from left to right, and a leading combinator, if any. */
  private compounds(to: number, mode: ListMode): { compounds: Compound[]; leading: Combinator } | null {
    const compounds: Compound[] = [];
    let combinator: Combinator = Combinator.None;
    let leading: Combinator = Combinator.None;
    const explicit = this.combinator(to);
    if (explicit !== Combinator.None) {
      if (mode.relative === null) return null;
      leading = explicit;
    }
    for (;;) {
      if (this.pseudoElement !== null || this.crossed !== null) return null;
      const compound = this.compound(to, mode);
      if (compound === null || compounds.length >= MAX_COMPOUNDS) return null;
      compound.combinator = combinator;
      compounds.push(compound);
      if (this.crossed !== null) compounds.push(this.crossed);
      const spaced = this.tokens.types[this.position] === TokenType.WhiteSpace && this.position < to;
      if (spaced) this.position++;
      if (this.position >= to) {
        // In :is() and the like, a subject without a type selector isn't limited to the default namespace (selectors-4
        // §4.2).
        if (mode.depth > 0 && !this.lastIsTyped) compound.namespace = null;
        return { compounds, leading };
      }
      combinator = this.combinator(to);
      if (combinator === Combinator.None) {
        if (!spaced) return null;
        combinator = Combinator.Descendant;
      }
    }
  }

  /** Consumes an explicit combinator and the white space after it. */
  private combinator(to: number): Combinator {
    if (this.position >= to) return Combinator.None;
    const found = readCombinator(this.tokens, this.position);
    if (found !== Combinator.None) this.position = this.tokens.skipSpace(this.position + 1);
    return found;
  }

  private finish(
    read: { compounds: Compound[]; leading: Combinator },
    mode: ListMode,
    from: number,
    to: number,
  ): ComplexSelector {
    const { compounds, leading } = read;
    const parent = this.context.parent;
    if (
      mode.relative === 'nested' &&
      parent !== null &&
      (leading !== Combinator.None || (this.context.implied && !this.containsNesting(from, to)))
    ) {
      // A relative selector, or one without `&`, is relative to an implied `&` (css-nesting-1 §3.2).
      const anchor = new Compound();
      anchor.addTest({ kind: TestKind.Is, list: parent });
      this.weight = addSpecificity(this.weight, parent.maxSpecificity);
      compounds[0]!.combinator = leading === Combinator.None ? Combinator.Descendant : leading;
      compounds.unshift(anchor);
    } else if (mode.relative === 'has') {
      compounds[0]!.combinator = leading === Combinator.None ? Combinator.Descendant : leading;
    }
    this.tokens.budget?.spendSelector();
    // Stored right to left; each compound holds the combinator to its left.
    compounds.reverse();
    return new ComplexSelector(compounds, this.weight, this.pseudoElement);
  }

  private compound(to: number, mode: ListMode): Compound | null {
    const compound = new Compound();
    const start = this.position;
    this.tokens.budget?.tick();
    if (!this.typeSelector(compound, to)) return null;
    const typed = this.lastIsTyped;
    while (this.position < to) {
      const type = this.tokens.types[this.position];
      if (type === TokenType.WhiteSpace) break;
      if (type === TokenType.Delim) {
        const character = this.tokens.text(this.position);
        if (character === '>' || character === '+' || character === '~') break;
      }
      if (!this.simple(this.crossed ?? compound, to, mode)) return null;
    }
    // Parsing nested lists has changed the field.
    this.lastIsTyped = typed;
    return this.position > start ? compound : null;
  }

  /** Parses an optional type or universal selector with its namespace. Returns false when it is invalid. */
  private typeSelector(compound: Compound, to: number): boolean {
    const read = readTypeSelector(this.tokens, this.position, to, this.context.namespaces);
    if (read === null) return false;
    compound.namespace = read.namespace;
    this.lastIsTyped = read.next > this.position;
    compound.isTyped = this.lastIsTyped;
    this.position = read.next;
    if (read.tag !== null) {
      compound.tag = read.tag;
      compound.tagLower = asciiLower(read.tag);
      this.weight = addSpecificity(this.weight, ONE_TYPE);
    }
    return true;
  }

  private simple(compound: Compound, to: number, mode: ListMode): boolean {
    const { tokens } = this;
    const at = this.position;
    switch (tokens.types[at]) {
      case TokenType.Hash: {
        if (this.pseudoElement !== null || this.crossed !== null || !isIdentifier(tokens.text(at))) return false;
        const name = tokens.name(at);
        if (compound.id === null) compound.id = name;
        else compound.addTest({ kind: TestKind.Id, name });
        this.weight = addSpecificity(this.weight, ONE_ID);
        this.position++;
        return true;
      }
      case TokenType.LeftSquareBracket:
        return this.pseudoElement === null && this.crossed === null && this.attribute(compound, to);
      case TokenType.Colon:
        return this.pseudo(compound, to, mode);
      case TokenType.Delim:
        if (this.pseudoElement !== null || this.crossed !== null) return false;
        if (tokens.isDelim(at, '.') && at + 1 < to && tokens.types[at + 1] === TokenType.Ident) {
          compound.classes.push(tokens.name(at + 1));
          this.weight = addSpecificity(this.weight, ONE_CLASS);
          this.position += 2;
          return true;
        }
        return tokens.isDelim(at, '&') && this.nesting(compound, mode);
      default:
        return false;
    }
  }

  private nesting(compound: Compound, mode: ListMode): boolean {
    const { parent } = this.context;
    this.position++;
    if (parent === null) {
      compound.addTest({ kind: TestKind.Scope, ofType: false });
      return true;
    }
    if (mode.inHas && parent.hasHas) compound.addTest({ kind: TestKind.Never, ofType: false });
    else compound.addTest({ kind: TestKind.Is, list: parent });
    this.weight = addSpecificity(this.weight, parent.maxSpecificity);
    return true;
  }

  private attribute(compound: Compound, to: number): boolean {
    const end = Math.min(this.tokens.partners[this.position]!, to);
    const test = attributeTest(this.tokens, this.position + 1, end, this.context.namespaces);
    this.position = end + 1;
    return this.addClass(compound, test);
  }

  private pseudo(compound: Compound, to: number, mode: ListMode): boolean {
    const { tokens } = this;
    const element = this.position + 1 < to && tokens.types[this.position + 1] === TokenType.Colon;
    const at = this.position + (element ? 2 : 1);
    if (at >= to) return false;
    const type = tokens.types[at];
    if (type !== TokenType.Ident && type !== TokenType.Function) return false;
    const name = asciiLower(tokens.name(at));
    const isFunction = type === TokenType.Function;
    if (element || (!isFunction && LEGACY_PSEUDO_ELEMENTS.has(name)))
      return this.pseudoElementSelector(compound, name, at, mode);
    if (this.pseudoElement !== null || this.crossed !== null) {
      // Only user-action pseudo-classes may follow a pseudo-element, alone or in a forgiving list. On paper they never
      // match.
      if (isFunction ? name !== 'is' && name !== 'where' : !NEVER_MATCHING.has(name)) return false;
      compound.addTest({ kind: TestKind.Never, ofType: false });
      this.position = isFunction ? tokens.after(at) : at + 1;
      return true;
    }
    const known = isFunction
      ? this.functionalPseudoClass(compound, name, at + 1, Math.min(tokens.partners[at]!, to), mode)
      : this.addClass(compound, plainTest(name));
    this.position = tokens.after(at);
    return known;
  }

  /** Adds a test with the specificity of a class. Returns false when there is no test. */
  private addClass(compound: Compound, test: Test | null): boolean {
    if (test !== null) this.add(compound, test, ONE_CLASS);
    return test !== null;
  }

  private add(compound: Compound, test: Test, weight: Specificity): void {
    compound.addTest(test);
    this.weight = addSpecificity(this.weight, weight);
  }

  private pseudoElementSelector(compound: Compound, name: string, at: number, mode: ListMode): boolean {
    if (!mode.pseudoElements) return false;
    if (name === 'slotted' || name === 'part') return this.crossing(name, at, mode);
    const resolved = PSEUDO_ELEMENT_ALIASES.get(name) ?? name;
    const vendor = resolved.startsWith('-webkit-') && (!this.context.strict || WEBKIT_PSEUDO_ELEMENTS.test(resolved));
    const inert = !PSEUDO_ELEMENTS.has(resolved);
    if (inert && !vendor && !INERT_PSEUDO_ELEMENTS.has(resolved)) return false;
    if (inert) compound.addTest({ kind: TestKind.Never, ofType: false });
    this.pseudoElement = this.pseudoElement === null ? resolved : `${this.pseudoElement}::${resolved}`;
    this.weight = addSpecificity(this.weight, ONE_TYPE);
    this.position = this.tokens.after(at);
    return true;
  }

  /** Parses `::slotted(<compound-selector>)` (css-scoping-1 §3.4) or `::part(<ident>+)` (css-shadow-parts-1 §3). */
  private crossing(name: 'slotted' | 'part', at: number, mode: ListMode): boolean {
    const { tokens } = this;
    if (this.crossed !== null || this.pseudoElement !== null || tokens.types[at] !== TokenType.Function) return false;
    const subject = new Compound();
    const to = tokens.partners[at]!;
    if (name === 'part') {
      const names = readPartNames(tokens, at + 1, to);
      if (names === null) return false;
      subject.combinator = Combinator.Part;
      subject.addTest({ kind: TestKind.PartNames, names });
    } else {
      const list = this.compoundArgument(at + 1, to, mode);
      if (list === null) return false;
      subject.combinator = Combinator.Slotted;
      subject.addTest({ kind: TestKind.Slotted, list });
      this.weight = addSpecificity(this.weight, list.maxSpecificity);
    }
    this.weight = addSpecificity(this.weight, ONE_TYPE);
    this.crossed = subject;
    this.position = tokens.after(at);
    return true;
  }

  /** Parses one compound selector, the argument of `:host()` and `::slotted()`. */
  private compoundArgument(from: number, to: number, mode: ListMode): SelectorList | null {
    const list = this.list(from, to, innerMode(mode, false));
    return list?.selectors.length === 1 && list.selectors[0]!.compounds.length === 1 ? list : null;
  }

  private shadowTest(compound: Compound, name: string, from: number, to: number, mode: ListMode): boolean {
    const list =
      name === 'has-slotted' ? this.list(from, to, innerMode(mode, false)) : this.compoundArgument(from, to, mode);
    if (list === null) return false;
    const kind = name === 'host' ? TestKind.Host : name === 'host-context' ? TestKind.HostContext : TestKind.HasSlotted;
    compound.addTest({ kind, list });
    this.weight = addSpecificity(addSpecificity(this.weight, ONE_CLASS), list.maxSpecificity);
    return true;
  }

  private functionalPseudoClass(compound: Compound, name: string, from: number, to: number, mode: ListMode): boolean {
    switch (name) {
      case 'is':
      case '-webkit-any':
      case 'where':
      case 'not':
        return this.matchesAny(compound, name, from, to, mode);
      case 'has':
        return !mode.inHas && this.has(compound, from, to, mode.depth);
      case 'nth-child':
      case 'nth-last-child':
      case 'nth-of-type':
      case 'nth-last-of-type':
        return this.nth(compound, name, from, to, mode);
      case 'lang':
        return this.addClass(compound, languageTest(this.tokens, from, to));
      case 'dir':
        return this.addClass(compound, directionTest(this.tokens, from, to));
      case 'host':
      case 'host-context':
      case 'has-slotted':
        return this.shadowTest(compound, name, from, to, mode);
      case 'state':
      case 'current':
      case 'active-view-transition-type':
        return this.addClass(compound, { kind: TestKind.Never, ofType: false });
      default:
        return false;
    }
  }

  private matchesAny(compound: Compound, name: string, from: number, to: number, mode: ListMode): boolean {
    const not = name === 'not';
    const list = this.list(from, to, innerMode(mode, !not));
    if (list === null) return false;
    compound.addTest({ kind: not ? TestKind.Not : TestKind.Is, list });
    if (name !== 'where') this.weight = addSpecificity(this.weight, list.maxSpecificity);
    return true;
  }

  private has(compound: Compound, from: number, to: number, depth: number): boolean {
    const list = this.list(from, to, {
      forgiving: false,
      relative: 'has',
      depth: depth + 1,
      pseudoElements: false,
      inHas: true,
    });
    if (list === null || list.selectors.length === 0) return false;
    this.add(compound, { kind: TestKind.Has, list }, list.maxSpecificity);
    return true;
  }

  private nth(compound: Compound, name: string, from: number, to: number, mode: ListMode): boolean {
    const pattern = readAnPlusB(this.tokens, from, to);
    if (pattern === null) return false;
    let of: SelectorList | null = null;
    let next = this.tokens.skipSpace(pattern.next);
    if (next < to) {
      const isOf = this.tokens.types[next] === TokenType.Ident && asciiLower(this.tokens.name(next)) === 'of';
      if (!isOf || name.endsWith('type')) return false;
      next++;
      of = this.list(next, to, innerMode(mode, false));
      if (of === null || of.selectors.length === 0) return false;
      this.weight = addSpecificity(this.weight, of.maxSpecificity);
    }
    this.add(
      compound,
      {
        kind: TestKind.Nth,
        a: pattern.a,
        b: pattern.b,
        fromEnd: name.startsWith('nth-last'),
        ofType: name.endsWith('type'),
        of,
      },
      ONE_CLASS,
    );
    return true;
  }
}

/** Returns the mode of a list nested in a compound of a selector in `mode`. */
const innerMode = (mode: ListMode, forgiving: boolean): ListMode => ({
  forgiving,
  relative: null,
  depth: mode.depth + 1,
  pseudoElements: false,
  inHas: mode.inHas,
});
