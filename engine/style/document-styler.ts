/**
 * The cascade of one document: computes styles from matched blocks, and shares them wherever the same blocks meet the
 * same parent.
 */
import type { CounterStyleRule } from '../css/at-rules/counter-style.ts';
import type { FontFaceRule } from '../css/at-rules/font-face.ts';
import { sourceSize } from '../css/at-rules/image-sizes.ts';
import { matchesMedia, type MediaEnvironment, parseMediaQueryList } from '../css/at-rules/media.ts';
import { footnoteAreaOf, type PageIdentity } from '../css/at-rules/page.ts';
import { type ChangedGroups, ComputedStyle, type FontStyle } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import { initialStyle } from '../css/properties/registry.ts';
import type { FontValuesRule, StyleSheet } from '../css/rules.ts';
import { ComputeContext, type ComputeEnvironment, type UnitMetrics } from '../css/values/compute-context.ts';
import { isGrid } from '../css/values/display.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import type { AppliedBlock, CascadeNode } from './applied-block.ts';
import { FunctionCalls } from './custom-functions.ts';
import { CascadeComputer, type ComputedCascade, fitsAlone } from './cascade-computer.ts';
import { ContainerQueries } from './container-queries.ts';
import { ContainerSizes, type ContentSize } from './container-sizes.ts';
import type { IsWanted } from './declaration-places.ts';
import { DeclarationExpander } from './declaration-expander.ts';
import { adjustDisplay } from './display-adjustments.ts';
import { ElementMatcher } from './element-matcher.ts';
import { explainCascade } from './explain.ts';
import type { PageCounterNames } from './page-counter-names.ts';
import { KeptStyles, type StyleCost } from './kept-styles.ts';
import { PageStyles } from './page-styles.ts';
import type { LayeredPageRule } from './rule-set.ts';
import { PresentationalHints } from './presentational-hints.ts';
import { DocumentRules } from './document-rules.ts';
import type { ExplainedDeclaration } from './explained-declaration.ts';
import type { PageStyle, PlacedMarginBox, StyleEnvironment } from './styler.ts';
import { Viewport } from './viewport.ts';

/**
 * Metrics of the initial font at 16 px for media queries: those of the default serif font. Media queries are evaluated
 * before any face is loaded, because they decide which `@font-face` rules apply.
 */
export const MEDIA_METRICS: UnitMetrics = {
  ascent: 14,
  descent: 3,
  lineGap: 1,
  xHeight: 7.34,
  capHeight: 10.59,
  zeroAdvance: 8,
  zeroHeight: 17,
  icAdvance: 16,
  averageAdvance: 9.1,
  boundsWidth: 18.9,
};

function mediaOf(environment: StyleEnvironment): MediaEnvironment {
  const { media, mediaWidth, mediaHeight, prefersDark } = environment;
  const viewportWidth = mediaWidth ?? environment.viewportWidth;
  const viewportHeight = mediaHeight ?? environment.viewportHeight;
  const initial = initialStyle();
  const page = { viewport: { width: viewportWidth, height: viewportHeight }, metrics: () => MEDIA_METRICS };
  const context = ComputeContext.of(page, initial, initial.font);
  return { media, prefersDark: prefersDark ?? false, viewportWidth, viewportHeight, context };
}

export class Styler {
  readonly document: Document;
  readonly fontFaces: readonly FontFaceRule[];
  private readonly environment: StyleEnvironment;
  private readonly media: MediaEnvironment;
  private readonly computing: ComputeEnvironment;
  private readonly rules: DocumentRules;
  private readonly matcher: ElementMatcher;
  private readonly hints: PresentationalHints;
  private readonly computer: CascadeComputer;
  private kept: KeptStyles;
  private readonly viewport: Viewport;
  private readonly expander: DeclarationExpander;
  private readonly pages: PageStyles;
  private readonly sizes: ContainerSizes;
  private readonly hasFits: boolean;
  /** The elements so far whose contents shrink to fit (`-pagewright-fit`). */
  readonly fitting = new Set<Element>();
  /** Whether a float so far is split between facing pages. */
  hasSpreads = false;
  /** The elements so far that snap to nearby edges (`float: snap-block()`, `snap-inline()`). */
  readonly snapping = new Set<Element>();
  /** The elements so far around which text flows (`wrap-flow`). */
  readonly wrapping = new Set<Element>();
  private readonly styles: (ComputedStyle | undefined)[];
  /** The styles that tables inherit from in quirks mode. */
  private readonly tableParents = new Map<ComputedStyle, ComputedStyle>();
  private readonly anonymous = new Map<ComputedStyle, Map<Display, ComputedStyle>>();

  /**
   * `like`: a styler of the same document and sheets for the same media, whose rules and parsed declarations are
   * reused.
   */
  constructor(document: Document, sheets: readonly StyleSheet[], environment: StyleEnvironment, like: Styler | null) {
    const { viewportWidth, viewportHeight, budget, diagnostics } = environment;
    const viewport = new Viewport(viewportWidth, viewportHeight);
    this.viewport = viewport;
    this.document = document;
    this.environment = environment;
    this.hasFits = (environment.fits?.size ?? 0) > 0;
    const computing = { viewport, metrics: (font: FontStyle) => environment.fontMetrics(font) };
    this.computing = computing;
    const media = like?.media ?? mediaOf(environment);
    this.media = media;
    this.rules = like?.rules ?? new DocumentRules(sheets, media, budget, document);
    this.expander = like?.expander ?? new DeclarationExpander(this.rules, document.quirks, diagnostics);
    if (like === null) this.expander.reportUnknown();
    this.fontFaces =
      like?.fontFaces ??
      this.rules.author.fontFaces.map(({ face, offset, source }) => ({
        ...face,
        position: this.rules.authorSource(source).positionOf(offset),
      }));
    const { properties, pageRules, positionTries, functions } = this.rules.author;
    this.hints = like?.hints ?? new PresentationalHints(document, diagnostics, (queries) => this.matchesMedia(queries));
    const styleOf = (element: Element): ComputedStyle => this.styleOf(element);
    this.sizes = new ContainerSizes(environment.containerSizes ?? null, viewport, styleOf);
    const containers = new ContainerQueries(
      this.sizes,
      viewport,
      document.root,
      computing,
      styleOf,
      properties,
      budget,
    );
    this.matcher = new ElementMatcher(document, this.rules, this.hints, budget, diagnostics, (conditions, element) =>
      containers.hold(conditions, element),
    );
    this.computer = new CascadeComputer({
      expander: this.expander,
      environment: computing,
      registered: properties,
      positionTries,
      calls: new FunctionCalls(functions, budget),
      budget,
      media,
      containerSize: (element) => containers.unitSize(element),
      expandsScrollers: environment.expandsScrollers === true,
      fitOf: (element) => environment.fits?.get(element)?.factor ?? 1,
      fitsAny: this.hasFits,
      tightness: environment.tightness ?? null,
      snapOf: (element) => environment.snaps?.get(element) ?? null,
    });
    this.kept = KeptStyles.of(this.rules.author, this.rules.userAgent, environment);
    this.pages = new PageStyles(pageRules, this, () => this.computer.forPages(this.styleOf(document.root)));
    this.styles = new Array<ComputedStyle | undefined>(document.nodeCount);
  }

  /** Returns a styler of this document in another environment with the same media. */
  inEnvironment(change: Partial<StyleEnvironment>): Styler {
    return new Styler(this.document, [], { ...this.environment, ...change }, this);
  }

  /**
   * Changes the viewport, unless a style or an image's size already depends on it. Returns whether it did.
   */
  resize(viewportWidth: number, viewportHeight: number): boolean {
    if (!this.viewport.resize(viewportWidth, viewportHeight)) return false;
    const { author, userAgent } = this.rules;
    this.kept = KeptStyles.of(author, userAgent, { ...this.environment, viewportWidth, viewportHeight });
    return true;
  }

  /** Returns the position of the author's first matching declaration, or null. */
  declarationPlace(isWanted: IsWanted): SourcePosition | null {
    return this.rules.declarationPlace(isWanted);
  }

  /** `@font-palette-values` and `@font-feature-values`, in order. */
  get fontValues(): readonly FontValuesRule[] {
    return this.rules.author.fontValues;
  }

  /** The document's counter styles by name; the last definition of a name wins. */
  get counterStyles(): ReadonlyMap<string, CounterStyleRule> {
    return this.rules.author.counterStyles;
  }

  /** Whether a sheet has an `@page` rule. */
  get hasPageRules(): boolean {
    return this.rules.author.pageRules.length > 0;
  }

  /** Whether any `@page` rule selects last pages. */
  get asksForLastPages(): boolean {
    return this.pages.asksForLastPages;
  }

  /** Whether any `@page` rule has margin boxes. */
  get hasMarginBoxes(): boolean {
    return this.rules.author.pageRules.some(({ marginBoxes }) =>
      marginBoxes.some(({ name }) => footnoteAreaOf(name) === null),
    );
  }

  /** The margin boxes of all `@page` rules, with the positions of these rules. */
  get marginBoxes(): readonly PlacedMarginBox[] {
    return this.rules.author.pageRules.flatMap(({ rule, source, marginBoxes }) =>
      marginBoxes.map(({ name }) => ({ name, position: this.rules.authorSource(source).positionOf(rule.offset) })),
    );
  }

  get pageCounters(): PageCounterNames {
    return this.pages.counterNames;
  }

  /** The size containers that styles have depended on so far, with their assumed sizes. */
  get containersAsked(): ReadonlyMap<Element, ContentSize> {
    return this.sizes.asked;
  }

  styleOf(element: Element): ComputedStyle {
    const known = this.styles[element.index];
    if (known !== undefined) return known;
    const style = this.computeElement(element, this.inheritedBy(element));
    this.styles[element.index] = style;
    if (style.rare.pagewrightFit !== null) this.fitting.add(element);
    if (style.rare.pagewrightPages !== null && element.parent !== null) this.remarkOnLimit(element);
    if (style.box.floatReference === '-pagewright-spread') this.hasSpreads = true;
    if (style.box.floatSnap !== null) this.snapping.add(element);
    if (style.box.wrapFlow !== 'auto') this.wrapping.add(element);
    return style;
  }

  /**
   * Returns the style that an element inherits from: its parent's. In quirks mode tables take their color from the
   * body (quirks.spec.whatwg.org §3.2).
   */
  private inheritedBy(element: Element): ComputedStyle {
    if (element.parent === null) return initialStyle();
    const parent = this.styleOf(element.parent);
    if (!this.document.quirks || !element.isHtml || element.tag !== 'table') return parent;
    const body = this.document.root.children.find((child) => child.type === 'element' && child.tag === 'body');
    const { color } = body?.type === 'element' ? this.styleOf(body).text : parent.text;
    if (color === parent.text.color) return parent;
    let colored = this.tableParents.get(parent);
    if (colored === undefined) {
      colored = this.computer.derived(parent, { text: { ...parent.text, color } });
      this.tableParents.set(parent, colored);
    }
    return colored;
  }

  /** Returns whether any rule may match `::before` or `::after` of an element. */
  mayHaveContent(element: Element): boolean {
    return this.matcher.mayHaveContent(element);
  }

  /**
   * Returns null when the pseudo-element isn't generated (`before` or `after` without content) or no rule matches it.
   */
  pseudoStyle(element: Element, pseudo: string): ComputedStyle | null {
    const node = this.matcher.pseudoNodeOf(element, pseudo);
    if (node === null) return null;
    // `before::marker` inherits from `before`.
    const outer = pseudo.lastIndexOf('::');
    const parent = (outer < 0 ? null : this.pseudoStyle(element, pseudo.slice(0, outer))) ?? this.styleOf(element);
    const container = pseudo === 'before' || pseudo === 'after' ? this.itemContainer(element) : null;
    const style = this.shared(node, parent, element, pseudo, (computed) => adjustDisplay(computed, false, container));
    const { content } = style.rare;
    if ((pseudo === 'before' || pseudo === 'after') && (content === 'normal' || content === 'none')) return null;
    return style;
  }

  /**
   * Returns the style of an element (or its pseudo-element) inside a ::first-line: its own declarations, inheriting
   * from another style.
   */
  firstLineStyle(element: Element, inheritedFrom: ComputedStyle, pseudo: string | null = null): ComputedStyle {
    if (pseudo === null) return this.computeElement(element, inheritedFrom);
    const node = this.matcher.pseudoNodeOf(element, pseudo);
    if (node === null) return inheritedFrom;
    return this.shared(node, inheritedFrom, element, pseudo, (computed) => adjustDisplay(computed, false, null));
  }

  /**
   * Returns a style with inherited properties from the parent and others initial. The same arguments give the same
   * object.
   */
  anonymousStyle(parent: ComputedStyle, display: Display): ComputedStyle {
    let byDisplay = this.anonymous.get(parent);
    if (byDisplay === undefined) this.anonymous.set(parent, (byDisplay = new Map()));
    let style = byDisplay.get(display);
    if (style === undefined) {
      style = this.computer.anonymous(parent, display);
      byDisplay.set(display, style);
    }
    return style;
  }

  /** Returns the metrics of a font, as the environment provides them. */
  fontMetrics(font: FontStyle): UnitMetrics {
    return this.environment.fontMetrics(font);
  }

  /**
   * Returns `base` with some groups replaced, for styles that no rule produces. Always a new object with its own id.
   */
  derivedStyle(base: ComputedStyle, groups: ChangedGroups): ComputedStyle {
    return this.computer.derived(base, groups);
  }

  /** Returns whether a media query list, as in a `media` attribute, matches. */
  matchesMedia(queries: string): boolean {
    return matchesMedia(parseMediaQueryList(queries), this.media);
  }

  /** Returns the width in CSS px that a `sizes` attribute announces for an image (HTML §4.8.4.3.11). */
  sourceSize(sizes: string): number {
    const initial = initialStyle();
    const context = ComputeContext.of(this.computing, initial, initial.font);
    return sourceSize(sizes, this.media, context) ?? this.viewport.width;
  }

  pageStyle(page: PageIdentity): PageStyle {
    return this.pages.styleOf(page);
  }

  /** Returns the style of a page or of one of its margin boxes. */
  partStyle(path: readonly AppliedBlock[], parent: ComputedStyle, name: string): ComputedStyle {
    const kept = this.keptStyle(path, parent, name);
    if (kept !== null) return kept;
    const before = this.workDone();
    const computed = this.computer.compute(path, parent, null, null);
    return this.keep(computed, computed.style, before, path, parent, name);
  }

  contextFor(style: ComputedStyle): ComputeContext {
    return this.computer.contextFor(style);
  }

  private remarkOnLimit({ tag, position }: Element): void {
    const message = `-pagewright-pages has no effect on <${tag}>. Set it on the root element, for example with html { -pagewright-pages: 1 }.`;
    this.environment.diagnostics.report('page/limit', 'warning', message, position);
  }

  remarkOn({ rule, source }: LayeredPageRule, message: string): void {
    const position = this.rules.authorSource(source).positionOf(rule.offset);
    this.environment.diagnostics.report('css/page-first', 'info', message, position);
  }

  /** Returns every declaration that applies to an element (or its pseudo-element), the winning ones last. */
  explain(element: Element, pseudo: string | null = null): readonly ExplainedDeclaration[] {
    const node = pseudo === null ? this.matcher.nodeOf(element) : this.matcher.pseudoNodeOf(element, pseudo);
    if (node === null) return [];
    const entries = [...this.matcher.matchingEntries(element, pseudo)];
    return explainCascade(node.path(), entries, this.expander, this.rules);
  }

  private computeElement(element: Element, parent: ComputedStyle): ComputedStyle {
    const node = this.matcher.nodeOf(element);
    // PERF: most elements share a style, and need no closure.
    const known = node.styles.get(parent.id);
    if (known !== undefined) return known;
    const isRoot = element.parent === null;
    const container = element.parent === null ? null : this.itemContainer(element.parent);
    return this.shared(node, parent, element, null, (computed) => adjustDisplay(computed, isRoot, container));
  }

  /**
   * Returns the computed style of a cascade under a parent. Reuses an existing one unless it depends on the element.
   */
  private shared(
    node: CascadeNode<ComputedStyle>,
    parent: ComputedStyle,
    element: Element,
    pseudo: string | null,
    adjust: (style: ComputedStyle) => ComputedStyle,
  ): ComputedStyle {
    const known = node.styles.get(parent.id);
    if (known !== undefined) return known;
    const path = node.path();
    const style = this.keptStyle(path, parent, pseudo);
    if (style !== null) {
      if (element.parent === null && pseudo === null) this.computer.takeRoot(style, parent);
      node.styles.set(parent.id, style);
      return style;
    }
    return this.computed(node, path, parent, element, pseudo, adjust);
  }

  /** Returns a style computed by an earlier render, and charges its original cost to the budget. */
  private keptStyle(path: readonly AppliedBlock[], parent: ComputedStyle, pseudo: string | null): ComputedStyle | null {
    // Kept styles aren't tightened.
    if (this.environment.tightness) return null;
    const kept = this.kept.find(path, parent, pseudo);
    // The cached style of a table doesn't include the scale of this document.
    if (kept === null || (this.hasFits && fitsAlone(kept.style))) return null;
    this.environment.budget.tickBy(kept.cost.ticks);
    this.viewport.reads += kept.cost.viewportReads;
    for (const applied of kept.complaining) this.expander.expand(applied);
    return kept.style;
  }

  private computed(
    node: CascadeNode<ComputedStyle>,
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    element: Element,
    pseudo: string | null,
    adjust: (style: ComputedStyle) => ComputedStyle,
  ): ComputedStyle {
    const before = this.workDone();
    const computed = this.computer.compute(path, parent, element, pseudo);
    const style = this.keep(computed, adjust(computed.style), before, path, parent, pseudo);
    if (!computed.elementDependent) node.styles.set(parent.id, style);
    return style;
  }

  /** Returns the work and the reads of the viewport so far. */
  private workDone(): StyleCost {
    return { ticks: this.environment.budget.work, viewportReads: this.viewport.reads };
  }

  /** Keeps a computed style for other renders if it is valid there. `before`: the work done before computing it. */
  private keep(
    { elementDependent, documentDependent }: ComputedCascade,
    style: ComputedStyle,
    before: StyleCost,
    path: readonly AppliedBlock[],
    parent: ComputedStyle,
    pseudo: string | null,
  ): ComputedStyle {
    if (elementDependent || documentDependent) return style;
    const complaining = path.filter((applied) => this.expander.expand(applied).complaints.length > 0);
    const { ticks, viewportReads } = this.workDone();
    const cost = { ticks: ticks - before.ticks, viewportReads: viewportReads - before.viewportReads };
    return this.kept.keep(path, parent, pseudo, style, cost, complaining);
  }

  /** Returns the nearest box around the element's children if it is a flex or grid container. */
  private itemContainer(element: Element): ComputedStyle | null {
    for (let e: Element | null = element; e !== null; e = e.parent) {
      const style = this.styleOf(e);
      const { outside, inside } = style.box.display;
      if (outside !== 'contents') return inside === 'flex' || isGrid(inside) ? style : null;
    }
    return null;
  }
}
