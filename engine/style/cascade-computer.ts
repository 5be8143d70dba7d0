/** Computes a style from a list of blocks in cascade order and a parent style. */
import type { Budget } from '../budget.ts';
import { tokenize, tokenTypes } from '../css-tree.ts';
import type { MediaEnvironment } from '../css/at-rules/media.ts';
import { matchingComponent } from '../css/at-rules/custom-property-syntax.ts';
import { type ChangedGroups, ComputedStyle, type CustomProperties, type FontStyle } from '../css/computed-style.ts';
import type { SnapSide } from '../css/style-groups/box-style.ts';
import type { Display, Tightness } from '../css/computed-values.ts';
import { type AppliedDeclaration, buildStyle, contextOfFont } from '../css/properties/build-style.ts';
import type { PropertyDefinition } from '../css/properties/definition.ts';
import { Length } from '../css/length.ts';
import { CssWide, initialStyle } from '../css/properties/registry.ts';
import { ZoomedGroups } from '../css/properties/zoom.ts';
import type { PropertyRule } from '../css/rules.ts';
import { ComputeContext, type ComputeEnvironment, type UnitMetrics } from '../css/values/compute-context.ts';
import { relativeUnitPx, unitKind } from '../css/values/units.ts';
import { type Element, isInsideSvg, Namespace } from '../document/node.ts';
import { type AppliedBlock, Deferred, type Expansion } from './applied-block.ts';
import type { ContentSize } from './container-sizes.ts';
import { expandedScroller } from './expanded-scrollers.ts';
import type { FunctionCalls } from './custom-functions.ts';
import { computeCustomProperties } from './custom-properties.ts';
import { type DeclarationExpander, isRevert } from './declaration-expander.ts';
import { appliesToPseudo } from './pseudo-properties.ts';
import { ifConditionHolds } from './style-queries.ts';
import { type Draw, drawnFrom, substituteRandoms } from './random-values.ts';
import { substitute, substituteSiblings } from './substitution.ts';
import { TightenedGroups } from './tightened.ts';
import { withBox } from './display-adjustments.ts';

export interface ComputedCascade {
  readonly style: ComputedStyle;
  /** Whether attr() or a container's size was read, so that the style is valid for this element only. */
  readonly elementDependent: boolean;
  /** Whether font metrics were read or lengths are zoomed, so that the style is valid in this document only. */
  readonly documentDependent: boolean;
}

const ORIGIN_NUMBERS = { 'user-agent': 0, hint: 2, author: 2, 'style attribute': 2 } as const;
/** Layer numbers of declarations outside the author's layers. */
const USER_AGENT_LAYER = 0;
const HINT_LAYER = 1;
const FIRST_AUTHOR_LAYER = 2;
const ATTRIBUTE_LAYER = Number.MAX_SAFE_INTEGER;

/**
 * A custom property that lets `if()` in the user-agent sheet depend on the declared `appearance`. `appearance:
 * base-select` (css-forms-1 §3) changes the appearance of controls, and author rules must override both appearances.
 */
const DECLARED_APPEARANCE = '--internal-appearance';
const isAppearance = ({ name }: PropertyDefinition): boolean => name === 'appearance';

/** The inputs for computing any style of a document. */
interface Means {
  readonly expander: DeclarationExpander;
  readonly environment: ComputeEnvironment;
  readonly registered: ReadonlyMap<string, PropertyRule>;
  /** The blocks of `@position-try` rules by name. */
  readonly positionTries: ReadonlyMap<string, AppliedBlock>;
  readonly calls: FunctionCalls;
  readonly budget: Budget;
  readonly media: MediaEnvironment;
  /** Returns the size in CSS px to which `cqw` and the like refer inside an element. */
  readonly containerSize: (element: Element) => ContentSize;
  /** Whether scroll containers grow with their content. */
  readonly expandsScrollers: boolean;
  /** Returns the scale that makes an element's contents, or a table, fit; 1 if they fit already. */
  readonly fitOf: (element: Element) => number;
  /** Whether anything is scaled to fit. */
  readonly fitsAny: boolean;
  /** How much all styles shrink so that the document has fewer pages; null: not at all. */
  readonly tightness: Tightness | null;
  /**
   * Returns the side to which an element with `float: snap-block()` or `snap-inline()` snaps; null if it stays in
   * place.
   */
  readonly snapOf: (element: Element) => SnapSide | null;
}

/** The usual advance of a letter, in em. */
const USUAL_ADVANCE = 0.5;

/** Computes the styles of one document. */
export class CascadeComputer {
  private readonly means: Means;
  private count = 0;
  /** The root element's font, once its style is known: `rem`. */
  private rootFont = initialStyle().font;
  private readonly zoomedGroups = new ZoomedGroups();
  private readonly tightened: TightenedGroups | null;
  private readsMetrics = false;

  constructor(means: Means) {
    const { viewport, metrics } = means.environment;
    const noted = (font: FontStyle): UnitMetrics => {
      this.readsMetrics = true;
      return metrics(font);
    };
    this.means = { ...means, environment: { viewport, metrics: noted } };
    this.tightened = means.tightness && new TightenedGroups(means.tightness, metrics);
  }

  /** Computes a style. `element`: whose attributes attr() reads; null for pages. */
  compute(
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    element: Element | null,
    pseudo: string | null,
    isTry = false,
  ): ComputedCascade {
    this.means.budget.tick();
    const isRoot = element !== null && element.parent === null && pseudo === null;
    const rootFont = isRoot ? initialStyle().font : this.rootFont;
    this.readsMetrics = false;
    const cascade = new Cascade(this.means, path, parent.zoomed?.computed ?? parent, element, pseudo);
    const computed = cascade.style(++this.count, isRoot, rootFont);
    const expands = this.means.expandsScrollers && element !== null && pseudo === null;
    const style = expands ? expandedScroller(computed, element) : computed;
    if (isRoot) this.takeRoot(style, parent);
    // An svg element is zoomed as a whole when it is drawn, including its contents.
    const isDrawn = element !== null && isInsideSvg(element);
    const isOwn = element !== null && pseudo === null;
    // Contents shrink to fit their box. Tables and formulas shrink as a whole to fit the page.
    const fit = isOwn ? style.rare.pagewrightFit : null;
    const fits = fit !== null;
    const isTable = isOwn && !fits && this.means.fitsAny && fitsAlone(style);
    const { tightened, means } = this;
    const isTightened = tightened !== null && element !== null;
    const around = isRoot ? (means.tightness?.size ?? 1) : parent.zoom;
    const factor = isDrawn ? 1 : around * style.box.zoom * (isTable ? means.fitOf(element) : 1);
    const inner = fit !== null && !fit.isTracking && isOwn ? factor * this.means.fitOf(element) : factor;
    const zooms = parent.zoomed !== null || style.box.zoom !== 1 || fits || isTable || isTightened;
    const snaps = style.box.floatSnap !== null && element !== null && pseudo === null;
    const tracked = fit?.isTracking === true && isOwn ? this.tracked(style, this.means.fitOf(element)) : style;
    const snapped = snaps ? this.snapped(tracked, element) : tracked;
    const isUnchanged = inner === 1 && factor === 1 && !isTightened;
    const used = isUnchanged ? snapped : this.zoomed(snapped, factor, inner, isTightened ? tightened : null);
    return {
      style:
        isTry || used.rare.positionTryFallbacks.length === 0
          ? used
          : this.withTries(used, path, parent, element, pseudo),
      elementDependent:
        cascade.elementDependent ||
        style !== computed ||
        fits ||
        isTable ||
        snaps ||
        (zooms && element?.namespace === Namespace.Svg),
      // Each fallback is computed separately.
      documentDependent: this.readsMetrics || zooms || style !== computed || used.rare.positionTryFallbacks.length > 0,
    };
  }

  /** Reduces letter spacing by a fraction of the usual letter width. */
  private tracked(style: ComputedStyle, factor: number): ComputedStyle {
    if (factor === 1) return style;
    const { text, font } = style;
    const letterSpacing = Length.px(
      text.letterSpacing.resolvePx(font.fontSize) - (1 - factor) * font.fontSize * USUAL_ADVANCE,
    );
    return style.with(++this.count, { text: { ...text, letterSpacing } });
  }

  /** Turns a box near enough to an edge into a float to that edge (css-page-floats-3 §3.2). */
  private snapped(style: ComputedStyle, element: Element): ComputedStyle {
    const float = this.means.snapOf(element);
    return float === null ? style : style.with(++this.count, { box: { ...style.box, float } });
  }

  /** Records the root element's style, to which others refer. */
  takeRoot(style: ComputedStyle, parent: ComputedStyle): void {
    // Ignores the style that the root has inside its ::first-line.
    if (parent === initialStyle()) this.rootFont = style.font;
  }

  /**
   * Adds the styles after each `@position-try` rule that the style names. Those rules come after normal author
   * declarations.
   */
  private withTries(
    style: ComputedStyle,
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    element: Element | null,
    pseudo: string | null,
  ): ComputedStyle {
    const styles = new Map<string, ComputedStyle>();
    for (const { name } of style.rare.positionTryFallbacks) {
      const block = name === null ? undefined : this.means.positionTries.get(name);
      if (name === null || block === undefined || styles.has(name)) continue;
      const firstImportant = path.findIndex(({ important }) => important);
      const at = firstImportant < 0 ? path.length : firstImportant;
      const tried = this.compute([...path.slice(0, at), block, ...path.slice(at)], parent, element, pseudo, true);
      styles.set(name, tried.style);
    }
    return styles.size === 0 ? style : this.derived(style, { rare: { ...style.rare, positionTryStyles: styles } });
  }

  /** Returns the root element's style as pages inherit it: they keep their size when the document is tightened. */
  forPages(root: ComputedStyle): ComputedStyle {
    if (this.means.tightness === null || root.zoomed === null) return root;
    const factor = root.zoom / this.means.tightness.size;
    return this.zoomed(root.zoomed.computed, factor, factor, null);
  }

  /** Scales and tightens a style. `inner`: the factor for the contents and the element's own text. */
  private zoomed(
    computed: ComputedStyle,
    factor: number,
    inner: number,
    tightened: TightenedGroups | null,
  ): ComputedStyle {
    const { zoomedGroups: groups } = this;
    const font = tightened?.fontOf(computed) ?? computed.font;
    const box = tightened?.boxOf(computed) ?? computed.box;
    return new ComputedStyle(
      ++this.count,
      groups.of<'font'>(font, inner),
      groups.of<'text'>(computed.text, inner),
      groups.of<'box'>(box, factor),
      groups.of<'border'>(computed.border, factor),
      groups.of<'background'>(computed.background, factor),
      groups.of<'rare'>(computed.rare, factor),
      groups.of<'svgPaint'>(computed.svgPaint, factor),
      groups.of<'svgShape'>(computed.svgShape, factor),
      computed.custom,
      { factor: inner, computed },
    );
  }

  /** Returns a context with a style's own font, for lengths outside declarations. */
  contextFor(style: ComputedStyle): ComputeContext {
    return ComputeContext.of(this.means.environment, style.zoomed?.computed ?? style, this.rootFont);
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
      parent.svgPaint,
      initial.svgShape,
      parent.custom,
      parent.zoomed,
    );
    // The value of a block container applies to all lines in it (css-writing-modes-4 §2.2).
    const isBlockContainer =
      display.outside === 'block' && (display.inside === 'flow' || display.inside === 'flow-root');
    const unicodeBidi = isBlockContainer ? parent.box.unicodeBidi : initial.box.unicodeBidi;
    return withBox(style, { ...initial.box, display, page: parent.box.page, unicodeBidi });
  }

  derived(base: ComputedStyle, groups: ChangedGroups): ComputedStyle {
    return base.with(++this.count, groups);
  }
}

/** The computation of a style from one list of blocks. */
class Cascade {
  /** Whether attr(), sibling counts or a container's size were read. */
  elementDependent = false;
  private readonly means: Means;
  private readonly path: readonly AppliedBlock[];
  private readonly expansions: readonly Expansion[];
  private readonly parent: ComputedStyle;
  private readonly element: Element | null;
  private readonly pseudo: string | null;

  constructor(
    means: Means,
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    element: Element | null,
    pseudo: string | null,
  ) {
    this.means = means;
    this.path = path;
    this.expansions = path.map((applied) => means.expander.expand(applied));
    this.parent = parent;
    this.element = element;
    this.pseudo = pseudo;
  }

  style(id: number, isRoot: boolean, rootFont: FontStyle): ComputedStyle {
    const { parent, element, pseudo } = this;
    // A pseudo-element's container may be its own element.
    const start = pseudo === null ? (element?.parent ?? null) : element;
    const container = start === null ? null : (): ContentSize => this.sizeOfContainer(start);
    const context = ComputeContext.inheriting(this.means.environment, { parent, isRoot, container }, rootFont);
    const custom = this.customProperties(context);
    const keepAll = this.expansions.some((expansion) => expansion.rollsBack);
    const declarations = this.declarations(custom, pseudo, keepAll);
    return buildStyle(id, declarations, context, custom, languageOf(this.path));
  }

  private customProperties(context: ComputeContext): CustomProperties {
    const { expansions, parent } = this;
    const { registered, budget, media } = this.means;
    let declared: Map<string, string> | null = null;
    for (let i = 0; i < expansions.length; i++) {
      const { custom } = expansions[i]!;
      if (custom.length === 0) continue;
      declared ??= new Map();
      for (const { name, value } of custom) {
        const rolled = /^revert(-layer)?$/i.exec(value.trim());
        if (rolled === null) declared.set(name, value);
        else this.rollBackCustom(declared, name, i, rolled[1] !== undefined);
      }
    }
    if (declared === null && registered.size === 0) return parent.custom;
    return computeCustomProperties(declared, parent.custom, {
      registered,
      budget,
      calls: this.means.calls,
      attribute: (name) => this.attribute(name),
      condition: (text, variable) => ifConditionHolds(text, media, variable),
      computeRegistered: (text, rule) => this.computeRegistered(text, rule, context),
    });
  }

  /** Resolves `revert` and `revert-layer` of a custom property to the last declaration of a weaker origin or layer. */
  private rollBackCustom(declared: Map<string, string>, name: string, from: number, byLayer: boolean): void {
    const { path, expansions } = this;
    declared.set(name, 'unset');
    for (let i = from - 1; i >= 0; i--) {
      const weaker = byLayer
        ? layerNumber(path[i]!) !== layerNumber(path[from]!)
        : ORIGIN_NUMBERS[path[i]!.origin] < ORIGIN_NUMBERS[path[from]!.origin];
      const found = weaker ? expansions[i]!.custom.findLast((item) => item.name === name) : undefined;
      if (found === undefined) continue;
      declared.set(name, found.value);
      return;
    }
  }

  /**
   * Returns the declarations in cascade order. Omits those overridden by a stronger declaration of the same property,
   * which are then never substituted.
   */
  private declarations(custom: CustomProperties, pseudo: string | null, keepAll: boolean): AppliedDeclaration[] {
    const { path, expansions } = this;
    const declarations: AppliedDeclaration[] = [];
    const seen = new Set<PropertyDefinition>();
    let substitutedRevert = false;
    for (let i = path.length - 1; i >= 0; i--) {
      const { items } = expansions[i]!;
      const layer = layerNumber(path[i]!);
      const origin = ORIGIN_NUMBERS[path[i]!.origin];
      const add = (property: PropertyDefinition, value: unknown): void => {
        if (!keepAll && seen.has(property)) return;
        if (pseudo !== null && !appliesToPseudo(property, pseudo, path[i]!.origin)) return;
        seen.add(property);
        if (isRevert(value)) substitutedRevert = true;
        declarations.push({ property, value, layer, origin });
      };
      for (let k = items.length - 1; k >= 0; k--) {
        const item = items[k]!;
        if (!(item instanceof Deferred)) add(item.property, item.value);
        else if (keepAll || item.longhands.some((property) => !seen.has(property)))
          this.resolveDeferred(item, custom, origin, add);
      }
    }
    // A keyword that rolls back the cascade needs the weaker declarations after all.
    if (substitutedRevert && !keepAll) return this.declarations(custom, pseudo, true);
    return declarations.reverse();
  }

  private resolveDeferred(
    item: Deferred,
    custom: CustomProperties,
    origin: number,
    add: (property: PropertyDefinition, value: unknown) => void,
  ): void {
    const variable = (name: string): string | null =>
      origin === ORIGIN_NUMBERS['user-agent'] && name === DECLARED_APPEARANCE
        ? this.declaredAppearance()
        : (custom.get(name) ?? null);
    const { calls, media, budget } = this.means;
    const values = calls.for({
      variable,
      inherited: (name) => this.parent.custom.get(name) ?? null,
      attribute: (name) => this.attribute(name),
      condition: (condition, variables) => ifConditionHolds(condition, media, variables),
    });
    const text = substitute(item.text, values, budget);
    const counted = text === null ? null : substituteSiblings(text, () => this.siblings());
    const drawn = counted === null ? null : substituteRandoms(counted, this.drawFor(item.name));
    if (drawn !== null && drawn !== counted) budget.spendSubstitution(drawn.length);
    const result = drawn === null ? null : this.means.expander.parse(item.name, drawn, item.context);
    if (result !== null && result.kind === 'longhands') {
      for (let i = result.values.length - 1; i >= 0; i--) add(result.values[i]!.property, result.values[i]!.value);
      return;
    }
    // Invalid at computed-value time (css-variables-1 §3.1).
    for (const property of item.longhands) add(property, CssWide.UNSET);
  }

  /** Returns the keyword of the strongest declaration of `appearance`; null if there is none or it has references. */
  private declaredAppearance(): string | null {
    for (let i = this.expansions.length - 1; i >= 0; i--) {
      const { items } = this.expansions[i]!;
      const item = items.findLast((candidate) => !(candidate instanceof Deferred) && isAppearance(candidate.property));
      if (item !== undefined && !(item instanceof Deferred)) return typeof item.value === 'string' ? item.value : null;
    }
    return null;
  }

  private sizeOfContainer(start: Element): ContentSize {
    this.elementDependent = true;
    return this.means.containerSize(start);
  }

  /** Returns the tree counts (css-values-5 §9.3). A pseudo-element uses its element's; pages have no siblings. */
  private siblings(): { readonly index: number; readonly count: number } {
    const { element } = this;
    if (element === null) return { index: 0, count: 0 };
    this.elementDependent = true;
    return { index: element.elementIndex + 1, count: siblingCount(element) };
  }

  /**
   * Returns the source of random numbers (css-values-5 §9.4). A name has one number across all properties of an
   * element; unnamed functions have their own.
   */
  private drawFor(property: string): Draw {
    return (name, isShared, ordinal) => {
      if (!isShared) this.elementDependent = true;
      const element = isShared ? '' : `${this.element?.index ?? ''} ${this.pseudo ?? ''}`;
      return drawnFrom(`${name ?? `${property} ${ordinal}`} ${element}`);
    };
  }

  private attribute(name: string): string | null {
    const { element } = this;
    if (element === null) return null;
    this.elementDependent = true;
    return element.attribute(element.isHtml ? name.toLowerCase() : name);
  }

  /**
   * Makes relative lengths of registered properties absolute with the element's own font (css-properties-values-api-1
   * §2.4).
   */
  private computeRegistered(text: string, rule: PropertyRule, inherited: ComputeContext): string | null {
    if (matchingComponent(text, rule.syntax) === '*') return text;
    let context: ComputeContext | null = null;
    return replaceRelativeLengths(text, (value, unit) => {
      context ??= contextOfFont(this.fontDeclarations(), inherited);
      return value * relativeUnitPx(unit, context);
    });
  }

  /** Returns the font declarations, computed with the custom properties of the parent. */
  private fontDeclarations(): AppliedDeclaration[] {
    const { custom } = this.parent;
    return this.declarations(custom, null, false).filter(({ property }) => property.group === 'font');
  }
}

/** Replaces every relative length: `calc(1em + 10%)` becomes `calc(16px + 10%)`. */
function replaceRelativeLengths(text: string, pixels: (value: number, unit: string) => number): string {
  let result = '';
  tokenize(text, (type, start, end) => {
    const written = text.slice(start, end);
    const match = type === tokenTypes.Dimension ? /^([+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?)([a-z]+)$/i.exec(written) : null;
    const unit = match?.[2]?.toLowerCase() ?? '';
    if (match === null || unitKind(unit) !== 'relative') result += written;
    else result += `${formatNumber(pixels(Number(match[1]), unit))}px`;
  });
  return result;
}

/** Formats without an exponent, which not every number parser accepts. */
const formatNumber = (value: number): string => String(Number(value.toFixed(6)));

/** Returns the number of element children of the element's parent, itself included. */
function siblingCount({ parent, elementIndex }: Element): number {
  if (parent === null) return 1;
  for (let i = parent.children.length - 1; i >= 0; i--) {
    const child = parent.children[i]!;
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

/** Returns whether elements of a style may shrink alone if they are too wide for the page: tables and formulas. */
export const fitsAlone = ({ box }: ComputedStyle): boolean =>
  box.display.inside === 'table' || box.display.inside === 'math';
