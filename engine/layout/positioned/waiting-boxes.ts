/**
 * Positioned boxes that begin in a later fragment of their containing block, sorted by position. A fragment processes
 * only the boxes due in it and passes on the rest unchanged, however many they are.
 */
import { type LU, MAX_LU } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { Rect } from '../contract/geometry.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';

/** The start of a box that may begin in the next fragment, whatever its size. */
export const ALWAYS: LU = -MAX_LU;
/** The start of a box that depends on the end of its containing block. */
export const AT_END: LU = MAX_LU;

/** A box that continues in the next fragment. */
export interface BegunBox {
  readonly type: 'begun';
  readonly candidate: OutOfFlowCandidate;
  /** Physical offset along the containing block's inline axis. */
  readonly inline: LU;
  /** The space it was laid out in. */
  readonly space: ConstraintSpace;
  readonly token: BlockBreakToken;
}

/** A box that begins in a later fragment. Positions are in the flow of its containing block (positioning-frame.ts). */
export interface WaitingBox {
  readonly type: 'waiting';
  readonly candidate: OutOfFlowCandidate;
  /** The part of the container's box that contains it, or null for the containing block that any fragment can compute. */
  readonly area: Rect | null;
  /** Lower bound of the box's block offset, or ALWAYS or AT_END. */
  readonly from: LU;
}

/** A sorted list of waiting boxes. Immutable, and shared between the tokens of fragments that don't process them. */
export class WaitingBoxes {
  private readonly sorted: readonly WaitingBox[];
  /** Index of the first one that still waits. */
  private readonly next: number;

  private constructor(sorted: readonly WaitingBox[], next: number) {
    this.sorted = sorted;
    this.next = next;
  }

  static of(boxes: readonly WaitingBox[]): WaitingBoxes {
    return new WaitingBoxes([...boxes].sort(byStart), 0);
  }

  /** Whether one of them depends on the end of the containing block. */
  get waitsForEnd(): boolean {
    return this.sorted.at(-1)?.from === AT_END;
  }

  get count(): number {
    return this.sorted.length - this.next;
  }

  /** The boxes that still wait. */
  get boxes(): readonly WaitingBox[] {
    return this.sorted.slice(this.next);
  }

  /** Splits off the boxes that may begin before a block offset. `rest` is null if none remain. */
  split(before: LU): { readonly due: readonly WaitingBox[]; readonly rest: WaitingBoxes | null } {
    const { sorted } = this;
    let end = this.next;
    while (end < sorted.length && sorted[end]!.from < before) end++;
    const due = sorted.slice(this.next, end);
    return { due, rest: end === sorted.length ? null : due.length === 0 ? this : new WaitingBoxes(sorted, end) };
  }

  toString(): string {
    return this.boxes.map(({ candidate }) => `before #${candidate.box.index}`).join(', ');
  }
}

const byStart = (a: WaitingBox, b: WaitingBox): number => a.from - b.from;

/** Merges small lists, so that there are few lists and boxes are rarely moved. */
export function merged(lists: readonly WaitingBoxes[]): WaitingBoxes[] {
  const kept: WaitingBoxes[] = [];
  for (const list of lists) {
    let last = list;
    for (let before = kept.at(-1); before !== undefined && before.count <= 2 * last.count; before = kept.at(-1)) {
      kept.pop();
      last = WaitingBoxes.of([...before.boxes, ...last.boxes]);
    }
    kept.push(last);
  }
  return kept;
}
