/** Evaluates `@container` and container units (css-conditional-5 §5, §6): finds the container and answers the query. */
import { type Condition, evaluateCondition, type Truth } from '../css/at-rules/condition.ts';
import { matchesFeature, type MediaFeature } from '../css/at-rules/media.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { ContainerQuery, PropertyRule, StyleQuery } from '../css/rules.ts';
import type { Budget } from '../budget.ts';
import { ComputeContext, type ComputeEnvironment } from '../css/values/compute-context.ts';
import type { Element } from '../document/node.ts';
import { type ContainerSizes, type ContentSize, queriedAxes } from './container-sizes.ts';
import type { ContainerConditions } from './rule-index.ts';
import { styleFeatureHolds } from './style-queries.ts';

interface Demand {
  readonly name: string | null;
  readonly inline: boolean;
  readonly block: boolean;
  readonly width: boolean;
  readonly height: boolean;
}

type QueryCondition = Condition<MediaFeature | StyleQuery>;

export class ContainerQueries {
  private readonly sizes: ContainerSizes;
  private readonly page: ContentSize;
  private readonly root: Element;
  private readonly environment: ComputeEnvironment;
  private readonly styleOf: (element: Element) => ComputedStyle;
  private readonly registered: ReadonlyMap<string, PropertyRule>;
  private readonly budget: Budget;
  private readonly demands = new Map<ContainerQuery, Demand>();

  constructor(
    sizes: ContainerSizes,
    page: ContentSize,
    root: Element,
    environment: ComputeEnvironment,
    styleOf: (element: Element) => ComputedStyle,
    registered: ReadonlyMap<string, PropertyRule>,
    budget: Budget,
  ) {
    this.registered = registered;
    this.budget = budget;
    this.sizes = sizes;
    this.page = page;
    this.root = root;
    this.environment = environment;
    this.styleOf = styleOf;
  }

  /** Returns whether the conditions hold. `element`: the nearest possible container. */
  hold(conditions: ContainerConditions, element: Element | null): boolean {
    for (let c: ContainerConditions | null = conditions; c !== null; c = c.outer) {
      if (!c.rule.queries.some((query) => this.queryHolds(query, element))) return false;
    }
    return true;
  }

  private queryHolds(query: ContainerQuery, element: Element | null): boolean {
    const container = this.containerFor(this.demandOf(query), element);
    return container !== null && this.truth(query.condition, container) === true;
  }

  /**
   * Returns the size that `100cqw` and `100cqh` refer to: the nearest container on each axis, or the page area (§6.1).
   */
  unitSize(from: Element): ContentSize {
    let width: number | null = null;
    let height: number | null = null;
    for (let e: Element | null = from; e !== null && (width === null || height === null); e = e.parent) {
      const axes = queriedAxes(e, this.styleOf(e));
      if (axes === null) continue;
      const size = this.sizeOf(e);
      if (axes.width) width ??= size.width;
      if (axes.height) height ??= size.height;
    }
    return { width: width ?? this.page.width, height: height ?? this.page.height };
  }

  /** Returns a container's size without zoom, because lengths in queries are unzoomed. */
  private sizeOf(container: Element): ContentSize {
    const size = this.sizes.of(container);
    const { zoom } = this.styleOf(container);
    return zoom === 1 ? size : { width: size.width / zoom, height: size.height / zoom };
  }

  private demandOf(query: ContainerQuery): Demand {
    let demand = this.demands.get(query);
    if (demand === undefined) {
      const features = new Set<string>();
      collectFeatures(query.condition, features);
      const both = features.has('aspect-ratio') || features.has('orientation');
      demand = {
        name: query.name,
        inline: features.has('inline-size'),
        block: features.has('block-size'),
        width: both || features.has('width'),
        height: both || features.has('height'),
      };
      this.demands.set(query, demand);
    }
    return demand;
  }

  /** Returns the nearest element of that name that can answer every feature. Any element answers style queries. */
  private containerFor(demand: Demand, from: Element | null): Element | null {
    for (let e = from; e !== null; e = e.parent) {
      const style = this.styleOf(e);
      if (demand.name !== null && !style.rare.containerName.includes(demand.name)) continue;
      if (fulfils(e, style, demand)) return e;
    }
    return null;
  }

  private truth(condition: QueryCondition, container: Element): Truth {
    const style = this.styleOf(container);
    const context = this.contextOf(container, style);
    return evaluateCondition<MediaFeature | StyleQuery>(condition, (leaf) =>
      'style' in leaf
        ? evaluateCondition(leaf.style, (feature) =>
            styleFeatureHolds(feature, style, context, this.registered, this.budget),
          )
        : this.sizeTruth(leaf, container, context),
    );
  }

  /** Relative lengths in a query refer to the container's own style. */
  private contextOf(element: Element, style: ComputedStyle): ComputeContext {
    const { parent } = element;
    const container = parent === null ? null : (): ContentSize => this.unitSize(parent);
    const root = this.styleOf(this.root);
    return ComputeContext.of(
      this.environment,
      style.zoomed?.computed ?? style,
      (root.zoomed?.computed ?? root).font,
      container,
    );
  }

  private sizeTruth(feature: MediaFeature, container: Element, context: ComputeContext): Truth {
    const { width, height } = this.sizeOf(container);
    const flips =
      (feature.name === 'inline-size' || feature.name === 'block-size') && context.text.writingMode !== 'horizontal-tb';
    return matchesFeature(feature, {
      media: 'print',
      viewportWidth: flips ? height : width,
      viewportHeight: flips ? width : height,
      context,
    });
  }
}

const isHorizontal = (style: ComputedStyle): boolean => style.text.writingMode === 'horizontal-tb';

function fulfils(element: Element, style: ComputedStyle, demand: Demand): boolean {
  if (!demand.inline && !demand.block && !demand.width && !demand.height) return true;
  const axes = queriedAxes(element, style);
  if (axes === null) return false;
  const horizontal = isHorizontal(style);
  const width = demand.width || (horizontal ? demand.inline : demand.block);
  const height = demand.height || (horizontal ? demand.block : demand.inline);
  return (axes.width || !width) && (axes.height || !height);
}

function collectFeatures(condition: QueryCondition, into: Set<string>): void {
  switch (condition.op) {
    case 'leaf':
      if (!('style' in condition.leaf)) into.add(condition.leaf.name);
      return;
    case 'not':
      collectFeatures(condition.operand, into);
      return;
    case 'unknown':
      return;
    default:
      for (const operand of condition.operands) collectFeatures(operand, into);
  }
}
