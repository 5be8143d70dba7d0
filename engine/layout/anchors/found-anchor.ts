/** Anchors as stored in break tokens and indexes. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { Rect } from '../geometry.ts';

/** An anchor, as far as it has been laid out. Immutable. */
export interface FoundAnchor {
  readonly box: Box;
  /** Bounding rectangle of its border boxes. */
  readonly rect: Rect;
  /** Whether it continues in a later fragment. */
  readonly goesOn: boolean;
  /**
   * Whether the anchor is visible: `visibility` doesn't hide it, and boxes inside the containing block don't clip it
   * entirely.
   */
  readonly isVisible: boolean;
  /** The positioned box of the same containing block that is or contains the anchor, or null if it is in-flow. */
  readonly within: Box | null;
}

/** Returns the anchor relative to a point at (dx, dy). */
export function anchorFrom(anchor: FoundAnchor, dx: LU, dy: LU): FoundAnchor {
  const { rect } = anchor;
  return { ...anchor, rect: { ...rect, x: rect.x - dx, y: rect.y - dy } };
}

/** Combines two fragments of a box, or two pieces of one split by a block, into their bounding rectangle. */
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
