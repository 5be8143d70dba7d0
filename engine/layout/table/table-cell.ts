/**
 * Cells in their final size. The contents are laid out once at the cell's own height. They are then moved within the
 * height given by the rows, because extra padding leaves them unchanged (css-tables-3 §3.10.2). Only contents that
 * depend on the height, through percentages or positioned boxes, are laid out again (§3.10.5).
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { isMulticol } from '../../boxes/display.ts';
import type { LU } from '../../units.ts';
import { blockContentOffset } from '../alignment/alignment.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { isDefiniteLength } from '../sizing/box-facts.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { BoxFragment, FragmentFlag } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { cellSpace, isBaselineAligned, type TableGeometry } from './table-geometry.ts';
import type { TableCell } from './table-grid.ts';
import { blockSizeOf } from '../sizing/sizing-properties.ts';
import { contentExtent, type LayoutResult } from '../contract/layout-result.ts';
import type { OutOfFlowBox } from '../positioned/out-of-flow-candidate.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/**
 * Returns a cell of `blockSize`, the size of the rows it spans, with aligned contents. `fragmentainer`, from the cell's
 * block start, limits its overflow.
 */
export function finishCell(
  context: LayoutContext,
  geometry: TableGeometry,
  cell: TableCell,
  measured: LayoutResult,
  blockSize: LU,
  measureFlags: number,
  fragmentainer: FragmentainerSpace | null = null,
): LayoutResult {
  const { mode } = geometry.structure;
  const sized = needsSecondLayout(geometry, cell, measured, blockSize)
    ? sizedSpace(context, geometry, cell, blockSize, measureFlags)
    : null;
  let result = sized === null ? measured : context.layout(cell.box, sized, null);
  let shift = contentShift(geometry, cell, result, blockSize);
  if (fragmentainer !== null && overflows(result, mode, shift, blockSize, fragmentainer)) {
    const space =
      sized ??
      cellSpace(context, geometry, cell)
        .flag(SpaceFlag.CellMeasure | measureFlags)
        .build();
    result = context.layout(cell.box, space.withFragmentainer(fragmentainer.advancedBy(shift, true)), null);
  } else if (sized !== null && shift !== 0 && containsPositioned(cell.box) && !isMulticol(cell.box.style)) {
    result = context.layout(cell.box, sized.withContentShift(shift), null);
    shift = 0;
  }
  return framed(result, mode, blockSize, shift, isHidden(geometry, cell.box, result) ? FragmentFlag.HiddenCell : 0);
}

/** Whether a cell's overflow extends beyond the fragmentainer's end, although the cell itself doesn't. */
function overflows(
  result: LayoutResult,
  mode: WritingMode,
  shift: LU,
  blockSize: LU,
  { remaining }: FragmentainerSpace,
): boolean {
  const reach = contentExtent(result);
  return reach > result.fragment.blockSize(mode) && shift + reach > remaining && blockSize <= remaining;
}

function needsSecondLayout(geometry: TableGeometry, cell: TableCell, measured: LayoutResult, blockSize: LU): boolean {
  const { box } = cell;
  if (containsPositioned(box)) return true;
  const { mode } = geometry.structure;
  if (!writingModeOf(box.style).isParallelTo(mode)) return measured.fragment.blockSize(mode) !== blockSize;
  return measured.dependsOnBlockSize && hasDefiniteHeight(geometry, box);
}

/**
 * Whether the cell may contain positioned boxes. These refer to its padding box, regardless of its content alignment.
 */
const containsPositioned = (box: Box): boolean =>
  box.has(BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer) && box.has(BoxFlag.HasOutOfFlow);

/**
 * Whether percentage heights inside resolve against the cell: only if it or the table has a height, not merely because
 * rows are higher.
 */
function hasDefiniteHeight(geometry: TableGeometry, cell: Box): boolean {
  return geometry.hasSpecifiedBlockSize || isDefiniteLength(blockSizeOf(cell.style, geometry.structure.mode));
}

/** Returns the space of a cell at the height given by its rows. */
function sizedSpace(
  context: LayoutContext,
  geometry: TableGeometry,
  cell: TableCell,
  blockSize: LU,
  flags: number,
): ConstraintSpace {
  return cellSpace(context, geometry, cell)
    .fixedBlock(blockSize, hasDefiniteHeight(geometry, cell.box))
    .flag(flags)
    .build();
}

/**
 * Returns how far `align-content`, or `vertical-align` if that is `normal`, moves the contents down (css-align-3
 * §5.1.1).
 */
function contentShift(geometry: TableGeometry, cell: TableCell, result: LayoutResult, blockSize: LU): LU {
  const { mode } = geometry.structure;
  if (!writingModeOf(cell.box.style).isParallelTo(mode)) return 0;
  if (isBaselineAligned(cell.box))
    return Math.max(0, geometry.row(cell.row).baseline - geometry.cellBaseline(cell, result));
  const spare = blockSize - result.intrinsicBlockSize;
  const { alignContent, verticalAlign } = cell.box.style.box;
  if (alignContent.keyword !== 'normal') return blockContentOffset(cell.box.style, spare);
  switch (verticalAlign) {
    case 'middle':
      return Math.floor(spare / 2);
    case 'bottom':
      return spare;
    default:
      return 0;
  }
}

/** Whether an empty cell hides its border and background (css2 §17.6.1.1). */
function isHidden(geometry: TableGeometry, cell: Box, result: LayoutResult): boolean {
  return (
    cell.style.text.emptyCells === 'hide' &&
    geometry.structure.borders === null &&
    result.fragment.children.length === 0
  );
}

/** Returns a cell in a different block size along the axis of `mode`, with its contents moved down by `shift`. */
export function framed(result: LayoutResult, mode: WritingMode, blockSize: LU, shift: LU, flags: number): LayoutResult {
  const fragment = reframe(result.fragment, mode, blockSize, shift, flags);
  if (fragment === result.fragment) return result;
  return {
    ...result,
    fragment,
    outOfFlow: shiftCandidates(result, mode, blockSize, shift),
    blockExtent: result.blockExtent + shift,
    outOfFlowExtent: result.outOfFlowExtent > 0 ? result.outOfFlowExtent + shift : 0,
  };
}

function reframe(fragment: BoxFragment, mode: WritingMode, blockSize: LU, shift: LU, flags: number): BoxFragment {
  const old = fragment.blockSize(mode);
  if (old === blockSize && shift === 0 && flags === 0) return fragment;
  // Offsets are from the left, so growth in vertical-rl moves all contents.
  const delta = mode.vertical && mode.blockReversed ? blockSize - old - shift : shift;
  let offsets = fragment.offsets;
  if (delta !== 0 && offsets.length > 0) {
    const moved = offsets.slice();
    for (let i = mode.vertical ? 0 : 1; i < moved.length; i += 2) moved[i]! += delta;
    offsets = moved;
  }
  const move = (baseline: LU | null): LU | null => (baseline === null ? null : baseline + shift);
  return new BoxFragment(
    fragment.box,
    fragment.style,
    fragment.writingMode,
    mode.xOf(fragment.width, blockSize),
    mode.yOf(fragment.height, blockSize),
    fragment.border,
    fragment.padding,
    fragment.children,
    offsets,
    move(fragment.firstBaseline),
    move(fragment.lastBaseline),
    fragment.flags | flags,
    fragment.breakToken,
    fragment.extra,
  );
}

function shiftCandidates(result: LayoutResult, mode: WritingMode, blockSize: LU, shift: LU): readonly OutOfFlowBox[] {
  const old = result.fragment.blockSize(mode);
  const delta = mode.vertical && mode.blockReversed ? blockSize - old - shift : shift;
  if (delta === 0 || result.outOfFlow.length === 0) return result.outOfFlow;
  return result.outOfFlow.map((candidate) => candidate.shifted(mode.xOf(0, delta), mode.yOf(0, delta)));
}
