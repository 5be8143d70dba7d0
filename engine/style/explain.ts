import { type PropertyDefinition, shorthandNamed } from '../css/properties/registry.ts';
import type { StyleRule } from '../css/rules.ts';
import { unpackSpecificity } from '../css/selectors/selector.ts';
import { type AppliedBlock, Deferred, type LonghandItem } from './applied-block.ts';
import type { DeclarationExpander } from './declaration-expander.ts';
import type { DocumentRules } from './document-rules.ts';
import type { RuleEntry } from './rule-index.ts';
import type { ExplainedDeclaration } from './explained-declaration.ts';

/** Returns the matching selector of a rule's list, as written. */
function selectorIn({ selectors, selectorText }: StyleRule, entry: RuleEntry | null): string {
  const written = listItems(selectorText);
  const index = entry === null ? -1 : selectors.selectors.indexOf(entry.selector);
  const item = written.length === selectors.selectors.length ? written[index] : undefined;
  return (item ?? selectorText).replaceAll(/\s+/g, ' ').trim();
}

const OPENING = new Set(['(', '[']);
const CLOSING = new Set([')', ']']);

/** Splits at commas outside brackets and strings. */
function listItems(text: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let quote: string | null = null;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '\\') i++;
    else if (quote !== null) quote = character === quote ? null : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (OPENING.has(character)) depth++;
    else if (CLOSING.has(character)) depth--;
    else if (character === ',' && depth === 0) {
      items.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...items, text.slice(from)];
}

const longhandsOf = (item: LonghandItem | Deferred): readonly PropertyDefinition[] =>
  item instanceof Deferred ? item.longhands : [item.property];

/** Describes a cascade, weakest first. A shorthand is treated as overridden when all of its longhands are. */
export function explainCascade(
  path: readonly AppliedBlock[],
  entries: readonly RuleEntry[],
  expander: DeclarationExpander,
  rules: DocumentRules,
): ExplainedDeclaration[] {
  const explained: ExplainedDeclaration[] = [];
  const decided = new Set<string>();
  for (let i = path.length - 1; i >= 0; i--) {
    const applied = path[i]!;
    const { block, hint, rule, layer, origin, important } = applied;
    // The strongest matching selector of the rule.
    const entry = entries.findLast((e) => e.normal === applied || e.important === applied);
    const common = {
      important,
      origin,
      selector: rule === null ? null : selectorIn(rule, entry ?? null),
      specificity: entry === undefined ? null : unpackSpecificity(entry.selector.specificity),
      layer: layer?.name ?? '',
    };
    if (hint !== null) {
      for (const { name } of hint.values.flatMap(longhandsOf)) {
        const overridden = decided.has(name);
        decided.add(name);
        explained.push({ ...common, property: name, value: '(attribute)', position: null, overridden });
      }
    }
    const declarations = block?.declarations.filter((d) => d.important === important) ?? [];
    for (const { name, value, offset } of declarations.reverse()) {
      const result = name.startsWith('--') ? null : expander.parse(name, value, { quirks: false, svgAttribute: false });
      if (result !== null && result.kind !== 'longhands' && result.kind !== 'deferred') continue;
      const longhands = shorthandNamed(name)?.longhands.map((p) => p.name) ?? [name];
      const overridden = longhands.every((longhand) => decided.has(longhand));
      for (const longhand of longhands) decided.add(longhand);
      explained.push({
        ...common,
        property: name,
        value,
        position: rules.sourceOf(applied)?.positionOf(offset) ?? null,
        overridden,
      });
    }
  }
  return explained.reverse();
}
