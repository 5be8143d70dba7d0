/**
 * Which floats stand at the inline sides of a page (css-page-floats-3). They change the lines beside them, so that only layout tells whether the line that calls
 * one stays on the page: those that are called are tried, and those that aren't called any more wait for the next page.
 */
import type { Box } from '../boxes/box.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import type { LayoutContext } from '../layout/contract.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { isSideFloat, SideFloats } from '../layout/side-floats.ts';
import type { LU } from '../units.ts';
import { deferralOf, newFloat, type WaitingFloat } from './page-floats.ts';

/** After so many layouts of a page its text has none of the floats that it calls. */
const MAX_TRIES = 8;

/** What of the question for a page matters here. */
interface SideQuestion {
  readonly width: LU;
  readonly height: LU;
  readonly carried: { readonly floats: readonly WaitingFloat[] };
  /** There is no text any more. */
  readonly hasEnded: boolean;
}

/** What of the answer does. */
interface CallingArea {
  /** What the text calls to the inline sides, and how high one of those may be. */
  readonly sideCalls: readonly Box[];
  readonly sideRoom: LU;
  /** null: the text ends here. */
  readonly token: object | null;
}

/** The floats at the inline sides of one page. Immutable. */
export class SidePlan {
  readonly floats: SideFloats;
  /** Those from earlier pages that this one has no room for, in order. */
  private readonly carried: readonly WaitingFloat[];
  /** What is left of one that is higher than the page; null: nothing. */
  private readonly rest: WaitingFloat | null;

  private constructor(floats: SideFloats, carried: readonly WaitingFloat[], rest: WaitingFloat | null) {
    this.floats = floats;
    this.carried = carried;
    this.rest = rest;
  }

  /** What earlier pages have left, as far as there is room for it; there is for the first. */
  static carriedBy(context: LayoutContext, mode: WritingMode, question: SideQuestion): SidePlan {
    const { width, height, carried, hasEnded } = question;
    const [inline, block] = mode.vertical ? [height, width] : [width, height];
    let floats = new SideFloats(context, mode, inline, block);
    const left: WaitingFloat[] = [];
    let isFull = false;
    let rest: WaitingFloat | null = null;
    for (const { box, defer, token } of carried.floats) {
      if (!isSideFloat(box.style)) continue;
      const isDue = defer <= 0 || hasEnded;
      const more: SideFloats | null = isDue && !isFull ? floats.with(box, block, floats.isEmpty, token) : null;
      floats = more ?? floats;
      const goesOn: BlockBreakToken | null = more?.rest ?? null;
      if (goesOn !== null) rest = { box, defer: 0, token: goesOn };
      if (more === null) left.push({ box, defer, token });
      isFull ||= goesOn !== null || (more === null && isDue);
    }
    return new SidePlan(floats, left, rest);
  }

  /** Does a float wait for a later page than the next one? */
  get awaitsEnd(): boolean {
    return this.carried.some(({ defer }) => defer > 0);
  }

  /** For the next page, where these are called from this one. */
  waitingAfter(called: readonly Box[]): WaitingFloat[] {
    const fresh = called.filter((box) => !this.floats.has(box)).map(newFloat);
    const waiting = [...(this.rest === null ? [] : [this.rest]), ...this.carried, ...fresh];
    return waiting.map(({ box, defer, token }) => ({ box, defer: Math.max(0, defer - 1), token }));
  }

  /** The same with what the text calls, as far as it is due, isn't refused and has room. `hasEnded`: there is no later page to wait for. */
  calling(called: readonly Box[], refused: ReadonlySet<Box>, room: LU, hasEnded: boolean): SidePlan {
    let { floats } = this;
    let isFull = this.rest !== null || this.carried.some(({ defer }) => defer <= 0);
    const waiting = hasEnded ? this.carried.map(({ box }) => box) : [];
    for (const box of [...waiting, ...called]) {
      if (!hasEnded && deferralOf(box.style) > 0) continue;
      const more = isFull || refused.has(box) ? null : floats.with(box, room);
      floats = more ?? floats;
      isFull ||= more === null;
    }
    const left = this.carried.filter(({ box }) => !floats.has(box));
    return new SidePlan(floats, left, this.rest);
  }
}

/** A page with the floats that its text calls to its inline sides. `area`: what it is with those of earlier pages alone. */
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
