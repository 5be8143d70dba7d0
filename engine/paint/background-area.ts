/** Background positioning areas that aren't a box of the fragment itself. */
import { isScrollContainer } from '../boxes/clipping.ts';
import { type BoxFragment, type ColumnBackground, FragmentFlag } from '../layout/contract/fragment.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import { lengthOf } from '../layout/fragmentation/monolithic-slices.ts';
import { hangsOnSize } from '../pages/whole-boxes.ts';
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { LU } from '../units.ts';
import type { BoxEdges } from './background.ts';
import type { PaintContext } from './paint-context.ts';
import { dependsOnWhole, type SliceArea, sliceAround } from './slices.ts';
import type { Rect } from './rects.ts';

/** Returns the extent of a column beyond this fragment. Columns are sliced together with their table. */
export function columnSlice(context: PaintContext, table: BoxFragment, column: ColumnBackground): SliceArea | null {
  const { writingMode, flags } = table;
  if ((flags & (FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter)) === 0) return null;
  const alongX = writingMode.vertical;
  const before = consumedBefore(context, table, column.box, alongX ? column.width : column.height);
  return sliceAround(before, 0, alongX, writingMode, false);
}

/**
 * Returns the extent of the canvas background, which is positioned against the root element (css-page-3 §3.1) across
 * all pages.
 */
export function canvasSlice(context: PaintContext, root: BoxFragment, style: ComputedStyle): SliceArea | null {
  const layers = style.background.backgroundLayers.filter((layer) => layer.image !== null);
  if (layers.length === 0) return null;
  // The root element's own background is also sliced by pages.
  if (dependsOnWhole(root.style)) return context.page.slices.around(root);
  const { writingMode, box } = root;
  const alongX = writingMode.vertical;
  const before = consumedBefore(context, root, box, lengthOf(root));
  const isLast = (root.flags & FragmentFlag.BreaksAfter) === 0;
  const after = isLast ? 0 : context.page.slices.after(box, before * 64 + lengthOf(root));
  if (after === null && layers.some((layer) => hangsOnSize(layer, alongX))) return null;
  return sliceAround(before, after ?? 0, alongX, writingMode, false);
}

/** Returns the size of a box in earlier fragments, in px, and adds `size` for later ones. */
function consumedBefore({ state: { consumed } }: PaintContext, { flags }: BoxFragment, box: Box, size: LU): number {
  const before = (flags & FragmentFlag.BreaksBefore) !== 0 ? (consumed.get(box) ?? 0) : 0;
  consumed.set(box, before + size);
  return before / 64;
}

/**
 * Returns the scrollable overflow area of a clipping box: its padding box extended by its children (css-overflow-3
 * §2.2).
 */
export function scrolledArea(fragment: BoxFragment, x: LU, y: LU, edges: BoxEdges): Rect | null {
  if (!isScrollContainer(fragment.style)) return null;
  const { padding } = edges;
  let right = padding.x + padding.width;
  let bottom = padding.y + padding.height;
  visitFragments(fragment, x, y, true, (inner, left, top) => {
    if (inner === fragment) return true;
    right = Math.max(right, (left + inner.width) / 64);
    bottom = Math.max(bottom, (top + inner.height) / 64);
    return inner.type !== 'box' || inner.style.box.overflowX === 'visible';
  });
  return { x: padding.x, y: padding.y, width: right - padding.x, height: bottom - padding.y };
}
