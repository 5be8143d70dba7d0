/**
 * `outline-style: auto` (css-ui-4 §3.3): a thin ring around a box and its overflowing content, as in Chromium. The
 * outline's width is ignored.
 */
import { BoxKind } from '../boxes/box.ts';
import { Color } from '../css/color.ts';
import type { BoxFragment, LineFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { borderBoxOf } from './fragment-boxes.ts';
import { isLayer } from './layer-tree.ts';
import { contentClip } from './overflow-clip.ts';
import type { PaintContext } from './paint-context.ts';
import { addRegion } from './region-outline.ts';
import { addToPath, outsetForShadow, type RoundedRect } from './rounded-rect.ts';
import { solidStroke } from './stroke.ts';
import { grown, type Rect } from './rects.ts';

const WIDTH = 2;
const RADIUS = 3;
/** Width of the lighter halo around the ring, in px. */
const HALO = 1;
/** Extent of the ring and the halo beyond the outline's offset, in px. */
export const RING_REACH = HALO + WIDTH;
/** Limit on the boxes in one outline. Beyond it, the outline surrounds only the outer box. */
export const MAX_BOXES = 100;
const HALO_COLOR = new Color(1, 1, 1, 1);

/** Paints the ring of a fragment with its border box at (`x`, `y`). */
export function paintOutlineRing(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, color: Color): void {
  const { canvas, budget } = context;
  const border = borderBoxOf(fragment, x, y);
  const offset = fragment.style.border.outlineOffset;
  const inside: Rect[] = [];
  addInside(inside, fragment, x, y);
  const isWhole = inside.length > MAX_BOXES || inside.every((rect) => contains(border, rect));
  if (!isWhole) budget.tickBy(inside.length ** 2);
  for (const [by, used] of [
    [offset + HALO, HALO_COLOR],
    [offset, color],
  ] as const) {
    const path = isWhole
      ? addToPath([], rounded(outsetForShadow(border, by)))
      : addRegion(
          [],
          [border, ...inside].map((rect) => grown(rect, by)),
          RADIUS,
        );
    canvas.strokePath(path, solidStroke(WIDTH), used);
  }
}

/**
 * Returns the rectangles inside the outline of an inline box's fragment: its border box, and the content that overflows
 * it.
 */
export function outlinedRects(fragment: BoxFragment, x: LU, y: LU): Rect[] {
  const border = borderBoxOf(fragment, x, y);
  const inside: Rect[] = [];
  addInside(inside, fragment, x, y);
  return [border, ...inside.filter((rect) => !contains(border, rect))];
}

/** Adds overflowing content: in-flow boxes, floats and lines. A box that clips its content has none. */
function addInside(rects: Rect[], fragment: BoxFragment | LineFragment, x: LU, y: LU): void {
  if (fragment.type === 'box' && contentClip(fragment, x, y) !== null) return;
  const { children, offsets } = fragment;
  for (let i = 0; i < children.length && rects.length <= MAX_BOXES; i++) {
    const child = children[i]!;
    if (child.type === 'text') continue;
    const [left, top] = [x + offsets[2 * i]!, y + offsets[2 * i + 1]!];
    if (child.type === 'box' && isLayer(child) && child.style.box.float === 'none') continue;
    // Inline boxes are covered by their lines.
    if (child.type === 'line' || child.box.kind !== BoxKind.Inline) addRect(rects, child, left, top);
    addInside(rects, child, left, top);
  }
}

function addRect(rects: Rect[], { width, height }: BoxFragment | LineFragment, x: LU, y: LU): void {
  const rect = { x: x / 64, y: y / 64, width: width / 64, height: height / 64 };
  if (rect.width > 0 && rect.height > 0) rects.push(rect);
}

const contains = (outer: Rect, inner: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

function rounded(rect: RoundedRect): RoundedRect {
  const r = Math.max(0, Math.min(RADIUS, rect.width / 2, rect.height / 2));
  return rect.radii === null ? { ...rect, radii: [r, r, r, r, r, r, r, r] } : rect;
}
