/**
 * Room between lines for annotations (css-ruby-1 §3.6), and for emphasis marks, which are like them: what reaches beyond its line takes the space that the lines before and after leave within
 * their leading, or the container's padding and margins; where there isn't enough, the line moves down.
 */
import { type LU, MAX_LU } from '../../../units.ts';
import { usedPadding } from '../../box-edges.ts';
import type { BuiltLine } from '../built-line.ts';
import type { LineMaker } from '../line-maker.ts';

export class LineStacking {
  private readonly maker: LineMaker;
  private readonly startsAtOver: boolean;
  /** How far the content above reaches beyond where it ends; less than 0: so much space there is. */
  private reach: LU;

  constructor(maker: LineMaker) {
    const { writingMode: mode, token } = maker.input;
    this.maker = maker;
    this.startsAtOver = !mode.vertical || mode.sidewaysLr || mode.blockReversed;
    const { hasAnnotations, hasEmphasis } = maker.rest;
    this.reach = token === null && (hasAnnotations || hasEmphasis) ? -this.spaceAbove : 0;
  }

  /** What the first line's annotations may take. */
  private get spaceAbove(): LU {
    const { container, input } = this.maker;
    if (leavesOutside(this.maker)) return MAX_LU;
    return usedPadding(container.style, input.writingMode, input.inlineSize).blockStart + input.spaceAbove;
  }

  /** How far down the next line moves. */
  shift({ annotationReach }: BuiltLine): LU {
    if (annotationReach === null) return 0;
    const { over, under } = annotationReach;
    const shift = Math.max(0, this.reach + (this.startsAtOver ? over : under));
    this.reach = this.startsAtOver ? under : over;
    return shift;
  }

  /** How far the annotations of a last line reach beyond the padding of its container. */
  static overflowBelow(maker: LineMaker, { annotationReach }: BuiltLine): LU {
    const { container, input } = maker;
    if (annotationReach === null || leavesOutside(maker)) return 0;
    const stacking = new LineStacking(maker);
    const reach = stacking.startsAtOver ? annotationReach.under : annotationReach.over;
    return Math.max(0, reach - usedPadding(container.style, input.writingMode, input.inlineSize).blockEnd);
  }
}

/** A container that is trimmed to its text has annotations outside (css-inline-3 §6). */
function leavesOutside({ container: { lines } }: LineMaker): boolean {
  return lines.trimsFirst || lines.trimsLast;
}
