/** When a list item's block container adds the outside marker (list-marker.ts): with the first line that is in it or in a block inside. */
import { SpaceFlag } from '../constraint-space.ts';
import { placeMarkerBeside } from '../list-marker.ts';
import type { BlockFlow } from './block-flow.ts';
import { BlockTokenData } from './block-token.ts';

/** Adds the marker of the box, when this fragment holds the first line or the whole item has none. That of a box with columns its container adds. */
export function placeMarker(flow: BlockFlow): void {
  const { builder, box, space } = flow;
  const { marker } = box;
  if (marker === null) return;
  const isPending =
    builder.token === null || (builder.token.data instanceof BlockTokenData && builder.token.data.markerPending);
  const isColumn = space.has(SpaceFlag.ColumnFlow) && space.has(SpaceFlag.AnonymousFlow);
  if (!isPending || isColumn) {
    flow.markerPlaced = true;
    return;
  }
  if (builder.firstBaseline === null && builder.hasTokens) return;
  flow.markerPlaced = true;
  flow.markerBottom = placeMarkerBeside(builder, marker, 0, flow.inheritedFlags);
}
