/**
 * Relates a fragment of a containing block to its flow: the padding box of the whole box, and its parts beyond this
 * fragment's edges. Tokens store positions in the flow, which all fragments share: physical, as if the fragments followed
 * each other without breaks, from the top left corner of the first one (top right if blocks progress to the left).
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { hasTransform, isEffectGroup } from '../../boxes/box-flags.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import { BreakTokenFlag } from '../contract/break-token.ts';
import type { Fragment } from '../contract/fragment.ts';
import type { FragmentEnd } from '../fragmentation/end-fragment.ts';
import type { Rect, WritingMode } from '../contract/geometry.ts';
import { clipsBlockEnd } from '../sizing/box-facts.ts';
import { blockSizeOf } from '../sizing/sizing-properties.ts';
import type { PlacedOutOfFlow } from './positioned.ts';
import type { OpenFragment } from '../fragments/open-fragment.ts';
import type { OutOfFlowBox } from './out-of-flow-candidate.ts';
import { AT_END, type WaitingBoxes } from './waiting-boxes.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { autoStartMargin } from '../alignment/alignment.ts';

/** A finished fragment of a containing block, with the data for positioning. */
export interface PositioningInput {
  readonly builder: OpenFragment;
  readonly end: FragmentEnd;
  /** Physical size of the fragment's border box. */
  readonly width: LU;
  readonly height: LU;
  /** Physical, from the fragment's corner. */
  readonly candidates: readonly OutOfFlowBox[];
  /** The in-flow children and their physical offsets. */
  readonly children: readonly Fragment[];
  readonly offsets: readonly LU[];
  /** Areas of the box that contain some of its children, or null. */
  readonly areas: ReadonlyMap<Box, Rect> | null;
  /** From the fragment's final border-box block start, after margin collapsing. Null if not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
}

/**
 * Coordinate conversions for a fragment, and whether a box begins in it or in another one. Rectangles are physical, from
 * the fragment's corner. Block offsets are along its block axis.
 */
export class PositioningFrame {
  /** Size of this fragment. */
  readonly width: LU;
  readonly blockSize: LU;
  /** The padding box of the whole box. */
  readonly padding: Rect;
  readonly goesOn: boolean;
  /** Whether the box continues and has a known block size. */
  readonly knowsTotal: boolean;
  /** Distance along the flow from the block start of the first fragment to that of this one. */
  readonly distance: LU;
  /** Translate from this fragment to the flow. */
  readonly flowX: LU;
  readonly flowY: LU;
  private readonly builder: OpenFragment;
  private readonly fragmentainer: FragmentainerSpace | null;
  private readonly mode: WritingMode;

  constructor(input: PositioningInput) {
    const { builder, end, width, height } = input;
    const { mode } = builder;
    this.builder = builder;
    this.fragmentainer = input.fragmentainer;
    this.mode = mode;
    this.width = width;
    this.blockSize = mode.blockOf(width, height);
    this.distance = builder.token?.distance ?? 0;
    this.flowX = mode.xOf(0, mode.blockReversed ? -width - this.distance : this.distance);
    this.flowY = mode.yOf(0, this.distance);
    this.goesOn = end.state === 'goes-on';
    this.knowsTotal = this.goesOn && end.usedBlockSize !== INDEFINITE && !mayGrow(builder);
    this.padding = this.paddingBox(input);
  }

  private paddingBox({ builder, end, width, height }: PositioningInput): Rect {
    const { distance, mode } = this;
    const { border } = builder.edges;
    const sides = mode.toPhysicalSides(border);
    const total = this.knowsTotal ? end.usedBlockSize : builder.consumedBlockSize + this.blockSize;
    const start = border.blockStart - distance;
    const size = total - border.blockStart - (this.goesOn && !this.knowsTotal ? 0 : border.blockEnd);
    if (!mode.vertical) return { x: sides.left, y: start, width: width - sides.left - sides.right, height: size };
    return {
      x: mode.physicalX(0, start, size, width),
      y: sides.top,
      width: size,
      height: height - sides.top - sides.bottom,
    };
  }

  blockOffset({ x, y, result }: PlacedOutOfFlow): LU {
    return this.mode.blockOffset(x, y, result.fragment, this);
  }

  /**
   * Returns the block offset in the flow before which waiting boxes are due. All are due once the size they wait for is
   * known. After the end of their containing block they are placed where they begin, even on pages without other content.
   */
  dueBefore({ waitsForEnd }: WaitingBoxes): LU {
    const { fragmentainer } = this;
    if (fragmentainer === null) return Infinity;
    if (this.goesOn) return this.knowsTotal && waitsForEnd ? Infinity : this.distance + this.blockSize;
    const isPastEnd = this.builder.token?.has(BreakTokenFlag.AtBlockEnd) === true;
    return isPastEnd ? this.distance + fragmentainer.remaining : Infinity;
  }

  /**
   * Returns the lower bound of the box's block offset if it begins after this fragment of a continued containing block.
   * Returns AT_END if its position depends on the containing block's end, which isn't known yet. Returns null if it may
   * begin here.
   */
  startIfLater(box: Box, rect: Rect): LU | null {
    if (!this.goesOn) return null;
    const { top, right, bottom, left } = box.style.box;
    const { mode } = this;
    const [start, end] = mode.blockReversed ? [right, left] : [mode.blockOf(left, top), mode.blockOf(right, bottom)];
    const isOpen = rect === this.padding && !this.knowsTotal;
    if (isOpen) {
      // Wait for the size it depends on. Earlier columns and pages can still be changed then.
      if (start.hasPercent || !end.isAuto) return AT_END;
      if (sizeOnAxis(box, mode.vertical).some((length) => length.hasPercent)) return AT_END;
    }
    if (start.isAuto) return isOpen && !end.isAuto ? AT_END : null;
    const from = mode.blockOffset(rect.x, rect.y, rect, this) + start.resolve(0);
    return !start.hasPercent && from >= this.blockSize ? from : null;
  }

  /** Whether a placed box begins in a later fragment, or after the document's last page. */
  isPastEnd(placed: PlacedOutOfFlow): boolean {
    const offset = this.blockOffset(placed);
    if (this.goesOn) return offset >= this.blockSize;
    const { fragmentainer } = this;
    return (
      fragmentainer !== null && placed.result.fragment.blockSize(this.mode) > 0 && offset >= fragmentainer.remaining
    );
  }

  /** Whether a placed box begins in an earlier fragmentainer that it may go to. */
  beginsBefore(placed: PlacedOutOfFlow): boolean {
    const { fragmentainer } = this;
    if (fragmentainer === null || fragmentainer.startsFlow) return false;
    if (fragmentainer.offset + this.blockOffset(placed) >= 0) return false;
    return !this.keepsToPage;
  }

  /**
   * Whether the containing block begins on this page and clips, transforms or filters content that extends to earlier
   * pages. Content moved there is sliced like an image (pages/find-moved.ts).
   */
  get keepsToPage(): boolean {
    const { builder, fragmentainer } = this;
    if (fragmentainer?.kind !== 'page' || builder.token !== null) return false;
    const { style } = builder.box;
    return clipsBlockEnd(builder) || isEffectGroup(style) || hasTransform(style);
  }
}

function sizeOnAxis(box: Box, horizontal: boolean): readonly Length[] {
  const { width, minWidth, maxWidth, height, minHeight, maxHeight } = box.style.box;
  return horizontal ? [width, minWidth, maxWidth] : [height, minHeight, maxHeight];
}

/** Returns a rectangle moved by a physical distance. */
export function movedRect(rect: Rect, dx: LU, dy: LU): Rect {
  return { ...rect, x: rect.x + dx, y: rect.y + dy };
}

/** Whether the row that stretches the box may grow by breaks inside other boxes. */
function mayGrow({ box, space, mode }: OpenFragment): boolean {
  return space.hasFixedBlock && !box.has(BoxFlag.OutOfFlow) && blockSizeOf(box.style, mode).isAuto;
}

/**
 * Returns the first page's area (css2 §10.1), from the corner of the root's fragment, which is `fragmentWidth` wide.
 */
export function initialContainingBlock(builder: OpenFragment, fragmentWidth: LU): Rect {
  const { context, space, mode, box } = builder;
  // A document shrunk to fit is laid out in a larger area.
  const size = (initial: LU, available: LU): LU =>
    Math.abs(available - initial) <= LU_PER_PX || available === INDEFINITE ? initial : available;
  const width = size(context.initialWidth, mode.vertical ? INDEFINITE : space.availableInline);
  // A page that is as high as its content has no block size for percentages.
  const hasAutoHeight = !mode.vertical && space.percentageBlock === INDEFINITE;
  const height = hasAutoHeight ? space.availableBlock : context.initialHeight;
  const margins = usedMargins(box.style, mode, space.availableInline);
  const auto = autoStartMargin(box.style, mode, margins, builder.inlineSize, space.availableInline);
  const inline = auto ?? margins.inlineStart;
  const start = mode.inlineReversed ? space.availableInline - builder.inlineSize - inline : inline;
  const before = (builder.token?.distance ?? 0) + margins.blockStart;
  if (!mode.vertical) return { x: -start, y: -before, width, height };
  // In vertical-rl, the area's block start is the right edge. Later fragments are further left.
  return { x: mode.blockReversed ? fragmentWidth + before - width : -before, y: -start, width, height };
}
