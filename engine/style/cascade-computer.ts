/** A list of blocks in cascade order, and a parent style, to a computed style. */
import type { Budget } from '../budget.ts';
import { tokenize, tokenTypes } from '../css-tree.ts';
import type { MediaEnvironment } from '../css/at-rules/media.ts';
import { matchingComponent } from '../css/at-rules/custom-property-syntax.ts';
import { ComputedStyle, type CustomProperties } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import { type AppliedDeclaration, buildStyle } from '../css/properties/build-style.ts';
import type { PropertyDefinition } from '../css/properties/definition.ts';
import { CssWide, initialStyle } from '../css/properties/registry.ts';
import type { PropertyRule } from '../css/rules.ts';
import type { ComputeContext } from '../css/values/compute-context.ts';
import { relativeUnitPx, unitKind } from '../css/values/units.ts';
import type { Element } from '../document/node.ts';
import { type AppliedBlock, Deferred, type Expansion } from './applied-block.ts';
import { computeCustomProperties } from './custom-properties.ts';
import { type DeclarationExpander, isRevert } from './declaration-expander.ts';
import { appliesToPseudo } from './pseudo-properties.ts';
import { ifConditionHolds } from './if-conditions.ts';
import { substitute, substituteSiblings } from './substitution.ts';
import { withBox } from './display-adjustments.ts';
import type { StyleGroups } from './styler.ts';

export interface ComputedCascade {
  readonly style: ComputedStyle;
  /** attr() or a container's size was read: the style holds for this element only. */
  readonly elementDependent: boolean;
}

const ORIGIN_NUMBERS = { 'user-agent': 0, hint: 2, author: 2, 'style attribute': 2 } as const;
/** Layer numbers of what stands outside of the author's layers. */
const USER_AGENT_LAYER = 0;
const HINT_LAYER = 1;
const FIRST_AUTHOR_LAYER = 2;
const ATTRIBUTE_LAYER = Number.MAX_SAFE_INTEGER;

export class CascadeComputer {
  readonly context: ComputeContext;
  private readonly expander: DeclarationExpander;
  private readonly registered: ReadonlyMap<string, PropertyRule>;
  private readonly budget: Budget;
  private readonly media: MediaEnvironment;
  private readonly containerSize: (element: Element) => { width: number; height: number };
  private count = 0;
  /** Of the style being computed. */
  private element: Element | null = null;
  private elementDependent = false;

  constructor(
    expander: DeclarationExpander,
    context: ComputeContext,
    registered: ReadonlyMap<string, PropertyRule>,
    budget: Budget,
    media: MediaEnvironment,
    containerSize: (element: Element) => { width: number; height: number },
  ) {
    this.containerSize = containerSize;
    this.expander = expander;
    this.context = context;
    this.registered = registered;
    this.budget = budget;
    this.media = media;
  }

  /** `element`: whose attributes attr() reads; null for pages. */
  compute(
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    element: Element | null,
    pseudo: string | null,
  ): ComputedCascade {
    this.budget.tick();
    this.element = element;
    this.elementDependent = false;
    this.context.parent = parent;
    // A pseudo-element's container may be its own element.
    const start = pseudo === null ? (element?.parent ?? null) : element;
    this.context.container = start === null ? null : () => this.sizeOfContainer(start);
    this.context.isRoot = element !== null && element.parent === null && pseudo === null;
    const expansions = path.map((applied) => this.expander.expand(applied));
    const custom = this.customProperties(path, expansions, parent);
    const declarations = this.declarations(
      path,
      expansions,
      custom,
      pseudo,
      expansions.some((expansion) => expansion.rollsBack),
    );
    const language = languageOf(path);
    const style = buildStyle(++this.count, declarations, this.context, custom, language);
    return { style, elementDependent: this.elementDependent };
  }

  /** The context with a style's own font, for lengths outside of declarations. */
  contextFor(style: ComputedStyle): ComputeContext {
    this.context.font = style.font;
    this.context.text = style.text;
    this.context.unitFont = style.font;
    this.context.lineHeightFont = style.font;
    return this.context;
  }

  anonymous(parent: ComputedStyle, display: Display): ComputedStyle {
    const initial = initialStyle();
    const style = new ComputedStyle(
      ++this.count,
      parent.font,
      parent.text,
      initial.box,
      initial.border,
      initial.background,
      initial.rare,
      parent.custom,
    );
    return withBox(style, { ...initial.box, display, page: parent.box.page });
  }

  derived(base: ComputedStyle, groups: StyleGroups): ComputedStyle {
    return new ComputedStyle(
      ++this.count,
      groups.font ?? base.font,
      groups.text ?? base.text,
      groups.box ?? base.box,
      groups.border ?? base.border,
      groups.background ?? base.background,
      groups.rare ?? base.rare,
      base.custom,
    );
  }

  private customProperties(
    path: readonly AppliedBlock[],
    expansions: readonly Expansion[],
    parent: ComputedStyle,
  ): CustomProperties {
    let declared: Map<string, string> | null = null;
    for (let i = 0; i < expansions.length; i++) {
      const { custom } = expansions[i];
      if (custom.length === 0) continue;
      declared ??= new Map();
      for (const { name, value } of custom) {
        const rolled = /^revert(-layer)?$/i.exec(value.trim());
        if (rolled === null) declared.set(name, value);
        else this.rollBackCustom(declared, name, path, expansions, i, rolled[1] !== undefined);
      }
    }
    if (declared === null && this.registered.size === 0) return parent.custom;
    return computeCustomProperties(declared, parent.custom, {
      registered: this.registered,
      budget: this.budget,
      attribute: (name) => this.attribute(name),
      condition: (text, variable) => ifConditionHolds(text, this.media, variable),
      computeRegistered: (text, rule) => this.computeRegistered(text, rule, path, expansions, parent),
    });
  }

  /** `revert` and `revert-layer` of a custom property: what a weaker origin or layer declared last. */
  private rollBackCustom(
    declared: Map<string, string>,
    name: string,
    path: readonly AppliedBlock[],
    expansions: readonly Expansion[],
    from: number,
    byLayer: boolean,
  ): void {
    declared.set(name, 'unset');
    for (let i = from - 1; i >= 0; i--) {
      const weaker = byLayer
        ? layerNumber(path[i]) !== layerNumber(path[from])
        : ORIGIN_NUMBERS[path[i].origin] < ORIGIN_NUMBERS[path[from].origin];
      const found = weaker ? expansions[i].custom.findLast((item) => item.name === name) : undefined;
      if (found === undefined) continue;
      declared.set(name, found.value);
      return;
    }
  }

  /** In cascade order. What a stronger declaration of the same property hides is left out, and never substituted. */
  private declarations(
    path: readonly AppliedBlock[],
    expansions: readonly Expansion[],
    custom: CustomProperties,
    pseudo: string | null,
    keepAll: boolean,
  ): AppliedDeclaration[] {
    const declarations: AppliedDeclaration[] = [];
    const seen = new Set<PropertyDefinition>();
    let substitutedRevert = false;
    for (let i = path.length - 1; i >= 0; i--) {
      const { items } = expansions[i];
      const layer = layerNumber(path[i]);
      const origin = ORIGIN_NUMBERS[path[i].origin];
      const add = (property: PropertyDefinition, value: unknown): void => {
        if (!keepAll && seen.has(property)) return;
        if (pseudo !== null && !appliesToPseudo(property, pseudo, path[i].origin)) return;
        seen.add(property);
        if (isRevert(value)) substitutedRevert = true;
        declarations.push({ property, value, layer, origin });
      };
      for (let k = items.length - 1; k >= 0; k--) {
        const item = items[k];
        if (!(item instanceof Deferred)) add(item.property, item.value);
        else if (keepAll || item.longhands.some((property) => !seen.has(property)))
          this.resolveDeferred(item, custom, add);
      }
    }
    // A keyword that rolls back needs the weaker declarations after all.
    if (substitutedRevert && !keepAll) return this.declarations(path, expansions, custom, pseudo, true);
    return declarations.reverse();
  }

  private resolveDeferred(
    item: Deferred,
    custom: CustomProperties,
    add: (property: PropertyDefinition, value: unknown) => void,
  ): void {
    const variable = (name: string): string | null => custom.get(name) ?? null;
    const text = substitute(
      item.text,
      {
        variable,
        attribute: (name) => this.attribute(name),
        condition: (condition) => ifConditionHolds(condition, this.media, variable),
      },
      this.budget,
    );
    const counted = text === null ? null : substituteSiblings(text, () => this.siblings());
    const result = counted === null ? null : this.expander.parse(item.name, counted, item.context);
    if (result !== null && result.kind === 'longhands') {
      for (let i = result.values.length - 1; i >= 0; i--) add(result.values[i].property, result.values[i].value);
      return;
    }
    // Invalid at computed-value time (css-variables-1 §3.1).
    for (const property of item.longhands) add(property, CssWide.UNSET);
  }

  private sizeOfContainer(start: Element): { width: number; height: number } {
    this.elementDependent = true;
    return this.containerSize(start);
  }

  /** css-values-5 §9.3: a pseudo-element counts as its element does; pages have no siblings. */
  private siblings(): { readonly index: number; readonly count: number } {
    const { element } = this;
    if (element === null) return { index: 0, count: 0 };
    this.elementDependent = true;
    return { index: element.elementIndex + 1, count: siblingCount(element) };
  }

  private attribute(name: string): string | null {
    const { element } = this;
    if (element === null) return null;
    this.elementDependent = true;
    return element.attribute(element.isHtml ? name.toLowerCase() : name);
  }

  /** Relative lengths of registered properties are made absolute with the element's own font (css-properties-values-api-1 §2.4). */
  private computeRegistered(
    text: string,
    rule: PropertyRule,
    path: readonly AppliedBlock[],
    expansions: readonly Expansion[],
    parent: ComputedStyle,
  ): string | null {
    if (matchingComponent(text, rule.syntax) === '*') return text;
    let fontKnown = false;
    return replaceRelativeLengths(text, (value, unit) => {
      if (!fontKnown) {
        const fontOnly = this.declarations(path, expansions, parent.custom, null, false).filter(
          ({ property }) => property.group === 'font',
        );
        // Leaves the context with the element's own font.
        buildStyle(0, fontOnly, this.context, parent.custom, null);
        fontKnown = true;
      }
      return value * relativeUnitPx(unit, this.context);
    });
  }
}

/** `calc(1em + 10%)` as `calc(16px + 10%)`; every relative length, wherever it stands. */
function replaceRelativeLengths(text: string, pixels: (value: number, unit: string) => number): string {
  let result = '';
  tokenize(text, (type, start, end) => {
    const written = text.slice(start, end);
    const match = type === tokenTypes.Dimension ? /^([+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?)([a-z]+)$/i.exec(written) : null;
    const unit = match?.[2].toLowerCase() ?? '';
    if (match === null || unitKind(unit) !== 'relative') result += written;
    else result += `${formatNumber(pixels(Number(match[1]), unit))}px`;
  });
  return result;
}

/** Without an exponent, which not every reader of numbers takes. */
const formatNumber = (value: number): string => String(Number(value.toFixed(6)));

/** Element children of the element's parent, itself included. */
function siblingCount({ parent, elementIndex }: Element): number {
  if (parent === null) return 1;
  for (let i = parent.children.length - 1; i >= 0; i--) {
    const child = parent.children[i];
    if (child.type === 'element') return child.elementIndex + 1;
  }
  return elementIndex + 1;
}

function layerNumber(applied: AppliedBlock): number {
  switch (applied.origin) {
    case 'user-agent':
      return USER_AGENT_LAYER;
    case 'hint':
      return HINT_LAYER;
    case 'author':
      return FIRST_AUTHOR_LAYER + (applied.layer?.order ?? 0);
    case 'style attribute':
      return ATTRIBUTE_LAYER;
  }
}

function languageOf(path: readonly AppliedBlock[]): string | null {
  for (const { hint } of path) if (hint !== null && hint.language !== null) return hint.language;
  return null;
}
