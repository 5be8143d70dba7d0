/**
 * The layout input that a parent passes to a child. A space starts as a draft with default values, or as a copy. The
 * caller sets the fields that differ, and never changes the space after passing it to a layout. Only this file copies
 * fields, so that no copy can miss one.
 *
 *     const space = ConstraintSpace.draft(mode);
 *     space.availableInline = size;
 *     context.layout(child, space, token);
 *
 * Spaces of independent formatting contexts come from SpaceBuilder (space-builder.ts), which converts axes. Block
 * layout creates those of in-flow children.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Mutable } from '../../mutable.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { Sides, WritingMode } from './geometry.ts';
import type { FragmentainerSpace } from './fragmentainer-space.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';

/** Bits of ConstraintSpace.flags. */
export const SpaceFlag = {
  /**
   * The box establishes an independent formatting context: margins don't collapse through it, and it has its own
   * exclusions.
   */
  NewFormattingContext: 1 << 0,
  /**
   * An automatic inline size is fit-content instead of fill-available (floats, abspos, inline-blocks, flex items that
   * don't stretch).
   */
  ShrinkToFit: 1 << 1,
  /** `fixedBlock` is definite for percentages of children. */
  FixedBlockIsDefinite: 1 << 2,
  /** Only the sizes of the result are needed, without fragmentation and out-of-flow positioning. */
  Measure: 1 << 3,
  /** A table cell is measured for its row: percentage block sizes of children behave as auto. */
  CellMeasure: 1 << 4,
  /**
   * An automatic block size stretches to the available block size (abspos with both insets). Grid and flex items
   * stretch by `fixedBlock` instead.
   */
  StretchBlock: 1 << 5,
  /**
   * The box is an anonymous part of another (the flow inside a multicol or fieldset), so margin, border, padding and
   * size of the style don't apply.
   */
  AnonymousFlow: 1 << 6,
  /**
   * The box's inline axis is parallel to its containing block's block axis: percentages of margins and padding refer to
   * `percentageBlock`.
   */
  Orthogonal: 1 << 7,
  /** The box is in the flow of a multicol container and its block formatting context, so `column-span: all` applies. */
  ColumnFlow: 1 << 8,
  /** `fixedBlock` was computed without breaks. Breaks that push contents down enlarge the box. */
  FixedBlockIsMinimum: 1 << 9,
  /**
   * A column after one that a spanner has ended. The spanner is still to come, and only parallel flows are laid out.
   */
  SpannerAhead: 1 << 10,
  /** A column of a container that is itself in columns. */
  NestedColumn: 1 << 11,
  /**
   * A table cell in quirks mode, whose block sizes refer to its border box (Quirks Mode, table cell height box sizing).
   */
  BorderBoxBlock: 1 << 12,
  /** With `Orthogonal`: pages progress from right to left. */
  CutFromRight: 1 << 13,
} as const;

/** Positions of the tracks that a subgrid covers along one of its own axes (css-grid-2 §9.2). */
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
  /** Track positions from the subgrid's content edge, or null if not sized yet. */
  readonly offsets: TrackPlaces | null;
  /** Distances from the start (end) of tracks to their shared baselines, where they exist. */
  readonly firstBaselines: ReadonlyMap<number, LU>;
  readonly lastBaselines: ReadonlyMap<number, LU>;
}

export interface InlineRange {
  readonly startItem: number;
  readonly startOffset: number;
  readonly endItem: number;
  readonly endOffset: number;
}

/** The data a grid lends to a subgrid. Null for an axis that isn't subgridded. */
export interface LentGrid {
  readonly columns: LentTracks | null;
  readonly rows: LentTracks | null;
  /** Whether both lend the same lines, regardless of sizes. A subgrid's intrinsic sizes depend on nothing else. */
  sharesLinesOf(other: LentGrid): boolean;
  equals(other: LentGrid): boolean;
}

/** The layout constraints that a parent passes to a child. */
/** The maximum extents of cells to the left and right of their axis. In vertical text, above and below. */
export interface AroundAxis {
  readonly before: number;
  readonly after: number;
}

/** The axis at which the cells of a column align (css-text-4 §7.2). Lengths in LU. */
export interface CharacterAxis {
  /** The extent of the cells' contents around it. */
  readonly whole: AroundAxis;
  /** The extent of only those contents that can't wrap, for narrow columns. */
  readonly least: AroundAxis;
  /** Aligns the contents within the column: the keyword of the first cell. */
  readonly keyword: ComputedStyle['text']['textAlign'];
}

export class ConstraintSpace {
  /** The child's own writing mode. */
  readonly writingMode: WritingMode;
  /** Available inline size for the margin box, or INDEFINITE for max-content sizing. */
  readonly availableInline: LU;
  /** Available block size for the margin box, or INDEFINITE in normal flow. */
  readonly availableBlock: LU;
  /** Percentage bases. If INDEFINITE, percentages behave as auto. */
  readonly percentageInline: LU;
  readonly percentageBlock: LU;
  /** Border-box sizes fixed by the parent (flex, grid, cells), or INDEFINITE. */
  readonly fixedInline: LU;
  readonly fixedBlock: LU;
  readonly flags: number;
  /**
   * The child's border-box inline-start offset from the block formatting context's root content edge, and its
   * block-start offset before its margins apply.
   */
  readonly bfcInlineOffset: LU;
  readonly bfcBlockOffset: LU;
  /** Margins that collapse with the child's first margin. Includes the child's own block-start margin. */
  readonly marginStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly fragmentainer: FragmentainerSpace | null;
  /**
   * For in-flow block boxes: the border box's start as known from an earlier attempt, regardless of margins, or null.
   */
  readonly forcedBfcBlockOffset: LU | null;
  /** For in-flow block boxes: minimum offset of the border box due to `clear`, or a very small number. */
  readonly clearanceOffset: LU;
  /** Number of remaining lines in a container shortened by `line-clamp`, or INDEFINITE. */
  readonly clampLines: number;
  /** For subgrids: the parent grid's tracks. */
  readonly lentGrid: LentGrid | null;
  /** For cells in the collapsing border model: their used border widths, physical. */
  readonly collapsedBorder: Sides | null;
  /** For cells: where the cells of their column align (css-text-4 §7.2); null: nowhere. */
  readonly characterAxis: CharacterAxis | null;
  /** For ruby annotations: the part of the content to lay out, or null for all. */
  readonly inlineRange: InlineRange | null;
  /**
   * For cells: how far their row moves their contents down (css-tables-3 §3.10.2). Boxes positioned against the cell
   * don't move.
   */
  readonly contentShift: LU;

  /** Copies the fields of `from`. If null, all sizes are INDEFINITE. */
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
    this.characterAxis = from === null ? null : from.characterAxis;
    this.inlineRange = from === null ? null : from.inlineRange;
    this.contentShift = from === null ? 0 : from.contentShift;
  }

  /** Returns an empty space, to be filled before use. */
  static draft(writingMode: WritingMode): Mutable<ConstraintSpace> {
    return new ConstraintSpace(writingMode, null);
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** Returns a copy with more SpaceFlag bits. */
  withFlags(bits: number): ConstraintSpace {
    if ((this.flags & bits) === bits) return this;
    const space: Mutable<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.flags |= bits;
    return space;
  }

  withFragmentainer(fragmentainer: FragmentainerSpace | null): ConstraintSpace {
    const space: Mutable<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.fragmentainer = fragmentainer;
    return space;
  }

  /** Returns a copy without floats around it and without breaks. */
  withoutSurroundings(): ConstraintSpace {
    const space: Mutable<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.fragmentainer = null;
    space.exclusions = EMPTY_EXCLUSIONS;
    return space;
  }

  /** Returns a copy with a different margin strut and a known offset. */
  withMarginStrut(strut: MarginStrut, forcedBfcBlockOffset: LU): ConstraintSpace {
    const space: Mutable<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.marginStrut = strut;
    space.forcedBfcBlockOffset = forcedBfcBlockOffset;
    return space;
  }

  /** Returns a copy with a known border-box offset in the formatting context. */
  withForcedBfcBlockOffset(offset: LU): ConstraintSpace {
    const space: Mutable<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.forcedBfcBlockOffset = offset;
    return space;
  }

  /** Returns a copy with a different inline offset and floats of the formatting context. */
  withFloats(bfcInlineOffset: LU, exclusions: ExclusionSpace): ConstraintSpace {
    const space: Mutable<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
    space.bfcInlineOffset = bfcInlineOffset;
    space.exclusions = exclusions;
    return space;
  }

  /** Returns the space of a cell whose row moves its contents down by `shift`. */
  withContentShift(shift: LU): ConstraintSpace {
    const space: Mutable<ConstraintSpace> = new ConstraintSpace(this.writingMode, this);
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
