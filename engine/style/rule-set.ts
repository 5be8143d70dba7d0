/**
 * Builds a flat, ordered set of rules from the style sheets of one origin: evaluates conditions and resolves layers and
 * scopes. A set depends only on the sheets' contents and the medium, so documents with the same sheets share it.
 */
import type { Budget } from '../budget.ts';
import type { CounterStyleRule } from '../css/at-rules/counter-style.ts';
import type { FontFaceDescriptors } from '../css/at-rules/font-face.ts';
import { matchesMedia, type MediaEnvironment, parseMediaQueryList } from '../css/at-rules/media.ts';
import type { DeclarationBlock } from '../css/declaration.ts';
import type {
  Complaint,
  ContainerRule,
  FontValuesRule,
  LayerRule,
  PageRule,
  PositionTryRule,
  FunctionRule,
  PropertyRule,
  Rule,
  ScopeRule,
  SheetContent,
  StyleRule,
} from '../css/rules.ts';
import { type ComplexSelector, TestKind } from '../css/selectors/selector.ts';
import { AppliedBlock, type BlockSource } from './applied-block.ts';
import { ancestorBits, scopeBits } from './ancestor-filter.ts';
import { type CustomFunction, customFunction } from './custom-functions.ts';
import { Layer } from './layers.ts';
import { type ContainerConditions, RuleEntry, RuleIndex, type Scope } from './rule-index.ts';
import { SelectorMentions } from './selector-mentions.ts';
import { inapplicableProperties, unknownProperties } from './declaration-complaints.ts';

/** A sheet as input of a set. */
export interface SetSheet {
  readonly content: SheetContent;
  /** The value of the `media` attribute. */
  readonly media: string;
}

export interface LayeredPageRule {
  readonly rule: PageRule;
  readonly layer: Layer;
  readonly source: BlockSource;
  readonly order: number;
  readonly blocks: readonly AppliedBlock[];
  readonly marginBoxes: readonly { readonly name: string; readonly blocks: readonly AppliedBlock[] }[];
}

interface PlacedFontFace {
  readonly face: FontFaceDescriptors;
  readonly offset: number;
  readonly source: BlockSource;
}

interface PlacedComplaint {
  readonly complaint: Complaint;
  readonly source: BlockSource;
}

interface Place {
  readonly source: BlockSource;
  readonly layer: Layer;
  readonly scope: Scope | null;
  readonly container: ContainerConditions | null;
}

/** The rules of a set. Immutable once it is built. */
export interface RuleSet {
  readonly fontFaces: readonly PlacedFontFace[];
  readonly counterStyles: ReadonlyMap<string, CounterStyleRule>;
  readonly properties: ReadonlyMap<string, PropertyRule>;
  readonly positionTries: ReadonlyMap<string, AppliedBlock>;
  readonly functions: ReadonlyMap<string, CustomFunction>;
  readonly pageRules: readonly LayeredPageRule[];
  readonly fontValues: readonly FontValuesRule[];
  /** By pseudo-element; null is the key for elements. */
  readonly indexes: ReadonlyMap<string | null, RuleIndex>;
  /** Declarations of unknown or unsupported properties. They are reported even if nothing matches their rules. */
  readonly unknown: readonly PlacedComplaint[];
  readonly mentions: SelectorMentions;
  /** Whether a media query depends on the page's width or height. */
  readonly asksSize: boolean;
  /** The implicit outer layer, unique to each set. */
  readonly layer: Layer;
}

/** Builds a set. `media` must match the sheets' own queries; `budget` is charged while the set is built. */
export function buildRuleSet(
  origin: 'user-agent' | 'author',
  sheets: readonly SetSheet[],
  media: MediaEnvironment,
  quirks: boolean,
  budget: Budget,
): RuleSet {
  return new RuleSetBuilder(origin, media, quirks, budget).build(sheets);
}

class RuleSetBuilder implements RuleSet {
  readonly fontFaces: PlacedFontFace[] = [];
  readonly counterStyles = new Map<string, CounterStyleRule>();
  readonly properties = new Map<string, PropertyRule>();
  readonly positionTries = new Map<string, AppliedBlock>();
  readonly functions = new Map<string, CustomFunction>();
  readonly pageRules: LayeredPageRule[] = [];
  readonly fontValues: FontValuesRule[] = [];
  readonly indexes = new Map<string | null, RuleIndex>();
  readonly unknown: PlacedComplaint[] = [];
  readonly mentions = new SelectorMentions();
  asksSize = false;
  private readonly origin: 'user-agent' | 'author';
  private readonly media: MediaEnvironment;
  private readonly quirks: boolean;
  private readonly budget: Budget;
  readonly layer = new Layer('', null);
  private readonly counterStyleLayers = new Map<string, Layer>();
  private readonly propertyLayers = new Map<string, Layer>();
  private readonly tryLayers = new Map<string, Layer>();
  private readonly functionLayers = new Map<string, Layer>();
  private order = 0;

  constructor(origin: 'user-agent' | 'author', media: MediaEnvironment, quirks: boolean, budget: Budget) {
    this.origin = origin;
    this.media = this.noting(media);
    this.quirks = quirks;
    this.budget = budget;
  }

  /** Returns the medium, recording when a size is read. */
  private noting({ viewportWidth, viewportHeight, ...rest }: MediaEnvironment): MediaEnvironment {
    const noted = (size: number): number => {
      this.asksSize = true;
      return size;
    };
    return {
      ...rest,
      get viewportWidth() {
        return noted(viewportWidth);
      },
      get viewportHeight() {
        return noted(viewportHeight);
      },
    };
  }

  build(sheets: readonly SetSheet[]): RuleSet {
    sheets.forEach(({ content, media }, source) => {
      const place: Place = { source, layer: this.layer, scope: null, container: null };
      if (matchesMedia(parseMediaQueryList(media), this.media)) this.collect(content.rules, place);
    });
    // Layers are ordered after all sheets are read, because a later sheet may name a sublayer of an earlier layer.
    this.layer.assignOrder(0);
    return {
      fontFaces: this.fontFaces,
      counterStyles: this.counterStyles,
      properties: this.properties,
      positionTries: this.positionTries,
      functions: this.functions,
      pageRules: this.pageRules,
      fontValues: this.fontValues,
      indexes: this.indexes,
      unknown: this.unknown,
      mentions: this.mentions,
      asksSize: this.asksSize,
      layer: this.layer,
    };
  }

  private collect(rules: readonly Rule[], place: Place): void {
    for (const rule of rules) {
      this.budget.tick();
      this.collectRule(rule, place);
    }
  }

  private collectRule(rule: Rule, place: Place): void {
    switch (rule.kind) {
      case 'style':
        this.addStyleRule(rule, place);
        return;
      case 'media':
        if (matchesMedia(rule.query, this.media)) this.collect(rule.rules, place);
        return;
      case 'container':
        this.collect(rule.rules, this.inContainer(rule, place));
        return;
      case 'layer':
        this.collect(rule.rules, this.inLayer(rule.name, place));
        return;
      case 'layer-names':
        for (const name of rule.names) place.layer.descendant(name);
        return;
      case 'scope':
        this.collect(rule.rules, this.inScope(rule, place));
        return;
      case 'import': {
        const matches = matchesMedia(rule.media, this.media);
        const { layer } = rule.layer === undefined ? place : this.inLayer(rule.layer, place);
        if (matches) this.collect(rule.content.rules, { ...place, layer, source: rule.source });
        return;
      }
      case 'font-face':
        this.fontFaces.push({ face: rule.face, offset: rule.offset, source: place.source });
        return;
      case 'page':
        this.addPageRule(rule, place);
        return;
      case 'counter-style':
        this.addCounterStyle(rule.style, place.layer);
        return;
      case 'property':
        this.addProperty(rule, place.layer);
        return;
      case 'position-try':
        this.addPositionTry(rule, place);
        return;
      case 'function':
        this.addFunction(rule, place.layer);
        return;
      case 'font-palette-values':
      case 'font-feature-values':
        this.fontValues.push(rule);
        return;
    }
  }

  private inLayer(name: LayerRule['name'], place: Place): Place {
    return { ...place, layer: place.layer.descendant(name) };
  }

  private inScope(rule: ScopeRule, place: Place): Place {
    // Mentioning the roots puts elements whose ancestors differ for the filter into different kinds.
    for (const root of rule.start?.selectors ?? []) this.mentions.mention(root);
    return { ...place, scope: { start: rule.start, end: rule.end, outer: place.scope } };
  }

  private inContainer(rule: ContainerRule, place: Place): Place {
    return { ...place, container: { rule, outer: place.container } };
  }

  private addStyleRule(rule: StyleRule, place: Place): void {
    const { block } = rule;
    for (const complaint of unknownProperties(block)) this.unknown.push({ complaint, source: place.source });
    if (this.origin === 'author')
      for (const complaint of inapplicableProperties(block, rule.selectors.selectors))
        this.unknown.push({ complaint, source: place.source });
    const make = (important: boolean): AppliedBlock =>
      new AppliedBlock(this.origin, important, block, null, place.layer, rule, place.source);
    const normal = block.hasNormal ? make(false) : null;
    const important = block.hasImportant ? make(true) : null;
    const order = this.order++;
    const bitsOfScope = scopeBits(place.scope, this.quirks);
    for (const selector of rule.selectors.selectors) {
      if (neverMatches(selector)) continue;
      const local = this.mentions.mention(selector) && place.scope === null && place.container === null;
      const entry = new RuleEntry(
        selector,
        normal,
        important,
        place.scope,
        place.container,
        order,
        local,
        ancestorBits(selector, this.quirks),
        bitsOfScope,
      );
      this.indexFor(selector.pseudoElement).add(entry);
    }
  }

  private addPageRule(rule: PageRule, { layer, source }: Place): void {
    const blocksOf = (block: DeclarationBlock): AppliedBlock[] => {
      const applied: AppliedBlock[] = [];
      if (block.hasNormal) applied.push(new AppliedBlock(this.origin, false, block, null, layer, null, source));
      if (block.hasImportant) applied.push(new AppliedBlock(this.origin, true, block, null, layer, null, source));
      return applied;
    };
    for (const { block } of [rule, ...rule.marginBoxes])
      for (const complaint of unknownProperties(block)) this.unknown.push({ complaint, source });
    const marginBoxes = rule.marginBoxes.map(({ name, block }) => ({ name, blocks: blocksOf(block) }));
    this.pageRules.push({ rule, layer, source, order: this.order++, blocks: blocksOf(rule.block), marginBoxes });
  }

  private indexFor(pseudo: string | null): RuleIndex {
    let index = this.indexes.get(pseudo);
    if (index === undefined) this.indexes.set(pseudo, (index = new RuleIndex(this.quirks)));
    return index;
  }

  // A definition in a weaker layer doesn't replace one in a stronger layer; layers of equal rank go by order. The final
  // rank of layers isn't known yet, so only layered and unlayered definitions are compared.
  private addCounterStyle(style: CounterStyleRule, layer: Layer): void {
    if (this.yields(layer, this.counterStyleLayers.get(style.name))) return;
    this.counterStyleLayers.set(style.name, layer);
    this.counterStyles.set(style.name, style);
  }

  private addProperty(rule: PropertyRule, layer: Layer): void {
    if (this.yields(layer, this.propertyLayers.get(rule.name))) return;
    this.propertyLayers.set(rule.name, layer);
    this.properties.set(rule.name, rule);
  }

  private addFunction(rule: FunctionRule, layer: Layer): void {
    if (this.yields(layer, this.functionLayers.get(rule.name))) return;
    this.functionLayers.set(rule.name, layer);
    this.functions.set(rule.name, customFunction(rule, this.media));
  }

  private addPositionTry({ name, block }: PositionTryRule, { layer, source }: Place): void {
    if (this.yields(layer, this.tryLayers.get(name))) return;
    this.tryLayers.set(name, layer);
    this.positionTries.set(name, new AppliedBlock(this.origin, false, block, null, null, null, source));
  }

  private yields(layer: Layer, other: Layer | undefined): boolean {
    return other !== undefined && other.parent === null && layer.parent !== null;
  }
}

/**
 * Returns whether a selector contains `:hover` or a similar pseudo-class. Such rules, which are common in screen
 * sheets, can be dropped.
 */
function neverMatches(selector: ComplexSelector): boolean {
  return selector.compounds.some(({ tests }) => tests.some(({ kind }) => kind === TestKind.Never));
}
