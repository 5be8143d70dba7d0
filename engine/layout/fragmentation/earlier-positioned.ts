/**
 * Positioned boxes that begin in a fragmentainer before the one in which their containing block's fragment has ended (css-break-3 §4, css-position-3 §2.1): whoever has the
 * fragmentainers, a row of columns or the pages, puts them where they begin, and breaks them from there on like any other box.
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

/** The fragmentainers of a flow, as far as they are at hand. */
export interface Fragmentainers {
  readonly context: LayoutContext;
  /** Of the flow. */
  readonly mode: WritingMode;
  /** Does the flow begin in the first of them? Nothing is before it, then. */
  readonly startsFlow: boolean;
  /** How many there are. */
  readonly count: number;
  /** The part of one, along its block axis, that is the flow's; a further one is made where it is asked for and doesn't exist. */
  start(index: number): LU;
  end(index: number): LU;
  /** Physical width, by which blocks that run from the right are placed. */
  width(index: number): LU;
  /** An empty one, seen from its start. */
  space(index: number): FragmentainerSpace;
  /** Adds a fragment at a physical place of a fragmentainer. */
  add(index: number, fragment: BoxFragment, x: LU, y: LU): void;
  addFootnotes(index: number, boxes: readonly Box[]): void;
  /** The columns of a container that stands in them; undefined: they can't be changed any more. */
  columnsOf?(container: Box): InnerFragmentainers;
}

/** The columns of a container that stands in fragmentainers itself. */
export interface InnerFragmentainers extends Fragmentainers {
  /** The outer fragmentainer in which they begin. */
  readonly firstOuter: number;
  /** The first column in a fragmentainer; -1: it has none. */
  firstIn(outer: number): number;
}

/**
 * Puts those of the candidates met in fragmentainer `index` that begin in an earlier one there, and gives the others, among them boxes inside that wait for another
 * containing block; what begins before the first fragmentainer at hand goes on up, seen from that one.
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
 * The same for one that begins in a column of a container that stands in the fragmentainers. null: it doesn't; else what goes on up, to where earlier fragments of
 * the container are.
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
  /** The last fragmentainer in which anything of it is seen. */
  private readonly lastSeen: number;
  /** Where it begins: the fragmentainer, and the block offset in it. */
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

  /** The candidate seen from the first fragmentainer. */
  fromFirst(): OutOfFlowCandidate {
    const { candidate, into } = this;
    if (!into.mode.vertical) return { ...candidate, staticY: this.block + candidate.movedY };
    const x = this.fromRight ? into.width(0) - this.block - this.whole().width : this.block;
    return { ...candidate, staticX: x + candidate.movedX };
  }

  /** Unbroken. */
  private whole(): BoxFragment {
    const { box, earlier } = this.candidate;
    if (earlier === null) throw new Error('only boxes that begin earlier are put there');
    return this.into.context.layout(box, earlier, null).fragment;
  }

  /** Lays it out from where it begins, through as many fragmentainers as it takes; gives boxes inside that begin earlier. */
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
      // What takes nothing in would go on and on.
      if (token !== null && result.breakToken?.equals(token) === true)
        result = into.context.layout(box, earlier.withFragmentainer(FragmentainerSpace.lastPage()), token);
      const { fragment } = result;
      const x = !into.mode.vertical
        ? candidate.staticX
        : candidate.movedX + (this.fromRight ? into.width(index) - block - fragment.width : block);
      const y = into.mode.vertical ? candidate.staticY : candidate.movedY + block;
      into.add(index, fragment, x, y);
      into.addFootnotes(index, result.footnotes);
      // Others have been found in the unbroken box by its containing block.
      for (const other of result.outOfFlow)
        if (other.earlier !== null) inner.push({ candidate: shifted(other, x, y), index });
      token = result.breakToken;
      if (token === null || index >= this.lastSeen) return inner;
    }
  }
}
