/**
 * Lines that depend on the line length only. They are built once for the whole paragraph. A paragraph that is measured
 * first, or spans fragmentainers of equal width, only slices them.
 */
import type { LU } from '../../units.ts';
import type { InlineBreakToken } from '../contract/break-token.ts';
import type { BuiltLine } from './built-line.ts';

export class LineCache {
  readonly inlineSize: LU;
  readonly percentageBlock: LU;
  readonly measure: boolean;
  /** Where the first of the lines starts, or null for the content's start. */
  readonly start: InlineBreakToken | null;
  readonly lines: readonly BuiltLine[];
  readonly dependsOnBlockSize: boolean;

  constructor(
    inlineSize: LU,
    percentageBlock: LU,
    measure: boolean,
    start: InlineBreakToken | null,
    lines: readonly BuiltLine[],
    dependsOnBlockSize: boolean,
  ) {
    this.inlineSize = inlineSize;
    this.percentageBlock = percentageBlock;
    this.measure = measure;
    this.start = start;
    this.lines = lines;
    this.dependsOnBlockSize = dependsOnBlockSize;
  }

  /**
   * Returns the index of the line that starts at a token. Returns -1 if there is none or if the line length differs.
   */
  find(inlineSize: LU, percentageBlock: LU, measure: boolean, token: InlineBreakToken | null): number {
    if (inlineSize !== this.inlineSize || (this.measure && !measure)) return -1;
    if (this.dependsOnBlockSize && percentageBlock !== this.percentageBlock) return -1;
    if (samePlace(token, this.start)) return 0;
    if (token === null) return -1;
    const index = token.lineNumber - (this.start === null ? 0 : this.start.lineNumber);
    if (index < 1 || index >= this.lines.length) return -1;
    return samePlace(this.lines[index - 1]!.fragment.breakToken, token) ? index : -1;
  }
}

function samePlace(a: InlineBreakToken | null, b: InlineBreakToken | null): boolean {
  if (a === b) return true;
  return (
    a !== null &&
    b !== null &&
    a.itemIndex === b.itemIndex &&
    a.textOffset === b.textOffset &&
    a.lineNumber === b.lineNumber
  );
}
