/** List markers (css-lists-3 §3): outside ones beside the list item's first line, on the same baseline; and the shapes of inside ones. */
import type { Box } from '../boxes/box.ts';
import { type LU, LU_PER_PX } from '../units.ts';
import { writingModeOf } from './box-edges.ts';
import { SpaceBuilder } from './space-builder.ts';
import type { IntrinsicSizes, LayoutContext } from './contract.ts';
import { type ConstraintSpace, SpaceFlag } from './constraint-space.ts';
import { BoxFragment } from './fragment.ts';
import { FragmentBuilder } from './fragment-builder.ts';
import { ZERO_SIDES } from './geometry.ts';
import { wholeFragment } from './fragmentation/end-fragment.ts';
import { strutOf } from './inline/font-box.ts';
import type { LayoutResult } from './layout-result.ts';

/**
 * Adds an outside marker on the first baseline of what has been put in, or at the start. `inlineStart`: of what it stands beside at a block offset, which is
 * that of the marker's line. Gives how far down the box has to reach for it where there is no line.
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

/** Where a marker's shape lies beside its text, LU: its extents, how far below the top of the font's ascent, how far before the border edge. */
interface ShapeGeometry {
  readonly inlineSize: LU;
  readonly blockSize: LU;
  readonly below: LU;
  readonly before: LU;
}

/**
 * A bullet is, with k two thirds of the ascent, (k + 1) / 2 wide and high, k + 7 px before the content edge, in the middle of the ascent;
 * triangles go by the font size.
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

/** A bullet or disclosure triangle outside: its fragment is the rectangle of the shape itself. */
function placeShape(builder: FragmentBuilder, marker: Box, shape: string, inlineStart: (block: LU) => LU): LU {
  const { context, mode } = builder;
  const { inlineSize, blockSize, below, before } = shapeGeometry(context, marker, shape);
  const { ascent } = context.text.metrics(marker.style);
  const empty = builder.firstBaseline === null ? emptyLine(builder, marker) : null;
  const lineTop = (builder.firstBaseline ?? empty?.baseline ?? 0) - ascent * LU_PER_PX;
  const width = mode.vertical ? blockSize : inlineSize;
  const height = mode.vertical ? inlineSize : blockSize;
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

/** The shape of a marker that is laid out as a box of its own, an atomic inline; null: the marker is text. */
export function markerShapeOf(box: Box): string | null {
  return box.data?.type === 'marker' ? box.data.shape : null;
}

/** An inside bullet or triangle: an atomic inline as large as the shape, on the baseline of the text that follows. */
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

/** The empty line that a marker makes in an item without lines. */
function emptyLine(
  { context, blockStartEdge: top }: FragmentBuilder,
  marker: Box,
): { readonly baseline: LU; readonly bottom: LU } {
  const { over, under } = strutOf(context, marker.style);
  return { baseline: top + over, bottom: top + over + under };
}

/** How high above the baseline an outside marker's line begins; 0: it has none that lines could share. */
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
  // Outside the principal box: padding and border stand between the marker and the text.
  builder.addResult(result, inlineStart(block) - fragment.inlineSize(mode) - margin, block);
  return isAligned ? 0 : top + fragment.blockSize(mode);
}
