/** Where declarations stand whose effect is spoken of only after layout: looked for when all is done, in the few documents that have such, so that computed styles needn't keep the places of theirs. */
import type { DeclarationBlock } from '../css/declaration.ts';
import type { Rule, StyleSheet } from '../css/rules.ts';
import type { SourceText } from '../css/syntax/source-text.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import type { Styler } from './styler.ts';

/** Is this the declaration that is looked for? */
export type IsWanted = (name: string, value: string) => boolean;

/** The first declaration of rules, imported ones too. */
export function placeInRules(rules: readonly Rule[], source: SourceText, isWanted: IsWanted): SourcePosition | null {
  for (const rule of rules) {
    const found =
      'rules' in rule
        ? placeInRules(rule.rules, source, isWanted)
        : rule.kind === 'import'
          ? placeInRules(rule.content.rules, rule.source, isWanted)
          : 'block' in rule
            ? placeInBlock(rule.block, source, isWanted)
            : null;
    if (found !== null) return found;
    if (rule.kind !== 'page') continue;
    for (const { block } of rule.marginBoxes) {
      const inside = placeInBlock(block, source, isWanted);
      if (inside !== null) return inside;
    }
  }
  return null;
}

export function placeInBlock(
  { declarations }: DeclarationBlock,
  source: SourceText,
  isWanted: IsWanted,
): SourcePosition | null {
  const found = declarations.find(({ name, value }) => isWanted(name.toLowerCase(), value));
  return found === undefined ? null : source.positionOf(found.offset);
}

export function placeInSheets(sheets: readonly StyleSheet[], isWanted: IsWanted): SourcePosition | null {
  for (const { content, source } of sheets) {
    const found = placeInRules(content.rules, source, isWanted);
    if (found !== null) return found;
  }
  return null;
}

/** Of a family that isn't there: the message says its name as JSON does. */
const MISSING_FAMILY = /^There is no font of the family ("(?:[^"\\]|\\.)*")/;

/** The `#id` that a message begins with. */
const REFERENCE = /^#\S+/;

/** Names of a kind that are looked for at most, and characters of a value that are read. */
const MOST_LOOKED_FOR = 20;
const LONGEST_VALUE = 2000;

/** Gives what fonts, hyphenation and references say without a place that of the declaration which asks for it. */
export function placeDeclarations(styler: Styler, diagnostics: Diagnostics): void {
  let families = 0;
  diagnostics.place('font/missing-family', (message) => {
    const name = MISSING_FAMILY.exec(message)?.[1];
    return name === undefined || ++families > MOST_LOOKED_FOR
      ? null
      : styler.declarationPlace(asksForFamily(JSON.parse(name) as string));
  });
  let references = 0;
  diagnostics.place('paint/missing-element', (message) => {
    const url = REFERENCE.exec(message)?.[0];
    return url === undefined || ++references > MOST_LOOKED_FOR
      ? null
      : styler.declarationPlace((_, value) => value.length <= LONGEST_VALUE && names(value, url));
  });
  let asked: SourcePosition | null | undefined;
  // One place for every language.
  diagnostics.place('text/no-hyphenation', () => (asked ??= styler.declarationPlace(hyphenates)));
}

/** Has a value this URL, and not one that goes on? */
function names(value: string, url: string): boolean {
  for (let at = value.indexOf(url); at >= 0; at = value.indexOf(url, at + 1))
    if (/^[)"'\s]?$/.test(value.charAt(at + url.length))) return true;
  return false;
}

/** `font-family`, `font`, or a custom property that one of them may be made of. */
function asksForFamily(family: string): IsWanted {
  const wanted = family.toLowerCase();
  return (name, value) =>
    value.length <= LONGEST_VALUE &&
    (name === 'font-family' || name === 'font' || name.startsWith('--')) &&
    value.toLowerCase().replace(/\s+/g, ' ').includes(wanted);
}

const hyphenates: IsWanted = (name, value) => /^(?:-webkit-)?hyphens$/.test(name) && /^auto$|var\(/i.test(value.trim());
