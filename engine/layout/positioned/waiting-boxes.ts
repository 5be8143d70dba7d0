/**
 * Positioned boxes that come in a later fragment of their containing block, the nearest first: a fragment looks at those alone that are due in it, however many
 * wait behind them, and hands the others on as they are.
 */
import { type LU, MAX_LU } from '../../units.ts';
import type { Rect } from '../geometry.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';

/** Places are from the block-start edge of the fragment after the one in which the box was met. */
export interface WaitingBox {
  readonly candidate: OutOfFlowCandidate;
  /** The containing block; its block size is INDEFINITE where it isn't known yet. */
  readonly container: Rect;
  /** The block offset before which the box doesn't begin; MAX_LU: that hangs on the end of its containing block. */
  readonly from: LU;
}

/** How places move as a containing block goes on (`PositioningFrame`). */
export interface Mover {
  /** Seen from a block-start edge so much further on. */
  moved(box: WaitingBox, by: LU): WaitingBox;
}

/** Immutable, and shared between the tokens of all fragments that have nothing to do with the boxes. */
export class WaitingBoxes {
  /** It has met the end of its containing block: it comes where it begins, on pages that nothing else may be on. */
  readonly isPastEnd: boolean;
  private readonly sorted: readonly WaitingBox[];
  /** The first that still waits. */
  private readonly next: number;
  /** How far the block-start edge has gone on since they were met. */
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

  /** Does one of them hang on the end of the containing block? */
  get waitsForEnd(): boolean {
    return this.count > 0 && this.sorted.at(-1)!.from === MAX_LU;
  }

  get count(): number {
    return this.sorted.length - this.next;
  }

  /** Those that may begin before a block offset, as seen from here, and the others; null: there are none. */
  split(before: LU, mover: Mover): { readonly due: readonly WaitingBox[]; readonly rest: WaitingBoxes | null } {
    const { sorted, passed } = this;
    let end = this.next;
    while (end < sorted.length && sorted[end]!.from - passed < before) end++;
    const due = sorted.slice(this.next, end).map((box) => mover.moved(box, passed));
    return { due, rest: end === sorted.length ? null : new WaitingBoxes(sorted, this.isPastEnd, end, passed) };
  }

  /** All that wait. */
  all(mover: Mover): readonly WaitingBox[] {
    return this.sorted.slice(this.next).map((box) => mover.moved(box, this.passed));
  }

  /** Seen from a block-start edge so much further on. */
  after(passed: LU): WaitingBoxes {
    return new WaitingBoxes(this.sorted, this.isPastEnd, this.next, this.passed + passed);
  }

  /** Do both stand at the same place of the same boxes? */
  equals(other: object): boolean {
    return (
      other instanceof WaitingBoxes &&
      this.sorted === other.sorted &&
      this.next === other.next &&
      this.passed === other.passed
    );
  }

  toString(): string {
    return this.sorted
      .slice(this.next)
      .map(({ candidate }) => `before #${candidate.box.index}`)
      .join(', ');
  }
}

const byStart = (a: WaitingBox, b: WaitingBox): number => a.from - b.from;

/** Puts small lists together with others of their kind, so that there are few of them and no box is moved often. */
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
