/**
 * What a parent tells a child: ConstraintSpace, the margins and the fragmentainer in it. A space is made as a draft with every field at its default, or as
 * a copy of another, gets the fields that differ by name, and is never changed once it has been handed to a layout. Only this file copies fields, so that no
 * copy can forget one.
 *
 *     const space = ConstraintSpace.draft(mode);
 *     space.availableInline = size;
 *     context.layout(child, space, token);
 *
 * Independent formatting contexts are told by SpaceBuilder (space-builder.ts), which turns axes; block layout makes the spaces of in-flow children itself.
 */
import { INDEFINITE, type LU, MAX_LU } from '../units.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { Sides, WritingMode } from './geometry.ts';

/** The same object while it is being made. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Collapsing margins met so far: the largest positive and the most negative (css2 §8.3.1). Immutable. */
export class MarginStrut {
  readonly positive: LU;
  readonly negative: LU;
  /** Margins that adjoin from here on are truncated: at an unforced break (css-break-3 §5.2), at the start of a container that trims them. */
  readonly truncates: boolean;
  /** The largest of the default margins that quirks mode drops at the edges of the body and of cells (HTML standard §15.3.10). */
  readonly quirky: LU;
  /** Such margins are dropped from here on: the edge is that of the body or a cell. */
  readonly dropsQuirky: boolean;

  constructor(positive: LU, negative: LU, truncates = false, quirky: LU = 0, dropsQuirky = false) {
    this.positive = positive;
    this.negative = negative;
    this.truncates = truncates;
    this.quirky = quirky;
    this.dropsQuirky = dropsQuirky;
  }

  static readonly EMPTY = new MarginStrut(0, 0);
  static readonly TRUNCATING = new MarginStrut(0, 0, true);

  append(margin: LU, isQuirky = false): MarginStrut {
    if (this.truncates || margin === 0) return this;
    const { positive, negative, quirky, dropsQuirky } = this;
    if (margin < 0) return margin >= negative ? this : new MarginStrut(positive, margin, false, quirky, dropsQuirky);
    if (!isQuirky) return margin <= positive ? this : new MarginStrut(margin, negative, false, quirky, dropsQuirky);
    return dropsQuirky || margin <= quirky ? this : new MarginStrut(positive, negative, false, margin, dropsQuirky);
  }

  /** The margins met so far, with or without those to come. */
  truncating(truncates: boolean): MarginStrut {
    if (this.truncates === truncates) return this;
    return new MarginStrut(this.positive, this.negative, truncates, this.quirky, this.dropsQuirky);
  }

  /** The margins met so far, without the quirky ones to come. */
  droppingQuirky(): MarginStrut {
    return new MarginStrut(this.positive, this.negative, this.truncates, this.quirky, true);
  }

  get sum(): LU {
    return (this.quirky > this.positive ? this.quirky : this.positive) + this.negative;
  }

  /** What they come to at the end of the body or of a cell. */
  get sumWithoutQuirky(): LU {
    return this.positive + this.negative;
  }

  equals(other: MarginStrut): boolean {
    return (
      this.positive === other.positive &&
      this.negative === other.negative &&
      this.quirky === other.quirky &&
      this.dropsQuirky === other.dropsQuirky
    );
  }
}

/** The fragmentainer (a page's area or a column) that content is being laid out into. */
export class FragmentainerSpace {
  readonly kind: 'page' | 'column';
  /** Block size of the whole fragmentainer. */
  readonly blockSize: LU;
  /** From the fragmentainer's block start to this box's border-box block start; negative margins may make it negative. */
  readonly offset: LU;
  /** Room at its end that is left out of `blockSize`: for cloned edges, a repeated footer. */
  readonly reserved: LU;
  /** Room at the start of this fragmentainer and of the next one that the same things take: repeated headers. */
  readonly repeated: LU;
  /** Something precedes this box in the fragmentainer, so a break before it makes progress. */
  readonly hasPrecedingContent: boolean;
  /** Pages, or an enclosing column layout inside pages: forced page breaks matter. */
  readonly insidePages: boolean;
  /** What overflows a box that ends here has no break before its first content, empty room above it or not. */
  readonly requiresContent: boolean;
  /** Only to see how high the contents are: boxes that go on end with theirs, not with the fragmentainer. */
  readonly isGuess: boolean;
  /** Something around this box is best not broken: a break may have to go back to a place inside this box, though it fits. */
  readonly seeksPlaces: boolean;
  /** The first column of its flow: nothing begins before it. */
  readonly startsFlow: boolean;
  /** The last there is, which takes whatever is left: nothing forces a break in it. */
  readonly takesRest: boolean;

  /** `from`: the space that is copied; null: an empty page area of no size. */
  private constructor(from: FragmentainerSpace | null) {
    this.kind = from === null ? 'page' : from.kind;
    this.blockSize = from === null ? 0 : from.blockSize;
    this.offset = from === null ? 0 : from.offset;
    this.reserved = from === null ? 0 : from.reserved;
    this.repeated = from === null ? 0 : from.repeated;
    this.hasPrecedingContent = from === null ? false : from.hasPrecedingContent;
    this.insidePages = from === null ? true : from.insidePages;
    this.requiresContent = from === null ? false : from.requiresContent;
    this.isGuess = from === null ? false : from.isGuess;
    this.seeksPlaces = from === null ? false : from.seeksPlaces;
    this.startsFlow = from === null ? false : from.startsFlow;
    this.takesRest = from === null ? false : from.takesRest;
  }

  /** An empty page area of this block size. */
  static page(blockSize: LU): FragmentainerSpace {
    const space: Draft<FragmentainerSpace> = new FragmentainerSpace(null);
    space.blockSize = blockSize;
    return space;
  }

  /** A page that is followed by none: what reaches past its end overflows it. */
  static lastPage(): FragmentainerSpace {
    const space: Draft<FragmentainerSpace> = new FragmentainerSpace(null);
    space.blockSize = MAX_LU >> 1;
    space.takesRest = true;
    return space;
  }

  /** An empty column; `insidePages`: its container is itself broken. */
  static column(blockSize: LU, insidePages: boolean, isGuess = false, startsFlow = false): FragmentainerSpace {
    const space: Draft<FragmentainerSpace> = new FragmentainerSpace(null);
    space.kind = 'column';
    space.blockSize = blockSize;
    space.insidePages = insidePages;
    space.isGuess = isGuess;
    space.startsFlow = startsFlow;
    return space;
  }

  /** What is left below `offset`. */
  get remaining(): LU {
    return this.blockSize - this.offset;
  }

  /** Nothing that stands here would have more room at the start of the next one. */
  get isStart(): boolean {
    return this.offset <= this.repeated;
  }

  /** The same for what comes after something that is repeated at the start of each. */
  afterRepeated(size: LU): FragmentainerSpace {
    if (size === 0) return this;
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.repeated += size;
    return inner;
  }

  /** The same with less room at its end. */
  shortenedBy(reserved: LU): FragmentainerSpace {
    if (reserved === 0) return this;
    const shorter: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    shorter.blockSize -= reserved;
    shorter.reserved += reserved;
    return shorter;
  }

  /** The same for the contents of a box of known size that ends here. */
  forOverflow(): FragmentainerSpace {
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.hasPrecedingContent = false;
    inner.requiresContent = true;
    return inner;
  }

  /** The same where a break may have to go back to an earlier place. */
  seekingPlaces(): FragmentainerSpace {
    if (this.seeksPlaces) return this;
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.seeksPlaces = true;
    return inner;
  }

  /** The same fragmentainer seen from a box that starts `delta` further down. */
  advancedBy(delta: LU, hasPrecedingContent: boolean): FragmentainerSpace {
    if (delta === 0 && hasPrecedingContent === this.hasPrecedingContent) return this;
    const inner: Draft<FragmentainerSpace> = new FragmentainerSpace(this);
    inner.offset += delta;
    inner.hasPrecedingContent = hasPrecedingContent;
    inner.requiresContent &&= !hasPrecedingContent;
    return inner;
  }

  equals(other: FragmentainerSpace): boolean {
    return (
      this.kind === other.kind &&
      this.blockSize === other.blockSize &&
      this.offset === other.offset &&
      this.reserved === other.reserved &&
      this.repeated === other.repeated &&
      this.hasPrecedingContent === other.hasPrecedingContent &&
      this.insidePages === other.insidePages &&
      this.requiresContent === other.requiresContent &&
      this.isGuess === other.isGuess &&
      this.seeksPlaces === other.seeksPlaces &&
      this.startsFlow === other.startsFlow
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
  /** In a column past one that a spanner has ended: that spanner is still to come, and only what goes on beside is laid out. */
  SpannerAhead: 1 << 10,
  /** A column of a container that stands in columns itself. */
  NestedColumn: 1 << 11,
  /** A table cell in quirks mode: its block sizes are those of its border box (Quirks Mode, table cell height box sizing). */
  BorderBoxBlock: 1 << 12,
  /** With `Orthogonal`: the pages follow each other from right to left. */
  CutFromRight: 1 << 13,
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

/** A part of an inline content, from an item and text offset to others. */
export interface InlineRange {
  readonly startItem: number;
  readonly startOffset: number;
  readonly endItem: number;
  readonly endOffset: number;
}

/** What a grid tells a subgrid; null for an axis that isn't subgridded. */
export interface LentGrid {
  readonly columns: LentTracks | null;
  readonly rows: LentTracks | null;
  /** Equal keys: equal contents. */
  readonly key: string;
}

/** All that a parent tells a child. */
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
  /** Cells in the collapsing border model only: their used border widths, physical. */
  readonly collapsedBorder: Sides | null;
  /** A ruby annotation: the part of its content that is to be laid out; null: all. */
  readonly inlineRange: InlineRange | null;

  /** `from`: the space whose fields are taken over; null: every size INDEFINITE, nothing around. */
  private constructor(writingMode: WritingMode, from: ConstraintSpace | null) {
    this.writingMode = writingMode;
    this.availableInline = from === null ? INDEFINITE : from.availableInline;
    this.availableBlock = from === null ? INDEFINITE : from.availableBlock;
    this.percentageInline = from === null ? INDEFINITE : from.percentageInline;
    this.percentageBlock = from === null ? INDEFINITE : from.percentageBlock;
    this.fixedInline = from === null ? INDEFINITE : from.fixedInline;
    this.fixedBlock = from === null ? INDEFINITE : from.fixedBlock;
    this.flags = from === null ? 0 : from.flags;
    this.bfcInlineOffset = from === null ? 0 : from.bfcInlineOffset;
    this.bfcBlockOffset = from === null ? 0 : from.bfcBlockOffset;
    this.marginStrut = from === null ? MarginStrut.EMPTY : from.marginStrut;
    this.exclusions = from === null ? EMPTY_EXCLUSIONS : from.exclusions;
    this.fragmentainer = from === null ? null : from.fragmentainer;
    this.forcedBfcBlockOffset = from === null ? null : from.forcedBfcBlockOffset;
    this.clearanceOffset = from === null ? -MAX_LU : from.clearanceOffset;
    this.clampLines = from === null ? INDEFINITE : from.clampLines;
    this.lentGrid = from === null ? null : from.lentGrid;
    this.collapsedBorder = from === null ? null : from.collapsedBorder;
    this.inlineRange = from === null ? null : from.inlineRange;
  }

  /** A space with nothing in it, to be filled in before it is used. */
  static draft(writingMode: WritingMode): Draft<ConstraintSpace> {
    return new ConstraintSpace(writingMode, null);
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** The same with more SpaceFlag bits. */
  withFlags(bits: number): ConstraintSpace {
    if ((this.flags & bits) === bits) return this;
    const space: Draft<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.flags |= bits;
    return space;
  }

  /** The same in a fragmentainer. */
  withFragmentainer(fragmentainer: FragmentainerSpace | null): ConstraintSpace {
    const space: Draft<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.fragmentainer = fragmentainer;
    return space;
  }

  /** The same with other margins to collapse with, and a known place. */
  withMarginStrut(strut: MarginStrut, forcedBfcBlockOffset: LU): ConstraintSpace {
    const space: Draft<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.marginStrut = strut;
    space.forcedBfcBlockOffset = forcedBfcBlockOffset;
    return space;
  }

  /** The same for a box whose border box starts at a known offset of the formatting context. */
  withForcedBfcBlockOffset(offset: LU): ConstraintSpace {
    const space: Draft<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.forcedBfcBlockOffset = offset;
    return space;
  }

  /** The same at an inline offset of the formatting context, which sees these floats. */
  withFloats(bfcInlineOffset: LU, exclusions: ExclusionSpace): ConstraintSpace {
    const space: Draft<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.bfcInlineOffset = bfcInlineOffset;
    space.exclusions = exclusions;
    return space;
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
