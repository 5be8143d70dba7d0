/**
 * Min-content of text followed by inline edges (css-sizing-3 §5.1). A soft wrap opportunity would separate all but the
 * last part of the text from these edges. Browsers measure the text as a whole and add the edges to its widest part,
 * wherever that is. Table columns depend on this if cells hold `<code>` with padding.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import type { LU } from '../../units.ts';
import type { LineBreaker } from './line-breaker.ts';
import type { PreparedContent } from './prepared-content.ts';

export class WidestPart {
  private readonly prepared: PreparedContent;
  /** The text item in which the last line ended, or -1. */
  private text = -1;
  /** The widest part of that text so far. */
  private widest: LU = 0;

  constructor(prepared: PreparedContent) {
    this.prepared = prepared;
  }

  /**
   * Adds a line that began at (item, offset) with an indent. If the text ends on the line, returns the width of its widest part plus
   * the content after it.
   */
  withEdges(item: number, offset: number, line: LineBreaker, indent: LU): LU {
    const { items } = this.prepared;
    const { endItem, endOffset } = line;
    let width: LU = 0;
    if (item === this.text && endItem > item && this.endsWithText(item, line)) {
      const last = this.prepared.visibleWidth(offset, items[item]!.end);
      width = Math.max(0, this.widest - last) + line.width;
    }
    if (endItem < items.length && endOffset > items[endItem]!.start)
      this.endIn(endItem, item, offset, endOffset, Math.min(0, indent));
    else this.text = -1;
    return width;
  }

  /** Records that a line from (item, offset) ends in a text. `indent` is the line's negative indent, or 0. */
  private endIn(text: number, item: number, offset: number, end: number, indent: LU): void {
    if (this.text !== text) this.widest = 0;
    this.text = text;
    const start = item === text ? offset : this.prepared.items[text]!.start;
    this.widest = Math.max(this.widest, this.prepared.visibleWidth(start, end) + indent);
  }

  /** Whether only edges, and spaces at the very end, follow the text on the line. */
  private endsWithText(text: number, { endItem, endOffset, isLast }: LineBreaker): boolean {
    const { items } = this.prepared;
    for (let i = text + 1; i < items.length && i <= endItem; i++) {
      const { kind, start, end } = items[i]!;
      if (kind === InlineItemKind.Atomic && i < endItem) return false;
      if (kind !== InlineItemKind.Text || (i === endItem && endOffset === start)) continue;
      if (!isLast || this.prepared.skipSpaces(start, end) < end) return false;
    }
    return true;
  }
}
