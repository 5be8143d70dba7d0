/** Where everything of a document has come to stand, for programs: what `layout` answers with. Lengths are CSS px from the sheet's top left corner, to 0.01. */
import type { Diagnostic } from './diagnostics.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LaidOutLine extends Rectangle {
  /** As it is read from left to right. */
  readonly text: string;
}

/** A box of an element on one page: its border box. */
export interface LaidOutBox extends Rectangle {
  /** Matches this element alone: `#total`, `#items > tr:nth-of-type(3)`. */
  readonly selector: string;
  /** The element's tag. */
  readonly tag: string;
  /** Where the element's tag begins in the document, from 1; null: in no text of the author's. */
  readonly line: number | null;
  readonly column: number | null;
  /** How many of the boxes listed before it on the page it is inside of. */
  readonly depth: number;
  /** `bold 16px Arial`: what the style asks for. */
  readonly font: string;
  /** The families that its own text is drawn in, in the order of the text: `Arimo`. None where all its text is in boxes inside. */
  readonly usedFonts: readonly string[];
  /** It began on an earlier page, or goes on on a later one. */
  readonly continued: boolean;
  readonly continues: boolean;
  /** A copy, such as a table's header on its further pages. */
  readonly repeated: boolean;
  /** Lines of the box itself, not of boxes inside that are blocks. */
  readonly lines: readonly LaidOutLine[];
}

/** Why the next page begins. */
export interface PageBreak {
  /** `forced` by `break-before` and the like, or where the page was full. */
  readonly kind: 'forced' | 'unforced';
  /** The element that is broken, or that begins on the next page; null: none. */
  readonly at: string | null;
  /** The break is before the element, not inside. */
  readonly before: boolean;
}

export interface LaidOutPage {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly area: Rectangle;
  /** In document order, margin boxes last. */
  readonly boxes: readonly LaidOutBox[];
  /** null on the last page. */
  readonly break: PageBreak | null;
}

export interface DocumentLayout {
  readonly pages: readonly LaidOutPage[];
  readonly diagnostics: readonly Diagnostic[];
}
