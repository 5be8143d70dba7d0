/**
 * Levels of headings as the outline that they make: the first is 1, and none is more than one below the one before it, whatever numbers the author took for
 * the size of the letters.
 */
export class HeadingLevels {
  /** The author's levels of the headings that are open, outermost first. */
  private readonly open: number[] = [];

  /** The level of the next heading in the document. */
  next(level: number): number {
    const { open } = this;
    while (open.length > 0 && open[open.length - 1]! >= level) open.pop();
    open.push(level);
    return Math.min(open.length, DEEPEST);
  }
}

/** ISO 32000-1 ends at H6. */
const DEEPEST = 6;
