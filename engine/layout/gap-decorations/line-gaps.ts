/**
 * Gaps of a flex container: between the items of each line, and between lines (css-gaps-1 §2). A gap between items
 * spans its line. A gap between lines spans the container's content box and is crossed by the item gaps of the adjacent
 * lines.
 */
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import { type GapDecorations, gapEdge, type GapEnd } from './gap-rules.ts';

/** A range in LU from the start corner of the fragment's border box. */
export interface Extent {
  readonly start: LU;
  readonly end: LU;
}

/** A flex line: its extent on the cross axis, and its items' margin boxes on the main axis, in order. */
export interface GapLine extends Extent {
  readonly items: readonly Extent[];
  /** Number of its first gap among all item gaps, and its own number. */
  readonly firstGap: number;
  readonly number: number;
}

interface GapLines {
  /** The lines in the fragment, in order. */
  readonly lines: readonly GapLine[];
  /** The container's content box on the main axis. */
  readonly main: Extent;
  /** Number of gaps between items, and between lines, in the whole container. */
  readonly itemGaps: number;
  readonly lineGaps: number;
  readonly isColumn: boolean;
}

/** Adds the segments of all gaps. */
export function decorateLines(decorations: GapDecorations, container: GapLines, budget: Budget): void {
  const { lines } = container;
  lines.forEach((line, l) => {
    budget.tick();
    const neighbours = [lines[l - 1], lines[l + 1]].filter((other) => other !== undefined);
    decorateLine(decorations, container, line, neighbours, budget);
    if (l > 0) decorateBetween(decorations, container, lines[l - 1]!, line);
  });
}

function decorateLine(
  decorations: GapDecorations,
  container: GapLines,
  line: GapLine,
  neighbours: readonly GapLine[],
  budget: Budget,
): void {
  const isColumn = !container.isColumn;
  const edgeTowards = (isStart: boolean): GapEnd => {
    const at = isStart ? line.start : line.end;
    const other = neighbours.find(({ start }) => start < line.start === isStart);
    if (other === undefined) return gapEdge(at);
    const crossing = isStart ? at - other.end : other.start - at;
    const number = Math.min(line.number, other.number);
    const crossingRule = decorations.widthOf(!isColumn, number, container.lineGaps);
    return { at, crossing, crossingRule, isJunction: true };
  };
  const [start, end] = [edgeTowards(true), edgeTowards(false)];
  crossings(line).forEach((gap, i) => {
    budget.tick();
    const middle = (gap.start + gap.end) >> 1;
    decorations.add({ isColumn, number: line.firstGap + i, count: container.itemGaps, middle }, start, end);
  });
}

/** Returns the gaps between a line's items as ranges on the main axis. */
function crossings({ items }: GapLine): Extent[] {
  return items.slice(1).map((item, i) => {
    const previous = items[i]!;
    return item.start < previous.start
      ? { start: item.end, end: previous.start }
      : { start: previous.end, end: item.start };
  });
}

function decorateBetween(decorations: GapDecorations, container: GapLines, first: GapLine, second: GapLine): void {
  const { isColumn, main } = container;
  const [upper, lower] = first.start <= second.start ? [first, second] : [second, first];
  const gap = {
    isColumn,
    number: Math.min(first.number, second.number),
    count: container.lineGaps,
    middle: (upper.end + lower.start) >> 1,
  };
  let start = gapEdge(main.start);
  if (decorations.axis(isColumn).break === 'intersection') {
    for (const crossing of intersections(decorations, container, [first, second])) {
      decorations.add(gap, start, crossing.before);
      start = crossing.after;
    }
  }
  decorations.add(gap, start, gapEdge(main.end));
}

/** Returns the intersections of the lines' item gaps with the gap between the lines, in order. */
function intersections(
  decorations: GapDecorations,
  container: GapLines,
  lines: readonly GapLine[],
): { readonly before: GapEnd; readonly after: GapEnd }[] {
  const points = lines.flatMap((line) =>
    crossings(line).map(({ start, end }, i) => {
      const crossingRule = decorations.widthOf(!container.isColumn, line.firstGap + i, container.itemGaps);
      const shared = { crossing: end - start, crossingRule, isJunction: true };
      return { middle: (start + end) >> 1, before: { ...shared, at: start }, after: { ...shared, at: end } };
    }),
  );
  points.sort((a, b) => a.middle - b.middle);
  return points.filter(({ middle }, i) => i === 0 || middle !== points[i - 1]!.middle);
}
