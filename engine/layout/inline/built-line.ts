/** Finished lines as the line builder produces them, before they are placed in their container. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { LineFragment } from '../contract/fragment.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** An absolutely positioned box that occurs in a line. */
interface LineOutOfFlow {
  readonly item: number;
  /** Line-relative static position, from the line-left, line-over corner of the line box. */
  readonly along: LU;
  /** Whether the text around the box is right-to-left. */
  readonly isRtl: boolean;
  /** Whether in-flow content precedes the box on the line. */
  readonly afterContent: boolean;
}

/** An atomic inline whose result carries out-of-flow boxes or footnotes in addition to its fragment. */
export interface LineCarrier {
  readonly item: number;
  readonly result: LayoutResult;
  /** Physical offset of the fragment from the line box's top left corner. */
  readonly x: LU;
  readonly y: LU;
}

/** The reach of a line's ruby annotations: positive beyond its edges, negative within them. */
export interface AnnotationReach {
  readonly over: LU;
  readonly under: LU;
}

export class BuiltLine {
  readonly fragment: LineFragment;
  /** Offset of the line box from the line-left edge of the available space. */
  readonly left: LU;
  readonly length: LU;
  readonly hasContent: boolean;
  readonly outOfFlow: readonly LineOutOfFlow[];
  readonly carriers: readonly LineCarrier[];
  readonly footnotes: readonly Box[];
  /** The reach of the ruby annotations, or null if the content has none. */
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
