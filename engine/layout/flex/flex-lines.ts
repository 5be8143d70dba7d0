/**
 * The lines of a flex container: main sizes, cross sizes and alignment (css-flexbox-1 §9.3 to §9.6), in flex axes and
 * without fragmentation. Creates no fragments.
 */
import type { Alignment } from '../../css/computed-values.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { alignInArea, type AlignmentKeyword, distributeContent, synthesizedBaseline } from '../alignment/alignment.ts';
import { usedInlineSize } from '../sizing/box-model.ts';
import { BoxKind } from '../../boxes/box.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { FlexContainer, FlexItem } from './flex-item.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

export class FlexLine {
  readonly items: readonly FlexItem[];
  /** Offset from the content box's cross-start edge. */
  crossOffset: LU = 0;
  crossSize: LU = 0;
  /** Largest distances above and below the shared baseline of its baseline-aligned items, including margins. */
  firstAscent: LU = 0;
  firstDescent: LU = 0;
  lastAscent: LU = 0;
  lastDescent: LU = 0;

  constructor(items: readonly FlexItem[]) {
    this.items = items;
  }
}

/** Returns the constraint space for an item of a main size. `cross` is a fixed cross size, or INDEFINITE. */
export function itemSpace(
  container: FlexContainer,
  item: FlexItem,
  main: LU,
  mainIsDefinite: boolean,
  cross: LU,
  flags: number,
  fragmentainer: FragmentainerSpace | null,
): ConstraintSpace {
  const builder = new SpaceBuilder(container.context, container.mode, item.box)
    .available(container.contentInline, container.contentBlock)
    .percentages(container.contentInline, container.contentBlock)
    .flag(flags | SpaceFlag.ShrinkToFit)
    .fragmentainer(fragmentainer);
  if (container.isColumn) {
    builder.fixedBlock(main, mainIsDefinite || item.hasDefiniteBasis);
    if (cross !== INDEFINITE) builder.fixedInline(cross);
  } else {
    builder.fixedInline(main);
    if (cross !== INDEFINITE) builder.fixedBlock(cross, true);
  }
  return builder.build();
}

/** Measures the item's hypothetical cross size (§9.4 step 7). */
export function measureCrossSize(container: FlexContainer, item: FlexItem, mainIsDefinite: boolean): void {
  if (
    container.isColumn &&
    item.isParallel &&
    item.box.kind !== BoxKind.Replaced &&
    item.box.kind !== BoxKind.TableWrapper
  ) {
    const space = itemSpace(container, item, item.mainSize, mainIsDefinite, INDEFINITE, SpaceFlag.Measure, null);
    const definite = item.definiteCrossSize();
    item.crossSize =
      definite !== INDEFINITE ? definite : usedInlineSize(container.context, item.box, space, item.edges);
    return;
  }
  const definite = container.isColumn ? item.definiteCrossSize() : INDEFINITE;
  item.measured = container.context.layout(
    item.box,
    itemSpace(container, item, item.mainSize, mainIsDefinite, definite, SpaceFlag.Measure, null),
    null,
  );
  item.crossSize = crossSizeOf(container, item.measured);
}

function crossSizeOf(container: FlexContainer, result: LayoutResult): LU {
  const { fragment } = result;
  return container.isColumn ? fragment.inlineSize(container.mode) : fragment.blockSize(container.mode);
}

/** Whether an item participates in baseline alignment along the main axis. */
export function isBaselineAligned(item: FlexItem): boolean {
  const { keyword } = item.alignSelf;
  return (keyword === 'baseline' || keyword === 'last-baseline') && !item.hasAutoCrossMargin;
}

/**
 * Returns the distance from an item's border edge at the line's block start to its baseline. In a column, it is
 * measured from the container's inline start. Without a baseline in that axis, it is synthesized from the border box.
 */
function itemBaseline(container: FlexContainer, item: FlexItem, result: LayoutResult | null, last: boolean): LU {
  const own = result === null ? null : last ? result.fragment.lastBaseline : result.fragment.firstBaseline;
  if (container.isColumn) {
    // Lines of an orthogonal item have baselines across the column. Other items use their line-left edge.
    if (own !== null && !item.isParallel)
      return item.mode.blockReversed === container.mode.inlineReversed ? own : item.crossSize - own;
    return container.mode.inlineReversed ? item.crossSize : 0;
  }
  if (own !== null && item.isParallel) return opposes(container, item) ? item.crossSize - own : own;
  return synthesizedBaseline(container.box.style, container.mode, item.crossSize);
}

/** Whether the item's lines progress against the direction in which the container measures baselines. */
function opposes(container: FlexContainer, item: FlexItem): boolean {
  if (container.isColumn) return !item.isParallel && item.mode.blockReversed !== container.mode.inlineReversed;
  return item.isParallel && item.mode.blockReversed !== container.mode.blockReversed;
}

/**
 * Whether the item's baseline-sharing group is at the line's end (css-align-3 §9.2). For items with the opposite block
 * flow direction, the ends are swapped.
 */
function isInEndGroup(container: FlexContainer, item: FlexItem): boolean {
  return (item.alignSelf.keyword === 'last-baseline') !== opposes(container, item);
}

/** Returns the container's own baseline, along its block axis, from an item of block size `size`. */
export function blockBaseline(
  container: FlexContainer,
  item: FlexItem,
  { fragment }: LayoutResult,
  size: LU,
  last: boolean,
): LU {
  const own = item.isParallel ? (last ? fragment.lastBaseline : fragment.firstBaseline) : null;
  return own ?? synthesizedBaseline(container.box.style, container.mode, size);
}

/** Sizes a line to its largest item or its combined baseline-aligned items (§9.4 step 8). */
export function sizeLine(container: FlexContainer, line: FlexLine): void {
  let largest = 0;
  for (const item of line.items) {
    if (isBaselineAligned(item)) addToBaselineGroup(container, line, item);
    else largest = Math.max(largest, item.crossSize + item.crossMargins);
  }
  line.crossSize = Math.max(largest, line.firstAscent + line.firstDescent, line.lastAscent + line.lastDescent, 0);
}

function addToBaselineGroup(container: FlexContainer, line: FlexLine, item: FlexItem): void {
  const last = item.alignSelf.keyword === 'last-baseline';
  const ascent = itemBaseline(container, item, item.measured, last) + flowStartMargin(container, item.margins);
  const descent = item.crossSize + item.crossMargins - ascent;
  if (isInEndGroup(container, item)) {
    line.lastAscent = Math.max(line.lastAscent, ascent);
    line.lastDescent = Math.max(line.lastDescent, descent);
  } else {
    line.firstAscent = Math.max(line.firstAscent, ascent);
    line.firstDescent = Math.max(line.firstDescent, descent);
  }
}

/** Resolves auto margins, then `justify-content` (§9.5 step 12). */
export function alignMainAxis(container: FlexContainer, line: FlexLine, contentMain: LU): void {
  const { items } = line;
  let free = contentMain - container.mainGap * (items.length - 1);
  let autoMargins = 0;
  for (const item of items) {
    free -= item.mainSize + item.mainMargins;
    autoMargins += startMargin(container, item.autoMargins) + endMargin(container, item.autoMargins);
  }
  const perMargin = autoMargins > 0 && free > 0 ? Math.floor(free / autoMargins) : 0;
  const { justifyContent } = container.box.style.box;
  const keyword = mainKeyword(container, justifyContent);
  const isSafe = free < 0 && fallsBackSafely(justifyContent);
  const shares =
    perMargin > 0 || (autoMargins > 0 && free > 0)
      ? { before: 0, between: 0 }
      : distributeContent(isSafe ? (container.mainReversed ? 'end' : 'start') : keyword, false, free, items.length);
  let offset = shares.before;
  for (const item of items) {
    const before = startMargin(container, item.margins) + startMargin(container, item.autoMargins) * perMargin;
    const after = endMargin(container, item.margins) + endMargin(container, item.autoMargins) * perMargin;
    item.mainOffset = offset + before;
    offset += before + item.mainSize + after + container.mainGap + shares.between;
  }
}

/**
 * Whether overflowing content moves to the start of the flow, which may be the main (cross) end. `space-around` and
 * `space-evenly` fall back to `safe center` (css-align-3 §5.3).
 */
export function fallsBackSafely({ keyword, overflow }: Alignment): boolean {
  return overflow === 'safe' || keyword === 'space-around' || keyword === 'space-evenly';
}

type Sided = FlexItem['margins'];

/** Returns the side at the main-start (main-end) edge. */
function startMargin(container: FlexContainer, sides: Sided): LU {
  if (container.isColumn) return container.mainReversed ? sides.blockEnd : sides.blockStart;
  return container.mainReversed ? sides.inlineEnd : sides.inlineStart;
}
function endMargin(container: FlexContainer, sides: Sided): LU {
  if (container.isColumn) return container.mainReversed ? sides.blockStart : sides.blockEnd;
  return container.mainReversed ? sides.inlineStart : sides.inlineEnd;
}
/** Returns the side at the start of the cross axis in flow direction, regardless of the stacking order of lines. */
function flowStartMargin(container: FlexContainer, sides: Sided): LU {
  return container.isColumn ? sides.inlineStart : sides.blockStart;
}
function crossStartMargin(container: FlexContainer, sides: Sided): LU {
  if (container.isColumn) return container.crossReversed ? sides.inlineEnd : sides.inlineStart;
  return container.crossReversed ? sides.blockEnd : sides.blockStart;
}

/** Returns `justify-content` relative to the main axis: start, center, end or a distributed alignment. */
export function mainKeyword(container: FlexContainer, alignment: Alignment): AlignmentKeyword {
  const { mode, isColumn, mainReversed } = container;
  const flip = (keyword: 'start' | 'end', reversed: boolean): AlignmentKeyword =>
    (keyword === 'start') !== reversed ? 'start' : 'end';
  switch (alignment.keyword) {
    case 'start':
    case 'self-start':
      return flip('start', mainReversed);
    case 'end':
    case 'self-end':
      return flip('end', mainReversed);
    case 'left':
    case 'right': {
      // css-align-3 §4.1: `left` and `right` follow the line directions along the inline axis. They apply to a
      // horizontal block axis, and otherwise mean `start`.
      if (isColumn && !mode.vertical) return flip('start', mainReversed);
      const axisReversed = isColumn ? mode.blockReversed : mode.inlineReversed !== mode.sidewaysLr;
      return flip(alignment.keyword === 'left' ? 'start' : 'end', axisReversed !== mainReversed);
    }
    case 'flex-end':
      return 'end';
    case 'center':
    case 'space-between':
    case 'space-around':
    case 'space-evenly':
      return alignment.keyword;
    default:
      return 'start';
  }
}

/** Returns `align-content` relative to the cross axis. `stretch` is preserved. */
export function contentKeyword(container: FlexContainer, alignment: Alignment): AlignmentKeyword {
  switch (alignment.keyword) {
    case 'normal':
    case 'stretch':
      return 'stretch';
    case 'start':
    case 'baseline':
      return container.crossReversed ? 'end' : 'start';
    case 'end':
    case 'last-baseline':
      return container.crossReversed ? 'start' : 'end';
    case 'flex-end':
      return 'end';
    case 'center':
    case 'space-between':
    case 'space-around':
    case 'space-evenly':
      return alignment.keyword;
    default:
      return 'start';
  }
}

/** Returns `align-self` relative to the cross axis: start, center or end. */
export function selfKeyword(container: FlexContainer, item: FlexItem): AlignmentKeyword {
  const { crossReversed } = container;
  switch (item.alignSelf.keyword) {
    case 'center':
    case 'anchor-center':
      return 'center';
    case 'flex-end':
      return 'end';
    // Items that share no baseline fall back to the container's edges (css-align-3 §4.2).
    case 'baseline':
    case 'start':
      return crossReversed ? 'end' : 'start';
    case 'last-baseline':
    case 'end':
      return crossReversed ? 'start' : 'end';
    case 'self-start':
      return isSelfStartAtCrossStart(container, item) ? 'start' : 'end';
    case 'self-end':
      return isSelfStartAtCrossStart(container, item) ? 'end' : 'start';
    default:
      return 'start';
  }
}

/** Whether the item's own start side along the cross axis is at the line's cross start. */
function isSelfStartAtCrossStart(container: FlexContainer, item: FlexItem): boolean {
  const { mode } = container;
  const crossIsVertical = container.isColumn === mode.vertical;
  const own = item.mode;
  const ownReversed = own.vertical === crossIsVertical ? own.inlineReversed : own.blockReversed;
  const axisReversed = container.isColumn ? mode.inlineReversed : mode.blockReversed;
  return ownReversed === (axisReversed !== container.crossReversed);
}

/** Sets the item's offset from the line's cross start (§9.6 steps 13 and 14). */
export function alignCrossAxis(container: FlexContainer, line: FlexLine, item: FlexItem): void {
  const start = crossStartMargin(container, item.margins);
  const outer = item.crossSize + item.crossMargins;
  if (item.hasAutoCrossMargin) {
    item.crossOffset = line.crossOffset + start + autoMarginShift(container, item, line.crossSize - outer);
    return;
  }
  if (isBaselineAligned(item)) {
    item.crossOffset = line.crossOffset + baselineShift(container, line, item);
    return;
  }
  // `safe` falls back to the start of the flow, which may be the line's end.
  const isSafe = item.alignSelf.overflow === 'safe' && outer > line.crossSize;
  const keyword = isSafe ? (container.crossReversed ? 'end' : 'start') : selfKeyword(container, item);
  item.crossOffset = line.crossOffset + start + alignInArea(keyword, false, line.crossSize, outer);
}

function autoMarginShift(container: FlexContainer, item: FlexItem, free: LU): LU {
  const auto = item.autoMargins;
  const start = crossStartMargin(container, auto);
  const count = container.isColumn ? auto.inlineStart + auto.inlineEnd : auto.blockStart + auto.blockEnd;
  if (free <= 0) {
    // Overflow goes to the end side of the writing mode, regardless of the line's direction.
    return container.crossReversed ? free : 0;
  }
  return count === 2 ? Math.floor(free / 2) : start === 1 ? free : 0;
}

/** Returns the distance from the line's cross start to the item's border edge. */
function baselineShift(container: FlexContainer, line: FlexLine, item: FlexItem): LU {
  const last = item.alignSelf.keyword === 'last-baseline';
  const ascent = itemBaseline(container, item, item.measured, last) + flowStartMargin(container, item.margins);
  const descent = item.crossSize + item.crossMargins - ascent;
  const atEnd = isInEndGroup(container, item);
  const maxAscent = atEnd ? line.lastAscent : line.firstAscent;
  const maxDescent = atEnd ? line.lastDescent : line.firstDescent;
  // One group is at the line's cross start, the other at its cross end.
  const fromBlockStart = atEnd ? line.crossSize - maxDescent - ascent : maxAscent - ascent;
  if (!container.crossReversed) return fromBlockStart + flowStartMargin(container, item.margins);
  const fromBlockEnd = atEnd ? line.crossSize - maxAscent - descent : maxDescent - descent;
  return fromBlockEnd + (container.isColumn ? item.margins.inlineEnd : item.margins.blockEnd);
}
