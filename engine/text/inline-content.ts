import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Paragraph } from './paragraph.ts';

/** The kinds of items in an inline formatting context. */
export const InlineItemKind = {
  /** Text of one inline box: `[start, end)` of the content's text. */
  Text: 1,
  /** The start and end of an inline box, without text. */
  Open: 2,
  Close: 3,
  /** An atomic inline: one U+FFFC in the text. */
  Atomic: 4,
  /** A float, without a text position. */
  Float: 5,
  /** An absolutely positioned box, whose static position is here. */
  OutOfFlow: 6,
  /** A forced break (`<br>`, a preserved newline): one U+000A (or U+2028) in the text. */
  Break: 7,
  /** The body of a footnote call, moved to the page's footnote area. */
  Footnote: 8,
  /** A ruby annotation at the end of its column, without a text position. */
  Annotation: 9,
} as const;
export type InlineItemKind = (typeof InlineItemKind)[keyof typeof InlineItemKind];

export class InlineItem {
  readonly kind: InlineItemKind;
  /**
   * The inline box (Open, Close), the atomic, floated or out-of-flow box, or for Text and Break the innermost inline
   * box or the block container.
   */
  readonly box: Box;
  /** The range in `InlineContent.text`; empty for Open, Close, Float and OutOfFlow. */
  readonly start: number;
  readonly end: number;

  constructor(kind: InlineItemKind, box: Box, start: number, end: number) {
    this.kind = kind;
    this.box = box;
    this.start = start;
    this.end = end;
  }

  get style(): ComputedStyle {
    return this.box.style;
  }
}

/**
 * An inline formatting context in flat form, because bidi, shaping and line breaking work across element boundaries.
 * White space is already collapsed and text transformed (css-text-3 §4.1.1). Line layout only hangs and removes spaces
 * at line ends.
 */
export interface InlineContent {
  readonly text: string;
  readonly items: readonly InlineItem[];
  /** The block container's `::first-line` style, or null. `firstLineStyles` restyles the items of the first line. */
  readonly firstLine: FirstLineStyles | null;
  /**
   * Positions where lines may break although the text there doesn't wrap: after a `wbr`, and after a space into which
   * white space of a wrapping box has collapsed (css-text-3 §4.1.1). It is null if there are no such positions.
   */
  readonly keptWraps: ReadonlySet<number> | null;
  /** The analyzed and shaped text, created by text/ on first use. */
  paragraph: ContentParagraphs | null;
  /** Private to line layout: its side tables and finished lines. */
  layout: ContentCache | null;
}

/** The paragraphs of inline content: in its own styles, and in those of its first line. */
interface ContentParagraphs {
  normal: Paragraph | null;
  firstLine: Paragraph | null;
}

/** The data that line layout keeps on a content, defined in layout/inline/content-layout.ts. */
export abstract class ContentCache {
  /** Derived only from the content, the box tree and fonts, and never an input of another stage. */
  abstract readonly content: InlineContent;
}

/** The styles of inline boxes on the `::first-line` (css-pseudo-4 §3). */
export interface FirstLineStyles {
  /** The style of the block container itself. */
  readonly style: ComputedStyle;
  /** The inline box around the line's contents if that style paints anything, otherwise null. */
  readonly box: Box | null;
  /** Returns the style of a box on the first line; its own if nothing differs. */
  styleOf(box: Box): ComputedStyle;
}
