/** Multicol lines of a fixed height (css-multicol-2 §3, §3.4): columns stand in lines one below the other, which spanners share with them. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU, luFromPx } from '../../units.ts';

export class ColumnLines {
  readonly height: LU;
  readonly gap: LU;
  /** Columns that overflow a line stand in the next one; else beside the others. */
  readonly wraps: boolean;
  /** Of the line at hand, from the start of the container's border box. */
  private start: LU;

  constructor(height: LU, gap: LU, wraps: boolean, start: LU) {
    this.height = height;
    this.gap = gap;
    this.wraps = wraps;
    this.start = start;
  }

  /** `content`: content-box block size, INDEFINITE if it is unknown. `start`: where the first line begins. null: lines are as high as their contents. */
  static of(style: ComputedStyle, content: LU, start: LU): ColumnLines | null {
    const { columnHeight, columnWrap } = style.rare;
    const wraps = columnWrap === 'wrap' || (columnWrap === 'auto' && !columnHeight.isAuto);
    const height = !columnHeight.isAuto ? luFromPx(columnHeight.px) : wraps ? content : INDEFINITE;
    if (height === INDEFINITE) return null;
    const { rowGap } = style.box;
    const gap =
      rowGap.kind === LengthKind.Normal ? luFromPx(style.font.fontSize) : rowGap.resolve(Math.max(0, content));
    return new ColumnLines(height, Math.max(0, gap), wraps, start);
  }

  /** Where the line at hand ends. */
  get end(): LU {
    return this.start + this.height;
  }

  /** Is there nothing above a position in its line? */
  isAtStart(position: LU): boolean {
    return position <= this.start;
  }

  /** Where something begins that would come at a position: in this line, or in one further down if the position is past its end. */
  placeFor(position: LU): LU {
    const pitch = this.height + this.gap;
    if (!this.wraps || position < this.end || this.isAtStart(position) || pitch === 0) return position;
    this.start += Math.floor((position - this.start) / pitch) * pitch;
    return position < this.end || this.isAtStart(position) ? position : this.next();
  }

  /** The start of the next line, which is at hand from then on. */
  next(): LU {
    this.start += this.height + this.gap;
    return this.start;
  }
}
