/**
 * Chooses the floats at the inline sides of a page (css-page-floats-3). They change the lines next to them, so only
 * layout tells whether the line of a call stays on the page. Called floats are tried, and those whose call leaves the
 * page wait for the next.
 */
import type { Box } from '../boxes/box.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import {
  type Area,
  deferralOf,
  forNext,
  type Insertion,
  kindOf,
  newInsertion,
} from '../layout/insertions/insertion.ts';
import { SideFloats } from '../layout/insertions/side-floats.ts';
import type { LU } from '../units.ts';

/** After this many layouts of a page, its text gets none of the floats that it calls. */
const MAX_TRIES = 8;

/** The part of a page's input that matters here. */
interface SideQuestion {
  readonly carried: readonly Insertion[];
  /** Whether the text has ended. */
  readonly hasEnded: boolean;
}

/** The part of a page's result that matters here. */
interface CallingArea {
  /** The floats that the text calls to the inline sides, and the maximum block size of one. */
  readonly sideCalls: readonly Box[];
  readonly sideRoom: LU;
  /** Null: the text ends here. */
  readonly token: object | null;
}

/** The floats at the inline sides of one page. Immutable. */
export class SidePlan {
  readonly floats: SideFloats;
  /** Floats from earlier pages that don't fit here, in order. */
  private readonly carried: readonly Insertion[];
  /** The rest of a float that is taller than the page, or null. */
  private readonly rest: Insertion | null;

  private constructor(floats: SideFloats, carried: readonly Insertion[], rest: Insertion | null) {
    this.floats = floats;
    this.carried = carried;
    this.rest = rest;
  }

  /** Places floats from earlier pages as far as they fit. The first always fits. */
  static carriedBy(area: Area, { carried, hasEnded }: SideQuestion): SidePlan {
    let floats = new SideFloats(area);
    const left: Insertion[] = [];
    let isFull = false;
    let rest: Insertion | null = null;
    for (const float of carried) {
      const { box, defer } = float;
      if (kindOf(box.style) !== 'inline') continue;
      const isDue = defer <= 0 || hasEnded;
      const more: SideFloats | null = isDue && !isFull ? floats.with(float, area.block, floats.isEmpty) : null;
      floats = more ?? floats;
      const goesOn: BlockBreakToken | null = more?.rest ?? null;
      if (goesOn !== null) rest = { box, defer: 0, token: goesOn };
      if (more === null) left.push(float);
      isFull ||= goesOn !== null || (more === null && isDue);
    }
    return new SidePlan(floats, left, rest);
  }

  /** Whether a float waits for a page after the next one. */
  get awaitsEnd(): boolean {
    return this.carried.some(({ defer }) => defer > 0);
  }

  /** Returns the floats for the next page, given those called on this one. */
  waitingAfter(called: readonly Box[]): Insertion[] {
    const fresh = called.filter((box) => !this.floats.has(box)).map(newInsertion);
    return [...(this.rest === null ? [] : [this.rest]), ...this.carried, ...fresh].map(forNext);
  }

  /**
   * Returns the plan with the text's calls that are due, not refused, and fit. `hasEnded` means that there is no later
   * page to wait for.
   */
  calling(called: readonly Box[], refused: ReadonlySet<Box>, room: LU, hasEnded: boolean): SidePlan {
    let { floats } = this;
    let isFull = this.rest !== null || this.carried.some(({ defer }) => defer <= 0);
    const waiting = hasEnded ? this.carried.map(({ box }) => box) : [];
    for (const box of [...waiting, ...called]) {
      if (!hasEnded && deferralOf(box.style) > 0) continue;
      const more = isFull || refused.has(box) ? null : floats.with(newInsertion(box), room);
      floats = more ?? floats;
      isFull ||= more === null;
    }
    const left = this.carried.filter(({ box }) => !floats.has(box));
    return new SidePlan(floats, left, this.rest);
  }
}

/**
 * Returns a page with the side floats that its text calls. `area` is the page with only the floats from earlier pages.
 */
export function withSideFloats<Area extends CallingArea>(
  area: Area,
  carried: SidePlan,
  fill: (sides: SidePlan) => Area,
): Area {
  const refused = new Set<Box>();
  let filled = area;
  let plan = carried;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const { sideCalls, token, sideRoom } = filled;
    const called = new Set(sideCalls);
    for (const { box } of plan.floats.floats) {
      const isDue = deferralOf(box.style) <= 0 ? called.has(box) : token === null;
      if (!isDue && !carried.floats.has(box)) refused.add(box);
    }
    const next = carried.calling(sideCalls, refused, sideRoom, token === null);
    if (next.floats.holdsSame(plan.floats)) return filled;
    plan = next;
    filled = fill(plan);
  }
  return area;
}
