/** Layout data cached on an inline content: the content as laid out, its side tables and its finished lines. */
import type { Box } from '../../boxes/box.ts';
import { ContentCache, type InlineContent } from '../../text/inline-content.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { withInitialLetter } from './initial-letters/initial-letter-layout.ts';
import { PreparedContent } from './prepared-content.ts';
import type { SingleLine } from './single-line.ts';
import type { LU } from '../../units.ts';
import type { InlineBreakToken } from '../contract/break-token.ts';
import type { BuiltLine } from './built-line.ts';

export class ContentLayout extends ContentCache {
  readonly content: InlineContent;
  laidOut: InlineContent | null = null;
  /** For all lines except one that `::first-line` restyles. */
  rest: PreparedContent | null = null;
  first: PreparedContent | null = null;
  lines: LineCache | null = null;
  /** Whether the content creates a line box, or null if not yet computed. */
  hasLines: boolean | null = null;
  /** The content as a single line at any width that fits it, or null if that doesn't apply. */
  singleLine: SingleLine | null | undefined = undefined;

  constructor(content: InlineContent) {
    super();
    this.content = content;
  }

  static of(content: InlineContent): ContentLayout {
    const { layout } = content;
    if (layout instanceof ContentLayout) return layout;
    const made = new ContentLayout(content);
    content.layout = made;
    return made;
  }
}

/** Returns the side tables of the content, and creates them on first use. */
export function preparedContent(
  context: LayoutContext,
  container: Box,
  content: InlineContent,
  firstLine: boolean,
): PreparedContent {
  const layout = ContentLayout.of(content);
  if (firstLine) return (layout.first ??= new PreparedContent(context, container, content, true));
  return (layout.rest ??= new PreparedContent(context, container, content, false));
}

/** Returns the content as laid out: an initial letter becomes a float. */
export function laidOutContent(context: LayoutContext, container: Box, content: InlineContent): InlineContent {
  return (ContentLayout.of(content).laidOut ??= withInitialLetter(context, container, content));
}

/**
 * Lines that depend on the line length only. They are built once for the whole paragraph. A paragraph that is measured
 * first, or spans fragmentainers of equal width, only slices them.
 */
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
   * Returns the index of the line that starts at a token; -1: no line starts there, or the line length differs.
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
