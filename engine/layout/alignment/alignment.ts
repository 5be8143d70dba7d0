/**
 * Box alignment (css-align-3) for flex and grid containers: distributes free space between lines, tracks or items, and
 * aligns a box in a larger or smaller area. Offsets are along an axis that begins at the start edge of the container,
 * line or area. Used `auto` margins in the inline axis follow css2 §10.3.3.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Alignment } from '../../css/computed-values.ts';
import type { Length } from '../../css/length.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';
import { INDEFINITE, type LU } from '../../units.ts';

export type AlignmentKeyword = Alignment['keyword'];

/** The offset of the first subject, and the space between adjacent subjects in addition to the gap. */
interface Distribution {
  readonly before: LU;
  readonly between: LU;
}

const START: Distribution = { before: 0, between: 0 };

/**
 * Distributes free space among `count` subjects (css-align-3 §5.3). `keyword` is start, center, end or a distributed
 * alignment, with flow-relative values resolved. `free` may be negative. Without enough space, distributed alignments
 * use a safe fallback.
 */
export function distributeContent(keyword: AlignmentKeyword, safe: boolean, free: LU, count: number): Distribution {
  if (free < 0 && safe) return START;
  switch (keyword) {
    case 'center':
      return { before: Math.floor(free / 2), between: 0 };
    case 'end':
      return { before: free, between: 0 };
    case 'space-between':
      return count < 2 || free <= 0 ? START : { before: 0, between: Math.floor(free / (count - 1)) };
    case 'space-around': {
      if (count === 0 || free <= 0) return START;
      const each = Math.floor(free / count);
      return { before: each >> 1, between: each };
    }
    case 'space-evenly': {
      if (free <= 0) return START;
      const each = Math.floor(free / (count + 1));
      return { before: each, between: each };
    }
    default:
      return START;
  }
}

/**
 * Returns how far `align-content` moves the contents of a block or multicol container down (css-align-3 §5.1.1,
 * §5.1.2). The contents align as one subject. `free` is the remaining space. As in Chromium, the default alignment of
 * overflow is safe.
 */
export function blockContentOffset(style: ComputedStyle, free: LU): LU {
  const { keyword, overflow } = style.box.alignContent;
  if (keyword === 'normal') return 0;
  const logical = keyword === 'flex-end' || keyword === 'last-baseline' ? 'end' : keyword;
  return distributeContent(logical, overflow !== 'unsafe', free, 1).before;
}

/**
 * Returns the offset of a box of `size` in an area of size `area` (css-align-3 §4). `keyword` is start, center or end.
 */
export function alignInArea(keyword: AlignmentKeyword, safe: boolean, area: LU, size: LU): LU {
  const free = area - size;
  if (free < 0 && safe) return 0;
  if (keyword === 'center') return Math.floor(free / 2);
  return keyword === 'end' ? free : 0;
}

/**
 * Returns the used `justify-self` in block layout (css-align-3 §6.1). `auto` uses the container's `justify-items`,
 * without its `legacy` keyword.
 */
export function usedJustifySelf(style: ComputedStyle, container: ComputedStyle): Alignment {
  const { justifySelf } = style.box;
  return justifySelf.keyword === 'auto' ? container.box.justifyItems : justifySelf;
}

/**
 * Returns the alignment of an absolutely positioned box at its static position in block layout (css-position-3 §4.1).
 * The static-position rectangle is as wide as the container's content box (`area`) and has no block size.
 */
export function staticBlockAlignment(
  style: ComputedStyle,
  own: WritingMode,
  container: ComputedStyle,
  parent: WritingMode,
  area: LU,
): { readonly edges: StaticEdges; readonly inlineOffset: LU } {
  const justifySelf = usedJustifySelf(style, container);
  const { alignSelf } = style.box;
  const { edge, offset } = staticEdge(selfAlignment(justifySelf.keyword, parent, own, true), area);
  const edges = {
    mode: parent,
    inline: edge,
    block: selfAlignment(alignSelf.keyword, parent, own, false),
    safeRoom: safeRoomOf(justifySelf, area, alignSelf, 0),
  };
  return { edges, inlineOffset: offset };
}

type StaticEdge = 'start' | 'center' | 'end';

/** The edges of a positioned box's margin box that go to its static position, in the static parent's mode. */
export interface StaticEdges {
  readonly mode: WritingMode;
  readonly inline: StaticEdge;
  readonly block: StaticEdge;
  /** Available space if the alignment is `safe` (css-align-3 §4.4), or null if it isn't in either axis. */
  readonly safeRoom: SafeRoom | null;
}

export function startEdges(mode: WritingMode): StaticEdges {
  return { mode, inline: 'start', block: 'start', safeRoom: null };
}

/** Resolves positional keywords along one axis of `container` for a box of writing mode `own` (css-align-3 §4.1). */
export function selfAlignment(
  keyword: AlignmentKeyword,
  container: WritingMode,
  own: WritingMode,
  inline: boolean,
): StaticEdge {
  const axisReversed = inline ? container.inlineReversed : container.blockReversed;
  const axisIsVertical = container.vertical === inline;
  switch (keyword) {
    case 'center':
    case 'anchor-center':
      return 'center';
    case 'end':
    case 'flex-end':
    case 'last-baseline':
      return 'end';
    case 'self-start':
    case 'self-end': {
      const ownReversed = own.vertical === axisIsVertical ? own.inlineReversed : own.blockReversed;
      return (keyword === 'self-start') === (ownReversed === axisReversed) ? 'start' : 'end';
    }
    case 'left':
    case 'right': {
      // Along the inline axis, these are line-left and line-right.
      const leftIsEnd = inline && axisReversed !== container.sidewaysLr;
      return (keyword === 'left') === leftIsEnd ? 'end' : 'start';
    }
    default:
      return 'start';
  }
}

/**
 * Size of a static-position rectangle with safe alignment. A larger margin box is start-aligned. INDEFINITE allows
 * overflow on that axis.
 */
interface SafeRoom {
  readonly inline: LU;
  readonly block: LU;
}

/** Returns the available space for safe alignment, or null if neither alignment is `safe` (css-align-3 §4.4). */
export function safeRoomOf(inline: Alignment, inlineSize: LU, block: Alignment, blockSize: LU): SafeRoom | null {
  const isInlineSafe = inline.overflow === 'safe';
  const isBlockSafe = block.overflow === 'safe';
  if (!isInlineSafe && !isBlockSafe) return null;
  return { inline: isInlineSafe ? inlineSize : INDEFINITE, block: isBlockSafe ? blockSize : INDEFINITE };
}

/** Returns the aligned edge of a positioned child's static position, and its offset in the area. */
export function staticEdge(keyword: AlignmentKeyword, area: LU): { edge: StaticEdge; offset: LU } {
  if (keyword === 'center') return { edge: 'center', offset: area >> 1 };
  if (keyword === 'end') return { edge: 'end', offset: area };
  return { edge: 'start', offset: 0 };
}

/**
 * Returns the synthesized baseline of a border box of `size`, from its block start in `mode` (css-align-3 §9.1). This
 * is the line-under edge, or the center if the container's dominant baseline is central (css-writing-modes-4 §4.2).
 */
export function synthesizedBaseline(container: ComputedStyle, mode: WritingMode, size: LU): LU {
  const { writingMode, textOrientation } = container.text;
  if (writingMode.startsWith('vertical') && textOrientation !== 'sideways') return size >> 1;
  // In vertical-lr, line-under is at the block start.
  return mode.vertical && !mode.blockReversed && !mode.sidewaysLr ? 0 : size;
}

/** Returns the computed margins at the inline start and end. */
export function inlineMargins({ box }: ComputedStyle, mode: WritingMode): readonly [start: Length, end: Length] {
  const [a, z] = mode.vertical ? [box.marginTop, box.marginBottom] : [box.marginLeft, box.marginRight];
  return mode.inlineReversed ? [z, a] : [a, z];
}

/**
 * Returns the used inline-start margin of a block-level box with an `auto` margin on either side. Returns null if
 * neither margin is `auto` or there is no free space. `inlineSize` is that of its border box, `available` the space for
 * its margin box. `margins` has 0 for `auto`.
 */
export function autoStartMargin(
  style: ComputedStyle,
  mode: WritingMode,
  margins: LogicalSides,
  inlineSize: LU,
  available: LU,
): LU | null {
  const [start, end] = inlineMargins(style, mode);
  if (!start.isAuto) return end.isAuto ? margins.inlineStart : null;
  const free = available - inlineSize - margins.inlineStart - margins.inlineEnd;
  if (free <= 0) return 0;
  return end.isAuto ? Math.floor(free / 2) : free;
}
