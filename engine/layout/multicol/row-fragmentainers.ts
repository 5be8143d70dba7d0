/** The columns of a finished row, as places for positioned boxes that begin in an earlier one than their containing block ends in. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { FragmentainerSpace } from '../constraint-space.ts';
import type { LayoutContext, OutOfFlowCandidate } from '../contract.ts';
import { BoxFragment, type Fragment } from '../fragment.ts';
import { type Fragmentainers, placeEarlier } from '../fragmentation/earlier-positioned.ts';
import { type WritingMode, ZERO_SIDES } from '../geometry.ts';
import type { ColumnFlow, ColumnRow } from './column-row.ts';

/** A column with all that stands in it. */
export interface FilledColumn {
  readonly fragment: BoxFragment;
  /** From inside it, whose containing blocks are further up. */
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly Box[];
}

/** The row's columns, and further ones where positioned boxes reach past the last. */
export function fillWithPositioned(flow: ColumnFlow, row: ColumnRow): readonly FilledColumn[] {
  if (row.columns.every(({ outOfFlow }) => outOfFlow.every(({ earlier }) => earlier === null))) return row.columns;
  const columns = new RowFragmentainers(flow, row);
  const left = row.columns.flatMap(({ outOfFlow }, i) => placeEarlier(columns, outOfFlow, i));
  return columns.filled((i) => left.filter(({ index }) => index === i).map(({ candidate }) => candidate));
}

class RowFragmentainers implements Fragmentainers {
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  readonly startsFlow: boolean;
  private readonly flow: ColumnFlow;
  private readonly height: LU;
  private readonly fragments: BoxFragment[];
  private readonly footnotes: Box[][];
  private readonly added: { readonly fragments: Fragment[]; readonly offsets: LU[] }[] = [];

  constructor(flow: ColumnFlow, row: ColumnRow) {
    this.flow = flow;
    this.context = flow.context;
    this.mode = flow.outer.writingMode;
    this.height = row.height;
    this.startsFlow = row.startsFlow;
    this.fragments = row.columns.map(({ fragment }) => fragment);
    this.footnotes = row.columns.map(({ footnotes }) => [...footnotes]);
  }

  get count(): number {
    return this.fragments.length;
  }

  blockSize(): LU {
    return this.height;
  }

  width(index: number): LU {
    return this.fragments[Math.min(index, this.count - 1)].width;
  }

  space(): FragmentainerSpace {
    return FragmentainerSpace.column(this.height, this.flow.insidePages);
  }

  add(index: number, fragment: BoxFragment, x: LU, y: LU): void {
    while (this.count <= index) this.addColumn();
    const added = (this.added[index] ??= { fragments: [], offsets: [] });
    added.fragments.push(fragment);
    added.offsets.push(x, y);
  }

  addFootnotes(index: number, boxes: readonly Box[]): void {
    this.footnotes[index].push(...boxes);
  }

  /** Without contents of the flow. */
  private addColumn(): void {
    const { box, style, width, flags } = this.fragments[0];
    const w = this.mode.vertical ? 0 : width;
    const h = this.mode.vertical ? this.fragments[0].height : 0;
    this.fragments.push(
      new BoxFragment(box, style, this.mode, w, h, ZERO_SIDES, ZERO_SIDES, [], [], null, null, flags, null, null),
    );
    this.footnotes.push([]);
  }

  filled(outOfFlow: (index: number) => readonly OutOfFlowCandidate[]): FilledColumn[] {
    return this.fragments.map((fragment, i) => ({
      fragment: i in this.added ? fragment.withAdded(this.added[i].fragments, this.added[i].offsets) : fragment,
      outOfFlow: outOfFlow(i),
      footnotes: this.footnotes[i],
    }));
  }
}
