/** 3D rendering contexts (css-transforms-2 §4): transforms that boxes apply to their children, and depth order. */
import { isTransformable, hasTransform } from '../boxes/box-flags.ts';
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { Matrix } from './display-list.ts';
import type { PaintLayer } from './layer-tree.ts';
import { invert, multiply } from './matrix.ts';
import type { PaintContext } from './paint-context.ts';
import type { Perspective } from './projected.ts';
import { hasPerspective, projectionOf } from './projection.ts';
import {
  determinant4,
  facesAway,
  flatten,
  IDENTITY4,
  type Matrix4,
  multiply4,
  perspectiveMatrix,
  transformMatrix,
} from '../layout/fragments/transform.ts';
import type { Rect } from './rects.ts';

export interface Space {
  /** Applied after a child's own matrix. */
  readonly matrix: Matrix4;
  /** The part of the matrix already in effect on the canvas, flattened. */
  readonly flat: Matrix;
  /** Whether the children share the box's 3D space and are sorted by depth. Otherwise they only get its perspective. */
  readonly isShared: boolean;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * The visible part of a box: everything, nothing, or only the children that share its space. Children alone are visible
 * if the box is edge-on or shows its hidden back.
 */
export type Shown = 'all' | 'children' | 'nothing';

/**
 * The visible part of a box, and its perspective if it has one. With a perspective, the canvas keeps the transform
 * around the box.
 */
interface Entered {
  readonly shown: Shown;
  readonly perspective: Perspective | null;
}

/**
 * Returns the space that contains a box: that of its parent element, or of its own element for a pseudo-element. null:
 * the box is directly on the page.
 */
export function spaceAround(context: PaintContext, { element, pseudo }: Box): Space | null {
  const { spaces } = context.page;
  if (spaces.size === 0 || element === null) return null;
  let around: Element | null = pseudo === null ? element.parent : element;
  const { styler } = context.state.services;
  while (around !== null && styler.styleOf(around).box.display.outside === 'contents') around = around.parent;
  return around === null ? null : (spaces.get(around) ?? null);
}

/** Returns whether the box has its own matrix or that of the space around it. */
export function isTransformed({ kind }: Box, style: ComputedStyle, space: Space | null): boolean {
  return isTransformable(kind) && (hasTransform(style) || space !== null);
}

/**
 * Returns the reference box of a transform (css-transforms-1 §6). `border` is the border box, which also replaces SVG's
 * own boxes.
 */
function transformBox({ style, border: b, padding: p }: BoxFragment, border: Rect): Rect {
  const box = style.rare.transformBox;
  if (box !== 'content-box' && box !== 'fill-box') return border;
  return {
    x: border.x + (b.left + p.left) / 64,
    y: border.y + (b.top + p.top) / 64,
    width: border.width - (b.left + p.left + p.right + b.right) / 64,
    height: border.height - (b.top + p.top + p.bottom + b.bottom) / 64,
  };
}

/**
 * Returns the product of a box's own matrix and all matrices around it in its rendering context. `rect`: the border
 * box.
 */
function totalMatrix(fragment: BoxFragment, rect: Rect, motion: Matrix4 | null, outer: Space | null): Matrix4 {
  const { box, style } = fragment;
  const own =
    isTransformable(box.kind) && hasTransform(style)
      ? transformMatrix(style, transformBox(fragment, rect), motion)
      : IDENTITY4;
  return outer ? multiply4(own, outer.matrix) : own;
}

/**
 * Transforms the canvas for a box, and records the transform for its children. `flattens`: an effect forces the
 * children into the plane of the box.
 */
export function enterSpace(
  context: PaintContext,
  layer: PaintLayer,
  rect: Rect,
  motion: Matrix4 | null,
  outer: Space | null,
  flattens: boolean,
): Entered {
  const { style, box } = layer.fragment;
  const total = totalMatrix(layer.fragment, rect, motion, outer);
  // css-transforms-1 §3: a box without an invertible matrix isn't displayed, and neither are its contents.
  if (determinant4(total) === 0) return NOTHING;
  const keeps = style.rare.transformStyle === 'preserve-3d' && !flattens && style.box.overflowX === 'visible';
  const flat = flatten(total, rect);
  const undo = outer ? invert(outer.flat) : IDENTITY;
  const perspective = perspectiveMatrix(style, rect);
  const isHidden = style.rare.backfaceVisibility === 'hidden' && facesAway(total);
  // Children that share the box's space are projected separately.
  const isProjected = hasPerspective(total) && !(keeps && hasChildren(layer));
  if ((!flat && !isProjected) || !undo || isHidden) {
    if (!keeps || !box.element) return NOTHING;
    const matrix = perspective ? multiply4(perspective, total) : total;
    context.page.spaces.set(box.element, { matrix, flat: outer?.flat ?? IDENTITY, isShared: true });
    return { shown: 'children', perspective: null };
  }
  context.canvas.transform(isProjected || !flat ? undo : multiply(flat, undo));
  if (box.element) {
    if (keeps && flat) {
      const matrix = perspective ? multiply4(perspective, total) : total;
      context.page.spaces.set(box.element, { matrix, flat, isShared: true });
    } else if (perspective)
      context.page.spaces.set(box.element, { matrix: perspective, flat: IDENTITY, isShared: false });
  }
  if (!isProjected) return { shown: 'all', perspective: null };
  const visible = context.scope.transformed === 0 ? context.viewport : null;
  const position = box.element?.position ?? null;
  return { shown: 'all', perspective: { projection: projectionOf(total), flat, visible, position } };
}

const NOTHING: Entered = { shown: 'nothing', perspective: null };

const hasChildren = ({ negative, zero, positive }: PaintLayer): boolean =>
  negative.length > 0 || zero.length > 0 || positive.length > 0;

/**
 * The layers of a stacking context. In 3D, also the layers behind the plane of its box and in front of it, from the
 * farthest to the nearest.
 */
interface LayerOrder extends Pick<PaintLayer, 'negative' | 'zero' | 'positive'> {
  readonly behind: readonly PaintLayer[];
  readonly front: readonly PaintLayer[];
}

const NO_LAYERS: readonly PaintLayer[] = [];
const IN_PLANE = 1e-3;

/**
 * Returns the painting order of a stacking context's layers. If `shown` is `children`, layers that don't share the 3D
 * space are left out.
 */
export function layerOrder(context: PaintContext, layer: PaintLayer, shown: Shown): LayerOrder {
  const { negative, zero, positive, fragment } = layer;
  const space =
    context.page.spaces.size > 0 && fragment.box.element ? context.page.spaces.get(fragment.box.element) : undefined;
  if (!space?.isShared || fragment.style.rare.transformStyle !== 'preserve-3d')
    return { negative, zero, positive, behind: NO_LAYERS, front: NO_LAYERS };
  const behind: Placed[] = [];
  const front: Placed[] = [];
  const level = (layers: readonly PaintLayer[]): PaintLayer[] =>
    layers.filter((child) => {
      const { box, style } = child.fragment;
      const isSharing = spaceAround(context, box) === space;
      if (!isSharing) return shown === 'all';
      const depth = hasTransform(style) ? depthOf(child, space) : null;
      if (depth === null || Math.abs(depth.above) < IN_PLANE) return true;
      (depth.above < 0 ? behind : front).push({ child, z: depth.z });
      return false;
    });
  const inPlane = { negative: level(negative), zero: level(zero), positive: level(positive) };
  return { ...inPlane, behind: sorted(behind), front: sorted(front) };
}

interface Placed {
  readonly child: PaintLayer;
  readonly z: number;
}

function sorted(placed: Placed[]): PaintLayer[] {
  return placed.sort((a, b) => a.z - b.z).map(({ child }) => child);
}

/** Returns how near the middle of a box is, and how far it is in front of the plane of the containing box. */
function depthOf({ fragment, x, y }: PaintLayer, space: Space): { z: number; above: number } {
  const rect = { x: x / 64, y: y / 64, width: fragment.width / 64, height: fragment.height / 64 };
  const z = nearness(totalMatrix(fragment, rect, null, space), rect);
  return { z, above: z - nearness(space.matrix, rect) };
}

function nearness(m: Matrix4, { x, y, width, height }: Rect): number {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const w = m[3]! * cx + m[7]! * cy + m[15]!;
  return (m[2]! * cx + m[6]! * cy + m[14]!) / (Math.abs(w) > 1e-6 ? w : 1e-6);
}
