/**
 * Writes a display list as SVG markup, for content that must become pixels. Text becomes outlines, so that the markup
 * needs no fonts.
 */
import type { Budget } from '../../budget.ts';
import type { Color } from '../../css/color.ts';
import { FORMAT_NAMES, type ImageData } from '../../images/image.ts';
import { imageDataUrl } from '../../raster/image-data-url.ts';
import {
  type Command,
  type CommandOf,
  type DisplayList,
  DisplayListBuilder,
  type Glyphs,
  type GradientPaint,
  type Matrix,
  type Path,
  type ShadowBlur,
  type StrokeStyle,
} from '../display-list.ts';
import { SYNTHETIC_BOLD } from '../../text/glyph-run.ts';
import { glyphArea, glyphBounds, glyphPath } from '../glyph-paths.ts';
import { multiply } from '../matrix.ts';
import { pathOf, sharpRect } from '../rounded-rect.ts';
import { boundsOf, transformInPlace } from '../svg/svg-geometry.ts';
import { type Drawn, ListMarkup } from './list-markup.ts';
import { gradientMarkup, paintSectors } from './gradient-markup.ts';
import { OpaqueAreas } from './opaque-areas.ts';
import { outlineCost } from './raster-cost.ts';
import { colorAttributes, matrixAttribute, num, pathData, rectAttributes } from './markup.ts';
import { intersect, type Rect, uniteRects } from '../rects.ts';

/** Path numbers that are converted to text per budget tick. */
const NUMBERS_PER_TICK = 4;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The state stored by `save`: the open elements, the matrix, and the visible area. */
interface SavedState {
  readonly open: number;
  readonly matrix: Matrix;
  readonly clip: Rect | null;
  readonly isPlain: boolean;
}

/** What is drawn, and where it is seen. */
export interface Seen {
  /** The visible area in the list's coordinates. Default: everything. */
  readonly sight?: Rect | null;
  /** Whether only the silhouette matters, so that content within opaque shapes is left out. */
  readonly isSilhouette?: boolean;
}

/** Returns whether two rectangles overlap or touch. */
const meet = (a: Rect, b: Rect): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

/** Returns the markup of a list. `prefix` keeps its ids apart from those of other markup in the same document. */
export function listMarkup(list: DisplayList, budget: Budget, prefix: string, seen: Seen = {}): ListMarkup {
  return new ListWriter(list, budget, prefix, seen).markup;
}

class ListWriter {
  private readonly out: (string | Drawn)[] = [];
  private shapes = 0;
  private omitted: string | null = null;
  /** Nesting depth of masks, patterns and gradients. Their content doesn't extend the bounds. */
  private hidden = 0;
  /** The cost of outlines that are only used as masks, patterns or clips. */
  private hiddenRows = 0;
  private ids = 0;
  private open = 0;
  private matrix: Matrix = IDENTITY;
  private clip: Rect | null = null;
  private readonly saved: SavedState[] = [];
  private ink: Rect | null = null;
  private readonly budget: Budget;
  private readonly prefix: string;
  private readonly sight: Rect | null;
  /** Where the silhouette is known. null: the content itself is drawn. */
  private readonly opaque: OpaqueAreas | null;
  /** Whether shapes are neither turned nor clipped by anything but an upright rectangle. */
  private isPlain = true;
  /** The number of open groups and masks, in which shapes may be translucent. */
  private groups = 0;

  constructor(list: DisplayList, budget: Budget, prefix: string, { sight = null, isSilhouette = false }: Seen) {
    this.budget = budget;
    this.prefix = prefix;
    this.sight = sight;
    this.opaque = isSilhouette ? new OpaqueAreas() : null;
    this.draw(list);
  }

  /** Returns everything that has been written. */
  get markup(): ListMarkup {
    const { out, hiddenRows, ink, shapes, omitted } = this;
    return new ListMarkup(out, hiddenRows, ink, shapes, omitted);
  }

  /** Writes the drawing of a path that reaches the given distance beyond its outline. `box`: the bounds of the path. */
  private write(markup: () => string, path: Path, reach = 0, strokeWidth = 0, box = boundsOf(path)): void {
    this.budget.tickBy(1 + path.length / NUMBERS_PER_TICK);
    const bounds = this.note(box, reach);
    if (bounds !== null && this.opaque?.cover(bounds)) return;
    const rows = outlineCost(path, this.matrix, strokeWidth);
    if (bounds !== null && this.sight !== null && !meet(bounds, this.sight)) return;
    this.shapes++;
    if (bounds === null) {
      this.hiddenRows += rows;
      this.out.push(markup());
    } else {
      this.out.push({ markup: markup(), bounds, rows, isBlurred: false });
    }
  }

  /**
   * Returns whether a text is entirely hidden. PERF: a header's backdrop can be a full page of text whose outlines
   * aren't needed.
   */
  private isOutOfSight(placement: Glyphs['placement'], strokeWidth: number): boolean {
    if (this.sight === null || this.hidden > 0) return false;
    const area = this.note(boundsOf(pathOf(glyphArea(placement))), strokeWidth);
    return area !== null && !meet(area, this.sight);
  }

  /** Returns whether text within a box adds nothing to the silhouette. PERF: its outlines aren't needed then. */
  private isCovered(box: Rect | null, strokeWidth: number): boolean {
    if (this.opaque === null) return false;
    const bounds = this.note(box, strokeWidth);
    this.budget.tick();
    return bounds !== null && this.opaque.cover(bounds);
  }

  private id(): string {
    return `${this.prefix}${this.ids++}`;
  }

  private begin(element: string): void {
    this.out.push(element);
    this.open++;
  }

  private end(count: number): void {
    for (let i = 0; i < count; i++) this.out.push('</g>');
    this.open -= count;
  }

  /** Extends the bounds by the box of a path. Returns where it is, ignoring clips, or null if that is unknown. */
  private note(box: Rect | null, reach: number): Rect | null {
    if (this.hidden > 0 || !box) return null;
    const grown = pathOf(sharpRect(box.x - reach, box.y - reach, box.width + 2 * reach, box.height + 2 * reach));
    transformInPlace(grown, this.matrix);
    const seen = boundsOf(grown);
    if (seen) this.ink = uniteRects(this.ink, intersect(this.clip, seen));
    return seen;
  }

  private draw(list: DisplayList): void {
    for (const command of list) this.command(command);
  }

  /** Pixels have no structure, links, inks or layers. */
  private command(c: Command): void {
    switch (c.type) {
      case 'save':
        return this.save();
      case 'restore':
        return this.restore();
      case 'transform':
        this.matrix = multiply(c.matrix, this.matrix);
        this.isPlain &&= c.matrix[1] === 0 && c.matrix[2] === 0;
        return this.begin(`<g${matrixAttribute('transform', c.matrix)}>`);
      case 'clipRect':
        return this.clipTo(pathOf(sharpRect(c.x, c.y, c.width, c.height)), false);
      case 'clipPath':
        this.isPlain = false;
        return this.clipTo(c.path, c.evenOdd);
      case 'fillRect':
        return this.fill(pathOf(sharpRect(c.x, c.y, c.width, c.height)), false, c.color);
      case 'fillPath':
        return this.fill(c.path, c.evenOdd, c.color);
      case 'strokePath':
        return this.stroke(c.path, c.stroke, c.color);
      case 'fillGradient':
        return this.gradient(c);
      case 'fillPattern':
        return this.pattern(c);
      case 'drawGlyphs':
        return this.glyphs(c);
      case 'drawImage':
        return this.image(c);
      case 'shadow':
        return c.blur === null ? this.draw(c.content) : this.blurred(c.content, c.blur);
      case 'backdrop':
        return this.draw(c.content);
      // Rasterized fields can't be filled in.
      case 'field':
        return this.draw(c.shown);
      case 'beginGroup': {
        this.groups++;
        const blend = c.blend === 'normal' ? '' : `mix-blend-mode:${c.blend};`;
        const style = `${blend}${c.isolated ? 'isolation:isolate' : ''}`;
        return this.begin(`<g opacity="${num(c.opacity)}"${style === '' ? '' : ` style="${style}"`}>`);
      }
      case 'beginMask':
        this.groups++;
        return this.beginMask(c);
      case 'endGroup':
      case 'endMask':
        this.groups--;
        return this.end(1);
    }
  }

  private save(): void {
    this.saved.push({ open: this.open, matrix: this.matrix, clip: this.clip, isPlain: this.isPlain });
  }

  private restore(): void {
    const state = this.saved.pop();
    if (!state) return;
    this.end(this.open - state.open);
    this.matrix = state.matrix;
    this.clip = state.clip;
    this.isPlain = state.isPlain;
  }

  private clipTo(path: Path, evenOdd: boolean): void {
    this.budget.tickBy(1 + path.length / NUMBERS_PER_TICK);
    this.hiddenRows += outlineCost(path, this.matrix, 0);
    const id = this.id();
    const rule = evenOdd ? ' clip-rule="evenodd"' : '';
    this.out.push(`<clipPath id="${id}"><path d="${pathData(path)}"${rule}/></clipPath>`);
    this.begin(`<g clip-path="url(#${id})">`);
    const outline = [...path];
    transformInPlace(outline, this.matrix);
    this.clip = intersect(this.clip, boundsOf(outline) ?? { x: 0, y: 0, width: 0, height: 0 });
  }

  private fill(path: Path, evenOdd: boolean, color: Color, box = boundsOf(path)): void {
    if (color.a <= 0) return;
    const markup = (): string => `<path d="${pathData(path)}"${fillRule(evenOdd)}${colorAttributes('fill', color)}/>`;
    this.write(markup, path, 0, 0, box);
    if (color.a >= 1 && this.isPlain && this.groups + this.hidden === 0) this.opaque?.add(path, this.matrix, this.clip);
  }

  private stroke(path: Path, stroke: StrokeStyle, color: Color, box = boundsOf(path)): void {
    if (color.a <= 0) return;
    const reach = (stroke.width / 2) * (stroke.join === 'miter' ? Math.max(1, stroke.miterLimit) : Math.SQRT2);
    const dash = stroke.dash.length > 0 ? ` stroke-dasharray="${stroke.dash.map(num).join(' ')}"` : '';
    const markup = (): string =>
      [
        `<path d="${pathData(path)}" fill="none"${colorAttributes('stroke', color)} stroke-width="${num(stroke.width)}"`,
        `${dash} stroke-dashoffset="${num(stroke.dashOffset)}" stroke-linecap="${stroke.cap}"`,
        ` stroke-linejoin="${stroke.join}" stroke-miterlimit="${num(Math.max(1, stroke.miterLimit))}"/>`,
      ].join('');
    this.write(markup, path, reach, stroke.width, box);
  }

  private gradient({ path, evenOdd, gradient }: CommandOf<'fillGradient'>): void {
    if (gradient.type === 'conic') return this.sectors(path, evenOdd, gradient);
    const id = this.id();
    this.out.push(gradientMarkup(id, gradient));
    this.write(() => `<path d="${pathData(path)}"${fillRule(evenOdd)} fill="url(#${id})"/>`, path);
  }

  private sectors(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    const sectors = new DisplayListBuilder();
    paintSectors(sectors, path, gradient);
    this.save();
    this.clipTo(path, evenOdd);
    this.draw(sectors.list);
    this.restore();
  }

  private pattern({ path, cell, content }: CommandOf<'fillPattern'>): void {
    const id = this.id();
    const place = `x="${num(cell.x)}" y="${num(cell.y)}" width="${num(cell.stepX)}" height="${num(cell.stepY)}"`;
    this.out.push(`<pattern id="${id}" patternUnits="userSpaceOnUse" ${place}>`);
    this.apart(content);
    this.out.push('</pattern>');
    this.write(() => `<path d="${pathData(path)}" fill="url(#${id})"/>`, path);
  }

  /** Draws content that is only used by other content. */
  private apart(content: DisplayList): void {
    this.hidden++;
    this.save();
    this.draw(content);
    this.restore();
    this.hidden--;
  }

  private glyphs({ placement, color, stroke }: Glyphs): void {
    if (color.a <= 0 && !(stroke && stroke.color.a > 0)) return;
    const { run } = placement;
    const bold = run.syntheticBold ? { width: run.fontSize * SYNTHETIC_BOLD, color } : null;
    const line = stroke ?? bold;
    if (this.isOutOfSight(placement, line?.width ?? 0)) return;
    const box = glyphBounds(placement);
    if (this.isCovered(box, line?.width ?? 0)) return;
    const path = glyphPath(placement);
    this.fill(path, false, color, box);
    if (line) this.stroke(path, { ...SOLID, width: line.width }, line.color, box);
  }

  private blurred(content: DisplayList, { deviation, bounds }: ShadowBlur): void {
    const area = this.note(bounds, 0);
    if (area !== null && (this.opaque?.cover(area) || (this.sight !== null && !meet(area, this.sight)))) return;
    const start = this.out.length;
    const rows = this.hiddenRows;
    this.apart(content);
    const id = this.id();
    const region = `filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB" ${rectAttributes(bounds)}`;
    // `apart` adds only strings.
    const drawn = this.out.splice(start).join('');
    const markup = `<filter id="${id}" ${region}><feGaussianBlur stdDeviation="${num(deviation)}"/></filter><g filter="url(#${id})">${drawn}</g>`;
    this.shapes++;
    if (area === null) {
      this.out.push(markup);
      return;
    }
    this.out.push({ markup, bounds: area, rows: this.hiddenRows - rows, isBlurred: true });
    this.hiddenRows = rows;
  }

  private image({ image, x, y, width, height, smooth }: CommandOf<'drawImage'>): void {
    const source = imageDataUrl(image, this.budget);
    if (source === null) {
      this.omitted ??= nameWithoutPixels(image.data);
      return;
    }
    const { turn } = source;
    // Maps the image's unit square onto the rectangle, rotated according to the camera's orientation.
    const onto = multiply(turn, [width, 0, 0, height, x, y]);
    const rendering = smooth ? '' : ' image-rendering="optimizeSpeed"';
    const square = 'width="1" height="1" preserveAspectRatio="none"';
    const markup = `<g${matrixAttribute('transform', onto)}><image ${square}${rendering} href="${source.url}"/></g>`;
    this.write(() => markup, pathOf(sharpRect(x, y, width, height)));
  }

  private beginMask({ kind, bounds, content }: CommandOf<'beginMask'>): void {
    const id = this.id();
    const { x, y, width, height } = bounds;
    const region = `x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`;
    this.out.push(`<mask id="${id}" maskUnits="userSpaceOnUse" ${region} mask-type="${kind}">`);
    this.apart(content);
    this.out.push('</mask>');
    this.begin(`<g mask="url(#${id})">`);
  }
}

const SOLID: StrokeStyle = { width: 1, dash: [], dashOffset: 0, cap: 'butt', join: 'miter', miterLimit: 4 };

const fillRule = (evenOdd: boolean): string => (evenOdd ? ' fill-rule="evenodd"' : '');

/** Returns what to call an image that can't be drawn as pixels, or null if it can. */
function nameWithoutPixels(data: ImageData): string | null {
  if (data.type === 'pdf') return 'page of a PDF';
  return data.type === 'coded' ? FORMAT_NAMES[data.coding] : null;
}
