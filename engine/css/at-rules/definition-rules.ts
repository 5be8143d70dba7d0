/**
 * Parses at-rules that consist of declarations and define something: font faces, counter styles, properties, functions,
 * position options.
 */
import type { DiagnosticCode } from '../../diagnostic-codes.ts';
import type { FontValuesRule, Rule, PositionTryRule } from '../rules.ts';
import type { BlockItem, DeclarationText } from '../syntax/block-parser.ts';
import { shorten } from '../syntax/shorten.ts';
import { counterStyleName, parseCounterStyle } from './counter-style.ts';
import { parseFunctionRule } from './custom-function.ts';
import { parseFontFace } from './font-face.ts';
import { parsePropertyRule } from './custom-property-syntax.ts';
import { DeclarationBlock } from '../declaration.ts';

export type DefinitionName =
  'font-face' | 'counter-style' | 'property' | 'function' | 'position-try' | FontValuesRule['kind'];

/** Returns the prelude of a rule nested in the current one. */
type TextOf = (item: { readonly from: number; readonly to: number }) => string;

/** The reason why a rule defines nothing. */
interface NoDefinition {
  readonly code: DiagnosticCode;
  readonly message: string;
}

/** Parses a definition, or returns the reason why it is invalid. `offset` is that of the rule in its sheet. */
export function parseDefinition(
  name: DefinitionName,
  offset: number,
  contents: readonly BlockItem[],
  prelude: string,
  textOf: TextOf,
): Rule | NoDefinition {
  const declarations = declarationsOf(contents);
  switch (name) {
    case 'font-face': {
      const face = parseFontFace(declarations);
      if (face !== null) return { kind: 'font-face', face, offset };
      return {
        code: 'css/font-face',
        message: 'An @font-face rule was ignored: it needs font-family and a supported src.',
      };
    }
    case 'counter-style': {
      const styleName = counterStyleName(prelude);
      const style = styleName === null ? null : parseCounterStyle(styleName, declarations);
      if (style !== null) return { kind: 'counter-style', style };
      return {
        code: 'css/counter-style',
        message: `@counter-style ${shorten(prelude)} was ignored: its descriptors are missing or invalid.`,
      };
    }
    case 'property':
      return parsePropertyRule(prelude, declarations) ?? notValid('css/property-rule', name, prelude);
    case 'function':
      return parseFunctionRule(prelude, contents, textOf) ?? notValid('css/function', name, prelude);
    case 'position-try':
      return parsePositionTry(prelude, declarations) ?? notValid('css/position-try', name, prelude);
    case 'font-palette-values':
    case 'font-feature-values':
      return fontValues(name, prelude, contents);
  }
}

const notValid = (code: DiagnosticCode, name: string, prelude: string): NoDefinition => ({
  code,
  message: `Invalid @${name} rule: ${shorten(prelude)} was ignored.`,
});

/** Returns the declarations directly in a block. */
export function declarationsOf(items: readonly BlockItem[]): DeclarationText[] {
  return items.filter((item): item is DeclarationText => item.kind === 'declaration');
}

function fontValues(kind: FontValuesRule['kind'], prelude: string, contents: readonly BlockItem[]): FontValuesRule {
  const descriptors = new Map(declarationsOf(contents).map((d) => [d.name, d.value]));
  // Adds the blocks of feature types: `@styleset { name: 1 }`.
  for (const item of contents) {
    if (item.kind !== 'at' || item.contents === null) continue;
    for (const { written, value } of declarationsOf(item.contents)) descriptors.set(`${item.name}/${written}`, value);
  }
  return { kind, name: prelude.trim(), descriptors };
}

const FAMILIES = [
  ...['inset', 'margin'].flatMap((name) => [name, ...axes(name, ['-start', '-end', ''])]),
  ...['', 'min-', 'max-'].flatMap((limit) =>
    ['width', 'height', 'block-size', 'inline-size'].map((name) => `${limit}${name}`),
  ),
  ...['top', 'right', 'bottom', 'left'].flatMap((side) => [side, `margin-${side}`]),
  'align-self',
  'justify-self',
  'place-self',
  'position-anchor',
  'position-area',
];

function axes(name: string, edges: readonly string[]): string[] {
  return ['block', 'inline'].flatMap((axis) => edges.map((edge) => `${name}-${axis}${edge}`));
}

/** The properties that the rule may set. */
const ACCEPTED: ReadonlySet<string> = new Set(FAMILIES);

/** Returns null when the rule is invalid. Ignores declarations of other properties and important ones. */
function parsePositionTry(prelude: string, declarations: readonly DeclarationText[]): PositionTryRule | null {
  const name = prelude.trim();
  if (!name.startsWith('--') || /\s/.test(name)) return null;
  const accepted = declarations.filter((d) => !d.important && (ACCEPTED.has(d.name) || d.name.startsWith('--')));
  return { kind: 'position-try', name, block: new DeclarationBlock(accepted) };
}
