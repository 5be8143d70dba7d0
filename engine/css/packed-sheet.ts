/**
 * Parsed style sheets as JSON. The build packs the user-agent style sheets, because parsing them would take a tenth of
 * the time of a one-page document in a new process.
 */
import { DeclarationBlock } from './declaration.ts';
import type { SheetContent, StyleRule } from './rules.ts';
import { type Combinator, ComplexSelector, Compound, SelectorList, type Test } from './selectors/selector.ts';

/** A selector list as arrays in place of class instances. */
type PackedList = readonly PackedSelector[];
type PackedSelector = readonly [
  compounds: readonly PackedCompound[],
  specificity: number,
  pseudoElement: string | null,
];
type PackedCompound = readonly [
  tag: string | null,
  tagLower: string | null,
  isTyped: boolean,
  namespace: string | null,
  id: string | null,
  classes: string[],
  tests: readonly PackedTest[],
  combinator: Combinator,
];
/** A test whose lists are packed. */
type PackedTest = Readonly<Record<string, unknown>>;
type PackedDeclaration = readonly [name: string, written: string, value: string, important: boolean, offset: number];
type PackedRule = readonly [
  selectors: PackedList,
  declarations: readonly PackedDeclaration[],
  offset: number,
  selectorText: string,
];
interface PackedSheet {
  readonly rules: readonly PackedRule[];
  readonly size: number;
}

/** Packs the content of a sheet that consists of style rules alone. Throws an error for other rules, for the build. */
export function packSheet(content: SheetContent): string {
  if (content.complaints.length > 0 || content.references.length > 0)
    throw new Error('only sheets without complaints and references can be packed');
  const rules = content.rules.map((rule): PackedRule => {
    if (rule.kind !== 'style') throw new Error(`rules of kind ${rule.kind} can't be packed`);
    const declarations = rule.block.declarations.map(
      ({ name, written, value, important, offset }): PackedDeclaration => [name, written, value, important, offset],
    );
    return [packedList(rule.selectors), declarations, rule.offset, rule.selectorText];
  });
  return JSON.stringify({ rules, size: content.size } satisfies PackedSheet);
}

/** Returns the content that was packed. */
export function unpackSheet(packed: string): SheetContent {
  const { rules, size } = JSON.parse(packed) as PackedSheet;
  return { rules: rules.map(ruleOf), complaints: [], references: [], size };
}

const packedList = ({ selectors }: SelectorList): PackedList =>
  selectors.map(({ compounds, specificity, pseudoElement }) => [
    compounds.map(packedCompound),
    specificity,
    pseudoElement,
  ]);

function packedCompound(compound: Compound): PackedCompound {
  const { tag, tagLower, isTyped, namespace, id, classes, tests, combinator } = compound;
  return [tag, tagLower, isTyped, namespace, id, classes, tests.map(packedTest), combinator];
}

const packedTest = (test: Test): PackedTest =>
  Object.fromEntries(
    Object.entries(test).map(([key, value]) => [key, value instanceof SelectorList ? packedList(value) : value]),
  );

function ruleOf([selectors, declarations, offset, selectorText]: PackedRule): StyleRule {
  const texts = declarations.map(
    ([name, written, value, important, at]) =>
      ({ kind: 'declaration', name, written, value, important, offset: at }) as const,
  );
  return { kind: 'style', selectors: listOf(selectors), block: new DeclarationBlock(texts), offset, selectorText };
}

const listOf = (packed: PackedList): SelectorList =>
  new SelectorList(
    packed.map(
      ([compounds, specificity, pseudoElement]) =>
        new ComplexSelector(compounds.map(compoundOf), specificity, pseudoElement),
    ),
  );

function compoundOf([tag, tagLower, isTyped, namespace, id, classes, tests, combinator]: PackedCompound): Compound {
  const compound = new Compound();
  compound.tag = tag;
  compound.tagLower = tagLower;
  compound.isTyped = isTyped;
  compound.namespace = namespace;
  compound.id = id;
  compound.classes = classes;
  for (const test of tests) compound.addTest(testOf(test));
  compound.combinator = combinator;
  return compound;
}

function testOf(packed: PackedTest): Test {
  const { list, of } = packed;
  if (Array.isArray(list)) return { ...packed, list: listOf(list as PackedList) } as unknown as Test;
  if (Array.isArray(of)) return { ...packed, of: listOf(of as PackedList) } as unknown as Test;
  return packed as unknown as Test;
}
