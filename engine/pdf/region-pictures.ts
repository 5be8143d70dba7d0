/** Draws regions of a page as pixels, with everything that the page has painted there. */
import { type Color, InkColor } from '../css/color.ts';
import type { SourcePosition } from '../diagnostics.ts';
import { cutParts } from '../images/cut.ts';
import { closerOf, type Command, isCloser, type Matrix } from '../paint/display-list.ts';
import { type PixelHost, pixelsOf } from '../paint/filters/filtered.ts';
import type { ListMarkup } from '../paint/filters/list-markup.ts';
import { listMarkup } from '../paint/filters/list-writer.ts';
import { rectAttributes, rgb, svgMarkup } from '../paint/filters/markup.ts';
import { invert } from '../paint/matrix.ts';
import { grown, intersect, overlap, type Rect } from '../paint/rects.ts';
import { boxOf, transformBounds } from './bounds.ts';
import { cutRectangles } from './rectangles.ts';

/** Samples per CSS px of pictures: 384 per inch. */
const SAMPLES_PER_PX = 4;
/** The most that a canvas grows on each side, in CSS px. */
const MOST_GROWTH = 300;

/** A region to draw, after the first `end` commands. */
export interface Region {
  readonly region: Rect;
  readonly end: number;
  readonly position: SourcePosition | null;
}

interface Painted {
  readonly command: Command;
  /** The place of a drawing on the page; null: it isn't a drawing. */
  readonly place: Rect | null;
  /** Maps the command's coordinates to the page. */
  readonly matrix: Matrix;
}

/** The commands that a page has painted. */
export class RegionPictures {
  private readonly pixels: PixelHost;
  private readonly onLostInks: (at: SourcePosition | null) => void;
  private readonly paper: Color;
  private readonly base: Matrix;
  private readonly painted: Painted[] = [];

  /** `paper`: the color below everything. `base` maps the coordinates of the commands to the page. */
  constructor(pixels: PixelHost, onLostInks: (at: SourcePosition | null) => void, paper: Color, base: Matrix) {
    this.pixels = pixels;
    this.onLostInks = onLostInks;
    this.paper = paper;
    this.base = base;
  }

  /** The number of commands so far. */
  get length(): number {
    return this.painted.length;
  }

  add(command: Command, place: Rect | null, matrix: Matrix): void {
    this.painted.push({ command, place, matrix });
  }

  /** Returns the image of a region, in the coordinates of the page, or null if it can't be drawn. */
  draw(wanted: Region): Command | null {
    const { region, position } = wanted;
    const { pixels } = this;
    const content = this.contentOf(wanted);
    if (content.omitted !== null) return null;
    const area = canvasFor(region, content.extent(region));
    const paper = `<rect ${rectAttributes(grown(area, 1))} fill="${rgb(this.paper)}"/>`;
    const markup = svgMarkup(area, paper + content.markup(region));
    const data = pixelsOf(pixels, markup, area, SAMPLES_PER_PX, position, undefined, content.drawn(region));
    if (data === null) return null;
    const [across, down] = [data.width / area.width, data.height / area.height];
    const x = Math.floor((region.x - area.x) * across);
    const y = Math.floor((region.y - area.y) * down);
    const width = Math.ceil((region.x + region.width - area.x) * across) - x;
    const height = Math.ceil((region.y + region.height - area.y) * down) - y;
    const isCut = width < data.width || height < data.height;
    const [cut] = isCut ? cutParts(data, [{ x, y, width, height }], pixels.budget) : [data];
    const image = { url: '', data: { ...cut!, alpha: null }, width, height, ratio: width / height };
    const place = { x: area.x + x / across, y: area.y + y / down, width: width / across, height: height / down };
    return { type: 'drawImage', image, ...place, smooth: true };
  }

  private contentOf({ region, end, position }: Region): ListMarkup {
    const list: Command[] = [{ type: 'save' }, { type: 'transform', matrix: this.base }];
    const open: Command[] = [{ type: 'restore' }];
    let hasInks = false;
    this.pixels.budget.tickBy(end);
    for (let i = 0; i < end; i++) {
      const { command, place, matrix } = this.painted[i]!;
      if (command.type === 'beginTag' || command.type === 'beginArtifact' || command.type === 'endTag') continue;
      const closer = closerOf(command);
      if (closer !== null) open.push(closer);
      else if (isCloser(command)) open.pop();
      else if (place !== null && !overlap(place, region)) continue;
      hasInks ||= 'color' in command && command.color instanceof InkColor;
      list.push(near(command, matrix, region));
    }
    if (hasInks) this.onLostInks(position);
    return listMarkup([...list, ...open.reverse()], this.pixels.budget, 'c', { sight: region });
  }
}

/**
 * Returns the area to draw for a region. The rasterizer cuts nested layers off at a distance of one canvas from the left
 * and top of the outer layer, so the canvas grows with what the layers contain.
 */
function canvasFor(region: Rect, content: Rect): Rect {
  const across = Math.max(0, region.x - content.x - region.width) / 3;
  const down = Math.max(0, region.y - content.y - region.height) / 3;
  return grown(region, Math.min(MOST_GROWTH, Math.ceil(Math.max(across, down))));
}

/** Returns the part of a rectangle near a region, because large layers need a large canvas. */
function near(command: Command, matrix: Matrix, region: Rect): Command {
  const back = invert(matrix);
  if (back === null) return command;
  const area = transformBounds(boxOf(grown(region, 2)), back);
  switch (command.type) {
    case 'fillRect': {
      const { x0: x, y0: y, x1, y1 } = area;
      return { ...command, ...intersect(command, { x, y, width: x1 - x, height: y1 - y }) };
    }
    case 'fillPath':
    case 'fillGradient':
    case 'fillPattern':
      return { ...command, path: cutRectangles(command.path, area) };
    default:
      return command;
  }
}
