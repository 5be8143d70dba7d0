/** Layout data cached on an inline content: the content as laid out, its side tables and its finished lines. */
import type { Box } from '../../boxes/box.ts';
import { ContentCache, type InlineContent } from '../../text/inline-content.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { withInitialLetter } from './initial-letters/initial-letter-layout.ts';
import type { LineCache } from './line-cache.ts';
import { PreparedContent } from './prepared-content.ts';
import type { SingleLine } from './single-line.ts';

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
