/** `text-overflow` and `line-clamp` (css-overflow-3 §5, css-overflow-4 §5): which part of a line stays before its ellipsis. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { LU_PER_PX, type LU, luCeilFromPx } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import type { PreparedContent } from './prepared-content.ts';
import { runWidth, runWidthPx } from './shaped-runs.ts';

/** Decides, piece by piece in visual order, what is seen of a truncated line. Distances are from the line-start edge of its content. */
export class LineTruncation {
  readonly ellipsis: ShapedRun;
  readonly style: ComputedStyle;
  /** At a clamp point, not at the end of the room. */
  readonly clamped: boolean;
  readonly ellipsisWidth: LU;
  private readonly prepared: PreparedContent;
  private readonly rtl: boolean;
  private readonly length: LU;
  private readonly limit: LU;
  /** How far from the line-start edge something is seen: where the ellipsis goes. */
  reach: LU = 0;

  /** `length`: of the whole content; `room`: how much of it may be seen, ellipsis included; `style`: the ellipsis's. */
  constructor(
    context: LayoutContext,
    prepared: PreparedContent,
    style: ComputedStyle,
    text: string,
    length: LU,
    room: LU,
    clamped: boolean,
  ) {
    this.clamped = clamped;
    this.style = style;
    this.prepared = prepared;
    this.rtl = style.text.direction === 'rtl';
    this.ellipsis = context.text.shape(text, style, this.rtl ? 1 : 0);
    this.ellipsisWidth = runWidth(this.ellipsis);
    this.length = length;
    this.limit = Math.max(0, room - this.ellipsisWidth);
  }

  /** css-overflow-3 §5: an atomic inline that is first on its line is clipped, never replaced by the ellipsis. */
  showsAtomic(along: LU, width: LU): boolean {
    if (this.shows(along, width)) return true;
    if (this.near(along, width) !== 0) return false;
    this.reach = width;
    return true;
  }

  /** From the line-start edge to the nearer edge of something. */
  private near(along: LU, width: LU): LU {
    return this.rtl ? this.length - along - width : along;
  }

  /** Is something `width` long at `along` (from the line-left edge) seen as a whole? */
  shows(along: LU, width: LU): boolean {
    const far = this.rtl ? this.length - along : along + width;
    if (far > this.limit) return false;
    if (far > this.reach) this.reach = far;
    return true;
  }

  /** The part of a text run at `along` that is seen, and how far that is from `along`; null: nothing. */
  cut(run: ShapedRun, along: LU, width: LU): { run: ShapedRun; along: LU; width: LU } | null {
    const near = this.near(along, width);
    if ((near >= this.limit && near > 0) || near < 0) {
      if (near <= this.limit && near > this.reach) this.reach = near;
      return null;
    }
    // So is the first character of a line.
    const part = visiblePart(this.prepared, run, (this.limit - near) / LU_PER_PX, this.rtl, near === 0);
    if (part === null) {
      if (near > this.reach) this.reach = near;
      return null;
    }
    const partWidth = luCeilFromPx(runWidthPx(part));
    this.reach = near + partWidth;
    return { run: part, along: this.rtl ? along + width - partWidth : along, width: partWidth };
  }

  /** How much is seen, ellipsis included. */
  get seenLength(): LU {
    return this.reach + this.ellipsisWidth;
  }

  /** Where the ellipsis starts, from the line-left edge of the content. */
  get ellipsisAlong(): LU {
    return this.rtl ? this.length - this.reach - this.ellipsisWidth : this.reach;
  }
}

/** The clusters at the visual start of a run (its right end in a right-to-left line) that fit in `px`; `keepsFirst`: one in any case. */
function visiblePart(
  prepared: PreparedContent,
  run: ShapedRun,
  px: number,
  fromRight: boolean,
  keepsFirst: boolean,
): ShapedRun | null {
  const { advances, clusters } = run;
  const count = advances.length;
  let sum = 0;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const g = fromRight ? count - 1 - k : k;
    sum += advances[g]!;
    if (sum > px + 1 / LU_PER_PX && (kept > 0 || !keepsFirst)) break;
    const next = fromRight ? g - 1 : g + 1;
    // Only whole clusters stay.
    if (k + 1 === count || clusters[next] !== clusters[g]) kept = k + 1;
  }
  if (kept === 0) return null;
  if (kept === count) return run;
  const isRtlRun = (run.level & 1) === 1;
  if (isRtlRun === fromRight) {
    const firstHidden = clusters[fromRight ? count - 1 - kept : kept]!;
    return firstHidden > run.start ? prepared.paragraph.slice(run, run.start, firstHidden) : null;
  }
  const lastShown = clusters[fromRight ? count - kept : kept - 1]!;
  return lastShown < run.end ? prepared.paragraph.slice(run, lastShown, run.end) : null;
}
