/** The ids, classes and attributes that the selectors of a rule set mention, and that tell elements apart. */
import {
  type AttributeTest,
  Combinator,
  type ComplexSelector,
  type Compound,
  type SelectorList,
  type Test,
  TestKind,
} from '../css/selectors/selector.ts';

/** Maximum number of different tests of an attribute. Beyond it, elements are told apart by the value itself. */
export const MAX_ATTRIBUTE_TESTS = 24;

export class SelectorMentions {
  /** In lower case, which is precise enough to tell elements apart. */
  readonly ids = new Set<string>();
  readonly classes = new Set<string>();
  /** Tests of an attribute's value by name. An empty list means that only its presence matters. */
  readonly attributes = new Map<string, AttributeTest[]>();
  /** Whether all selectors of a list are local. Cached because nested rules share the lists of outer ones. */
  private readonly lists = new Map<SelectorList, boolean>();

  /**
   * Records the names in a selector. Returns true if it is local: it depends only on names and attributes of the
   * element and its ancestors.
   */
  mention(selector: ComplexSelector): boolean {
    let local = true;
    for (const compound of selector.compounds) {
      const { combinator } = compound;
      if (combinator === Combinator.NextSibling || combinator === Combinator.LaterSibling) local = false;
      if (!this.mentionCompound(compound)) local = false;
    }
    return local;
  }

  private mentionCompound(compound: Compound): boolean {
    if (compound.id !== null) this.ids.add(compound.id.toLowerCase());
    for (const name of compound.classes) this.classes.add(name.toLowerCase());
    let local = true;
    for (const test of compound.tests) if (!this.mentionTest(test)) local = false;
    return local;
  }

  private mentionAttribute(test: AttributeTest): void {
    const tests = this.testsOf(test.lower);
    const asks = ({ operator, value, flag }: AttributeTest): boolean =>
      operator === test.operator && value === test.value && flag === test.flag;
    if (test.operator !== 'exists' && tests.length <= MAX_ATTRIBUTE_TESTS && !tests.some(asks)) tests.push(test);
  }

  private testsOf(attribute: string): AttributeTest[] {
    let tests = this.attributes.get(attribute);
    if (tests === undefined) this.attributes.set(attribute, (tests = []));
    return tests;
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
        this.mentionAttribute(test);
        return true;
      case TestKind.Link:
        this.testsOf('href');
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
