import type { SourcePosition } from '../diagnostics.ts';

/** Lines and columns of offsets that only grow, counted as they are asked for. */
export class SourcePositions {
  private readonly text: string;
  private readonly source: string;
  private offset = 0;
  private line: number;
  /** Offset of the line's first column. */
  private lineStart: number;

  /** `first`: where the text's first character stands. */
  constructor(text: string, first: SourcePosition) {
    this.text = text;
    this.source = first.source;
    this.line = first.line;
    this.lineStart = 1 - first.column;
  }

  /** Where the tag that the tokenizer has just read begins. */
  ofTag(tag: string, end: number): SourcePosition {
    return this.at(this.tagStart(tag, end));
  }

  at(start: number): SourcePosition {
    while (this.offset < start) {
      if (this.text.charCodeAt(this.offset++) !== 10) continue;
      this.line++;
      this.lineStart = this.offset;
    }
    return { source: this.source, line: this.line, column: Math.max(0, start - this.lineStart) + 1 };
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
