/**
 * May a laid-out child stay where it is, or is the break to come before it, or better earlier (css-break-3 §4.4)? The rule is: break at the most
 * appealing place, and of equally appealing ones at the last that fits. A place is remembered while it is passed (EarlyBreak); only when a worse
 * break would have to be taken does the container lay out once more, aimed at the better one.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { BlockBreakToken } from '../break-token.ts';
import { BreakAppeal, type EarlyBreak, type LayoutResult } from '../contract.ts';
import type { FragmentainerSpace } from '../constraint-space.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { type BreakValue, isAvoidBreak } from './break-values.ts';

export type BreakDecision = 'continue' | 'broke-before' | 'needs-earlier-break';

/** Can a box not be split at all (css-break-3 §4.1)? Orthogonal flows are laid out without a fragmentainer and count too. */
export function isMonolithic(box: Box): boolean {
  return box.kind === BoxKind.Replaced || box.has(BoxFlag.Monolithic);
}

/** What the caller knows about the place before a child. */
export interface ChildPlace {
  /** The child's fragmentainer, seen from its border-box block start. */
  readonly fragmentainer: FragmentainerSpace;
  /** `break-before` and `-after` joined. */
  readonly between: BreakValue;
  /** A sibling precedes it in this fragment, so that this is a break between siblings at all. */
  readonly isBetweenSiblings: boolean;
  /** Something precedes it in the fragmentainer: to break before it makes progress. */
  readonly makesProgress: boolean;
  /** The container may still be laid out again for a better break. */
  readonly mayGoBack: boolean;
}

/** How good a break before the child would be. */
export function appealBefore(place: ChildPlace): BreakAppeal {
  // Between a container's start edge and its first child there is no break opportunity.
  if (!place.isBetweenSiblings) return BreakAppeal.LastResort;
  return isAvoidBreak(place.between, place.fragmentainer) ? BreakAppeal.ViolatesAvoid : BreakAppeal.Perfect;
}

/** How good it is to break inside a child as its result says; `break-inside` of the child itself comes on top. */
export function appealInside(child: Box, fragmentainer: FragmentainerSpace, appeal: BreakAppeal): BreakAppeal {
  if (appeal > BreakAppeal.ViolatesAvoid && isAvoidBreak(child.style.box.breakInside, fragmentainer))
    return BreakAppeal.ViolatesAvoid;
  return appeal;
}

/**
 * Decides about a child that has just been laid out, before it is added. 'broke-before': a token for it has been added, stop.
 * 'needs-earlier-break': lay the container out again with `builder.earlyBreak`.
 */
export function breakBeforeChildIfNeeded(
  builder: FragmentBuilder,
  child: Box,
  result: LayoutResult,
  place: ChildPlace,
): BreakDecision {
  const before = appealBefore(place);
  if (fits(builder, child, result, place, before)) {
    if (result.breakToken === null) rememberPlace(builder, child, result, place, before);
    return 'continue';
  }
  reportShortage(builder, result, place);
  if (result.breakToken !== null) rememberInside(builder, child, result, place, before);
  if (builder.earlyBreak !== null && builder.earlyBreak.appeal > before) return 'needs-earlier-break';
  if (builder.earlyBreak !== null && builder.earlyBreak.box === child && builder.earlyBreak.appeal === before)
    return 'needs-earlier-break';
  breakBefore(builder, child, before, false);
  return 'broke-before';
}

/** Ends the fragment before a child. `value`: what forces it, where that isn't in the box tree. */
export function breakBefore(
  builder: FragmentBuilder,
  child: Box,
  appeal: BreakAppeal,
  forced: boolean,
  value: BreakValue | null = null,
): void {
  builder.addChildToken(BlockBreakToken.before(child, forced, value));
  if (forced) builder.forcedBreakInside = true;
  if (appeal < builder.appeal) builder.appeal = appeal;
}

function fits(
  builder: FragmentBuilder,
  child: Box,
  result: LayoutResult,
  place: ChildPlace,
  before: BreakAppeal,
): boolean {
  const { fragmentainer } = place;
  const { fragment, breakToken } = result;
  const left = fragmentainer.remaining;
  const blockSize = fragment.blockSize(builder.mode);
  if (breakToken !== null) {
    // Broken inside: is that better than breaking before it, or before something earlier?
    if (!place.makesProgress)
      return !hasBetterInside(child, result, place) && acceptBreakInside(builder, child, result, fragmentainer);
    if (left <= 0 && !breakToken.isForced) return false;
    const inside =
      breakToken.isForced && result.appeal === BreakAppeal.Perfect
        ? BreakAppeal.Perfect
        : appealInside(child, fragmentainer, result.appeal);
    if (inside < before) return false;
    if (builder.earlyBreak !== null && builder.earlyBreak.appeal > inside) return false;
    return acceptBreakInside(builder, child, result, fragmentainer);
  }
  if (blockSize <= left) {
    // Columns inside may have broken badly for want of room here.
    if (result.appeal < before && place.makesProgress) return false;
    if (result.appeal < builder.appeal) builder.appeal = result.appeal;
    return left >= 0;
  }
  // An empty box may hang over the end only if its content does not.
  if (!place.makesProgress) return true;
  return false;
}

/** Has the child, which must break inside, passed a better place than where it broke? */
function hasBetterInside(child: Box, result: LayoutResult, place: ChildPlace): boolean {
  if (!place.mayGoBack || result.earlyBreak === null) return false;
  const { fragmentainer } = place;
  const inside = appealInside(child, fragmentainer, result.appeal);
  return appealInside(child, fragmentainer, result.earlyBreak.appeal) > inside;
}

function acceptBreakInside(
  builder: FragmentBuilder,
  child: Box,
  result: LayoutResult,
  fragmentainer: FragmentainerSpace,
): true {
  const inside = appealInside(child, fragmentainer, result.appeal);
  if (inside < builder.appeal) builder.appeal = inside;
  if (result.breakToken?.isForced === true) builder.forcedBreakInside = true;
  noteShortage(builder, result.shortage);
  return true;
}

/** A child broken at a bad place, its block-end edges say, may have passed a better one: further down than the break before it. */
function rememberInside(
  builder: FragmentBuilder,
  child: Box,
  result: LayoutResult,
  place: ChildPlace,
  before: BreakAppeal,
): void {
  if (result.earlyBreak === null) return;
  const inside = appealInside(child, place.fragmentainer, result.earlyBreak.appeal);
  if (
    inside === BreakAppeal.LastResort ||
    inside < before ||
    (builder.earlyBreak !== null && builder.earlyBreak.appeal > inside)
  )
    return;
  const line = result.earlyBreak.box === child ? result.earlyBreak.line : -1;
  builder.earlyBreak = { box: child, inside: line >= 0 ? null : result.earlyBreak, line, appeal: inside };
}

/** css-break-3 §4.4: remembers the best of the places passed so far. */
function rememberPlace(
  builder: FragmentBuilder,
  child: Box,
  result: LayoutResult,
  place: ChildPlace,
  before: BreakAppeal,
): void {
  let inside: BreakAppeal = BreakAppeal.LastResort;
  if (result.earlyBreak !== null) {
    inside = appealInside(child, place.fragmentainer, result.earlyBreak.appeal);
    if (builder.earlyBreak === null || builder.earlyBreak.appeal <= inside) {
      const line = result.earlyBreak.box === child ? result.earlyBreak.line : -1;
      builder.earlyBreak = { box: child, inside: line >= 0 ? null : result.earlyBreak, line, appeal: inside };
    }
  }
  // At the same appeal the place inside is further down, and so better.
  if (before <= inside || !place.makesProgress) return;
  if (builder.earlyBreak !== null && builder.earlyBreak.appeal > before) return;
  if (before === BreakAppeal.LastResort) return;
  builder.earlyBreak = { box: child, inside: null, line: -1, appeal: before };
}

/** How much taller the fragmentainer would have had to be for the child to fit: for column balancing. */
function reportShortage(builder: FragmentBuilder, result: LayoutResult, place: ChildPlace): void {
  if (result.shortage > 0) noteShortage(builder, result.shortage);
  const over = result.fragment.blockSize(builder.mode) - place.fragmentainer.remaining;
  if (over > 0 && result.breakToken === null) noteShortage(builder, over);
}

/** Keeps the smallest. */
export function noteShortage(builder: FragmentBuilder, shortage: LU): void {
  if (shortage > 0 && (builder.shortage === 0 || shortage < builder.shortage)) builder.shortage = shortage;
}

/** The early break to hand to a child's layout: its own part of the path. */
export function earlyBreakInside(early: EarlyBreak | null, child: Box): EarlyBreak | null {
  if (early === null || early.box !== child) return null;
  return early.line >= 0 ? early : early.inside;
}

/** Is the container to break before this child, because it was laid out again for that? */
export function isEarlyBreakBefore(early: EarlyBreak | null, child: Box): boolean {
  return early !== null && early.box === child && early.line < 0 && early.inside === null;
}
