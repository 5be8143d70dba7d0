/**
 * Block-level children that establish an independent formatting context: tables, flex containers, scroll containers,
 * replaced boxes (css2 §9.5). Their border box must not overlap floats, so they are placed next to them if they fit, or
 * below.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { type LU, MAX_LU, pxFromLu } from '../../units.ts';
import { fitsLikeControl, isMonolithic } from '../sizing/box-facts.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import { contentHeight, contentWidth, type LogicalSides } from '../contract/geometry.ts';
import type { BlockFlow } from './block-flow.ts';
import { isMirrored } from './child-space.ts';
import { mirroredExclusions } from '../contract/exclusions.ts';
import { padded, stepAlignment, type StepRoom, stepRoom } from './block-step.ts';
import { childMargins, justification, stretches, usedStartMargin, withStartMargin } from './child-margins.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';

/** The position of a child: its result, and its border-box start in the formatting context. */
interface Placement {
  readonly result: LayoutResult;
  readonly bfcBlock: LU;
  /** Inline offset in the content box. */
  readonly inlineOffset: LU;
  /** Additional space after it, outside its margin. */
  readonly after?: LU;
}

/**
 * A position that was found for a child. The child is laid out there only once the position is certain: broken results
 * aren't cached, so that trying positions at every level of nested contexts would double the cost with each.
 */
interface Place {
  readonly bfcBlock: LU;
  layOut(): Placement;
}

/**
 * Lays out the child at its position and resolves the flow's own offset by it. Returns null if floats were placed at a
 * wrong guess of that offset. `forced` is the offset given by clearance, regardless of margins.
 */
export function placeFormattingContext(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  forced: LU | null,
): Placement | null {
  const early = flow.builder.breaks.targetInside(child);
  // css-inline-3 §7.8.1: it also clears an initial letter that is taller than its paragraph.
  const clearance = Math.max(flow.clearanceFor(child.style.box.clear), flow.exclusions.letter?.blockEnd ?? -MAX_LU);
  const withMargin = flow.bfcStrutOrigin + withStartMargin(flow, child, margins.blockStart).sum;
  let start = flow.isResolved
    ? withMargin
    : (flow.space.forcedBfcBlockOffset ?? Math.max(withMargin, flow.space.clearanceOffset));
  const cleared = start < clearance || forced !== null;
  if (cleared) start = forced ?? clearance;
  const place = findPlace(flow, child, token, margins, start, early);
  if (flow.isResolved) return place.layOut();
  // This border box starts where the child does, but floats and clearance move only the child.
  const pushed = cleared || place.bfcBlock > start;
  const own = pushed ? flow.space.bfcBlockOffset + flow.strut.sum : place.bfcBlock;
  if (!flow.resolveBfc(own)) return null;
  if (!pushed) return place.layOut();
  // As with clearance, a child separated from its margin by floats is placed at their end, however large the margin is.
  const again = cleared
    ? Math.max(flow.bfcBlockOffset + MarginStrut.EMPTY.append(margins.blockStart).sum, clearance)
    : flow.bfcBlockOffset;
  return findPlace(flow, child, token, margins, again, early).layOut();
}

/**
 * Places a child with a `block-step-size`. Space is inserted inside its padding or around it, for each of its fragments
 * (css-rhythm-1 §3).
 */
export function placeStepped(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  forced: LU | null,
): Placement | null {
  const { style } = child;
  const isResumed = token !== null && !token.isBreakBefore;
  // A truncated margin takes no space.
  const ownStart = isResumed || flow.strut.truncates ? 0 : margins.blockStart;
  const edges = ownStart + margins.blockEnd;
  const alignment = stepAlignment(style);
  const roomOf = ({ fragment }: LayoutResult): StepRoom =>
    stepRoom(style, fragment.blockSize(flow.mode) + edges, alignment);
  if (style.rare.blockStepInsert !== 'margin-box') {
    const placed = placeFormattingContext(flow, child, token, margins, forced);
    if (placed === null || placed.result.breakToken !== null) return placed;
    return { ...placed, result: padded(placed.result, flow.mode, roomOf(placed.result)) };
  }
  // If the margin before it is truncated, all space follows it.
  const isCut = isResumed || flow.strut.truncates;
  const before = isCut ? 0 : roomBeforeWhole(flow, child, roomOf);
  const placed = placeFormattingContext(
    flow,
    child,
    token,
    { ...margins, blockStart: margins.blockStart + before },
    forced,
  );
  if (placed === null || placed.result.breakToken !== null) return placed;
  const { before: wished, after } = roomOf(placed.result);
  return { ...placed, after: wished + after - before };
}

/**
 * Returns the space before a child that doesn't break here, or 0. It is measured unfragmented: broken results aren't
 * cached, so that measuring them at every level would double the cost with each.
 */
function roomBeforeWhole(flow: BlockFlow, child: Box, roomOf: (result: LayoutResult) => StepRoom): LU {
  const fragmentainer = flow.fragmentainerAt(flow.bfcNext);
  if (fragmentainer !== null && child.has(BoxFlag.HasForcedBreak)) return 0;
  const whole = layoutAt(flow, child, null, flow.contentInlineSize, flow.bfcNext, null, null, null);
  const breaks = fragmentainer !== null && !isMonolithic(child) && whole.blockExtent > fragmentainer.remaining;
  return breaks ? 0 : roomOf(whole).before;
}

/**
 * Finds the first position at or below `start` where the border box fits between the floats, with its width at that
 * position (css2 §9.5). Page floats don't narrow a multicol container, because each of its columns avoids them.
 */
function findPlace(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  start: LU,
  early: EarlyBreak | null,
): Place {
  const containerStart = flow.bfcContentStart;
  const containerEnd = flow.bfcContentEnd;
  const { exclusions } = flow;
  if (exclusions.isEmpty || exclusions.lowestEnd <= start)
    return withoutFloats(flow, child, token, margins, start, early);
  if (child.kind === BoxKind.Multicol && exclusions.inside.lowestEnd <= start)
    return withoutFloats(flow, child, token, margins, start, early, true);
  let styling = ContainerStyling.of(flow, child);
  let y = start;
  for (;;) {
    flow.context.budget.tick();
    y = flow.exclusions.find(containerStart, containerEnd, y, 0, 0, 'margin-boxes').blockStart;
    const placed = placeAt(flow, child, token, margins, y, early, styling);
    if (placed !== null) return placed;
    const next = flow.exclusions.nextBlockEnd(y);
    if (next < MAX_LU) {
      y = next;
      continue;
    }
    if (styling === null || styling.isMet) return withoutFloats(flow, child, token, margins, y, early);
    styling = ContainerStyling.ANEW;
    y = start;
  }
}

/** Content-box sizes with a smaller difference in CSS px are treated as equal. */
const TOLERANCE = 1 / 32;

/**
 * Placement of a size container whose contents depend on its size. A position is accepted only if the container has the
 * size for which the contents were styled (css-conditional-5 §5: layout moves forward). Earlier rounds have tried the
 * positions before it. The next position after it is accepted, and the next round styles for that size.
 */
class ContainerStyling {
  private readonly size: number;
  isMet: boolean;

  /** Size along the lines in CSS px. NaN if it doesn't come from a layout, so that the first position is accepted. */
  private constructor(size: number) {
    this.size = size;
    this.isMet = Number.isNaN(size);
  }

  /** Used if no position has the size anymore because the floats have changed. */
  static readonly ANEW = new ContainerStyling(NaN);

  static of({ context, mode }: BlockFlow, child: Box): ContainerStyling | null {
    const styled = context.containers?.styledFor(child) ?? null;
    if (styled === null || !writingModeOf(child.style).isParallelTo(mode)) return null;
    return new ContainerStyling(styled === 'unknown' ? NaN : mode.inlineOf(styled.width, styled.height));
  }

  /**
   * `take`: accept without checking the fit. `fit`: accept if it fits. `skip`: an earlier round has tried this
   * position.
   */
  judge({ fragment }: LayoutResult): 'take' | 'fit' | 'skip' {
    const size = fragment.writingMode.inlineOf(contentWidth(fragment), contentHeight(fragment));
    if (Math.abs(pxFromLu(Math.max(0, size)) - this.size) <= TOLERANCE) {
      this.isMet = true;
      return 'fit';
    }
    return this.isMet ? 'take' : 'skip';
  }
}

/** Maximum number of times the space is narrowed for floats next to lower parts of the child. */
const MAX_NARROWINGS = 8;

/** Finds the widest space at a block offset that is free over the child's whole height, or null if it doesn't fit. */
function placeAt(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  y: LU,
  early: EarlyBreak | null,
  styling: ContainerStyling | null,
): Place | null {
  const containerStart = flow.bfcContentStart;
  const containerEnd = flow.bfcContentEnd;
  const fragmentainer = flow.fragmentainerAt(y);
  const isResumed = token !== null && !token.isBreakBefore;
  // The rest of a child has only the size that it has in this fragmentainer.
  const isMeasured = fragmentainer !== null && !isResumed;
  let height: LU = 0;
  for (let i = 0; i < MAX_NARROWINGS; i++) {
    const room = flow.exclusions.roomAt(containerStart, containerEnd, y, height, 'margin-boxes');
    const isFree = room.inlineStart === containerStart && room.inlineEnd === containerEnd;
    // Overlapping floats of both sides leave no space, not even for a box of size 0.
    if (room.inlineEnd < room.inlineStart) return null;
    // Margins count from the content box and may overlap the floats.
    const from = isFree
      ? containerStart
      : Math.max(room.inlineStart, containerStart + Math.max(0, margins.inlineStart));
    const to = isFree ? containerEnd : Math.min(room.inlineEnd, containerEnd - Math.max(0, margins.inlineEnd));
    const available = isFree
      ? flow.contentInlineSize
      : Math.max(0, Math.max(0, to - from) + margins.inlineStart + margins.inlineEnd);
    if (!isFree && leastInlineSize(flow, child) > Math.max(0, room.inlineEnd - from)) return null;
    const tried = isMeasured
      ? layoutAt(flow, child, null, available, y, null, null, null)
      : layoutAt(flow, child, token, available, y, early);
    const size = tried.fragment.inlineSize(flow.mode);
    // The end margin doesn't move the child down.
    if (!isFree && size > Math.max(0, room.inlineEnd - from)) return null;
    const margin = usedStartMargin(flow, child, margins, size, available);
    const inlineOffset = isFree ? margin : from - containerStart + margin - margins.inlineStart;
    const layOut = (): Placement => ({
      result: isMeasured ? layoutAt(flow, child, token, available, y, early) : tried,
      bfcBlock: y,
      inlineOffset,
    });
    const judgement = styling === null ? 'fit' : styling.judge(tried);
    if (judgement === 'take') return { bfcBlock: y, layOut };
    const wholeSize = tried.fragment.blockSize(flow.mode);
    const blockSize = isMeasured ? Math.min(wholeSize, Math.max(0, fragmentainer.remaining)) : wholeSize;
    const whole = flow.exclusions.roomAt(containerStart, containerEnd, y, blockSize, 'margin-boxes');
    const start = containerStart + inlineOffset;
    const end = start + size;
    const isClear =
      (whole.inlineStart <= start || whole.inlineStart === containerStart) &&
      (whole.inlineEnd >= end || whole.inlineEnd === containerEnd);
    if (isClear || blockSize <= height) return isClear && judgement === 'fit' ? { bfcBlock: y, layOut } : null;
    height = blockSize;
  }
  return null;
}

/**
 * Returns the minimum size of the child in any space, or 0 if only its layout determines it. Tables are never narrower
 * than their contents.
 */
function leastInlineSize(flow: BlockFlow, child: Box): LU {
  if (child.kind !== BoxKind.TableWrapper || !writingModeOf(child.style).isParallelTo(flow.mode)) return 0;
  return flow.context.intrinsicSizes(child, flow.percentageBlock).minContent;
}

function withoutFloats(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  y: LU,
  early: EarlyBreak | null,
  outsideFloats = false,
): Place {
  const layOut = (): Placement => {
    const floats = outsideFloats ? floatsAround(flow, child, margins, y) : null;
    const result = layoutAt(flow, child, token, flow.contentInlineSize, y, early, floats);
    const size = result.fragment.inlineSize(flow.mode);
    return { result, bfcBlock: y, inlineOffset: usedStartMargin(flow, child, margins, size, flow.contentInlineSize) };
  };
  return { bfcBlock: y, layOut };
}

/** Returns the page floats relative to a multicol container whose border box starts at a block offset. */
function floatsAround(flow: BlockFlow, child: Box, margins: LogicalSides, y: LU): ExclusionSpace {
  const start = flow.bfcContentStart + margins.inlineStart;
  const end = flow.bfcContentEnd - margins.inlineEnd;
  return isMirrored(child, flow)
    ? mirroredExclusions(flow.exclusions.outsideOver(start, end, end, y))
    : flow.exclusions.outsideOver(start, end, start, y);
}

/** Lays the child out at a block offset of the formatting context, in `available` inline space. */
export function layoutAt(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  available: LU,
  bfcBlock: LU,
  early: EarlyBreak | null,
  outsideFloats: ExclusionSpace | null = null,
  fragmentainer = flow.fragmentainerAt(bfcBlock),
): LayoutResult {
  const margins = childMargins(flow, child);
  const builder = new SpaceBuilder(flow.context, flow.mode, child)
    .available(available, flow.availableBlockFor(child, margins))
    .percentages(flow.contentInlineSize, flow.percentageBlock)
    .flag(flow.inheritedFlags)
    .fragmentainer(fragmentainer);
  if (child.kind === BoxKind.TableWrapper && stretches(flow, child))
    builder.fixedInline(available - margins.inlineStart - margins.inlineEnd);
  if (outsideFloats !== null) builder.outsideFloats(outsideFloats);
  if (justification(flow, child) !== null || fitsLikeControl(child)) builder.flag(SpaceFlag.ShrinkToFit);
  const isResumed = token !== null && !token.isBreakBefore;
  return flow.context.layout(child, builder.build(), isResumed ? token : null, early);
}
