/** Anchors as break tokens and indexes hold them. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { Rect } from '../geometry.ts';

/** An anchor, as far as it has been laid out. Immutable. */
export interface FoundAnchor {
  readonly box: Box;
  /** The rectangle around its border boxes. */
  readonly rect: Rect;
  /** More of it comes in a later fragment. */
  readonly goesOn: boolean;
  /** Neither is `visibility` hidden, nor all of it clipped away below the containing block. */
  readonly isVisible: boolean;
  /** The positioned box of the same containing block that it is, or is inside of; null: it is in the flow. */
  readonly within: Box | null;
}

/** Seen from the next fragment of the containing block, which lies further by (dx, dy). */
export function anchorFrom(anchor: FoundAnchor, dx: LU, dy: LU): FoundAnchor {
  const { rect } = anchor;
  return { ...anchor, rect: { ...rect, x: rect.x - dx, y: rect.y - dy } };
}

/** What two fragments of a box, or pieces of one that a block has cut, are together: the rectangle around both. */
export function joined(a: FoundAnchor, b: FoundAnchor): FoundAnchor {
  const x = Math.min(a.rect.x, b.rect.x);
  const y = Math.min(a.rect.y, b.rect.y);
  const right = Math.max(a.rect.x + a.rect.width, b.rect.x + b.rect.width);
  const bottom = Math.max(a.rect.y + a.rect.height, b.rect.y + b.rect.height);
  return {
    ...b,
    box: a.box,
    rect: { x, y, width: right - x, height: bottom - y },
    isVisible: a.isVisible || b.isVisible,
  };
}
