import type { SourcePosition } from '../../diagnostics.ts';

/** A style sheet's text and its place in the document. Positions are computed only when a diagnostic needs one. */
export class SourceText {
  readonly text: string;
  private readonly name: string;
  private readonly firstLine: number;
  private readonly firstColumn: number;
  private lineStarts: number[] | null = null;

  /** `firstLine`, `firstColumn`: position of the text's first character in the source called `name`. */
  constructor(text: string, name: string, firstLine = 1, firstColumn = 1) {
    this.text = text;
    this.name = name;
    this.firstLine = firstLine;
    this.firstColumn = firstColumn;
  }

  positionOf(offset: number): SourcePosition {
    const starts = (this.lineStarts ??= findLineStarts(this.text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    const column = offset - starts[low]! + (low === 0 ? this.firstColumn : 1);
    return { source: this.name, line: this.firstLine + low, column };
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes('\r') && !text.includes('\f')) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 12 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
