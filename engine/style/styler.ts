/** The interface of the style stage: computed styles of elements, pseudo-elements, anonymous boxes and pages. */
import type { Budget } from '../budget.ts';
import type { ComputedStyle, FontStyle } from '../css/computed-style.ts';
import type { Tightness } from '../css/computed-values.ts';
import type { SnapSide } from '../css/style-groups/box-style.ts';
import type { StyleSheet } from '../css/rules.ts';
import type { UnitMetrics } from '../css/values/compute-context.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import type { ContentSize } from './container-sizes.ts';
import { Styler } from './document-styler.ts';

export interface StyleEnvironment {
  /** The page area of the first page, in CSS px. */
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  /**
   * `width` and `height` in media queries: the area of the default page in CSS px. Defaults to the viewport. NOTE:
   * `@page` doesn't change it, because a page rule may itself depend on a query. Chromium prints the same way.
   */
  readonly mediaWidth?: number;
  readonly mediaHeight?: number;
  readonly media: 'print' | 'screen';
  /** `prefers-color-scheme`: true is `dark`, the default is `light`. */
  readonly prefersDark?: boolean;
  /** Whether scroll containers grow with their content. */
  readonly expandsScrollers?: boolean | undefined;
  /** Content boxes of size containers from an earlier layout. Defaults to the sizes that declarations suggest. */
  readonly containerSizes?: ReadonlyMap<Element, ContentSize> | undefined;
  /** The scales of boxes whose contents an earlier layout found too large to fit. */
  readonly fits?: ReadonlyMap<Element, { readonly factor: number }> | undefined;
  /** How much all styles shrink so that the document has fewer pages; null: not at all. */
  readonly tightness?: Tightness | null | undefined;
  /** The sides to which elements with `float: snap-block()` and `snap-inline()` snap, from an earlier layout. */
  readonly snaps?: ReadonlyMap<Element, SnapSide> | undefined;
  /** Returns the metrics of a font for font-relative units. */
  fontMetrics(font: FontStyle): UnitMetrics;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
}

/** The `@page` style of a page. */
export interface PageStyle {
  readonly style: ComputedStyle;
  /** The `size` in CSS px, only an orientation of the default size, or nothing. */
  readonly size: {
    readonly width: number | null;
    readonly height: number | null;
    readonly orientation: 'portrait' | 'landscape' | null;
  };
  /** Whether a matching `@page` rule declares a margin. */
  readonly hasMargin: boolean;
  /** `page-orientation`: how the finished page is rotated. */
  readonly orientation: 'upright' | 'rotate-left' | 'rotate-right';
  /** In CSS px; null is `auto`. */
  readonly bleed: number | null;
  /** `marks`: `crop`, `cross`. */
  readonly marks: readonly string[];
  /** The generated margin boxes (`content` is neither `none` nor `normal`), by name (`top-left`). */
  readonly marginBoxes: ReadonlyMap<string, ComputedStyle>;
  /** The styles of the footnote areas that rules mention, by name. The unnamed area has the name ''. */
  readonly footnoteAreas: ReadonlyMap<string, ComputedStyle>;
}

/** A margin box of an `@page` rule, such as `top-left`. */
export interface PlacedMarginBox {
  readonly name: string;
  readonly position: SourcePosition | null;
}

export type { Styler } from './document-styler.ts';
export { collectStyleSheets, generatedSheet, userStyleSheets } from './collect-style-sheets.ts';
export type { ContentSize } from './container-sizes.ts';
export type { PageIdentity } from '../css/at-rules/page.ts';

/** Creates a styler. Cheap: nothing is matched until it is needed. */
export function createStyler(document: Document, sheets: readonly StyleSheet[], environment: StyleEnvironment): Styler {
  return new Styler(document, sheets, environment, null);
}

/**
 * Returns a styler of the same document with another viewport, container sizes, fit scales, snap sides or tightness. Everything
 * that doesn't depend on these is reused.
 */
export function restyle(
  styler: Styler,
  change: Pick<
    StyleEnvironment,
    'viewportWidth' | 'viewportHeight' | 'containerSizes' | 'fits' | 'snaps' | 'tightness'
  >,
): Styler {
  return styler.inEnvironment(change);
}
