/** Float areas from images (css-shapes-1 §3.3): the area where an image's opacity exceeds `shape-image-threshold`. */
import type { ColorStop, ImageValue, LinearGradient } from '../../css/computed-values.ts';
import { gradientLine } from '../../css/values/gradient.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Alpha, LayoutContext } from '../contract/contract.ts';
import { hasPixels } from '../../images/image.ts';
import type { PxRect, PxShape } from './shape-geometry.ts';

type Images = Pick<LayoutContext, 'images' | 'drawnImages'>;

/** Returns the opacity of an element's image stretched over a box, or null if unknown. */
export function alphaOf(
  { images, drawnImages }: Images,
  image: ImageValue,
  width: number,
  height: number,
  style: ComputedStyle,
): Alpha | null {
  if (image.type === 'linear-gradient') return gradientAlpha(image, width, height);
  const drawn = (): Alpha | null => drawnImages?.alphaOf(image, width, height, style) ?? null;
  if (image.type !== 'url') return drawn();
  const resource = images?.get(image.url) ?? null;
  if (resource === null) return () => 0;
  const { data } = resource;
  if (!hasPixels(data)) return drawn();
  const alpha = data.type === 'jpeg' ? null : (images?.alphaOf(data) ?? null);
  if (data.type === 'jpeg' || alpha === null) return () => 1;
  const { width: columns, height: rows } = data;
  return (x, y) => {
    const column = Math.min(columns - 1, Math.floor((x * columns) / width));
    const row = Math.min(rows - 1, Math.floor((y * rows) / height));
    return alpha[row * columns + column]! / 255;
  };
}

function gradientAlpha(gradient: LinearGradient, width: number, height: number): Alpha {
  const { dx, dy } = gradientLine(gradient, width, height);
  const length = Math.abs(width * dx) + Math.abs(height * dy) || 1;
  const stops = alphaStops(gradient.stops, length);
  const first = stops[0]!.offset;
  const span = stops[stops.length - 1]!.offset - first;
  return (x, y) => {
    let t = ((x - width / 2) * dx + (y - height / 2) * dy) / length + 0.5;
    if (gradient.repeating && span > 0) t = first + ((((t - first) % span) + span) % span);
    return alphaAt(stops, t);
  };
}

interface AlphaStop {
  readonly offset: number;
  readonly alpha: number;
}

/**
 * Returns the positions of the stops along the gradient line (css-images-3 §3.4.3). Hints count as stops halfway
 * between their neighbors.
 */
function alphaStops(source: readonly ColorStop[], length: number): AlphaStop[] {
  const last = source.length - 1;
  const offsets = source.map((stop, i) =>
    stop.position !== null ? stop.position.resolvePx(length) / length : i === 0 ? 0 : i === last ? 1 : null,
  );
  let highest = -Infinity;
  for (let i = 0; i <= last; i++) {
    const offset = offsets[i];
    if (offset !== null) offsets[i] = highest = Math.max(highest, offset!);
  }
  for (let i = 1; i < last; i++) {
    if (offsets[i] !== null) continue;
    let next = i;
    while (offsets[next] === null) next++;
    const from = offsets[i - 1] as number;
    const step = ((offsets[next] as number) - from) / (next - i + 1);
    for (let k = i; k < next; k++) offsets[k] = from + step * (k - i + 1);
  }
  const opacity = (i: number): number => source[i]?.color?.a ?? 0;
  return source.map((stop, i) => ({
    offset: offsets[i] as number,
    alpha: stop.color === null ? (opacity(i - 1) + opacity(i + 1)) / 2 : stop.color.a,
  }));
}

function alphaAt(stops: readonly AlphaStop[], t: number): number {
  if (t < stops[0]!.offset) return stops[0]!.alpha;
  for (let i = 1; i < stops.length; i++) {
    const a = stops[i - 1]!;
    const b = stops[i]!;
    if (t < b.offset) return a.alpha + ((b.alpha - a.alpha) * (t - a.offset)) / (b.offset - a.offset);
  }
  return stops[stops.length - 1]!.alpha;
}

/** Maximum number of rows and columns sampled from an image. Large boxes are sampled more coarsely. */
const MAX_CELLS = 1024;

/** Returns the shape of the area with an opacity above the threshold, grown by `margin`. */
export function imageShape(alpha: Alpha, box: PxRect, threshold: number, margin: number): PxShape {
  const cell = Math.max(1, Math.max(box.width, box.height) / MAX_CELLS);
  const columns = Math.ceil(box.width / cell);
  const rows = Math.ceil(box.height / cell);
  const spans = Array.from({ length: rows }, () => new Span());
  const standing = Array.from({ length: columns }, () => new Span());
  for (let row = 0; row < rows; row++) {
    const y = Math.min(box.height, (row + 0.5) * cell);
    for (let column = 0; column < columns; column++) {
      if (alpha(Math.min(box.width, (column + 0.5) * cell), y) <= threshold) continue;
      spans[row]!.add(column * cell, Math.min(box.width, (column + 1) * cell));
      standing[column]!.add(row * cell, Math.min(box.height, (row + 1) * cell));
    }
  }
  const across = new ImageShape(box.x, box.y, cell, spans, margin);
  const upright = new ImageShape(box.y, box.x, cell, standing, margin);
  across.other = upright;
  upright.other = across;
  return across;
}

/** The range that covers everything added. */
class Span {
  start = Infinity;
  end = -Infinity;

  add(from: number, to: number): void {
    if (from < this.start) this.start = from;
    if (to > this.end) this.end = to;
  }
}

/** A shape made of the extents of rows, each `cell` high. */
class ImageShape implements PxShape {
  private readonly x: number;
  private readonly y: number;
  private readonly cell: number;
  private readonly spans: readonly Span[];
  private readonly margin: number;
  other: ImageShape = this;

  constructor(x: number, y: number, cell: number, spans: readonly Span[], margin: number) {
    this.x = x;
    this.y = y;
    this.cell = cell;
    this.spans = spans;
    this.margin = margin;
  }

  extent(top: number, bottom: number): readonly [number, number] | null {
    const { cell, margin, spans } = this;
    const from = top - this.y;
    const to = bottom - this.y;
    const found = new Span();
    const last = Math.min(spans.length - 1, Math.ceil((to + margin) / cell) - 1);
    for (let row = Math.max(0, Math.floor((from - margin) / cell)); row <= last; row++) {
      const { start, end } = spans[row]!;
      if (start > end) continue;
      // css-shapes-1 §3.4: the shape grows by a disk around every point.
      const distance = Math.max(0, row * cell - to, from - (row + 1) * cell);
      if (distance >= margin && distance > 0) continue;
      const reach = Math.sqrt(margin * margin - distance * distance);
      found.add(start - reach, end + reach);
    }
    return found.start > found.end ? null : [this.x + found.start, this.x + found.end];
  }

  transposed(): PxShape {
    return this.other;
  }
}
