/** Describes the problems of declarations. */
import type { Fix } from '../diagnostics.ts';
import { Complaints } from '../css/complaints.ts';
import type { RareStyle } from '../css/computed-style.ts';
import type { DeclarationBlock } from '../css/declaration.ts';
import {
  type DeclarationResult,
  parseDeclaration,
  propertyNamed,
  propertyNames,
  shorthandNamed,
} from '../css/properties/registry.ts';
import { valueHint } from '../css/properties/value-hints.ts';
import type { Complaint } from '../css/rules.ts';
import type { ComplexSelector } from '../css/selectors/selector.ts';
import type { DeclarationText } from '../css/syntax/block-parser.ts';
import { fixOf } from '../similar-names.ts';
import { appliesToPseudo, innermostPseudo, TAKES_SOME } from './pseudo-properties.ts';

const VENDOR = /^-(webkit|moz|ms|o|khtml|apple|epub|ro|ah|prince|weasy|fs|antenna|tc|hp|xsl|mso)-|^mso-|^[*_]/;

/** Adds the problem of a declaration. Declarations written only for another program cause a note, not a warning. */
export function complain(
  complaints: Complaints,
  { name, value, offset }: DeclarationText,
  result: DeclarationResult,
): void {
  if (result.kind === 'longhands' || result.kind === 'deferred') return;
  const vendor = VENDOR.test(name) || VENDOR.test(value);
  const severity = vendor || result.kind === 'unsupported' ? 'info' : 'warning';
  complaints.add(
    `css/${result.kind}`,
    severity,
    result.message,
    offset,
    1,
    vendor ? null : () => hintOn(name, value, result.kind),
  );
}

/** Returns a suggestion for an ignored declaration, or null. */
function hintOn(name: string, value: string, kind: DeclarationResult['kind']): Fix | null {
  if (kind === 'unknown-property') return fixOf(name, propertyNames());
  return kind === 'invalid-value' ? valueHint(name, value.trim(), STANDARD) : null;
}

const NONE: readonly Complaint[] = [];

/** Returns the problems of unknown or unsupported properties in a block. */
export function unknownProperties(block: DeclarationBlock): readonly Complaint[] {
  let complaints: Complaints | null = null;
  for (const declaration of block.declarations) {
    const { name, value } = declaration;
    if (name.startsWith('--') || propertyNamed(name) !== null || shorthandNamed(name) !== null) continue;
    complain((complaints ??= new Complaints()), declaration, parseDeclaration(name, value, STANDARD));
  }
  return complaints?.list() ?? NONE;
}

/**
 * Returns the problems of properties in an author's block that apply to none of its pseudo-elements, or that have an
 * effect on pseudo-elements only.
 */
export function inapplicableProperties(
  block: DeclarationBlock,
  selectors: readonly ComplexSelector[],
): readonly Complaint[] {
  if (selectors.every(({ pseudoElement }) => pseudoElement === null)) return pseudosOnly(block);
  if (!selectors.every(({ pseudoElement }) => pseudoElement !== null && TAKES_SOME.has(innermostPseudo(pseudoElement))))
    return NONE;
  const complaints = new Complaints();
  const pseudos = selectors.map(({ pseudoElement }) => pseudoElement as string);
  for (const { name, offset } of block.declarations) {
    const property = propertyNamed(name);
    const longhands = property === null ? shorthandNamed(name)?.longhands : [property];
    const applies = longhands?.some((one) => pseudos.some((pseudo) => appliesToPseudo(one, pseudo, 'author'))) ?? true;
    if (applies) continue;
    const where = pseudos.map((pseudo) => `::${pseudo}`).join(', ');
    complaints.add('css/not-applicable', 'info', `${name} doesn't apply to ${where}.`, offset);
  }
  return complaints.list();
}

interface PseudoProperty {
  /** Returns whether elements ignore a value. */
  readonly isIgnored: (value: unknown) => boolean;
  readonly message: string;
}

/** Elements show only a single image instead of their contents. */
const CONTENT: PseudoProperty = {
  isIgnored: (value) => hasText(value as RareStyle['content']),
  message: 'content shows text in pseudo-elements and page margins only. Use it with ::before or ::after.',
};

const INITIAL_LETTER: PseudoProperty = {
  isIgnored: (value) => typeof value === 'object' && value !== null,
  message: 'initial-letter has an effect on ::first-letter only.',
};

/** Properties with values that have an effect on pseudo-elements only. */
const FOR_PSEUDOS: ReadonlyMap<string, PseudoProperty> = new Map([
  ['content', CONTENT],
  ['initial-letter', INITIAL_LETTER],
  ['-webkit-initial-letter', INITIAL_LETTER],
]);

/** Returns the problems of declarations for elements that have an effect on pseudo-elements only. */
function pseudosOnly({ declarations }: DeclarationBlock): readonly Complaint[] {
  let complaints: Complaints | null = null;
  for (const { name, value, offset } of declarations) {
    const rule = FOR_PSEUDOS.get(name);
    if (rule === undefined) continue;
    const result = parseDeclaration(name, value, STANDARD);
    const [first] = result.kind === 'longhands' ? result.values : [];
    if (first === undefined || !rule.isIgnored(first.value)) continue;
    (complaints ??= new Complaints()).add('css/not-applicable', 'warning', rule.message, offset);
  }
  return complaints?.list() ?? NONE;
}

/** Returns whether an element with this content would show something other than an image. */
function hasText(content: RareStyle['content']): boolean {
  if (typeof content === 'string') return false;
  const { items } = content;
  if (items.length === 1 && items[0]!.type === 'image') return false;
  return items.some((item) => item.type !== 'string' || item.value !== '');
}

/** Whether a property exists doesn't depend on the parsing mode of its value. */
const STANDARD = { quirks: false, svgAttribute: false };
