/**
 * Breaking flex and grid containers across fragmentainers (css-flexbox-1 §10, css-grid-2 §13). The container has been laid out without breaks; here its
 * rows (flex lines, grid rows, single items of a column) are put into fragmentainers one after the other (row-flow.ts). The columns of a multi-line
 * column container are flows of their own beside each other: what breaks or moves down in one doesn't touch the others.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { definiteBlockSize, usedInlineSize } from '../box-model.ts';
import type { BlockBreakToken } from '../break-token.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { joinBreakValues, keepsBreaks } from '../fragmentation/break-values.ts';
import { withBestBreak } from '../fragmentation/break-chooser.ts';
import {
  cloneReserve,
  endFragment,
  type FragmentEnd,
  MORE_CONTENT,
  usedTotalBlockSize,
} from '../fragmentation/end-fragment.ts';
import type { Rect } from '../positioned/positioned.ts';
import type { ItemRow, ItemRowExtent, ItemRowPlace } from './item-row.ts';
import { itemRowBreaks, lastPlaceBetween } from './item-row-breaks.ts';
import { ItemRowFlow } from './item-row-flow.ts';
import { ItemRowsTokenData, type PositionedItem } from './item-rows-token.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** The rows of a container that isn't broken. */
export function unbrokenExtents(flows: readonly (readonly ItemRow[])[]): ItemRowExtent[][] {
  return flows.map((rows) =>
    rows.map(({ blockOffset, blockSize }, row) => ({ row, start: blockOffset, end: blockOffset + blockSize })),
  );
}

/** Hands a positioned child on; `base`: the unbroken offset at which the fragment starts. */
export function addPositionedChild(builder: FragmentBuilder, child: PositionedItem, base: LU, moved: LU): void {
  builder.addOutOfFlow(
    child.box,
    child.inlineOffset,
    child.blockOffset + moved - base,
    child.inlineEdge,
    child.blockEdge,
    null,
    builder.mode,
    child.safeRoom,
  );
}

/** The areas that contain positioned children, as they lie in a fragment of this block size; physical. `movedAt`: how far breaks have moved an unbroken offset. */
export function containingAreas(
  builder: FragmentBuilder,
  children: readonly PositionedItem[],
  base: LU,
  blockSize: LU,
  movedAt: (blockOffset: LU) => LU = () => 0,
): ReadonlyMap<Box, Rect> | undefined {
  if (children.every(({ area }) => area === null)) return undefined;
  const { mode, inlineSize } = builder;
  const areas = new Map<Box, Rect>();
  for (const { box, area } of children) {
    if (area === null) continue;
    const width = mode.vertical ? area.blockSize : area.inlineSize;
    const height = mode.vertical ? area.inlineSize : area.blockSize;
    const block = area.block + movedAt(area.block) - base;
    areas.set(box, {
      x: mode.physicalX(area.inline, block, width, mode.vertical ? blockSize : inlineSize),
      y: mode.physicalY(area.inline, block, height, mode.vertical ? inlineSize : blockSize),
      width,
      height,
    });
  }
  return areas;
}

/** Has this container to be broken, or looked through for breaks, in its fragmentainer? */
export function mustFragmentItemRows(builder: FragmentBuilder, blockSize: LU, early: EarlyBreak | null): boolean {
  const { box } = builder;
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) return false;
  if (builder.token !== null || early !== null || box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)) return true;
  // What is positioned in the first items may begin on the page before.
  if (fragmentainer.isStart && box.has(BoxFlag.MayLieBefore)) return true;
  return blockSize > fragmentainer.remaining;
}

/**
 * Rows as they come from an algorithm, or from the token of the fragment before. `early`: where the parent wants the break; of several columns beside each other
 * none is broken earlier for another.
 */
export function fragmentItemRows(
  builder: FragmentBuilder,
  data: ItemRowsTokenData,
  percentageBlock: LU,
  early: EarlyBreak | null,
): LayoutResult {
  const place = placeOf(builder, data);
  noteRowBreaks(builder, data.flows);
  const isAlone = data.flows.length === 1;
  const flows = data.flows.map((rows, i) =>
    withBestBreak(isAlone ? early : null, (breaks) => {
      const flow = new ItemRowFlow(place, rows, data.states[i]!, breaks);
      return flow.fill() ? flow : null;
    }),
  );
  for (const flow of flows) addFlow(builder, flow);
  if (isAlone) builder.breaks.best = flows[0]!.breaks.best;
  return finish(builder, data, flows, place, percentageBlock);
}

/** The next fragment of a container that went on from an earlier fragmentainer; null: it is laid out for the first time. */
export function resumeItemRows(builder: FragmentBuilder, early: EarlyBreak | null): LayoutResult | null {
  const { context, box, space, edges, token } = builder;
  if (!(token?.data instanceof ItemRowsTokenData) || space.fragmentainer === null) return null;
  builder.inlineSize = usedInlineSize(context, box, space, edges);
  return fragmentItemRows(builder, token.data, INDEFINITE, early);
}

/**
 * Of a container that fits unbroken: its break values, and the last place where it could be broken after all.
 * NOTE A grid that fits is kept whole for what comes below it, as in Chromium.
 */
export function noteUnbrokenItemRows(builder: FragmentBuilder, flows: readonly (readonly ItemRow[])[]): void {
  noteRowBreaks(builder, flows);
  const { fragmentainer } = builder.space;
  const mayBreak = flows.length === 1 && builder.box.kind === BoxKind.Flex;
  if (fragmentainer !== null && mayBreak) builder.breaks.best = lastPlaceBetween(flows[0]!, fragmentainer);
}

/** Lets the breaks before the first and after the last row be the container's. */
function noteRowBreaks(builder: FragmentBuilder, flows: readonly (readonly ItemRow[])[]): void {
  if (!builder.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasBreakAvoid) || keepsBreaks(builder.box)) return;
  for (const rows of flows) {
    const { before, after } = itemRowBreaks(rows);
    if (builder.token === null) builder.breakBefore = joinBreakValues(before, builder.breakBefore);
    builder.breakAfter = joinBreakValues(after, builder.breakAfter);
  }
}

/** Is a container of known size too small to reach the fragmentainer's end? What overflows it has no break before its first row then. */
function endsHere(builder: FragmentBuilder, { remaining }: FragmentainerSpace): boolean {
  const { box, space, edges, inlineSize, token } = builder;
  if (token !== null) return false;
  const size = space.hasFixedBlock ? space.fixedBlock : definiteBlockSize(box, space, edges, inlineSize);
  return size !== INDEFINITE && size <= remaining;
}

function placeOf(builder: FragmentBuilder, data: ItemRowsTokenData): ItemRowPlace {
  const { token } = builder;
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) throw new Error('rows are only broken in a fragmentainer');
  const tokens = new Map<Box, BlockBreakToken>();
  for (const child of token?.children ?? []) if (child.type === 'block') tokens.set(child.box, child);
  return {
    container: builder.box,
    context: builder.context,
    mode: builder.mode,
    isColumn: data.isColumn,
    fragmentainer: endsHere(builder, fragmentainer)
      ? fragmentainer.forOverflow()
      : fragmentainer.shortenedBy(cloneReserve(builder)),
    isFirst: token === null,
    start: builder.blockStartEdge,
    endEdge: builder.edges.blockEnd,
    base: token === null ? 0 : data.consumed - builder.blockStartEdge,
    tokens,
  };
}

function addFlow(builder: FragmentBuilder, flow: ItemRowFlow): void {
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

/** The container's own size in this fragment. */
function finish(
  builder: FragmentBuilder,
  data: ItemRowsTokenData,
  flows: readonly ItemRowFlow[],
  place: ItemRowPlace,
  percentageBlock: LU,
): LayoutResult {
  const { edges, token } = builder;
  const goesOn = flows.some((flow) => !flow.state.isDone);
  const { remaining } = place.fragmentainer;
  const states = flows.map((flow) => flow.state);
  let solid = place.start;
  for (const flow of flows) solid = Math.max(solid, flow.solidEnd);
  // Beside an item that goes on, what sticks out of a column lies beside what comes in the next one.
  if (flows.some((flow) => flow.breaksInside)) solid = Math.min(solid, Math.max(remaining, place.start));
  const overflow = place.fragmentainer.kind === 'column' ? solid : 0;
  // Where the contents end, seen from this fragment; what breaks have added is known flow by flow.
  let last = -place.base;
  if (flows.length === 1) last += data.intrinsic - edges.blockEnd + states[0]!.adjustment;
  else for (const flow of flows) last = Math.max(last, flow.endUnbroken + flow.state.adjustment - place.base);
  const wanted = goesOn ? MORE_CONTENT : builder.consumedBlockSize + Math.max(last, place.start) + edges.blockEnd;
  // A box that goes on ends at the break: its end edges come with its last fragment, or are cloned.
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
  const [here, later] = splitPositioned(builder, data, place, end, moved);
  const next = new ItemRowsTokenData(
    data.flows,
    data.isColumn,
    data.intrinsic,
    later,
    data.decorate,
    states,
    place.base + Math.max(remaining, place.start, overflow),
    token !== null && data.states.every(({ isDone }) => isDone),
  );
  return builder.finish({
    end,
    intrinsicBlockSize: contents,
    percentageBlock,
    extra: data.decorate(
      flows.map(({ extents }) => extents),
      {
        start: place.start,
        end: end.blockSize - (end.state === 'goes-on' && !builder.clonesEdges ? 0 : edges.blockEnd),
      },
      end.blockSize,
    ),
    data: next,
    containingAreas: containingAreas(
      builder,
      here,
      place.base,
      end.blockSize,
      flows.length === 1 ? (block) => flows[0]!.movedAt(block) : undefined,
    ),
  });
}

/**
 * Where all items end here, but not their container: better it moves on than that an edge is cut. A margin takes room here as what it surrounds does, wherever
 * its item ends: a container that would break below a margin that has no room moves on, too.
 * NOTE Chromium has no places between the rows of a grid then, and none between lines for the margins of their items.
 */
function keepTogether(
  { box, breaks, edges }: FragmentBuilder,
  flows: readonly ItemRowFlow[],
  remaining: LU,
  goesOn: boolean,
): void {
  const isFlex = box.kind === BoxKind.Flex;
  const cutsMargin = isFlex && flows.some((flow) => (goesOn ? flow.cutsMargin : flow.marginEnd > remaining));
  if (cutsMargin) breaks.take(BreakAppeal.LastResort, false);
  if (goesOn ? cutsMargin : !isFlex || (cutsMargin && edges.blockEnd === 0)) breaks.best = null;
}

/** What is left of a container whose end is settled; its own row may have become higher since. null: it isn't. */
function usedOnceSettled({ token, space }: FragmentBuilder, data: ItemRowsTokenData): LU | null {
  return data.endIsSettled && token !== null ? Math.max(token.usedBlockSize, space.fixedBlock) : null;
}

/**
 * Hands on the positioned children that have their static position in this fragment, and gives these and the others. The container's own wait for nothing
 * when its size is known. `moved`: how far breaks have moved the end.
 */
function splitPositioned(
  builder: FragmentBuilder,
  data: ItemRowsTokenData,
  place: ItemRowPlace,
  end: FragmentEnd,
  moved: LU,
): [here: PositionedItem[], later: PositionedItem[]] {
  const here: PositionedItem[] = [];
  const later: PositionedItem[] = [];
  const isKnown = end.usedBlockSize !== INDEFINITE;
  const isLast = end.state !== 'goes-on' || (isKnown && builder.box.has(BoxFlag.AbsoluteContainer));
  for (const child of data.positioned) {
    const share = !isKnown || child.blockEdge === 'start' ? 0 : child.blockEdge === 'end' ? moved : moved >> 1;
    const room = place.base + place.fragmentainer.remaining + (child.blockEdge === 'start' ? -1 : 0);
    if (!isLast && child.blockOffset + share > room) {
      later.push(child);
    } else {
      addPositionedChild(builder, child, place.base, share);
      here.push(child);
    }
  }
  return [here, later];
}
