/** Positioned boxes that are passed up to their containing blocks, or to the fragmentainer in which they begin. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { StaticEdges } from '../alignment/alignment.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';

/** An inline box that is the containing block of an absolutely positioned box. */
export interface InlineContainer {
  /** Its first piece if blocks split it. */
  readonly box: Box;
  /**
   * The part of the static position that comes from relative positioning, of the inline box and of boxes around it.
   * Breaks ignore it. Physical.
   */
  readonly movedX: LU;
  readonly movedY: LU;
}

/**
 * A positioned box that a layout result passes up. Its position is physical, from the top left corner of the border box
 * of the result's fragment. Each parent adds its child's offset.
 */
export type OutOfFlowBox = OutOfFlowCandidate | SentBackBox;

/** An absolutely positioned or fixed box that is passed up to its containing block. */
export class OutOfFlowCandidate {
  readonly type = 'candidate';
  readonly box: Box;
  /** Static position of the margin box's corner that `edges` selects. */
  readonly x: LU;
  readonly y: LU;
  readonly edges: StaticEdges;
  /** The containing block if it is an inline box instead of a block's padding box. */
  readonly inlineContainer: InlineContainer | null;

  constructor(box: Box, x: LU, y: LU, edges: StaticEdges, inlineContainer: InlineContainer | null) {
    this.box = box;
    this.x = x;
    this.y = y;
    this.edges = edges;
    this.inlineContainer = inlineContainer;
  }

  /** Returns the candidate relative to a fragment in which the current one is at (x, y). */
  shifted(x: LU, y: LU): OutOfFlowCandidate {
    return new OutOfFlowCandidate(this.box, this.x + x, this.y + y, this.edges, this.inlineContainer);
  }

  /** Returns the candidate in a fragment that has been moved by relative positioning. */
  moved(x: LU, y: LU): OutOfFlowCandidate {
    if (this.inlineContainer === null) return this;
    const { box, movedX, movedY } = this.inlineContainer;
    const container = { box, movedX: movedX + x, movedY: movedY + y };
    return new OutOfFlowCandidate(this.box, this.x, this.y, this.edges, container);
  }

  /** Returns the candidate with an inline box around it as its containing block, unless it has one already. */
  within(container: InlineContainer | null): OutOfFlowCandidate {
    if (container === null || this.inlineContainer !== null) return this;
    return new OutOfFlowCandidate(this.box, this.x, this.y, this.edges, container);
  }
}

/**
 * A laid-out box that begins in an earlier fragmentainer than the one where its containing block ends. The root of the
 * fragmentation context places it.
 */
export class SentBackBox {
  readonly type = 'sent-back';
  readonly box: Box;
  /** Top left corner of its border box. */
  readonly x: LU;
  readonly y: LU;
  /** The part of the position that comes from relative positioning. Breaks ignore it. */
  readonly movedX: LU;
  readonly movedY: LU;
  readonly space: ConstraintSpace;
  /** The box of its containing block. An inline box is represented by its block container. */
  readonly container: Box;
  /**
   * Set if that fragmentainer is a column of an earlier fragment of a multicol container. `inside` is then the box
   * relative to the first column in the container's current fragment. Null if the fragmentainer belongs to the box's own
   * flow.
   */
  readonly columns: { readonly container: Box; readonly inside: SentBackBox } | null;

  constructor(parts: Omit<SentBackBox, 'type' | 'shifted' | 'moved' | 'within'>) {
    this.box = parts.box;
    this.x = parts.x;
    this.y = parts.y;
    this.movedX = parts.movedX;
    this.movedY = parts.movedY;
    this.space = parts.space;
    this.container = parts.container;
    this.columns = parts.columns;
  }

  /** Returns the box relative to a fragment in which the current one is at (x, y). */
  shifted(x: LU, y: LU): SentBackBox {
    return new SentBackBox({ ...this, x: this.x + x, y: this.y + y });
  }

  /** Returns the box in a fragment that has been moved by relative positioning. */
  moved(x: LU, y: LU): SentBackBox {
    return new SentBackBox({ ...this, movedX: this.movedX + x, movedY: this.movedY + y });
  }

  /** Its containing block is known already. */
  within(): SentBackBox {
    return this;
  }
}
