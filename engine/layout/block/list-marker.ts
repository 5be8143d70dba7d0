/** Outside list markers (css-lists-3 §3): beside the list item's first line, on the same baseline. */
import type { Box, MarkerData } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import { writingModeOf } from '../box-model.ts';
import { SpaceBuilder } from '../constraint-space.ts';
import { SpaceFlag } from '../contract.ts';
import { BoxFragment } from '../fragment.ts';
import { ZERO_SIDES } from '../geometry.ts';
import { BlockTokenData, type BlockFlow } from './block-flow.ts';

/** Adds the marker of the box, when this fragment holds the first line or the whole item has none. */
export function placeMarker(flow: BlockFlow): void {
  const { builder, box } = flow;
  const { marker } = box;
  if (marker === null) return;
  if (builder.token !== null && !(builder.token.data instanceof BlockTokenData && builder.token.data.markerPending)) {
    flow.markerPlaced = true;
    return;
  }
  if (builder.firstBaseline === null && builder.hasBroken) return;
  flow.markerPlaced = true;
  const data = marker.data as MarkerData | null;
  if (data !== null && data.shape !== null) placeShape(flow, marker, data.shape);
  else placeText(flow, marker);
}

/**
 * A bullet or disclosure triangle. Its fragment is the rectangle of the shape itself: with k two thirds of the ascent, (k + 1) / 2 wide
 * and high, k + 7 px before the content edge, in the middle of the ascent.
 */
function placeShape(flow: BlockFlow, marker: Box, shape: string): void {
  const { builder, mode } = flow;
  const metrics = flow.context.text.metrics(marker.style);
  const { ascent } = metrics;
  const baseline = builder.firstBaseline ?? markerBaseline(flow, marker);
  const lineTop = baseline - ascent * LU_PER_PX;
  let inline: LU;
  let block: LU;
  let inlineSize: LU;
  let blockSize: LU;
  if (shape === 'disclosure-open' || shape === 'disclosure-closed') {
    const { fontSize } = marker.style.font;
    const long = Math.floor(fontSize * 0.66 * LU_PER_PX);
    const short = Math.floor(fontSize * 0.567 * LU_PER_PX);
    inlineSize = shape === 'disclosure-open' ? long : short;
    blockSize = shape === 'disclosure-open' ? short : long;
    inline = -Math.floor(fontSize * LU_PER_PX);
    block = lineTop + Math.floor((ascent * LU_PER_PX - blockSize) / 2) + LU_PER_PX;
  } else {
    const k = Math.floor((2 * ascent) / 3);
    inlineSize = blockSize = Math.floor((k + 1) / 2) * LU_PER_PX;
    inline = -(k + 7) * LU_PER_PX;
    block = lineTop + Math.floor((3 * (ascent - k)) / 2) * LU_PER_PX;
  }
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
  builder.addChild(fragment, flow.edges.inlineStart + inline, block);
}

/** The baseline of the empty line that a marker makes in an item without lines. */
function markerBaseline(flow: BlockFlow, marker: Box): LU {
  const { ascent, descent, lineGap } = flow.context.text.metrics(marker.style);
  const top = flow.builder.blockStartEdge;
  flow.markerBottom = top + (ascent + descent + lineGap) * LU_PER_PX;
  return top + (ascent + Math.floor(lineGap / 2)) * LU_PER_PX;
}

function placeText(flow: BlockFlow, marker: Box): void {
  const { builder, mode } = flow;
  const space = new SpaceBuilder(flow.context, mode, marker).flag(SpaceFlag.ShrinkToFit | flow.inheritedFlags).build();
  const result = flow.context.layout(marker, space, null);
  const { fragment } = result;
  const top = builder.blockStartEdge;
  let block = top;
  if (builder.firstBaseline !== null && fragment.firstBaseline !== null && writingModeOf(marker.style) === mode) {
    block = builder.firstBaseline - fragment.firstBaseline;
  } else {
    flow.markerBottom = top + fragment.blockSize(mode);
  }
  const b = marker.style.box;
  const end = mode.vertical ? b.marginBottom : mode.inlineReversed ? b.marginLeft : b.marginRight;
  const margin = end.isLength ? end.resolve(0) : 0;
  builder.addResult(result, flow.edges.inlineStart - fragment.inlineSize(mode) - margin, block);
}
