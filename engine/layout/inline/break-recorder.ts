/** Takes note of where an endless line might be broken (pretty.ts). */
import { isLastResort } from '../../text/paragraph.ts';
import { type LU, luCeilFromPx, luFromPx } from '../../units.ts';
import { isOpportunityAfter } from './line-justify.ts';
import type { PreparedContent } from './prepared-content.ts';

const SPACE = 32;
/** Room at first, for the opportunities of some thousand characters. */
const FIRST_ROOM = 512;

/** Opportunities met on one endless line, in columns of `count` entries; may be used for one line after another. */
export class BreakRecorder {
  count = 0;
  offsets = new Int32Array(FIRST_ROOM);
  /** Items that the next line would start with. */
  items = new Int32Array(FIRST_ROOM);
  /** Line position of the text before the opportunity, without its trailing spaces. */
  ends = new Float64Array(FIRST_ROOM);
  /** Line position where the next line's text starts. */
  starts = new Float64Array(FIRST_ROOM);
  /** The width of the hyphen that a line ends in there; -1: in none. */
  hyphens = new Float64Array(FIRST_ROOM);
  /** How many places where justification widens a line lie before `ends` and before `starts`; anything where they aren't counted. */
  gapsBeforeEnd = new Int32Array(FIRST_ROOM);
  gapsBeforeStart = new Int32Array(FIRST_ROOM);
  private countsGaps = true;
  private gaps = 0;
  /** Gaps before this text offset are counted: of the last opportunity. */
  private counted = 0;

  /** How many opportunities it has memory for. */
  get room(): number {
    return this.offsets.length;
  }

  /** Forgets what is noted. `from`: where the text of the endless line starts. */
  begin(from: number, countsGaps: boolean): void {
    this.count = 0;
    this.countsGaps = countsGaps;
    this.gaps = 0;
    this.counted = from;
  }

  /** `hyphen`: as in `hyphens`; `hang`: how much of `width` may hang at the line's end. */
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
      // A space at the line's end isn't widened, nor is what comes before it, on this side.
      this.gapsBeforeEnd[at] = this.gapsUntil(prepared.text, Math.max(this.counted, visible - 1));
      this.gapsBeforeStart[at] = this.gapsUntil(prepared.text, offset);
    }
    this.counted = offset;
    this.count = at + 1;
  }

  /** The gaps before a text offset; offsets come in their order. */
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

/** The same entries with room for as many more. */
function twice<T extends Int32Array | Float64Array>(column: T): T {
  const larger = new (column.constructor as new (length: number) => T)(column.length * 2);
  larger.set(column);
  return larger;
}
