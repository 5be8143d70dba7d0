/**
 * Maps line-relative directions to physical ones (css-writing-modes-4 §6.3): line-left to line-right along the line,
 * line-over to line-under across it. Line layout is line-relative and converts when it creates fragments.
 */
import type { LU } from '../../units.ts';
import { type Sides, WritingMode } from '../contract/geometry.ts';

export class LineAxes {
  readonly vertical: boolean;
  /** sideways-lr: line-left is the bottom, line-over the left. */
  readonly sidewaysLr: boolean;

  constructor(mode: WritingMode) {
    this.vertical = mode.vertical;
    this.sidewaysLr = mode.sidewaysLr;
  }

  left(sides: Sides): LU {
    return this.vertical ? (this.sidewaysLr ? sides.bottom : sides.top) : sides.left;
  }

  right(sides: Sides): LU {
    return this.vertical ? (this.sidewaysLr ? sides.top : sides.bottom) : sides.right;
  }

  over(sides: Sides): LU {
    return this.vertical ? (this.sidewaysLr ? sides.left : sides.right) : sides.top;
  }

  under(sides: Sides): LU {
    return this.vertical ? (this.sidewaysLr ? sides.right : sides.left) : sides.bottom;
  }

  /**
   * Returns the physical x of a child at line position (`along`, `down`). `across` and `parentAcross` are the sizes of
   * child and parent across the line.
   */
  x(along: LU, down: LU, across: LU, parentAcross: LU): LU {
    if (!this.vertical) return along;
    return this.sidewaysLr ? down : parentAcross - down - across;
  }

  /**
   * Returns the physical y of a child. `length` and `parentLength` are the sizes of child and parent along the line.
   */
  y(along: LU, down: LU, length: LU, parentLength: LU): LU {
    if (!this.vertical) return down;
    return this.sidewaysLr ? parentLength - along - length : along;
  }

  width(length: LU, across: LU): LU {
    return this.vertical ? across : length;
  }

  height(length: LU, across: LU): LU {
    return this.vertical ? length : across;
  }

  /** Returns the physical sides of line-relative ones. */
  sides(left: LU, right: LU, over: LU, under: LU): Sides {
    if (!this.vertical) return { top: over, right, bottom: under, left };
    if (this.sidewaysLr) return { top: right, right: under, bottom: left, left: over };
    return { top: left, right: over, bottom: right, left: under };
  }
}
