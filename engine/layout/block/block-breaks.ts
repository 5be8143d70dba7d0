/**
 * Breaks between the children of a block container (css-break-3 §3, §4): its break opportunities, and the handling of
 * the chooser's decisions.
 */
import { type Box, BoxFlag, isInFlow } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import {
  appealBefore,
  type AvoidedBreak,
  isCutAsOften,
  type BreakPlace,
  forcedBetween,
  outcomeOf,
  pathBefore,
} from '../fragmentation/break-chooser.ts';
import {
  breakBetween,
  type BreakValue,
  isAvoidBreak,
  joinBreakValues,
  keepsBreaks,
} from '../fragmentation/break-values.ts';
import { isSolid, isTiedInVain } from '../fragmentation/tied-content.ts';
import { LayoutCache } from '../cache/layout-cache.ts';
import type { BlockFlow, Step } from './block-flow.ts';
import { childMargins } from './child-margins.ts';
import { layoutAt } from './new-formatting-context.ts';
import { isMonolithic } from '../sizing/box-facts.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/**
 * Records the break opportunity before a child of zero size. The child itself stays in this fragmentainer, and so does
 * the opportunity, even if margins extend beyond the fragmentainer's end.
 */
export function passPlace(flow: BlockFlow, child: Box, result: LayoutResult, bfcOffset: LU, between: BreakValue): void {
  const { ownFragmentainer } = flow;
  const fragmentainer = flow.isResolved ? flow.fragmentainerAt(bfcOffset) : null;
  if (fragmentainer === null || ownFragmentainer === null || ownFragmentainer.remaining < flow.position) return;
  const { breaks } = flow.builder;
  const place = placeBefore(flow, child, result, bfcOffset, between, fragmentainer);
  breaks.pass(place, pathBefore(place, appealBefore(place)));
}

function placeBefore(
  flow: BlockFlow,
  child: Box,
  result: LayoutResult,
  bfcOffset: LU,
  between: BreakValue,
  fragmentainer: FragmentainerSpace,
): BreakPlace {
  return {
    box: child,
    fragmentainer,
    // For a flex or grid container, its first item is known only after its layout.
    between: joinBreakValues(between, result.breakBefore),
    isBetweenSiblings:
      ((flow.previous !== null || child.has(BoxFlag.AfterInline)) && !startEdgeOverflows(flow)) ||
      hasGapBefore(flow, child, bfcOffset),
    makesProgress: flow.makesProgressBefore(bfcOffset),
  };
}

/**
 * Whether the start edge alone extends beyond the fragmentainer's end, so that even an empty first child doesn't belong
 * there.
 */
function startEdgeOverflows({ hasContent, isResolved, ownFragmentainer, position }: BlockFlow): boolean {
  return !hasContent && isResolved && ownFragmentainer !== null && position > Math.max(0, ownFragmentainer.remaining);
}

/** Whether clearance leaves a gap between the start of the box and its first child (css-break-3 §4.1, class C). */
function hasGapBefore(flow: BlockFlow, child: Box, bfcOffset: LU): boolean {
  return (
    flow.isResolved && flow.toLocal(bfcOffset) > flow.position && bfcOffset <= flow.clearanceFor(child.style.box.clear)
  );
}

/**
 * Decides whether the child stays here. `space` is its constraint space, or null if it establishes a formatting
 * context.
 */
export function decide(
  flow: BlockFlow,
  child: Box,
  space: ConstraintSpace | null,
  result: LayoutResult,
  bfcOffset: LU,
  between: BreakValue,
  token: BlockBreakToken | null,
): Step {
  const { builder } = flow;
  const fragmentainer = flow.fragmentainerAt(bfcOffset);
  if (fragmentainer === null) return 'continue';
  const isResumed = token !== null && !token.isBreakBefore;
  const before = placeBefore(flow, child, result, bfcOffset, between, fragmentainer);
  let place = isResumed ? { ...before, between, makesProgress: false } : before;
  const forcedBy =
    flow.previous !== null && place.between !== between ? forcedBetween(place.between, fragmentainer) : 'auto';
  if (forcedBy !== 'auto') {
    builder.endBefore(child, BreakAppeal.Perfect, true, forcedBy);
    return 'stop';
  }
  let outcome = outcomeOf(child, result, flow.mode, fragmentainer);
  // A child that is sliced here would also be sliced on the next page unless the space above it suffices. Moving it
  // would only leave this page blank.
  const isCut = outcome.state === 'broken' && outcome.appeal === BreakAppeal.CutsThrough;
  const gainsNothing = isCut && isCutAsOften(fragmentainer, result.shortage);
  if (
    isCut &&
    !gainsNothing &&
    !place.isBetweenSiblings &&
    result.shortage > fragmentainer.offset - fragmentainer.repeated
  )
    outcome = { ...outcome, appeal: BreakAppeal.LastResort };
  // NOTE As in Chromium, a resumed child that ends here isn't broken again to make space for the content below it.
  const isKept = isResumed && outcome.state === 'whole';
  const avoided: AvoidedBreak | null =
    outcome.state === 'broken' && outcome.appeal === BreakAppeal.ViolatesAvoid && outcome.appeal < result.appeal
      ? { appeal: result.appeal, unbrokenSize: () => unbrokenSize(flow, child, space, bfcOffset) }
      : gainsNothing
        ? { appeal: BreakAppeal.Perfect, unbrokenSize: () => fragmentainer.remaining + result.shortage }
        : null;
  const isBad = outcome.state === 'sticks-out' || (outcome.state === 'broken' && outcome.appeal < BreakAppeal.Perfect);
  if (isBad && avoided === null && isAvoidBreak(place.between, fragmentainer) && isChainInVain(flow, place, bfcOffset))
    place = { ...place, between: 'auto' };
  const answer = builder.breaks.offer(place, isKept ? { ...outcome, early: null } : outcome, avoided);
  if (answer === 'continue') return 'continue';
  if (answer === 'go-back') return 'go-back';
  builder.endBefore(child, appealBefore(place), false);
  return 'stop';
}

/** Whether siblings kept together by avoided breaks would be separated on every page. */
function isChainInVain(flow: BlockFlow, { box: first, fragmentainer }: BreakPlace, bfcOffset: LU): boolean {
  const { best } = flow.builder.breaks;
  const start =
    best !== null && best.appeal > BreakAppeal.ViolatesAvoid
      ? best.offset
      : (flow.ownFragmentainer?.offset ?? INDEFINITE);
  if (start === INDEFINITE) return false;
  const { children } = flow.box;
  return isTiedInVain(fragmentainer, fragmentainer.offset - start, (limit) => {
    let size = 0;
    let previous: Box | null = null;
    let margin = 0;
    for (let i = children.indexOf(first); i < children.length && size <= limit; i++) {
      const child = children[i]!;
      if (!isInFlow(child)) continue;
      if (previous !== null && !isAvoidBreak(breakBetween(previous, child), fragmentainer)) break;
      const result = layoutAt(flow, child, null, flow.contentInlineSize, bfcOffset, null, null, null);
      if (result.status !== 'ok' || !isSolid(result.fragment, fragmentainer)) break;
      const { blockStart, blockEnd } = childMargins(flow, child);
      size += result.fragment.blockSize(flow.mode) + (previous === null ? 0 : Math.max(margin, blockStart));
      margin = blockEnd;
      previous = child;
    }
    return size;
  });
}

/** Measures the child's block size without breaks. Its parts that fit stay in the cache for the next fragmentainer. */
function unbrokenSize(flow: BlockFlow, child: Box, space: ConstraintSpace | null, bfcOffset: LU): LU {
  if (space === null)
    return blockSizeOf(flow, layoutAt(flow, child, null, flow.contentInlineSize, bfcOffset, null, null, null));
  const measure = (alone: ConstraintSpace): LU => blockSizeOf(flow, flow.context.layout(child, alone, null));
  // Floats next to the box stay where they are if it moves.
  return child.has(BoxFlag.SnapsLines)
    ? measure(space.withFragmentainer(null))
    : LayoutCache.of(child).unbrokenSize(space, () => measure(space.withoutSurroundings()));
}

const blockSizeOf = (flow: BlockFlow, result: LayoutResult): LU =>
  result.status === 'ok' ? result.fragment.blockSize(flow.mode) : 0;

/** Propagates the break values of the first and last children to their container (css-break-3 §3.1). */
export function passBreaksOn(flow: BlockFlow, { breakBefore: before, breakAfter: after }: LayoutResult): void {
  const { builder } = flow;
  flow.breakAfterPrevious = after;
  if (isMonolithic(flow.box) || keepsBreaks(flow.box)) return;
  if (flow.previous === null && builder.token === null)
    builder.breakBefore = joinBreakValues(before, builder.breakBefore);
  const own = flow.space.has(SpaceFlag.AnonymousFlow) ? 'auto' : flow.box.style.box.breakAfter;
  builder.breakAfter = joinBreakValues(after, own);
}

/** Ends the fragment before a child that hasn't been laid out. */
export function breakBefore(
  flow: BlockFlow,
  child: Box,
  appeal: BreakAppeal,
  forced: boolean,
  forcedBy?: BreakValue,
): Step {
  if (!flow.resolveHere()) return 'abort';
  flow.builder.endBefore(child, appeal, forced, forcedBy);
  return 'stop';
}
