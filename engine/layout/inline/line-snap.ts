/**
 * `line-snap` (css-line-grid-1 §3): moves lines down to a grid. Each page and column has a grid that begins at its
 * start. The grid uses the line height and baseline of the nearest ancestor with `line-grid: create`, or of the root
 * element.
 *
 * DEVIATION: a grid begins at its page or column, not at the box that creates it.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { LineFragment } from '../contract/fragment.ts';
import { blockSizeOf, type LineMaker } from './line-maker.ts';

/** Rounding tolerance for lines that are already on the grid. */
const NEAR: LU = LU_PER_PX / 16;

export class LineSnap {
  private readonly step: LU;
  /** Offset of the container's content within the fragmentainer. */
  private readonly start: LU;
  /** Distance from a grid line's start to its baseline, and to its middle for `contain`. */
  private readonly baseline: LU;
  private readonly middle: LU;
  private readonly contains: boolean;

  private constructor(maker: LineMaker, grid: ComputedStyle, start: LU) {
    const { container, rest } = maker;
    const font = rest.fontBox(grid);
    this.step = font.lineHeight;
    this.start = start;
    this.baseline = font.over;
    this.middle = font.over + Math.round((font.descent - font.ascent) / 2);
    this.contains = container.style.text.lineSnap === 'contain';
  }

  /** Returns null if the container's lines don't snap, or if there is no page. */
  static of(maker: LineMaker): LineSnap | null {
    const { fragmentainer } = maker.input;
    const { grid } = maker.container.lines;
    if (grid === null || fragmentainer === null) return null;
    const snap = new LineSnap(maker, grid, fragmentainer.offset);
    return snap.step > 0 ? snap : null;
  }

  /** Returns how far a line at a block offset in the container moves down. */
  shift(blockOffset: LU, line: LineFragment): LU {
    const { step } = this;
    const at = this.start + blockOffset;
    const wish = this.contains ? this.middleFor(blockSizeOf(line)) : this.baseline;
    const own = this.contains ? blockSizeOf(line) >> 1 : line.baseline;
    const over = (((wish - (at + own)) % step) + step) % step;
    return step - over <= NEAR ? 0 : over;
  }

  /** Returns the middle of the smallest number of grid lines that hold a line of the given size. */
  private middleFor(size: LU): LU {
    const lines = Math.max(1, Math.ceil(size / this.step));
    return this.middle + (((lines - 1) * this.step) >> 1);
  }
}
