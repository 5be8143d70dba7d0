/**
 * Space between lines for annotations (css-ruby-1 §3.6), and for emphasis marks, which behave the same way. Content
 * that extends beyond its line uses the free space within the leading of adjacent lines, or the container's padding and
 * margins. If that isn't enough, the line moves down.
 */
import { type LU, MAX_LU } from '../../../units.ts';
import { usedPadding } from '../../sizing/box-edges.ts';
import type { BuiltLine } from '../built-line.ts';
import type { LineMaker } from '../line-maker.ts';

export class LineStacking {
  private readonly maker: LineMaker;
  private readonly startsAtOver: boolean;
  /** How far the preceding content extends beyond its end. Negative values are free space. */
  private reach: LU;

  constructor(maker: LineMaker) {
    const { writingMode: mode, token } = maker.input;
    this.maker = maker;
    this.startsAtOver = !mode.vertical || mode.sidewaysLr || mode.blockReversed;
    const { hasAnnotations, hasEmphasis } = maker.rest;
    this.reach = token === null && (hasAnnotations || hasEmphasis) ? -this.spaceAbove : 0;
  }

  /** The space that annotations of the first line may use. */
  private get spaceAbove(): LU {
    const { container, input } = this.maker;
    if (leavesOutside(this.maker)) return MAX_LU;
    return usedPadding(container.style, input.writingMode, input.inlineSize).blockStart + input.spaceAbove;
  }

  /** Returns how far the next line moves down. */
  shift({ annotationReach }: BuiltLine): LU {
    if (annotationReach === null) return 0;
    const { over, under } = annotationReach;
    const shift = Math.max(0, this.reach + (this.startsAtOver ? over : under));
    this.reach = this.startsAtOver ? under : over;
    return shift;
  }

  /** Returns how far the annotations of a last line extend beyond its container's padding. */
  static overflowBelow(maker: LineMaker, { annotationReach }: BuiltLine): LU {
    const { container, input } = maker;
    if (annotationReach === null || leavesOutside(maker)) return 0;
    const stacking = new LineStacking(maker);
    const reach = stacking.startsAtOver ? annotationReach.under : annotationReach.over;
    return Math.max(0, reach - usedPadding(container.style, input.writingMode, input.inlineSize).blockEnd);
  }
}

/** Whether annotations stay outside the container because it is trimmed to its text (css-inline-3 §6). */
function leavesOutside({ container: { lines } }: LineMaker): boolean {
  return lines.trimsFirst || lines.trimsLast;
}
