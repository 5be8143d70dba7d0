/**
 * Assembles the fragment of a multicol container: rows of columns with spanners between them. Positioned boxes are added
 * to the columns that they begin in, or to further columns.
 */
import { addTo } from '../../grouped.ts';
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import { BoxFragment } from '../contract/fragment.ts';
import { ZERO_SIDES } from '../contract/geometry.ts';
import { type ColumnRow, filledSize } from './column-row.ts';
import type { OutOfFlowBox } from '../positioned/out-of-flow-candidate.ts';
import type { ColumnFlow } from './column-flow.ts';
import { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import { FragmentTree } from '../positioned/fragment-tree.ts';
import { type Fragmentainer, FragmentationRoot } from '../positioned/fragmentation-root.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Offsets refer to the border box. */
export type Part =
  | { readonly type: 'row'; readonly row: ColumnRow; readonly block: LU }
  | { readonly type: 'spanner'; readonly result: LayoutResult; readonly inline: LU; readonly block: LU };

/** Adds the parts to the fragment in order, including positioned boxes placed in columns. */
export function addParts(builder: FragmentBuilder, flow: ColumnFlow, parts: readonly Part[]): void {
  const rows = parts.flatMap((part) => (part.type === 'row' ? [part.row] : []));
  const filled = fillWithPositioned(flow, rows);
  let next = 0;
  for (const part of parts) {
    if (part.type === 'spanner') {
      builder.addResult(part.result, part.inline, part.block);
      continue;
    }
    filled[next++]!.forEach(({ fragment, outOfFlow, footnotes }, i) => {
      builder.addChild(fragment, builder.edges.inlineStart + flow.geometry.offset(i), part.block);
      builder.takeCandidates(outOfFlow);
      builder.addFootnotes(footnotes);
    });
  }
}

/** A column with all its content. */
interface FilledColumn {
  readonly fragment: BoxFragment;
  /** Candidates inside it with containing blocks further up. */
  readonly outOfFlow: readonly OutOfFlowBox[];
  readonly footnotes: readonly Box[];
}

/**
 * Returns the columns of a container's rows in one fragment, with positioned boxes added. The last row gets further
 * columns if positioned boxes extend past it.
 */
function fillWithPositioned(flow: ColumnFlow, rows: readonly ColumnRow[]): readonly (readonly FilledColumn[])[] {
  const isPlain = rows.every(({ columns }) =>
    columns.every(({ outOfFlow }) => outOfFlow.every(({ type }) => type === 'candidate')),
  );
  if (isPlain) return rows.map(({ columns }) => columns);
  const fragmentainers = rows.flatMap((row) =>
    row.columns.map((column) => fragmentainerOf(flow, row, column.fragment, filledSize(column, row))),
  );
  const tree = new FragmentTree(flow.context.budget);
  const lastRow = rows.at(-1)!;
  const further: FilledColumn[] = [];
  const addColumn = (): Fragmentainer => {
    const fragment = emptyColumn(fragmentainers[0]!.fragment!);
    further.push({ fragment, outOfFlow: [], footnotes: [] });
    return fragmentainerOf(flow, lastRow, fragment, lastRow.height);
  };
  const root = new FragmentationRoot(flow.context, flow.box, rows[0]!.startsFlow, fragmentainers, addColumn, tree);
  const left = new Map<number, OutOfFlowBox[]>();
  rows
    .flatMap(({ columns }) => columns)
    .forEach(({ outOfFlow }, i) => {
      for (const { candidate, index } of root.place(outOfFlow, i)) addTo(left, index, candidate);
    });
  const notes = new Map<number, Box[]>();
  for (const { index, result } of root.placed) for (const note of result.footnotes) addTo(notes, index, note);
  let next = 0;
  return rows.map((row) =>
    [...row.columns, ...(row === lastRow ? further : [])].map(({ fragment, footnotes }) => {
      const index = next++;
      return {
        fragment: tree.changedTo(fragment),
        outOfFlow: left.get(index) ?? [],
        footnotes: [...footnotes, ...(notes.get(index) ?? [])],
      };
    }),
  );
}

function fragmentainerOf(flow: ColumnFlow, { height }: ColumnRow, fragment: BoxFragment, end: LU): Fragmentainer {
  const space = FragmentainerSpace.column(Math.max(LU_PER_PX, height), flow.insidePages);
  return { fragment, outer: null, x: 0, y: 0, width: fragment.width, start: 0, end, space };
}

/** Returns a column like another one, without content. */
function emptyColumn({ box, style, writingMode, width, height, flags }: BoxFragment): BoxFragment {
  const w = writingMode.xOf(width, 0);
  const h = writingMode.yOf(height, 0);
  return new BoxFragment(box, style, writingMode, w, h, ZERO_SIDES, ZERO_SIDES, [], [], null, null, flags, null, null);
}
