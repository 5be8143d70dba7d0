/**
 * Columns nested in fragmentainers, as targets for positioned boxes that begin in an earlier fragment of the multicol
 * container than their containing block ends in. Fragments are immutable, so the fragments around a changed column are
 * recreated.
 */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../fragment.ts';
import type { WritingMode } from '../geometry.ts';
import type { Fragmentainers, InnerFragmentainers } from './earlier-positioned.ts';
import { FragmentainerSpace } from '../fragmentainer-space.ts';

/** The fragments of fragmentainers, with additions to nested columns. */
export class FragmentsWithColumns {
  private readonly context: LayoutContext;
  private readonly fragments: readonly (BoxFragment | null)[];
  private readonly addFootnotes: Fragmentainers['addFootnotes'];
  private readonly containers = new Map<Box, InnerColumns>();
  private readonly added = new Map<Fragment, { readonly fragments: Fragment[]; readonly offsets: LU[] }>();
  /** Fragments that contain such columns. */
  private readonly around = new Set<Fragment>();

  /** `fragments` holds one fragment of the flow per fragmentainer, or null if it has none. */
  constructor(
    context: LayoutContext,
    fragments: readonly (BoxFragment | null)[],
    addFootnotes: Fragmentainers['addFootnotes'],
  ) {
    this.context = context;
    this.fragments = fragments;
    this.addFootnotes = addFootnotes;
  }

  /** Returns all columns of a container, in order. */
  columnsOf(container: Box): InnerColumns {
    const known = this.containers.get(container);
    if (known !== undefined) return known;
    const found: InnerColumn[] = [];
    this.fragments.forEach((fragment, outer) => {
      if (fragment !== null) this.collect(fragment, container, outer, found);
    });
    const columns = new InnerColumns(this, this.context, found);
    this.containers.set(container, columns);
    return columns;
  }

  /** Collects the container's columns in a fragment. Returns whether it contains any. */
  private collect(fragment: Fragment, container: Box, outer: number, found: InnerColumn[]): boolean {
    this.context.budget.tick();
    // Content of lines isn't fragmented.
    if (fragment.type !== 'box') return false;
    let holds = false;
    if (fragment.box === container) {
      found.push(...columnsIn(fragment, outer));
      holds = true;
    } else for (const child of fragment.children) if (this.collect(child, container, outer, found)) holds = true;
    if (holds) this.around.add(fragment);
    return holds;
  }

  add(column: InnerColumn, fragment: BoxFragment, x: LU, y: LU): void {
    const added = this.added.get(column.fragment) ?? { fragments: [], offsets: [] };
    added.fragments.push(fragment);
    added.offsets.push(x, y);
    this.added.set(column.fragment, added);
  }

  note(outer: number, boxes: readonly Box[]): void {
    this.addFootnotes(outer, boxes);
  }

  /** Returns the fragment with its additions. */
  filled(fragment: BoxFragment): BoxFragment {
    if (this.added.size === 0) return fragment;
    const inner = this.around.has(fragment)
      ? fragment.withContents(
          fragment.children.map((child) => (child.type === 'box' ? this.filled(child) : child)),
          fragment.offsets,
        )
      : fragment;
    const added = this.added.get(fragment);
    return added === undefined ? inner : inner.withAdded(added.fragments, added.offsets);
  }
}

interface InnerColumn {
  readonly fragment: BoxFragment;
  readonly outer: number;
  /** Block size of its row. */
  readonly height: LU;
}

/** Returns the columns in one fragment of their container. */
function columnsIn({ children, offsets, writingMode }: BoxFragment, outer: number): InnerColumn[] {
  const rows = new Map<LU, LU>();
  const found: { readonly fragment: BoxFragment; readonly row: LU }[] = [];
  children.forEach((fragment, i) => {
    if (fragment.type !== 'box' || (fragment.flags & FragmentFlag.AnonymousPart) === 0) return;
    // In rows that progress from the right, the columns of a row share their right edge.
    const { vertical, blockReversed } = writingMode;
    const row = !vertical ? offsets[i * 2 + 1]! : offsets[i * 2]! + (blockReversed ? fragment.width : 0);
    rows.set(row, Math.max(rows.get(row) ?? 0, fragment.blockSize(writingMode)));
    found.push({ fragment, row });
  });
  return found.map(({ fragment, row }) => ({ fragment, outer, height: rows.get(row) ?? 0 }));
}

export class InnerColumns implements InnerFragmentainers {
  readonly context: LayoutContext;
  private readonly within: FragmentsWithColumns;
  private readonly columns: readonly InnerColumn[];

  constructor(within: FragmentsWithColumns, context: LayoutContext, columns: readonly InnerColumn[]) {
    this.within = within;
    this.context = context;
    this.columns = columns;
  }

  /** Returns the first column in an outer fragmentainer, or -1. */
  firstIn(outer: number): number {
    return this.columns.findIndex((column) => column.outer === outer);
  }

  /** Index of the outer fragmentainer that contains the first column. */
  get firstOuter(): number {
    return this.columns[0]!.outer;
  }

  get mode(): WritingMode {
    return this.columns[0]!.fragment.writingMode;
  }

  get startsFlow(): boolean {
    return (this.columns[0]!.fragment.flags & FragmentFlag.BreaksBefore) === 0;
  }

  get count(): number {
    return this.columns.length;
  }

  start(): LU {
    return 0;
  }

  end(index: number): LU {
    return this.columns[index]!.fragment.blockSize(this.mode);
  }

  width(index: number): LU {
    return this.columns[index]!.fragment.width;
  }

  /** Returns the space of a column. The last column takes all the overflow. */
  space(index: number): FragmentainerSpace {
    if (index >= this.count - 1) return FragmentainerSpace.lastPage();
    return FragmentainerSpace.column(Math.max(LU_PER_PX, this.columns[index]!.height), true);
  }

  add(index: number, fragment: BoxFragment, x: LU, y: LU): void {
    this.within.add(this.columns[index]!, fragment, x, y);
  }

  addFootnotes(index: number, boxes: readonly Box[]): void {
    this.within.note(this.columns[index]!.outer, boxes);
  }
}
