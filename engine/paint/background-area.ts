/** Where the background of a fragment is positioned when that isn't one of its own boxes. */
import type { BoxFragment, Fragment } from '../layout/fragment.ts';
import { FragmentFlag } from '../layout/fragment.ts';
import { BoxKind } from '../boxes/box.ts';
import type { LU } from '../units.ts';
import type { BoxEdges } from './background.ts';
import type { PaintContext } from './paint-context.ts';
import type { Rect } from './rounded-rect.ts';

/**
 * How much of a box that breaks have sliced (css-break-3 §5.4.1) was in its earlier fragments, px; null: nothing. Fragments are painted in
 * order, so the sum grows as they come.
 */
export function sliceOffset(context: PaintContext, fragment: BoxFragment): { x: number; y: number } | null {
  const { box, style, flags, writingMode } = fragment;
  const cut = flags & (FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter);
  if (
    cut === 0 ||
    style.box.boxDecorationBreak === 'clone' ||
    style.background.backgroundLayers.every((layer) => layer.image === null)
  )
    return null;
  const { consumed } = context.state;
  const before = (flags & FragmentFlag.BreaksBefore) !== 0 ? (consumed.get(box) ?? 0) : 0;
  // Inline boxes are sliced along the line, blocks across it.
  const alongX = (box.kind === BoxKind.Inline) !== writingMode.vertical;
  consumed.set(box, before + (alongX ? fragment.width : fragment.height) / 64);
  if (before === 0) return null;
  return alongX ? { x: before, y: 0 } : { x: 0, y: before };
}

/** The scrollable overflow area of a box that clips its content: its padding box and what its children reach over it (css-overflow-3 §2.2). */
export function scrolledArea(fragment: BoxFragment, x: LU, y: LU, edges: BoxEdges): Rect | null {
  if (fragment.style.box.overflowX === 'visible' || fragment.style.box.overflowX === 'clip') return null;
  const { padding } = edges;
  let right = padding.x + padding.width;
  let bottom = padding.y + padding.height;
  const stack: { f: Fragment; x: LU; y: LU }[] = [{ f: fragment, x, y }];
  while (stack.length > 0) {
    const { f, x: fx, y: fy } = stack.pop() as { f: Fragment; x: LU; y: LU };
    if (f !== fragment) {
      right = Math.max(right, (fx + f.width) / 64);
      bottom = Math.max(bottom, (fy + f.height) / 64);
    }
    if (f.type === 'text' || (f !== fragment && f.type === 'box' && f.style.box.overflowX !== 'visible')) continue;
    f.children.forEach((child, i) => stack.push({ f: child, x: fx + f.offsets[2 * i], y: fy + f.offsets[2 * i + 1] }));
  }
  return { x: padding.x, y: padding.y, width: right - padding.x, height: bottom - padding.y };
}
