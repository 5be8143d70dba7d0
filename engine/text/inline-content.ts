import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Paragraph } from './paragraph.ts';

/** The kinds of items in an inline formatting context. */
export const InlineItemKind = {
  /** Text of one inline box: `[start, end)` of the content's text. */
  Text: 1,
  /** The start and end of an inline box; no text of their own. */
  Open: 2,
  Close: 3,
  /** An atomic inline: one U+FFFC in the text. */
  Atomic: 4,
  /** A float; takes no text position. */
  Float: 5,
  /** An absolutely positioned box: its static position is here. */
  OutOfFlow: 6,
  /** A forced break (`<br>`, a preserved newline): one U+000A (or U+2028) in the text. */
  Break: 7,
  /** `<wbr>`: one U+200B in the text. */
  /** A footnote call's body, moved to the page's footnote area. */
  Footnote: 8,
  /** A ruby annotation, at the end of its column; takes no text position. */
  Annotation: 9,
} as const;
export type InlineItemKind = (typeof InlineItemKind)[keyof typeof InlineItemKind];

export class InlineItem {
  readonly kind: InlineItemKind;
  /** The inline box (Open, Close), the atomic/float/out-of-flow box, or for Text and Break the innermost inline box or the block container. */
  readonly box: Box;
  /** Range in `InlineContent.text`; empty for Open, Close, Float and OutOfFlow. */
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
 * An inline formatting context kept flat, because bidi, shaping and line breaking work across element boundaries.
 * White space is collapsed and text transformed already (css-text-3 §4.1.1); what remains for line layout is the hanging
 * and removal of spaces at line ends.
 */
export interface InlineContent {
  readonly text: string;
  readonly items: readonly InlineItem[];
  /** The block container's `::first-line` style, or null; first-line items restyle with `firstLineStyles`. */
  readonly firstLine: FirstLineStyles | null;
  /**
   * Places behind a space of a box that doesn't wrap, into which white space of one that does has collapsed: that is nothing to be seen, but lines break there
   * (css-text-3 §4.1.1). null: there is none.
   */
  readonly keptWraps: ReadonlySet<number> | null;
  /** The analysed and shaped text, made on first use by text/. */
  paragraph: ContentParagraphs | null;
  /** Line layout's side tables and finished lines; nobody else's business. */
  layout: ContentCache | null;
}

/** The paragraphs of a content: as its own styles have it, and as its first line has it. */
export interface ContentParagraphs {
  normal: Paragraph | null;
  firstLine: Paragraph | null;
}

/** What line layout keeps on a content; what that is stands in layout/inline/content-layout.ts. */
export abstract class ContentCache {
  /** Derived from the content, the box tree and fonts alone: never an input of another stage. */
  abstract readonly content: InlineContent;
}

/** `::first-line`: what each inline box inside looks like on the first line (css-pseudo-4 §3). */
export interface FirstLineStyles {
  /** For the block container itself. */
  readonly style: ComputedStyle;
  /** The inline box around the line's contents, where that style gives it something to paint; null: nothing. */
  readonly box: Box | null;
  /** For a box whose text lies on the first line; the box's own style when nothing differs. */
  styleOf(box: Box): ComputedStyle;
}
