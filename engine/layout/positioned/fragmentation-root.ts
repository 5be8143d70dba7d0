/**
 * The root of a fragmentation context: the pages, or the columns of a container. It places positioned boxes that begin
 * in an earlier fragmentainer than the one where their containing block ends (css-break-3 §4, css-position-3 §2.1), and
 * fragments them from there. Each fragment becomes a child of its containing block's fragment in the same
 * fragmentainer, so that stacking, clips and effects apply.
 */
import { violated } from '../../invariant.ts';
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type BoxFragment, FragmentFlag } from '../contract/fragment.ts';
import { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { FragmentTree, type Spot, type Spots } from './fragment-tree.ts';
import { type OutOfFlowBox, SentBackBox } from './out-of-flow-candidate.ts';

/** A fragmentainer filled by its flow. Positions are physical, from its corner. */
export interface Fragmentainer {
  /** The flow's fragment, or null if it has none here. */
  readonly fragment: BoxFragment | null;
  /** For a column in fragmentainers of another root: the index of that fragmentainer, and the column's place there. */
  readonly outer: { readonly index: number; readonly spot: Spot } | null;
  readonly x: LU;
  readonly y: LU;
  readonly width: LU;
  /** The part that the flow fills, along its block axis. */
  readonly start: LU;
  readonly end: LU;
  /** The space of the fragmentainer if it were empty. */
  readonly space: FragmentainerSpace;
}

/** A placed fragment of a box, in fragmentainer `index`. */
interface PlacedBox {
  readonly index: number;
  readonly result: LayoutResult;
  readonly x: LU;
  readonly y: LU;
  /** Whether it has become part of the flow's fragment. */
  readonly isInFlow: boolean;
}

/** A box relative to a fragmentainer. */
interface BoxAt<T extends OutOfFlowBox = OutOfFlowBox> {
  readonly candidate: T;
  readonly index: number;
  /**
   * The fragment of its containing block where that ends, or of a box around it. Null if it isn't known.
   */
  readonly home: Spot | null;
}

export class FragmentationRoot {
  /** The boxes placed so far, in order. */
  readonly placed: PlacedBox[] = [];
  private readonly tree: FragmentTree;
  private readonly context: LayoutContext;
  /** The box whose flow is fragmented: the root element's, or a multicol container. */
  private readonly box: Box;
  private readonly mode: WritingMode;
  /** Whether the flow begins in the first fragmentainer, so that none precede it. */
  private readonly startsFlow: boolean;
  private readonly fragmentainers: Fragmentainer[];
  /** Adds a fragmentainer after the last one. */
  private readonly addFragmentainer: () => Fragmentainer;
  /** The root of each container's columns in these fragmentainers, or null if it has no columns there. */
  private readonly nested = new Map<Box, FragmentationRoot | null>();

  constructor(
    context: LayoutContext,
    box: Box,
    startsFlow: boolean,
    fragmentainers: readonly Fragmentainer[],
    addFragmentainer: () => Fragmentainer,
    tree: FragmentTree,
  ) {
    this.context = context;
    this.box = box;
    this.mode = writingModeOf(box.style);
    this.startsFlow = startsFlow;
    this.fragmentainers = [...fragmentainers];
    this.addFragmentainer = addFragmentainer;
    this.tree = tree;
  }

  /**
   * Places the candidates from fragmentainer `index` that begin in an earlier one. Returns the others, including inner
   * boxes with a different containing block. Candidates that begin before the first fragmentainer are passed up,
   * relative to it.
   */
  place(candidates: readonly OutOfFlowBox[], index: number): BoxAt[] {
    const left: BoxAt[] = [];
    const queue = candidates.map((candidate) => this.boxAt(index, candidate, null));
    for (const entry of queue) {
      this.context.budget.tick();
      const { candidate } = entry;
      if (candidate.type === 'candidate') {
        left.push(entry);
        continue;
      }
      const inColumns = this.placeInColumns(entry.index, candidate);
      if (inColumns !== null) left.push(...inColumns);
      else if (candidate.columns === null) this.placeHere({ ...entry, candidate }, queue, left);
      else left.push(entry);
    }
    return left;
  }

  /** Adds a laid-out box to a fragmentainer. `home` is as in `BoxAt`. */
  add(index: number, result: LayoutResult, home: Spot | null, x: LU, y: LU): void {
    this.at(index);
    const spots = this.spotsIn(index);
    const spot = this.tree.closestTo(home, spots).spot ?? spots?.root ?? null;
    if (spot !== null) this.tree.add(spot, () => result.fragment, x, y);
    this.placed.push({ index, result, x, y, isInFlow: spot !== null });
  }

  /**
   * Places a candidate that begins in a column inside these fragmentainers. Returns null if there is no such column.
   * Otherwise returns what is passed up to the owner of earlier columns.
   */
  private placeInColumns(index: number, { columns }: SentBackBox): BoxAt[] | null {
    const root = columns === null ? null : this.nestedIn(columns.container);
    const from = root?.fragmentainers.findIndex(({ outer }) => outer?.index === index) ?? -1;
    if (columns === null || root === null || from < 0) return null;
    const left = root.place([columns.inside], from).map((entry) => ({ ...entry, index: root.at(0).outer!.index }));
    for (const { index: column, result, x, y } of root.placed.splice(0)) {
      const { index: outer, spot } = root.at(column).outer!;
      this.placed.push({ index: outer, result, x: x + spot.x, y: y + spot.y, isInFlow: true });
    }
    return left;
  }

  /** Adds candidates inside the box to `queue`. If the box begins before the first fragmentainer, adds it to `left`. */
  private placeHere(entry: BoxAt<SentBackBox>, queue: BoxAt[], left: BoxAt[]): void {
    const { candidate, home } = entry;
    const { box, movedX, movedY, space } = candidate;
    const { width } = this.context.layout(box, space, null).fragment;
    let at = entry.index;
    let block = this.mode.blockOffset(candidate.x - movedX, candidate.y - movedY, { width }, this.at(at));
    while (at > 0 && block < this.at(at).start) {
      block += this.at(at - 1).end - this.at(at).start;
      at--;
    }
    if (block >= 0 || this.startsFlow) {
      this.fragmentBox(entry, at, block, queue);
      return;
    }
    const x = this.mode.xOf(candidate.x, this.physicalX(0, block, width) + movedX);
    const y = this.mode.yOf(candidate.y, block + movedY);
    const inside = new SentBackBox({ ...candidate, x, y });
    const columns = { container: this.box, inside };
    left.push({ candidate: new SentBackBox({ ...inside, columns }), index: 0, home });
  }

  /**
   * Lays out a box from a block offset in fragmentainer `first`, through as many fragmentainers as it needs. Adds inner
   * boxes that begin earlier to `inner`.
   */
  private fragmentBox(entry: BoxAt<SentBackBox>, first: number, start: LU, inner: BoxAt[]): void {
    const { candidate, home } = entry;
    const { box, x: boxX, y: boxY, movedX, movedY, space } = candidate;
    const { vertical, blockReversed } = space.writingMode;
    const isBroken = vertical === this.mode.vertical && blockReversed === this.mode.blockReversed;
    let token: BlockBreakToken | null = null;
    for (let index = first; ; index++) {
      this.context.budget.tick();
      // Overflow of a clipping box isn't visible after its end.
      if (index > entry.index && this.tree.closestTo(home, this.spotsIn(index)).isClipped) return;
      const fragmentainer = this.at(index);
      const block = index > first ? fragmentainer.start : start;
      const broken = fragmentainer.space.advancedBy(block, token === null);
      let result = this.context.layout(box, isBroken ? space.withFragmentainer(broken) : space, token);
      // Without progress, the loop would never end.
      if (token !== null && result.breakToken?.equals(token) === true)
        result = this.context.layout(box, space.withFragmentainer(FragmentainerSpace.lastPage()), token);
      const x = this.mode.xOf(boxX, movedX + this.physicalX(index, block, result.fragment.width));
      const y = this.mode.yOf(boxY, movedY + block);
      this.add(index, result, home, x, y);
      // The containing block has already found the others in the unbroken box.
      for (const other of result.outOfFlow)
        if (other.type === 'sent-back') inner.push(this.boxAt(index, other.shifted(x, y), home));
      token = result.breakToken;
      if (token === null) return;
    }
  }

  private boxAt(index: number, candidate: OutOfFlowBox, around: Spot | null): BoxAt {
    const home = candidate.type === 'candidate' ? undefined : this.spotsIn(index)?.first.get(candidate.container);
    return { candidate, index, home: home ?? around };
  }

  private spotsIn(index: number): Spots | null {
    const { fragment = null, x = 0, y = 0, outer = null } = this.fragmentainers[index] ?? {};
    return fragment === null ? null : this.tree.spotsIn(fragment, x, y, outer?.spot.around ?? null);
  }

  /** Returns the root for the columns of a container inside these fragmentainers, or null if it has none here. */
  private nestedIn(container: Box): FragmentationRoot | null {
    let root = this.nested.get(container);
    if (root !== undefined) return root;
    const mode = writingModeOf(container.style);
    const columns = this.fragmentainers.flatMap((_, i) =>
      (this.spotsIn(i)?.multicol.get(container) ?? []).flatMap((spot) => columnsIn(spot, i, mode)),
    );
    root = columns.length === 0 ? null : this.rootOf(container, columns);
    this.nested.set(container, root);
    return root;
  }

  private rootOf(container: Box, columns: readonly Fragmentainer[]): FragmentationRoot {
    // The last column takes all the overflow.
    const fragmentainers = columns.with(-1, { ...columns.at(-1)!, space: FragmentainerSpace.lastPage() });
    const addColumn = (): never => violated('the last one of nested columns takes all the overflow');
    const startsFlow = (columns[0]!.fragment!.flags & FragmentFlag.BreaksBefore) === 0;
    return new FragmentationRoot(this.context, container, startsFlow, fragmentainers, addColumn, this.tree);
  }

  private at(index: number): Fragmentainer {
    while (this.fragmentainers.length <= index) this.fragmentainers.push(this.addFragmentainer());
    return this.fragmentainers[index]!;
  }

  /** Returns the x of a box in vertical text. */
  private physicalX(index: number, block: LU, width: LU): LU {
    return this.mode.physicalX(0, block, width, this.at(index).width);
  }
}

/** Returns the columns in one fragment of their container, which is in fragmentainer `index`. */
function columnsIn(container: Spot, index: number, mode: WritingMode): Fragmentainer[] {
  const { children, offsets, writingMode } = container.fragment;
  const { vertical, blockReversed } = writingMode;
  const rows = new Map<LU, LU>();
  const found: { readonly spot: Spot; readonly row: LU }[] = [];
  children.forEach((fragment, i) => {
    if (fragment.type !== 'box' || (fragment.flags & FragmentFlag.AnonymousPart) === 0) return;
    const [x, y] = [offsets[i * 2]!, offsets[i * 2 + 1]!];
    // In rows that progress from the right, the columns of a row share their right edge.
    const row = !vertical ? y : x + (blockReversed ? fragment.width : 0);
    rows.set(row, Math.max(rows.get(row) ?? 0, fragment.blockSize(writingMode)));
    found.push({ spot: { fragment, x: container.x + x, y: container.y + y, around: container, line: null }, row });
  });
  return found.map(({ spot, row }) => {
    const { fragment } = spot;
    const space = FragmentainerSpace.column(Math.max(LU_PER_PX, rows.get(row) ?? 0), true);
    const [width, end] = [fragment.width, fragment.blockSize(mode)];
    return { fragment, outer: { index, spot }, x: 0, y: 0, width, start: 0, end, space };
  });
}
