/** What `explain` tells about an element, as plain data. */
import type { SourcePosition } from './diagnostics.ts';
import type { Rectangle } from './document-layout.ts';

/** A declaration that applies to an element, for display. */
export interface ExplainedDeclaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
  readonly origin: 'user-agent' | 'hint' | 'author' | 'style attribute';
  /** The selector as written; null for attributes. */
  readonly selector: string | null;
  readonly specificity: readonly [ids: number, classes: number, types: number] | null;
  /** The layer's name; '' outside layers. */
  readonly layer: string;
  readonly position: SourcePosition | null;
  /** Whether a later declaration of the same property overrides it. */
  readonly overridden: boolean;
}

/** The widths of four edges in CSS px on the sheet. */
export interface EdgeWidths {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** One box of an element. An element that continues on another page has several. */
export interface ExplainedBox {
  /** Counted from 1. */
  readonly page: number;
  /** The border box on the sheet, in CSS px. */
  readonly borderBox: Rectangle;
  readonly border: EdgeWidths;
  readonly padding: EdgeWidths;
  /** The margins as computed: `16px`, `10%`, `auto`. They may collapse with others. */
  readonly margin: { readonly [Side in keyof EdgeWidths]: string };
}

/** The style and the boxes of an element. */
export interface ExplainedElement {
  readonly tag: string;
  /** Every declaration that applies, in cascade order, the overridden ones included. */
  readonly declarations: readonly ExplainedDeclaration[];
  readonly boxes: readonly ExplainedBox[];
}
