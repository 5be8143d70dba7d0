import { shorthandNamed } from '../css/properties/registry.ts';
import { unpackSpecificity } from '../css/selectors/selector.ts';
import type { AppliedBlock } from './applied-block.ts';
import type { DeclarationExpander } from './declaration-expander.ts';
import type { DocumentRules } from './document-rules.ts';
import type { RuleEntry } from './rule-index.ts';
import type { ExplainedDeclaration } from './styler.ts';

/** A cascade in words, weakest first. A shorthand counts as overridden when all of its longhands are. */
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
    // The strongest selector of the rule that matches.
    const entry = entries.findLast((e) => e.normal === applied || e.important === applied);
    const common = {
      important,
      origin,
      selector: rule?.selectorText ?? null,
      specificity: entry === undefined ? null : unpackSpecificity(entry.selector.specificity),
      layer: layer?.name ?? '',
    };
    if (hint !== null) {
      for (const { property } of hint.values) {
        const overridden = decided.has(property.name);
        decided.add(property.name);
        explained.push({ ...common, property: property.name, value: '(attribute)', position: null, overridden });
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
