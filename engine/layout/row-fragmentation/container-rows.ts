/**
 * Fragmentation of flex and grid containers (css-flexbox-1 §10, css-grid-2 §13). The container has been laid out
 * without breaks. Its rows (flex lines, grid rows, single items of a column) are now distributed over fragmentainers
 * (row-flow.ts). The columns of a multi-line column container are parallel flows. Breaks and moves in one don't
 * affect the others.
 */
import { assertInvariant } from '../../invariant.ts';
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { Rect } from '../contract/geometry.ts';
import { definiteBlockSize, usedInlineSize } from '../sizing/box-model.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { joinBreakValues, keepsBreaks } from '../fragmentation/break-values.ts';
import { withBestBreak } from '../fragmentation/break-chooser.ts';
import {
  cloneReserve,
  endFragment,
  type FragmentEnd,
  MORE_CONTENT,
  usedTotalBlockSize,
} from '../fragmentation/end-fragment.ts';
import type { Row, RowExtent, RowsPlace } from './row.ts';
import { rowBreaks, lastPlaceBetween } from './row-breaks.ts';
import { RowFlow } from './row-flow.ts';
import type { StaticEdges } from '../alignment/alignment.ts';
import { RowsTokenData, type PositionedArea, type PositionedItem } from './rows-token.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** Returns the row extents of an unbroken container. */
export function unbrokenExtents(flows: readonly (readonly Row[])[]): RowExtent[][] {
  return flows.map((rows) =>
    rows.map(({ blockOffset, blockSize }, row) => ({ row, start: blockOffset, end: blockOffset + blockSize })),
  );
}

/** Adds a positioned child. `base` is the unbroken offset at which the fragment starts. */
export function addPositionedChild(builder: FragmentBuilder, child: PositionedItem, base: LU, moved: LU): void {
  builder.addOutOfFlow(child.box, child.inlineOffset, child.blockOffset + moved - base, child.edges);
}

/** How far breaks have moved the block start and end of an area. */
interface Moves {
  readonly start: LU;
  readonly end: LU;
}

const UNMOVED: Moves = { start: 0, end: 0 };

/** Returns how far an area has moved in a container with this block size. */
function movesIn({ edges }: FragmentBuilder, flow: RowFlow, usedBlockSize: LU, area: PositionedArea): Moves {
  const start = flow.movedAt(area.block);
  const unmovedEnd = area.block + area.blockSize;
  if (!area.endsAtEdge) return { start, end: Math.max(start, flow.movedAt(unmovedEnd - 1)) };
  return { start, end: usedBlockSize === INDEFINITE ? start : usedBlockSize - edges.border.blockEnd - unmovedEnd };
}

/**
 * Returns the physical areas that contain positioned children, in a fragment of this block size. `movesOf` returns how
 * far breaks have moved the start and end of an area.
 */
export function containingAreas(
  builder: FragmentBuilder,
  children: readonly PositionedItem[],
  base: LU,
  blockSize: LU,
  movesOf: (area: PositionedArea) => Moves = () => UNMOVED,
): ReadonlyMap<Box, Rect> | undefined {
  if (children.every(({ area }) => area === null)) return undefined;
  const { mode, inlineSize } = builder;
  const areas = new Map<Box, Rect>();
  for (const { box, area } of children) {
    if (area === null) continue;
    const { start, end } = movesOf(area);
    const size = Math.max(0, area.blockSize + end - start);
    const width = mode.xOf(area.inlineSize, size);
    const height = mode.yOf(area.inlineSize, size);
    const block = area.block + start - base;
    areas.set(box, {
      x: mode.physicalX(area.inline, block, width, mode.xOf(inlineSize, blockSize)),
      y: mode.physicalY(area.inline, block, height, mode.yOf(inlineSize, blockSize)),
      width,
      height,
    });
  }
  return areas;
}

/** Whether the container must be broken, or searched for breaks, in its fragmentainer. */
export function mustFragmentRows(builder: FragmentBuilder, blockSize: LU, early: EarlyBreak | null): boolean {
  const { box } = builder;
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) return false;
  if (builder.token !== null || early !== null || box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)) return true;
  // Positioned boxes in the first items may begin on the previous page.
  if (fragmentainer.isStart && box.has(BoxFlag.MayLieBefore)) return true;
  return blockSize > fragmentainer.remaining;
}

/**
 * Fragments rows from an algorithm, or from the token of the previous fragment. `early` is the break that the parent
 * aims at. With several parallel columns, none breaks earlier because of another.
 */
export function fragmentRows(
  builder: FragmentBuilder,
  data: RowsTokenData,
  percentageBlock: LU,
  early: EarlyBreak | null,
): LayoutResult {
  const place = placeOf(builder, data);
  const { unbroken } = data;
  noteRowBreaks(builder, unbroken.flows);
  const isAlone = unbroken.flows.length === 1;
  const flows = unbroken.flows.map((rows, i) =>
    withBestBreak(isAlone ? early : null, (breaks) => {
      const flow = new RowFlow(place, rows, data.states[i]!, breaks);
      return flow.fill() ? flow : null;
    }),
  );
  for (const flow of flows) addFlow(builder, flow);
  if (isAlone) builder.breaks.best = flows[0]!.breaks.best;
  return finish(builder, data, flows, place, percentageBlock);
}

/**
 * Returns the next fragment of a container that continues from an earlier fragmentainer, or null for its first layout.
 */
export function resumeRows(builder: FragmentBuilder, early: EarlyBreak | null): LayoutResult | null {
  const { context, box, space, edges, token } = builder;
  if (!(token?.data instanceof RowsTokenData) || space.fragmentainer === null) return null;
  builder.inlineSize = usedInlineSize(context, box, space, edges);
  return fragmentRows(builder, token.data, INDEFINITE, early);
}

/**
 * Records the break values of a container that fits unbroken, and its last break opportunity.
 * NOTE As in Chromium, a grid that fits isn't broken to make space for the content below it.
 */
export function noteUnbrokenRows(builder: FragmentBuilder, flows: readonly (readonly Row[])[]): void {
  noteRowBreaks(builder, flows);
  const { fragmentainer } = builder.space;
  const mayBreak = flows.length === 1 && builder.box.kind === BoxKind.Flex;
  if (fragmentainer !== null && mayBreak)
    builder.breaks.best = lastPlaceBetween(builder.box, flows[0]!, fragmentainer, BreakAppeal.Perfect);
}

/** Propagates the breaks before the first and after the last row to the container. */
function noteRowBreaks(builder: FragmentBuilder, flows: readonly (readonly Row[])[]): void {
  if (!builder.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasBreakAvoid) || keepsBreaks(builder.box)) return;
  for (const rows of flows) {
    const { before, after } = rowBreaks(rows);
    if (builder.token === null) builder.breakBefore = joinBreakValues(before, builder.breakBefore);
    builder.breakAfter = joinBreakValues(after, builder.breakAfter);
  }
}

/**
 * Whether a container of definite size ends before the fragmentainer's end. Its overflow then can't break before its
 * first row.
 */
function endsHere(builder: FragmentBuilder, { remaining }: FragmentainerSpace): boolean {
  const { box, space, edges, inlineSize, token } = builder;
  if (token !== null) return false;
  const size = space.hasFixedBlock ? space.fixedBlock : definiteBlockSize(box, space, edges, inlineSize);
  return size !== INDEFINITE && size <= remaining;
}

function placeOf(builder: FragmentBuilder, data: RowsTokenData): RowsPlace {
  const { token, space } = builder;
  const { fragmentainer } = space;
  assertInvariant(fragmentainer !== null, 'rows are only fragmented in a fragmentainer');
  return {
    container: builder.box,
    context: builder.context,
    mode: builder.mode,
    isColumn: data.unbroken.isColumn,
    fragmentainer: endsHere(builder, fragmentainer)
      ? fragmentainer.forOverflow()
      : fragmentainer.shortenedBy(cloneReserve(builder)),
    isFirst: token === null,
    start: builder.blockStartEdge,
    endEdge: builder.edges.blockEnd,
    base: token === null ? 0 : data.consumed - builder.blockStartEdge,
    spacing: 0,
    gained: token !== null && space.hasFixedBlock ? space.fixedBlock - data.unbroken.blockSize : 0,
  };
}

function addFlow(builder: FragmentBuilder, flow: RowFlow): void {
  const { breaks } = flow;
  for (const { item, result, offset } of flow.placed) {
    builder.addResult(result, item.inlineOffset, offset);
    if (result.breakToken?.isForced === true) builder.breaks.isForced = true;
  }
  for (const token of flow.tokens) builder.addChildToken(token);
  builder.breaks.take(breaks.appeal, breaks.isForced);
  builder.breaks.noteShortage(breaks.shortage);
  builder.firstBaseline ??= flow.firstBaseline;
  builder.lastBaseline = flow.lastBaseline ?? builder.lastBaseline;
}

/** Ends the container's fragment. */
function finish(
  builder: FragmentBuilder,
  data: RowsTokenData,
  flows: readonly RowFlow[],
  place: RowsPlace,
  percentageBlock: LU,
): LayoutResult {
  const { edges, token } = builder;
  const goesOn = flows.some((flow) => !flow.state.isDone);
  const { remaining } = place.fragmentainer;
  const states = flows.map((flow) => flow.state);
  let solid = place.start;
  for (const flow of flows) solid = Math.max(solid, flow.solidEnd);
  // If an item continues, overflow of a column is parallel to the content of the next column.
  if (flows.some((flow) => flow.breaksInside)) solid = Math.min(solid, Math.max(remaining, place.start));
  const overflow = place.fragmentainer.kind === 'column' ? solid : 0;
  // The end of the contents, from this fragment. The space added by breaks is known per flow.
  let last = -place.base;
  if (flows.length === 1) last += data.unbroken.intrinsicBlockSize - edges.blockEnd + states[0]!.adjustment;
  else for (const flow of flows) last = Math.max(last, flow.endUnbroken + flow.state.adjustment - place.base);
  const wanted = goesOn ? MORE_CONTENT : builder.consumedBlockSize + Math.max(last, place.start) + edges.blockEnd;
  // A continued box ends at the break. Its end edges are in its last fragment, unless cloned.
  const contents = solid + (!goesOn || builder.clonesEdges ? edges.blockEnd : 0);
  keepTogether(builder, flows, remaining, goesOn);
  const end = endFragment(builder, {
    fragmentainer: builder.space.fragmentainer,
    contents,
    goesOn,
    endEdge: edges.blockEnd,
    usedBlockSize: usedOnceSettled(builder, data) ?? usedTotalBlockSize(builder, wanted),
  });
  const moved = Math.max(0, ...states.map(({ adjustment }) => adjustment));
  const flow = flows.length === 1 ? flows[0]! : null;
  const movesOf = (area: PositionedArea): Moves =>
    flow === null ? UNMOVED : movesIn(builder, flow, end.usedBlockSize, area);
  const [here, later] = splitPositioned(builder, data, place, end, { moved, movesOf, flow });
  const next = new RowsTokenData(
    data.unbroken,
    later,
    states,
    place.base + Math.max(remaining, place.start, overflow),
    token !== null && data.states.every(({ isDone }) => isDone),
  );
  return builder.finish({
    end,
    intrinsicBlockSize: contents,
    percentageBlock,
    extra: data.unbroken.decorate(
      flows.map(({ extents }) =>
        extents.map(({ row, start, end: rowEnd }) => ({ row, start, end: Math.min(rowEnd, remaining) })),
      ),
      {
        start: place.start,
        end: end.blockSize - (end.state === 'goes-on' && !builder.clonesEdges ? 0 : edges.blockEnd),
      },
      end.blockSize,
    ),
    data: next,
    containingAreas: containingAreas(builder, here, place.base, end.blockSize, movesOf),
  });
}

/**
 * Moves the container instead of cutting its end edge, if all items end here but the container doesn't. A margin takes
 * up space like its item. A container that would break below a margin that doesn't fit also moves. NOTE In Chromium,
 * grid rows offer no breaks in this case, nor do flex lines for the margins of their items.
 */
function keepTogether(
  { box, breaks, edges }: FragmentBuilder,
  flows: readonly RowFlow[],
  remaining: LU,
  goesOn: boolean,
): void {
  const isFlex = box.kind === BoxKind.Flex;
  const cutsMargin = isFlex && flows.some((flow) => (goesOn ? flow.cutsMargin : flow.marginEnd > remaining));
  if (cutsMargin) breaks.take(BreakAppeal.LastResort, false);
  if (goesOn ? cutsMargin : !isFlex || (cutsMargin && edges.blockEnd === 0)) breaks.best = null;
}

/**
 * Returns the used size of a container with a settled end, which its own row may have enlarged. Returns null if the end
 * isn't settled.
 */
function usedOnceSettled({ token, space }: FragmentBuilder, data: RowsTokenData): LU | null {
  return data.endIsSettled && token !== null ? Math.max(token.usedBlockSize, space.fixedBlock) : null;
}

/**
 * Adds the positioned children with a static position in this fragment. Returns these and the remaining ones. Children
 * contained by the container don't wait if its size is known, unless their area continues. `moved` is how far breaks
 * have moved the end. `flow` is the only flow of rows, or null if there are several.
 */
function splitPositioned(
  builder: FragmentBuilder,
  data: RowsTokenData,
  place: RowsPlace,
  end: FragmentEnd,
  { moved, movesOf, flow }: Breaks,
): [here: PositionedItem[], later: PositionedItem[]] {
  const here: PositionedItem[] = [];
  const later: PositionedItem[] = [];
  const isKnown = end.usedBlockSize !== INDEFINITE;
  const isLast = end.state !== 'goes-on' || (isKnown && builder.box.has(BoxFlag.AbsoluteContainer));
  for (const child of data.positioned) {
    const { area } = child;
    const { block: blockEdge } = child.edges;
    const share = !isKnown || blockEdge === 'start' ? 0 : blockEdge === 'end' ? moved : moved >> 1;
    const room = place.base + place.fragmentainer.remaining + (blockEdge === 'start' ? -1 : 0);
    const isOpen = area !== null && flow !== null && end.state === 'goes-on' && continues(area, flow, isKnown);
    if (isOpen || (!isLast && child.blockOffset + share > room)) {
      later.push(child);
      continue;
    }
    addPositionedChild(
      builder,
      child,
      place.base,
      area === null || flow === null ? share : moveOf(blockEdge, movesOf(area)),
    );
    here.push(child);
  }
  return [here, later];
}

/** How breaks have moved the contents so far. */
interface Breaks {
  readonly moved: LU;
  readonly movesOf: (area: PositionedArea) => Moves;
  readonly flow: RowFlow | null;
}

/** Whether rows of an area begin in a later fragment. `isKnown` tells whether the container's end is known. */
function continues({ block, blockSize, endsAtEdge }: PositionedArea, flow: RowFlow, isKnown: boolean): boolean {
  return !flow.hasBegun(block) || (endsAtEdge ? !isKnown : !flow.hasBegun(block + blockSize - 1));
}

/** Returns how far an edge of an area has moved, or its center. */
function moveOf(edge: StaticEdges['block'], { start, end }: Moves): LU {
  return edge === 'start' ? start : edge === 'end' ? end : (start + end) >> 1;
}
