/** The result of `explain` as plain data. */
import type { Rectangle } from './document-layout.ts';
import type { ExplainedDeclaration } from './style/explained-declaration.ts';

export type { ExplainedDeclaration } from './style/explained-declaration.ts';

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
  /** The tracks of a grid on the sheet, in CSS px; null for other boxes. */
  readonly tracks: { readonly columns: readonly Rectangle[]; readonly rows: readonly Rectangle[] } | null;
}

/** A computed value, and where it comes from. */
export interface ComputedValue {
  /** A longhand. Flow-relative properties are given as physical ones. */
  readonly property: string;
  /** The computed value, such as `14.67px`. Values without a short form, such as gradients, are given as declared. */
  readonly value: string;
  /** The winning declaration. */
  readonly declaration: ExplainedDeclaration;
  /** The tag of the ancestor that the declaration belongs to, or null if it belongs to the element. */
  readonly inheritedFrom: string | null;
}

/** The style and the boxes of an element. */
export interface ExplainedElement {
  readonly tag: string;
  /** Every declaration that applies, in cascade order, including overridden ones. */
  readonly declarations: readonly ExplainedDeclaration[];
  /** The computed values that declarations set on the element or its ancestors, sorted by name. */
  readonly computed: readonly ComputedValue[];
  readonly boxes: readonly ExplainedBox[];
}
