/** Floats (css2 §9.5): sized shrink-to-fit and placed as high and as far to their side as earlier floats allow. */
import type { Box } from '../../boxes/box.ts';
import { type LU, MAX_LU } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { BlockBreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import { type BreakPlace, layoutBeside, movesOnAlone, outcomeOf } from '../fragmentation/break-chooser.ts';
import { type FloatPlacer, type PlacedFloat, rowThatMovesOn } from '../inline/inline-contract.ts';
import { type BlockFlow, END_FLOATS, START_FLOATS } from './block-flow.ts';
import { exclusionShape } from './float-shape.ts';
import { isInitialLetter } from '../../boxes/initial-letter.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';

const NOTHING: readonly never[] = [];

/** Lays out a float unfragmented, to get its size. */
function layoutWhole(flow: BlockFlow, box: Box): LayoutResult {
  return flow.context.layout(box, floatSpace(flow, box).build(), null);
}

function floatSpace(flow: BlockFlow, box: Box): SpaceBuilder {
  return new SpaceBuilder(flow.context, flow.mode, box)
    .available(flow.contentInlineSize, flow.percentageBlock)
    .percentages(flow.contentInlineSize, flow.percentageBlock)
    .flag(SpaceFlag.ShrinkToFit | flow.inheritedFlags);
}

function floatSide(flow: BlockFlow, box: Box): 'start' | 'end' {
  const { float } = box.style.box;
  switch (float) {
    case 'none':
    case 'footnote':
    case 'block-start':
    case 'snap-block':
    case 'inside':
      return 'start';
    case 'block-end':
    case 'outside':
      return 'end';
    default:
      return flow.sideOf(float);
  }
}

/** Returns the inline size of the margin box, which decides whether a float fits next to its line. */
function floatMarginBoxInlineSize(flow: BlockFlow, box: Box): LU {
  const margins = usedMargins(box.style, flow.mode, flow.contentInlineSize);
  return layoutWhole(flow, box).fragment.inlineSize(flow.mode) + margins.inlineStart + margins.inlineEnd;
}

/**
 * Places a float at or below `bfcTop` among `exclusions`. Doesn't change `flow`. The caller commits the result with
 * `commitFloat`. `token` is where an earlier fragmentainer stopped.
 */
export function placeFloat(
  flow: BlockFlow,
  box: Box,
  bfcTop: LU,
  exclusions: ExclusionSpace,
  token: BlockBreakToken | null,
): PlacedFloat {
  flow.context.budget.tick();
  const { mode } = flow;
  const isResumed = token !== null && !token.isBreakBefore;
  let margins = usedMargins(box.style, mode, flow.contentInlineSize);
  if (isResumed) margins = { ...margins, blockStart: 0 };
  const whole = layoutWhole(flow, box);
  const inlineSize = whole.fragment.inlineSize(mode);
  const marginBox = inlineSize + margins.inlineStart + margins.inlineEnd;

  // css2 §9.5.1, rules 3 to 8.
  const isLetter = isInitialLetter(box);
  const clear = isLetter ? 'none' : box.style.box.clear;
  const side = floatSide(flow, box);
  const top = isLetter ? bfcTop : Math.max(bfcTop, topAfterFloats(flow, clear, side, bfcTop, exclusions));
  // An initial letter avoids floats over its whole height, because its position is fixed by its line (css-inline-3
  // §7.8.2).
  const height = isLetter ? Math.max(0, whole.fragment.blockSize(mode) + margins.blockStart + margins.blockEnd) : 0;
  const room = exclusions.find(flow.bfcContentStart, flow.bfcContentEnd, top, marginBox, height, 'margin-boxes');
  const marginStart = side === 'start' ? room.inlineStart : room.inlineEnd - marginBox;
  const bfcBlock = room.blockStart + margins.blockStart;

  // Breaks don't truncate the float's margin, so moving to the next fragmentainer because of the margin alone makes no
  // progress.
  const fragmentainer = flow.fragmentainerAt(bfcBlock, room.blockStart);
  let result: LayoutResult = whole;
  let shortage: LU = 0;
  // The part of a letter's font below its ink is invisible.
  const isWholeLetter =
    isLetter && whole.fragment.blockSize(mode) + margins.blockEnd <= (fragmentainer?.remaining ?? MAX_LU);
  if (fragmentainer !== null && !isWholeLetter) {
    const awaits = clear !== 'none' && exclusions.goesOn(flow.clearedSide(clear));
    const part = awaits
      ? null
      : partOfFloat(flow, box, whole, fragmentainer, isResumed ? token : null, margins.blockEnd);
    if (part === null || part.moves) {
      const rest = token ?? BlockBreakToken.before(box, false);
      return moveOn(rest, side, exclusions, fragmentainer, bfcBlock, part?.shortage);
    }
    ({ result } = part);
    shortage = part.shortage;
  }
  const blockSize = result.fragment.blockSize(mode);
  const marginBlockEnd = result.breakToken === null ? margins.blockEnd : 0;
  const shape = exclusionShape(flow, box, marginStart, bfcBlock, inlineSize, blockSize, margins);
  return {
    box,
    fragment: result.fragment,
    inlineOffset: marginStart + margins.inlineStart - flow.bfcContentStart,
    blockOffset: bfcBlock,
    exclusions: exclusions.add({
      side,
      inlineStart: marginStart,
      inlineEnd: marginStart + marginBox,
      blockStart: room.blockStart,
      blockEnd: Math.max(room.blockStart, bfcBlock + blockSize + marginBlockEnd),
      shape,
      goesOn: result.breakToken !== null,
      isLetter,
    }),
    breakToken: result.breakToken,
    outOfFlow: result.outOfFlow,
    footnotes: result.footnotes,
    blockExtent: result.blockExtent,
    shortage,
  };
}

/** Moves a float to the next fragmentainer although it has room here. */
function deferFloat(flow: BlockFlow, box: Box, bfcTop: LU, exclusions: ExclusionSpace): PlacedFloat {
  const fragmentainer = flow.fragmentainerAt(bfcTop)!;
  return moveOn(BlockBreakToken.before(box, false), floatSide(flow, box), exclusions, fragmentainer, bfcTop);
}

/** The part of a float that fits a fragmentainer. */
interface FloatPart {
  readonly result: LayoutResult;
  /** Whether the float starts in the next fragmentainer instead. */
  readonly moves: boolean;
  /** The smallest additional block size that would fit more of it, or 0. */
  readonly shortage: LU;
}

/**
 * Returns the part of a float that fits the fragmentainer. `token` is where an earlier fragmentainer stopped, and
 * `whole` the result without breaks.
 */
function partOfFloat(
  flow: BlockFlow,
  box: Box,
  whole: LayoutResult,
  fragmentainer: FragmentainerSpace,
  token: BlockBreakToken | null,
  marginBlockEnd: LU,
): FloatPart {
  const { mode } = flow;
  const space = floatSpace(flow, box).fragmentainer(fragmentainer).build();
  const result = layoutBeside(null, (early) => flow.context.layout(box, space, token, early));
  const place: BreakPlace = {
    box,
    fragmentainer,
    between: 'auto',
    isBetweenSiblings: true,
    // The start of the next fragmentainer has no more space than the start of this one.
    makesProgress: fragmentainer.hasPrecedingContent && (token === null || fragmentainer.offset > 0),
  };
  const avoided = { appeal: result.appeal, unbrokenSize: () => whole.fragment.blockSize(mode) };
  const outcome = outcomeOf(box, result, mode, fragmentainer);
  // Margins of floats are never truncated, so the whole margin box must fit.
  const goesOn = result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd);
  const over = goesOn ? 0 : result.fragment.blockSize(mode) + marginBlockEnd - fragmentainer.remaining;
  const hasCutMargin = over > 0 && place.makesProgress && token === null;
  const moves = movesOnAlone(place, outcome, avoided) || hasCutMargin;
  return { result, moves, shortage: outcome.shortage === 0 ? Math.max(0, over) : outcome.shortage };
}

/** Returns the minimum top of a float due to earlier floats and initial letters. */
function topAfterFloats(
  flow: BlockFlow,
  clear: Box['style']['box']['clear'],
  side: 'start' | 'end',
  bfcTop: LU,
  exclusions: ExclusionSpace,
): LU {
  let top = exclusions.lastFloatBlockStart;
  if (clear !== 'none') top = Math.max(top, exclusions.floatClearance(flow.clearedSide(clear)));
  const { letter } = exclusions;
  // A float in a line after the letter's first one clears the letter.
  if (letter !== null && side === letter.side && bfcTop > letter.blockStart) top = Math.max(top, letter.blockEnd);
  return top;
}

/**
 * Moves a float to the next fragmentainer, where it continues or begins at `token`. An empty float at the
 * fragmentainer's end represents it: later floats may not be above it, and content that clears it comes after it.
 */
function moveOn(
  token: BlockBreakToken,
  side: 'start' | 'end',
  exclusions: ExclusionSpace,
  fragmentainer: FragmentainerSpace,
  bfcBlock: LU,
  shortage: LU = 0,
): PlacedFloat {
  const end = bfcBlock + fragmentainer.remaining;
  const edge = side === 'start' ? -MAX_LU : MAX_LU;
  return {
    box: token.box,
    fragment: null,
    inlineOffset: 0,
    blockOffset: bfcBlock,
    exclusions: exclusions.add({
      side,
      inlineStart: edge,
      inlineEnd: edge,
      blockStart: end,
      blockEnd: end,
      shape: null,
      goesOn: true,
    }),
    breakToken: token,
    outOfFlow: NOTHING,
    footnotes: NOTHING,
    blockExtent: 0,
    shortage,
  };
}

/** Adds a placed float to the fragment. Its `blockOffset` is in the formatting context. */
export function commitFloat(flow: BlockFlow, placed: PlacedFloat): void {
  const { builder } = flow;
  flow.noteAdjoiningFloats(floatSide(flow, placed.box) === 'start' ? START_FLOATS : END_FLOATS);
  flow.exclusions = placed.exclusions;
  builder.breaks.noteShortage(placed.shortage);
  if (placed.fragment !== null) {
    flow.hasContent ||= placed.fragment.height > 0;
    const blockOffset = flow.toLocal(placed.blockOffset);
    builder.addChild(placed.fragment, flow.edges.inlineStart + placed.inlineOffset, blockOffset);
    builder.noteExtent(blockOffset + placed.blockExtent);
    builder.takeCandidates(placed.outOfFlow);
    builder.addFootnotes(placed.footnotes);
  }
  if (placed.breakToken !== null) builder.addChildToken(placed.breakToken);
}

/** Places floats for inline layout, with offsets relative to the content box's block start. */
export class LineFloats implements FloatPlacer {
  private readonly flow: BlockFlow;
  private readonly bfcContentBlockStart: LU;

  constructor(flow: BlockFlow, bfcContentBlockStart: LU) {
    this.flow = flow;
    this.bfcContentBlockStart = bfcContentBlockStart;
  }

  marginBoxInlineSize(box: Box): LU {
    return floatMarginBoxInlineSize(this.flow, box);
  }

  place(box: Box, bfcBlockOffset: LU, exclusions: ExclusionSpace): PlacedFloat {
    const placed = placeFloat(this.flow, box, bfcBlockOffset, exclusions, null);
    return { ...placed, blockOffset: placed.blockOffset - this.bfcContentBlockStart };
  }

  /** Converts the result given to inline layout to formatting-context offsets, for `commitFloat`. */
  inContext(placed: PlacedFloat): PlacedFloat {
    return { ...placed, blockOffset: placed.blockOffset + this.bfcContentBlockStart };
  }
}

/** Returns the number of consecutive floats from `start` without other content next to them, if there are several. */
export function bareRun(children: readonly Box[], start: number): number {
  let end = start;
  while (end < children.length && children[end]!.isFloat) end++;
  const next = children[end];
  return end - start > 1 && (next === undefined || next.style.box.clear !== 'none') ? end - start : 0;
}

/** Adds floats without other content next to them. */
export function addFloatRun(flow: BlockFlow, floats: readonly Box[]): void {
  const place = (all: readonly Box[], from: PlacedFloat[], isDeferred: boolean): PlacedFloat[] => {
    const placed = from;
    let exclusions = placed.at(-1)?.exclusions ?? flow.exclusions;
    for (const box of all) {
      const one = (isDeferred ? deferFloat : placeFloat)(flow, box, flow.bfcNext, exclusions, null);
      exclusions = one.exclusions;
      placed.push(one);
    }
    return placed;
  };
  let placed = place(floats, [], false);
  const first = flow.fragmentainer === null ? -1 : rowThatMovesOn(placed, flow.mode);
  if (first >= 0) placed = place(floats.slice(first), placed.slice(0, first), true);
  // A box that would be empty here moves with them.
  if (first === 0 && !flow.hasContent) flow.builder.breaks.take(BreakAppeal.LastResort, false);
  for (const one of placed) commitFloat(flow, one);
}
