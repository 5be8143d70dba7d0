/**
 * Monolithic boxes (css-break-3 §4.1). In a column they are laid out unfragmented and overflow it.
 *
 * Content that overflows a page continues at the start of the next pages, sliced like an image. The box is laid out
 * once, and its token carries the result. Each page's fragment is a slice: an anonymous part that contains the whole
 * box, shifted up by what the preceding pages show. It is cut between lines where possible. As in Chromium, repeated
 * headers and cloned edges cover it.
 *
 * Such a break has the lowest appeal (`BreakAppeal.CutsThrough`).
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { clipsAlong } from '../../boxes/clipping.ts';
import { type LU, LU_PER_PX, MAX_LU, INDEFINITE } from '../../units.ts';
import { anonymousPartOf } from '../cache/layout-cache.ts';
import { BlockBreakToken, type BreakToken, BreakTokenFlag, TokenData } from '../contract/break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { EMPTY_EXCLUSIONS } from '../contract/exclusions.ts';
import { BoxFragment, FragmentFlag, type Slice } from '../contract/fragment.ts';
import { ZERO_SIDES } from '../contract/geometry.ts';
import { relativeOffset } from '../positioned/relative-position.ts';
import { reachOf, SliceContents } from './slice-contents.ts';
import { contentExtent, type LayoutResult } from '../contract/layout-result.ts';
import { BreakAppeal } from './break-appeal.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';

/** The token data of a sliced box. */
export class MonolithicSlices extends TokenData {
  readonly whole: LayoutResult;
  readonly contents: SliceContents;
  /** Offset of the next page's start within the box, or beyond its end. */
  readonly shown: LU;

  constructor(whole: LayoutResult, contents: SliceContents, shown: LU) {
    super();
    this.whole = whole;
    this.contents = contents;
    this.shown = shown;
  }

  equals(other: TokenData): boolean {
    return other instanceof MonolithicSlices && this.shown === other.shown;
  }
}

/** Returns the preceding slices of a token, or null if it isn't such a token. */
export function slicesBefore(token: BlockBreakToken | null): MonolithicSlices | null {
  return token?.data instanceof MonolithicSlices ? token.data : null;
}

/**
 * Whether any continuation in the token is a slice. Slices use the page's full space, regardless of repeated headers.
 */
export function goesOnInSlices(token: BreakToken | null): boolean {
  if (token === null) return false;
  if (token.type === 'inline') return token.slice !== null;
  return slicesBefore(token) !== null || token.children.some(goesOnInSlices);
}

/**
 * Returns the slice of a monolithic box for the fragmentainer of its space. `whole` is the box laid out unfragmented.
 */
export function sliceOf(
  box: Box,
  space: ConstraintSpace,
  whole: LayoutResult,
  before: MonolithicSlices | null,
): LayoutResult {
  const { fragmentainer } = space;
  if (fragmentainer === null || fragmentainer.kind !== 'page' || whole.status !== 'ok') return whole;
  const axis = new SliceAxis(space, whole.fragment);
  const shown = before === null ? 0 : before.shown + Math.max(0, fragmentainer.offset);
  // Margins may have moved a box down that doesn't establish a formatting context.
  const moved =
    before !== null || space.isNewFormattingContext ? 0 : (whole.bfcBlockOffset ?? 0) - space.bfcBlockOffset;
  const left = fragmentainer.remaining - moved;
  const rest = axis.size - shown;
  const reach = Math.max(rest, axis.extentOf(box, whole) - shown);
  if (before === null && reach <= left) return whole;
  const room = Math.max(left, LU_PER_PX);
  const size = Math.max(0, Math.min(rest, room));
  const goesOn = reach > room;
  const pageStart = before === null ? -MAX_LU : before.shown;
  const contents = before === null ? new SliceContents(whole.fragment, axis.vertical) : before.contents;
  // Content below the end of the box may not move the end to the next page.
  const least = rest > room ? shown : axis.size;
  const cut = goesOn ? axis.cutBefore(contents, shown + room, least, fragmentainer.blockSize) : shown + room;
  const pageEnd = cut < shown + room ? cut : cut + fragmentainer.reserved;
  const data = goesOn ? new MonolithicSlices(whole, contents, pageEnd) : null;
  const token = data === null ? null : tokenAfter(box, data, rest <= room);
  const seen = axis.seen(contents, pageStart, pageEnd);
  const bounds = { from: pageStart, to: goesOn ? pageEnd : MAX_LU };
  const fragment = axis.slice(box, seen, shown, size, bounds, token);
  const isCut = goesOn && rest > room;
  const first = before === null ? whole : withoutContents(whole);
  return {
    ...first,
    fragment,
    bfcBlockOffset: before === null ? whole.bfcBlockOffset : space.bfcBlockOffset,
    endMarginStrut: isCut ? MarginStrut.EMPTY : whole.endMarginStrut,
    intrinsicBlockSize: size,
    breakToken: token,
    appeal: isCut ? BreakAppeal.CutsThrough : BreakAppeal.Perfect,
    shortage: isCut ? rest - room : 0,
    blockExtent: size,
    outOfFlowExtent: 0,
  };
}

/** Returns the result of a further slice. The floats, footnotes and positioned boxes belong to the first slice only. */
function withoutContents(whole: LayoutResult): LayoutResult {
  return { ...whole, exclusions: EMPTY_EXCLUSIONS, outOfFlow: [], footnotes: [], lineCount: 0, adjoiningFloats: 0 };
}

function tokenAfter(box: Box, data: MonolithicSlices, hasEnded: boolean): BlockBreakToken {
  const flags = BreakTokenFlag.SeenAllChildren | (hasEnded ? BreakTokenFlag.AtBlockEnd : 0);
  return new BlockBreakToken(box, { consumedBlockSize: data.shown, distance: data.shown, sequence: 0, flags, data });
}

/**
 * Returns the visible range of a fragment that holds a box, between two positions on the box. They are measured from
 * its start, or from its right edge if `size` > 0. `offset` is the box's offset in the fragment.
 */
export function sliceBetween(from: LU, to: LU, vertical: boolean, size: LU, offset: LU): Slice {
  const [start, end] = size > 0 ? [-to, -from].map((place) => (isOpen(place) ? place : place + size)) : [from, to];
  const placed = (place: LU): LU => (isOpen(place) ? place : place + offset);
  return { vertical, from: placed(start!), to: placed(end!) };
}

const isOpen = (place: LU): boolean => Math.abs(place) >= MAX_LU;

/** The page progression axis, relative to the box. */
class SliceAxis {
  /** Size of the whole box. */
  readonly size: LU;
  private readonly space: ConstraintSpace;
  private readonly fragment: BoxFragment;
  /** Whether pages progress from top to bottom. */
  readonly vertical: boolean;
  private readonly fromRight: boolean;

  constructor(space: ConstraintSpace, fragment: BoxFragment) {
    const { vertical, blockReversed } = space.writingMode;
    const isOrthogonal = space.has(SpaceFlag.Orthogonal);
    this.space = space;
    this.fragment = fragment;
    this.vertical = vertical === isOrthogonal;
    this.fromRight = !this.vertical && (isOrthogonal ? space.has(SpaceFlag.CutFromRight) : blockReversed);
    this.size = this.vertical ? fragment.height : fragment.width;
  }

  /** Returns the visible extent of the box, including overflow. */
  extentOf(box: Box, result: LayoutResult): LU {
    if (clipsAlong(box, this.vertical)) return this.size;
    // An orthogonal flow reports its extent along its own block axis only.
    if (this.space.has(SpaceFlag.Orthogonal)) return this.fromRight ? this.size : reachOf(this.fragment, this.vertical);
    return contentExtent(result);
  }

  /** Returns the last position up to `limit` at which the box can be cut between lines. See `SliceContents.cutBefore`. */
  cutBefore(contents: SliceContents, limit: LU, least: LU, pageSize: LU): LU {
    return contents.cutBefore(limit, least, pageSize, this.fromRight ? this.size : 0);
  }

  /** Returns the part of the box on a page that covers the given range. */
  seen(contents: SliceContents, from: LU, to: LU): BoxFragment {
    return this.fromRight ? contents.between(this.size - to, this.size - from) : contents.between(from, to);
  }

  /** Returns the fragment of one page, with the height of its share of the box. */
  slice(
    box: Box,
    seen: BoxFragment,
    shown: LU,
    size: LU,
    { from, to }: { readonly from: LU; readonly to: LU },
    breakToken: BlockBreakToken | null,
  ): BoxFragment {
    const { space, fragment, vertical, fromRight } = this;
    const part = anonymousPartOf(box);
    const isFirst = shown === 0;
    const along = fromRight ? size - this.size + shown : -shown;
    const moved = this.relativeMove(box);
    const cut = (isFirst ? 0 : FragmentFlag.BreaksBefore) | (breakToken === null ? 0 : FragmentFlag.BreaksAfter);
    return new BoxFragment(
      part,
      part.style,
      space.writingMode,
      vertical ? fragment.width : size,
      vertical ? size : fragment.height,
      ZERO_SIDES,
      ZERO_SIDES,
      [seen],
      [(vertical ? 0 : along) + moved.x, (vertical ? along : 0) + moved.y],
      isFirst ? fragment.firstBaseline : null,
      isFirst ? fragment.lastBaseline : null,
      FragmentFlag.AnonymousPart | cut,
      breakToken,
      { slice: sliceBetween(from, to, vertical, fromRight ? this.size : 0, along) },
    );
  }

  /** Returns the offset of relative positioning, which parents otherwise apply to their children. */
  private relativeMove(box: Box): { x: LU; y: LU } {
    if (box.style.box.position !== 'relative') return { x: 0, y: 0 };
    const { percentageInline, percentageBlock, writingMode } = this.space;
    return writingMode.vertical
      ? relativeOffset(box.style, percentageBlock, percentageInline, writingMode)
      : relativeOffset(box.style, percentageInline, percentageBlock, writingMode);
  }
}

/** Whether the fragment is only a part of its box. */
export const isCut = ({ flags }: BoxFragment): boolean =>
  (flags & (FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter)) !== 0;

export const isInlineBox = ({ box }: BoxFragment): boolean => box.kind === BoxKind.Inline;

/** Inline boxes are sliced along the line, blocks across it. */
export const isCutAlongX = (fragment: BoxFragment): boolean => isInlineBox(fragment) !== fragment.writingMode.vertical;

export const lengthOf = (fragment: BoxFragment): LU => (isCutAlongX(fragment) ? fragment.width : fragment.height);

/** Returns the length of the fragments still to come, from the box's definite size, or null if it isn't known. */
export function lengthAfter({ breakToken, flags }: BoxFragment): LU | null {
  if ((flags & FragmentFlag.BreaksAfter) === 0) return 0;
  if (breakToken === null || breakToken.type !== 'block' || breakToken.usedBlockSize === INDEFINITE) return null;
  return Math.max(0, breakToken.usedBlockSize - breakToken.consumedBlockSize);
}
