/** Parses `@property` (css-properties-values-api-1). */
import type { PropertyRule } from '../rules.ts';
import type { DeclarationText } from '../syntax/block-parser.ts';
import { readValue } from '../values/value-reader.ts';
import { isValidSyntax, matchesSyntax } from './custom-property-syntax.ts';

/** Returns null when the rule is invalid: a descriptor is missing, or the initial value doesn't match the syntax. */
export function parsePropertyRule(prelude: string, declarations: readonly DeclarationText[]): PropertyRule | null {
  if (!prelude.startsWith('--') || /\s/.test(prelude)) return null;
  let syntax: string | null = null;
  let inherits: boolean | null = null;
  let initialValue: string | null = null;
  for (const { name, value } of declarations) {
    if (name === 'syntax') {
      const text = readValue(value)?.string();
      if (text !== undefined && isValidSyntax(text)) syntax = text;
    } else if (name === 'inherits') {
      const word = value.trim().toLowerCase();
      if (word === 'true' || word === 'false') inherits = word === 'true';
    } else if (name === 'initial-value') {
      initialValue = value;
    }
  }
  if (syntax === null || inherits === null) return null;
  if (syntax.trim() !== '*' && (initialValue === null || !matchesSyntax(initialValue, syntax))) return null;
  return { kind: 'property', name: prelude, syntax, inherits, initialValue };
}
