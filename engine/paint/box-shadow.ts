/** Box shadows (css-backgrounds-3 §6). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Color } from '../css/color.ts';
import type { Shadow } from '../css/computed-values.ts';
import type { BoxEdges } from './background.ts';
import { paintBlurredBox } from './blurred-shadow.ts';
import type { DisplayListBuilder } from './display-list.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import {
  addToPath,
  type CutSides,
  inset,
  outsetForShadow,
  pathOf,
  type RoundedRect,
  sharpRect,
  moved,
} from './rounded-rect.ts';

/** A distance beyond any shadow. */
const FAR = 20_000;

/** Paints outer shadows. `cut`: the sides where a break slices the box and its shadow. */
export function paintOuterShadows(context: PaintContext, edges: BoxEdges, style: ComputedStyle, cut: CutSides): void {
  const shadows = style.background.boxShadow;
  for (let i = shadows.length - 1; i >= 0; i--) {
    const shadow = shadows[i]!;
    if (!shadow.inset) outerShadow(context.canvas, edges.border, shadow, usedColor(shadow.color, style), cut);
  }
}

export function paintInsetShadows(context: PaintContext, edges: BoxEdges, style: ComputedStyle, cut: CutSides): void {
  const shadows = style.background.boxShadow;
  for (let i = shadows.length - 1; i >= 0; i--) {
    const shadow = shadows[i]!;
    if (shadow.inset) insetShadow(context.canvas, edges.padding, shadow, usedColor(shadow.color, style), cut);
  }
}

const isCut = ({ top, right, bottom, left }: CutSides): boolean => top || right || bottom || left;

/** Extends a fragment's slice at its cut sides, so that shadows treat it as the whole box. */
function unsliced(r: RoundedRect, cut: CutSides): RoundedRect {
  if (!isCut(cut)) return r;
  return inset(r, cut.top ? -FAR : 0, cut.right ? -FAR : 0, cut.bottom ? -FAR : 0, cut.left ? -FAR : 0);
}

function outerShadow(
  canvas: DisplayListBuilder,
  border: RoundedRect,
  shadow: Shadow,
  color: Color,
  cut: CutSides,
): void {
  if (color.a <= 0 || (isCut(cut) && (border.width <= 0 || border.height <= 0))) return;
  const whole = unsliced(border, cut);
  const grown = outsetForShadow(whole, shadow.spread);
  const shape = moved(grown, shadow.x, shadow.y);
  if (shape.width <= 0 || shape.height <= 0) return;
  canvas.save();
  const slice = inset(
    sharpRect(border.x, border.y, border.width, border.height),
    cut.top ? 0 : -FAR,
    cut.right ? 0 : -FAR,
    cut.bottom ? 0 : -FAR,
    cut.left ? 0 : -FAR,
  );
  if (isCut(cut)) canvas.clipRect(slice.x, slice.y, slice.width, slice.height);
  // Shadows are clipped inside the border box of the whole box. Two clips along one edge would leave a hairline of
  // shadow.
  canvas.clipPath(
    addToPath(
      pathOf(sharpRect(border.x - FAR, border.y - FAR, border.width + 2 * FAR, border.height + 2 * FAR)),
      whole,
    ),
    true,
  );
  paintBlurredBox(shape, shadow.blur, color, (r, paint) => canvas.fillPath(pathOf(r), false, paint));
  canvas.restore();
}

function insetShadow(
  canvas: DisplayListBuilder,
  padding: RoundedRect,
  shadow: Shadow,
  color: Color,
  cut: CutSides,
): void {
  if (color.a <= 0 || padding.width <= 0 || padding.height <= 0) return;
  const { spread } = shadow;
  const whole = unsliced(padding, cut);
  const shrunk = spread >= 0 ? inset(whole, spread, spread, spread, spread) : outsetForShadow(whole, -spread);
  const hole = moved(shrunk, shadow.x, shadow.y);
  const outside = sharpRect(
    padding.x - 2 * FAR,
    padding.y - 2 * FAR,
    padding.width + 4 * FAR,
    padding.height + 4 * FAR,
  );
  if (shadow.blur <= 0 && isInside(hole, padding)) return fillAround(canvas, hole, padding, color);
  canvas.save();
  canvas.clipPath(pathOf(padding), false);
  const paintOutside = (r: RoundedRect, paint: Color): void => {
    const path = pathOf(outside);
    canvas.fillPath(r.width > 0 && r.height > 0 ? addToPath(path, r) : path, true, paint);
  };
  // Blurs the hole's edge from the outside in. Each outline fills everything outside it.
  if (shadow.blur <= 0) paintOutside(hole, color);
  else paintBlurredBox(hole, shadow.blur, color, paintOutside, true);
  canvas.restore();
}

const isEmpty = (r: RoundedRect): boolean => r.width <= 0 || r.height <= 0;

/** Returns whether the hole is empty, or completely inside a box with square corners. */
function isInside(hole: RoundedRect, box: RoundedRect): boolean {
  if (isEmpty(hole)) return true;
  const isRounded = box.radii !== null;
  return (
    !isRounded &&
    hole.x >= box.x &&
    hole.y >= box.y &&
    hole.x + hole.width <= box.x + box.width &&
    hole.y + hole.height <= box.y + box.height
  );
}

/** Fills a box around a hole, in one path. A clip would leave hairlines between touching boxes. */
function fillAround(canvas: DisplayListBuilder, hole: RoundedRect, box: RoundedRect, color: Color): void {
  if (isEmpty(hole) && box.radii === null) canvas.fillRect(box.x, box.y, box.width, box.height, color);
  else canvas.fillPath(isEmpty(hole) ? pathOf(box) : addToPath(pathOf(box), hole), true, color);
}
