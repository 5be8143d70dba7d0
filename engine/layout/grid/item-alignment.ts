/** Alignment of items in their grid areas, and the item that supplies a grid's baseline (css-grid-2 §10.6, §11). */
import type { LU } from '../../units.ts';
import { alignInArea } from '../alignment/alignment.ts';
import type { GridItem } from './grid-item.ts';
import type { BaselineGroups } from './baseline-groups.ts';

/**
 * Returns the distance from the area's start edge to the item's border edge, from auto margins or self-alignment (§11).
 */
export function alignItem(item: GridItem, area: LU, size: LU, inline: boolean, baselines: BaselineGroups | null): LU {
  const { margins, autoMargins } = item;
  if (inline ? item.subgridInline : item.subgridBlock) return inline ? margins.inlineStart : margins.blockStart;
  const start = inline ? margins.inlineStart : margins.blockStart;
  const end = inline ? margins.inlineEnd : margins.blockEnd;
  const autoStart = inline ? autoMargins.inlineStart : autoMargins.blockStart;
  const autoEnd = inline ? autoMargins.inlineEnd : autoMargins.blockEnd;
  const outer = size + start + end;
  if (autoStart + autoEnd > 0) {
    const free = Math.max(0, area - outer);
    return start + (autoStart === 0 ? 0 : autoEnd === 0 ? free : Math.floor(free / 2));
  }
  if (baselines?.has(item) === true) return start + baselines.offset(item, area, outer);
  const alignment = inline ? item.justifySelf : item.alignSelf;
  return start + alignInArea(item.keyword(inline), alignment.overflow === 'safe', area, outer);
}

/** Returns the item that supplies a baseline: lowest `rank`, then baseline-aligned items, then grid order. */
export function firstItem(items: readonly GridItem[], rank: (item: GridItem) => number): GridItem | null {
  let best: GridItem | null = null;
  const isBaseline = (item: GridItem): boolean => item.alignSelf.keyword === 'baseline';
  for (const item of items) {
    if (best === null || rank(item) < rank(best)) best = item;
    else if (rank(item) === rank(best)) {
      if (isBaseline(item) && !isBaseline(best)) best = item;
      else if (isBaseline(item) === isBaseline(best) && item.columns.start < best.columns.start) best = item;
    }
  }
  return best;
}
