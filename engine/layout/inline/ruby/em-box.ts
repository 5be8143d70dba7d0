/**
 * Em boxes of text. Annotations are placed at those of their bases, regardless of the line's leading (css-ruby-1 §3.1).
 */
import type { ShapedRun } from '../../../text/paragraph.ts';
import { LU_PER_PX, type LU } from '../../../units.ts';
import type { LayoutContext } from '../../contract/contract.ts';

/** The extents above and below a baseline. */
export class Extent {
  over: LU = -Infinity;
  under: LU = -Infinity;

  get isEmpty(): boolean {
    return this.over === -Infinity;
  }

  /** Adds extents `over` above and `under` below a baseline that is `shift` below this one. */
  unite(over: LU, under: LU, shift: LU): void {
    this.over = Math.max(this.over, over - shift);
    this.under = Math.max(this.under, under + shift);
  }

  /** Adds an em box in a line of `font`. `central` tells whether baselines are central. */
  uniteEm(ascentPx: number, sizePx: number, font: FontExtents, shift: LU, central: boolean): void {
    const { over, under } = emReach(ascentPx, sizePx, font, central);
    this.unite(over, under, shift);
  }

  uniteRun(context: LayoutContext, run: ShapedRun, font: FontExtents, shift: LU, central: boolean): void {
    this.uniteEm(context.text.emAscent(run), run.fontSize, font, shift, central);
  }
}

/** The extents of a primary font's box above and below the baseline. */
export interface FontExtents {
  readonly ascent: LU;
  readonly descent: LU;
}

/** Returns the extents of an em box around a baseline, in whole px and limited to the primary font's box. */
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
