/** `clip-path` and CSS 2's `clip` (css-masking-1 §5, css-shapes-1 §3). CSS px. */
import type { Length } from '../css/length.ts';
import type { ClipPath } from '../css/computed-values.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { shapePath } from './basic-shape.ts';
import { type PaintContext } from './paint-context.ts';
import {
  fitRadii,
  inset,
  outsetForShadow,
  pathOf,
  roundedBorderBox,
  NOT_CUT,
  type RoundedRect,
} from './rounded-rect.ts';
import { paintResource } from './paint-image.ts';
import { type SliceArea, wholeOf } from './slices.ts';
import { noteMissingElement } from './svg/missing-element.ts';
import { clipBoxToElement, referencedElement } from './svg/svg-image.ts';

/**
 * Applies a box's `clip-path` to the following content. Returns the number of opened masks, which the caller must end.
 */
export function applyClipPath(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, clip: ClipPath): number {
  const box = referenceBox(fragment, x, y, clip.box, context.page.slices.around(fragment));
  const { canvas } = context;
  if (clip.url !== null) {
    const target = referencedElement(context, clip.url, 'clipPath');
    // A reference to a missing element doesn't clip.
    if (target !== null) return clipBoxToElement(context, target, box, paintResource);
    noteMissingElement(context, clip.url, { wanted: '<clipPath>', becomes: 'clipping was skipped' });
    return 0;
  }
  const { path, evenOdd } = clip.shape ? shapePath(clip.shape, box) : { path: pathOf(box), evenOdd: false };
  canvas.clipPath(path, evenOdd);
  return 0;
}

/**
 * Returns a box of a fragment, or of the whole box that is sliced, with its rounded corners (css-shapes-1 §6.1). A
 * `name` of null is the border box.
 */
export function referenceBox(
  fragment: BoxFragment,
  x: LU,
  y: LU,
  name: string | null,
  slice: SliceArea | null = null,
): RoundedRect {
  const own = { x: x / 64, y: y / 64, width: fragment.width / 64, height: fragment.height / 64 };
  const rect = wholeOf(own, slice);
  const border = roundedBorderBox(rect, fragment.style.border, NOT_CUT);
  const { border: b, padding: p, style } = fragment;
  if (name === 'margin-box') {
    const margin = (length: Length): number => (length.isLength ? length.resolvePx(rect.width) : 0);
    const s = style.box;
    const [top, right, bottom, left] = [s.marginTop, s.marginRight, s.marginBottom, s.marginLeft].map(margin);
    // Corner radii grow with the box, like those of a spread shadow.
    const grown = inset({ ...border, radii: null }, -top!, -right!, -bottom!, -left!);
    const { radii } = outsetForShadow(border, Math.min(top!, right!, bottom!, left!));
    return { ...grown, radii: radii ? fitRadii(grown, radii) : null };
  }
  if (name === 'padding-box' || name === 'content-box' || name === 'fill-box') {
    const k = name === 'padding-box' ? 0 : 1;
    return inset(
      border,
      (b.top + k * p.top) / 64,
      (b.right + k * p.right) / 64,
      (b.bottom + k * p.bottom) / 64,
      (b.left + k * p.left) / 64,
    );
  }
  return border;
}
