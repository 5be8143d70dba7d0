/**
 * Finds the positions of declarations whose effect is reported only after layout. They are searched at the end, in the
 * few documents that need it, so that computed styles needn't store positions.
 */
import type { DeclarationBlock } from '../css/declaration.ts';
import type { Rule, StyleSheet } from '../css/rules.ts';
import type { SourceText } from '../css/syntax/source-text.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import type { Styler } from './styler.ts';

/** Returns whether this is the declaration to find. */
export type IsWanted = (name: string, value: string) => boolean;

/** Returns the first matching declaration in the rules, including imported ones. */
function placeInRules(rules: readonly Rule[], source: SourceText, isWanted: IsWanted): SourcePosition | null {
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

/** Matches a reference to an element of the document. */
const REFERENCE = /^#\S+$/;

/** Maximum number of names searched per kind, and of characters read of a value. */
const MOST_LOOKED_FOR = 20;
const LONGEST_VALUE = 2000;

/**
 * Adds the position of the responsible declaration to diagnostics about fonts, hyphenation and references that lack
 * one.
 */
export function placeDeclarations(styler: Styler, diagnostics: Diagnostics): void {
  let families = 0;
  diagnostics.place('font/missing-family', (name) =>
    ++families > MOST_LOOKED_FOR ? null : styler.declarationPlace(asksForFamily(name)),
  );
  let references = 0;
  diagnostics.place('paint/missing-element', (url) =>
    !REFERENCE.test(url) || ++references > MOST_LOOKED_FOR
      ? null
      : styler.declarationPlace((_, value) => value.length <= LONGEST_VALUE && names(value, url)),
  );
  let asked: SourcePosition | null | undefined;
  // All languages share one position.
  diagnostics.place('text/no-hyphenation', () => (asked ??= styler.declarationPlace(hyphenates)));
}

/** Returns whether a value contains this URL, rather than a longer one that starts with it. */
function names(value: string, url: string): boolean {
  for (let at = value.indexOf(url); at >= 0; at = value.indexOf(url, at + 1))
    if (/^[)"'\s]?$/.test(value.charAt(at + url.length))) return true;
  return false;
}

/** Matches `font-family`, `font`, or a custom property that may become part of one of them. */
function asksForFamily(family: string): IsWanted {
  const wanted = family.toLowerCase();
  return (name, value) =>
    value.length <= LONGEST_VALUE &&
    (name === 'font-family' || name === 'font' || name.startsWith('--')) &&
    value.toLowerCase().replace(/\s+/g, ' ').includes(wanted);
}

const hyphenates: IsWanted = (name, value) => /^(?:-webkit-)?hyphens$/.test(name) && /^auto$|var\(/i.test(value.trim());
