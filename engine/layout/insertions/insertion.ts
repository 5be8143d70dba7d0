/**
 * Boxes that leave the flow for an edge of their page or column: footnotes (css-gcpm-3 §2), page and column floats
 * (css-page-floats-3) and notes in page margins.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, MAX_LU } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { type BlockBreakToken, sameToken } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';

/** A body that a page or column must place. */
export interface Insertion {
  readonly box: Box;
  /** The number of pages or columns that `float-defer` skips first; Infinity: it goes to the last one. */
  readonly defer: number;
  /** Where it continues; null: it starts. */
  readonly token: BlockBreakToken | null;
  /** Whether the facing page before shows its first half. */
  readonly isSecondHalf: boolean;
}

export const NO_INSERTIONS: readonly Insertion[] = [];

/** Where an insertion goes: the footnote area, a block side, an inline side, or a page margin. */
export type InsertionKind = 'note' | 'block' | 'inline' | 'margin';

export function kindOf({ box }: ComputedStyle): InsertionKind {
  if (box.floatReference === '-pagewright-margin') return 'margin';
  switch (box.float) {
    case 'block-start':
    case 'block-end':
    case 'snap-block':
      return 'block';
    case 'footnote':
      return 'note';
    default:
      return 'inline';
  }
}

/** Returns the insertion of a body that has just been called. */
export const newInsertion = (box: Box): Insertion => ({
  box,
  defer: deferralOf(box.style),
  token: null,
  isSecondHalf: false,
});

/**
 * Returns how many pages or columns to skip. Negative values count from the last one (css-page-floats-3 §4.1); all such
 * floats go to the last.
 */
export function deferralOf(style: ComputedStyle): number {
  const { floatDefer } = style.box;
  const kind = kindOf(style);
  if (floatDefer === 'none' || kind === 'note' || kind === 'margin') return 0;
  return floatDefer === 'last' || floatDefer < 0 ? Infinity : floatDefer;
}

/** Returns an insertion for the next page or column. */
export const forNext = (insertion: Insertion): Insertion => ({ ...insertion, defer: Math.max(0, insertion.defer - 1) });

export function sameInsertions(a: readonly Insertion[], b: readonly Insertion[]): boolean {
  const isSame = (x: Insertion, y: Insertion): boolean =>
    x.box === y.box && x.defer === y.defer && x.isSecondHalf === y.isSecondHalf && sameToken(x.token, y.token);
  return a.length === b.length && a.every((insertion, i) => isSame(insertion, b[i]!));
}

/** A page area or column in logical LU. */
export interface Area {
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  readonly inline: LU;
  readonly block: LU;
  /** The basis of block-size percentages. */
  readonly percentageBlock: LU;
  /** Whether insertions may be broken, because a later area resumes them. Columns pass whole ones to their page. */
  readonly breaks: boolean;
  /** The two facing pages with the area; null for columns, and if no float is split between pages. */
  readonly spread: Spread | null;
}

/** The areas of two facing pages with the space between them, which a float may fill. */
export interface Spread {
  /** The inline size of both areas and the page margins between them. */
  readonly inline: LU;
  /** The inline start of the area on the spread; 0 for its first page. */
  readonly start: LU;
}

/** Whether a float is split between facing pages if it is in a page's area. */
export const isSpread = ({ box }: ComputedStyle): boolean => box.floatReference === '-pagewright-spread';

/** The part of an insertion that an area has taken. */
export interface Taken {
  /** Where it continues in the next area; null: it is complete. */
  readonly rest: BlockBreakToken | null;
  /** Whether the next area shows its second half. */
  readonly hasSecondHalf?: boolean;
  /** The bodies that it calls. */
  readonly calls: readonly Box[];
}

/** A border box with logical offsets from the area's start corner. */
export interface Placed {
  readonly fragment: BoxFragment;
  readonly inline: LU;
  readonly block: LU;
}

/**
 * Lays out an insertion. `most` is the block size at which it breaks; null leaves it unbroken. `flags` are SpaceFlags.
 * One next to the text `beside` fills the area's inline size.
 */
export function layoutInsertion(
  { context, mode, inline, percentageBlock }: Omit<Area, 'block' | 'breaks' | 'spread'>,
  { box, token }: Pick<Insertion, 'box' | 'token'>,
  most: LU | null,
  flags = 0,
  beside: ExclusionSpace | null = null,
): LayoutResult {
  // The size is a guess: an insertion is only as high as its contents. One that continues needs a fragmentainer.
  const size = most ?? (token === null ? null : MAX_LU >> 1);
  const builder = new SpaceBuilder(context, mode, box)
    .available(inline)
    .percentages(inline, percentageBlock)
    .fragmentainer(size === null ? null : FragmentainerSpace.column(Math.max(1, size), false, true))
    .flag(flags);
  if (beside === null) return context.layout(box, builder.build(), token);
  return context.layout(box, builder.fixedInline(inline).build().withFloats(0, beside), token);
}

/** A float with its margin box. */
interface MeasuredFloat {
  readonly result: LayoutResult;
  readonly margins: LogicalSides;
  /** The margin before it on this page. */
  readonly before: LU;
  /** Block size of the margin box. */
  readonly size: LU;
}

/** Lays out a float. A float taller than `most` is broken there. null leaves it unbroken. */
export function measureFloat(area: Area, float: Insertion, most: LU | null, flags = 0): MeasuredFloat {
  const { mode, inline } = area;
  const margins = usedMargins(float.box.style, mode, inline);
  const before = float.token === null ? margins.blockStart : 0;
  let result = layoutInsertion(area, float, null, flags);
  const sizeOf = (after: LU): LU => before + result.fragment.blockSize(mode) + after;
  if (most === null || sizeOf(margins.blockEnd) <= most)
    return { result, margins, before, size: sizeOf(margins.blockEnd) };
  result = layoutInsertion(area, float, most - before, flags);
  return { result, margins, before, size: sizeOf(result.breakToken === null ? margins.blockEnd : 0) };
}
