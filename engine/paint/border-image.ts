/** Border images (css-backgrounds-3 §5) and mask borders (css-masking-1 §5). CSS px. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { BorderStyle } from '../css/style-groups/border-style.ts';
import { Length } from '../css/length.ts';
import { type ImageValue } from '../css/computed-values.ts';
import type { Widths } from './border.ts';
import type { PaintContext } from './paint-context.ts';
import { naturalSize, paintImageValue, paintResource } from './paint-image.ts';
import { type Slice, slicesOf } from './sliced-image.ts';
import type { Rect } from './rects.ts';

/** Limit on the tiles of one edge or the middle. */
const MAX_TILES = 2000;

type Repeat = 'stretch' | 'repeat' | 'round' | 'space';

/** The properties that place the nine parts of an image. */
interface BorderImage {
  readonly source: ImageValue;
  readonly slice: BorderStyle['borderImageSlice'];
  readonly width: BorderStyle['borderImageWidth'];
  readonly outset: BorderStyle['borderImageOutset'];
  readonly repeat: BorderStyle['borderImageRepeat'];
}

/** Returns the border image of a style, or null. */
export function borderImageOf({ border }: ComputedStyle): BorderImage | null {
  const { borderImageSource: source, borderImageSlice: slice, borderImageWidth: width } = border;
  return source && { source, slice, width, outset: border.borderImageOutset, repeat: border.borderImageRepeat };
}

/** Returns the mask border of a style, or null. */
export function maskBorderOf({ rare }: ComputedStyle): BorderImage | null {
  const { maskBorderSource: source, maskBorderSlice: slice, maskBorderWidth: width } = rare;
  return source && { source, slice, width, outset: rare.maskBorderOutset, repeat: rare.maskBorderRepeat };
}

/** Paints an image around a border box with borders of these widths. Returns false if the image can't be shown. */
export function paintBorderImage(
  context: PaintContext,
  border: Rect,
  widths: Widths,
  image: BorderImage,
  style: ComputedStyle,
): boolean {
  const natural = naturalSize(image.source, context, style.text);
  if (!natural) return false;
  const outset = image.outset.map((value, i) => (typeof value === 'number' ? value * widths[i]! : value.resolvePx(0)));
  const area: Rect = {
    x: border.x - outset[3]!,
    y: border.y - outset[0]!,
    width: border.width + outset[1]! + outset[3]!,
    height: border.height + outset[0]! + outset[2]!,
  };
  if (area.width <= 0 || area.height <= 0) return true;
  const ratio = natural.ratio;
  const width = natural.width ?? (natural.height !== null && ratio !== null ? natural.height * ratio : area.width);
  const height =
    natural.height ?? (natural.width !== null && ratio !== null && ratio > 0 ? natural.width / ratio : area.height);
  if (width <= 0 || height <= 0) return true;
  const slices = sliceSizes(image, width, height);
  const used = imageWidths(image, widths, slices, area);
  new NineSlices(context, image, style, { width, height }, slices, area, used).paint();
  return true;
}

function sliceSizes({ slice: { values } }: BorderImage, width: number, height: number): number[] {
  return values.map((slice, i) => {
    const basis = i % 2 === 0 ? height : width;
    return Math.min(basis, Math.max(0, slice.percent ? (slice.value * basis) / 100 : slice.value));
  });
}

/** Returns the used `border-image-width`s. Overlapping opposite ones shrink together with all others (§5.3). */
function imageWidths(image: BorderImage, widths: Widths, slices: readonly number[], area: Rect): number[] {
  const used = image.width.map((value, i) => {
    if (typeof value === 'number') return value * widths[i]!;
    if (value === Length.AUTO || value.isAuto) return slices[i]!;
    return Math.max(0, value.resolvePx(i % 2 === 0 ? area.height : area.width));
  });
  const f = Math.min(
    1,
    area.width / Math.max(1e-9, used[1]! + used[3]!),
    area.height / Math.max(1e-9, used[0]! + used[2]!),
  );
  return f < 1 ? used.map((width) => width * f) : used;
}

/** One of the nine parts: its source in the image and its target. */
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly source: Rect;
  readonly target: Rect;
}

class NineSlices {
  private readonly context: PaintContext;
  private readonly image: BorderImage;
  private readonly style: ComputedStyle;
  private readonly size: { readonly width: number; readonly height: number };
  private readonly slices: readonly number[];
  private readonly area: Rect;
  private readonly used: readonly number[];
  /** The current slice, if it has a separate image. */
  private slice: Slice | null = null;

  constructor(
    context: PaintContext,
    image: BorderImage,
    style: ComputedStyle,
    size: { width: number; height: number },
    slices: readonly number[],
    area: Rect,
    used: readonly number[],
  ) {
    this.context = context;
    this.image = image;
    this.style = style;
    this.size = size;
    this.slices = slices;
    this.area = area;
    this.used = used;
  }

  paint(): void {
    const [top, right, bottom, left] = this.slices;
    const [ut, ur, ub, ul] = this.used;
    const { area, size } = this;
    const midW = Math.max(0, size.width - left! - right!);
    const midH = Math.max(0, size.height - top! - bottom!);
    const x = [area.x, area.x + ul!, area.x + area.width - ur!];
    const y = [area.y, area.y + ut!, area.y + area.height - ub!];
    const w = [ul, area.width - ul! - ur!, ur];
    const h = [ut, area.height - ut! - ub!, ub];
    const sx = [0, left, size.width - right!];
    const sy = [0, top, size.height - bottom!];
    const sw = [left, midW, right];
    const sh = [top, midH, bottom];
    const cells: Cell[] = [];
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        const middle = row === 1 && column === 1;
        if (middle && !this.image.slice.fill) continue;
        const source = { x: sx[column]!, y: sy[row]!, width: sw[column]!, height: sh[row]! };
        const target = { x: x[column]!, y: y[row]!, width: w[column]!, height: h[row]! };
        if (source.width <= 0 || source.height <= 0 || target.width <= 0 || target.height <= 0) continue;
        cells.push({ row, column, source, target });
      }
    }
    this.paintCells(cells);
  }

  private paintCells(cells: readonly Cell[]): void {
    const sources = cells.map(({ source }) => source);
    const slices = slicesOf(this.context, this.image.source, this.size, sources);
    const [repeatX, repeatY] = this.image.repeat;
    for (const [i, { row, column, source, target }] of cells.entries()) {
      this.slice = slices?.[i] ?? null;
      const tile = this.tileSize(row, column, source, target);
      this.region(
        source,
        target,
        tile,
        column === 1 ? repeatX! : 'stretch',
        row === 1 ? (repeatY ?? repeatX!) : 'stretch',
      );
    }
  }

  /** Returns the size of a slice's image, scaled to its border (§5.4). */
  private tileSize(row: number, column: number, source: Rect, target: Rect): { width: number; height: number } {
    const [top, right, bottom, left] = this.slices;
    const [ut, ur, ub, ul] = this.used;
    let scaleX = target.width / source.width;
    let scaleY = target.height / source.height;
    const ratio = (a: number, b: number): number => (b > 0 ? a / b : 0);
    if (row !== 1 && column === 1) scaleX = scaleY;
    else if (row === 1 && column !== 1) scaleY = scaleX;
    else if (row === 1 && column === 1) {
      scaleX = ratio(ut!, top!) || ratio(ub!, bottom!) || 1;
      scaleY = ratio(ul!, left!) || ratio(ur!, right!) || 1;
    }
    return { width: source.width * scaleX, height: source.height * scaleY };
  }

  private region(
    source: Rect,
    target: Rect,
    tile: { width: number; height: number },
    repeatX: Repeat,
    repeatY: Repeat,
  ): void {
    const horizontal = spread(target.x, target.width, tile.width, repeatX);
    const vertical = spread(target.y, target.height, tile.height, repeatY);
    if (horizontal.count * vertical.count > MAX_TILES) return this.draw(source, target);
    const { canvas } = this.context;
    canvas.save();
    canvas.clipRect(target.x, target.y, target.width, target.height);
    for (let j = 0; j < vertical.count; j++) {
      for (let i = 0; i < horizontal.count; i++) {
        this.context.budget.tick();
        this.draw(source, {
          x: horizontal.start + i * horizontal.step,
          y: vertical.start + j * vertical.step,
          width: horizontal.size,
          height: vertical.size,
        });
      }
    }
    canvas.restore();
  }

  /** Draws a part of the image into a rectangle. */
  private draw(source: Rect, target: Rect): void {
    const { canvas } = this.context;
    const scaleX = target.width / source.width;
    const scaleY = target.height / source.height;
    const { text } = this.style;
    canvas.save();
    canvas.clipRect(target.x, target.y, target.width, target.height);
    if (this.slice !== null) {
      const { image, place } = this.slice;
      const x = target.x + (place.x - source.x) * scaleX;
      const y = target.y + (place.y - source.y) * scaleY;
      paintResource(this.context, image, { x, y, width: place.width * scaleX, height: place.height * scaleY }, text);
    } else {
      // Draws the image at its natural size and scales the result, as vector images and gradients require.
      canvas.transform([scaleX, 0, 0, scaleY, target.x - source.x * scaleX, target.y - source.y * scaleY]);
      paintImageValue(this.context, this.image.source, { x: 0, y: 0, ...this.size }, text.color, text);
    }
    canvas.restore();
  }
}

/** Tiles along one axis. */
function spread(
  start: number,
  length: number,
  tile: number,
  repeat: Repeat,
): { start: number; step: number; size: number; count: number } {
  if (repeat === 'stretch' || tile <= 0) return { start, step: 0, size: length, count: 1 };
  if (repeat === 'round') {
    const count = Math.max(1, Math.round(length / tile));
    return { start, step: length / count, size: length / count, count };
  }
  if (repeat === 'space') {
    const count = Math.floor(length / tile + 1e-6);
    const gap = count > 0 ? (length - count * tile) / (count + 1) : 0;
    return { start: start + gap, step: tile + gap, size: tile, count };
  }
  // Repeated from the middle outwards.
  const before = Math.ceil((length - tile) / 2 / tile - 1e-6);
  const count = Math.max(1, 2 * Math.max(0, before) + 1);
  return { start: start + length / 2 - tile / 2 - Math.max(0, before) * tile, step: tile, size: tile, count };
}
