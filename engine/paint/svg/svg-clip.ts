/** `clip-path` on SVG elements, and `clipPath` elements for all users (css-masking-1 §5). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Color } from '../../css/color.ts';
import { type ClipPath } from '../../css/computed-values.ts';
import type { Element } from '../../document/node.ts';
import { shapePath } from '../basic-shape.ts';
import type { Matrix } from '../display-list.ts';
import { pathOf, sharpRect } from '../rounded-rect.ts';
import { noteMissingElement } from './missing-element.ts';
import { referenceBox } from './svg-bounds.ts';
import { shapeOf, SHAPES, transformInPlace, type Viewport } from './svg-geometry.ts';
import type { SvgPainter } from './svg-painter.ts';
import { isHidden } from './svg-conditions.ts';
import { svgTextOutline } from './svg-text.ts';
import type { Rect } from '../rects.ts';

/** Extent of a clip mask beyond the clipped box, in px. */
const REACH = 10_000;

interface Outline {
  readonly path: number[];
  readonly evenOdd: boolean;
}

/**
 * Clips the following content to an element's `clip-path`. Returns the number of opened masks, which the caller must
 * end.
 */
export function applyClip(painter: SvgPainter, element: Element, clip: ClipPath, viewport: Viewport): number {
  const { canvas } = painter.context;
  if (clip.url !== null) {
    const found = painter.find(clip.url);
    // A missing clip path doesn't clip.
    if (found?.element.tag !== 'clipPath') {
      const { position } = element;
      noteMissingElement(painter.context, clip.url, {
        wanted: '<clipPath>',
        becomes: 'clipping was skipped',
        position,
      });
      return 0;
    }
    const box = referenceBox(painter, element, 'fill-box', viewport);
    return clipToElement(found.painter, found.element, box, viewport);
  }
  const box = referenceBox(painter, element, clip.box ?? 'border-box', viewport);
  if (!clip.shape) {
    canvas.clipRect(box.x, box.y, box.width, box.height);
    return 0;
  }
  const shape = shapePath(clip.shape, box);
  canvas.clipPath(shape.path, shape.evenOdd);
  return 0;
}

/** Clips to a `clipPath` for content with the bounding box `box`. Returns the number of opened masks. */
export function clipToElement(painter: SvgPainter, target: Element, box: Rect, viewport: Viewport): number {
  let masks = 0;
  painter.nested(() => {
    const style = painter.source.styleOf(target);
    const own = style.rare.clipPath?.url ? painter.reference(style.rare.clipPath.url) : null;
    if (own?.tag === 'clipPath') masks += clipToElement(painter, own, box, viewport);
    const units = unitsOf(painter, target, box, viewport);
    const outlines = units && plainOutlines(painter, target, viewport, units);
    const { canvas } = painter.context;
    if (outlines !== null) {
      const [first] = outlines;
      canvas.clipPath(
        outlines.length === 1 ? first!.path : outlines.flatMap((one) => one.path),
        outlines.length === 1 && first!.evenOdd,
      );
      return;
    }
    if (!painter.mayDrawObject()) return;
    const area = { x: box.x - REACH, y: box.y - REACH, width: box.width + 2 * REACH, height: box.height + 2 * REACH };
    canvas.beginMask(
      'alpha',
      area,
      canvas.record(() => drawChildren(painter, target, viewport, units)),
    );
    masks++;
  });
  return masks;
}

/** Returns the matrices from the coordinates of a `clipPath`'s children to those of the clipped content. */
function unitsOf(painter: SvgPainter, target: Element, box: Rect, viewport: Viewport): Matrix[] {
  const inBox = target.attribute('clipPathUnits') === 'objectBoundingBox';
  const own = painter.transformOf(target, painter.source.styleOf(target), viewport) ?? FLAT;
  return inBox ? [own, [box.width, 0, 0, box.height, box.x, box.y]] : [own];
}

const FLAT: Matrix = [0, 0, 0, 0, 0, 0];

/**
 * Returns the children as outlines for a single clip. null: they must be drawn, because some are clipped themselves, or
 * overlap with another fill rule.
 */
function plainOutlines(
  painter: SvgPainter,
  target: Element,
  viewport: Viewport,
  units: readonly Matrix[],
): Outline[] | null {
  const outlines: Outline[] = [];
  for (const child of target.children) {
    if (child.type !== 'element') continue;
    const found = outlineOf(painter, child, viewport);
    if (found === 'clipped') return null;
    if (!found) continue;
    for (const m of units) transformInPlace(found.path, m);
    outlines.push(found);
  }
  if (outlines.length > 1 && outlines.some((one) => one.evenOdd)) return null;
  return outlines.length > 0 ? outlines : [{ path: NOTHING, evenOdd: false }];
}

const NOTHING = pathOf(sharpRect(0, 0, 0, 0));

/** Returns a child's outline with its own transform. null: the child is invisible. `clipped`: it has its own clip. */
function outlineOf(painter: SvgPainter, child: Element, viewport: Viewport): Outline | 'clipped' | null {
  painter.context.budget.tick();
  const style = painter.styleOf(child);
  if (isHidden(child, style) || !painter.isRendered(child)) return null;
  if (style.rare.clipPath !== null) return 'clipped';
  const matrix = painter.transformOf(child, style, viewport) ?? FLAT;
  if (child.tag !== 'use') {
    const path = style.text.visibility === 'visible' ? silhouetteOf(painter, child, style, viewport) : null;
    if (path) transformInPlace(path, matrix);
    return path && { path, evenOdd: style.svgPaint.clipRule === 'evenodd' };
  }
  const used = painter.used(child);
  if (used === null || used.element.tag === 'use' || used.element.tag === 'g') return null;
  const inner = used.painter.inheriting(style, () => outlineOf(used.painter, used.element, viewport));
  if (inner === null || inner === 'clipped') return inner;
  transformInPlace(inner.path, matrix);
  return inner;
}

/** Returns the outline of a shape or text. null: the element is neither, or empty. */
function silhouetteOf(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): number[] | null {
  if (element.tag === 'text') return svgTextOutline(painter, element, style, viewport);
  return SHAPES.has(element.tag) ? shapeOf(element, style, viewport, painter.context.budget) : null;
}

/** Draws the silhouettes of a `clipPath`'s children, each within its own clip. */
function drawChildren(painter: SvgPainter, target: Element, viewport: Viewport, units: readonly Matrix[]): void {
  painter.scoped(() => {
    for (const m of [...units].reverse()) painter.transform(m);
    for (const child of target.children) {
      if (child.type === 'element') drawSilhouette(painter, child, viewport);
    }
  });
}

function drawSilhouette(painter: SvgPainter, child: Element, viewport: Viewport): void {
  if (!painter.mayDraw(1)) return;
  const style = painter.styleOf(child);
  if (isHidden(child, style) || !painter.isRendered(child)) return;
  const matrix = painter.transformOf(child, style, viewport);
  if (!matrix) return;
  painter.scoped(() => {
    painter.transform(matrix);
    const masks = style.rare.clipPath ? applyClip(painter, child, style.rare.clipPath, viewport) : 0;
    const { canvas } = painter.context;
    if (child.tag === 'use') {
      const used = painter.used(child);
      if (used !== null && used.element.tag !== 'use')
        used.painter.inheriting(style, () =>
          used.painter.nested(() => drawSilhouette(used.painter, used.element, viewport)),
        );
    } else if (style.text.visibility === 'visible') {
      const path = silhouetteOf(painter, child, style, viewport);
      if (path) canvas.fillPath(path, style.svgPaint.clipRule === 'evenodd', Color.BLACK);
    }
    for (let i = 0; i < masks; i++) canvas.endMask();
  });
}
