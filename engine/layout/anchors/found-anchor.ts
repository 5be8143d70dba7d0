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

/** Are they the same anchors in the same places? */
export function sameAnchors(a: readonly FoundAnchor[], b: readonly FoundAnchor[]): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      a.every(({ box, rect, goesOn }, i) => {
        const other = b[i]!;
        return box === other.box && goesOn === other.goesOn && rect.x === other.rect.x && rect.y === other.rect.y;
      }))
  );
}
