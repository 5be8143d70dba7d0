/**
 * Physical positions of a fragment's children: converts logical offsets and applies relative positioning
 * (css-position-3 §3.3).
 */
import { BoxKind } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import type { BoxFragment, Fragment } from '../contract/fragment.ts';
import { WritingMode } from '../contract/geometry.ts';
import { relativeOffset } from '../positioned/relative-position.ts';

/** Offsets x0, y0, x1, y1, ... from the physical corner of the containing fragment. */
export interface PlacedChildren {
  readonly offsets: LU[];
  /** The part of the offsets due to relative positioning, or null if there is none or it isn't needed. */
  readonly moves: readonly LU[] | null;
  /** Whether a different percentage block size might move a child. */
  readonly dependsOnBlockSize: boolean;
}

export const NO_CHILDREN: PlacedChildren = { offsets: [], moves: null, dependsOnBlockSize: false };

/** Basis for relative insets. `keepsMoves` records the moves, which positioned boxes inside need. */
interface RelativeTo {
  readonly inline: LU;
  readonly block: LU;
  readonly keepsMoves: boolean;
}

/**
 * Converts offsets. `logical` holds inline0, block0, inline1, ... from the start corner of a border box of this size.
 * Horizontal text reuses the array.
 */
export function placeChildren(
  children: readonly Fragment[],
  logical: LU[],
  mode: WritingMode,
  width: LU,
  height: LU,
  to: RelativeTo,
): PlacedChildren {
  const horizontal = mode === WritingMode.HORIZONTAL_LTR;
  const offsets = horizontal ? logical : new Array<LU>(logical.length).fill(0);
  let moves: LU[] | null = null;
  let dependsOnBlockSize = false;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (!horizontal) {
      offsets[i * 2] = mode.physicalX(logical[i * 2]!, logical[i * 2 + 1]!, child.width, width);
      offsets[i * 2 + 1] = mode.physicalY(logical[i * 2]!, logical[i * 2 + 1]!, child.height, height);
    }
    if (child.type !== 'box' || !isMoved(child)) continue;
    const { style } = child.box;
    if (asksBlockSize(style, mode)) dependsOnBlockSize = true;
    const move = mode.vertical
      ? relativeOffset(style, to.block, to.inline, mode)
      : relativeOffset(style, to.inline, to.block, mode);
    offsets[i * 2]! += move.x;
    offsets[i * 2 + 1]! += move.y;
    if (!to.keepsMoves) continue;
    moves ??= new Array<LU>(offsets.length).fill(0);
    moves[i * 2] = move.x;
    moves[i * 2 + 1] = move.y;
  }
  return { offsets, moves, dependsOnBlockSize };
}

/**
 * Whether relative positioning applies to the child. A table's grid box shares its wrapper's style, and the wrapper is
 * moved already.
 */
function isMoved({ box }: BoxFragment): boolean {
  return box.style.box.position === 'relative' && box.kind !== BoxKind.Table;
}

function asksBlockSize({ box: { top, bottom, left, right } }: ComputedStyle, { vertical }: WritingMode): boolean {
  return vertical ? left.hasPercent || right.hasPercent : top.hasPercent || bottom.hasPercent;
}
