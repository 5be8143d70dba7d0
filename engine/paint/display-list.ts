/**
 * The display list: what painting emits for a page, as data. Passes read and rewrite lists, and outputs play them. A
 * list lives as long as its page, so that long documents need no more memory than short ones.
 */
import type { Color } from '../css/color.ts';
import type { ContentLayer } from '../css/computed-values.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { ImageResource } from '../images/image.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type {
  ArtifactKind,
  Bookmark,
  Bounds,
  Canvas,
  FieldLook,
  GlyphPlacement,
  GradientPaint,
  LinkLabel,
  LinkTarget,
  Matrix,
  Path,
  PatternCell,
  StrokeStyle,
} from './canvas.ts';

interface Of<Type extends string> {
  readonly type: Type;
}

export interface FillRect extends Of<'fillRect'>, Bounds {
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

/** What a form field looks like: in its current state, and checked and unchecked (null: it can't be checked). */
export interface FieldStates {
  readonly shown: DisplayList;
  readonly checked: DisplayList | null;
  readonly unchecked: DisplayList | null;
}

/** A call of `Canvas` as data. */
export type Command =
  | Of<'save' | 'restore' | 'endGroup' | 'endMask' | 'beginOverprint' | 'endOverprint' | 'endContentLayer' | 'endTag'>
  | FillRect
  | Glyphs
  | FieldCommand
  | (Of<'transform'> & { readonly matrix: Matrix })
  | (Of<'clipRect'> & Bounds)
  | (Of<'clipPath'> & { readonly path: Path; readonly evenOdd: boolean })
  | (Of<'fillPath'> & { readonly path: Path; readonly evenOdd: boolean; readonly color: Color })
  | (Of<'strokePath'> & { readonly path: Path; readonly stroke: StrokeStyle; readonly color: Color })
  | (Of<'fillGradient'> & { readonly path: Path; readonly evenOdd: boolean; readonly gradient: GradientPaint })
  | (Of<'fillPattern'> & { readonly path: Path; readonly cell: PatternCell; readonly content: DisplayList })
  | (Of<'drawImage'> & Bounds & { readonly image: ImageResource; readonly smooth: boolean })
  | (Of<'shadow'> & { readonly content: DisplayList })
  | (Of<'backdrop'> & { readonly bounds: Bounds; readonly content: DisplayList })
  | (Of<'beginGroup'> & { readonly opacity: number; readonly blend: string; readonly isolated: boolean })
  | (Of<'beginMask'> & {
      readonly kind: 'alpha' | 'luminance';
      readonly bounds: Bounds;
      readonly content: DisplayList;
    })
  | (Of<'beginContentLayer'> & { readonly layer: ContentLayer; readonly position: SourcePosition | null })
  | (Of<'link'> & Bounds & { readonly target: LinkTarget; readonly label: LinkLabel })
  | (Of<'anchor'> & {
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
      readonly bounds: Bounds | null;
    })
  | (Of<'beginArtifact'> & { readonly kind: ArtifactKind });

export type DisplayList = readonly Command[];

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

/** Records calls as commands. */
export class DisplayListBuilder implements Canvas {
  private commands: Command[] = [];

  /** The commands so far. */
  get list(): DisplayList {
    return this.commands;
  }

  get place(): ListPlace {
    return { list: this.commands, at: this.commands.length };
  }

  /** Returns what `draw` draws as a list of its own. */
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

  /** Draws the shadow of other content. It casts no shadow itself. */
  shadow(content: DisplayList): void {
    this.commands.push({ type: 'shadow', content });
  }

  /** Draws the filtered backdrop of a layer with these bounds. */
  backdrop(bounds: Bounds, content: DisplayList): void {
    this.commands.push({ type: 'backdrop', bounds, content });
  }

  beginGroup(opacity: number, blend: string, isolated: boolean): void {
    this.commands.push({ type: 'beginGroup', opacity, blend, isolated });
  }

  endGroup(): void {
    this.commands.push(END_GROUP);
  }

  beginMask(kind: 'alpha' | 'luminance', bounds: Bounds, content: DisplayList): void {
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

  anchor(name: string, x: number, y: number, structure: number | null): void {
    this.commands.push({ type: 'anchor', name, x, y, structure });
  }

  bookmark(bookmark: Bookmark): void {
    this.commands.push({ type: 'bookmark', bookmark });
  }

  field(field: FormField, look: FieldLook, { shown, checked, unchecked }: FieldStates): void {
    this.commands.push({ type: 'field', field, look, shown, checked, unchecked });
  }

  beginTag(structure: number, start: number, end: number, bounds: Bounds | null): void {
    this.commands.push({ type: 'beginTag', structure, start, end, bounds });
  }

  beginArtifact(kind: ArtifactKind): void {
    this.commands.push({ type: 'beginArtifact', kind });
  }

  endTag(): void {
    this.commands.push(END_TAG);
  }
}

/** Plays a list on a canvas. */
export function play(list: DisplayList, canvas: Canvas): void {
  for (const command of list) playCommand(command, canvas);
}

function playCommand(c: Command, canvas: Canvas): void {
  switch (c.type) {
    case 'beginTag':
      return canvas.beginTag(c.structure, c.start, c.end, c.bounds);
    case 'endTag':
      return canvas.endTag();
    case 'drawGlyphs':
      return canvas.drawGlyphs(c.placement, c.color, c.stroke);
    case 'beginArtifact':
      return canvas.beginArtifact(c.kind);
    case 'fillRect':
      return canvas.fillRect(c.x, c.y, c.width, c.height, c.color);
    case 'save':
      return canvas.save();
    case 'restore':
      return canvas.restore();
    case 'transform':
      return canvas.transform(c.matrix);
    case 'clipRect':
      return canvas.clipRect(c.x, c.y, c.width, c.height);
    case 'clipPath':
      return canvas.clipPath(c.path, c.evenOdd);
    case 'fillPath':
      return canvas.fillPath(c.path, c.evenOdd, c.color);
    case 'strokePath':
      return canvas.strokePath(c.path, c.stroke, c.color);
    case 'fillGradient':
      return canvas.fillGradient(c.path, c.evenOdd, c.gradient);
    case 'fillPattern':
      return canvas.fillPattern(c.path, c.cell, c.content);
    case 'drawImage':
      return canvas.drawImage(c.image, c.x, c.y, c.width, c.height, c.smooth);
    case 'shadow':
    case 'backdrop':
      return play(c.content, canvas);
    case 'beginGroup':
      return canvas.beginGroup(c.opacity, c.blend, c.isolated);
    case 'endGroup':
      return canvas.endGroup();
    case 'beginMask':
      return canvas.beginMask(c.kind, c.bounds, c.content);
    case 'endMask':
      return canvas.endMask();
    case 'beginOverprint':
      return canvas.beginOverprint();
    case 'endOverprint':
      return canvas.endOverprint();
    case 'beginContentLayer':
      return canvas.beginContentLayer(c.layer, c.position);
    case 'endContentLayer':
      return canvas.endContentLayer();
    case 'link':
      return canvas.link(c.x, c.y, c.width, c.height, c.target, c.label);
    case 'anchor':
      return canvas.anchor(c.name, c.x, c.y, c.structure);
    case 'bookmark':
      return canvas.bookmark(c.bookmark);
    case 'field':
      return canvas.field(c.field, c.look, c);
  }
}
