/** Finished lines: what the line builder gives, before they have places in their container. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { LineFragment } from '../fragment.ts';
import type { LayoutResult } from '../layout-result.ts';

/** An absolutely positioned box met on a line. */
export interface LineOutOfFlow {
  readonly item: number;
  /** Line-relative, from the line box's line-left over corner. */
  readonly along: LU;
  /** In-flow content precedes it on the line. */
  readonly afterContent: boolean;
}

/** An atomic inline whose result brings more than its fragment: out-of-flow boxes or footnotes from inside. */
export interface LineCarrier {
  readonly item: number;
  readonly result: LayoutResult;
  /** Physical, from the line box's top left corner to the fragment's. */
  readonly x: LU;
  readonly y: LU;
}

/** How the ruby annotations of a line reach beyond it: more than 0 above or below its edges, less than 0 within them. */
export interface AnnotationReach {
  readonly over: LU;
  readonly under: LU;
}

/** One finished line. */
export class BuiltLine {
  readonly fragment: LineFragment;
  /** From the line-left edge of the room to the line box. */
  readonly left: LU;
  readonly length: LU;
  readonly hasContent: boolean;
  readonly outOfFlow: readonly LineOutOfFlow[];
  readonly carriers: readonly LineCarrier[];
  readonly footnotes: readonly Box[];
  /** How ruby annotations reach beyond the line; null: the content has none. */
  readonly annotationReach: AnnotationReach | null;

  constructor(
    fragment: LineFragment,
    left: LU,
    length: LU,
    hasContent: boolean,
    outOfFlow: readonly LineOutOfFlow[],
    carriers: readonly LineCarrier[],
    footnotes: readonly Box[],
    annotationReach: AnnotationReach | null = null,
  ) {
    this.fragment = fragment;
    this.left = left;
    this.length = length;
    this.hasContent = hasContent;
    this.outOfFlow = outOfFlow;
    this.carriers = carriers;
    this.footnotes = footnotes;
    this.annotationReach = annotationReach;
  }
}

export const NO_OUT_OF_FLOW: readonly LineOutOfFlow[] = [];
export const NO_CARRIERS: readonly LineCarrier[] = [];
export const NO_FOOTNOTES: readonly Box[] = [];
