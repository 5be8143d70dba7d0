/** What line layout keeps on an inline content: the content as it is laid out, its side tables and its finished lines. */
import type { Box } from '../../boxes/box.ts';
import { ContentCache, type InlineContent } from '../../text/inline-content.ts';
import type { LayoutContext } from '../contract.ts';
import { withInitialLetter } from './initial-letter.ts';
import type { LineCache } from './line-cache.ts';
import { PreparedContent } from './prepared-content.ts';
import type { SingleLine } from './single-line.ts';

export class ContentLayout extends ContentCache {
  readonly content: InlineContent;
  laidOut: InlineContent | null = null;
  /** For all lines but one that `::first-line` restyles. */
  rest: PreparedContent | null = null;
  first: PreparedContent | null = null;
  lines: LineCache | null = null;
  /** Whether it makes a line box at all; null: not asked yet. */
  hasLines: boolean | null = null;
  /** The content as one line, wherever it fits on one; null: it is none, or that isn't known yet. */
  singleLine: SingleLine | null = null;

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

/** The content's side tables, made on first use. */
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

/** The content as it is laid out: with its initial letter, if there is one, as a float. */
export function laidOutContent(context: LayoutContext, container: Box, content: InlineContent): InlineContent {
  return (ContentLayout.of(content).laidOut ??= withInitialLetter(context, container, content));
}
