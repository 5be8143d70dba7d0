/**
 * The one layout contract. Every formatting context is an algorithm behind
 *
 *     layout(context, box, space: ConstraintSpace, token: BreakToken | null): LayoutResult
 *     intrinsicSizes(context, box): IntrinsicSizes
 *
 * and may read nothing but its arguments: that is what makes caching and resuming right. Algorithms never import each other; they
 * recurse through LayoutContext. Everything here is LU and logical in the writing mode of the box being laid out, unless said.
 */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { FontMetricsPx } from '../fonts/face.ts';
import type { ImageStore } from '../images/image.ts';
import type { InlineContent } from '../text/inline-content.ts';
import type { Paragraph } from '../text/paragraph.ts';
import { INDEFINITE, type LU, MAX_LU } from '../units.ts';
import type { BlockBreakToken, BreakToken } from './break-token.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import type { BoxFragment } from './fragment.ts';
import type { WritingMode } from './geometry.ts';

/** How good a place to break is; a break happens at the best one that fits the most (css-break-3 §4.4). */
export const BreakAppeal = {
  /** Where nothing allows it, to make progress. */
  LastResort: 0,
  ViolatesAvoid: 1,
  ViolatesOrphansAndWidows: 2,
  Perfect: 3,
} as const;
export type BreakAppeal = (typeof BreakAppeal)[keyof typeof BreakAppeal];

/** Collapsing margins met so far: the largest positive and the most negative (css2 §8.3.1). Immutable. */
export class MarginStrut {
  readonly positive: LU;
  readonly negative: LU;
  /** Margins that adjoin from here on are truncated: at an unforced break (css-break-3 §5.2), at the start of a container that trims them. */
  readonly truncates: boolean;

  constructor(positive: LU, negative: LU, truncates = false) {
    this.positive = positive;
    this.negative = negative;
    this.truncates = truncates;
  }

  static readonly EMPTY = new MarginStrut(0, 0);
  static readonly TRUNCATING = new MarginStrut(0, 0, true);

  append(margin: LU): MarginStrut {
    if (this.truncates) return this;
    if (margin > this.positive) return new MarginStrut(margin, this.negative);
    if (margin < this.negative) return new MarginStrut(this.positive, margin);
    return this;
  }

  /** The margins met so far, with or without those to come. */
  truncating(truncates: boolean): MarginStrut {
    return this.truncates === truncates ? this : new MarginStrut(this.positive, this.negative, truncates);
  }

  get sum(): LU {
    return this.positive + this.negative;
  }

  get isEmpty(): boolean {
    return this.positive === 0 && this.negative === 0;
  }
}

/** The fragmentainer (a page's area or a column) that content is being laid out into. */
export class FragmentainerSpace {
  readonly kind: 'page' | 'column';
  /** Block size of the whole fragmentainer. */
  readonly blockSize: LU;
  /** From the fragmentainer's block start to this box's border-box block start; negative margins may make it negative. */
  readonly offset: LU;
  /** Only breaks at least this good are to be taken; raised for a retry. */
  readonly minAppeal: BreakAppeal;
  /** Something precedes this box in the fragmentainer, so a break before it makes progress. */
  readonly hasPrecedingContent: boolean;
  /** An enclosing column layout inside pages: forced page breaks matter too. */
  readonly insidePages: boolean;
  /** What overflows a box that ends here has no break before its first content, empty room above it or not. */
  readonly requiresContent: boolean;

  constructor(
    kind: 'page' | 'column',
    blockSize: LU,
    offset: LU,
    minAppeal: BreakAppeal,
    hasPrecedingContent: boolean,
    insidePages: boolean,
    requiresContent = false,
  ) {
    this.kind = kind;
    this.blockSize = blockSize;
    this.offset = offset;
    this.minAppeal = minAppeal;
    this.hasPrecedingContent = hasPrecedingContent;
    this.insidePages = insidePages;
    this.requiresContent = requiresContent;
  }

  /** What is left below `offset`. */
  get remaining(): LU {
    return this.blockSize - this.offset;
  }

  /** The same with less room at its end. */
  shortenedBy(reserved: LU): FragmentainerSpace {
    if (reserved === 0) return this;
    return new FragmentainerSpace(
      this.kind,
      this.blockSize - reserved,
      this.offset,
      this.minAppeal,
      this.hasPrecedingContent,
      this.insidePages,
      this.requiresContent,
    );
  }

  /** The same for the contents of a box of known size that ends here. */
  forOverflow(): FragmentainerSpace {
    const { kind, blockSize, offset, minAppeal, insidePages } = this;
    return new FragmentainerSpace(kind, blockSize, offset, minAppeal, false, insidePages, true);
  }

  /** The same fragmentainer seen from a box that starts `delta` further down. */
  advancedBy(delta: LU, hasPrecedingContent: boolean): FragmentainerSpace {
    if (delta === 0 && hasPrecedingContent === this.hasPrecedingContent) return this;
    return new FragmentainerSpace(
      this.kind,
      this.blockSize,
      this.offset + delta,
      this.minAppeal,
      hasPrecedingContent,
      this.insidePages,
      this.requiresContent && !hasPrecedingContent,
    );
  }
}

/** Bits of ConstraintSpace.flags. */
export const SpaceFlag = {
  /** The box establishes an independent formatting context here: no margins collapse through it, own exclusions. */
  NewFormattingContext: 1 << 0,
  /** An auto inline size is fit-content (floats, abspos, inline-blocks, flex items not stretched), not fill-available. */
  ShrinkToFit: 1 << 1,
  /** `fixedBlock` counts as definite for percentages of children. */
  FixedBlockIsDefinite: 1 << 2,
  /** Only the sizes of the result will be used (a measuring pass): no fragmentation, no out-of-flow positioning needed. */
  Measure: 1 << 3,
  /** A table cell being measured for its row: percentage block sizes of children behave as auto. */
  CellMeasure: 1 << 4,
  /** An auto block size stretches to the available block size (abspos with both insets, grid and flex stretch by fixedBlock instead). */
  StretchBlock: 1 << 5,
  /** The box is an anonymous part of another (the flow inside a multicol or fieldset): uses no margin, border, padding, size of the style. */
  AnonymousFlow: 1 << 6,
  /** The box's inline axis is its containing block's block axis: percentages of margins and padding refer to `percentageBlock`. */
  Orthogonal: 1 << 7,
  /** The box lies in the flow of a multi-column container, in its own block formatting context: `column-span: all` means something. */
  ColumnFlow: 1 << 8,
  /** In a fragmentainer: `fixedBlock` was decided without breaks; the box becomes larger when breaks push its contents down. */
  FixedBlockIsMinimum: 1 << 9,
} as const;

/** Tracks of a grid that a subgrid covers along one of its own axes (css-grid-2 §9.2): the lines, and once they are sized where they lie. */
export interface LentTracks {
  readonly lines: {
    readonly count: number;
    readonly names: ReadonlyMap<string, readonly number[]>;
    readonly areas: readonly { readonly name: string; readonly start: number; readonly end: number }[];
    readonly gap: LU;
  };
  /** Starts and ends of the tracks from the subgrid's content edge; null: not sized yet. */
  readonly offsets: { readonly starts: readonly LU[]; readonly ends: readonly LU[] } | null;
  /** Distances from each track's start (end) to the baselines that its items share; negative numbers where there are none. */
  readonly firstBaselines: readonly LU[];
  readonly lastBaselines: readonly LU[];
}

/** What a grid tells a subgrid; null for an axis that isn't subgridded. */
export interface LentGrid {
  readonly columns: LentTracks | null;
  readonly rows: LentTracks | null;
  /** Equal keys: equal contents. */
  readonly key: string;
}

/** All that a parent tells a child. Frozen; built by the named builders of constraint-space.ts, never by spreading. */
export class ConstraintSpace {
  /** The child's own writing mode. */
  readonly writingMode: WritingMode;
  /** Inline space for the margin box; INDEFINITE under max-content sizing. */
  readonly availableInline: LU;
  /** Block space for the margin box; INDEFINITE in ordinary flow. */
  readonly availableBlock: LU;
  /** What percentages refer to; INDEFINITE: they behave as auto. */
  readonly percentageInline: LU;
  readonly percentageBlock: LU;
  /** Border-box sizes that the parent has decided (flex, grid, cells); INDEFINITE: not decided. */
  readonly fixedInline: LU;
  readonly fixedBlock: LU;
  readonly flags: number;
  /** The child's border-box inline-start and its block start *if its margins don't move it*, from the block formatting context's root content edge. */
  readonly bfcInlineOffset: LU;
  readonly bfcBlockOffset: LU;
  /** Margins that collapse with the child's first; the child's own block-start margin is in it already. */
  readonly marginStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  /** null: not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
  /** In-flow block boxes only: where the border box starts, known from an earlier try, whatever the margins say; null: to be found. */
  readonly forcedBfcBlockOffset: LU | null;
  /** In-flow block boxes only: `clear` keeps the border box from starting above this; a very small number when nothing is to be cleared. */
  readonly clearanceOffset: LU;
  /** In a container that `line-clamp` shortens: of the lines from here on, only so many stay; INDEFINITE: all. */
  readonly clampLines: number;
  /** Subgrids only: the parent grid's tracks. */
  readonly lentGrid: LentGrid | null;

  constructor(
    writingMode: WritingMode,
    availableInline: LU,
    availableBlock: LU,
    percentageInline: LU,
    percentageBlock: LU,
    fixedInline: LU,
    fixedBlock: LU,
    flags: number,
    bfcInlineOffset: LU,
    bfcBlockOffset: LU,
    marginStrut: MarginStrut,
    exclusions: ExclusionSpace,
    fragmentainer: FragmentainerSpace | null,
    forcedBfcBlockOffset: LU | null = null,
    clearanceOffset: LU = -MAX_LU,
    clampLines: number = INDEFINITE,
    lentGrid: LentGrid | null = null,
  ) {
    this.writingMode = writingMode;
    this.availableInline = availableInline;
    this.availableBlock = availableBlock;
    this.percentageInline = percentageInline;
    this.percentageBlock = percentageBlock;
    this.fixedInline = fixedInline;
    this.fixedBlock = fixedBlock;
    this.flags = flags;
    this.bfcInlineOffset = bfcInlineOffset;
    this.bfcBlockOffset = bfcBlockOffset;
    this.marginStrut = marginStrut;
    this.exclusions = exclusions;
    this.fragmentainer = fragmentainer;
    this.forcedBfcBlockOffset = forcedBfcBlockOffset;
    this.clearanceOffset = clearanceOffset;
    this.clampLines = clampLines;
    this.lentGrid = lentGrid;
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** The same with more SpaceFlag bits. */
  withFlags(bits: number): ConstraintSpace {
    if ((this.flags & bits) === bits) return this;
    return new ConstraintSpace(
      this.writingMode,
      this.availableInline,
      this.availableBlock,
      this.percentageInline,
      this.percentageBlock,
      this.fixedInline,
      this.fixedBlock,
      this.flags | bits,
      this.bfcInlineOffset,
      this.bfcBlockOffset,
      this.marginStrut,
      this.exclusions,
      this.fragmentainer,
      this.forcedBfcBlockOffset,
      this.clearanceOffset,
      this.clampLines,
      this.lentGrid,
    );
  }

  /** The same in a fragmentainer. */
  inFragmentainer(fragmentainer: FragmentainerSpace): ConstraintSpace {
    return new ConstraintSpace(
      this.writingMode,
      this.availableInline,
      this.availableBlock,
      this.percentageInline,
      this.percentageBlock,
      this.fixedInline,
      this.fixedBlock,
      this.flags,
      this.bfcInlineOffset,
      this.bfcBlockOffset,
      this.marginStrut,
      this.exclusions,
      fragmentainer,
      this.forcedBfcBlockOffset,
      this.clearanceOffset,
      this.clampLines,
      this.lentGrid,
    );
  }

  get isNewFormattingContext(): boolean {
    return (this.flags & SpaceFlag.NewFormattingContext) !== 0;
  }

  get hasFixedInline(): boolean {
    return this.fixedInline !== INDEFINITE;
  }

  get hasFixedBlock(): boolean {
    return this.fixedBlock !== INDEFINITE;
  }
}

/**
 * An absolutely positioned or fixed box on its way up to its containing block. The static position is physical, from the top left
 * corner of the border box of the fragment whose result carries it; each parent adds its child's offset.
 */
export interface OutOfFlowCandidate {
  readonly box: Box;
  readonly staticX: LU;
  readonly staticY: LU;
  /** Which corner of the box's margin box lies at the static position: logical start edges in the static parent's mode, unless aligned. */
  readonly staticMode: WritingMode;
  readonly staticInlineEdge: 'start' | 'center' | 'end';
  readonly staticBlockEdge: 'start' | 'center' | 'end';
  /** The inline box that is the containing block, when it isn't a block's padding box: physical rectangle of its padding boxes' union. */
  readonly inlineContainer: Box | null;
}

/** A float that didn't fit and goes on in the next fragmentainer is a child token; one placed is in the exclusions. */
export interface LayoutResult {
  readonly status: 'ok' | 'needs-earlier-break' | 'bfc-offset-resolved';
  readonly fragment: BoxFragment;
  /** The margin-collapsing answer: where the border box really starts in the block formatting context; null: unresolved, everything collapses through. */
  readonly bfcBlockOffset: LU | null;
  /** Margins after the box that may collapse with what follows (its own block-end margin not included). */
  readonly endMarginStrut: MarginStrut;
  /** The formatting context's floats after this box. */
  readonly exclusions: ExclusionSpace;
  /** Block size that the content wants, border box, however the box is sized. */
  readonly intrinsicBlockSize: LU;
  /** Where it goes on; also on the fragment. null: complete. */
  readonly breakToken: BlockBreakToken | null;
  /** How good the break inside is, when there is a token. */
  readonly appeal: BreakAppeal;
  /** The best earlier place to break, when the break taken is worse than perfect. */
  readonly earlyBreak: EarlyBreak | null;
  /** The smallest block size more that would have let another line or box fit (column balancing); 0: nothing was short. */
  readonly shortage: LU;
  /** Forced or avoid values joined from the first (last) children, for the parent's break between siblings (css-break-3 §3.1). */
  readonly breakBefore: ComputedStyle['box']['breakBefore'];
  readonly breakAfter: ComputedStyle['box']['breakAfter'];
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  /** Footnote bodies whose calls lie in this fragment, in order. */
  readonly footnotes: readonly Box[];
  /** Another available or percentage block size might change the answer. */
  readonly dependsOnBlockSize: boolean;
  /** While `bfcBlockOffset` is null: which sides have floats (1 start, 2 end) placed at a guess of it. */
  readonly adjoiningFloats: number;
  /** Block size of the tallest thing inside that can't be split: no column may be shorter (column balancing). */
  readonly tallestUnbreakable: LU;
  /** Clearance has moved the border box down to `bfcBlockOffset`: margins didn't. */
  readonly pushedByFloats: boolean;
  /** How far in-flow content reaches down from the border box's block start, overflow included. */
  readonly blockExtent: LU;
  /** The same for the absolutely positioned boxes inside. */
  readonly outOfFlowExtent: LU;
  /** A `column-span: all` box ended the columns here; the token starts after it. */
  readonly columnSpanner: Box | null;
  /** Line boxes of the same block formatting context inside. */
  readonly lineCount: number;
}

/** A path to a breakpoint: before this box (or line), inside these boxes. */
export interface EarlyBreak {
  readonly box: Box;
  /** Break inside at `inside`; null: before the box itself, or before line `line` of it. */
  readonly inside: EarlyBreak | null;
  /** Break before this line (counted from the box's first); -1: before the box. */
  readonly line: number;
  readonly appeal: BreakAppeal;
}

/** Border-box inline sizes (margins not included), LU. */
export interface IntrinsicSizes {
  readonly minContent: LU;
  readonly maxContent: LU;
}

/** What layout asks of the text and font stages; given by the caller so that tests can replace them. */
export interface TextServices {
  /** The content's shaped paragraph, made once and cached. `firstLine`: restyled by `::first-line`. */
  paragraph(content: InlineContent, container: Box, firstLine: boolean): Paragraph;
  /** Metrics of the style's primary font. */
  metrics(style: ComputedStyle): FontMetricsPx;
  /** Shapes a short string (hyphen, ellipsis) in a style as one run; item is -1. */
  shape(text: string, style: ComputedStyle, level: number): import('../text/paragraph.ts').ShapedRun;
  /** Metrics of a run's face at its size, when fallback used another font. */
  runMetrics(run: import('../text/paragraph.ts').ShapedRun): FontMetricsPx;
}

/** A render's layout state. Algorithms recurse through it. */
export interface LayoutContext {
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly text: TextServices;
  /** What `shape-outside` refers to; null: nothing. */
  readonly images: ImageStore | null;
  /** The initial containing block's size: the first page's area. */
  readonly initialWidth: LU;
  readonly initialHeight: LU;
  readonly quirks: boolean;
  /** Lays out any box: the switch on its kind, with the cache in front. `early`: break there instead. */
  layout(box: Box, space: ConstraintSpace, token: BreakToken | null, early?: EarlyBreak | null): LayoutResult;
  /** Min- and max-content border-box sizes along the box's own inline axis, from the cache after the first time. */
  intrinsicSizes(box: Box): IntrinsicSizes;
  /** Border-box block size of a box whose inline axis is across its parent's, laid out in the initial containing block's size. */
  measureOrthogonal(box: Box): LU;
}
