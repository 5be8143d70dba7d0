/** Takes note of where an endless line might be broken (pretty.ts). */
import { BreakClass } from '../../text/paragraph.ts';
import { type LU, luCeilFromPx } from '../../units.ts';
import type { PreparedContent } from './prepared-content.ts';

/** Opportunities met on one endless line. */
export class BreakRecorder {
  readonly offsets: number[] = [];
  /** Line position of the text before the opportunity, without its trailing spaces. */
  readonly ends: LU[] = [];
  /** Line position where the next line's text starts. */
  readonly starts: LU[] = [];

  record(prepared: PreparedContent, kind: number, offset: number, width: LU): void {
    if (kind !== BreakClass.Allowed) return;
    let visible = offset;
    while (visible > 0 && prepared.text.charCodeAt(visible - 1) === 32) visible--;
    this.offsets.push(offset);
    this.ends.push(width);
    this.starts.push(width + luCeilFromPx(prepared.x[offset] - prepared.x[visible]));
  }
}
