/**
 * The inline boxes of a line under construction, and their alignment across it (css2 §10.8, css-inline-3 §4). The first
 * is the root inline box. Its baseline is the line's.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LU_PER_PX, type LU, luFromPx } from '../../units.ts';
import type { Fragment } from '../contract/fragment.ts';
import type { FontBox } from './font-box.ts';
import type { InlineEdges } from './inline-edges.ts';

/** Shared, never mutated. */
const NO_CHILDREN: Fragment[] = [];
const NO_PLACES: LU[] = [];

/** The piece of an inline box on one line. */
export class LineBox {
  readonly box: Box;
  readonly style: ComputedStyle;
  readonly enclosing: LineBox | null;
  readonly depth: number;
  readonly font: FontBox;
  readonly edges: InlineEdges | null;
  /** Whether the box starts (ends) on this line or repeats its edges. */
  hasStart: boolean;
  hasEnd: boolean;

  /** Extents of the aligned subtree from its own baseline. Undefined until `hasExtent`. */
  over: LU = 0;
  under: LU = 0;
  hasExtent = false;
  /** Distance of its baseline below the parent's, and below the root's. */
  shift: LU = 0;
  absolute: LU = 0;

  // Used while fragments are created.
  /** Number of pieces in it and its descendants that still follow in visual order. */
  remaining = 0;
  opened = false;
  /** Line-left edge of the current fragment's border box. */
  left: LU = 0;
  leftEdge = false;
  children: Fragment[] = NO_CHILDREN;
  /** Line-relative geometry of each child: along, down, length, across. */
  places: LU[] = NO_PLACES;

  constructor(
    box: Box,
    style: ComputedStyle,
    enclosing: LineBox | null,
    font: FontBox,
    edges: InlineEdges | null,
    hasStart: boolean,
    hasEnd: boolean,
  ) {
    this.box = box;
    this.style = style;
    this.enclosing = enclosing;
    this.depth = enclosing === null ? 0 : enclosing.depth + 1;
    this.font = font;
    this.edges = edges;
    this.hasStart = hasStart;
    this.hasEnd = hasEnd;
  }

  /** Extends the box by `over` above and `under` below a baseline that is `shift` below its own. */
  unite(over: LU, under: LU, shift: LU): void {
    const o = over - shift;
    const u = under + shift;
    if (!this.hasExtent) {
      this.over = o;
      this.under = u;
      this.hasExtent = true;
      return;
    }
    if (o > this.over) this.over = o;
    if (u > this.under) this.under = u;
  }

  /** Resets the children for another fragment. */
  clear(): void {
    this.children = NO_CHILDREN;
    this.places = NO_PLACES;
  }

  /**
   * Adds a fragment at its line-relative position. PERF: most boxes have one child, while an array that grows by `push`
   * reserves seventeen entries.
   */
  add(child: Fragment, along: LU, down: LU, length: LU, across: LU): void {
    if (this.children.length === 0) {
      this.children = [child];
      this.places = [along, down, length, across];
      return;
    }
    this.children.push(child);
    this.places.push(along, down, length, across);
  }

  uniteFont(font: FontBox): void {
    const { edges } = this;
    if (edges !== null && this.style.text.lineFitEdge !== 'leading') {
      // css-inline-3 §5.3: margins, borders and padding then count as well.
      const over = font.over + edges.over + edges.marginOver;
      this.unite(over, font.under + edges.under + edges.marginUnder, 0);
      return;
    }
    this.unite(font.over, font.under, 0);
  }
}

/** Whether the value aligns to the line box instead of the parent's baseline. */
export function isLineRelative(align: ComputedStyle['box']['verticalAlign']): boolean {
  return align === 'top' || align === 'bottom';
}

/**
 * Returns how far `vertical-align` moves a baseline below the parent's (css2 §10.8.1). `over` and `under` are the
 * extents of the aligned box. `lineHeight` is the percentage basis.
 */
export function baselineShift(
  align: ComputedStyle['box']['verticalAlign'],
  over: LU,
  under: LU,
  lineHeight: LU,
  parent: LineBox,
): LU {
  if (align === 'baseline') return 0;
  if (typeof align === 'object') return -align.resolve(lineHeight);
  switch (align) {
    case 'sub':
      return luFromPx(parent.style.font.fontSize / 5 + 1);
    case 'super':
      return -luFromPx(parent.style.font.fontSize / 3 + 1);
    case 'middle':
      return Math.trunc((over - under) / 2) - Math.round((parent.font.xHeightPx * LU_PER_PX) / 2);
    case '-webkit-baseline-middle':
      return Math.trunc((over - under) / 2);
    case 'text-top':
      return over - parent.font.ascent;
    case 'text-bottom':
      return parent.font.descent - under;
    default:
      return 0;
  }
}

/** Content aligned to the line box's edges: an inline box with its aligned subtree, or an atomic inline. */
export class LineRelative {
  readonly align: 'top' | 'bottom';
  readonly over: LU;
  readonly under: LU;
  /** The inline box, or null for an atomic inline. */
  readonly lineBox: LineBox | null;
  readonly piece: number;

  constructor(align: 'top' | 'bottom', over: LU, under: LU, lineBox: LineBox | null, piece: number) {
    this.align = align;
    this.over = over;
    this.under = under;
    this.lineBox = lineBox;
    this.piece = piece;
  }

  /** > they must be aligned so as to minimize the line box height. */
  stretch(root: LineBox): void {
    const height = this.over + this.under;
    if (!root.hasExtent) root.unite(this.over, this.under, 0);
    else if (height <= root.over + root.under) return;
    else if (this.align === 'top') root.under = height - root.over;
    else root.over = height - root.under;
  }

  /** Returns how far its baseline is below the root's. Requires the root's final extents. */
  shiftIn(root: LineBox): LU {
    return this.align === 'top' ? this.over - root.over : root.under - this.under;
  }
}
