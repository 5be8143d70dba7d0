import { overflowClipOf } from '../boxes/clipping.ts';
import type { BorderStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import type { BoxFragment, Slice } from '../layout/contract/fragment.ts';
import { type LU, MAX_LU } from '../units.ts';
import type { ClipShape } from './basic-shape.ts';
import { borderShapes } from './border-shape.ts';
import type { DisplayListBuilder } from './display-list.ts';
import { edgesOf } from './fragment-boxes.ts';
import { fitRadii, inset, outsetForShadow, pathOf, type RoundedRect } from './rounded-rect.ts';

/** The position of a clip's open sides, in px. It is larger than any page. */
export const UNBOUNDED = 1e6;

/** The visible area of a box's content. */
export interface ContentClip extends RoundedRect {
  /** The inner shape of the border, which replaces the rectangle. */
  readonly shape?: ClipShape;
}

/**
 * Returns the clip that `overflow` or paint containment applies to a fragment's content, or null (css-overflow-3 §3).
 */
export function contentClip(fragment: BoxFragment, x: LU, y: LU): ContentClip | null {
  const { box, style, extra } = fragment;
  if (extra?.slice !== undefined) return sliceClip(extra.slice, x, y);
  const clips = overflowClipOf(box);
  if (clips === null) return null;
  const { edge, margin } = clips.at;
  const edges = edgesOf(fragment, x, y);
  let clip = extra?.collapsedBorders === undefined ? edges.padding : collapsedClip(edges.border, style.border);
  if (edge === 'content-box') clip = edges.content;
  clip = edge === 'border-box' ? outsetBorder(edges.border, clip, margin.px) : outsetForShadow(clip, margin.px);
  const shapes = borderShapes(fragment, x, y);
  if (shapes) return { ...clip, shape: shapes.inner };
  if (clips.x && clips.y) return clip;
  return clips.y
    ? alongY(clip.y, clip.y + clip.height)
    : { x: clip.x, y: clip.y - UNBOUNDED, width: clip.width, height: 2 * UNBOUNDED, radii: null };
}

/** Returns the part of sliced content that one page shows. The other pages show the rest. */
export function sliceClip({ vertical, from, to }: Slice, x: LU, y: LU): ContentClip {
  const place = (at: LU, origin: LU): number =>
    Math.abs(at) >= MAX_LU ? Math.sign(at) * UNBOUNDED : (origin + at) / 64;
  if (vertical) return alongY(place(from, y), place(to, y));
  const left = place(from, x);
  return { x: left, y: -UNBOUNDED, width: place(to, x) - left, height: 2 * UNBOUNDED, radii: null };
}

const alongY = (from: number, to: number): ContentClip => ({
  x: -UNBOUNDED,
  y: from,
  width: 2 * UNBOUNDED,
  height: to - from,
  radii: null,
});

/**
 * Returns the clip of a table with collapsed borders. The borders are painted with the table's contents, and their part
 * outside the padding box is visible. Rounded corners cut off the table's own border, as in browsers.
 */
function collapsedClip(border: RoundedRect, style: BorderStyle): RoundedRect {
  if (border.radii === null) return border;
  return inset(border, style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth);
}

/** Returns the border box enlarged by `margin`. Its corners start from those of the padding box. */
function outsetBorder(border: RoundedRect, padding: RoundedRect, margin: number): RoundedRect {
  const { x, y, width, height } = border;
  const right = x + width - padding.x - padding.width;
  const bottom = y + height - padding.y - padding.height;
  const least = Math.min(padding.x - x, padding.y - y, right, bottom);
  const rect = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  const { radii } = outsetForShadow(padding, least + margin);
  return { ...rect, radii: radii === null ? null : fitRadii(rect, radii) };
}

/**
 * Returns the clip that `clip: rect()` applies to a fragment and its descendants (css-masking-1 §8). Offsets start at
 * the border box's top left corner, and `auto` is its edge. null: no clip.
 */
export function cssClip({ style, width, height }: BoxFragment, x: LU, y: LU): ContentClip | null {
  const { clip } = style.rare;
  const { position } = style.box;
  if (clip === null || (position !== 'absolute' && position !== 'fixed')) return null;
  const edge = (length: Length, auto: number): number => (length.isAuto ? auto : length.resolvePx(0));
  const left = x / 64 + edge(clip.left, 0);
  const top = y / 64 + edge(clip.top, 0);
  const right = x / 64 + edge(clip.right, width / 64);
  const bottom = y / 64 + edge(clip.bottom, height / 64);
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top), radii: null };
}

export function applyClip(canvas: DisplayListBuilder, clip: ContentClip): void {
  if (clip.shape) canvas.clipPath(clip.shape.path, clip.shape.evenOdd);
  else if (clip.radii) canvas.clipPath(pathOf(clip), false);
  else canvas.clipRect(clip.x, clip.y, clip.width, clip.height);
}
