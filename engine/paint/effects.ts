/** What applies to a layer as a whole: transforms, clip paths, masks, filters, opacity, blending. */
import { type BoxFragment } from '../layout/fragment.ts';
import { BoxKind } from '../boxes/box.ts';
import type { LU } from '../units.ts';
import { applyCssClip, clipPathOf } from './clip-path.ts';
import { hasMask, hasTransform, isTransformable } from './layer-tree.ts';
import { paintMaskLayers } from './mask.ts';
import type { PaintContext } from './paint-context.ts';
import { facesAway, flatten, transformMatrix } from './transform.ts';
import { groupOpacity, reportFilters } from './filter.ts';

/** What has been opened and must be closed. */
export interface Effects {
  /** Nothing of the layer shows: edge on, seen from behind, fully transparent. */
  readonly visible: boolean;
  readonly saved: boolean;
  readonly group: boolean;
  readonly mask: boolean;
  readonly transformed: boolean;
}

const NONE: Effects = { visible: true, saved: false, group: false, mask: false, transformed: false };

export function beginEffects(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): Effects {
  const { style, box } = fragment;
  const { rare } = style;
  const { canvas } = context;
  const transforms = isTransformable(box) && (hasTransform(style) || box.parent?.style.rare.perspective != null);
  const masked = hasMask(style);
  const opacity = rare.filter.length > 0 ? rare.opacity * groupOpacity(rare.filter) : rare.opacity;
  const grouped =
    opacity < 1 || rare.mixBlendMode !== 'normal' || (rare.isolation === 'isolate' && box.kind !== BoxKind.Inline);
  if (rare.filter.length > 0) reportFilters(context, rare.filter);
  if (!transforms && !masked && !grouped && rare.clipPath === null && rare.clip === null) return NONE;
  if (opacity <= 0) return { ...NONE, visible: false };
  const rect = { x: x / 64, y: y / 64, width: fragment.width / 64, height: fragment.height / 64 };
  canvas.save();
  if (transforms) {
    const matrix = transformMatrix(style, rect);
    const flat = flatten(matrix, rect);
    if (!flat || (rare.backfaceVisibility === 'hidden' && facesAway(matrix)))
      return { ...NONE, visible: false, saved: true };
    canvas.transform(flat);
    context.transformed++;
  }
  if (rare.clip !== null) applyCssClip(context, fragment, x, y);
  if (rare.clipPath !== null) {
    const path = clipPathOf(context, fragment, x, y, rare.clipPath);
    if (path) canvas.clipPath(path.path, path.evenOdd);
  }
  // Blending happens with what lies below the group, so the mask goes inside.
  if (grouped) canvas.beginGroup(opacity, rare.mixBlendMode, true);
  const mask = masked && paintMaskLayers(context, fragment, x, y);
  return { visible: true, saved: true, group: grouped, mask, transformed: transforms };
}

export function endEffects(context: PaintContext, effects: Effects): void {
  if (effects.mask) context.canvas.endMask();
  if (effects.group) context.canvas.endGroup();
  if (effects.transformed) context.transformed--;
  if (effects.saved) context.canvas.restore();
}
