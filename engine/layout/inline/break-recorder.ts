/** Takes note of where an endless line might be broken (pretty.ts). */
import { isLastResort } from '../../text/paragraph.ts';
import { type LU, luCeilFromPx } from '../../units.ts';
import { isOpportunityAfter } from './line-justify.ts';
import type { PreparedContent } from './prepared-content.ts';

/** Opportunities met on one endless line. */
export class BreakRecorder {
  readonly offsets: number[] = [];
  /** Items that the next line would start with. */
  readonly items: number[] = [];
  /** Line position of the text before the opportunity, without its trailing spaces. */
  readonly ends: LU[] = [];
  /** Line position where the next line's text starts. */
  readonly starts: LU[] = [];
  /** The width of the hyphen that a line ends in there; -1: in none. */
  readonly hyphens: LU[] = [];
  /** How many places where justification widens a line lie before `ends` and before `starts`. */
  readonly gapsBeforeEnd: number[] = [];
  readonly gapsBeforeStart: number[] = [];
  private gaps = 0;
  private counted: number;

  /** `from`: where the text of the endless line starts. */
  constructor(from: number) {
    this.counted = from;
  }

  /** `hyphen`: as in `hyphens`; `hang`: how much of `width` may hang at the line's end. */
  record(prepared: PreparedContent, kind: number, item: number, offset: number, width: LU, hyphen: LU, hang: LU): void {
    if (isLastResort(kind) || offset === this.offsets.at(-1)) return;
    let visible = offset;
    while (visible > this.counted && prepared.text.charCodeAt(visible - 1) === 32) visible--;
    this.items.push(item);
    this.offsets.push(offset);
    this.ends.push(width - hang);
    this.starts.push(width + luCeilFromPx(prepared.x[offset] - prepared.x[visible]));
    this.hyphens.push(hyphen);
    // A space at the line's end isn't widened, nor is what comes before it, on this side.
    this.gapsBeforeEnd.push(this.gapsUntil(prepared, Math.max(this.counted, visible - 1)));
    this.gapsBeforeStart.push(this.gapsUntil(prepared, offset));
  }

  /** The gaps before a text offset; offsets come in their order. */
  gapsUntil(prepared: PreparedContent, offset: number): number {
    const { text } = prepared;
    for (; this.counted < offset; this.counted++)
      if (isOpportunityAfter(text, this.counted, text.length, false)) this.gaps++;
    return this.gaps;
  }
}
