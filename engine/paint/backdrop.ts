/**
 * `backdrop-filter` (filter-effects-2 §2): what lies behind an element is painted once more, through the filter, within the element's border box.
 * Behind it lies all that its backdrop root has painted before it: the page, or the nearest element around it whose contents are drawn as a group.
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

/** Filters seen through one another: each level multiplies the work. */
const MAX_DEPTH = 2;

/** What an element's backdrop is part of, and how its coordinates have been transformed since. */
export interface Backdrop {
  /** Paints the whole root, where its coordinates begin. */
  readonly paint: () => void;
  readonly matrix: Matrix;
}

/** Does the element begin a backdrop of its own for what is inside it (filter-effects-2 §2.1)? */
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

/** Paints what lies behind a layer through its backdrop filter; the layer itself comes next. */
export function paintBackdrop(context: PaintContext, layer: PaintLayer): void {
  const { fragment, x, y } = layer;
  const { style } = fragment;
  const { backdrop, canvas } = context;
  if (backdrop === null || style.text.visibility !== 'visible' || context.textShape) return;
  // Nothing that is the document's lies behind its root.
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
    // Nothing beyond the box is mixed in.
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

/** Of a backdrop that is being painted only what the filter shows needs backdrops in turn. */
function isSeen({ backdropRegion }: PaintContext, r: Rect): boolean {
  if (backdropRegion === null) return true;
  return (
    r.x < backdropRegion.x + backdropRegion.width &&
    backdropRegion.x < r.x + r.width &&
    r.y < backdropRegion.y + backdropRegion.height &&
    backdropRegion.y < r.y + r.height
  );
}

/** Paints a backdrop root up to a layer inside it. Nothing happens but drawing. */
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

/** The backdrop that begins with a root's own coordinates. */
export function backdropOf(paint: () => void): Backdrop {
  return { paint, matrix: IDENTITY };
}
