/** Style sheets to one flat, ordered set of rules: conditions evaluated, layers and scopes resolved. */
import type { CounterStyleRule } from '../css/at-rules/counter-style.ts';
import type { FontFaceRule } from '../css/at-rules/font-face-rule.ts';
import type { DeclarationBlock } from '../css/declaration.ts';
import { matchesMedia, type MediaEnvironment } from '../css/at-rules/media.ts';
import type {
  ContainerRule,
  FontValuesRule,
  LayerRule,
  PageRule,
  PropertyRule,
  Rule,
  ScopeRule,
  StyleRule,
  StyleSheet,
} from '../css/rules.ts';
import { type ComplexSelector, TestKind } from '../css/selectors/selector.ts';
import type { Budget } from '../budget.ts';
import type { Document } from '../document/node.ts';
import { AppliedBlock, type Origin } from './applied-block.ts';
import { ElementKinds } from './element-kinds.ts';
import { Layer } from './layers.ts';
import { type ContainerConditions, RuleEntry, RuleIndex, type Scope } from './rule-index.ts';

export interface LayeredPageRule {
  readonly rule: PageRule;
  readonly layer: Layer;
  readonly order: number;
}

interface Place {
  readonly origin: Origin;
  readonly layer: Layer;
  readonly scope: Scope | null;
  readonly container: ContainerConditions | null;
}

export class RuleCollection {
  readonly fontFaces: FontFaceRule[] = [];
  readonly counterStyles = new Map<string, CounterStyleRule>();
  readonly properties = new Map<string, PropertyRule>();
  readonly pageRules: LayeredPageRule[] = [];
  readonly fontValues: FontValuesRule[] = [];
  readonly kinds: ElementKinds;
  /** By pseudo-element; null: elements. */
  readonly indexes = new Map<string | null, RuleIndex>();
  /** The author's implicit outer layer. */
  readonly authorLayer = new Layer('', null);
  readonly userAgentLayer = new Layer('', null);
  /** Of the author's style rules, whether anything matches them or not. */
  readonly authorBlocks: DeclarationBlock[] = [];
  private readonly entries: RuleEntry[] = [];
  private readonly counterStyleLayers = new Map<string, Layer>();
  private readonly propertyLayers = new Map<string, Layer>();
  private readonly media: MediaEnvironment;
  private readonly budget: Budget;
  private readonly quirks: boolean;
  private order = 0;
  private appliedCount = 0;
  private trials = 0;

  constructor(sheets: readonly StyleSheet[], media: MediaEnvironment, budget: Budget, document: Document) {
    this.media = media;
    this.budget = budget;
    this.quirks = document.quirks;
    this.kinds = new ElementKinds(document.nodeCount);
    // Layers are ordered before rules are placed, because a later sheet may name an earlier layer's sublayer.
    for (const sheet of sheets) {
      const author = sheet.origin === 'author';
      const place: Place = {
        origin: author ? 'author' : 'user-agent',
        layer: author ? this.authorLayer : this.userAgentLayer,
        scope: null,
        container: null,
      };
      if (matchesMedia(sheet.media, media)) this.collect(sheet.rules, place);
    }
    this.authorLayer.assignOrder(0);
    this.assignBands();
  }

  /** A block made outside of sheets: hints and style attributes. */
  nextAppliedId(): number {
    return ++this.appliedCount;
  }

  /** For `RuleEntry.triedFor`: every styler of the document marks the same entries. */
  nextTrial(): number {
    return ++this.trials;
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
        const inner = rule.layer === undefined ? place : this.inLayer(rule.layer, place);
        if (matches) this.collect(rule.sheet.rules, inner);
        return;
      }
      case 'font-face':
        this.fontFaces.push(rule.face);
        return;
      case 'page':
        this.pageRules.push({ rule, layer: place.layer, order: this.order++ });
        return;
      case 'counter-style':
        this.addCounterStyle(rule.style, place.layer);
        return;
      case 'property':
        this.addProperty(rule, place.layer);
        return;
      case 'font-palette-values':
      case 'font-feature-values':
        this.fontValues.push(rule);
        return;
    }
  }

  private inLayer(name: LayerRule['name'], place: Place): Place {
    return {
      origin: place.origin,
      layer: place.layer.descendant(name),
      scope: place.scope,
      container: place.container,
    };
  }

  private inScope(rule: ScopeRule, place: Place): Place {
    const scope: Scope = { start: rule.start, end: rule.end, outer: place.scope };
    return { origin: place.origin, layer: place.layer, scope, container: place.container };
  }

  private inContainer(rule: ContainerRule, place: Place): Place {
    return {
      origin: place.origin,
      layer: place.layer,
      scope: place.scope,
      container: { rule, outer: place.container },
    };
  }

  private addStyleRule(rule: StyleRule, place: Place): void {
    const { block } = rule;
    if (place.origin === 'author') this.authorBlocks.push(block);
    const make = (important: boolean): AppliedBlock =>
      new AppliedBlock(++this.appliedCount, place.origin, important, block, null, place.layer, rule);
    const normal = block.hasNormal ? make(false) : null;
    const important = block.hasImportant ? make(true) : null;
    const order = this.order++;
    for (const selector of rule.selectors.selectors) {
      if (neverMatches(selector)) continue;
      const local = this.kinds.mention(selector) && place.scope === null && place.container === null;
      const entry = new RuleEntry(selector, normal, important, place.scope, place.container, order, local);
      this.entries.push(entry);
      this.indexFor(selector.pseudoElement).add(entry);
    }
  }

  private indexFor(pseudo: string | null): RuleIndex {
    let index = this.indexes.get(pseudo);
    if (index === undefined) this.indexes.set(pseudo, (index = new RuleIndex(this.quirks)));
    return index;
  }

  // A definition in a weaker layer doesn't replace one in a stronger layer; layers of equal rank go by order. Ranks among
  // layers that appear later are not known yet, so only the unlayered are compared.
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

  private yields(layer: Layer, other: Layer | undefined): boolean {
    return other !== undefined && other.parent === null && layer.parent !== null;
  }

  /** css-cascade-5 §6.1: user agent, hints (between), author layers in order; for important ones the other way round. */
  private assignBands(): void {
    for (const entry of this.entries) {
      const applied = entry.normal ?? entry.important;
      if (applied === null) continue;
      const author = applied.origin === 'author';
      const order = applied.layer?.order ?? 0;
      entry.band = author ? 1 + order : 0;
      entry.importantBand = author ? this.authorLayer.order - order : Number.MAX_SAFE_INTEGER;
    }
  }
}

/** `:hover` and the like, without which most of a sheet's rules for screens can be forgotten. */
function neverMatches(selector: ComplexSelector): boolean {
  return selector.compounds.some(({ tests }) => tests.some(({ kind }) => kind === TestKind.Never));
}
