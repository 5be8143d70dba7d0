/**
 * `backdrop-filter` (filter-effects-2 §2): paints the content behind an element again, through the filter and clipped
 * to the border box. That content is everything painted so far in the backdrop root: the page, or the nearest ancestor
 * drawn as a group.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { boundsThrough } from '../layout/transform.ts';
import { applyClip } from './overflow-clip.ts';
import { BackdropCanvas } from './backdrop-canvas.ts';
import type { Matrix } from './canvas.ts';
import { paintFiltered } from './filters/filtered.ts';
import { borderBoxOf } from './fragment-boxes.ts';
import type { PaintLayer } from './layer-tree.ts';
import { hasMask } from '../css/masked.ts';
import { invert } from './matrix.ts';
import type { PaintContext } from './paint-context.ts';
import { paintResource } from './paint-image.ts';
import type { Rect } from './rounded-rect.ts';
import { referencedFilter } from './svg/svg-image.ts';

/** Limit on nested backdrop filters, because each level multiplies the work. */
const MAX_DEPTH = 2;

/** The backdrop root of an element, and the transform from its coordinates. */
export interface Backdrop {
  /** Paints the whole root in its own coordinates. */
  readonly paint: () => void;
  readonly matrix: Matrix;
}

/** Returns whether the element is a backdrop root (filter-effects-2 §2.1). */
export function isBackdropRoot(style: ComputedStyle): boolean {
  const { rare } = style;
  return (
    rare.opacity < 1 ||
    rare.filter.length > 0 ||
    rare.backdropFilter.length > 0 ||
    rare.mixBlendMode !== 'normal' ||
    rare.clipPath !== null ||
    hasMask(style)
  );
}

/** Paints the backdrop of a layer through its filter. The layer itself is painted next. */
export function paintBackdrop(context: PaintContext, layer: PaintLayer): void {
  const { fragment, x, y } = layer;
  const { style } = fragment;
  const { backdrop, canvas } = context;
  if (backdrop === null || style.text.visibility !== 'visible' || context.textShape) return;
  // The root element has no document content behind it.
  if (fragment.box.element === context.state.services.document.root) return;
  const undo = invert(backdrop.matrix);
  const shape = borderBoxOf(fragment, x, y);
  if (undo === null || shape.width <= 0 || shape.height <= 0) return;
  const region = boundsThrough(shape, backdrop.matrix);
  if (!isSeen(context, region)) return;
  if (context.backdropDepth >= MAX_DEPTH) {
    const message = 'Too many backdrop filters overlap. The lowest ones were ignored.';
    context.diagnostics.warn('paint/backdrop-filter', message, fragment.box.element?.position ?? null);
    return;
  }
  canvas.save();
  applyClip(canvas, shape);
  const bounds = { x: 0, y: 0, width: shape.width, height: shape.height };
  const target = {
    filters: style.rare.backdropFilter,
    currentColor: style.text.color,
    origin: { x: shape.x, y: shape.y },
    bounds,
    includesInk: false,
    // Content outside the box must not bleed in.
    mirrors: true,
    viewport: bounds,
    scale: 1,
    visible: bounds,
    position: fragment.box.element?.position ?? null,
    filterOf: (url: string) => referencedFilter(context, url, paintResource),
  };
  paintFiltered(context, target, () => paintBehind(context, layer, backdrop, undo, region));
  canvas.restore();
}

/** Returns whether a rectangle is visible in the backdrop being painted. Backdrops outside it are skipped. */
function isSeen({ backdropRegion }: PaintContext, r: Rect): boolean {
  if (backdropRegion === null) return true;
  return (
    r.x < backdropRegion.x + backdropRegion.width &&
    backdropRegion.x < r.x + r.width &&
    r.y < backdropRegion.y + backdropRegion.height &&
    backdropRegion.y < r.y + r.height
  );
}

/** Paints a backdrop root up to a layer inside it. Drawing is the only effect. */
function paintBehind(context: PaintContext, layer: PaintLayer, backdrop: Backdrop, undo: Matrix, region: Rect): void {
  const { canvas, transformed, backdropRegion, behind } = context;
  const { consumed } = context.state;
  const before = new Map(consumed);
  const painted = new BackdropCanvas(canvas, layer, context.state.services);
  context.canvas = painted;
  context.behind = painted;
  context.backdrop = { paint: backdrop.paint, matrix: IDENTITY };
  context.backdropRegion = region;
  context.backdropDepth++;
  context.silhouette++;
  painted.save();
  painted.transform(undo);
  backdrop.paint();
  painted.restore();
  context.silhouette--;
  context.backdropDepth--;
  context.backdropRegion = backdropRegion;
  context.backdrop = backdrop;
  context.behind = behind;
  context.transformed = transformed;
  context.canvas = canvas;
  consumed.clear();
  for (const [box, size] of before) consumed.set(box, size);
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns a backdrop in the root's own coordinates. */
export function backdropOf(paint: () => void): Backdrop {
  return { paint, matrix: IDENTITY };
}
