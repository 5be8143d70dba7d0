/**
 * The fragment tree: the immutable result of layout, read by painting, structure, links and dumps. Physical coordinates
 * in LU.
 *
 * A fragment has no parent and no position. The parent's `offsets` hold those of its children as x0, y0, x1, y1, ...
 * Each is the distance between the top left corners of the two border boxes, including relative positioning.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { assertInvariant } from '../../invariant.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken, InlineBreakToken } from './break-token.ts';
import type { RegionPart } from './region-part.ts';
import type { Sides, WritingMode } from './geometry.ts';

export type Fragment = BoxFragment | LineFragment | TextFragment;

const NO_CALLS: readonly Box[] = [];

/** Bits of BoxFragment.flags. */
export const FragmentFlag = {
  /** A repeated copy (table header, fixed box), which is an artifact in the structure tree. */
  Repeated: 1 << 0,
  /** The box continues in a later (earlier) fragmentainer. With `slice`, it has no border or padding on that side. */
  BreaksAfter: 1 << 1,
  BreaksBefore: 1 << 2,
  /** An empty cell hidden by `empty-cells: hide`. */
  HiddenCell: 1 << 3,
  /** A page's area, margin box or another box created by pages/. */
  PageBox: 1 << 4,
  /**
   * An anonymous part of the box (a column, a fieldset's contents) inside the box's own fragment. It has no background,
   * border, position or effects.
   */
  AnonymousPart: 1 << 5,
  /** The block edges of the page area cut it, because other pages show the rest. */
  CutAtArea: 1 << 6,
} as const;

/**
 * A segment of a collapsed table border in the table fragment's coordinates. The point (x, y) is the start of its
 * center line, which is on the grid line. `length` is along it.
 */
export interface CollapsedBorderEdge {
  readonly x: LU;
  readonly y: LU;
  readonly length: LU;
  readonly horizontal: boolean;
  readonly width: LU;
  readonly style: import('../../css/computed-values.ts').LineStyle;
  readonly color: import('../../css/color.ts').Color;
}

/** A rule in a gap, in the container's coordinates. (x, y) is the start of its center line. */
export interface GapRule {
  readonly x: LU;
  readonly y: LU;
  readonly length: LU;
  readonly horizontal: boolean;
  /** In CSS px. */
  readonly width: number;
  readonly style: import('../../css/computed-values.ts').LineStyle;
  readonly color: import('../../css/color.ts').Color;
}

/** A line, curve or area of a formula, in LU from the corner of its fragment: alternating x and y of its points. */
export interface MathShape {
  /** `curve`: from the first point to the last, with two control points between. `ellipse`, `rounded`: two corners. */
  readonly kind: 'line' | 'polygon' | 'curve' | 'ellipse' | 'rounded';
  readonly points: readonly LU[];
  /** The width of its stroke; 0: the shape is filled. */
  readonly thickness: LU;
  /** The radius of the corners of `rounded`. */
  readonly radius?: LU;
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
  /** Areas of its cells, or null if they fill it exactly. */
  readonly areas: readonly PhysicalRect[] | null;
}

/**
 * The visible part of sliced content on a page (css-break-3 §4.1): a range along the page axis, from the fragment's top
 * or left edge. The rest is on other pages.
 */
export interface Slice {
  /** Whether pages progress from top to bottom. */
  readonly vertical: boolean;
  /** -MAX_LU if nothing precedes. */
  readonly from: LU;
  /** MAX_LU if nothing follows. */
  readonly to: LU;
}

/** Data that few fragments have. */
export interface FragmentExtra {
  /** For the table grid box: collapsed borders to draw instead of the boxes' own borders. */
  readonly collapsedBorders?: readonly CollapsedBorderEdge[];
  /** Columns and column groups to paint behind rows, in the table's coordinates. */
  readonly columnBackgrounds?: readonly ColumnBackground[];
  /**
   * For rows and row groups: areas of the cells whose backgrounds they paint (css2 §17.5.1), if these don't fill the
   * fragment exactly.
   */
  readonly backgroundAreas?: readonly PhysicalRect[];
  /** Gap decorations, in painting order. */
  readonly gapRules?: readonly GapRule[];
  /** For math: bars in the text color. */
  readonly mathRules?: readonly PhysicalRect[];
  /** For math: lines that enclose or cross out content, in the text color. */
  readonly mathShapes?: readonly MathShape[];
  /** For math: how far an operator's top extends over the following content. */
  readonly mathItalicCorrection?: LU;
  readonly legendGap?: LegendGap;
  /** The visible part of the monolithic box in this fragment. */
  readonly slice?: Slice;
  /** For the contents of a region: the part of its flow. */
  readonly region?: RegionPart;
  /** The tracks of a grid, in documents that are inspected. */
  readonly tracks?: TrackAreas;
}

/** The areas of a grid's tracks in a fragment, from the corner of its border box. */
export interface TrackAreas {
  readonly columns: readonly PhysicalRect[];
  readonly rows: readonly PhysicalRect[];
}

/** The gap for a legend in its fieldset's block-start border. Physical, from the corner of the border box. */
export interface LegendGap {
  readonly side: 'top' | 'left' | 'right';
  /** Offset along that side. */
  readonly start: LU;
  readonly size: LU;
  /** Distance from the border box's edge to the border. */
  readonly borderOffset: LU;
}

/** The changed fields of a fragment's copy. */
interface FragmentChanges {
  readonly width?: LU;
  readonly height?: LU;
  readonly padding?: Sides;
  readonly children?: readonly Fragment[];
  readonly offsets?: readonly LU[];
  /** How far both baselines move towards the block end. */
  readonly baselineShift?: LU;
  readonly flags?: number;
  readonly breakToken?: BlockBreakToken | null;
}

export class BoxFragment {
  readonly type = 'box';
  readonly box: Box;
  /** The style to paint with: the box's, or that of `::first-line` for an inline box on a first line. */
  readonly style: ComputedStyle;
  readonly writingMode: WritingMode;
  /** Border-box size. */
  readonly width: LU;
  readonly height: LU;
  /** Used border and padding of this fragment. 0 on sides cut by a break with `slice`. */
  readonly border: Sides;
  readonly padding: Sides;
  readonly children: readonly Fragment[];
  readonly offsets: readonly LU[];
  /**
   * Distance from the border box's block-start edge (physical: from the top, or from the right/left in vertical modes),
   * or null.
   */
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
    assertInvariant(offsets.length === 2 * children.length, 'a box fragment has two offsets per child');
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

  /** Returns a copy with different children. */
  withContents(children: readonly Fragment[], offsets: readonly LU[]): BoxFragment {
    return this.changed({ children, offsets });
  }

  /** Returns a copy with more `FragmentFlag` bits. */
  flagged(flags: number): BoxFragment {
    return (this.flags & flags) === flags ? this : this.changed({ flags: this.flags | flags });
  }

  /** Returns a copy with other values of some fields. */
  changed(changes: FragmentChanges): BoxFragment {
    return new BoxFragment(
      this.box,
      this.style,
      this.writingMode,
      changes.width ?? this.width,
      changes.height ?? this.height,
      this.border,
      changes.padding ?? this.padding,
      changes.children ?? this.children,
      changes.offsets ?? this.offsets,
      this.firstBaseline === null ? null : this.firstBaseline + (changes.baselineShift ?? 0),
      this.lastBaseline === null ? null : this.lastBaseline + (changes.baselineShift ?? 0),
      changes.flags ?? this.flags,
      changes.breakToken === undefined ? this.breakToken : changes.breakToken,
      this.extra,
    );
  }

  /** Returns the size along the inline axis of `mode`. */
  inlineSize(mode: WritingMode): LU {
    return mode.inlineOf(this.width, this.height);
  }

  blockSize(mode: WritingMode): LU {
    return mode.blockOf(this.width, this.height);
  }
}

/**
 * A line box. Its children are text fragments, atomic inlines and fragments of inline boxes (kind Inline), which
 * contain their own text and nested inline boxes. Children are in visual order, with offsets from the line's top left
 * corner.
 */
export class LineFragment {
  readonly type = 'line';
  readonly width: LU;
  readonly height: LU;
  readonly writingMode: WritingMode;
  /** Distance from the line-over edge: the top, or the right in vertical-rl. In vertical-lr, the left is line-under. */
  readonly baseline: LU;
  readonly children: readonly Fragment[];
  readonly offsets: readonly LU[];
  /** Where the next line begins, or null after the paragraph's last line. */
  readonly breakToken: InlineBreakToken | null;
  /** Range in the content's text, for dumps and text extraction. */
  readonly start: number;
  readonly end: number;
  /** Footnotes and page floats called from the line. */
  readonly calls: readonly Box[];
  /** The visible part of a line taller than a page, or null for all of it. */
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
    assertInvariant(offsets.length === 2 * children.length, 'a line fragment has two offsets per child');
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

  /** Returns a copy with different children, or with a different visible part. */
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

  /** Size across the line. */
  get blockSize(): LU {
    return this.writingMode.blockOf(this.width, this.height);
  }
}

/**
 * The part of a shaped run on one line. Its rectangle has the height of the run's ascent + descent (line-over to
 * line-under) and the width `width`. In vertical text, `height` is the length along the inline axis, and the painter
 * rotates it.
 */
export class TextFragment {
  readonly type = 'text';
  /** The run for this line only, sliced and reshaped at cuts. */
  readonly run: ShapedRun;
  readonly width: LU;
  readonly height: LU;
  /** Distance from the rectangle's line-over edge to the alphabetic baseline. */
  readonly baseline: LU;
  readonly writingMode: WritingMode;
  readonly style: ComputedStyle;
  /** The box that contains the text: the innermost inline box or the block container. */
  readonly box: Box;
  /** CSS px added after each space by justification, or after each cluster if `justifyClusters`. Otherwise 0. */
  readonly justification: number;
  readonly justifyClusters: boolean;
  /** The text to extract instead of the run's own (for a hyphen or ellipsis: '' or the character), or null. */
  readonly replacementText: string | null;
  /** Extent from the baseline of the ruby annotations that are on the same side as the emphasis marks; 0: none. */
  readonly annotated: LU;

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
    annotated: LU = 0,
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
    this.annotated = annotated;
  }
}
