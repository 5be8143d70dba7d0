/**
 * Block-level children that establish an independent formatting context: tables, flex containers, scrollers, replaced boxes (css2 §9.5). Their border
 * box may not overlap floats, so they stand beside them where there is room, or below.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { type LU, MAX_LU, pxFromLu } from '../../units.ts';
import { fitsLikeControl } from '../box-facts.ts';
import type { BlockBreakToken } from '../break-token.ts';
import { SpaceBuilder } from '../space-builder.ts';
import { SpaceFlag } from '../constraint-space.ts';
import type { ExclusionSpace } from '../exclusion-space.ts';
import type { LogicalSides } from '../geometry.ts';
import type { BlockFlow } from './block-flow.ts';
import { isMirrored } from './child-space.ts';
import { mirroredExclusions } from '../exclusions.ts';
import { padded, stepAlignment, type StepRoom, stepRoom } from './block-step.ts';
import { childMargins, justification, usedStartMargin, withStartMargin } from './child-margins.ts';
import { writingModeOf } from '../box-edges.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../layout-result.ts';
import { MarginStrut } from '../margin-strut.ts';

/** A place found for the child: its result and where its border box starts in the formatting context. */
export interface Placement {
  readonly result: LayoutResult;
  readonly bfcBlock: LU;
  /** In the content box. */
  readonly inlineOffset: LU;
  /** More room after it, beside its margin. */
  readonly after?: LU;
}

/**
 * Lays the child out where it goes, and settles the flow's own offset by it; null: floats stand at a wrong guess of that one. `forced`: where clearance puts
 * it, whatever its margins.
 */
export function placeFormattingContext(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  forced: LU | null,
): Placement | null {
  const early = flow.builder.breaks.targetInside(child);
  const clearance = flow.clearanceFor(child.style.box.clear);
  const withMargin = flow.bfcStrutOrigin + withStartMargin(flow, child, margins.blockStart).sum;
  let start = flow.isResolved
    ? withMargin
    : (flow.space.forcedBfcBlockOffset ?? Math.max(withMargin, flow.space.clearanceOffset));
  const cleared = start < clearance || forced !== null;
  if (cleared) start = forced ?? clearance;
  const placement = findPlace(flow, child, token, margins, start, early);
  if (flow.isResolved) return placement;
  // Our own border box starts where the child does; but floats and clearance push only the child.
  const pushed = cleared || placement.bfcBlock > start;
  const own = pushed ? flow.space.bfcBlockOffset + flow.strut.sum : placement.bfcBlock;
  if (!flow.resolveBfc(own)) return null;
  if (!pushed) return placement;
  // What floats separate from its margin comes even with their end, as with clearance, however large the margin is.
  const again = cleared
    ? Math.max(flow.bfcBlockOffset + MarginStrut.EMPTY.append(margins.blockStart).sum, clearance)
    : flow.bfcBlockOffset;
  return findPlace(flow, child, token, margins, again, early);
}

/** The same for a child with a `block-step-size`: room is inserted inside its padding, or around it, as css-rhythm-1 §3 says for each of its fragments. */
export function placeStepped(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  forced: LU | null,
): Placement | null {
  const { style } = child;
  const isResumed = token !== null && !token.isBreakBefore;
  // A margin that is truncated takes no room.
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
  // Where the margin before it is cut, all the room comes after it.
  const isCut = isResumed || flow.strut.truncates;
  const measured = isCut ? null : layoutAt(flow, child, null, flow.contentInlineSize, flow.bfcNext, null);
  const before = measured === null || measured.breakToken !== null ? 0 : roomOf(measured).before;
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
 * css2 §9.5: the first place at or below `start` where the border box, as wide as it then is, fits between the floats. Those of the page don't narrow a container
 * of columns: each of its columns keeps away from them.
 */
function findPlace(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  start: LU,
  early: EarlyBreak | null,
): Placement {
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

/** Content-box sizes that differ by no more, in CSS px, are the same. */
const TOLERANCE = 1 / 32;

/**
 * A size container whose contents are styled by its size fits or doesn't only where it has the size that they are styled for (css-conditional-5 §5: layout moves
 * forward). Places before that one have been tried in earlier rounds; the next place after it is taken as it is, for the round to come to style for.
 */
class ContainerStyling {
  private readonly size: number;
  isMet: boolean;

  /** CSS px along the lines; NaN: styled for none that a layout has found, so that the first place is as good as any. */
  private constructor(size: number) {
    this.size = size;
    this.isMet = Number.isNaN(size);
  }

  /** No place has the size any more: the floats have changed. */
  static readonly ANEW = new ContainerStyling(NaN);

  static of({ context, mode }: BlockFlow, child: Box): ContainerStyling | null {
    const styled = context.containers?.styledFor(child) ?? null;
    if (styled === null || !writingModeOf(child.style).isParallelTo(mode)) return null;
    return new ContainerStyling(styled === 'unknown' ? NaN : mode.vertical ? styled.height : styled.width);
  }

  /** take: whether it fits is to be seen. fit: it stays where it fits. skip: it has been here. */
  judge({ fragment }: LayoutResult): 'take' | 'fit' | 'skip' {
    const { writingMode, border, padding, width, height } = fragment;
    const size = writingMode.vertical
      ? height - border.top - border.bottom - padding.top - padding.bottom
      : width - border.left - border.right - padding.left - padding.right;
    if (Math.abs(pxFromLu(Math.max(0, size)) - this.size) <= TOLERANCE) {
      this.isMet = true;
      return 'fit';
    }
    return this.isMet ? 'take' : 'skip';
  }
}

/** How often the room is narrowed for floats that start beside the lower parts of the child. */
const MAX_NARROWINGS = 8;

/** At one block offset: the child in the widest room that is free over its whole height; null: there is none that it fits into. */
function placeAt(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  y: LU,
  early: EarlyBreak | null,
  styling: ContainerStyling | null,
): Placement | null {
  const containerStart = flow.bfcContentStart;
  const containerEnd = flow.bfcContentEnd;
  let height: LU = 0;
  for (let i = 0; i < MAX_NARROWINGS; i++) {
    const room = flow.exclusions.roomAt(containerStart, containerEnd, y, height, 'margin-boxes');
    const isFree = room.inlineStart === containerStart && room.inlineEnd === containerEnd;
    // Floats of both sides that reach over each other leave no room, not even for nothing.
    if (room.inlineEnd < room.inlineStart) return null;
    // Margins count from the content box and may lie under the floats.
    const from = isFree
      ? containerStart
      : Math.max(room.inlineStart, containerStart + Math.max(0, margins.inlineStart));
    const to = isFree ? containerEnd : Math.min(room.inlineEnd, containerEnd - Math.max(0, margins.inlineEnd));
    let placed: Placement;
    if (isFree) {
      placed = withoutFloats(flow, child, token, margins, y, early);
    } else {
      const available = Math.max(0, to - from);
      const sum = margins.inlineStart + margins.inlineEnd;
      const result = layoutAt(flow, child, token, Math.max(0, available + sum), y, early);
      const size = result.fragment.inlineSize(flow.mode);
      // The margin at its end pushes nothing down.
      if (size > Math.max(0, room.inlineEnd - from)) return null;
      const auto = usedStartMargin(flow, child, margins, size, available + sum) - margins.inlineStart;
      placed = { result, bfcBlock: y, inlineOffset: from - containerStart + auto };
    }
    const judgement = styling === null ? 'fit' : styling.judge(placed.result);
    if (judgement === 'take') return placed;
    const blockSize = placed.result.fragment.blockSize(flow.mode);
    const whole = flow.exclusions.roomAt(containerStart, containerEnd, y, blockSize, 'margin-boxes');
    const start = containerStart + placed.inlineOffset;
    const end = start + placed.result.fragment.inlineSize(flow.mode);
    const isClear =
      (whole.inlineStart <= start || whole.inlineStart === containerStart) &&
      (whole.inlineEnd >= end || whole.inlineEnd === containerEnd);
    if (isClear || blockSize <= height) return isClear && judgement === 'fit' ? placed : null;
    height = blockSize;
  }
  return null;
}

function withoutFloats(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  margins: LogicalSides,
  y: LU,
  early: EarlyBreak | null,
  outsideFloats = false,
): Placement {
  const floats = outsideFloats ? floatsAround(flow, child, margins, y) : null;
  const result = layoutAt(flow, child, token, flow.contentInlineSize, y, early, floats);
  const size = result.fragment.inlineSize(flow.mode);
  return { result, bfcBlock: y, inlineOffset: usedStartMargin(flow, child, margins, size, flow.contentInlineSize) };
}

/** The floats of the page as a container of columns sees them whose border box starts at a block offset. */
function floatsAround(flow: BlockFlow, child: Box, margins: LogicalSides, y: LU): ExclusionSpace {
  const start = flow.bfcContentStart + margins.inlineStart;
  const end = flow.bfcContentEnd - margins.inlineEnd;
  return isMirrored(child, flow)
    ? mirroredExclusions(flow.exclusions.outsideOver(start, end, end, y))
    : flow.exclusions.outsideOver(start, end, start, y);
}

function layoutAt(
  flow: BlockFlow,
  child: Box,
  token: BlockBreakToken | null,
  available: LU,
  bfcBlock: LU,
  early: EarlyBreak | null,
  outsideFloats: ExclusionSpace | null = null,
): LayoutResult {
  const builder = new SpaceBuilder(flow.context, flow.mode, child)
    .available(available, flow.availableBlockFor(child, childMargins(flow, child)))
    .percentages(flow.contentInlineSize, flow.percentageBlock)
    .flag(flow.inheritedFlags)
    .fragmentainer(flow.fragmentainerAt(bfcBlock));
  if (outsideFloats !== null) builder.outsideFloats(outsideFloats);
  if (justification(flow, child) !== null || fitsLikeControl(child)) builder.flag(SpaceFlag.ShrinkToFit);
  const isResumed = token !== null && !token.isBreakBefore;
  return flow.context.layout(child, builder.build(), isResumed ? token : null, early);
}
