/**
 * Chooses where a fragment ends (css-break-3 §4). All break decisions are made here.
 *
 * Algorithms offer their break opportunities in order, each with the content before it and the outcome of laying out
 * what follows (`BreakChooser.offer`). The answer is to continue, to break here, or to go back to a better opportunity
 * passed earlier.
 *
 * The most appealing opportunity wins, and among equals the last that fits. Going back means another layout
 * (`withBestBreak`). Lines are numerous and uniform, so they are counted instead (`linesToKeep`).
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { Length } from '../../css/length.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { BreakAppeal, type EarlyBreak } from './break-appeal.ts';
import { type BreakValue, endsPage, isAvoidBreak, isForcedBreak } from './break-values.ts';
import { pageNameChanges } from './page-names.ts';
import { INDEFINITE, type LU } from '../../units.ts';

/** Ranks below every appeal: the break is impossible. */
const NOT_AT_ALL = -2;
type Rank = BreakAppeal | typeof NOT_AT_ALL;

/** A break opportunity between siblings, or before a container's first child. */
export interface BreakPlace {
  /** The first box of the next fragmentainer. For adjacent boxes, the first of them. */
  readonly box: Box;
  /** The fragmentainer, from the border-box block start of the following content. */
  readonly fragmentainer: FragmentainerSpace;
  /** The combined value of adjacent `break-before` and `break-after`. */
  readonly between: BreakValue;
  /**
   * Whether a sibling precedes it in this fragment. A container's start edge and its first child have no break
   * opportunity between them.
   */
  readonly isBetweenSiblings: boolean;
  /** Whether content precedes it in the fragmentainer, so that breaking here makes progress. */
  readonly makesProgress: boolean;
}

/** The outcome of laying out the content after a break opportunity. */
export interface Outcome {
  /**
   * `whole`: all of it fits in this fragmentainer. `broken`: it continues in the next. `sticks-out`: it overflows the
   * end unbroken.
   */
  readonly state: 'whole' | 'broken' | 'sticks-out';
  /** Appeal of the break inside, including `break-inside` of the boxes around it. */
  readonly appeal: BreakAppeal;
  readonly isForced: boolean;
  /** The best opportunity passed inside, as a path from the place's box, or null. */
  readonly early: EarlyBreak | null;
  /** Additional space that would fit more content, or 0 if nothing was short. */
  readonly shortage: LU;
}

/** A break inside a box that avoids breaks. */
export interface AvoidedBreak {
  /** Its appeal if `break-inside` of the box is ignored. */
  readonly appeal: BreakAppeal;
  /** Measures the block size of the box without breaks, LU. */
  readonly unbrokenSize: () => LU;
}

type BreakAnswer = 'continue' | 'break-before' | 'go-back';

export class BreakChooser {
  /** The break that this layout aims at, or null to find the best one. */
  readonly target: EarlyBreak | null;
  private readonly mayGoBack: boolean;
  /** Whether opportunities inside unbroken children are recorded. */
  readonly seeksPlaces: boolean;
  private asksForPlaces = false;
  appeal: BreakAppeal = BreakAppeal.Perfect;
  /** Whether a forced break inside ends this fragment. */
  isForced = false;
  /** The best opportunity passed so far. */
  best: EarlyBreak | null = null;
  /** Smallest additional space that would fit more content (for column balancing), or 0 if nothing was short. */
  shortage: LU = 0;

  constructor(target: EarlyBreak | null, mayGoBack: boolean, seeksPlaces = false) {
    this.target = target;
    this.mayGoBack = mayGoBack;
    this.seeksPlaces = seeksPlaces;
  }

  /**
   * Returns the chooser for the next attempt. If `lacksPlaces` asked for it, the chooser also records opportunities
   * inside unbroken children. Otherwise it targets the best opportunity passed and can't go back again.
   */
  nextTry(): BreakChooser {
    if (this.asksForPlaces) return new BreakChooser(this.target, this.mayGoBack, true);
    const next = new BreakChooser(this.best, false, this.seeksPlaces);
    next.noteShortage(this.shortage);
    return next;
  }

  /**
   * Requests another attempt that records opportunities inside unbroken children. The contents fit, but the end edge
   * below doesn't, so the break must go back into the contents. Returns false if they are already recorded, or if going
   * back isn't possible.
   *
   * PERF: cached results don't list their opportunities. Boxes that fit are the common case and don't need them.
   */
  lacksPlaces(): boolean {
    this.asksForPlaces = this.mayGoBack && !this.seeksPlaces;
    return this.asksForPlaces;
  }

  isTarget(box: Box): boolean {
    const { target } = this;
    return target !== null && target.box === box && target.line < 0 && target.inside === null;
  }

  /** Returns the part of the target inside a child. */
  targetInside(child: Box): EarlyBreak | null {
    const { target } = this;
    if (target === null || target.box !== child) return null;
    return target.line >= 0 ? target : target.inside;
  }

  /**
   * Decides how to continue after content laid out following a place (css-break-3 §4.4). `avoided` describes what
   * moving the box after the place would gain if a break inside violates its `break-inside`.
   */
  offer(place: BreakPlace, outcome: Outcome, avoided: AvoidedBreak | null = null): BreakAnswer {
    const rank = rankInside(place, outcome);
    const inside = lacksRoom(place) ? (Math.min(rank, BreakAppeal.ViolatesAvoid) as Rank) : rank;
    const isUseless = inside < BreakAppeal.LastResort && place.fragmentainer.isStart;
    const before = place.makesProgress && !isUseless ? appealBefore(place) : NOT_AT_ALL;
    const early = this.mayGoBack ? outcome.early : null;
    const earlier = this.mayGoBack && this.best !== null ? this.best.appeal : NOT_AT_ALL;
    const choice = bestPlace(inside, Math.max(before, early?.appeal ?? NOT_AT_ALL) as Rank, earlier);
    if (choice === 'inside') {
      // An `avoid` that no page can satisfy doesn't move the enclosing boxes either.
      const isVain = avoided !== null && movesInVain(place, avoided, null);
      const { appeal } = isVain ? avoided : outcome;
      const kept = lacksRoom(place) ? (Math.min(appeal, BreakAppeal.ViolatesAvoid) as BreakAppeal) : appeal;
      this.accept(place, kept === outcome.appeal ? outcome : { ...outcome, appeal: kept }, before);
      return 'continue';
    }
    if (avoided !== null && movesInVain(place, avoided, choice === 'earlier' ? this.best : null))
      return this.offer(place, { ...outcome, appeal: avoided.appeal });
    this.noteShortage(outcome.shortage);
    if (choice === 'earlier') return 'go-back';
    if (early !== null && early.appeal >= leastInside(inside, before)) {
      this.best = early;
      return 'go-back';
    }
    return 'break-before';
  }

  private accept(place: BreakPlace, outcome: Outcome, before: Rank): void {
    // Overflow of a box that ends here is sliced in a parallel flow, which is no reason to move the box.
    const isBeside = outcome.appeal === BreakAppeal.CutsThrough && place.fragmentainer.requiresContent;
    if (outcome.appeal < this.appeal && !isBeside) this.appeal = outcome.appeal;
    if (outcome.state === 'broken') {
      if (outcome.isForced) this.isForced = true;
      this.noteShortage(outcome.shortage);
    } else {
      this.remember(place, before, outcome.early);
    }
  }

  /** Records a passed opportunity: before a box, or deeper inside it. */
  private remember(place: BreakPlace, before: Rank, early: EarlyBreak | null): void {
    const appeal = this.withBreaksAbove(before);
    if (appeal > BreakAppeal.LastResort && (this.best === null || this.best.appeal <= appeal))
      this.best = pathBefore(place, appeal as BreakAppeal);
    if (early !== null && (this.best === null || this.best.appeal <= early.appeal)) this.best = early;
  }

  /** Records an opportunity that is passed without layout of the content after it. */
  pass(place: BreakPlace, path: EarlyBreak): void {
    const appeal = this.withBreaksAbove(place.makesProgress ? appealBefore(place) : NOT_AT_ALL);
    if (appeal > BreakAppeal.LastResort && (this.best === null || this.best.appeal <= appeal)) this.best = path;
  }

  /**
   * Returns the appeal of a later break together with the breaks that are already accepted: the later break doesn't
   * improve content of a parallel flow that continues above it.
   */
  private withBreaksAbove(rank: Rank): Rank {
    return Math.min(rank, this.appeal) as Rank;
  }

  /** Ends the fragment with a break of this appeal. */
  take(appeal: BreakAppeal, isForced: boolean): void {
    if (isForced) this.isForced = true;
    if (appeal < this.appeal) this.appeal = appeal;
  }

  noteShortage(shortage: LU): void {
    if (shortage > 0 && (this.shortage === 0 || shortage < this.shortage)) this.shortage = shortage;
  }
}

/**
 * Repeats the layout until an attempt succeeds. `attempt` returns null if its chooser answered 'go-back' or lacked
 * places inside children. With a target from the parent, going back isn't possible. At most three attempts are made.
 */
export function withBestBreak<R>(target: EarlyBreak | null, attempt: (breaks: BreakChooser) => R | null): R {
  let breaks = new BreakChooser(target, target === null);
  for (;;) {
    const result = attempt(breaks);
    if (result !== null) return result;
    breaks = breaks.nextTry();
  }
}

/** Returns the most appealing of three successive places, and among equals the last (css-break-3 §4.4). */
export function bestPlace(inside: Rank, before: Rank, earlier: Rank): 'inside' | 'before' | 'earlier' {
  if (inside >= before && inside >= earlier) return 'inside';
  return before >= earlier ? 'before' : 'earlier';
}

/**
 * Whether less of the fragmentainer is left than the box after a place requires (`-pagewright-break-room`). It then
 * begins here only if every other break also violates an `avoid`.
 */
function lacksRoom({ box, fragmentainer, makesProgress }: BreakPlace): boolean {
  const room = box.style.rare.pagewrightBreakRoom;
  if (room === Length.ZERO || !makesProgress || fragmentainer.takesRest) return false;
  return fragmentainer.remaining < room.resolve(fragmentainer.fullSize);
}

/** Returns the path to a place between siblings. */
export function pathBefore({ box, fragmentainer }: BreakPlace, appeal: BreakAppeal): EarlyBreak {
  return { box, inside: null, line: -1, appeal, offset: fragmentainer.offset };
}

/**
 * Returns whether a box that avoids breaks would also be broken in the next fragmentainer: together with the content
 * from `best` that moves with it, it is taller than the largest one. An `avoid` that can't be satisfied anywhere moves
 * nothing.
 */
function movesInVain({ fragmentainer }: BreakPlace, { unbrokenSize }: AvoidedBreak, best: EarlyBreak | null): boolean {
  const above = best === null || best.offset === INDEFINITE ? 0 : fragmentainer.offset - best.offset;
  return above + unbrokenSize() > fragmentainer.capacity;
}

/** Returns whether a box that lacks room here is cut into no fewer parts if it moves to the next page. */
export function isCutAsOften(
  { pageCapacity, remaining }: Pick<FragmentainerSpace, 'pageCapacity' | 'remaining'>,
  lacking: LU,
): boolean {
  return 1 + Math.ceil(lacking / pageCapacity) <= Math.ceil((remaining + lacking) / pageCapacity);
}

/** Returns the appeal of a break at a place. */
export function appealBefore(place: BreakPlace): BreakAppeal {
  if (!place.isBetweenSiblings) return BreakAppeal.LastResort;
  return isAvoidBreak(place.between, place.fragmentainer) ? BreakAppeal.ViolatesAvoid : BreakAppeal.Perfect;
}

/**
 * Returns the appeal of a break inside a box, including its own `break-inside`. A table's value applies to its wrapper
 * with captions, not again to its grid box.
 */
export function appealInside(box: Box, fragmentainer: FragmentainerSpace, appeal: BreakAppeal): BreakAppeal {
  if (appeal <= BreakAppeal.ViolatesAvoid || box.kind === BoxKind.Table) return appeal;
  return isAvoidBreak(box.style.box.breakInside, fragmentainer) ? BreakAppeal.ViolatesAvoid : appeal;
}

/**
 * Returns the minimum appeal of a place inside a box to be preferred over the place before it.
 * NOTE As in Chromium, a box whose contents fit without its end edge breaks between its lines, even if this leaves too
 * few for the next page.
 */
function leastInside(inside: Rank, before: Rank): Rank {
  const most = inside <= BreakAppeal.LastResort ? BreakAppeal.ViolatesOrphansAndWidows : BreakAppeal.Perfect;
  return Math.max(BreakAppeal.ViolatesAvoid, Math.min(before, most)) as Rank;
}

function rankInside(place: BreakPlace, outcome: Outcome): Rank {
  if (outcome.state === 'sticks-out') return NOT_AT_ALL;
  // Without space left, none of it can be in this fragmentainer.
  if (outcome.state === 'broken' && !outcome.isForced && place.makesProgress && place.fragmentainer.remaining <= 0)
    return NOT_AT_ALL;
  return outcome.appeal;
}

/** Returns the outcome of a child laid out after a place. */
export function outcomeOf(
  child: Box,
  result: LayoutResult,
  mode: WritingMode,
  fragmentainer: FragmentainerSpace,
): Outcome {
  const { breakToken } = result;
  const blockSize = result.fragment.blockSize(mode);
  const over = blockSize - fragmentainer.remaining;
  const early = isInOverflow(result, blockSize, fragmentainer.offset)
    ? null
    : earlyBreakThrough(child, fragmentainer, result.earlyBreak);
  if (breakToken === null) {
    const shortage = over > 0 && (result.shortage === 0 || over < result.shortage) ? over : result.shortage;
    return { state: over > 0 ? 'sticks-out' : 'whole', appeal: result.appeal, isForced: false, early, shortage };
  }
  const isForced = breakToken.isForced;
  const isFree = isForced && result.appeal === BreakAppeal.Perfect;
  const appeal = isFree ? BreakAppeal.Perfect : appealInside(child, fragmentainer, result.appeal);
  return { state: 'broken', appeal, isForced, early, shortage: result.shortage };
}

/**
 * Whether the best opportunity inside a box is in the overflow below its end. That is a flow parallel to the content after
 * the box: a break there moves none of it.
 */
function isInOverflow(result: LayoutResult, blockSize: LU, start: LU): boolean {
  const { earlyBreak, breakToken, intrinsicBlockSize } = result;
  if (earlyBreak === null || breakToken !== null || intrinsicBlockSize <= blockSize) return false;
  return earlyBreak.offset !== INDEFINITE && earlyBreak.offset >= start + blockSize;
}

/** Returns an opportunity inside a child as a path from the child, with the child's `break-inside` applied. */
export function earlyBreakThrough(
  child: Box,
  fragmentainer: FragmentainerSpace,
  early: EarlyBreak | null,
): EarlyBreak | null {
  if (early === null) return null;
  const appeal = appealInside(child, fragmentainer, early.appeal);
  if (appeal === BreakAppeal.LastResort) return null;
  const line = early.box === child ? early.line : -1;
  return { box: child, inside: line >= 0 ? null : early, line, appeal, offset: early.offset };
}

/**
 * Returns the break value that forces a break between siblings, or 'auto'. A break is forced by break values
 * (css-break-3 §3.1) or by different page names (css-page-3 §9). This is the only place that decides this.
 */
export function forcedBetween(
  value: BreakValue,
  fragmentainer: FragmentainerSpace,
  previous: Box | null = null,
  next: Box | null = null,
): BreakValue {
  const forced = isForcedBreak(value, fragmentainer) ? value : 'auto';
  if (endsPage(forced) || previous === null || next === null) return forced;
  return pageNameChanges(previous, next, fragmentainer) ? 'page' : forced;
}

/**
 * Whether a float moves to the next fragmentainer. A float is a parallel flow, so no other content has to move. This is
 * better than any imperfect break inside it.
 */
export function movesOnAlone(place: BreakPlace, outcome: Outcome, avoided: AvoidedBreak | null = null): boolean {
  if (!place.makesProgress) return false;
  // A float without height may still be placed at the very end.
  if (place.fragmentainer.remaining <= 0) return place.fragmentainer.remaining < 0 || outcome.state !== 'whole';
  const rank = rankInside(place, outcome);
  if (rank === BreakAppeal.CutsThrough && isCutAsOften(place.fragmentainer, outcome.shortage)) return false;
  if (rank === BreakAppeal.ViolatesAvoid && avoided !== null && movesInVain(place, avoided, null))
    return movesOnAlone(place, { ...outcome, appeal: avoided.appeal });
  return rank < BreakAppeal.Perfect;
}

/**
 * Returns how many of a block's lines stay if only `fitting` of them fit, counted from the first in this fragment. This
 * is the last place that leaves `orphans` before and `widows` after it (css-break-3 §3.3, §4.4).
 */
export function linesToKeep(
  fitting: number,
  total: number,
  orphans: number,
  widows: number,
): { readonly count: number; readonly appeal: BreakAppeal } {
  const count = Math.min(fitting, lastPlaceBetweenLines(total, orphans, widows));
  return { count, appeal: appealBetweenLines(count, total, orphans, widows) };
}

/** Returns the last place among `total` lines that leaves enough lines on both sides, or at least before it. */
function lastPlaceBetweenLines(total: number, orphans: number, widows: number): number {
  return Math.max(1, orphans, total - widows);
}

/**
 * Returns the appeal of a break after `count` of `total` lines.
 * NOTE By §4.4, a block stays whole if it can't satisfy both limits. As in Chromium, satisfying `orphans` is enough if
 * `widows` isn't larger. Otherwise three lines with the initial values would never be split.
 */
function appealBetweenLines(count: number, total: number, orphans: number, widows: number): BreakAppeal {
  const isGood = count >= orphans && (total - count >= widows || widows <= orphans);
  return isGood ? BreakAppeal.Perfect : BreakAppeal.ViolatesOrphansAndWidows;
}

/**
 * Lays out a box of a parallel flow. If the result passed a better break opportunity inside the box, lays it out again
 * to break there. The surrounding flow handles only the opportunity before the box. `target` is the break that the
 * surrounding layout aims at. `stays` returns whether a result is final.
 */
export function layoutBeside(
  target: EarlyBreak | null,
  layout: (early: EarlyBreak | null) => LayoutResult,
  stays: ((result: LayoutResult) => boolean) | null = null,
): LayoutResult {
  const result = layout(target);
  const { breakToken, earlyBreak } = result;
  if (target !== null || earlyBreak === null || breakToken === null || breakToken.isForced) return result;
  if (stays?.(result) === true) return result;
  return earlyBreak.appeal > result.appeal ? layout(earlyBreak) : result;
}
