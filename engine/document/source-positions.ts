import type { SourcePosition } from '../diagnostics.ts';
import { indexOfText } from '../text-search.ts';

/** Computes lines and columns of ascending offsets incrementally. */
export class SourcePositions {
  private readonly text: string;
  private readonly source: string;
  private offset = 0;
  private line: number;
  /** Offset of the line's first column. */
  private lineStart: number;
  private feed = -1;

  /** `first`: the position of the text's first character. */
  constructor(text: string, first: SourcePosition) {
    this.text = text;
    this.source = first.source;
    this.line = first.line;
    this.lineStart = 1 - first.column;
  }

  /** Returns the start of the tag that the tokenizer has just read. */
  ofTag(tag: string, end: number): SourcePosition {
    return this.at(this.tagStart(tag, end));
  }

  /**
   * Returns where the text of the `style` attribute begins in the tag just read. If it is written with character
   * references, returns the start of the tag.
   */
  ofStyle(tag: string, end: number, style: string): SourcePosition {
    const start = this.tagStart(tag, end);
    const written = this.text.slice(start, end + 1);
    const name = written.toLowerCase().indexOf('style', tag.length + 1);
    const at = name < 0 ? -1 : indexOfText(written, style, name + 'style'.length);
    return this.at(at < 0 ? start : start + at);
  }

  at(start: number): SourcePosition {
    const end = Math.min(start, this.text.length);
    for (let feed = this.nextFeed(); feed < end; feed = this.nextFeed()) {
      this.line++;
      this.lineStart = this.offset = feed + 1;
    }
    this.offset = Math.max(this.offset, start);
    return { source: this.source, line: this.line, column: Math.max(0, start - this.lineStart) + 1 };
  }

  /** Returns the first line feed at or after `offset`, or the text's length. */
  private nextFeed(): number {
    if (this.feed < this.offset) {
      const found = this.text.indexOf('\n', this.offset);
      this.feed = found === -1 ? this.text.length : found;
    }
    return this.feed;
  }

  private tagStart(tag: string, end: number): number {
    const from = this.text.lastIndexOf('<', Math.min(end, this.text.length));
    if (from < this.offset) return this.offset;
    let at = from;
    while (at >= this.offset && at >= from - 4096) {
      if (this.text.startsWith(tag, at + 1) || this.text.slice(at + 1, at + 1 + tag.length).toLowerCase() === tag)
        return at;
      at = at > 0 ? this.text.lastIndexOf('<', at - 1) : -1;
    }
    return from;
  }
}
