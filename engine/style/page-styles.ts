/** The @page cascade (css-page-3 §4, §6): one style for each set of matching rules, shared by all pages that match the same. */
import { matchesPage, type PageIdentity, pageSpecificity } from '../css/at-rules/page.ts';
import {
  parsePageSize,
  type PageSize,
  parseBleed,
  parseMarks,
  parsePageOrientation,
} from '../css/at-rules/page-descriptors.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { DeclarationBlock } from '../css/declaration.ts';
import type { DeclarationText } from '../css/syntax/block-parser.ts';
import { AppliedBlock } from './applied-block.ts';
import type { CascadeComputer } from './cascade-computer.ts';
import { pageCounterNames, type PageCounterNames } from './page-counter-names.ts';
import type { LayeredPageRule } from './rule-set.ts';
import type { PageStyle } from './styler.ts';

interface MatchedRule {
  readonly layered: LayeredPageRule;
  readonly specificity: number;
}

const AUTO_SIZE: PageSize = { width: null, height: null, orientation: null };

export class PageStyles {
  private readonly rules: readonly LayeredPageRule[];
  private readonly computer: CascadeComputer;
  private readonly rootStyle: () => ComputedStyle;
  readonly counterNames: PageCounterNames;
  private readonly shared = new Map<string, PageStyle>();

  constructor(rules: readonly LayeredPageRule[], computer: CascadeComputer, rootStyle: () => ComputedStyle) {
    this.rules = rules;
    this.computer = computer;
    this.rootStyle = rootStyle;
    this.counterNames = pageCounterNames(rules);
  }

  styleOf(page: PageIdentity): PageStyle {
    const matched = this.matching(page);
    const key = matched.map(({ layered, specificity }) => `${layered.order}/${specificity}`).join(' ');
    let style = this.shared.get(key);
    if (style === undefined) this.shared.set(key, (style = this.compute(matched)));
    return style;
  }

  private matching(page: PageIdentity): MatchedRule[] {
    const matched: MatchedRule[] = [];
    for (const layered of this.rules) {
      const { selectors } = layered.rule;
      let specificity = selectors.length === 0 ? 0 : -1;
      for (const selector of selectors) {
        if (matchesPage(selector, page)) specificity = Math.max(specificity, pageSpecificity(selector));
      }
      if (specificity >= 0) matched.push({ layered, specificity });
    }
    return matched.sort(
      (a, b) =>
        a.layered.layer.order - b.layered.layer.order ||
        a.specificity - b.specificity ||
        a.layered.order - b.layered.order,
    );
  }

  private compute(matched: readonly MatchedRule[]): PageStyle {
    const rules = matched.map(({ layered }) => layered);
    const path = pagePath(rules, ({ blocks }) => blocks);
    const { style } = this.computer.compute(path, this.rootStyle(), null, null);
    const descriptors = winningDescriptors(rules);
    const context = this.computer.contextFor(style);
    const margins = (name: string): boolean => name === 'margin' || name.startsWith('margin-');
    const marginBoxes = new Map<string, ComputedStyle>();
    let footnoteArea: ComputedStyle | null = null;
    for (const name of new Set(rules.flatMap(({ rule }) => rule.marginBoxes.map((box) => box.name)))) {
      const boxStyle = this.boxStyle(name, rules, style);
      if (name === 'footnote') footnoteArea = boxStyle;
      else if (boxStyle.rare.content !== 'normal' && boxStyle.rare.content !== 'none') marginBoxes.set(name, boxStyle);
    }
    return {
      style,
      size: parsePageSize(descriptors.get('size') ?? '', context) ?? AUTO_SIZE,
      hasMargin: rules.some(({ rule }) => rule.block.declarations.some((d) => margins(d.name))),
      orientation: parsePageOrientation(descriptors.get('page-orientation') ?? '') ?? 'upright',
      bleed: parseBleed(descriptors.get('bleed') ?? '', context),
      marks: parseMarks(descriptors.get('marks') ?? ''),
      marginBoxes,
      footnoteArea,
    };
  }

  private boxStyle(name: string, rules: readonly LayeredPageRule[], page: ComputedStyle): ComputedStyle {
    const path = pagePath(rules, ({ marginBoxes }) =>
      marginBoxes.filter((box) => box.name === name).flatMap(({ blocks }) => blocks),
    );
    return this.computer.compute([marginBoxDefaults(name), ...path], page, null, null).style;
  }
}

/** Normal declarations in order, then important ones with the layers the other way round. */
function pagePath(
  rules: readonly LayeredPageRule[],
  blocksOf: (rule: LayeredPageRule) => readonly AppliedBlock[],
): AppliedBlock[] {
  const normal: AppliedBlock[] = [];
  const important: { applied: AppliedBlock; layer: number }[] = [];
  for (const rule of rules) {
    for (const applied of blocksOf(rule)) {
      if (applied.important) important.push({ applied, layer: rule.layer.order });
      else normal.push(applied);
    }
  }
  important.sort((a, b) => b.layer - a.layer);
  return [...normal, ...important.map(({ applied }) => applied)];
}

/** The last value of each descriptor; important ones win. */
function winningDescriptors(rules: readonly LayeredPageRule[]): Map<string, string> {
  const winning = new Map<string, string>();
  for (const important of [false, true]) {
    for (const { rule } of rules) {
      for (const { name, value, important: marked } of rule.descriptors)
        if (marked === important) winning.set(name, value);
    }
  }
  return winning;
}

/** css-page-3 §5.3.2: how a margin box aligns its contents. */
function marginBoxDefaults(name: string): AppliedBlock {
  let textAlign = 'center';
  let verticalAlign = 'middle';
  if (name === 'top-left' || name === 'bottom-left' || name === 'top-right-corner' || name === 'bottom-right-corner')
    textAlign = 'left';
  if (name === 'top-right' || name === 'bottom-right' || name === 'top-left-corner' || name === 'bottom-left-corner')
    textAlign = 'right';
  if (name === 'left-top' || name === 'right-top') verticalAlign = 'top';
  if (name === 'left-bottom' || name === 'right-bottom') verticalAlign = 'bottom';
  const declaration = (property: string, value: string): DeclarationText => ({
    kind: 'declaration',
    name: property,
    value,
    important: false,
    offset: 0,
  });
  const declarations =
    name === 'footnote'
      ? [declaration('display', 'block')]
      : [
          declaration('display', 'block'),
          declaration('text-align', textAlign),
          declaration('vertical-align', verticalAlign),
        ];
  return new AppliedBlock('user-agent', false, new DeclarationBlock(declarations), null, null, null);
}
