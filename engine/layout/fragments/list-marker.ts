/**
 * List markers (css-lists-3 §3): outside markers, aligned to the baseline of the list item's first line, and shapes of
 * inside markers.
 */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { BoxFragment } from '../contract/fragment.ts';
import { FragmentBuilder } from './fragment-builder.ts';
import { ZERO_SIDES } from '../contract/geometry.ts';
import { wholeFragment } from '../fragmentation/end-fragment.ts';
import { strutOf } from '../inline/font-box.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/**
 * Adds an outside marker on the first baseline of the added content, or at the start. `inlineStart` returns the inline
 * start of the content next to the marker at the block offset of its line. Returns the minimum block extent of the box
 * for a marker without a line.
 */
export function placeMarkerBeside(
  builder: FragmentBuilder,
  marker: Box,
  inlineStart: (block: LU) => LU,
  flags: number,
): LU {
  const shape = markerShapeOf(marker);
  return shape === null
    ? placeText(builder, marker, inlineStart, flags)
    : placeShape(builder, marker, shape, inlineStart);
}

/**
 * Geometry of a marker's shape next to its text, in LU: its size, its distance below the font's ascent, and its
 * distance before the border edge.
 */
interface ShapeGeometry {
  readonly inlineSize: LU;
  readonly blockSize: LU;
  readonly below: LU;
  readonly before: LU;
}

/**
 * Returns the geometry of a shape. Let k be two thirds of the ascent. A bullet is (k + 1) / 2 wide and high, and
 * centered on the ascent. Its distance from the content edge is k + 7 px. Triangles depend on the font size.
 */
function shapeGeometry(context: LayoutContext, marker: Box, shape: string): ShapeGeometry {
  const { ascent } = context.text.metrics(marker.style);
  if (shape === 'disclosure-open' || shape === 'disclosure-closed') {
    const { fontSize } = marker.style.font;
    const long = Math.floor(fontSize * 0.66 * LU_PER_PX);
    const short = Math.floor(fontSize * 0.567 * LU_PER_PX);
    const blockSize = shape === 'disclosure-open' ? short : long;
    return {
      inlineSize: shape === 'disclosure-open' ? long : short,
      blockSize,
      below: Math.floor((ascent * LU_PER_PX - blockSize) / 2) + LU_PER_PX,
      before: Math.floor(fontSize * LU_PER_PX),
    };
  }
  const k = Math.floor((2 * ascent) / 3);
  const size = Math.floor((k + 1) / 2) * LU_PER_PX;
  return {
    inlineSize: size,
    blockSize: size,
    below: Math.floor((3 * (ascent - k)) / 2) * LU_PER_PX,
    before: (k + 7) * LU_PER_PX,
  };
}

/** Places an outside bullet or disclosure triangle. Its fragment is the bounding rectangle of the shape. */
function placeShape(builder: FragmentBuilder, marker: Box, shape: string, inlineStart: (block: LU) => LU): LU {
  const { context, mode } = builder;
  const { inlineSize, blockSize, below, before } = shapeGeometry(context, marker, shape);
  const { ascent } = context.text.metrics(marker.style);
  const empty = builder.firstBaseline === null ? emptyLine(builder, marker) : null;
  const lineTop = (builder.firstBaseline ?? empty?.baseline ?? 0) - ascent * LU_PER_PX;
  const width = mode.xOf(inlineSize, blockSize);
  const height = mode.yOf(inlineSize, blockSize);
  const fragment = new BoxFragment(
    marker,
    marker.style,
    mode,
    width,
    height,
    ZERO_SIDES,
    ZERO_SIDES,
    [],
    [],
    null,
    null,
    0,
    null,
    null,
  );
  builder.addChild(fragment, inlineStart(lineTop) - before, lineTop + below);
  return empty?.bottom ?? 0;
}

/** Returns the shape of a marker laid out as an atomic inline, or null if the marker is text. */
export function markerShapeOf(box: Box): string | null {
  return box.data?.type === 'marker' ? box.data.shape : null;
}

/**
 * Lays out an inside bullet or triangle as an atomic inline of the shape's size, on the baseline of the following text.
 */
export function layoutMarkerShape(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  shape: string,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, null);
  const { inlineSize, blockSize, below } = shapeGeometry(context, box, shape);
  builder.inlineSize = inlineSize;
  builder.firstBaseline = builder.lastBaseline = context.text.metrics(box.style).ascent * LU_PER_PX - below;
  return builder.finish({ end: wholeFragment(blockSize) });
}

export function intrinsicMarkerShape(context: LayoutContext, box: Box, shape: string): IntrinsicSizes {
  const { inlineSize } = shapeGeometry(context, box, shape);
  return { minContent: inlineSize, maxContent: inlineSize };
}

/** Returns the empty line that a marker creates in an item without lines. */
function emptyLine(
  { context, blockStartEdge: top }: FragmentBuilder,
  marker: Box,
): { readonly baseline: LU; readonly bottom: LU } {
  const { over, under } = strutOf(context, marker.style);
  return { baseline: top + over, bottom: top + over + under };
}

/** Returns the ascent of an outside marker's line, or 0 if it can't share a baseline with the item's lines. */
export function markerAscent(builder: FragmentBuilder, marker: Box, flags: number): LU {
  const { context, mode } = builder;
  if (writingModeOf(marker.style) !== mode) return 0;
  if (markerShapeOf(marker) === null) return layoutText(builder, marker, flags).fragment.firstBaseline ?? 0;
  return strutOf(context, marker.style).over;
}

function layoutText({ context, mode }: FragmentBuilder, marker: Box, flags: number): LayoutResult {
  return context.layout(
    marker,
    new SpaceBuilder(context, mode, marker).flag(SpaceFlag.ShrinkToFit | flags).build(),
    null,
  );
}

function placeText(builder: FragmentBuilder, marker: Box, inlineStart: (block: LU) => LU, flags: number): LU {
  const { mode, firstBaseline, blockStartEdge: top } = builder;
  const result = layoutText(builder, marker, flags);
  const { fragment } = result;
  const isAligned = firstBaseline !== null && fragment.firstBaseline !== null && writingModeOf(marker.style) === mode;
  const block = isAligned ? firstBaseline - (fragment.firstBaseline ?? 0) : top;
  const b = marker.style.box;
  const end = mode.vertical ? b.marginBottom : mode.inlineReversed ? b.marginLeft : b.marginRight;
  const margin = end.isLength ? end.resolve(0) : 0;
  // Markers are outside the principal box, so its padding and border separate marker and text.
  builder.addResult(result, inlineStart(block) - fragment.inlineSize(mode) - margin, block);
  return isAligned ? 0 : top + fragment.blockSize(mode);
}
