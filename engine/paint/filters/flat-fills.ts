/**
 * Filled shapes in a few colors, such as lines of text and their shadows. They are blurred without the rasterizer, which
 * takes ten times as long. Blurring is linear, so each color has a grid of coverage that is blurred separately.
 */
import type { Budget } from '../../budget.ts';
import type { Color } from '../../css/color.ts';
import type { RasterData } from '../../images/image.ts';
import { coverageRaster, rgbOf } from '../blurred-shadow.ts';
import { Coverage } from '../coverage.ts';
import { type DisplayList, numbersAfter, type Path } from '../display-list.ts';
import { boundsOfPoints } from '../flatten-path.ts';
import { emboldened, glyphPath } from '../glyph-paths.ts';
import { grown, intersect, type Rect, uniteRects } from '../rects.ts';
import { pathOf, sharpRect } from '../rounded-rect.ts';
import { transformInPlace } from '../svg/svg-geometry.ts';
import { outlineCost, type RasterCost } from './raster-cost.ts';

/** Content in more colors is left to the rasterizer. */
const MAX_COLORS = 4;
/** Wider blurs are left to the rasterizer. In px. */
const MAX_DEVIATION = 50;
/** A Gaussian is invisible beyond this many deviations. */
const REACH = 3;
/** Path numbers that are copied per tick of the budget. */
const NUMBERS_PER_TICK = 16;

/** Nanoseconds per sample for drawing, for blurring, for adding to the grid of one color, and for the picture. */
const DRAWN = 30;
const BLURRED = 60;
const ADDED = 10;
const PICTURE = 100;
/** Nanoseconds per number of a path. */
const NUMBER = 20;
/** The number of pictures of full size that exist at the same time, in addition to one for each color. */
const LAYERS = 5;

/** Positions in equal drawings are compared in these steps per px. */
const KEY_STEPS = 256;
/** Gives each byte a character of its own. */
const BYTES_AS_TEXT = new TextDecoder('latin1');

const IDENTITY = [1, 0, 0, 1, 0, 0] as const;

/** Shapes that are drawn together in one color. */
interface Fill {
  readonly shapes: readonly Path[];
  readonly color: Color;
  /** The deviation of a shadow's own blur, in px. */
  readonly deviation: number;
  /** The covered area, including the shadow's blur. */
  readonly bounds: Rect;
}

/** Content that consists of fills in a few colors, and the deviation of the blur over it in px. */
export class FlatFills {
  private readonly fills: readonly Fill[];
  private readonly colors: readonly Color[];
  private readonly deviation: number;

  private constructor(fills: readonly Fill[], colors: readonly Color[], deviation: number) {
    this.fills = fills;
    this.colors = colors;
    this.deviation = deviation;
  }

  /** Returns null if the list draws anything else. */
  static of(list: DisplayList, deviation: number, budget: Budget): FlatFills | null {
    if (deviation > MAX_DEVIATION) return null;
    const fills = fillsOf(list, budget);
    if (fills === null || fills.length === 0) return null;
    const colors = new Map(fills.map(({ color }) => [keyOf(color), color]));
    return colors.size > MAX_COLORS ? null : new FlatFills(fills, [...colors.values()], deviation);
  }

  /** The area of the content before the blur. */
  get bounds(): Rect {
    return this.fills.map(({ bounds }) => bounds).reduce((a, b) => uniteRects(a, b)!);
  }

  /** The area that affects a picture of `area`. Each pass of the blur needs the one before beyond the content, too. */
  worked(area: Rect): Rect {
    const reach = REACH * this.deviation;
    return intersect(grown(area, reach), uniteRects(area, grown(this.bounds, reach))!);
  }

  /** Returns whether every blur is wide enough for a box blur with `scale` samples per px. */
  suits(scale: number): boolean {
    return [this.deviation, ...this.fills.map(({ deviation }) => deviation)].every(
      (deviation) => deviation === 0 || deviation * scale >= 1,
    );
  }

  /** Returns the cost of a picture that processes `worked`. */
  cost(worked: Rect): RasterCost {
    let fixed = 0;
    let rows = 0;
    let flat = PICTURE + BLURRED * this.colors.length;
    for (const { shapes, bounds, deviation } of this.fills) {
      for (const path of shapes) {
        fixed += NUMBER * path.length;
        rows += outlineCost(path, IDENTITY, 0);
      }
      const { width, height } = intersect(bounds, worked);
      const each = DRAWN + (deviation > 0 ? BLURRED : 0) + ADDED * this.colors.length;
      flat += (each * width * height) / (worked.width * worked.height);
    }
    return { fixed, flat, kernel: 0, rows, layers: LAYERS + this.colors.length, bytes: 0 };
  }

  /** Returns a text that is equal for drawings that show the same in their areas. */
  key({ x, y, width, height }: Rect): string {
    let key = `${width} ${height} ${this.deviation}`;
    for (const { shapes, color, deviation } of this.fills) {
      key += ` ${keyOf(color)} ${color.a} ${deviation}`;
      for (const path of shapes) key += ` ${path.length} ${positionsKey(path, x, y)}`;
    }
    return key;
  }

  /** Returns pictures of an area with `scale` samples per px, one for each color, lowest first. */
  pictures(area: Rect, scale: number, budget: Budget): RasterData[] {
    const width = Math.max(1, Math.round(area.width * scale));
    const height = Math.max(1, Math.round(area.height * scale));
    const worked = this.worked(area);
    // The grids start a whole number of samples before the picture.
    const across = Math.ceil((area.x - worked.x) * scale);
    const down = Math.ceil((area.y - worked.y) * scale);
    const right = Math.max(0, Math.ceil((worked.x + worked.width) * scale - area.x * scale) - width);
    const bottom = Math.max(0, Math.ceil((worked.y + worked.height) * scale - area.y * scale) - height);
    const place: Place = { left: area.x - across / scale, top: area.y - down / scale, scale };
    const grids = this.colors.map(() => new Coverage(across + width + right, down + height + bottom));
    for (const fill of this.fills) {
      const color = this.colors.findIndex((other) => keyOf(other) === keyOf(fill.color));
      addFill(grids, color, fill, worked, place);
      budget.look();
    }
    const shown = grids.map((grid) => {
      grid.blur(this.deviation * scale);
      const cut = new Coverage(width, height);
      cut.addGrid(grid, -across, -down);
      return cut;
    });
    uncover(shown);
    return shown.map((grid, i) => coverageRaster(grid, this.colors[i]!.withAlpha(1)));
  }
}

/** The position of a grid's first sample in px, and its samples per px. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Draws a fill over what the grids contain: it covers the other colors. */
function addFill(
  grids: readonly Coverage[],
  color: number,
  { shapes, bounds, deviation, color: { a } }: Fill,
  worked: Rect,
  { left, top, scale }: Place,
): void {
  const area = intersect(bounds, grown(worked, REACH * deviation));
  if (area.width <= 0 || area.height <= 0) return;
  const column = Math.floor((area.x - left) * scale);
  const row = Math.floor((area.y - top) * scale);
  const drawn = new Coverage(
    Math.ceil((area.x + area.width - left) * scale) - column,
    Math.ceil((area.y + area.height - top) * scale) - row,
  );
  for (const path of shapes) drawn.add(path, left + column / scale, top + row / scale, scale);
  if (deviation > 0) drawn.blur(deviation * scale);
  for (let i = 0; i < drawn.samples.length; i++) drawn.samples[i] = a * Math.min(1, drawn.samples[i]!);
  for (const grid of grids) grid.cover(drawn, column, row);
  grids[color]!.addGrid(drawn, column, row);
}

/** Converts shares of pixels to the opacities of pictures that lie on each other, lowest first. */
function uncover(grids: readonly Coverage[]): void {
  if (grids.length === 1) return;
  const covered = new Float32Array(grids[0]!.samples.length);
  for (const { samples } of grids.toReversed()) {
    for (let i = 0; i < samples.length; i++) {
      const share = samples[i]!;
      if (share === 0) continue;
      samples[i] = Math.min(1, share / Math.max(share, 1 - covered[i]!));
      covered[i]! += share;
    }
  }
}

/** Returns the fills of a list, or null if it draws anything else. */
function fillsOf(list: DisplayList, budget: Budget): Fill[] | null {
  const fills: Fill[] = [];
  const saved: { readonly x: number; readonly y: number }[] = [];
  let [x, y] = [0, 0];
  const add = (shapes: Path[], color: Color): void => {
    if (color.a <= 0) return;
    for (const path of shapes) budget.tickBy(1 + path.length / NUMBERS_PER_TICK);
    const moved = shapes.map((path) => movedPath(path, x, y));
    const bounds = boundsOfPoints(moved);
    if (bounds !== null) fills.push({ shapes: moved, color, deviation: 0, bounds });
  };
  for (const c of list) {
    switch (c.type) {
      case 'save':
        saved.push({ x, y });
        break;
      case 'restore':
        ({ x, y } = saved.pop() ?? { x, y });
        break;
      case 'transform': {
        const [a, b, d, e, dx, dy] = c.matrix;
        if (a !== 1 || b !== 0 || d !== 0 || e !== 1) return null;
        [x, y] = [x + dx, y + dy];
        break;
      }
      case 'fillRect':
        add([pathOf(sharpRect(c.x, c.y, c.width, c.height))], c.color);
        break;
      case 'fillPath':
        if (c.evenOdd) return null;
        add([c.path], c.color);
        break;
      case 'drawGlyphs': {
        if (c.stroke !== null) return null;
        if (c.color.a <= 0) break;
        const path = glyphPath(c.placement);
        add(c.placement.run.syntheticBold ? emboldened(path, c.placement.run) : [path], c.color);
        break;
      }
      case 'shadow': {
        const cast = fillsOf(c.content, budget);
        const own = c.blur?.deviation ?? 0;
        if (cast === null || own > MAX_DEVIATION) return null;
        const shadow = own > 0 ? blurredFill(cast, own) : cast;
        if (shadow === null) return null;
        for (const fill of shadow) fills.push(movedFill(fill, x, y));
        break;
      }
      case 'beginTag':
      case 'beginArtifact':
      case 'endTag':
      case 'beginOverprint':
      case 'endOverprint':
      case 'beginContentLayer':
      case 'endContentLayer':
      case 'link':
      case 'comment':
      case 'destination':
      case 'bookmark':
        // Pixels have no structure, links, inks or layers.
        break;
      default:
        return null;
    }
  }
  return fills;
}

/** Returns sharp fills of one color as one blurred fill; null: they have several colors, or are blurred. */
function blurredFill(fills: readonly Fill[], deviation: number): readonly Fill[] | null {
  const [first] = fills;
  if (first === undefined) return fills;
  const { color } = first;
  if (fills.some((fill) => fill.deviation > 0 || fill.color.a !== color.a || keyOf(fill.color) !== keyOf(color)))
    return null;
  const shapes = fills.flatMap((fill) => fill.shapes);
  return [{ shapes, color, deviation, bounds: grown(boundsOfPoints(shapes)!, REACH * deviation + 1) }];
}

function movedFill(fill: Fill, x: number, y: number): Fill {
  const { bounds } = fill;
  const shapes = fill.shapes.map((path) => movedPath(path, x, y));
  return { ...fill, shapes, bounds: { ...bounds, x: bounds.x + x, y: bounds.y + y } };
}

function movedPath(path: Path, x: number, y: number): Path {
  if (x === 0 && y === 0) return path;
  const out = [...path];
  transformInPlace(out, [1, 0, 0, 1, x, y]);
  return out;
}

/** Returns a text of the operators and points of a path in steps, relative to (left, top). */
function positionsKey(path: Path, left: number, top: number): string {
  const steps = new Int32Array(path.length);
  for (let i = 0; i < path.length;) {
    const op = path[i]!;
    steps[i++] = op;
    for (const end = i + numbersAfter(op); i < end; i += 2) {
      steps[i] = Math.round((path[i]! - left) * KEY_STEPS);
      steps[i + 1] = Math.round((path[i + 1]! - top) * KEY_STEPS);
    }
  }
  return BYTES_AS_TEXT.decode(new Uint8Array(steps.buffer));
}

/** Returns a number that is equal for colors that differ in opacity only. */
function keyOf(color: Color): number {
  const [red, green, blue] = rgbOf(color);
  return (red << 16) | (green << 8) | blue;
}
