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

  /** Takes in an em box in a line of `font`; `central`: baselines are in its middle. */
  uniteEm(ascentPx: number, sizePx: number, font: FontExtents, shift: LU, central: boolean): void {
    const { over, under } = emReach(ascentPx, sizePx, font, central);
    this.unite(over, under, shift);
  }

  uniteRun(context: LayoutContext, run: ShapedRun, font: FontExtents, shift: LU, central: boolean): void {
    this.uniteEm(context.text.emAscent(run), run.fontSize, font, shift, central);
  }
}

/** How far a primary font's box reaches above and below the baseline. */
export interface FontExtents {
  readonly ascent: LU;
  readonly descent: LU;
}

/** What an em box takes above and below a baseline: whole px, and no more than the primary font's box. */
export function emReach(
  ascentPx: number,
  sizePx: number,
  font: FontExtents,
  central: boolean,
): { readonly over: LU; readonly under: LU } {
  const em = Math.round(sizePx * LU_PER_PX);
  const above = central ? em - (em >> 1) : Math.round(ascentPx * LU_PER_PX);
  return { over: Math.min(wholePx(above), font.ascent), under: Math.min(wholePx(em - above), font.descent) };
}

const wholePx = (length: LU): LU => Math.ceil(length / LU_PER_PX) * LU_PER_PX;
