/** Computes the overflow of transformed boxes (css-overflow-3 §2.2): the bounding rectangle after transforms. */
import { BoxKind } from '../boxes/box.ts';
import { hasTransform, isTransformable } from '../boxes/box-flags.ts';
import { overflowClipOf } from '../boxes/clipping.ts';
import type { BoxFragment, Fragment } from '../layout/contract/fragment.ts';
import { boundsThrough, flatten, transformMatrix } from '../layout/fragments/transform.ts';

/** In CSS px; null: empty. */
type Bounds = { left: number; top: number; right: number; bottom: number } | null;

/** A table is transformed through its wrapper, which has its style. */
export const hasOwnTransform = ({ box, style }: BoxFragment): boolean =>
  hasTransform(style) && box.kind !== BoxKind.Table && isTransformable(box.kind);

/**
 * Returns the bounds of a fragment and its overflow after transforms, relative to the untransformed corner of its
 * border box.
 */
export function transformedOverflow(fragment: BoxFragment): Bounds {
  const bounds = overflowOf(fragment);
  if (bounds === null || !hasOwnTransform(fragment)) return bounds;
  const box = { x: 0, y: 0, width: fragment.width / 64, height: fragment.height / 64 };
  const m = flatten(transformMatrix(fragment.style, box, null), box);
  if (m === null) return null;
  const { left, top } = bounds;
  const through = boundsThrough({ x: left, y: top, width: bounds.right - left, height: bounds.bottom - top }, m);
  return { left: through.x, top: through.y, right: through.x + through.width, bottom: through.y + through.height };
}

function overflowOf(fragment: Fragment): Bounds {
  const { width, height } = fragment;
  const own = { left: 0, top: 0, right: width / 64, bottom: height / 64 };
  if (fragment.type === 'text') return own;
  const isBox = fragment.type === 'box';
  const clip = isBox ? overflowClipOf(fragment.box) : null;
  if (clip?.x === true && clip.y) return width > 0 && height > 0 ? own : null;
  // A line is as wide as its container allows, so only its contents are measured.
  let bounds: Bounds = isBox && width > 0 && height > 0 ? own : null;
  const { children, offsets } = fragment;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    const inner = child.type === 'box' ? transformedOverflow(child) : overflowOf(child);
    if (inner === null) continue;
    const [x, y] = [offsets[2 * i]! / 64, offsets[2 * i + 1]! / 64];
    const from: Bounds = bounds ?? { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    bounds = {
      left: Math.min(from.left, inner.left + x),
      top: Math.min(from.top, inner.top + y),
      right: Math.max(from.right, inner.right + x),
      bottom: Math.max(from.bottom, inner.bottom + y),
    };
  }
  // `clip` may apply to a single axis (css-overflow-3 §3.1).
  if (bounds !== null && clip?.x === true) bounds = { ...bounds, left: own.left, right: own.right };
  if (bounds !== null && clip?.y === true) bounds = { ...bounds, top: own.top, bottom: own.bottom };
  return bounds;
}
