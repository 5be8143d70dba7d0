/**
 * Boxes that can't be split (css-break-3 §4.1). In a column they are laid out as if there were none, and stick out of it. What sticks out of a page is shown at the
 * start of the next ones, cut like a picture: the box is laid out once, its token carries the result along, and each page's fragment is a slice, an anonymous part
 * that holds the whole box moved up by as much as the pages before were high; as in Chromium, repeated headers and cloned edges stand over it. Such a break is
 * worse than any other (`BreakAppeal.CutsThrough`).
 */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import { anonymousPartOf } from '../anonymous-part.ts';
import { BlockBreakToken, type BreakToken, BreakTokenFlag, TokenData } from '../break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import { EMPTY_EXCLUSIONS } from '../exclusions.ts';
import { BoxFragment, FragmentFlag, type Slice } from '../fragment.ts';
import { ZERO_SIDES } from '../geometry.ts';
import { relativeOffset } from '../positioned/relative-position.ts';
import { reachOf, SliceContents } from './slice-contents.ts';
import type { LayoutResult } from '../layout-result.ts';
import { BreakAppeal } from './break-appeal.ts';
import { MarginStrut } from '../margin-strut.ts';

/** What the token of a box that is cut into slices carries. */
export class MonolithicSlices extends TokenData {
  readonly whole: LayoutResult;
  readonly contents: SliceContents;
  /** How far down the next page's start lies on it, or past its end. */
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

/** The slices that a token says have gone before; null: it isn't one of those. */
export function slicesBefore(token: BlockBreakToken | null): MonolithicSlices | null {
  return token?.data instanceof MonolithicSlices ? token.data : null;
}

/** Does anything that goes on with a token go on as a slice? Then the pages' own room counts for it, repeated headers or not. */
export function goesOnInSlices(token: BreakToken | null): boolean {
  if (token === null) return false;
  if (token.type === 'inline') return token.slice !== null;
  return slicesBefore(token) !== null || token.children.some(goesOnInSlices);
}

/** What of a box that can't be split stands in the fragmentainer of its space. `whole`: the box laid out without one. */
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
  // Margins may have moved a box down that isn't a formatting context's root.
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
  const pageEnd = shown + room + fragmentainer.reserved;
  const contents = before === null ? new SliceContents(whole.fragment, axis.vertical) : before.contents;
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

/** Of a further slice: what the first one has brought comes only once. */
function withoutContents(whole: LayoutResult): LayoutResult {
  return { ...whole, exclusions: EMPTY_EXCLUSIONS, outOfFlow: [], footnotes: [], lineCount: 0, adjoiningFloats: 0 };
}

function tokenAfter(box: Box, data: MonolithicSlices, hasEnded: boolean): BlockBreakToken {
  const flags = BreakTokenFlag.SeenAllChildren | (hasEnded ? BreakTokenFlag.AtBlockEnd : 0);
  return new BlockBreakToken(box, { consumedBlockSize: data.shown, sequence: 0, flags, data });
}

/**
 * What a fragment shows that holds a box between two places on it, which are measured from its start, or (`size` > 0) from its right edge. `offset`: of the box in
 * the fragment.
 */
export function sliceBetween(from: LU, to: LU, vertical: boolean, size: LU, offset: LU): Slice {
  const [start, end] = size > 0 ? [-to, -from].map((place) => (isOpen(place) ? place : place + size)) : [from, to];
  const placed = (place: LU): LU => (isOpen(place) ? place : place + offset);
  return { vertical, from: placed(start!), to: placed(end!) };
}

const isOpen = (place: LU): boolean => Math.abs(place) >= MAX_LU;

/** The axis along which the pages follow each other, as it lies on the box. */
class SliceAxis {
  /** Of the whole box. */
  readonly size: LU;
  private readonly space: ConstraintSpace;
  private readonly fragment: BoxFragment;
  /** The pages follow each other from top to bottom. */
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

  /** How far down the box is seen, with what overflows it. */
  extentOf({ style: { box } }: Box, { blockExtent, outOfFlowExtent }: LayoutResult): LU {
    const overflow = this.vertical ? box.overflowY : box.overflowX;
    if (overflow !== 'visible') return this.size;
    // What has lines across the pages tells how far down it reaches along its own block axis only.
    if (this.space.has(SpaceFlag.Orthogonal)) return this.fromRight ? this.size : reachOf(this.fragment, this.vertical);
    return Math.max(blockExtent, outOfFlowExtent);
  }

  /** What of the box lies on a page that reaches from one place on it to another. */
  seen(contents: SliceContents, from: LU, to: LU): BoxFragment {
    return this.fromRight ? contents.between(this.size - to, this.size - from) : contents.between(from, to);
  }

  /** The fragment of one page, as high as its share of the box. */
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

  /** Relative positioning, which parents do for boxes of their own. */
  private relativeMove(box: Box): { x: LU; y: LU } {
    if (box.style.box.position !== 'relative') return { x: 0, y: 0 };
    const { percentageInline, percentageBlock, writingMode } = this.space;
    return writingMode.vertical
      ? relativeOffset(box.style, percentageBlock, percentageInline, writingMode)
      : relativeOffset(box.style, percentageInline, percentageBlock, writingMode);
  }
}
