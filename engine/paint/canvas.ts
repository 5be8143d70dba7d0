/**
 * What painting needs of an output. Coordinates are CSS px from the page's top left corner, y down. The PDF canvas writes content streams;
 * a recording canvas keeps the calls for tests and dumps.
 */
import type { Color } from '../css/color.ts';
import type { ContentLayer } from '../css/computed-values.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { FontFace } from '../fonts/face.ts';
import type { ImageResource } from '../images/image.ts';
import type { Matrix } from '../layout/transform.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { ShapedRun } from '../text/paragraph.ts';

export type { Matrix };

/** Path segments as flat numbers: 0 x y (move), 1 x y (line), 2 x1 y1 x2 y2 x y (curve), 3 (close). */
export type Path = readonly number[];

export const PathOp = { Move: 0, Line: 1, Curve: 2, Close: 3 } as const;

/** How many numbers follow an operator: the coordinates of its points. */
export const numbersAfter = (op: number): number => (op === PathOp.Close ? 0 : op === PathOp.Curve ? 6 : 2);

/** A gradient ready to draw: stops sorted, positions 0..1 along the geometry, colours in sRGB. */
export interface GradientPaint {
  readonly type: 'linear' | 'radial' | 'conic';
  /** linear: x0 y0 x1 y1; radial: x0 y0 r0 x1 y1 r1; conic: centre x, y, start angle in radians. */
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

/** Where a link leads: a URL, or an anchor of this document. */
export type LinkTarget = { readonly url: string } | { readonly anchor: string };

/** What a link is to a reader: the box whose structure element it belongs to (null: it stands outside of the structure), and its name. */
export interface LinkLabel {
  readonly structure: number | null;
  readonly name: string;
}

/** How a control looks that can be filled in: where it stands, and how what is typed into it is set. Sizes in CSS px. */
export interface FieldLook extends Bounds {
  /** The box whose structure element it is. */
  readonly structure: number;
  readonly face: FontFace;
  readonly fontSize: number;
  readonly color: Color;
  readonly align: 'left' | 'center' | 'right';
}

/** An outline entry, for a point of the current page. */
export interface Bookmark {
  /** From 1. */
  readonly level: number;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly open: boolean;
  /** The box whose structure element it leads to; null: none. */
  readonly structure: number | null;
  /** Where it leads instead of the point; null: nowhere else. */
  readonly target: LinkTarget | null;
}

/** Why something isn't content: rules and decoration, what lies behind all of it, what pages repeat, and the margin boxes above and below. */
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
  /** The text that these glyphs stand for, in logical order. */
  readonly text: string;
  /** The whole paragraph's text, which the run's clusters index. */
  readonly paragraph: string;
  /** The line ends here at a space or line feed that isn't laid out: readers get a space for it. */
  readonly endsInSpace?: boolean;
}

/** What a reader calls a page: its number, and the name of a counter style. */
export interface PageLabel {
  readonly number: number;
  readonly style: string;
}

/** A page on a larger sheet: how far its edges (of the page with its bleed) are from the sheet's, CSS px. */
export interface SheetTrim {
  readonly page: number;
  readonly bleed: number;
}

export interface Canvas {
  /** Opens a sheet; sizes in CSS px. `trim`: what lies around the page on it (null: nothing). */
  beginPage(width: number, height: number, trim: SheetTrim | null, label: PageLabel | null): void;
  endPage(): void;
  /** Leaves the page unfinished, under a number of the caller's: `returnToPage` goes on with it, in front of what is on it, until `endPage`. */
  leavePage(id: number): void;
  returnToPage(id: number): void;

  save(): void;
  restore(): void;
  transform(matrix: Matrix): void;
  clipRect(x: number, y: number, width: number, height: number): void;
  clipPath(path: Path, evenOdd: boolean): void;

  fillRect(x: number, y: number, width: number, height: number, color: Color): void;
  fillPath(path: Path, evenOdd: boolean, color: Color): void;
  strokePath(path: Path, stroke: StrokeStyle, color: Color): void;
  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void;
  /** Fills a path by repeating a cell that `draw` paints in cell coordinates. */
  fillPattern(
    path: Path,
    cell: { x: number; y: number; width: number; height: number; stepX: number; stepY: number },
    draw: (canvas: Canvas) => void,
  ): void;
  drawGlyphs(placement: GlyphPlacement, color: Color, stroke: { width: number; color: Color } | null): void;
  /** Draws the whole image into a rectangle. */
  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void;

  /** A transparency group over what follows until endGroup. */
  beginGroup(opacity: number, blend: string, isolated: boolean): void;
  endGroup(): void;
  /** What `draw` paints becomes the mask of what follows until endMask. */
  beginMask(
    kind: 'alpha' | 'luminance',
    bounds: { x: number; y: number; width: number; height: number },
    draw: (canvas: Canvas) => void,
  ): void;
  endMask(): void;

  /** Inks of what follows until endOverprint leave others below them as they are. */
  beginOverprint(): void;
  endOverprint(): void;
  /** What follows until endContentLayer can be shown and hidden by readers. `position`: of its element in the source. */
  beginContentLayer(layer: ContentLayer, position: SourcePosition | null): void;
  endContentLayer(): void;

  link(x: number, y: number, width: number, height: number, target: LinkTarget, label: LinkLabel): void;
  /** A named destination at a point of the current page; `structure`: the box whose element it is. */
  anchor(name: string, x: number, y: number, structure: number | null): void;
  bookmark(bookmark: Bookmark): void;
  /**
   * A control that can be filled in. `draw` paints what it shows: as it stands (null), or a box or button that is checked or isn't. Where fields can't be,
   * it is drawn once.
   */
  field(field: FormField, look: FieldLook, draw: (isChecked: boolean | null) => void): void;

  /**
   * Marked content: what follows until endTag belongs to the structure element of this box index, and is the range [start, end) of the text of its
   * inline content. `bounds`: the place of a picture.
   */
  beginTag(structure: number, start: number, end: number, bounds: Bounds | null): void;
  /** What follows until endTag is no content, and neither is what is tagged in it. */
  beginArtifact(kind: ArtifactKind): void;
  endTag(): void;
}
