/** Maps positions in a filled template to positions in the template. */
import { type Template, TokenKind, type TopLevelToken } from 'liquidjs';

/** A position, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Limit on recorded parts. Positions after them are unknown. */
const MAX_PARTS = 1_000_000;

/** Records where the output of each part of a template starts. */
export class TemplateLines {
  private readonly template: string;
  /** The starts of the parts: in the output, and in the template. The output's only grow. */
  private outputs: number[] = [];
  private sources: number[] = [];
  /** Whether the part is text of the template, instead of a value or tag. */
  private areText: boolean[] = [];

  /** `template`: the text whose positions are recorded. Partial templates are not. */
  constructor(template: string) {
    this.template = template;
  }

  /** Starts again, for another rendering of the template. */
  clear(): void {
    [this.outputs, this.sources, this.areText] = [[], [], []];
  }

  /** Notes that a part's output starts at an offset. */
  note({ token }: Template, output: number): void {
    if (token.input !== this.template || this.outputs.length > MAX_PARTS) return;
    const isText = token.kind === TokenKind.HTML;
    this.outputs.push(output);
    this.sources.push(token.begin + (isText ? (token as TopLevelToken & { trimLeft: number }).trimLeft : 0));
    this.areText.push(isText);
  }

  /** Returns a function that maps positions in the output. It returns null for positions that weren't recorded. */
  mapper(output: string): (place: Place) => Place | null {
    const [outputLines, templateLines] = [lineStarts(output), lineStarts(this.template)];
    return ({ line, column }) => {
      const start = outputLines[line - 1];
      if (start === undefined || this.outputs.length > MAX_PARTS) return null;
      const offset = start + column - 1;
      const part = lastAtMost(this.outputs, offset);
      if (part < 0) return null;
      const source = this.sources[part]! + (this.areText[part] ? offset - this.outputs[part]! : 0);
      const index = lastAtMost(templateLines, source);
      return { line: index + 1, column: source - templateLines[index]! + 1 };
    };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the index of the last number that is at most `limit`, or -1. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
