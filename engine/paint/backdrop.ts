/**
 * `backdrop-filter` (filter-effects-2 §2): paints the content behind an element again, through the filter and clipped
 * to the border box. That content is the part of the display list drawn so far in the backdrop root: the page, or the
 * nearest ancestor drawn as a group. The copy is decorative: readers find the content at its original position.
 */
import { Color } from '../css/color.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { boundsThrough } from '../layout/fragments/transform.ts';
import { applyClip } from './overflow-clip.ts';
import type { ListPlace } from './display-list.ts';
import { paintFiltered } from './filters/filtered.ts';
import { borderBoxOf } from './fragment-boxes.ts';
import type { PaintLayer } from './layer-tree.ts';
import { asDecoration, matrixSince, partBetween, seenIn } from './list-passes.ts';
import { hasMask } from '../css/masked.ts';
import { invert } from './matrix.ts';
import type { PaintContext } from './paint-context.ts';
import { paintResource } from './paint-image.ts';
import { referencedFilter } from './svg/svg-image.ts';
import type { Rect } from './rects.ts';

/** Limit on nested backdrops, because each level doubles the content. */
const MAX_DEPTH = 1;

/** Where the current backdrop root begins in a display list. */
export interface Backdrop extends ListPlace {
  /** The page's paper in the root's coordinates, or null if the root is an element. */
  readonly paper: Rect | null;
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

/**
 * Paints the backdrop of a layer through its filter. The layer itself is painted next. `end`: where its effects begin in
 * the current list.
 */
export function paintBackdrop(context: PaintContext, { fragment, x, y }: PaintLayer, end: number): void {
  const { style } = fragment;
  const { canvas } = context;
  const { backdrop } = context.scope;
  if (backdrop === null || backdrop.list !== canvas.list) return;
  if (style.text.visibility !== 'visible') return;
  // The root element has no document content behind it.
  if (fragment.box.element === context.state.services.document.root) return;
  const matrix = matrixSince(backdrop);
  const undo = invert(matrix);
  const shape = borderBoxOf(fragment, x, y);
  if (undo === null || shape.width <= 0 || shape.height <= 0) return;
  const { paper } = backdrop;
  const { position = null } = fragment.box.element ?? {};
  const tooMany = (ignored: string): void =>
    context.diagnostics.warn('paint/backdrop-filter', `Too many backdrop filters overlap. ${ignored}`, position);
  const part = partBetween(backdrop, end);
  context.budget.tickBy(part.length);
  const behind = asDecoration(
    seenIn(part, boundsThrough(shape, matrix), MAX_DEPTH, () => tooMany('The lowest ones were ignored.')),
  );
  const bounds = { x: 0, y: 0, width: shape.width, height: shape.height };
  const target = {
    filters: style.rare.backdropFilter,
    currentColor: style.text.color,
    origin: { x: shape.x, y: shape.y },
    bounds,
    includesInk: false,
    // Content outside the box must not bleed in.
    mirrors: true,
    liesOnPaper: paper !== null,
    viewport: bounds,
    scale: 1,
    visible: bounds,
    position,
    filterOf: (url: string) => referencedFilter(context, url, paintResource),
  };
  const paint = (): void => {
    const content = canvas.record(() => {
      canvas.save();
      applyClip(canvas, shape);
      paintFiltered(context, target, () => {
        canvas.save();
        canvas.transform(undo);
        if (paper !== null) canvas.fillRect(paper.x, paper.y, paper.width, paper.height, Color.WHITE);
        context.budget.tickBy(behind.length);
        canvas.append(behind);
        canvas.restore();
      });
      canvas.restore();
    });
    canvas.backdrop(shape, content);
  };
  if (!context.state.filterSamples.copies(paint)) tooMany('The highest ones were ignored.');
}
