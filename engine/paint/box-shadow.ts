/** Box shadows (css-backgrounds-3 §6). Blurred edges are drawn as nested outlines whose alphas add up to the blur's profile. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color, type Shadow } from '../css/computed-values.ts';
import type { BoxEdges } from './background.ts';
import type { Canvas } from './canvas.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import {
  addToPath,
  type CutSides,
  fitRadii,
  inset,
  outsetForShadow,
  pathOf,
  type RoundedRect,
  sharpRect,
} from './rounded-rect.ts';

/** Beyond a shadow's reach. */
const FAR = 20_000;

/** `cut`: sides where a break has sliced the box, and its shadow with it. */
export function paintOuterShadows(context: PaintContext, edges: BoxEdges, style: ComputedStyle, cut: CutSides): void {
  const shadows = style.background.boxShadow;
  for (let i = shadows.length - 1; i >= 0; i--) {
    const shadow = shadows[i];
    if (!shadow.inset) outerShadow(context.canvas, edges.border, shadow, usedColor(shadow.color, style), cut);
  }
}

export function paintInsetShadows(context: PaintContext, edges: BoxEdges, style: ComputedStyle, cut: CutSides): void {
  const shadows = style.background.boxShadow;
  for (let i = shadows.length - 1; i >= 0; i--) {
    const shadow = shadows[i];
    if (shadow.inset) insetShadow(context.canvas, edges.padding, shadow, usedColor(shadow.color, style), cut);
  }
}

/** The whole box of which a fragment is a slice, as far as shadows see it. */
function unsliced(r: RoundedRect, cut: CutSides): RoundedRect {
  if (!cut.top && !cut.right && !cut.bottom && !cut.left) return r;
  return inset(r, cut.top ? -FAR : 0, cut.right ? -FAR : 0, cut.bottom ? -FAR : 0, cut.left ? -FAR : 0);
}

function outerShadow(canvas: Canvas, border: RoundedRect, shadow: Shadow, color: Color, cut: CutSides): void {
  if (color.a <= 0) return;
  const grown = outsetForShadow(unsliced(border, cut), shadow.spread);
  const shape = { ...grown, x: grown.x + shadow.x, y: grown.y + shadow.y };
  if (shape.width <= 0 || shape.height <= 0) return;
  canvas.save();
  const slice = inset(
    sharpRect(border.x, border.y, border.width, border.height),
    cut.top ? 0 : -FAR,
    cut.right ? 0 : -FAR,
    cut.bottom ? 0 : -FAR,
    cut.left ? 0 : -FAR,
  );
  if (cut.top || cut.right || cut.bottom || cut.left) canvas.clipRect(slice.x, slice.y, slice.width, slice.height);
  // The shadow is clipped inside the border box.
  canvas.clipPath(
    addToPath(
      pathOf(sharpRect(border.x - FAR, border.y - FAR, border.width + 2 * FAR, border.height + 2 * FAR)),
      border,
    ),
    true,
  );
  paintBlurred(shape, shadow.blur, color, (r, paint) => canvas.fillPath(pathOf(r), false, paint));
  canvas.restore();
}

function insetShadow(canvas: Canvas, padding: RoundedRect, shadow: Shadow, color: Color, cut: CutSides): void {
  if (color.a <= 0 || padding.width <= 0 || padding.height <= 0) return;
  const { spread } = shadow;
  const whole = unsliced(padding, cut);
  const shrunk = spread >= 0 ? inset(whole, spread, spread, spread, spread) : outsetForShadow(whole, -spread);
  const hole = { ...shrunk, x: shrunk.x + shadow.x, y: shrunk.y + shadow.y };
  const outside = sharpRect(
    padding.x - 2 * FAR,
    padding.y - 2 * FAR,
    padding.width + 4 * FAR,
    padding.height + 4 * FAR,
  );
  canvas.save();
  canvas.clipPath(pathOf(padding), false);
  const paintOutside = (r: RoundedRect, paint: Color): void => {
    const path = pathOf(outside);
    canvas.fillPath(r.width > 0 && r.height > 0 ? addToPath(path, r) : path, true, paint);
  };
  // The blurred edge of the hole: outside in, each outline covers all that is outside of it.
  if (shadow.blur <= 0) paintOutside(hole, color);
  else paintBlurred(hole, shadow.blur, color, paintOutside, true);
  canvas.restore();
}

/** Steps across a blur's edge: enough that none shows. */
function stepsFor(blur: number): number {
  return Math.max(6, Math.min(40, Math.ceil(blur * 1.5)));
}

/** The share of a Gaussian of deviation `sigma` that lies below x: how dark a straight edge's shadow is x inside of it. */
function gaussianShare(x: number, sigma: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(x) / (sigma * Math.SQRT2)));
  const erf =
    1 -
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
      t *
      Math.exp(-(x * x) / (2 * sigma * sigma));
  return x >= 0 ? 0.5 + erf / 2 : 0.5 - erf / 2;
}

/**
 * Draws nested outlines from the faint outside to the dark inside (the other way round for a hole). Painting alpha a over what has alpha b
 * gives b + a (1 - b), from which each outline's own alpha follows.
 */
function paintBlurred(
  shape: RoundedRect,
  blur: number,
  color: Color,
  paint: (r: RoundedRect, color: Color) => void,
  hole = false,
): void {
  if (blur <= 0) {
    paint(shape, color);
    return;
  }
  const sigma = blur / 2;
  const steps = stepsFor(blur);
  let reached = 0;
  for (let i = 0; i < steps; i++) {
    // The middle of the band between two outlines decides its darkness.
    const from = -blur + (2 * blur * i) / steps;
    const target = color.a * gaussianShare(from + blur / steps, sigma);
    const alpha = (target - reached) / (1 - reached);
    reached = target;
    if (alpha <= 0) continue;
    const depth = hole ? -from : from;
    const outline = depth >= 0 ? inset(shape, depth, depth, depth, depth) : outset(shape, -depth);
    if (!hole && (outline.width <= 0 || outline.height <= 0)) break;
    paint(softened(outline, hole ? blur - from : from + blur), new Color(color.r, color.g, color.b, alpha));
  }
}

function outset(r: RoundedRect, by: number): RoundedRect {
  const rect = { x: r.x - by, y: r.y - by, width: r.width + 2 * by, height: r.height + 2 * by };
  return {
    ...rect,
    radii: r.radii
      ? fitRadii(
          rect,
          r.radii.map((radius) => radius + by),
        )
      : null,
  };
}

/** Blurring rounds corners: the level lines about a square corner are nearly arcs. */
function softened(r: RoundedRect, blurWidth: number): RoundedRect {
  const rounding = blurWidth > 0 ? blurWidth * 0.45 : 0;
  if (rounding <= 0) return r;
  const radii = r.radii ? r.radii.map((radius) => Math.max(radius, rounding)) : new Array<number>(8).fill(rounding);
  return { ...r, radii: fitRadii(r, radii) };
}
