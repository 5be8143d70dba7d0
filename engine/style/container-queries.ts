/** @container before layout (css-conditional-5 §6): style queries exactly, size queries as far as declared sizes tell. */
import { evaluateCondition, type Truth } from '../css/at-rules/condition.ts';
import { matchesFeature, type MediaEnvironment, type MediaFeature } from '../css/at-rules/media.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { StyleQuery } from '../css/rules.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Element, Namespace } from '../document/node.ts';
import type { ContainerConditions } from './rule-index.ts';

export class ContainerQueries {
  private readonly media: MediaEnvironment;
  private readonly diagnostics: Diagnostics;
  private readonly styleOf: (element: Element) => ComputedStyle;

  constructor(media: MediaEnvironment, diagnostics: Diagnostics, styleOf: (element: Element) => ComputedStyle) {
    this.media = media;
    this.diagnostics = diagnostics;
    this.styleOf = styleOf;
  }

  /** `element`: the nearest that can be the container. */
  hold(conditions: ContainerConditions, element: Element | null): boolean {
    for (let c: ContainerConditions | null = conditions; c !== null; c = c.outer) {
      const { name, condition } = c.rule;
      if (condition === null) return false;
      const truth = evaluateCondition<MediaFeature | StyleQuery>(condition, (leaf) =>
        'property' in leaf ? this.styleTruth(leaf, name, element) : this.sizeTruth(leaf, name, element),
      );
      if (truth !== true) return false;
    }
    return true;
  }

  /** What `cqw` and `cqh` refer to: the nearest container of each axis, or the page area. */
  unitSize(from: Element): { width: number; height: number } {
    const wide = this.nearest(from, (style) => isContainer(style));
    const high = this.nearest(
      from,
      (style) =>
        isContainer(style) && style.rare.containerType.includes('size') && !style.rare.containerType.includes('inline'),
    );
    return {
      width: wide === null ? this.media.viewportWidth : this.declaredSize(wide).width,
      height: high === null ? this.media.viewportHeight : this.declaredSize(high).height,
    };
  }

  private nearest(from: Element, accept: (style: ComputedStyle) => boolean): Element | null {
    for (let e: Element | null = from; e !== null; e = e.parent) {
      if ((e.namespace !== Namespace.Svg || e.tag === 'svg') && accept(this.styleOf(e))) return e;
    }
    return null;
  }

  private styleTruth(query: StyleQuery, name: string | null, from: Element | null): Truth {
    for (let e = from; e !== null; e = e.parent) {
      const style = this.styleOf(e);
      if (name !== null && !style.rare.containerName.includes(name)) continue;
      const value = style.custom.get(query.property);
      return query.value === null ? value !== undefined : value === query.value.trim();
    }
    return null;
  }

  private sizeTruth(feature: MediaFeature, name: string | null, from: Element | null): Truth {
    for (let e = from; e !== null; e = e.parent) {
      const style = this.styleOf(e);
      const outside = e.namespace === Namespace.Svg && e.tag !== 'svg';
      if (outside || !isContainer(style) || (name !== null && !style.rare.containerName.includes(name))) continue;
      this.diagnostics.report(
        'css/container-query',
        'info',
        'Container size queries are answered from declared sizes and the page area, before layout.',
      );
      const size = this.declaredSize(e);
      return matchesFeature(feature, {
        media: 'print',
        viewportWidth: size.width,
        viewportHeight: size.height,
        context: this.media.context,
      });
    }
    return null;
  }

  /** The content box as far as lengths say it, from the page area inward. */
  private declaredSize(element: Element): { width: number; height: number } {
    let width = this.media.viewportWidth;
    let height = this.media.viewportHeight;
    const chain: Element[] = [];
    for (let e: Element | null = element; e !== null; e = e.parent) chain.push(e);
    for (let i = chain.length - 1; i >= 0; i--) {
      const { box, border } = this.styleOf(chain[i]);
      const across =
        border.borderLeftWidth +
        border.borderRightWidth +
        box.paddingLeft.resolvePx(width) +
        box.paddingRight.resolvePx(width);
      const margins = box.marginLeft.resolvePx(width) + box.marginRight.resolvePx(width);
      const down =
        border.borderTopWidth +
        border.borderBottomWidth +
        box.paddingTop.resolvePx(width) +
        box.paddingBottom.resolvePx(width);
      const inset = box.boxSizing === 'border-box';
      const own = box.width.isLength ? box.width.resolvePx(width) - (inset ? across : 0) : width - margins - across;
      height = box.height.isLength ? box.height.resolvePx(height) - (inset ? down : 0) : height;
      width = Math.max(0, box.maxWidth.isLength ? Math.min(own, box.maxWidth.resolvePx(width)) : own);
    }
    return { width, height };
  }
}

/** Size containment applies: not to inline boxes, boxes of table parts or elements without a box (css-contain-1 §3.1). */
function isContainer(style: ComputedStyle): boolean {
  if (!style.rare.containerType.includes('size')) return false;
  const { outside, inside } = style.box.display;
  return (
    outside === 'block' || (outside === 'inline' && inside !== 'flow' && inside !== 'ruby') || inside === 'table-cell'
  );
}
