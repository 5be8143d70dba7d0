/** Where positioned boxes wait that come, or go on, in a later fragment of their containing block. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { type BlockBreakToken, sameToken } from '../break-token.ts';
import type { ConstraintSpace } from '../constraint-space.ts';
import type { OutOfFlowCandidate } from '../contract.ts';
import type { Rect } from './positioned.ts';

/**
 * A positioned box whose rest, or which altogether, comes in a later fragment of its containing block. Places are from that fragment's block-start edge, so
 * that tokens of one box that has only moved up differ.
 */
export class PositionedToken {
  readonly candidate: OutOfFlowCandidate;
  /** Physical offset along the containing block's inline axis. */
  readonly inline: LU;
  /** What it was laid out in; null: it hasn't been started. */
  readonly space: ConstraintSpace | null;
  /** Where it goes on; null: it hasn't been started. */
  readonly token: BlockBreakToken | null;
  /** Not started: the containing block, whose block size may be INDEFINITE; null: an inline box that goes on. */
  readonly container: Rect | null;

  private constructor(
    candidate: OutOfFlowCandidate,
    inline: LU,
    space: ConstraintSpace | null,
    token: BlockBreakToken | null,
    container: Rect | null,
  ) {
    this.candidate = candidate;
    this.inline = inline;
    this.space = space;
    this.token = token;
    this.container = container;
  }

  /** Of a box that starts in a later fragment. */
  static deferred(candidate: OutOfFlowCandidate, container: Rect | null): PositionedToken {
    return new PositionedToken(candidate, 0, null, null, container);
  }

  /** Of a box that goes on. */
  static broken(
    candidate: OutOfFlowCandidate,
    inline: LU,
    space: ConstraintSpace,
    token: BlockBreakToken,
  ): PositionedToken {
    return new PositionedToken(candidate, inline, space, token, null);
  }

  get box(): Box {
    return this.candidate.box;
  }

  equals(other: PositionedToken): boolean {
    return (
      this.box === other.box &&
      this.inline === other.inline &&
      this.space === other.space &&
      this.candidate.staticX === other.candidate.staticX &&
      this.candidate.staticY === other.candidate.staticY &&
      sameRect(this.container, other.container) &&
      sameToken(this.token, other.token)
    );
  }

  toString(): string {
    return this.token === null ? `before #${this.box.index}` : this.token.toString();
  }
}

function sameRect(a: Rect | null, b: Rect | null): boolean {
  if (a === null || b === null) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
