/** Evaluates `@supports` (css-conditional-3 §6, css-conditional-4, css-conditional-5). */
import { parseDeclaration, propertyNamed, shorthandNamed } from '../properties/registry.ts';
import { isSupportedSelector, type SelectorContext } from '../selectors/parse-selector.ts';
import { hasReferences, isDeclarationValue } from '../syntax/declaration-value.ts';
import { TokenList } from '../syntax/token-list.ts';
import { type ComponentValue, ValueKind } from '../values/component-value.ts';
import { readValue, STANDARD_PARSE, type ValueReader } from '../values/value-reader.ts';
import { evaluateCondition, parseCondition } from './condition.ts';

const FONT_TECHNOLOGIES = new Set(['features-opentype', 'variations', 'color-colrv0', 'color-colrv1']);
const FONT_FORMATS = new Set(['truetype', 'opentype', 'woff', 'woff2', 'collection']);

const NO_NAMESPACES: ReadonlyMap<string, string> = new Map();

/** Evaluates the condition. Returns false when it doesn't parse. An unknown leaf is false. */
export function evaluateSupports(text: string, namespaces: ReadonlyMap<string, string> = NO_NAMESPACES): boolean {
  const reader = readValue(text);
  if (reader === null) return false;
  const condition = parseCondition(reader, (value, outer) => parseLeaf(value, outer, namespaces));
  if (condition === undefined || !reader.atEnd) return false;
  return evaluateCondition(condition, (leaf) => leaf, false) === true;
}

/** Evaluates `@import ... supports(...)`, where a single declaration needs no extra parentheses. */
export function evaluateImportSupports(text: string, namespaces: ReadonlyMap<string, string>): boolean {
  return supportsDeclaration(text) || evaluateSupports(text, namespaces);
}

function parseLeaf(
  value: ComponentValue,
  reader: ValueReader,
  namespaces: ReadonlyMap<string, string>,
): boolean | undefined {
  const inside = argumentText(value, reader);
  if (value.kind === ValueKind.Parens) return looksLikeDeclaration(value) ? supportsDeclaration(inside) : undefined;
  switch (value.text) {
    case 'selector': {
      const tokens = new TokenList(inside);
      const context: SelectorContext = { namespaces, parent: null, implied: false, strict: true };
      return isSupportedSelector(tokens, 0, tokens.length, context);
    }
    case 'font-tech':
      return FONT_TECHNOLOGIES.has(inside.toLowerCase());
    case 'font-format':
      return FONT_FORMATS.has(inside.toLowerCase());
    default:
      return false;
  }
}

function argumentText(value: ComponentValue, reader: ValueReader): string {
  if (value.children.length === 0) return '';
  return reader.text.slice(value.children[0]!.start, value.children[value.children.length - 1]!.end);
}

function looksLikeDeclaration(value: ComponentValue): boolean {
  const [name, colon] = value.children;
  return name !== undefined && name.kind === ValueKind.Ident && colon !== undefined && colon.isDelim(':');
}

function supportsDeclaration(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon === -1) return false;
  const written = text.slice(0, colon).trim();
  const value = text
    .slice(colon + 1)
    .replace(/!\s*important\s*$/i, '')
    .trim();
  if (!isDeclarationValue(value)) return false;
  if (written.startsWith('--')) return written.length > 2;
  if (hasReferences(value))
    return propertyNamed(written.toLowerCase()) !== null || shorthandNamed(written.toLowerCase()) !== null;
  const result = parseDeclaration(written.toLowerCase(), value, STANDARD_PARSE);
  return result.kind === 'longhands';
}
