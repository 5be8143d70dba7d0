/** What a break token keeps about the absolutely positioned boxes of a containing block, for its later fragments. */
import type { Box } from '../../boxes/box.ts';
import type { AnchorTable } from '../anchors/anchor-table.ts';
import type { InlineContainerSpan } from './inline-container-span.ts';
import type { BlockBreakToken, PositionedData } from '../contract/break-token.ts';
import type { BegunBox, WaitingBoxes } from './waiting-boxes.ts';

/** Positions are in the flow (positioning-frame.ts). */
export class PositionedRest implements PositionedData {
  /** Boxes that continue in the next fragment. */
  readonly begun: readonly BegunBox[];
  /** Boxes that begin in a later fragment. */
  readonly waiting: readonly WaitingBoxes[];
  /** Inline containing blocks in the fragments so far. */
  readonly inlineContainers: ReadonlyMap<Box, InlineContainerSpan>;
  /** Anchors in the fragments so far. */
  readonly anchors: readonly AnchorTable[];

  constructor(
    begun: readonly BegunBox[],
    waiting: readonly WaitingBoxes[],
    inlineContainers: ReadonlyMap<Box, InlineContainerSpan>,
    anchors: readonly AnchorTable[],
  ) {
    this.begun = begun;
    this.waiting = waiting;
    this.inlineContainers = inlineContainers;
    this.anchors = anchors;
  }

  /** Returns the data that earlier fragments have left, or null. */
  static of(token: BlockBreakToken | null): PositionedRest | null {
    return token?.positioned instanceof PositionedRest ? token.positioned : null;
  }

  get hasBoxes(): boolean {
    return this.begun.length > 0 || this.waiting.length > 0;
  }

  toString(): string {
    return [...this.begun.map(({ token }) => token), ...this.waiting].map(String).join(', ');
  }
}
