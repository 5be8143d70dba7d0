/**
 * The vocabulary of painting. Coordinates are CSS px from the page's top left corner, y down. Painting calls a display
 * list builder, and outputs receive the same calls when they play a list.
 */
import type { Color } from '../css/color.ts';
import type { ContentLayer } from '../css/computed-values.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { FontFace } from '../fonts/face.ts';
import type { ImageResource } from '../images/image.ts';
import type { Matrix } from '../layout/transform.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import type { DisplayList, FieldStates } from './display-list.ts';

export type { Matrix };

/** Path segments as flat numbers: 0 x y (move), 1 x y (line), 2 x1 y1 x2 y2 x y (curve), 3 (close). */
export type Path = readonly number[];

export const PathOp = { Move: 0, Line: 1, Curve: 2, Close: 3 } as const;

/** Returns the number of coordinates after an operator. */
export const numbersAfter = (op: number): number => (op === PathOp.Close ? 0 : op === PathOp.Curve ? 6 : 2);

/** A gradient ready to draw: sorted stops, positions from 0 to 1 along the geometry, colors in sRGB. */
export interface GradientPaint {
  readonly type: 'linear' | 'radial' | 'conic';
  /** linear: x0 y0 x1 y1. radial: x0 y0 r0 x1 y1 r1. conic: center x, y, start angle in radians. */
  readonly geometry: readonly number[];
  /** Applied to the geometry (ellipses). */
  readonly matrix: Matrix;
  readonly stops: readonly { readonly offset: number; readonly color: Color }[];
  readonly repeating: boolean;
}

export interface StrokeStyle {
  readonly width: number;
  readonly dash: readonly number[];
  readonly dashOffset: number;
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
  readonly miterLimit: number;
}

/** A rectangle in CSS px. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The target of a link: a URL, or an anchor of this document. */
export type LinkTarget = { readonly url: string } | { readonly anchor: string };

/** A link in the structure tree: the box of its structure element (null: outside of the structure) and its name. */
export interface LinkLabel {
  readonly structure: number | null;
  readonly name: string;
}

/** The appearance of a form field: its rectangle and the style of its text. Sizes in CSS px. */
export interface FieldLook extends Bounds {
  /** The box whose structure element it is. */
  readonly structure: number;
  readonly face: FontFace;
  readonly fontSize: number;
  readonly color: Color;
  readonly align: 'left' | 'center' | 'right';
}

/** An outline entry for a point of the current page. */
export interface Bookmark {
  /** Counts from 1. */
  readonly level: number;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly open: boolean;
  /** The box of the target structure element, or null. */
  readonly structure: number | null;
  /** A target that replaces the point, or null. */
  readonly target: LinkTarget | null;
}

/**
 * The reason why something is an artifact: rules and decoration, backgrounds, repeated content, and margin boxes at the
 * top and bottom.
 */
export type ArtifactKind = 'layout' | 'background' | 'pagination' | 'header' | 'footer';

export interface GlyphPlacement {
  /** Glyphs `[start, end)` of the run. */
  readonly run: ShapedRun;
  readonly start: number;
  readonly end: number;
  /** Origin of the first glyph on the baseline. */
  readonly x: number;
  readonly y: number;
  /** Extra px after each glyph whose cluster ends in a justified space (or after each cluster). */
  readonly justification: number;
  readonly justifyClusters: boolean;
  /** The text of these glyphs in logical order. */
  readonly text: string;
  /** The whole paragraph's text, which the run's clusters index. */
  readonly paragraph: string;
  /** Whether the line ends at a space or line feed without a glyph. Extracted text gets a space there. */
  readonly endsInSpace?: boolean;
}

/** A page label: the number and the name of a counter style. */
export interface PageLabel {
  readonly number: number;
  readonly style: string;
}

/** A page on a larger sheet: distances from the page and its bleed to the edges of the sheet, in CSS px. */
export interface SheetTrim {
  readonly page: number;
  readonly bleed: number;
}

/** A pattern's cell and the distances between its copies, in CSS px. */
export interface PatternCell extends Bounds {
  readonly stepX: number;
  readonly stepY: number;
}

/** What writes the pages of a document. */
export interface PageOutput {
  /** Opens a sheet. Sizes in CSS px. `trim`: the sheet's margins around the page (null: none). */
  beginPage(width: number, height: number, trim: SheetTrim | null, label: PageLabel | null): void;
  /** Draws on the current page. */
  draw(list: DisplayList): void;
  endPage(): void;
  /**
   * Leaves the page unfinished, under the caller's id. After `returnToPage`, drawing continues on top of it until
   * `endPage`.
   */
  leavePage(id: number): void;
  returnToPage(id: number): void;
}

export interface Canvas {
  save(): void;
  restore(): void;
  transform(matrix: Matrix): void;
  clipRect(x: number, y: number, width: number, height: number): void;
  clipPath(path: Path, evenOdd: boolean): void;

  fillRect(x: number, y: number, width: number, height: number, color: Color): void;
  fillPath(path: Path, evenOdd: boolean, color: Color): void;
  strokePath(path: Path, stroke: StrokeStyle, color: Color): void;
  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void;
  /** Fills a path by repeating a cell, with its content in cell coordinates. */
  fillPattern(path: Path, cell: PatternCell, content: DisplayList): void;
  drawGlyphs(
    placement: GlyphPlacement,
    color: Color,
    stroke: { readonly width: number; readonly color: Color } | null,
  ): void;
  /** Draws the whole image into a rectangle. */
  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void;

  /** Opens a transparency group until `endGroup`. */
  beginGroup(opacity: number, blend: string, isolated: boolean): void;
  endGroup(): void;
  /** Masks everything until `endMask` with the content. */
  beginMask(kind: 'alpha' | 'luminance', bounds: Bounds, content: DisplayList): void;
  endMask(): void;

  /** Overprints until `endOverprint`: inks keep other inks below them. */
  beginOverprint(): void;
  endOverprint(): void;
  /** Opens an optional content layer until `endContentLayer`. `position`: its element's position in the source. */
  beginContentLayer(layer: ContentLayer, position: SourcePosition | null): void;
  endContentLayer(): void;

  link(x: number, y: number, width: number, height: number, target: LinkTarget, label: LinkLabel): void;
  /** Adds a named destination at a point of the current page. `structure`: the box of its structure element. */
  anchor(name: string, x: number, y: number, structure: number | null): void;
  bookmark(bookmark: Bookmark): void;
  /** Adds a form field. Without form support, its current state is drawn. */
  field(field: FormField, look: FieldLook, states: FieldStates): void;

  /**
   * Opens marked content until `endTag`: the structure element of this box, and the range [start, end) of its text.
   * `bounds`: rectangle of an image.
   */
  beginTag(structure: number, start: number, end: number, bounds: Bounds | null): void;
  /** Opens an artifact until `endTag`, including everything tagged inside. */
  beginArtifact(kind: ArtifactKind): void;
  endTag(): void;
}
