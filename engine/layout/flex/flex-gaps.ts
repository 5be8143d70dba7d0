/** Gap decorations of a flex container (css-gaps-1), in each of its fragments. */
import { GapDecorations } from '../gap-decorations/gap-rules.ts';
import { decorateLines, type Extent, type GapLine } from '../gap-decorations/line-gaps.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import type { RowExtent } from '../row-fragmentation/row.ts';
import type { DecorateGaps } from '../row-fragmentation/rows-token.ts';

/** A line of the unbroken container. Logical, in LU, from the start corner of its border box. */
export interface UnbrokenLine {
  readonly cross: Extent;
  /** The items' margin boxes on the main axis, in order. */
  readonly items: readonly Extent[];
}

/**
 * Returns a function that decorates the gaps of a fragment. `main` is the unbroken container's content box on the main
 * axis.
 */
export function flexGaps(
  { box, context, mode, inlineSize }: FragmentBuilder,
  lines: readonly UnbrokenLine[],
  isColumn: boolean,
  main: Extent,
): DecorateGaps {
  const itemGaps = lines.reduce((sum, { items }) => sum + items.length - 1, 0);
  const decorate = (here: readonly GapLine[], content: Extent, blockSize: number): FragmentExtra | null => {
    const decorations = new GapDecorations(box.style);
    const container = { lines: here, main: content, itemGaps, lineGaps: lines.length - 1, isColumn };
    decorateLines(decorations, container, context.budget);
    return decorations.extra(mode, inlineSize, blockSize);
  };
  const firstGaps: number[] = [];
  let gaps = 0;
  for (const { items } of lines) {
    firstGaps.push(gaps);
    gaps += items.length - 1;
  }
  if (isColumn) {
    // Each line is a separate parallel flow, with its items as rows.
    return (extents, content, blockSize) => {
      const here = lines.map(({ cross, items }, l): GapLine => {
        const placed = inOrder(items, extents[l]!);
        const first = placed.length === 0 ? 0 : placed[0]!.number;
        return { ...cross, items: placed, firstGap: firstGaps[l]! + first, number: l };
      });
      return decorate(here, content, blockSize);
    };
  }
  const crosses = lines.map(({ cross }) => cross);
  return ([rows], _, blockSize) => {
    const here = inOrder(crosses, rows!).map(({ start, end, number }): GapLine => {
      return { start, end, items: lines[number]!.items, firstGap: firstGaps[number]!, number };
    });
    return decorate(here, main, blockSize);
  };
}

/** Returns the extents in a fragment in item order. Rows are sorted by their unbroken positions. */
function inOrder(unbroken: readonly Extent[], extents: readonly RowExtent[]): (Extent & { readonly number: number })[] {
  const byPlace = unbroken.map((_, i) => i).sort((a, b) => unbroken[a]!.start - unbroken[b]!.start);
  const placed = extents.map(({ row, start, end }) => ({ number: byPlace[row]!, start, end }));
  return placed.sort((a, b) => a.number - b.number);
}
