/**
 * Normalizes heading levels to an outline: the first is 1, and no heading is more than one level below its predecessor.
 * Authors often choose levels by font size.
 */
export class HeadingLevels {
  /** The author's levels of the open headings, outermost first. */
  private readonly open: number[] = [];

  /** Returns the level of the document's next heading. */
  next(level: number): number {
    const { open } = this;
    while (open.length > 0 && open[open.length - 1]! >= level) open.pop();
    open.push(level);
    return Math.min(open.length, DEEPEST);
  }
}

/** The deepest level of ISO 32000-1 is H6. */
const DEEPEST = 6;
