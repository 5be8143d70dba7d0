/**
 * Ends a fragment of a block container (css2 §10.6.3, §10.6.7, §8.3.1): computes its block size and the margins that
 * collapse through its end.
 */
import { BoxFlag, isInFlow, type Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import type { BreakToken } from '../contract/break-token.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { cloneReserve, endFragment, type FragmentEnd, hasInFlowToken } from '../fragmentation/end-fragment.ts';
import type { BlockFlow } from './block-flow.ts';
import { BlockTokenData, placeMarker } from './outside-marker.ts';
import { quirkyFill } from '../sizing/quirky-fill.ts';
import { blockSizeOf } from '../sizing/sizing-properties.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';
import { edgesOf } from '../sizing/box-edges.ts';
import { usedBlockSize, usedInlineSize } from '../sizing/box-model.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';

const MARKER_PENDING = new BlockTokenData(true);

/**
 * Ends the fragment. Aborts if the end resolves where the box starts and floats were placed at a different guess.
 * Returns null if the box must be laid out again with recorded break opportunities inside its children.
 */
export function endBlock(flow: BlockFlow): LayoutResult | null {
  const { builder, space, box } = flow;
  const goesOn = flowGoesOn(flow);
  if (!goesOn) flow.trimEnd();
  const margins = afterLastChild(flow, goesOn);
  if (margins === null) return builder.abort(flow);
  let { contents, endStrut } = margins;
  if (flow.columnSpanner !== null && space.isNewFormattingContext) {
    // Margins of a spanner don't collapse with those of the preceding columns, which stay in the columns
    // (css-multicol-1 §6.1).
    if (builder.tokens.some(({ box }) => box === flow.columnSpanner))
      contents = Math.max(contents, flow.position + lastMargin(flow));
    if (!hasFloatToken(builder.tokens)) contents = Math.max(contents, flow.exclusions.clearance('both'));
  }
  placeMarker(flow);
  // An item without in-flow content is as tall as its marker's line; blocks without lines don't make room for it, as in
  // Chromium.
  if (flow.markerBottom > 0 && !box.children.some(isInFlow))
    contents = Math.max(contents, flow.markerBottom + (goesOn ? 0 : flow.edges.blockEnd));
  if (!goesOn && builder.token === null)
    contents = Math.max(contents, quirkyFill(flow.context, box, space, flow.ownFragmentainer));
  let end = endOf(flow, contents, goesOn);
  if (!flow.isResolved && (end.blockSize > 0 || builder.hasTokens)) {
    if (!flow.resolveHere()) return builder.abort(flow);
    // The margins so far are now above the box.
    endStrut = MarginStrut.EMPTY;
    end = endOf(flow, contents, goesOn);
  }
  if (cutsEndEdge(flow, end, goesOn) && builder.breaks.lacksPlaces()) return null;
  if (!goesOn) builder.alignContents(end, contents);
  const endsWithContents = end.usedBlockSize === builder.consumedBlockSize + contents && behavesAsAuto(flow);
  flow.endMarginStrut =
    (flow.isResolved && !endsWithContents) || end.state === 'goes-on' ? MarginStrut.EMPTY : endStrut;
  return builder.finish({
    end,
    intrinsicBlockSize: contents,
    percentageBlock: flow.percentageBlock,
    flow,
    data: box.marker !== null && !flow.markerPlaced ? MARKER_PENDING : null,
  });
}

/** Whether all children fit, but not the end edge below them, which must not be cut. */
function cutsEndEdge({ box, edges, builder, ownFragmentainer }: BlockFlow, end: FragmentEnd, goesOn: boolean): boolean {
  return (
    end.state === 'goes-on' &&
    !goesOn &&
    edges.blockEnd > 0 &&
    box.inline === null &&
    builder.breaks.appeal <= BreakAppeal.LastResort &&
    ownFragmentainer?.seeksPlaces === false
  );
}

/**
 * Returns the block extent of the contents with the margins that stay inside, and the margins that collapse with
 * following ones. Returns null if the box's start turned out to be wrong.
 */
function afterLastChild(flow: BlockFlow, goesOn: boolean): { contents: LU; endStrut: MarginStrut } | null {
  const { builder, edges, space } = flow;
  const startEdge = builder.blockStartEdge;
  let contents = Math.max(startEdge, flow.position);
  if (goesOn || (edges.blockEnd === 0 && !space.isNewFormattingContext && !flow.clearedThrough))
    return { contents, endStrut: flow.strut };
  if (flow.isResolved) contents = Math.max(startEdge, flow.position + lastMargin(flow));
  else if (flow.resolveHere()) contents = 0;
  else return null;
  if (space.isNewFormattingContext) {
    const floats = flow.exclusions.clearance('both');
    if (floats > -MAX_LU) contents = Math.max(contents, floats);
  }
  return { contents: contents + edges.blockEnd, endStrut: MarginStrut.EMPTY };
}

function endOf(flow: BlockFlow, contents: LU, goesOn: boolean): FragmentEnd {
  return endFragment(flow.builder, {
    fragmentainer: flow.isResolved ? flow.ownFragmentainer : null,
    contents,
    goesOn,
    seenAllChildren: flow.seenAllChildren,
    endEdge: flow.edges.blockEnd,
    cutMargin: goesOn || !flow.isResolved ? 0 : wholeLastMargin(flow) - lastMargin(flow),
    endsAtSpanner: flow.columnSpanner !== null,
  });
}

/**
 * Returns the margin after the last child, truncated at the fragmentainer's end (css-break-3 §5.2), above a cloned edge
 * (§5.4).
 */
function lastMargin(flow: BlockFlow): LU {
  const { builder, ownFragmentainer, position } = flow;
  const margin = wholeLastMargin(flow);
  if (ownFragmentainer === null || margin <= 0) return margin;
  return Math.min(margin, Math.max(0, ownFragmentainer.remaining - cloneReserve(builder) - position));
}

function wholeLastMargin({ dropsQuirkyMargins, strut }: BlockFlow): LU {
  return dropsQuirkyMargins ? strut.sumWithoutQuirky : strut.sum;
}

/** Whether the block size is `auto` or an unresolved percentage (css2 §10.5). */
function behavesAsAuto({ space, box, mode }: BlockFlow): boolean {
  const size = blockSizeOf(box.style, mode);
  return size.isAuto || (size.hasPercent && space.percentageBlock === INDEFINITE);
}

/**
 * Whether the contents continue, so that an automatic block size doesn't end here. For the root of a formatting
 * context, floats count too.
 */
function flowGoesOn({ builder, space, awaitsSpanner, endsBeforeFloat }: BlockFlow): boolean {
  const { tokens } = builder;
  return (
    awaitsSpanner ||
    endsBeforeFloat ||
    hasInFlowToken(tokens) ||
    (space.isNewFormattingContext && hasFloatToken(tokens))
  );
}

/** Whether a float of this formatting context continues, here or in a block inside. */
function hasFloatToken(tokens: readonly BreakToken[]): boolean {
  for (const token of tokens) {
    if (token.box.isFloat) return true;
    if (
      token.type === 'block' &&
      !token.box.isOutOfFlow &&
      !token.box.has(BoxFlag.NewFormattingContext) &&
      hasFloatToken(token.children)
    )
      return true;
  }
  return false;
}

/**
 * Returns the layout with the remaining lines. `whole` is the layout with all lines, returned if nothing must be
 * clamped. `layout` lays out a given number of lines.
 */
export function clampedResult(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  whole: LayoutResult,
  layout: (lines: number) => LayoutResult,
): LayoutResult {
  const { lineClamp } = box.style.box;
  if (lineClamp === null) return whole;
  if (lineClamp !== 'auto') return whole.lineCount <= lineClamp ? whole : layout(lineClamp);
  const edges = edgesOf(box, space);
  // The block size with unlimited contents.
  const room = usedBlockSize(box, space, edges, MAX_LU, usedInlineSize(context, box, space, edges));
  if (whole.intrinsicBlockSize <= room || whole.lineCount === 0) return whole;
  return mostLines(whole.lineCount, room, layout);
}

/** Returns the layout with the most lines that fit, at least one. */
function mostLines(count: number, room: LU, layout: (lines: number) => LayoutResult): LayoutResult {
  let fitting = layout(1);
  let least = 1;
  let most = count;
  while (least < most) {
    const lines = Math.ceil((least + most) / 2);
    const result = layout(lines);
    if (result.intrinsicBlockSize <= room) {
      fitting = result;
      least = lines;
    } else most = lines - 1;
  }
  return fitting;
}
