/**
 * Relates a fragment of a containing block to its flow: the padding box of the whole box, and its parts beyond this
 * fragment's edges.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import type { BoxFragment, Fragment } from '../fragment.ts';
import type { FragmentEnd } from '../fragmentation/end-fragment.ts';
import type { Rect } from '../geometry.ts';
import { blockSizeOf } from '../sizing-properties.ts';
import { type PlacedOutOfFlow, shifted } from './positioned.ts';
import type { OpenFragment } from '../open-fragment.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';
import { ALWAYS, AT_END, type Mover, type WaitingBox } from './waiting-boxes.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** A finished fragment of a containing block, with the data for positioning. */
export interface PositioningInput {
  readonly builder: OpenFragment;
  readonly end: FragmentEnd;
  /** Physical size of the fragment's border box. */
  readonly width: LU;
  readonly height: LU;
  /** Physical, from the fragment's corner. */
  readonly candidates: readonly OutOfFlowCandidate[];
  /** The in-flow children and their physical offsets. */
  readonly children: readonly Fragment[];
  readonly offsets: readonly LU[];
  /** Areas of the box that contain some of its children, or null. */
  readonly areas: ReadonlyMap<Box, Rect> | null;
  /** From the fragment's final border-box block start, after margin collapsing. Null if not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
}

/**
 * Coordinate conversions for a fragment. Rectangles are physical, from the fragment's corner. Block offsets are along
 * its block axis.
 */
export class PositioningFrame implements Mover {
  readonly vertical: boolean;
  /** Whether the block axis runs from right to left. */
  readonly fromRight: boolean;
  /** Size of this fragment. */
  readonly width: LU;
  readonly blockSize: LU;
  /** The padding box of the whole box. */
  readonly padding: Rect;
  readonly goesOn: boolean;
  /** Whether the box continues and has a known block size. */
  readonly knowsTotal: boolean;
  /** Whether the box fills its fragmentainer although its fragment ends earlier. */
  private readonly leavesRest: boolean;
  private readonly fragmentainer: FragmentainerSpace | null;

  constructor(input: PositioningInput) {
    const { builder, end, width, height, fragmentainer } = input;
    const { mode } = builder;
    this.vertical = mode.vertical;
    this.fromRight = mode.vertical && mode.blockReversed;
    this.width = width;
    this.blockSize = mode.blockOf(width, height);
    this.fragmentainer = fragmentainer;
    this.goesOn = end.state === 'goes-on';
    this.leavesRest = end.leavesRest === true;
    this.knowsTotal = this.goesOn && end.usedBlockSize !== INDEFINITE && !mayGrow(builder);
    this.padding = this.paddingBox(input);
  }

  private paddingBox({ builder, end, width, height }: PositioningInput): Rect {
    const { vertical } = this;
    const { border } = builder.edges;
    const sides = builder.mode.toPhysicalSides(border);
    const before = builder.consumedBlockSize;
    const total = this.knowsTotal ? end.usedBlockSize : before + this.blockSize;
    const start = border.blockStart - before - (builder.token?.pastEnd ?? 0);
    const size = total - border.blockStart - (this.goesOn && !this.knowsTotal ? 0 : border.blockEnd);
    if (!vertical) return { x: sides.left, y: start, width: width - sides.left - sides.right, height: size };
    const x = this.fromRight ? width - start - size : start;
    return { x, y: sides.top, width: size, height: height - sides.top - sides.bottom };
  }

  /**
   * Distance from this fragment's block-start edge to the next one's: the space that this fragment uses in its
   * fragmentainer.
   */
  get past(): LU {
    const { fragmentainer } = this;
    const fills = !this.goesOn || this.leavesRest;
    return fills && fragmentainer !== null ? Math.max(LU_PER_PX, fragmentainer.remaining) : this.blockSize;
  }

  /** The same distance as a physical offset. */
  get nextFragment(): readonly [dx: LU, dy: LU] {
    const past = this.past;
    return this.vertical ? [this.fromRight ? this.width - past : past, 0] : [0, past];
  }

  /** Physical x of the block-start edge that tokens refer to. */
  get origin(): LU {
    return this.fromRight ? this.width : 0;
  }

  /** Returns the block offset of a physical position. */
  blockOf(x: LU, y: LU, width: LU): LU {
    if (!this.vertical) return y;
    return this.fromRight ? this.width - x - width : x;
  }

  blockOffset({ x, y, result }: PlacedOutOfFlow): LU {
    return this.blockOf(x, y, result.fragment.width);
  }

  extentOf(fragment: BoxFragment): LU {
    return this.vertical ? fragment.width : fragment.height;
  }

  /** Moves a stored box by a block distance to a later block-start edge. */
  moved(box: WaitingBox, by: LU): WaitingBox {
    return movedBox(box, !this.vertical ? 0 : this.fromRight ? by : -by, this.vertical ? 0 : -by, by);
  }

  /** Returns a box as stored in tokens: relative to the next fragment's block-start edge. */
  later(box: WaitingBox): WaitingBox {
    const { past } = this;
    const dx = !this.vertical ? 0 : this.fromRight ? past - this.width : -past;
    return movedBox(box, dx, this.vertical ? 0 : -past, past);
  }
}

function movedBox({ candidate, area, from }: WaitingBox, dx: LU, dy: LU, by: LU): WaitingBox {
  return {
    candidate: shifted(candidate, dx, dy),
    area: area && movedRect(area, dx, dy),
    from: from === ALWAYS || from === AT_END ? from : from - by,
  };
}

/** Returns a rectangle moved by a physical distance. */
export function movedRect(rect: Rect, dx: LU, dy: LU): Rect {
  return { ...rect, x: rect.x + dx, y: rect.y + dy };
}

/** Whether the row that stretches the box may grow by breaks inside other boxes. */
function mayGrow({ box, space, mode }: OpenFragment): boolean {
  return space.hasFixedBlock && !box.has(BoxFlag.OutOfFlow) && blockSizeOf(box.style, mode).isAuto;
}
