/** Em boxes of text: annotations stand on those of their bases, whatever the line's leading (css-ruby-1 §3.1). */
import type { ShapedRun } from '../../../text/paragraph.ts';
import { LU_PER_PX, type LU } from '../../../units.ts';
import type { LayoutContext } from '../../contract.ts';

/** What reaches above and below a baseline. */
export class Extent {
  over: LU = -Infinity;
  under: LU = -Infinity;

  get isEmpty(): boolean {
    return this.over === -Infinity;
  }

  /** Takes in what reaches `over` above and `under` below a baseline `shift` below this one. */
  unite(over: LU, under: LU, shift: LU): void {
    this.over = Math.max(this.over, over - shift);
    this.under = Math.max(this.under, under + shift);
  }

  /** Takes in an em box; `central`: baselines are in its middle. */
  uniteEm(ascentPx: number, descentPx: number, shift: LU, central: boolean): void {
    const em = Math.round((ascentPx + descentPx) * LU_PER_PX);
    const over = central ? em - (em >> 1) : Math.round(ascentPx * LU_PER_PX);
    this.unite(over, em - over, shift);
  }

  uniteRun(context: LayoutContext, run: ShapedRun, shift: LU, central: boolean): void {
    const ascent = context.text.emAscent(run);
    this.uniteEm(ascent, run.fontSize - ascent, shift, central);
  }
}
