/** The result of `layout`, for programs. */
import type { Diagnostic } from './diagnostics.ts';

/** A position and size in CSS px, rounded to 0.01. The origin is the top left corner of the sheet. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LaidOutLine extends Rectangle {
  /** The text in visual order, from left to right. */
  readonly text: string;
}

/** The border box of an element's box on one page. */
export interface LaidOutBox extends Rectangle {
  /** Matches only this element: `#total`, `#items > tr:nth-of-type(3)`. */
  readonly selector: string;
  /** The element's tag. */
  readonly tag: string;
  /** The position of the element's tag in the document, counted from 1; null outside the author's text. */
  readonly line: number | null;
  readonly column: number | null;
  /** How many of the boxes listed before it on the page contain it. */
  readonly depth: number;
  /** The requested font: `bold 16px Arial`. */
  readonly font: string;
  /** The families that render its own text, in text order: `Arimo`. Empty if all its text is in inner boxes. */
  readonly usedFonts: readonly string[];
  /**
   * Its painted appearance by CSS property, where it differs from the initial value or the inherited one: colors,
   * borders, shadows, spacing of letters and words, `transform` and others. `image` is the source of an image, `drawing` the
   * size and a hash of inline SVG. Properties of pseudo-elements follow their names: `::before content`, `::before color`.
   */
  readonly look: Readonly<Record<string, string>>;
  /** Whether it began on an earlier page, or continues on a later one. */
  readonly continued: boolean;
  readonly continues: boolean;
  /** Whether it is a copy, such as a table header repeated on later pages. */
  readonly repeated: boolean;
  /** Lines of the box itself, excluding those of block-level boxes inside. */
  readonly lines: readonly LaidOutLine[];
}

/** A margin box with generated text, such as a page number. Running elements are in `boxes`. */
export interface LaidOutMarginBox extends Rectangle {
  /** The name of its rule in `@page`, without `@`: `bottom-center`. */
  readonly name: string;
  readonly lines: readonly LaidOutLine[];
}

/** The reason why the next page begins. */
export interface PageBreak {
  /** `forced` by `break-before` and the like, or `unforced` because the page was full. */
  readonly kind: 'forced' | 'unforced';
  /** The element that is broken or that begins on the next page, or null. */
  readonly at: string | null;
  /** Whether the break is before the element instead of inside. */
  readonly before: boolean;
}

export interface LaidOutPage {
  /** Counted from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly area: Rectangle;
  /** In document order, running elements last. */
  readonly boxes: readonly LaidOutBox[];
  readonly marginBoxes: readonly LaidOutMarginBox[];
  /** null on the last page. */
  readonly break: PageBreak | null;
}

/** The position of everything in a document. */
export interface DocumentLayout {
  readonly pages: readonly LaidOutPage[];
  readonly diagnostics: readonly Diagnostic[];
}
