/** What applies to a layer as a whole: transforms, clip paths, masks, filters, opacity, blending. */
import { BoxKind } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color, type Shadow } from '../css/computed-values.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import type { Canvas, Matrix } from './canvas.ts';
import { applyCssClip, clipPathOf } from './clip-path.ts';
import { ColorFilterCanvas } from './color-filter-canvas.ts';
import { colorMapOf, dropShadows, groupOpacity, reportFilters } from './filter.ts';
import { hasMask, hasTransform, isTransformable } from './layer-tree.ts';
import { openMasks } from './mask.ts';
import { invert, multiply } from './matrix.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import type { Rect } from './rounded-rect.ts';
import {
  facesAway,
  flatten,
  IDENTITY4,
  type Matrix4,
  multiply4,
  perspectiveMatrix,
  transformMatrix,
} from './transform.ts';

/** What has been opened and must be closed. */
export interface Effects {
  /** Nothing of the layer shows: edge on, seen from behind, fully transparent. */
  readonly visible: boolean;
  readonly saved: boolean;
  readonly group: boolean;
  readonly masks: number;
  readonly transformed: boolean;
  /** The canvas to go back to when colours have been filtered. */
  readonly unfiltered: Canvas | null;
  /** Shadows of the whole layer, to be drawn below it. */
  readonly shadows: readonly Shadow[];
}

const NONE: Effects = {
  visible: true,
  saved: false,
  group: false,
  masks: 0,
  transformed: false,
  unfiltered: null,
  shadows: [],
};

/** `isolates`: a layer of this stacking context blends with what is below it, but only within the context. */
export function beginEffects(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, isolates: boolean): Effects {
  const { style, box } = fragment;
  const { rare } = style;
  const { canvas } = context;
  const space = box.parent ? (context.spaces.get(box.parent) ?? null) : null;
  const transforms = isTransformable(box) && (hasTransform(style) || space !== null);
  const makesSpace = rare.perspective !== null || rare.transformStyle === 'preserve-3d';
  const masked = hasMask(style);
  const filtered = rare.filter.length > 0;
  const opacity = filtered ? rare.opacity * groupOpacity(rare.filter) : rare.opacity;
  const isolated = isolates || (rare.isolation === 'isolate' && box.kind !== BoxKind.Inline);
  const grouped = opacity < 1 || rare.mixBlendMode !== 'normal' || isolated;
  if (!transforms && !makesSpace && !masked && !grouped && !filtered && rare.clipPath === null && rare.clip === null) {
    return NONE;
  }
  if (opacity <= 0) return { ...NONE, visible: false };
  const rect = { x: x / 64, y: y / 64, width: fragment.width / 64, height: fragment.height / 64 };
  canvas.save();
  if (transforms || makesSpace) {
    const flattens = grouped || masked || filtered || rare.clipPath !== null;
    if (!enterSpace(context, fragment, rect, space, flattens)) return { ...NONE, visible: false, saved: true };
    if (transforms) context.transformed++;
  }
  if (rare.clip !== null) applyCssClip(context, fragment, x, y);
  if (rare.clipPath !== null) {
    const path = clipPathOf(context, fragment, x, y, rare.clipPath);
    if (path) canvas.clipPath(path.path, path.evenOdd);
  }
  // Blending happens with what lies below the group, so the mask goes inside.
  if (grouped) canvas.beginGroup(opacity, rare.mixBlendMode, true);
  const masks = masked ? openMasks(context, fragment, x, y) : 0;
  const unfiltered = filtered ? filterColors(context, style) : null;
  const shadows = filtered ? dropShadows(rare.filter) : NONE.shadows;
  return { visible: true, saved: true, group: grouped, masks, transformed: transforms, unfiltered, shadows };
}

export function endEffects(context: PaintContext, effects: Effects): void {
  if (effects.unfiltered) context.canvas = effects.unfiltered;
  for (let i = 0; i < effects.masks; i++) context.canvas.endMask();
  if (effects.group) context.canvas.endGroup();
  if (effects.transformed) context.transformed--;
  if (effects.saved) context.canvas.restore();
}

/** What a box does to the transformations of its children in three dimensions (css-transforms-2 §6). */
export interface Space {
  /** Applied after a child's own matrix. */
  readonly matrix: Matrix4;
  /** The part of it that is in effect on the canvas already, flattened. */
  readonly flat: Matrix;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Transforms the canvas for a box; false: nothing of it shows. */
function enterSpace(
  context: PaintContext,
  fragment: BoxFragment,
  rect: Rect,
  outer: Space | null,
  flattens: boolean,
): boolean {
  const { style, box } = fragment;
  const own = isTransformable(box) && hasTransform(style) ? transformMatrix(style, rect) : IDENTITY4;
  const total = outer ? multiply4(own, outer.matrix) : own;
  const flat = flatten(total, rect);
  if (!flat || (style.rare.backfaceVisibility === 'hidden' && facesAway(total))) return false;
  const undo = outer ? invert(outer.flat) : IDENTITY;
  if (!undo) return false;
  context.canvas.transform(multiply(flat, undo));
  const perspective = perspectiveMatrix(style, rect);
  const keeps = style.rare.transformStyle === 'preserve-3d' && !flattens && style.box.overflowX === 'visible';
  if (keeps) context.spaces.set(box, { matrix: perspective ? multiply4(perspective, total) : total, flat });
  else if (perspective) context.spaces.set(box, { matrix: perspective, flat: IDENTITY });
  return true;
}

/** Makes the context draw in filtered colours; the canvas to go back to, or null when no function changes colours. */
function filterColors(context: PaintContext, style: ComputedStyle): Canvas | null {
  const { filter } = style.rare;
  reportFilters(context, filter);
  const map = colorMapOf(filter);
  if (!map) return null;
  const { canvas } = context;
  context.canvas = new ColorFilterCanvas(canvas, map, false);
  return canvas;
}

/** Copies that stand in for a shadow's blur: distance in deviations, how many, how dark each. */
const BLUR_RINGS: readonly (readonly [number, number, number])[] = [
  [0, 1, 0.16],
  [0.6, 6, 0.09],
  [1.3, 8, 0.045],
];

/**
 * Draws the silhouette of a layer in a shadow's colour, as often as its blur needs. Shadows inside the layer cast none of their own: each level
 * of nesting would multiply the work.
 */
export function paintSilhouette(context: PaintContext, shadow: Shadow, style: ComputedStyle, draw: () => void): void {
  if (context.silhouette > 0) return;
  const { canvas } = context;
  const color = usedColor(shadow.color, style);
  const once = (dx: number, dy: number, strength: number): void => {
    const map = (c: Color): Color => new Color(color.r, color.g, color.b, color.a * c.a * strength);
    canvas.save();
    canvas.transform([1, 0, 0, 1, shadow.x + dx, shadow.y + dy]);
    context.canvas = new ColorFilterCanvas(canvas, map, true);
    context.silhouette++;
    draw();
    context.silhouette--;
    context.canvas = canvas;
    canvas.restore();
  };
  if (shadow.blur <= 0) return once(0, 0, 1);
  for (const [distance, copies, strength] of BLUR_RINGS) {
    for (let i = 0; i < copies; i++) {
      const angle = (2 * Math.PI * i) / copies;
      once(Math.cos(angle) * distance * shadow.blur, Math.sin(angle) * distance * shadow.blur, strength);
    }
  }
}
