/** What the stages after style ask: computed styles of elements, pseudo-elements, anonymous boxes and pages. */
import type { Budget } from '../budget.ts';
import type { CounterStyleRule } from '../css/at-rules/counter-style.ts';
import type { FontFaceRule } from '../css/at-rules/font-face-rule.ts';
import type { PageIdentity } from '../css/at-rules/page.ts';
import type { ChangedGroups, ComputedStyle, FontStyle } from '../css/computed-style.ts';
import type { SnapSide } from '../css/style-groups/box-style.ts';
import type { Display } from '../css/computed-values.ts';
import type { FontValuesRule, StyleSheet } from '../css/rules.ts';
import type { UnitMetrics } from '../css/values/compute-context.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import type { ContentSize } from './container-sizes.ts';
import type { IsWanted } from './declaration-places.ts';
import type { PageCounterNames } from './page-counter-names.ts';
import { DocumentStyler } from './document-styler.ts';

export interface StyleEnvironment {
  /** CSS px: the page area of the first page. */
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  /**
   * CSS px: what `width` and `height` in media queries mean, the area of the default page. NOTE `@page` doesn't change it: it may itself depend on a
   * query; Chromium prints so too. Left out: the viewport.
   */
  readonly mediaWidth?: number;
  readonly mediaHeight?: number;
  readonly media: 'print' | 'screen';
  /** `prefers-color-scheme`: `dark`; left out: `light`. */
  readonly prefersDark?: boolean;
  /** Content boxes of size containers, as an earlier layout found them. Left out: what declarations suggest. */
  readonly containerSizes?: ReadonlyMap<Element, ContentSize> | undefined;
  /** How much smaller the contents of boxes that are fitted are, as an earlier layout found them too large. */
  readonly fits?: ReadonlyMap<Element, { readonly factor: number }> | undefined;
  /** The sides to which elements with `float: snap-block()` and `snap-inline()` snap, as an earlier layout found them near enough. */
  readonly snaps?: ReadonlyMap<Element, SnapSide> | undefined;
  /** What font-relative units need of a font. */
  fontMetrics(font: FontStyle): UnitMetrics;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
}

/** What `@page` makes of one page. */
export interface PageStyle {
  readonly style: ComputedStyle;
  /** `size` in CSS px, or only an orientation of the default size, or nothing. */
  readonly size: {
    readonly width: number | null;
    readonly height: number | null;
    readonly orientation: 'portrait' | 'landscape' | null;
  };
  /** Some matching @page rule declares a margin. */
  readonly hasMargin: boolean;
  /** `page-orientation`: how the finished page is turned. */
  readonly orientation: 'upright' | 'rotate-left' | 'rotate-right';
  /** CSS px; null: `auto`. */
  readonly bleed: number | null;
  /** `marks`: `crop`, `cross`. */
  readonly marks: readonly string[];
  /** Those that are generated (`content` isn't none or normal), by name (`top-left`). */
  readonly marginBoxes: ReadonlyMap<string, ComputedStyle>;
  /** The footnote area's style; null when no rule mentions it. */
  readonly footnoteArea: ComputedStyle | null;
}

/** One declaration that applies to an element, for people. */
export interface ExplainedDeclaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
  readonly origin: 'user-agent' | 'hint' | 'author' | 'style attribute';
  /** Selector as written; null for attributes. */
  readonly selector: string | null;
  readonly specificity: readonly [ids: number, classes: number, types: number] | null;
  /** Layer name, '' outside of layers. */
  readonly layer: string;
  readonly position: SourcePosition | null;
  /** A later declaration of the same property overrides it. */
  readonly overridden: boolean;
}

export interface Styler {
  readonly document: Document;
  readonly fontFaces: readonly FontFaceRule[];
  /** @font-palette-values and @font-feature-values, in order. */
  readonly fontValues: readonly FontValuesRule[];
  /** The document's own, by name; the last definition of a name wins. */
  readonly counterStyles: ReadonlyMap<string, CounterStyleRule>;
  /** The size containers that styles depend on so far, and the sizes they were taken to have. */
  readonly containersAsked: ReadonlyMap<Element, ContentSize>;
  /** The elements so far whose contents are made smaller where they don't fit (`-pagewright-fit`). */
  readonly fitting: ReadonlySet<Element>;
  /** The elements so far that snap to edges that they are near to (`float: snap-block()`, `snap-inline()`). */
  readonly snapping: ReadonlySet<Element>;
  /** Some sheet has an @page rule. */
  readonly hasPageRules: boolean;
  /** Some of them have margin boxes. */
  readonly hasMarginBoxes: boolean;
  /** Some of them are about last pages. */
  readonly asksForLastPages: boolean;
  readonly pageCounters: PageCounterNames;
  styleOf(element: Element): ComputedStyle;
  /** null: not generated (`before`, `after` without content), or no rule for it. */
  pseudoStyle(element: Element, pseudo: string): ComputedStyle | null;
  /** The style that an element (or its pseudo-element) has inside of a ::first-line: its own declarations, inheriting from another style. */
  firstLineStyle(element: Element, inheritedFrom: ComputedStyle, pseudo?: string | null): ComputedStyle;
  /** Inherits what inherits, is initial otherwise; the same object for the same arguments. */
  anonymousStyle(parent: ComputedStyle, display: Display): ComputedStyle;
  /** Metrics of a style's font, as the environment gives them. */
  fontMetrics(font: FontStyle): UnitMetrics;
  /** A style that no rule gives: `base` with some of its groups replaced. Always a new one, with an id of its own. */
  derivedStyle(base: ComputedStyle, groups: ChangedGroups): ComputedStyle;
  pageStyle(page: PageIdentity): PageStyle;
  /** Every declaration that applies to an element (or its pseudo-element), the winning ones last. */
  explain(element: Element, pseudo?: string | null): readonly ExplainedDeclaration[];
  /** Where the author's first declaration stands that is wanted; null: there is none. */
  declarationPlace(isWanted: IsWanted): SourcePosition | null;
}

export { collectStyleSheets, generatedSheet, userStyleSheets } from './collect-style-sheets.ts';
export type { ContentSize } from './container-sizes.ts';
export type { PageIdentity } from '../css/at-rules/page.ts';

/** Cheap: nothing is matched before it is asked for. */
export function createStyler(document: Document, sheets: readonly StyleSheet[], environment: StyleEnvironment): Styler {
  return new DocumentStyler(document, sheets, environment, null);
}

/** The same document in another viewport, with other sizes of containers or other factors of what is fitted or sides of what snaps: what doesn't depend on these is taken over. */
export function restyle(
  styler: Styler,
  change: Pick<StyleEnvironment, 'viewportWidth' | 'viewportHeight' | 'containerSizes' | 'fits' | 'snaps'>,
): Styler {
  return (styler as DocumentStyler).inEnvironment(change);
}
