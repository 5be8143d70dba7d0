/**
 * What a parent tells a child. A space is made as a draft with every field at its default, or as a copy of another, gets the fields that differ by name, and
 * is never changed once it has been handed to a layout. Only this file copies fields, so that no copy can forget one.
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
import type { Draft } from './draft.ts';
import type { FragmentainerSpace } from './fragmentainer-space.ts';
import { MarginStrut } from './margin-strut.ts';

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
interface TrackPlaces {
  readonly count: number;
  readonly end: LU;
  startOf(track: number): LU;
  endOf(track: number): LU;
  extent(range: { readonly start: number; readonly end: number }): { start: LU; size: LU };
  all(): { readonly start: LU; readonly end: LU }[];
}

export interface LentTracks {
  readonly lines: {
    readonly count: number;
    readonly names: ReadonlyMap<string, readonly number[]>;
    readonly areas: readonly { readonly name: string; readonly start: number; readonly end: number }[];
    readonly gap: LU;
  };
  /** Starts and ends of the tracks from the subgrid's content edge; null: not sized yet. */
  readonly offsets: TrackPlaces | null;
  /** Distances from the starts (ends) of tracks to the baselines that their items share, where there are some. */
  readonly firstBaselines: ReadonlyMap<number, LU>;
  readonly lastBaselines: ReadonlyMap<number, LU>;
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
  /** Returns true if both lend the same lines, whatever their sizes: a subgrid's intrinsic sizes depend on nothing else. */
  sharesLinesOf(other: LentGrid): boolean;
  /** Are its contents the same? */
  equals(other: LentGrid): boolean;
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
  /** Cells only: how far their row moves their contents down (css-tables-3 §3.10.2). What is positioned against the cell stays. */
  readonly contentShift: LU;

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
    this.contentShift = from === null ? 0 : from.contentShift;
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

  /** Returns the space of a cell whose row moves its contents down by `shift`. */
  withContentShift(shift: LU): ConstraintSpace {
    const space: Draft<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.contentShift = shift;
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
