/** `clip-path` and CSS 2's `clip` (css-masking-1 §5, css-shapes-1 §3). CSS px. */
import type { BasicShape, ClipPath, Length } from '../css/computed-values.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import { PathOp } from './canvas.ts';
import { type PaintContext } from './paint-context.ts';
import {
  ellipsePath,
  fitRadii,
  inset,
  pathOf,
  type Rect,
  roundedBorderBox,
  NOT_CUT,
  type RoundedRect,
} from './rounded-rect.ts';
import { parsePathData } from './svg/path-data.ts';

export interface ClipShape {
  readonly path: readonly number[];
  readonly evenOdd: boolean;
}

/** The path of a `clip-path`, or null when it can't be applied. */
export function clipPathOf(
  context: PaintContext,
  fragment: BoxFragment,
  x: LU,
  y: LU,
  clip: ClipPath,
): ClipShape | null {
  const box = referenceBox(fragment, x, y, clip.box);
  if (clip.shape) return shapePath(clip.shape, box);
  if (clip.url !== null) {
    context.diagnostics.warn(
      'paint/clip-path',
      "clip-path: url() of boxes isn't supported; the element is not clipped.",
    );
    return null;
  }
  return { path: pathOf(box), evenOdd: false };
}

function referenceBox(fragment: BoxFragment, x: LU, y: LU, name: string | null): RoundedRect {
  const rect = { x: x / 64, y: y / 64, width: fragment.width / 64, height: fragment.height / 64 };
  const border = roundedBorderBox(rect, fragment.style.border, NOT_CUT);
  const { border: b, padding: p, style } = fragment;
  if (name === 'margin-box') {
    const margin = (length: Length): number => (length.isLength ? length.resolvePx(rect.width) : 0);
    const s = style.box;
    return inset(
      { ...border, radii: null },
      -margin(s.marginTop),
      -margin(s.marginRight),
      -margin(s.marginBottom),
      -margin(s.marginLeft),
    );
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

/** A basic shape in its reference box. */
export function shapePath(shape: BasicShape, box: Rect): ClipShape {
  switch (shape.type) {
    case 'inset':
      return { path: pathOf(insetShape(shape, box)), evenOdd: false };
    case 'circle': {
      const [cx, cy] = centre(shape.position, box);
      const radius =
        typeof shape.radius === 'string'
          ? sideDistance(shape.radius, [cx - box.x, box.x + box.width - cx, cy - box.y, box.y + box.height - cy])
          : shape.radius.resolvePx(Math.hypot(box.width, box.height) / Math.SQRT2);
      return { path: ellipsePath(cx, cy, radius, radius), evenOdd: false };
    }
    case 'ellipse': {
      const [cx, cy] = centre(shape.position, box);
      const rx =
        typeof shape.rx === 'string'
          ? sideDistance(shape.rx, [cx - box.x, box.x + box.width - cx])
          : shape.rx.resolvePx(box.width);
      const ry =
        typeof shape.ry === 'string'
          ? sideDistance(shape.ry, [cy - box.y, box.y + box.height - cy])
          : shape.ry.resolvePx(box.height);
      return { path: ellipsePath(cx, cy, rx, ry), evenOdd: false };
    }
    case 'polygon': {
      const path: number[] = [];
      shape.points.forEach((point, i) => {
        path.push(
          i === 0 ? PathOp.Move : PathOp.Line,
          box.x + point.x.resolvePx(box.width),
          box.y + point.y.resolvePx(box.height),
        );
      });
      if (path.length > 0) path.push(PathOp.Close);
      return { path, evenOdd: shape.evenOdd };
    }
    case 'path':
      return {
        path: translated(parsePathData(shape.dataFor?.(box.width, box.height) ?? shape.d), box.x, box.y),
        evenOdd: shape.evenOdd,
      };
  }
}

function centre(position: { x: Length; y: Length } | null, box: Rect): [number, number] {
  if (!position) return [box.x + box.width / 2, box.y + box.height / 2];
  return [box.x + position.x.resolvePx(box.width), box.y + position.y.resolvePx(box.height)];
}

function sideDistance(which: 'closest-side' | 'farthest-side', distances: readonly number[]): number {
  const all = distances.map(Math.abs);
  return which === 'closest-side' ? Math.min(...all) : Math.max(...all);
}

function insetShape(shape: Extract<BasicShape, { type: 'inset' }>, box: Rect): RoundedRect {
  let [top, right, bottom, left] = [
    shape.top.resolvePx(box.height),
    shape.right.resolvePx(box.width),
    shape.bottom.resolvePx(box.height),
    shape.left.resolvePx(box.width),
  ];
  // Insets that meet are reduced in proportion (css-shapes-1 §3.1).
  if (left + right > box.width && left + right > 0)
    [left, right] = [(left * box.width) / (left + right), (right * box.width) / (left + right)];
  if (top + bottom > box.height && top + bottom > 0)
    [top, bottom] = [(top * box.height) / (top + bottom), (bottom * box.height) / (top + bottom)];
  const rect = { x: box.x + left, y: box.y + top, width: box.width - left - right, height: box.height - top - bottom };
  const radii = shape.radii ? shape.radii.flatMap((r) => [r.x.resolvePx(box.width), r.y.resolvePx(box.height)]) : null;
  return { ...rect, radii: radii ? fitRadii(rect, radii) : null };
}

function translated(path: readonly number[], dx: number, dy: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    out.push(op);
    const end = i + (op === PathOp.Curve ? 6 : op === PathOp.Close ? 0 : 2);
    while (i < end) out.push(path[i++] + dx, path[i++] + dy);
  }
  return out;
}

/** `clip: rect()`: offsets from the border box's top left corner; `auto` is the border box's edge. */
export function applyCssClip(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const { clip } = fragment.style.rare;
  const { position } = fragment.style.box;
  if (!clip || (position !== 'absolute' && position !== 'fixed')) return;
  const [w, h] = [fragment.width / 64, fragment.height / 64];
  const edge = (length: Length, auto: number): number => (length.isAuto ? auto : length.resolvePx(0));
  const left = x / 64 + edge(clip.left, 0);
  const top = y / 64 + edge(clip.top, 0);
  const right = x / 64 + edge(clip.right, w);
  const bottom = y / 64 + edge(clip.bottom, h);
  context.canvas.clipRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
}
