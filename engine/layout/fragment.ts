/**
 * The fragment tree: the immutable result of layout, all that paint, structure, links and dumps read. Physical coordinates, LU.
 * A fragment has no parent and no position: the parent's `offsets` hold its children's (x0, y0, x1, y1, ...), from the
 * top left corner of the parent's border box to the top left corner of the child's border box, relative positioning included.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import { assertInvariant } from '../invariant.ts';
import type { LU } from '../units.ts';
import type { BlockBreakToken, InlineBreakToken } from './break-token.ts';
import type { Sides, WritingMode } from './geometry.ts';

export type Fragment = BoxFragment | LineFragment | TextFragment;

const NO_CALLS: readonly Box[] = [];

/** Bits of BoxFragment.flags. */
export const FragmentFlag = {
  /** A repeated copy (table header, fixed box): an artifact to the structure tree. */
  Repeated: 1 << 0,
  /** The box goes on in a later (earlier) fragmentainer: with `slice` no border or padding on that side. */
  BreaksAfter: 1 << 1,
  BreaksBefore: 1 << 2,
  /** An empty cell that `empty-cells: hide` leaves unpainted. */
  HiddenCell: 1 << 3,
  /** A page's area, margin box or other box that pages/ made. */
  PageBox: 1 << 4,
  /** An anonymous part of the box (a column, a fieldset's contents) inside the box's own fragment: it has no background, border, position or effects. */
  AnonymousPart: 1 << 5,
} as const;

/**
 * One stretch of a collapsed table border in the table fragment's coordinates: x and y are the start of its centre line on the grid line
 * (half of the width lies on each side), `length` goes along it.
 */
export interface CollapsedBorderEdge {
  readonly x: LU;
  readonly y: LU;
  readonly length: LU;
  readonly horizontal: boolean;
  readonly width: LU;
  readonly style: import('../css/computed-values.ts').LineStyle;
  readonly color: import('../css/color.ts').Color;
}

/** A line in a gap, in the container's coordinates: (x, y) is where its middle begins. */
export interface GapRule {
  readonly x: LU;
  readonly y: LU;
  readonly length: LU;
  readonly horizontal: boolean;
  /** CSS px. */
  readonly width: number;
  readonly style: import('../css/computed-values.ts').LineStyle;
  readonly color: import('../css/color.ts').Color;
}

export interface PhysicalRect {
  readonly x: LU;
  readonly y: LU;
  readonly width: LU;
  readonly height: LU;
}

/** The part of a column or column group in a table fragment. */
export interface ColumnBackground extends PhysicalRect {
  readonly box: Box;
  /** Where its cells are; null: they just fill it. */
  readonly areas: readonly PhysicalRect[] | null;
}

/**
 * What a page shows of something that it slices (css-break-3 §4.1): the stretch between two places along the axis of the pages, from the fragment's top or left
 * edge. The rest is on other pages.
 */
export interface Slice {
  /** The pages follow each other from top to bottom. */
  readonly vertical: boolean;
  /** -MAX_LU: nothing comes before. */
  readonly from: LU;
  /** MAX_LU: nothing comes after. */
  readonly to: LU;
}

/** What few fragments have. */
export interface FragmentExtra {
  /** The table grid box: collapsed borders to draw; the boxes' own borders are then not drawn. */
  readonly collapsedBorders?: readonly CollapsedBorderEdge[];
  /** Columns and column groups to paint behind rows, in the table's coordinates. */
  readonly columnBackgrounds?: readonly ColumnBackground[];
  /** Rows and row groups: where the cells are whose backgrounds they paint (css2 §17.5.1), when those don't just fill the fragment. */
  readonly backgroundAreas?: readonly PhysicalRect[];
  /** Decorations of gaps, in the order of painting. */
  readonly gapRules?: readonly GapRule[];
  /** Mathematics: its bars, in the text's colour. */
  readonly mathRules?: readonly PhysicalRect[];
  /** Mathematics: how far an operator's top leans over what follows. */
  readonly mathItalicCorrection?: LU;
  readonly legendGap?: LegendGap;
  /** The fragment holds a monolithic box, of which it shows this. */
  readonly slice?: Slice;
}

/** The gap that a legend leaves in its fieldset's block-start border: physical, from the corner of the border box. */
export interface LegendGap {
  readonly side: 'top' | 'left' | 'right';
  /** Along that side. */
  readonly start: LU;
  readonly size: LU;
  /** How far inside the border box the border begins. */
  readonly borderOffset: LU;
}

export class BoxFragment {
  readonly type = 'box';
  readonly box: Box;
  /** The style it is painted with: the box's, or `::first-line`'s for an inline box on a first line. */
  readonly style: ComputedStyle;
  readonly writingMode: WritingMode;
  /** Border box. */
  readonly width: LU;
  readonly height: LU;
  /** Used border and padding of this fragment; 0 on sides that are cut by a break with `slice`. */
  readonly border: Sides;
  readonly padding: Sides;
  readonly children: readonly Fragment[];
  readonly offsets: readonly LU[];
  /** From the border box's block-start edge (physical: from the top, or from the right/left in vertical modes); null: none. */
  readonly firstBaseline: LU | null;
  readonly lastBaseline: LU | null;
  readonly flags: number;
  readonly breakToken: BlockBreakToken | null;
  readonly extra: FragmentExtra | null;

  constructor(
    box: Box,
    style: ComputedStyle,
    writingMode: WritingMode,
    width: LU,
    height: LU,
    border: Sides,
    padding: Sides,
    children: readonly Fragment[],
    offsets: readonly LU[],
    firstBaseline: LU | null,
    lastBaseline: LU | null,
    flags: number,
    breakToken: BlockBreakToken | null,
    extra: FragmentExtra | null,
  ) {
    assertInvariant(offsets.length === 2 * children.length, 'each child of a box fragment has its two offsets');
    this.box = box;
    this.style = style;
    this.writingMode = writingMode;
    this.width = width;
    this.height = height;
    this.border = border;
    this.padding = padding;
    this.children = children;
    this.offsets = offsets;
    this.firstBaseline = firstBaseline;
    this.lastBaseline = lastBaseline;
    this.flags = flags;
    this.breakToken = breakToken;
    this.extra = extra;
  }

  /** The same with more children behind its own; `offsets`: x0, y0, x1, y1, ... */
  withAdded(children: readonly Fragment[], offsets: readonly LU[]): BoxFragment {
    if (children.length === 0) return this;
    return this.withContents([...this.children, ...children], [...this.offsets, ...offsets]);
  }

  /** The same with other children. */
  withContents(children: readonly Fragment[], offsets: readonly LU[]): BoxFragment {
    return new BoxFragment(
      this.box,
      this.style,
      this.writingMode,
      this.width,
      this.height,
      this.border,
      this.padding,
      children,
      offsets,
      this.firstBaseline,
      this.lastBaseline,
      this.flags,
      this.breakToken,
      this.extra,
    );
  }

  /** The same with more `FragmentFlag` bits. */
  flagged(flags: number): BoxFragment {
    if ((this.flags & flags) === flags) return this;
    return new BoxFragment(
      this.box,
      this.style,
      this.writingMode,
      this.width,
      this.height,
      this.border,
      this.padding,
      this.children,
      this.offsets,
      this.firstBaseline,
      this.lastBaseline,
      this.flags | flags,
      this.breakToken,
      this.extra,
    );
  }

  /** Size along the inline axis of `mode`. */
  inlineSize(mode: WritingMode): LU {
    return mode.vertical ? this.height : this.width;
  }

  blockSize(mode: WritingMode): LU {
    return mode.vertical ? this.width : this.height;
  }
}

/**
 * A line box. Its children are text fragments, atomic inline BoxFragments and BoxFragments of inline boxes (kind Inline), which hold
 * their own text and nested inline boxes; in visual order. Offsets from the line's top left corner.
 */
export class LineFragment {
  readonly type = 'line';
  readonly width: LU;
  readonly height: LU;
  readonly writingMode: WritingMode;
  /** From the line-over edge (the top, or the right in vertical-rl; the left in vertical-lr is line-under). */
  readonly baseline: LU;
  readonly children: readonly Fragment[];
  readonly offsets: readonly LU[];
  /** Where the next line begins; null after the paragraph's last line. */
  readonly breakToken: InlineBreakToken | null;
  /** Range in the content's text, for dumps and text extraction. */
  readonly start: number;
  readonly end: number;
  /** Bodies that are called from the line: footnotes, page floats. */
  readonly calls: readonly Box[];
  /** What the page shows of a line higher than pages; null: all of it. */
  readonly slice: Slice | null;

  constructor(
    width: LU,
    height: LU,
    writingMode: WritingMode,
    baseline: LU,
    children: readonly Fragment[],
    offsets: readonly LU[],
    breakToken: InlineBreakToken | null,
    start: number,
    end: number,
    calls: readonly Box[] = NO_CALLS,
    slice: Slice | null = null,
  ) {
    assertInvariant(offsets.length === 2 * children.length, 'each child of a line has its two offsets');
    this.width = width;
    this.height = height;
    this.writingMode = writingMode;
    this.baseline = baseline;
    this.children = children;
    this.offsets = offsets;
    this.breakToken = breakToken;
    this.start = start;
    this.end = end;
    this.calls = calls;
    this.slice = slice;
  }

  /** The same with other children, or less of it shown. */
  withContents(children: readonly Fragment[], offsets: readonly LU[], slice: Slice | null = this.slice): LineFragment {
    return new LineFragment(
      this.width,
      this.height,
      this.writingMode,
      this.baseline,
      children,
      offsets,
      this.breakToken,
      this.start,
      this.end,
      this.calls,
      slice,
    );
  }

  /** Across the text. */
  get blockSize(): LU {
    return this.writingMode.vertical ? this.width : this.height;
  }
}

/**
 * A stretch of one shaped run on one line. Its rectangle is the run's ascent + descent high (line-over to line-under) and `width` wide;
 * in vertical text it is `height` long along the inline axis and the painter turns it.
 */
export class TextFragment {
  readonly type = 'text';
  /** A run of its own for this line (sliced, reshaped at cuts). */
  readonly run: ShapedRun;
  readonly width: LU;
  readonly height: LU;
  /** From the line-over edge of the rectangle to the alphabetic baseline. */
  readonly baseline: LU;
  readonly writingMode: WritingMode;
  readonly style: ComputedStyle;
  /** The box whose text it is: the innermost inline box or the block container. */
  readonly box: Box;
  /** CSS px added after each space by justification (or each cluster if `justifyClusters`); 0 without. */
  readonly justification: number;
  readonly justifyClusters: boolean;
  /** The text as the reader should extract it when it isn't the run's own (a hyphen, an ellipsis: '' or the character); null: the run's. */
  readonly replacementText: string | null;

  constructor(
    run: ShapedRun,
    width: LU,
    height: LU,
    baseline: LU,
    writingMode: WritingMode,
    style: ComputedStyle,
    box: Box,
    justification: number,
    justifyClusters: boolean,
    replacementText: string | null,
  ) {
    this.run = run;
    this.width = width;
    this.height = height;
    this.baseline = baseline;
    this.writingMode = writingMode;
    this.style = style;
    this.box = box;
    this.justification = justification;
    this.justifyClusters = justifyClusters;
    this.replacementText = replacementText;
  }
}
