/** The interface of the style stage: computed styles of elements, pseudo-elements, anonymous boxes and pages. */
import type { Budget } from '../budget.ts';
import type { CounterStyleRule } from '../css/at-rules/counter-style.ts';
import type { FontFaceRule } from '../css/at-rules/font-face-rule.ts';
import type { PageIdentity } from '../css/at-rules/page.ts';
import type { ChangedGroups, ComputedStyle, FontStyle } from '../css/computed-style.ts';
import type { Tightness } from '../css/computed-values.ts';
import type { SnapSide } from '../css/style-groups/box-style.ts';
import type { Display } from '../css/computed-values.ts';
import type { FontValuesRule, StyleSheet } from '../css/rules.ts';
import type { UnitMetrics } from '../css/values/compute-context.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import type { ExplainedDeclaration } from './explained-declaration.ts';
import type { ContentSize } from './container-sizes.ts';
import type { IsWanted } from './declaration-places.ts';
import type { PageCounterNames } from './page-counter-names.ts';
import { DocumentStyler } from './document-styler.ts';

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

export interface Styler {
  readonly document: Document;
  readonly fontFaces: readonly FontFaceRule[];
  /** `@font-palette-values` and `@font-feature-values`, in order. */
  readonly fontValues: readonly FontValuesRule[];
  /** The document's counter styles by name; the last definition of a name wins. */
  readonly counterStyles: ReadonlyMap<string, CounterStyleRule>;
  /** The size containers that styles have depended on so far, with their assumed sizes. */
  readonly containersAsked: ReadonlyMap<Element, ContentSize>;
  /** Whether a float so far is split between facing pages. */
  readonly hasSpreads: boolean;
  /** The elements so far whose contents shrink to fit (`-pagewright-fit`). */
  readonly fitting: ReadonlySet<Element>;
  /** The elements so far that snap to nearby edges (`float: snap-block()`, `snap-inline()`). */
  readonly snapping: ReadonlySet<Element>;
  /** The elements so far around which text flows (`wrap-flow`). */
  readonly wrapping: ReadonlySet<Element>;
  /** Whether a sheet has an `@page` rule. */
  readonly hasPageRules: boolean;
  /** Whether any `@page` rule has margin boxes. */
  readonly hasMarginBoxes: boolean;
  /** The margin boxes of all `@page` rules, with the positions of these rules. */
  readonly marginBoxes: readonly PlacedMarginBox[];
  /** Whether any `@page` rule selects last pages. */
  readonly asksForLastPages: boolean;
  readonly pageCounters: PageCounterNames;
  styleOf(element: Element): ComputedStyle;
  /** Returns whether any rule may match `::before` or `::after` of an element. */
  mayHaveContent(element: Element): boolean;
  /**
   * Returns null when the pseudo-element isn't generated (`before` or `after` without content) or no rule matches it.
   */
  pseudoStyle(element: Element, pseudo: string): ComputedStyle | null;
  /**
   * Returns the style of an element (or its pseudo-element) inside a ::first-line: its own declarations, inheriting
   * from another style.
   */
  firstLineStyle(element: Element, inheritedFrom: ComputedStyle, pseudo?: string | null): ComputedStyle;
  /**
   * Returns a style with inherited properties from the parent and others initial. The same arguments give the same
   * object.
   */
  anonymousStyle(parent: ComputedStyle, display: Display): ComputedStyle;
  /** Returns the metrics of a font, as the environment provides them. */
  fontMetrics(font: FontStyle): UnitMetrics;
  /**
   * Returns `base` with some groups replaced, for styles that no rule produces. Always a new object with its own id.
   */
  derivedStyle(base: ComputedStyle, groups: ChangedGroups): ComputedStyle;
  pageStyle(page: PageIdentity): PageStyle;
  /** Returns whether a media query list, as in a `media` attribute, matches. */
  matchesMedia(queries: string): boolean;
  /** Returns the width in CSS px that a `sizes` attribute announces for an image (HTML §4.8.4.3.11). */
  sourceSize(sizes: string): number;
  /** Returns every declaration that applies to an element (or its pseudo-element), the winning ones last. */
  explain(element: Element, pseudo?: string | null): readonly ExplainedDeclaration[];
  /**
   * Changes the viewport, unless a style or an image's size already depends on it. Returns whether it did.
   */
  resize(viewportWidth: number, viewportHeight: number): boolean;
  /** Returns the position of the author's first matching declaration, or null. */
  declarationPlace(isWanted: IsWanted): SourcePosition | null;
}

export { collectStyleSheets, generatedSheet, userStyleSheets } from './collect-style-sheets.ts';
export type { ContentSize } from './container-sizes.ts';
export type { PageIdentity } from '../css/at-rules/page.ts';

/** Creates a styler. Cheap: nothing is matched until it is needed. */
export function createStyler(document: Document, sheets: readonly StyleSheet[], environment: StyleEnvironment): Styler {
  return new DocumentStyler(document, sheets, environment, null);
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
  return (styler as DocumentStyler).inEnvironment(change);
}
