/**
 * Where a fragment ends (css-break-3 §4): the one place where that is decided. Algorithms list their places in order; for each they say what would precede it and
 * what came out of laying out what follows (`BreakChooser.offer`), and get one answer: go on, break here, or go back to a better place passed before. The rule is:
 * break at the most appealing place, and of equally appealing ones at the last that fits. Going back is a relayout (`withBestBreak`); tables, which place
 * nothing before they know, just take their rows back. Lines are so many and so alike that they are counted instead (`linesToKeep`).
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { WritingMode } from '../geometry.ts';
import { type BreakValue, endsPage, isAvoidBreak, isForcedBreak } from './break-values.ts';
import { pageNameChanges } from './page-names.ts';
import type { LayoutResult } from '../layout-result.ts';
import { BreakAppeal, type EarlyBreak } from './break-appeal.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** A place that can't be taken at all ranks below every appeal. */
const NOT_AT_ALL = -2;
type Rank = BreakAppeal | typeof NOT_AT_ALL;

/** A place between siblings, or before the first child of a container. */
export interface BreakPlace {
  /** What would come first in the next fragmentainer; of boxes side by side the first. */
  readonly box: Box;
  /** The fragmentainer, seen from the border-box block start of what follows. */
  readonly fragmentainer: FragmentainerSpace;
  /** `break-before` and `break-after` that meet here, joined. */
  readonly between: BreakValue;
  /** A sibling precedes it in this fragment. Between a container's start edge and its first child there is no break opportunity. */
  readonly isBetweenSiblings: boolean;
  /** Something precedes it in the fragmentainer: to break here makes progress. */
  readonly makesProgress: boolean;
  /** Between parts of one box whose `break-inside` counts here (rows of a row group); null: between children of the container. */
  readonly within?: Box | null;
}

/** What has been laid out after a place. */
export interface Outcome {
  /** whole: all of it stands in this fragmentainer. broken: it goes on. sticks-out: it isn't broken and reaches over the end. */
  readonly state: 'whole' | 'broken' | 'sticks-out';
  /** How good the break inside is, `break-inside` of the boxes around it counted in. */
  readonly appeal: BreakAppeal;
  readonly isForced: boolean;
  /** The best place passed inside, as a path that starts at the place's box; null: none. */
  readonly early: EarlyBreak | null;
  /** How much more room would have let something more in; 0: nothing was short. */
  readonly shortage: LU;
}

export type BreakAnswer = 'continue' | 'break-before' | 'go-back';

/** The choice of one container's break. */
export class BreakChooser {
  /** Where the container is to break, because it is laid out again for that; null: where it is best. */
  readonly target: EarlyBreak | null;
  private readonly mayGoBack: boolean;
  /** Are the places inside unbroken children known? */
  readonly seeksPlaces: boolean;
  private asksForPlaces = false;
  /** How good the break taken is. */
  appeal: BreakAppeal = BreakAppeal.Perfect;
  /** A forced break inside ends this fragment. */
  isForced = false;
  /** The best place passed so far. */
  best: EarlyBreak | null = null;
  /** The least room more that would have let something more in (column balancing); 0: nothing was short. */
  shortage: LU = 0;

  constructor(target: EarlyBreak | null, mayGoBack: boolean, seeksPlaces = false) {
    this.target = target;
    this.mayGoBack = mayGoBack;
    this.seeksPlaces = seeksPlaces;
  }

  /**
   * Returns the chooser for the next attempt: one that also learns the places inside unbroken children if `lacksPlaces` asked for it, else one that
   * targets the best place passed and can't go back again.
   */
  nextTry(): BreakChooser {
    if (this.asksForPlaces) return new BreakChooser(this.target, this.mayGoBack, true);
    const next = new BreakChooser(this.best, false, this.seeksPlaces);
    next.noteShortage(this.shortage);
    return next;
  }

  /**
   * Asks for another attempt in which the places inside unbroken children are known. The contents fit, but not the end edge below them, so the break
   * has to go back into the contents. Returns false if they are known already, or if there is no going back.
   *
   * PERF: results from the cache don't list their places; boxes that fit are the common case and do without.
   */
  lacksPlaces(): boolean {
    this.asksForPlaces = this.mayGoBack && !this.seeksPlaces;
    return this.asksForPlaces;
  }

  /** Is the break to come before this box? */
  isTarget(box: Box): boolean {
    const { target } = this;
    return target !== null && target.box === box && target.line < 0 && target.inside === null;
  }

  /** The part of the target that lies inside a child. */
  targetInside(child: Box): EarlyBreak | null {
    const { target } = this;
    if (target === null || target.box !== child) return null;
    return target.line >= 0 ? target : target.inside;
  }

  /** css-break-3 §4.4: what to do about what has been laid out after a place. */
  offer(place: BreakPlace, outcome: Outcome): BreakAnswer {
    const inside = rankInside(place, outcome);
    const isUseless = inside < BreakAppeal.LastResort && place.fragmentainer.isStart;
    const before = place.makesProgress && !isUseless ? appealBefore(place) : NOT_AT_ALL;
    const early = this.mayGoBack ? outcome.early : null;
    const earlier = this.mayGoBack && this.best !== null ? this.best.appeal : NOT_AT_ALL;
    const choice = bestPlace(inside, Math.max(before, early?.appeal ?? NOT_AT_ALL) as Rank, earlier);
    if (choice === 'inside') {
      this.accept(place, outcome, before);
      return 'continue';
    }
    this.noteShortage(outcome.shortage);
    if (choice === 'earlier') return 'go-back';
    if (early !== null && early.appeal >= leastInside(inside, before)) {
      this.best = early;
      return 'go-back';
    }
    return 'break-before';
  }

  private accept(place: BreakPlace, outcome: Outcome, before: Rank): void {
    // What overflows a box that ends here is cut beside the flow: that is no reason to move the box.
    const isBeside = outcome.appeal === BreakAppeal.CutsThrough && place.fragmentainer.requiresContent;
    if (outcome.appeal < this.appeal && !isBeside) this.appeal = outcome.appeal;
    if (outcome.state === 'broken') {
      if (outcome.isForced) this.isForced = true;
      this.noteShortage(outcome.shortage);
    } else {
      this.remember(place.box, before, outcome.early);
    }
  }

  /** Keeps a place that has been passed: before a box, or further down inside it. */
  private remember(box: Box, before: Rank, early: EarlyBreak | null): void {
    if (before > BreakAppeal.LastResort && (this.best === null || this.best.appeal <= before))
      this.best = { box, inside: null, line: -1, appeal: before as BreakAppeal };
    if (early !== null && (this.best === null || this.best.appeal <= early.appeal)) this.best = early;
  }

  /** A place that is passed without anything having been laid out after it. */
  pass(place: BreakPlace, path: EarlyBreak): void {
    const appeal = place.makesProgress ? appealBefore(place) : NOT_AT_ALL;
    if (appeal > BreakAppeal.LastResort && (this.best === null || this.best.appeal <= appeal)) this.best = path;
  }

  /** The fragment ends at a place of this appeal. */
  take(appeal: BreakAppeal, isForced: boolean): void {
    if (isForced) this.isForced = true;
    if (appeal < this.appeal) this.appeal = appeal;
  }

  /** Keeps the smallest. */
  noteShortage(shortage: LU): void {
    if (shortage > 0 && (this.shortage === 0 || shortage < this.shortage)) this.shortage = shortage;
  }
}

/**
 * Lays out until an attempt succeeds. `attempt` returns null if its chooser answered 'go-back' or lacked places inside children. A target from the
 * parent leaves nothing to go back to. At most three attempts are made.
 */
export function withBestBreak<R>(target: EarlyBreak | null, attempt: (breaks: BreakChooser) => R | null): R {
  let breaks = new BreakChooser(target, target === null);
  for (;;) {
    const result = attempt(breaks);
    if (result !== null) return result;
    breaks = breaks.nextTry();
  }
}

/** css-break-3 §4.4: the most appealing of three places one after the other, and of equals the last. */
export function bestPlace(inside: Rank, before: Rank, earlier: Rank): 'inside' | 'before' | 'earlier' {
  if (inside >= before && inside >= earlier) return 'inside';
  return before >= earlier ? 'before' : 'earlier';
}

/** How good a break at a place would be. */
export function appealBefore(place: BreakPlace): BreakAppeal {
  if (!place.isBetweenSiblings) return BreakAppeal.LastResort;
  if (isAvoidBreak(place.between, place.fragmentainer)) return BreakAppeal.ViolatesAvoid;
  const { within } = place;
  return within === undefined || within === null
    ? BreakAppeal.Perfect
    : appealInside(within, place.fragmentainer, BreakAppeal.Perfect);
}

/** How good a break inside a box is, its own `break-inside` counted in; that of a table counts for its wrapper, captions included, not once more for its grid box. */
export function appealInside(box: Box, fragmentainer: FragmentainerSpace, appeal: BreakAppeal): BreakAppeal {
  if (appeal <= BreakAppeal.ViolatesAvoid || box.kind === BoxKind.Table) return appeal;
  return isAvoidBreak(box.style.box.breakInside, fragmentainer) ? BreakAppeal.ViolatesAvoid : appeal;
}

/**
 * How good a place inside a box must be to be better than the one before it.
 * NOTE A box whose contents fit, but not its end edge below them, isn't moved where its lines can be parted, though few be left for the next page: as in Chromium.
 */
function leastInside(inside: Rank, before: Rank): Rank {
  const most = inside <= BreakAppeal.LastResort ? BreakAppeal.ViolatesOrphansAndWidows : BreakAppeal.Perfect;
  return Math.max(BreakAppeal.ViolatesAvoid, Math.min(before, most)) as Rank;
}

function rankInside(place: BreakPlace, outcome: Outcome): Rank {
  if (outcome.state === 'sticks-out') return NOT_AT_ALL;
  // Nothing of it can be here where there is no room at all.
  if (outcome.state === 'broken' && !outcome.isForced && place.makesProgress && place.fragmentainer.remaining <= 0)
    return NOT_AT_ALL;
  return outcome.appeal;
}

/** What has become of a child laid out after a place. */
export function outcomeOf(
  child: Box,
  result: LayoutResult,
  mode: WritingMode,
  fragmentainer: FragmentainerSpace,
): Outcome {
  const { breakToken } = result;
  const over = result.fragment.blockSize(mode) - fragmentainer.remaining;
  const early = earlyBreakThrough(child, fragmentainer, result.earlyBreak);
  if (breakToken === null) {
    const shortage = over > 0 && (result.shortage === 0 || over < result.shortage) ? over : result.shortage;
    return { state: over > 0 ? 'sticks-out' : 'whole', appeal: result.appeal, isForced: false, early, shortage };
  }
  const isForced = breakToken.isForced;
  const isFree = isForced && result.appeal === BreakAppeal.Perfect;
  const appeal = isFree ? BreakAppeal.Perfect : appealInside(child, fragmentainer, result.appeal);
  return { state: 'broken', appeal, isForced, early, shortage: result.shortage };
}

/** A place inside a child as a path that starts at the child; `break-inside` of the child counts for it. */
export function earlyBreakThrough(
  child: Box,
  fragmentainer: FragmentainerSpace,
  early: EarlyBreak | null,
): EarlyBreak | null {
  if (early === null) return null;
  const appeal = appealInside(child, fragmentainer, early.appeal);
  if (appeal === BreakAppeal.LastResort) return null;
  const line = early.box === child ? early.line : -1;
  return { box: child, inside: line >= 0 ? null : early, line, appeal };
}

/**
 * The one place where it is decided whether a break between siblings is forced, by break values (css-break-3 §3.1) or the names of their pages (css-page-3 §9):
 * the value that forces it; 'auto': none does.
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

/** Does a float start in the next fragmentainer? It is a flow beside the others, so nothing else has to follow it, and that is better than any bad break inside it. */
export function movesOnAlone(place: BreakPlace, outcome: Outcome): boolean {
  if (!place.makesProgress) return false;
  // One without height may still stand at the very end.
  if (place.fragmentainer.remaining <= 0) return place.fragmentainer.remaining < 0 || outcome.state !== 'whole';
  return rankInside(place, outcome) < BreakAppeal.Perfect;
}

/**
 * css-break-3 §3.3, §4.4: how many of a block's lines stay when only `fitting` do, counted from the first in this fragment: the last place that leaves
 * `orphans` before and `widows` after it.
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

/** The last place among `total` lines that leaves enough of them on both sides, or on the first. */
function lastPlaceBetweenLines(total: number, orphans: number, widows: number): number {
  return Math.max(1, orphans, total - widows);
}

/**
 * How good a break after `count` of `total` lines is.
 * NOTE §4.4 would keep every block whole that can't be split so that both have enough. Where no more lines are asked for after a break than before it, enough of
 * them before it do, as in Chromium: by the initial values three lines would never be split.
 */
function appealBetweenLines(count: number, total: number, orphans: number, widows: number): BreakAppeal {
  const isGood = count >= orphans && (total - count >= widows || widows <= orphans);
  return isGood ? BreakAppeal.Perfect : BreakAppeal.ViolatesOrphansAndWidows;
}
