/** Records the positions at which one endless line could be broken (see pretty.ts). */
import { isLastResort } from '../../text/paragraph.ts';
import { type LU, luCeilFromPx, luFromPx } from '../../units.ts';
import { isOpportunityAfter } from './line-justify.ts';
import type { PreparedContent } from './prepared-content.ts';

const SPACE = 32;
/** Initial capacity, enough for the opportunities of about a thousand characters. */
const FIRST_ROOM = 512;

/**
 * The opportunities of one endless line, stored as columns of `count` entries. A recorder can be reused for further
 * lines.
 */
export class BreakRecorder {
  count = 0;
  offsets = new Int32Array(FIRST_ROOM);
  /** The items at which the next line would start. */
  items = new Int32Array(FIRST_ROOM);
  /** Line position where the text before the opportunity ends, without trailing spaces. */
  ends = new Float64Array(FIRST_ROOM);
  /** Line position where the text of the next line starts. */
  starts = new Float64Array(FIRST_ROOM);
  /** Width of the hyphen that ends the line, or -1 if the line doesn't end in a hyphen. */
  hyphens = new Float64Array(FIRST_ROOM);
  /** Number of justification opportunities before `ends` and before `starts`. Meaningless if gaps aren't counted. */
  gapsBeforeEnd = new Int32Array(FIRST_ROOM);
  gapsBeforeStart = new Int32Array(FIRST_ROOM);
  private countsGaps = true;
  private gaps = 0;
  /** The text offset up to which gaps have been counted: that of the last opportunity. */
  private counted = 0;

  /** The number of opportunities that fit without growing. */
  get room(): number {
    return this.offsets.length;
  }

  /** Clears the recorder. `from` is the text offset where the endless line starts. */
  begin(from: number, countsGaps: boolean): void {
    this.count = 0;
    this.countsGaps = countsGaps;
    this.gaps = 0;
    this.counted = from;
  }

  /**
   * Records an opportunity. `hyphen` is defined as in `hyphens`. `hang` is the part of `width` that may hang at the
   * line's end.
   */
  record(prepared: PreparedContent, kind: number, item: number, offset: number, width: LU, hyphen: LU, hang: LU): void {
    const at = this.count;
    if (isLastResort(kind) || (at > 0 && offset === this.offsets[at - 1])) return;
    if (at === this.room) this.grow();
    let visible = offset;
    while (visible > this.counted && prepared.text.charCodeAt(visible - 1) === SPACE) visible--;
    this.items[at] = item;
    this.offsets[at] = offset;
    this.ends[at] = width - hang;
    this.starts[at] = visible === offset ? width : width + luCeilFromPx(prepared.x[offset]! - prepared.x[visible]!);
    if (prepared.paragraph.spacing !== null) this.starts[at] -= luFromPx(prepared.startShift(offset));
    this.hyphens[at] = hyphen;
    if (this.countsGaps) {
      // Justification doesn't widen a space at the line's end, nor the gap after the last visible character.
      this.gapsBeforeEnd[at] = this.gapsUntil(prepared.text, Math.max(this.counted, visible - 1));
      this.gapsBeforeStart[at] = this.gapsUntil(prepared.text, offset);
    }
    this.counted = offset;
    this.count = at + 1;
  }

  /** Returns the number of gaps before a text offset. Offsets must be ascending. */
  private gapsUntil(text: string, offset: number): number {
    for (; this.counted < offset; this.counted++)
      if (isOpportunityAfter(text, this.counted, text.length, 'auto')) this.gaps++;
    return this.gaps;
  }

  private grow(): void {
    this.offsets = twice(this.offsets);
    this.items = twice(this.items);
    this.ends = twice(this.ends);
    this.starts = twice(this.starts);
    this.hyphens = twice(this.hyphens);
    this.gapsBeforeEnd = twice(this.gapsBeforeEnd);
    this.gapsBeforeStart = twice(this.gapsBeforeStart);
  }
}

/** Returns a copy of the column with twice the capacity. */
function twice<T extends Int32Array | Float64Array>(column: T): T {
  const larger = new (column.constructor as new (length: number) => T)(column.length * 2);
  larger.set(column);
  return larger;
}
