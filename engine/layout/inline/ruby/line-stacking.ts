/**
 * Space between lines for annotations (css-ruby-1 §3.6), and for emphasis marks, which behave the same way. Content
 * that extends beyond its line uses the free space within the leading of adjacent lines, or the container's padding and
 * margins. If that isn't enough, the line moves down.
 */
import type { WritingMode } from '../../contract/geometry.ts';
import { type LU, MAX_LU } from '../../../units.ts';
import { usedPadding } from '../../sizing/box-edges.ts';
import type { AnnotationReach, BuiltLine } from '../built-line.ts';
import type { LineMaker } from '../line-maker.ts';

export class LineStacking {
  private readonly maker: LineMaker;
  /** How far the preceding content extends beyond its end. Negative values are free space. */
  private reach: LU;
  /** The free space above the container's content. */
  private spaceAbove: LU = 0;

  constructor(maker: LineMaker) {
    const { container, input, rest } = maker;
    this.maker = maker;
    this.reach = 0;
    if (input.token !== null || !(rest.hasAnnotations || rest.hasEmphasis)) return;
    if (leavesOutside(maker)) this.reach = -MAX_LU;
    else
      this.spaceAbove = usedPadding(container.style, input.writingMode, input.inlineSize).blockStart + input.spaceAbove;
  }

  /**
   * Returns how far the next line moves down. Annotations of a line next to floats stay out of the space above the
   * container's content, where floats may be as well.
   */
  shift({ annotationReach }: BuiltLine, isNextToFloats: boolean): LU {
    const free = isNextToFloats ? 0 : this.spaceAbove;
    this.spaceAbove = 0;
    if (annotationReach === null) return 0;
    const { before, after } = inBlockAxis(annotationReach, this.maker.input.writingMode);
    const shift = Math.max(0, this.reach - free + before);
    this.reach = after;
    return shift;
  }

  /** Returns how far the annotations of a last line extend beyond its container's padding. */
  static overflowBelow(maker: LineMaker, { annotationReach }: BuiltLine): LU {
    const { container, input } = maker;
    if (annotationReach === null || leavesOutside(maker)) return 0;
    const { after } = inBlockAxis(annotationReach, input.writingMode);
    return Math.max(0, after - usedPadding(container.style, input.writingMode, input.inlineSize).blockEnd);
  }
}

/** Returns how far annotations extend beyond a line's block start and end. */
export function inBlockAxis({ over, under }: AnnotationReach, mode: WritingMode): { before: LU; after: LU } {
  const startsAtOver = !mode.vertical || mode.sidewaysLr || mode.blockReversed;
  return startsAtOver ? { before: over, after: under } : { before: under, after: over };
}

/** Whether annotations stay outside the container because it is trimmed to its text (css-inline-3 §6). */
function leavesOutside({ container: { lines } }: LineMaker): boolean {
  return lines.trimsFirst || lines.trimsLast;
}
