/**
 * The display list: the output of painting for a page, as data. Passes read and rewrite lists, and outputs consume
 * them. A list lives as long as its page, so that long documents need no more memory than short ones.
 */
import type { Color } from '../css/color.ts';
import type { CommentStyle, ContentLayer } from '../css/computed-values.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { FontFace } from '../fonts/font-face.ts';
import type { ImageResource } from '../images/image.ts';
import type { Matrix } from '../layout/fragments/transform.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import type { Rect } from './rects.ts';

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

/** The target of a link: a URL, or a named destination in this document. */
export type LinkTarget = { readonly url: string } | { readonly destination: string };

/** A link in the structure tree: the box of its structure element (null: outside of the structure) and its name. */
export interface LinkLabel {
  readonly structure: number | null;
  readonly name: string;
}

/** The appearance of a form field: its rectangle and the style of its text. Sizes in CSS px. */
export interface FieldLook extends Rect {
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

/** A comment on an element. Its places on a page share an annotation. */
export interface Comment {
  readonly text: string;
  /** '' for none. */
  readonly author: string;
  readonly style: Exclude<CommentStyle, 'auto'>;
}

/**
 * A page label: the number, the name of a counter style, and the letters after the number; and the text that replaces
 * them, or null.
 */
export interface PageLabel {
  readonly text: string | null;
  readonly number: number;
  readonly suffix: string;
  readonly style: string;
}

/** A page on a larger sheet: distances from the page and its bleed to the edges of the sheet, in CSS px. */
export interface SheetTrim {
  readonly page: number;
  readonly bleed: number;
}

/** A pattern's cell and the distances between its copies, in CSS px. */
interface PatternCell extends Rect {
  readonly stepX: number;
  readonly stepY: number;
}

interface Of<Type extends string> {
  readonly type: Type;
}

export interface FillRect extends Of<'fillRect'>, Rect {
  readonly color: Color;
}

export interface Glyphs extends Of<'drawGlyphs'> {
  readonly placement: GlyphPlacement;
  readonly color: Color;
  readonly stroke: { readonly width: number; readonly color: Color } | null;
}

export interface FieldCommand extends Of<'field'>, FieldStates {
  readonly field: FormField;
  readonly look: FieldLook;
}

/** The appearance of a form field: in its current state, and checked and unchecked (null: it can't be checked). */
interface FieldStates {
  readonly shown: DisplayList;
  readonly checked: DisplayList | null;
  readonly unchecked: DisplayList | null;
}

/** The blur of a shadow in content that becomes pixels. */
export interface ShadowBlur {
  /** In px. */
  readonly deviation: number;
  /** The area of the blurred content. */
  readonly bounds: Rect;
}

/** One step of painting. */
export type Command =
  | Of<'save' | 'restore' | 'endGroup' | 'endMask' | 'beginOverprint' | 'endOverprint' | 'endContentLayer' | 'endTag'>
  | FillRect
  | Glyphs
  | FieldCommand
  | (Of<'transform'> & { readonly matrix: Matrix })
  | (Of<'clipRect'> & Rect)
  | (Of<'clipPath'> & { readonly path: Path; readonly evenOdd: boolean })
  | (Of<'fillPath'> & { readonly path: Path; readonly evenOdd: boolean; readonly color: Color })
  | (Of<'strokePath'> & { readonly path: Path; readonly stroke: StrokeStyle; readonly color: Color })
  | (Of<'fillGradient'> & { readonly path: Path; readonly evenOdd: boolean; readonly gradient: GradientPaint })
  | (Of<'fillPattern'> & { readonly path: Path; readonly cell: PatternCell; readonly content: DisplayList })
  | (Of<'drawImage'> & Rect & { readonly image: ImageResource; readonly smooth: boolean })
  | (Of<'shadow'> & { readonly content: DisplayList; readonly blur: ShadowBlur | null })
  | (Of<'backdrop'> & { readonly bounds: Rect; readonly content: DisplayList })
  | (Of<'beginGroup'> & { readonly opacity: number; readonly blend: string; readonly isolated: boolean })
  | (Of<'beginMask'> & {
      readonly kind: 'alpha' | 'luminance';
      readonly bounds: Rect;
      readonly content: DisplayList;
    })
  | (Of<'beginContentLayer'> & { readonly layer: ContentLayer; readonly position: SourcePosition | null })
  | (Of<'comment'> & Rect & { readonly comment: Comment; readonly structure: number | null })
  | (Of<'link'> & Rect & { readonly target: LinkTarget; readonly label: LinkLabel })
  | (Of<'destination'> & {
      readonly name: string;
      readonly x: number;
      readonly y: number;
      readonly structure: number | null;
    })
  | (Of<'bookmark'> & { readonly bookmark: Bookmark })
  | (Of<'beginTag'> & {
      readonly structure: number;
      readonly start: number;
      readonly end: number;
      readonly bounds: Rect | null;
    })
  | (Of<'beginArtifact'> & { readonly kind: ArtifactKind });

export type DisplayList = readonly Command[];

/** A command of one type. */
export type CommandOf<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

/** A place in a list that is still being built. */
export interface ListPlace {
  readonly list: DisplayList;
  readonly at: number;
}

const SAVE: Command = { type: 'save' };
const RESTORE: Command = { type: 'restore' };
const END_GROUP: Command = { type: 'endGroup' };
const END_MASK: Command = { type: 'endMask' };
const BEGIN_OVERPRINT: Command = { type: 'beginOverprint' };
const END_OVERPRINT: Command = { type: 'endOverprint' };
const END_CONTENT_LAYER: Command = { type: 'endContentLayer' };
const END_TAG: Command = { type: 'endTag' };

/** Returns the command that ends what a command opens, or null if it opens nothing. */
export function closerOf({ type }: Command): Command | null {
  switch (type) {
    case 'save':
      return RESTORE;
    case 'beginTag':
    case 'beginArtifact':
      return END_TAG;
    case 'beginGroup':
      return END_GROUP;
    case 'beginMask':
      return END_MASK;
    case 'beginOverprint':
      return END_OVERPRINT;
    case 'beginContentLayer':
      return END_CONTENT_LAYER;
    default:
      return null;
  }
}

/** Returns whether a command ends what another one opened. */
export const isCloser = ({ type }: Command): boolean => type === 'restore' || type.startsWith('end');

/** Records commands. Coordinates are CSS px from the page's top left corner, y down. */
export class DisplayListBuilder {
  private commands: Command[] = [];

  /** The commands so far. */
  get list(): DisplayList {
    return this.commands;
  }

  get place(): ListPlace {
    return { list: this.commands, at: this.commands.length };
  }

  /** Returns the drawing of `draw` as a separate list. */
  record(draw: () => void): DisplayList {
    const outer = this.commands;
    const own: Command[] = [];
    this.commands = own;
    draw();
    this.commands = outer;
    return own;
  }

  append(list: DisplayList): void {
    for (const command of list) this.commands.push(command);
  }

  save(): void {
    this.commands.push(SAVE);
  }

  restore(): void {
    this.commands.push(RESTORE);
  }

  transform(matrix: Matrix): void {
    this.commands.push({ type: 'transform', matrix });
  }

  clipRect(x: number, y: number, width: number, height: number): void {
    this.commands.push({ type: 'clipRect', x, y, width, height });
  }

  clipPath(path: Path, evenOdd: boolean): void {
    this.commands.push({ type: 'clipPath', path, evenOdd });
  }

  fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    this.commands.push({ type: 'fillRect', x, y, width, height, color });
  }

  fillPath(path: Path, evenOdd: boolean, color: Color): void {
    this.commands.push({ type: 'fillPath', path, evenOdd, color });
  }

  strokePath(path: Path, stroke: StrokeStyle, color: Color): void {
    this.commands.push({ type: 'strokePath', path, stroke, color });
  }

  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    this.commands.push({ type: 'fillGradient', path, evenOdd, gradient });
  }

  fillPattern(path: Path, cell: PatternCell, content: DisplayList): void {
    this.commands.push({ type: 'fillPattern', path, cell, content });
  }

  drawGlyphs(placement: GlyphPlacement, color: Color, stroke: Glyphs['stroke']): void {
    this.commands.push({ type: 'drawGlyphs', placement, color, stroke });
  }

  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void {
    this.commands.push({ type: 'drawImage', image, x, y, width, height, smooth });
  }

  /**
   * Draws the shadow of other content. It casts no shadow itself, unless it has a `blur`, which only content that becomes
   * pixels can have.
   */
  shadow(content: DisplayList, blur: ShadowBlur | null = null): void {
    this.commands.push({ type: 'shadow', content, blur });
  }

  /** Draws the filtered backdrop of a layer with these bounds. */
  backdrop(bounds: Rect, content: DisplayList): void {
    this.commands.push({ type: 'backdrop', bounds, content });
  }

  beginGroup(opacity: number, blend: string, isolated: boolean): void {
    this.commands.push({ type: 'beginGroup', opacity, blend, isolated });
  }

  endGroup(): void {
    this.commands.push(END_GROUP);
  }

  beginMask(kind: 'alpha' | 'luminance', bounds: Rect, content: DisplayList): void {
    this.commands.push({ type: 'beginMask', kind, bounds, content });
  }

  endMask(): void {
    this.commands.push(END_MASK);
  }

  beginOverprint(): void {
    this.commands.push(BEGIN_OVERPRINT);
  }

  endOverprint(): void {
    this.commands.push(END_OVERPRINT);
  }

  beginContentLayer(layer: ContentLayer, position: SourcePosition | null): void {
    this.commands.push({ type: 'beginContentLayer', layer, position });
  }

  endContentLayer(): void {
    this.commands.push(END_CONTENT_LAYER);
  }

  link(x: number, y: number, width: number, height: number, target: LinkTarget, label: LinkLabel): void {
    this.commands.push({ type: 'link', x, y, width, height, target, label });
  }

  /** Adds a place of a comment. `structure`: the index of the commented box; null outside the structure. */
  comment({ x, y, width, height }: Rect, comment: Comment, structure: number | null): void {
    this.commands.push({ type: 'comment', x, y, width, height, comment, structure });
  }

  destination(name: string, x: number, y: number, structure: number | null): void {
    this.commands.push({ type: 'destination', name, x, y, structure });
  }

  bookmark(bookmark: Bookmark): void {
    this.commands.push({ type: 'bookmark', bookmark });
  }

  field(field: FormField, look: FieldLook, { shown, checked, unchecked }: FieldStates): void {
    this.commands.push({ type: 'field', field, look, shown, checked, unchecked });
  }

  beginTag(structure: number, start: number, end: number, bounds: Rect | null): void {
    this.commands.push({ type: 'beginTag', structure, start, end, bounds });
  }

  beginArtifact(kind: ArtifactKind): void {
    this.commands.push({ type: 'beginArtifact', kind });
  }

  endTag(): void {
    this.commands.push(END_TAG);
  }
}

/** The output to which a document's pages are written. */
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
