/**
 * `shape-outside` (css-shapes-1): the part of a float's margin box that lines avoid. Shapes are computed in physical px
 * from the margin box's top left corner.
 */
import type { Box } from '../../boxes/box.ts';
import type { ShapeOutside } from '../../css/computed-values.ts';
import { type LU, luFromPx, pxFromLu } from '../../units.ts';
import { edgesAgainst } from '../sizing/box-edges.ts';
import type { ExclusionShape } from '../contract/exclusion-space.ts';
import type { LogicalSides, Sides, WritingMode } from '../contract/geometry.ts';
import type { BlockFlow } from './block-flow.ts';
import { LayoutCache } from '../cache/layout-cache.ts';
import { basicShape, type PxRect, type PxShape, RoundedRect, usedRadii } from './shape-geometry.ts';
import { alphaOf, imageShape } from './shape-image.ts';

/**
 * Returns the shape of a float with its margin box at `marginStart` and its border box at `bfcBlock`, or null for the
 * margin box.
 */
export function exclusionShape(
  flow: BlockFlow,
  box: Box,
  marginStart: LU,
  bfcBlock: LU,
  inlineSize: LU,
  blockSize: LU,
  margins: LogicalSides,
): ExclusionShape | null {
  const { shapeOutside } = box.style.rare;
  if (shapeOutside === null) return null;
  const { mode } = flow;
  const physical = mode.toPhysicalSides(margins);
  const border: PxRect = {
    x: pxFromLu(physical.left),
    y: pxFromLu(physical.top),
    width: pxFromLu(mode.xOf(inlineSize, blockSize)),
    height: pxFromLu(mode.yOf(inlineSize, blockSize)),
  };
  const shape = floatShape(flow, box, shapeOutside, border, physical);
  if (shape === null) return null;
  return new PlacedShape(
    mode.vertical ? shape.transposed() : shape,
    mode,
    marginStart,
    bfcBlock - margins.blockStart,
    inlineSize + margins.inlineStart + margins.inlineEnd,
    blockSize + margins.blockStart + margins.blockEnd,
  );
}

function floatShape(flow: BlockFlow, box: Box, outside: ShapeOutside, border: PxRect, margins: Sides): PxShape | null {
  const { shapeMargin, shapeImageThreshold } = box.style.rare;
  const margin = Math.max(0, shapeMargin.resolvePx(pxFromLu(flow.contentInlineSize)));
  const reference = referenceBox(flow, box, outside.image === null ? outside.box : 'content-box', border, margins);
  if (outside.image !== null) {
    const cache = LayoutCache.of(box);
    const sizes = [reference.x, reference.y, reference.width, reference.height, margin].join(' ');
    if (cache.imageShape?.sizes === sizes) return cache.imageShape.shape;
    const alpha = alphaOf(flow.context, outside.image, reference.width, reference.height, box.style);
    if (alpha !== null) {
      const shape = imageShape(alpha, reference, shapeImageThreshold, margin);
      cache.imageShape = { sizes, shape };
      return shape;
    }
    flow.context.diagnostics.warn(
      'layout/unsupported',
      "The image of shape-outside can't be drawn. The margin box is used instead.",
    );
    return null;
  }
  return outside.shape === null
    ? boxShape(box, outside.box, border, reference, margin)
    : basicShape(outside.shape, reference, margin);
}

/**
 * A shape in the coordinates of its formatting context. In `shape`, blocks progress downward regardless of the writing
 * mode.
 */
class PlacedShape implements ExclusionShape {
  private readonly shape: PxShape;
  private readonly mode: WritingMode;
  /** Start corner and size of the margin box. */
  private readonly inlineStart: LU;
  private readonly blockStart: LU;
  private readonly inlineSize: LU;
  private readonly blockSize: LU;

  constructor(shape: PxShape, mode: WritingMode, inlineStart: LU, blockStart: LU, inlineSize: LU, blockSize: LU) {
    this.shape = shape;
    this.mode = mode;
    this.inlineStart = inlineStart;
    this.blockStart = blockStart;
    this.inlineSize = inlineSize;
    this.blockSize = blockSize;
  }

  extent(blockStart: LU, blockEnd: LU): readonly [LU, LU] | null {
    const { mode, inlineStart, inlineSize, blockSize } = this;
    const top = blockStart - this.blockStart;
    const bottom = blockEnd - this.blockStart;
    const extent =
      mode.vertical && mode.blockReversed
        ? this.shape.extent(pxFromLu(blockSize - bottom), pxFromLu(blockSize - top))
        : this.shape.extent(pxFromLu(top), pxFromLu(bottom));
    if (extent === null) return null;
    const start = luFromPx(extent[0]);
    const end = luFromPx(extent[1]);
    return mode.inlineReversed
      ? [inlineStart + inlineSize - end, inlineStart + inlineSize - start]
      : [inlineStart + start, inlineStart + end];
  }
}

function outset(rect: PxRect, sides: Sides, sign: 1 | -1): PxRect {
  const left = (sign * sides.left) / 64;
  const top = (sign * sides.top) / 64;
  return {
    x: rect.x - left,
    y: rect.y - top,
    width: Math.max(0, rect.width + left + (sign * sides.right) / 64),
    height: Math.max(0, rect.height + top + (sign * sides.bottom) / 64),
  };
}

function referenceBox(flow: BlockFlow, box: Box, name: string | null, border: PxRect, margins: Sides): PxRect {
  if (name === null || name === 'margin-box') return outset(border, margins, 1);
  if (name === 'border-box') return border;
  const edges = edgesAgainst(box.style, flow.mode, flow.contentInlineSize);
  const padding = outset(border, flow.mode.toPhysicalSides(edges.border), -1);
  return name === 'padding-box' ? padding : outset(padding, flow.mode.toPhysicalSides(edges.padding), -1);
}

/** Returns a box shape with the curves of `border-radius`, grown or shrunk with the box (css-shapes-1 §3.2). */
function boxShape(box: Box, name: string | null, border: PxRect, reference: PxRect, margin: number): PxShape {
  const b = box.style.border;
  const radii = usedRadii(
    [b.borderTopLeftRadius, b.borderTopRightRadius, b.borderBottomRightRadius, b.borderBottomLeftRadius],
    border,
  );
  const grown = radii.map((r, i) => {
    const dx = i === 0 || i === 3 ? border.x - reference.x : reference.x + reference.width - border.x - border.width;
    const dy = i < 2 ? border.y - reference.y : reference.y + reference.height - border.y - border.height;
    if (r.x === 0 || r.y === 0) return { x: 0, y: 0 };
    return name === 'border-box' ? r : { x: Math.max(0, r.x + dx), y: Math.max(0, r.y + dy) };
  });
  return new RoundedRect(reference, grown, margin);
}
