/**
 * The columns of all rows of a fragment, as targets for positioned boxes that begin in an earlier column than their
 * containing block ends in.
 */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import { BoxFragment, type Fragment } from '../fragment.ts';
import { type Fragmentainers, placeEarlier } from '../fragmentation/earlier-positioned.ts';
import { FragmentsWithColumns, type InnerColumns } from '../fragmentation/inner-columns.ts';
import { type WritingMode, ZERO_SIDES } from '../geometry.ts';
import { type ColumnRow, filledSize } from './column-row.ts';
import type { OutOfFlowCandidate } from '../positioned/out-of-flow-candidate.ts';
import type { ColumnFlow } from './column-flow.ts';
import { FragmentainerSpace } from '../fragmentainer-space.ts';

/** A column with all its content. */
export interface FilledColumn {
  readonly fragment: BoxFragment;
  /** Candidates inside it with containing blocks further up. */
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly Box[];
}

/**
 * Returns the columns of a container's rows in one fragment, with positioned boxes added. The last row gets further
 * columns if positioned boxes extend past it.
 */
export function fillWithPositioned(flow: ColumnFlow, rows: readonly ColumnRow[]): readonly (readonly FilledColumn[])[] {
  const isPlain = rows.every(({ columns }) =>
    columns.every(({ outOfFlow }) => outOfFlow.every(({ earlier }) => earlier === null)),
  );
  return isPlain ? rows.map(({ columns }) => columns) : new ColumnFragmentainers(flow, rows).filled();
}

/** A column to which positioned boxes are added. */
interface OpenColumn {
  readonly row: number;
  /** The part of the column that the flow fills. */
  readonly size: LU;
  readonly fragment: BoxFragment;
  readonly outOfFlow: OutOfFlowCandidate[];
  readonly footnotes: Box[];
  readonly added: Fragment[];
  readonly offsets: LU[];
}

class ColumnFragmentainers implements Fragmentainers {
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  readonly startsFlow: boolean;
  private readonly flow: ColumnFlow;
  private readonly rows: readonly ColumnRow[];
  private readonly columns: OpenColumn[] = [];
  /** The fragments with additions to nested columns. */
  private inside: FragmentsWithColumns | null = null;

  constructor(flow: ColumnFlow, rows: readonly ColumnRow[]) {
    this.flow = flow;
    this.context = flow.context;
    this.mode = flow.outer.writingMode;
    this.rows = rows;
    this.startsFlow = rows[0]!.startsFlow;
    rows.forEach((row, i) => {
      for (const column of row.columns) this.open(i, column.fragment, filledSize(column, row), column.footnotes);
    });
    let index = 0;
    for (const row of rows) {
      for (const { outOfFlow } of row.columns) {
        for (const { candidate, index: at } of placeEarlier(this, outOfFlow, index)) {
          const isOwn = candidate.earlier !== null && candidate.within === null;
          this.columns[at]!.outOfFlow.push(
            isOwn ? { ...candidate, within: { container: flow.box, candidate } } : candidate,
          );
        }
        index++;
      }
    }
  }

  private open(row: number, fragment: BoxFragment, size: LU, footnotes: readonly Box[]): void {
    this.columns.push({ row, size, fragment, outOfFlow: [], footnotes: [...footnotes], added: [], offsets: [] });
  }

  get count(): number {
    return this.columns.length;
  }

  private at(index: number): OpenColumn {
    return this.columns[Math.min(index, this.count - 1)]!;
  }

  /** Returns the row of a column. Additional columns belong to the last row. */
  private rowOf(index: number): number {
    return index < this.count ? this.columns[index]!.row : this.rows.length - 1;
  }

  start(): LU {
    return 0;
  }

  end(index: number): LU {
    return index < this.count ? this.columns[index]!.size : this.rows[this.rows.length - 1]!.height;
  }

  width(index: number): LU {
    return this.at(index).fragment.width;
  }

  space(index: number): FragmentainerSpace {
    const { height } = this.rows[this.rowOf(index)]!;
    return FragmentainerSpace.column(Math.max(LU_PER_PX, height), this.flow.insidePages);
  }

  add(index: number, fragment: BoxFragment, x: LU, y: LU): void {
    while (this.count <= index) this.addColumn();
    const column = this.columns[index]!;
    column.added.push(fragment);
    column.offsets.push(x, y);
  }

  addFootnotes(index: number, boxes: readonly Box[]): void {
    this.columns[index]!.footnotes.push(...boxes);
  }

  columnsOf(container: Box): InnerColumns {
    this.inside ??= new FragmentsWithColumns(
      this.context,
      this.columns.map(({ fragment }) => fragment),
      (index, boxes) => this.addFootnotes(index, boxes),
    );
    return this.inside.columnsOf(container);
  }

  /** Adds a column without flow content. */
  private addColumn(): void {
    const { box, style, width, height, flags } = this.columns[0]!.fragment;
    const w = this.mode.vertical ? 0 : width;
    const h = this.mode.vertical ? height : 0;
    const row = this.rows.length - 1;
    this.open(
      row,
      new BoxFragment(box, style, this.mode, w, h, ZERO_SIDES, ZERO_SIDES, [], [], null, null, flags, null, null),
      this.rows[row]!.height,
      [],
    );
  }

  filled(): FilledColumn[][] {
    const rows: FilledColumn[][] = this.rows.map(() => []);
    for (const { row, fragment, outOfFlow, footnotes, added, offsets } of this.columns) {
      const inner = this.inside?.filled(fragment) ?? fragment;
      rows[row]!.push({ fragment: inner.withAdded(added, offsets), outOfFlow, footnotes });
    }
    return rows;
  }
}
