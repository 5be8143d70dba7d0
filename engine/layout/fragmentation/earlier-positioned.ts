/**
 * Positioned boxes that begin in an earlier fragmentainer than the one where their containing block's fragment ends
 * (css-break-3 §4, css-position-3 §2.1). The owner of the fragmentainers, a row of columns or the pages, places them
 * where they begin and fragments them from there.
 */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken } from '../break-token.ts';
import type { LayoutContext } from '../contract.ts';
import type { BoxFragment } from '../fragment.ts';
import type { WritingMode } from '../geometry.ts';
import { shifted } from '../positioned/positioned.ts';
import type { OutOfFlowCandidate } from '../positioned/out-of-flow-candidate.ts';
import { FragmentainerSpace } from '../fragmentainer-space.ts';

/** The available fragmentainers of a flow. */
export interface Fragmentainers {
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  /** Whether the flow begins in the first of them, so that none precede it. */
  readonly startsFlow: boolean;
  readonly count: number;
  /**
   * Start and end of the flow's part of a fragmentainer, along its block axis. A missing further fragmentainer is
   * created on demand.
   */
  start(index: number): LU;
  end(index: number): LU;
  /** Physical width, for positioning blocks that progress from the right. */
  width(index: number): LU;
  /** Returns an empty fragmentainer, from its start. */
  space(index: number): FragmentainerSpace;
  /** Adds a fragment at a physical position in a fragmentainer. */
  add(index: number, fragment: BoxFragment, x: LU, y: LU): void;
  addFootnotes(index: number, boxes: readonly Box[]): void;
  /** Returns the columns of a container inside these fragmentainers, or undefined if they can't be changed anymore. */
  columnsOf?(container: Box): InnerFragmentainers;
}

/** The columns of a container that is itself inside fragmentainers. */
export interface InnerFragmentainers extends Fragmentainers {
  /** Index of the outer fragmentainer in which they begin. */
  readonly firstOuter: number;
  /** Returns the first column in an outer fragmentainer, or -1. */
  firstIn(outer: number): number;
}

/**
 * Places the candidates from fragmentainer `index` that begin in an earlier one. Returns the others, including inner
 * boxes with a different containing block. Candidates that begin before the first available fragmentainer are passed
 * up, relative to it.
 */
export function placeEarlier(
  into: Fragmentainers,
  candidates: readonly OutOfFlowCandidate[],
  index: number,
): { readonly candidate: OutOfFlowCandidate; readonly index: number }[] {
  const left: { candidate: OutOfFlowCandidate; index: number }[] = [];
  const queue = candidates.map((candidate) => ({ candidate, index }));
  for (const entry of queue) {
    into.context.budget.tick();
    const passed = placeWithin(into, entry.candidate, entry.index);
    if (passed !== null) {
      left.push(...passed);
      continue;
    }
    const begun = entry.candidate.earlier === null ? null : new EarlierPositioned(into, entry.candidate, entry.index);
    if (begun === null) left.push(entry);
    else if (begun.isBeforeFirst) left.push({ candidate: begun.fromFirst(), index: 0 });
    else queue.push(...begun.place());
  }
  return left;
}

/**
 * Places a candidate that begins in a column of a container inside the fragmentainers. Returns null if it doesn't
 * apply. Otherwise returns the candidates to pass up, to the owner of the container's earlier fragments.
 */
function placeWithin(
  into: Fragmentainers,
  candidate: OutOfFlowCandidate,
  index: number,
): { readonly candidate: OutOfFlowCandidate; readonly index: number }[] | null {
  const { within } = candidate;
  const columns = within === null ? undefined : into.columnsOf?.(within.container);
  const from = columns?.firstIn(index) ?? -1;
  if (within === null || columns === undefined || from < 0) return null;
  return placeEarlier(columns, [within.candidate], from).map((left) => ({
    candidate: { ...candidate, within: { ...within, candidate: left.candidate } },
    index: columns.firstOuter,
  }));
}

class EarlierPositioned {
  private readonly into: Fragmentainers;
  private readonly candidate: OutOfFlowCandidate;
  private readonly fromRight: boolean;
  /** The last fragmentainer in which any of it is visible. */
  private readonly lastSeen: number;
  /** Where it begins: the index of the fragmentainer, and the block offset in it. */
  private at: number;
  private block: LU;

  constructor(into: Fragmentainers, candidate: OutOfFlowCandidate, index: number) {
    this.into = into;
    this.candidate = candidate;
    const { vertical, blockReversed } = into.mode;
    this.fromRight = vertical && blockReversed;
    this.lastSeen = candidate.isClipped ? index : Infinity;
    this.at = index;
    const x = candidate.staticX - candidate.movedX;
    this.block = !vertical
      ? candidate.staticY - candidate.movedY
      : this.fromRight
        ? into.width(index) - x - this.whole().width
        : x;
    while (this.at > 0 && this.block < into.start(this.at)) {
      this.block += into.end(this.at - 1) - into.start(this.at);
      this.at--;
    }
  }

  get isBeforeFirst(): boolean {
    return this.block < 0 && !this.into.startsFlow;
  }

  /** Returns the candidate relative to the first fragmentainer. */
  fromFirst(): OutOfFlowCandidate {
    const { candidate, into } = this;
    if (!into.mode.vertical) return { ...candidate, staticY: this.block + candidate.movedY };
    const x = this.fromRight ? into.width(0) - this.block - this.whole().width : this.block;
    return { ...candidate, staticX: x + candidate.movedX };
  }

  private whole(): BoxFragment {
    const { box, earlier } = this.candidate;
    if (earlier === null) throw new Error('only boxes that begin earlier are laid out here');
    return this.into.context.layout(box, earlier, null).fragment;
  }

  /**
   * Lays it out from where it begins through as many fragmentainers as it needs. Returns inner boxes that begin
   * earlier.
   */
  place(): { candidate: OutOfFlowCandidate; index: number }[] {
    const { into, candidate } = this;
    const { box, earlier } = candidate;
    if (earlier === null) return [];
    const { vertical, blockReversed } = earlier.writingMode;
    const isBroken = vertical === into.mode.vertical && blockReversed === into.mode.blockReversed;
    const inner: { candidate: OutOfFlowCandidate; index: number }[] = [];
    let token: BlockBreakToken | null = null;
    let { block } = this;
    for (let index = this.at; ; index++) {
      into.context.budget.tick();
      if (index > this.at) block = into.start(index);
      const space = isBroken ? earlier.withFragmentainer(into.space(index).advancedBy(block, token === null)) : earlier;
      let result = into.context.layout(box, space, token);
      // Without progress, the loop would never end.
      if (token !== null && result.breakToken?.equals(token) === true)
        result = into.context.layout(box, earlier.withFragmentainer(FragmentainerSpace.lastPage()), token);
      const { fragment } = result;
      const x = !into.mode.vertical
        ? candidate.staticX
        : candidate.movedX + (this.fromRight ? into.width(index) - block - fragment.width : block);
      const y = into.mode.vertical ? candidate.staticY : candidate.movedY + block;
      into.add(index, fragment, x, y);
      into.addFootnotes(index, result.footnotes);
      // The containing block has already found the others in the unbroken box.
      for (const other of result.outOfFlow)
        if (other.earlier !== null) inner.push({ candidate: shifted(other, x, y), index });
      token = result.breakToken;
      if (token === null || index >= this.lastSeen) return inner;
    }
  }
}
