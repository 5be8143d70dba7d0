/**
 * Decides when a list item's block container adds the outside marker (list-marker.ts): together with the first line, in
 * the item or in a block inside.
 */
import type { BlockFlow } from './block-flow.ts';
import { TokenData } from '../contract/break-token.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import { markerAscent, placeMarkerBeside } from '../fragments/list-marker.ts';
import type { LU } from '../../units.ts';

/**
 * Adds the box's marker if this fragment has the first line or the whole item has none. For a multicol box, its
 * container adds the marker.
 */
export function placeMarker(flow: BlockFlow): void {
  const { builder, box } = flow;
  const { marker } = box;
  if (marker === null) return;
  if (!awaitsMarker(flow)) {
    flow.markerPlaced = true;
    return;
  }
  if (builder.firstBaseline === null && builder.hasTokens) return;
  flow.markerPlaced = true;
  // NOTE Chromium ignores floats if the item has blocks without lines.
  const hasLine = builder.firstBaseline !== null || box.children.length === 0;
  const start = (block: LU): LU => (hasLine ? besideFloats(flow, block) : 0);
  flow.markerBottom = placeMarkerBeside(builder, marker, start, flow.inheritedFlags);
}

/**
 * Returns how far floats from before the item extend over its content edge at a block offset. The marker avoids them
 * like the first line.
 */
function besideFloats({ space, bfcBlockOffset, bfcContentStart: start, bfcContentEnd: end }: BlockFlow, block: LU): LU {
  if (space.exclusions.isEmpty) return 0;
  const room = space.exclusions.find(start, end, bfcBlockOffset + block, 0, 0, 'margin-boxes');
  return room.inlineStart - start;
}

/**
 * Returns how far a child with the first line moves down to align with a marker that extends higher. The child never
 * leaves the fragmentainer because of this.
 */
export function pushByMarker(flow: BlockFlow, child: BoxFragment, blockOffset: LU): LU {
  const push = pushOfFirstLine(flow, child.firstBaseline);
  if (push === 0 || flow.ownFragmentainer === null) return push;
  const left = flow.ownFragmentainer.remaining - blockOffset - child.blockSize(flow.mode);
  return Math.max(0, Math.min(push, left));
}

/**
 * Returns how far the item's own lines move down. `baseline` is that of the first line, from the start of the lines.
 */
export function pushOfFirstLine(flow: BlockFlow, baseline: LU | null): LU {
  const { builder, box, inheritedFlags } = flow;
  if (box.marker === null || baseline === null || builder.firstBaseline !== null || !awaitsMarker(flow)) return 0;
  return Math.max(0, markerAscent(builder, box.marker, inheritedFlags) - baseline);
}

/** Whether the marker isn't placed yet. */
function awaitsMarker({ builder: { token }, space }: BlockFlow): boolean {
  if (space.has(SpaceFlag.ColumnFlow) && space.has(SpaceFlag.AnonymousFlow)) return false;
  return token === null || (token.data instanceof BlockTokenData && token.data.markerPending);
}

export class BlockTokenData extends TokenData {
  /** Whether the outside marker still waits for a first line. */
  readonly markerPending: boolean;

  constructor(markerPending: boolean) {
    super();
    this.markerPending = markerPending;
  }

  equals(other: TokenData): boolean {
    return other instanceof BlockTokenData && this.markerPending === other.markerPending;
  }
}
