/** What layout learns late, in one state, and what a round of layout is given and gives back. */
import type { Box } from '../boxes/box.ts';
import type { BuiltTree } from '../boxes/build.ts';
import type { PageReferences } from '../boxes/page-references.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import type { LayoutContext } from '../layout/contract.ts';
import type { ResolvedOptions } from '../options.ts';
import type { ContentSize, Styler } from '../style/styler.ts';
import type { Fits } from './copy-fit.ts';
import type { EarlierCall } from './earlier-calls.ts';
import type { EarlierPages } from './earlier-pages.ts';
import type { FlowPlace, TooWide } from './fit-to-width.ts';
import { type LastPages, NO_LAST_PAGES } from './last-pages.ts';
import type { PageAnswers } from './page-answers.ts';
import type { PageSink } from './page-sink.ts';
import type { Snaps } from './snapping.ts';

/**
 * How the scale was found. At first every page may be too wide; the first that is gives a guess for all. If something later reaches further
 * still, all pages are measured unscaled, since part of what is too wide may grow with the page; then the scale is known.
 */
export type Widths = 'unknown' | 'guessed' | 'to be measured' | 'measured';

/** What a round of layout takes for granted. */
export interface Known {
  /** Content is laid out on areas enlarged by 1 / scale and drawn at it. */
  readonly scale: number;
  /** Content before it was measured for that scale; null: none. */
  readonly measuredTo: FlowPlace | null;
  readonly widths: Widths;
  /** What asked for that scale; null: the caller. */
  readonly widest: TooWide | null;
  /** What styles take the sizes of containers to be; null: what declarations suggest. */
  readonly containers: ReadonlyMap<Element, ContentSize> | null;
  /** How much smaller the contents of boxes are made. */
  readonly fits: Fits;
  /** Boxes that have been near enough to an edge to float there. */
  readonly snaps: Snaps;
  /** What positioned boxes call on earlier pages than those on which they are laid out. */
  readonly calls: readonly EarlierCall[];
  /** Where the document and its page groups end. */
  readonly lastPages: LastPages;
  /** What content in the flow is told of the pages; null: nothing. */
  readonly answers: PageAnswers | null;
}

/** What is known before anything is laid out; `scale`: the caller's. */
export const nothingKnown = (scale: number): Known => ({
  scale,
  measuredTo: null,
  widths: 'unknown',
  widest: null,
  containers: null,
  fits: new Map(),
  snaps: new Map(),
  calls: [],
  lastPages: NO_LAST_PAGES,
  answers: null,
});

/** What a round has found otherwise than it took it for granted. */
export interface Lesson {
  /** For people: what it is about. */
  readonly about:
    | 'the scale'
    | 'the sizes of containers'
    | 'what fits'
    | 'what snaps to edges'
    | 'what is called on earlier pages'
    | 'which pages are the last'
    | 'references to pages';
  readonly known: Known;
  /** What must be made again: styles and boxes, boxes alone, or only the pages that hold what has changed. */
  readonly again: 'styles' | 'boxes' | 'pages';
  /** Pages that the next round may take over. */
  readonly earlier: EarlierPages | null;
}

/** A document with the styles and boxes that follow from what is known. */
export interface Prepared {
  readonly styler: Styler;
  readonly tree: BuiltTree;
  readonly layout: LayoutContext;
  /** Of the page whose area the styles take for the first. */
  readonly firstPageName: string;
  /** Builds a page-margin box from its style; null when its content turns out to be none. */
  readonly buildMarginBox: (style: ComputedStyle, name: string, references: PageReferences) => Box | null;
}

/** What the stages around pages/ do for it. */
export interface SettleInput {
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  /** Styles the document, unless it may keep the styles of `styled`, and builds its boxes. */
  readonly prepare: (known: Known, styled: Prepared | null) => Promise<Prepared>;
  /** Where the pages go; asked once, with what they have been laid out with. */
  readonly openSink: (settled: Prepared) => PageSink;
  readonly targetNamed: (name: string) => Element | null;
  /** Called after each page that is laid out. */
  readonly onPage: (pages: number) => void;
}
