/** The `@page` cascade (css-page-3 §4, §6): one style per set of matching rules, shared by all pages that match it. */
import { footnoteAreaOf, matchesPage, type PageIdentity, pageSpecificity } from '../css/at-rules/page.ts';
import {
  parsePageSize,
  type PageSize,
  parseBleed,
  parseMarks,
  parsePageOrientation,
} from '../css/at-rules/page-descriptors.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { ComputeContext } from '../css/values/compute-context.ts';
import { DeclarationBlock } from '../css/declaration.ts';
import type { PageSelector } from '../css/rules.ts';
import type { DeclarationText } from '../css/syntax/block-parser.ts';
import { AppliedBlock } from './applied-block.ts';
import { pageCounterNames, type PageCounterNames } from './page-counter-names.ts';
import type { LayeredPageRule } from './rule-set.ts';
import type { PageStyle } from './styler.ts';

interface MatchedRule {
  readonly layered: LayeredPageRule;
  readonly specificity: number;
}

/** Computes the styles of pages and of their boxes. */
interface PagePartStyles {
  /** Returns the style of some blocks, weakest first. `name`: `@page`, `@top-left` and so on. */
  partStyle(path: readonly AppliedBlock[], parent: ComputedStyle, name: string): ComputedStyle;
  /** Returns the context for lengths outside declarations. */
  contextFor(style: ComputedStyle): ComputeContext;
  remarkOn(rule: LayeredPageRule, message: string): void;
}

const AUTO_SIZE: PageSize = { width: null, height: null, orientation: null };

export class PageStyles {
  private readonly rules: readonly LayeredPageRule[];
  private readonly styles: PagePartStyles;
  private readonly rootStyle: () => ComputedStyle;
  readonly counterNames: PageCounterNames;
  readonly asksForLastPages: boolean;
  private readonly shared = new Map<string, PageStyle>();
  private readonly remarked = new Set<LayeredPageRule>();

  constructor(rules: readonly LayeredPageRule[], styles: PagePartStyles, rootStyle: () => ComputedStyle) {
    this.rules = rules;
    this.styles = styles;
    this.rootStyle = rootStyle;
    this.counterNames = pageCounterNames(rules);
    this.asksForLastPages = rules.some(({ rule }) =>
      rule.selectors.some(({ pseudos }) => pseudos.some(({ type }) => type === 'last')),
    );
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
        if (matchesPage(selector, page)) {
          specificity = Math.max(specificity, pageSpecificity(selector));
          // The rule has matched its page.
          if (page.first) this.remarked.add(layered);
        } else if (meansGroup(selector, page)) this.remarkOnFirst(layered, selector.name!);
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

  private remarkOnFirst(rule: LayeredPageRule, name: string): void {
    if (this.remarked.has(rule)) return;
    this.remarked.add(rule);
    const message = `@page ${name}:first matches only the first page of the document. Use ${name}:nth(1) for the first page of each group.`;
    this.styles.remarkOn(rule, message);
  }

  private compute(matched: readonly MatchedRule[]): PageStyle {
    const rules = matched.map(({ layered }) => layered);
    const path = pagePath(rules, ({ blocks }) => blocks);
    const style = this.styles.partStyle(path, this.rootStyle(), '@page');
    const descriptors = winningDescriptors(rules);
    const context = this.styles.contextFor(style);
    const margins = (name: string): boolean => name === 'margin' || name.startsWith('margin-');
    const marginBoxes = new Map<string, ComputedStyle>();
    const footnoteAreas = new Map<string, ComputedStyle>();
    for (const name of new Set(rules.flatMap(({ rule }) => rule.marginBoxes.map((box) => box.name)))) {
      const boxStyle = this.boxStyle(name, rules, style);
      const area = footnoteAreaOf(name);
      if (area !== null) footnoteAreas.set(area, boxStyle);
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
      footnoteAreas,
    };
  }

  private boxStyle(name: string, rules: readonly LayeredPageRule[], page: ComputedStyle): ComputedStyle {
    const path = pagePath(rules, ({ marginBoxes }) =>
      marginBoxes.filter((box) => box.name === name).flatMap(({ blocks }) => blocks),
    );
    const defaults = footnoteAreaOf(name) === null ? (MARGIN_BOX_DEFAULTS.get(name) ?? CENTERED) : FOOTNOTE_AREA;
    return this.styles.partStyle([defaults, ...path], page, `@${name}`);
  }
}

/**
 * Returns whether `name:first` meets the first page of its group. Some programs match it there, but css-page-3 §4.2
 * doesn't.
 */
function meansGroup({ name, pseudos }: PageSelector, page: PageIdentity): boolean {
  return (
    name !== null && name === page.name && page.groups.get(name) === 1 && pseudos.some(({ type }) => type === 'first')
  );
}

/** Returns normal declarations in order, then important ones with layers reversed. */
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

/** Returns the last value of each descriptor; important ones win. */
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

const defaults = (values: Readonly<Record<string, string>>): AppliedBlock => {
  const declarations = Object.entries(values).map(([name, value]): DeclarationText => ({
    kind: 'declaration',
    name,
    written: name,
    value,
    important: false,
    offset: 0,
  }));
  return new AppliedBlock('user-agent', false, new DeclarationBlock(declarations), null, null, null);
};

const marginBox = (textAlign: string, verticalAlign: string): AppliedBlock =>
  defaults({ display: 'block', 'text-align': textAlign, 'vertical-align': verticalAlign });

const FOOTNOTE_AREA = defaults({ display: 'block', 'float-reference': 'page' });
const CENTERED = marginBox('center', 'middle');
const AT_LEFT = marginBox('left', 'middle');
const AT_RIGHT = marginBox('right', 'middle');
const AT_TOP = marginBox('center', 'top');
const AT_BOTTOM = marginBox('center', 'bottom');

/** How each margin box aligns its contents (css-page-3 §5.3.2). Boxes that aren't listed are centered. */
const MARGIN_BOX_DEFAULTS: ReadonlyMap<string, AppliedBlock> = new Map([
  ['top-left', AT_LEFT],
  ['bottom-left', AT_LEFT],
  ['top-right-corner', AT_LEFT],
  ['bottom-right-corner', AT_LEFT],
  ['top-right', AT_RIGHT],
  ['bottom-right', AT_RIGHT],
  ['top-left-corner', AT_RIGHT],
  ['bottom-left-corner', AT_RIGHT],
  ['left-top', AT_TOP],
  ['right-top', AT_TOP],
  ['left-bottom', AT_BOTTOM],
  ['right-bottom', AT_BOTTOM],
]);
