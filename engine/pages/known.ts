/** The information that layout discovers late, with the input and output of a round of layout. */
import type { BuiltTree } from '../boxes/build.ts';
import type { PageReferences } from '../boxes/page-references.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { ContentItem } from '../css/computed-values.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import type { ResolvedOptions } from '../options.ts';
import type { ContentSize, Styler } from '../style/styler.ts';
import type { FrameDocuments } from './clipped-text.ts';
import type { Fits } from './copy-fit.ts';
import type { SentBackCall } from './sent-back-calls.ts';
import type { ReusablePages } from './reusable-pages.ts';
import type { FlowPlace, TooWide } from './fit-to-width.ts';
import type { MarginBox } from './margin-boxes.ts';
import { type LastPages, NO_LAST_PAGES } from './page-groups.ts';
import type { LimitAttempt } from './page-limit.ts';
import type { PageAnswers } from './page-answers.ts';
import type { PageSink } from './page-sink.ts';
import type { WrapAreas } from './wrap-areas.ts';
import type { Snaps } from './snapping.ts';

/**
 * How the scale was determined. At first, any page may be too wide, and the first such page gives a guess for all. If
 * later content extends further, all pages are measured unscaled, since some content may grow with the page. After
 * that, the scale is final.
 */
type Widths = 'unknown' | 'guessed' | 'to be measured' | 'measured';

/** The assumptions of a round of layout. */
export interface Known {
  /** Content is laid out on areas enlarged by 1 / scale and then drawn scaled. */
  readonly scale: number;
  /** The content measured for that scale precedes this place; null: none. */
  readonly measuredTo: FlowPlace | null;
  readonly widths: Widths;
  /** The content that requires that scale; null: the caller. */
  readonly widest: TooWide | null;
  /** The container sizes that styles assume; null: estimated from declarations. */
  readonly containers: ReadonlyMap<Element, ContentSize> | null;
  /** The shrink factors of boxes' contents. */
  readonly fits: Fits;
  /** The attempt to limit the number of pages; null: the document as it is. */
  readonly limited: LimitAttempt | null;
  /** Boxes that were close enough to an edge to float there. */
  readonly snaps: Snaps;
  /** The positioned boxes that text flows around. */
  readonly wraps: WrapAreas;
  /** Calls in positioned boxes on earlier pages than the one that lays them out. */
  readonly calls: readonly SentBackCall[];
  /** The last pages of the document and its page groups. */
  readonly lastPages: LastPages;
  /** The answers to questions about pages from content in the flow, or null if nothing is known. */
  readonly answers: PageAnswers | null;
}

/** Returns the state before the first round. `scale` is the caller's. */
export const nothingKnown = (scale: number): Known => ({
  scale,
  measuredTo: null,
  widths: 'unknown',
  widest: null,
  containers: null,
  fits: new Map(),
  limited: null,
  snaps: new Map(),
  wraps: new Map(),
  calls: [],
  lastPages: NO_LAST_PAGES,
  answers: null,
});

/** An assumption that a round found to be wrong. */
export interface Lesson {
  /** The subject, for messages. */
  readonly about: string;
  readonly known: Known;
  /**
   * The parts to rebuild: styles and boxes, those only if they depend on the page area, boxes only, or only the pages
   * with changes.
   */
  readonly again: 'styles' | 'area' | 'boxes' | 'pages';
  /** Pages that the next round may reuse. */
  readonly reusable: ReusablePages | null;
}

/** A document with the styles and boxes that follow from the assumptions. */
export interface Prepared {
  readonly styler: Styler;
  readonly tree: BuiltTree;
  readonly layout: LayoutContext;
  readonly frames: FrameDocuments;
  /** The name of the page whose area the styles use as the first. */
  readonly firstPageName: string;
  /** Builds a page-margin box from its style; null if its content is empty. */
  readonly buildMarginBox: (style: ComputedStyle, name: string, references: PageReferences) => MarginBox | null;
  /** Returns the text of content that belongs to a page. */
  readonly pageText: (items: readonly ContentItem[], style: ComputedStyle, references: PageReferences) => string;
  /** Returns the same styles, boxes and results of layout for another scale, or null if they depend on the page area. */
  readonly atScale: (scale: number) => Prepared | null;
}

/** What other stages provide to pages/. */
export interface SettleInput {
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  /** Styles the document, unless the styles of `styled` are still valid, and builds its boxes. */
  readonly prepare: (known: Known, styled: Prepared | null) => Promise<Prepared>;
  /** Opens the sink for the pages. Called once, with the final state. */
  readonly openSink: (settled: Prepared) => PageSink;
  readonly targetNamed: (name: string) => Element | null;
  /** Called after each page that is laid out. */
  readonly onPage: (pages: number) => void;
}
