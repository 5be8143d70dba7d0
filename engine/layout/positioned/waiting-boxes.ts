/**
 * Positioned boxes that begin in a later fragment of their containing block, sorted by position. A fragment processes
 * only the boxes due in it and passes on the rest unchanged, however many they are.
 */
import { type LU, MAX_LU } from '../../units.ts';
import type { Rect } from '../geometry.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';

/** The start of a box that may begin in the next fragment, whatever its size. */
export const ALWAYS: LU = -MAX_LU;
/** The start of a box that depends on the end of its containing block. */
export const AT_END: LU = MAX_LU;

/** A waiting box. Positions are from the block-start edge of the fragment after the one where the box was found. */
export interface WaitingBox {
  readonly candidate: OutOfFlowCandidate;
  /** The part of the container's box that contains it, or null for the containing block that any fragment can compute. */
  readonly area: Rect | null;
  /** Lower bound of the box's block offset, or ALWAYS or AT_END. */
  readonly from: LU;
}

/** Moves positions as a containing block continues (`PositioningFrame`). */
export interface Mover {
  /** Returns the box relative to a block-start edge that is `by` further on. */
  moved(box: WaitingBox, by: LU): WaitingBox;
}

/** A sorted list of waiting boxes. Immutable, and shared between the tokens of fragments that don't process them. */
export class WaitingBoxes {
  /**
   * Whether their containing block has ended. They are placed where they begin, even on pages without other content.
   */
  readonly isPastEnd: boolean;
  private readonly sorted: readonly WaitingBox[];
  /** Index of the first one that still waits. */
  private readonly next: number;
  /** How far the block-start edge has advanced since they were found. */
  private readonly passed: LU;

  private constructor(sorted: readonly WaitingBox[], isPastEnd: boolean, next: number, passed: LU) {
    this.sorted = sorted;
    this.isPastEnd = isPastEnd;
    this.next = next;
    this.passed = passed;
  }

  static of(boxes: readonly WaitingBox[], isPastEnd: boolean): WaitingBoxes {
    return new WaitingBoxes([...boxes].sort(byStart), isPastEnd, 0, 0);
  }

  /** Whether one of them depends on the end of the containing block. */
  get waitsForEnd(): boolean {
    return this.count > 0 && this.sorted.at(-1)!.from === AT_END;
  }

  get count(): number {
    return this.sorted.length - this.next;
  }

  /** Splits off the boxes that may begin before a block offset. `rest` is null if none remain. */
  split(before: LU, mover: Mover): { readonly due: readonly WaitingBox[]; readonly rest: WaitingBoxes | null } {
    const { sorted, passed } = this;
    let end = this.next;
    while (end < sorted.length && sorted[end]!.from - passed < before) end++;
    const due = sorted.slice(this.next, end).map((box) => mover.moved(box, passed));
    return { due, rest: end === sorted.length ? null : new WaitingBoxes(sorted, this.isPastEnd, end, passed) };
  }

  /** Returns all waiting boxes. */
  all(mover: Mover): readonly WaitingBox[] {
    return this.sorted.slice(this.next).map((box) => mover.moved(box, this.passed));
  }

  /** Returns the list relative to a block-start edge that is `passed` further on. */
  after(passed: LU): WaitingBoxes {
    return new WaitingBoxes(this.sorted, this.isPastEnd, this.next, this.passed + passed);
  }

  /** Whether both hold the same boxes at the same places. */
  equals(other: object): boolean {
    if (!(other instanceof WaitingBoxes) || this.count !== other.count) return false;
    if (this.sorted === other.sorted) return this.next === other.next && this.passed === other.passed;
    const { sorted, next } = this;
    for (let i = 0; i < this.count; i++)
      if (!isSame(sorted[next + i]!, this.passed, other.sorted[other.next + i]!, other.passed)) return false;
    return true;
  }

  toString(): string {
    return this.sorted
      .slice(this.next)
      .map(({ candidate }) => `before #${candidate.box.index}`)
      .join(', ');
  }
}

/** Whether two boxes wait at the same place. Each is stored relative to its own edge, `passed` before the current one. */
function isSame(a: WaitingBox, aPassed: LU, b: WaitingBox, bPassed: LU): boolean {
  return (
    aPassed === bPassed &&
    a.candidate.box === b.candidate.box &&
    a.from === b.from &&
    a.candidate.staticX === b.candidate.staticX &&
    a.candidate.staticY === b.candidate.staticY &&
    sameRect(a.area, b.area)
  );
}

function sameRect(a: Rect | null, b: Rect | null): boolean {
  if (a === null || b === null) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

const byStart = (a: WaitingBox, b: WaitingBox): number => a.from - b.from;

/** Merges small lists of the same kind, so that there are few lists and boxes are rarely moved. */
export function merged(lists: readonly WaitingBoxes[], mover: Mover): WaitingBoxes[] {
  const kept: WaitingBoxes[] = [];
  for (const list of lists) {
    let last = list;
    for (let before = kept.at(-1); before !== undefined; before = kept.at(-1)) {
      if (before.isPastEnd !== last.isPastEnd || before.count > 2 * last.count) break;
      kept.pop();
      last = WaitingBoxes.of([...before.all(mover), ...last.all(mover)], last.isPastEnd);
    }
    kept.push(last);
  }
  return kept;
}
