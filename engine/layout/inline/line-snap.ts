/**
 * `line-snap` (css-line-grid-1 §3): lines move down to the lines of a grid. Every page and column has its grid, from its start on, with the line height
 * and baseline of the nearest box around that says `line-grid: create`, or of the root element.
 *
 * DEVIATION: a grid begins where its page or column does, not where the box that creates it does.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { LineFragment } from '../fragment.ts';
import { blockSizeOf, type LineMaker } from './line-maker.ts';

/** What rounding makes of a line that is where it should be. */
const NEAR: LU = LU_PER_PX / 16;

export class LineSnap {
  private readonly step: LU;
  /** Where the container's content begins in the fragmentainer. */
  private readonly start: LU;
  /** From a line's start: of the grid's baseline, and of its middle, for `contain`. */
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

  /** null: the container's lines don't snap, or there is no page. */
  static of(maker: LineMaker): LineSnap | null {
    const { fragmentainer } = maker.input;
    const { grid } = maker.container.lines;
    if (grid === null || fragmentainer === null) return null;
    const snap = new LineSnap(maker, grid, fragmentainer.offset);
    return snap.step > 0 ? snap : null;
  }

  /** How far down a line moves from a block offset in the container. */
  shift(blockOffset: LU, line: LineFragment): LU {
    const { step } = this;
    const at = this.start + blockOffset;
    const wish = this.contains ? this.middleFor(blockSizeOf(line)) : this.baseline;
    const own = this.contains ? blockSizeOf(line) >> 1 : line.baseline;
    const over = (((wish - (at + own)) % step) + step) % step;
    return step - over <= NEAR ? 0 : over;
  }

  /** Between the start of one line of the grid and the end of another, as many as hold the line. */
  private middleFor(size: LU): LU {
    const lines = Math.max(1, Math.ceil(size / this.step));
    return this.middle + (((lines - 1) * this.step) >> 1);
  }
}
