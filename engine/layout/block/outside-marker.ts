/** When a list item's block container adds the outside marker (list-marker.ts): with the first line that is in it or in a block inside. */
import { SpaceFlag } from '../constraint-space.ts';
import type { BoxFragment } from '../fragment.ts';
import { markerAscent, placeMarkerBeside } from '../list-marker.ts';
import type { LU } from '../../units.ts';
import type { BlockFlow } from './block-flow.ts';
import { BlockTokenData } from './block-token.ts';

/** Adds the marker of the box, when this fragment holds the first line or the whole item has none. That of a box with columns its container adds. */
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
  // NOTE Where there are blocks, but no line in them, Chromium looks for no floats.
  const hasLine = builder.firstBaseline !== null || box.children.length === 0;
  const start = (block: LU): LU => (hasLine ? besideFloats(flow, block) : 0);
  flow.markerBottom = placeMarkerBeside(builder, marker, start, flow.inheritedFlags);
}

/** How far floats that were there before the item reach over its content edge at a block offset: the marker stands beside them, as the first line does. */
function besideFloats({ space, bfcBlockOffset, bfcContentStart: start, bfcContentEnd: end }: BlockFlow, block: LU): LU {
  if (space.exclusions.isEmpty) return 0;
  const room = space.exclusions.find(start, end, bfcBlockOffset + block, 0, 0, 'margin-boxes');
  return room.inlineStart - start;
}

/**
 * How far a child with the first line moves down, so that the line stands on the marker's baseline where the marker reaches higher. The child doesn't leave the
 * fragmentainer for that.
 */
export function pushByMarker(flow: BlockFlow, child: BoxFragment, blockOffset: LU): LU {
  const push = pushOfFirstLine(flow, child.firstBaseline);
  if (push === 0 || flow.ownFragmentainer === null) return push;
  const left = flow.ownFragmentainer.remaining - blockOffset - child.blockSize(flow.mode);
  return Math.max(0, Math.min(push, left));
}

/** The same for lines of the item's own. `baseline`: of the first line, from where the lines begin. */
export function pushOfFirstLine(flow: BlockFlow, baseline: LU | null): LU {
  const { builder, box, inheritedFlags } = flow;
  if (box.marker === null || baseline === null || builder.firstBaseline !== null || !awaitsMarker(flow)) return 0;
  return Math.max(0, markerAscent(builder, box.marker, inheritedFlags) - baseline);
}

/** Is the marker's place still open? */
function awaitsMarker({ builder: { token }, space }: BlockFlow): boolean {
  if (space.has(SpaceFlag.ColumnFlow) && space.has(SpaceFlag.AnonymousFlow)) return false;
  return token === null || (token.data instanceof BlockTokenData && token.data.markerPending);
}
