/**
 * `text-overflow` and `line-clamp` (css-overflow-3 §5, css-overflow-4 §5): the part of a line that stays visible before
 * its ellipsis.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { LU_PER_PX, type LU, luCeilFromPx } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { runWidth, runWidthPx, sliceOf } from './shaped-runs.ts';

/**
 * Decides, piece by piece in visual order, which parts of a truncated line are visible. Distances are from the
 * line-start edge of its content.
 */
export class LineTruncation {
  readonly ellipsis: ShapedRun;
  readonly style: ComputedStyle;
  /** Whether the ellipsis marks a clamp point instead of overflow. */
  readonly clamped: boolean;
  readonly ellipsisWidth: LU;
  private readonly rtl: boolean;
  private readonly length: LU;
  private readonly limit: LU;
  /** How far the visible content extends from the line-start edge. The ellipsis follows there. */
  reach: LU = 0;

  /**
   * `length` is the length of the whole content, `room` the visible length including the ellipsis. `style` is the
   * ellipsis's style.
   */
  constructor(context: LayoutContext, style: ComputedStyle, text: string, length: LU, room: LU, clamped: boolean) {
    this.clamped = clamped;
    this.style = style;
    this.rtl = style.text.direction === 'rtl';
    this.ellipsis = context.text.shape(text, style, this.rtl ? 1 : 0);
    this.ellipsisWidth = runWidth(this.ellipsis);
    this.length = length;
    this.limit = Math.max(0, room - this.ellipsisWidth);
  }

  /**
   * Whether an atomic inline stays. The first one on its line is clipped, never replaced by the ellipsis
   * (css-overflow-3 §5).
   */
  showsAtomic(along: LU, width: LU): boolean {
    if (this.shows(along, width)) return true;
    if (this.near(along, width) !== 0) return false;
    this.reach = width;
    return true;
  }

  /** Returns the distance from the line-start edge to the nearer edge of the content. */
  private near(along: LU, width: LU): LU {
    return this.rtl ? this.length - along - width : along;
  }

  /** Whether content of length `width` at `along`, from the line-left edge, is fully visible. */
  shows(along: LU, width: LU): boolean {
    const far = this.rtl ? this.length - along : along + width;
    if (far > this.limit) return false;
    if (far > this.reach) this.reach = far;
    return true;
  }

  /** Returns the visible part of a text run at `along` with its position, or null if all of it is hidden. */
  cut(run: ShapedRun, along: LU, width: LU): { run: ShapedRun; along: LU; width: LU } | null {
    const near = this.near(along, width);
    if ((near >= this.limit && near > 0) || near < 0) {
      if (near <= this.limit && near > this.reach) this.reach = near;
      return null;
    }
    // The first character of a line is always kept, too.
    const part = visiblePart(run, (this.limit - near) / LU_PER_PX, this.rtl, near === 0);
    if (part === null) {
      if (near > this.reach) this.reach = near;
      return null;
    }
    const partWidth = luCeilFromPx(runWidthPx(part));
    this.reach = near + partWidth;
    return { run: part, along: this.rtl ? along + width - partWidth : along, width: partWidth };
  }

  /** Visible length including the ellipsis. */
  get seenLength(): LU {
    return this.reach + this.ellipsisWidth;
  }

  /** Position of the ellipsis from the line-left edge of the content. */
  get ellipsisAlong(): LU {
    return this.rtl ? this.length - this.reach - this.ellipsisWidth : this.reach;
  }
}

/**
 * Returns the clusters at the visual start of a run that fit in `px`, from the right end in right-to-left lines.
 * `keepsFirst` keeps at least one cluster.
 */
function visiblePart(run: ShapedRun, px: number, fromRight: boolean, keepsFirst: boolean): ShapedRun | null {
  const { advances, clusters } = run;
  const count = advances.length;
  let sum = 0;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const g = fromRight ? count - 1 - k : k;
    sum += advances[g]!;
    if (sum > px + 1 / LU_PER_PX && (kept > 0 || !keepsFirst)) break;
    const next = fromRight ? g - 1 : g + 1;
    // Clusters are never split.
    if (k + 1 === count || clusters[next] !== clusters[g]) kept = k + 1;
  }
  if (kept === 0) return null;
  if (kept === count) return run;
  const isRtlRun = (run.level & 1) === 1;
  if (isRtlRun === fromRight) {
    const firstHidden = clusters[fromRight ? count - 1 - kept : kept]!;
    return firstHidden > run.start ? sliceOf(run, run.start, firstHidden) : null;
  }
  const lastShown = clusters[fromRight ? count - kept : kept - 1]!;
  return lastShown < run.end ? sliceOf(run, lastShown, run.end) : null;
}
