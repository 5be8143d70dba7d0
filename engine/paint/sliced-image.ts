/**
 * Splits border images into slices as separate images (css-backgrounds-3 §5.4). In a stretched whole image, slices
 * would blur into their neighbors.
 */
import type { ImageValue } from '../css/computed-values.ts';
import { cutParts, MOST_PIXELS, type Part } from '../images/cut.ts';
import type { ImageResource, RasterData } from '../images/image.ts';
import type { PaintContext } from './paint-context.ts';
import type { Rect } from './rects.ts';

/** A slice, and its position in its image, in CSS px at the image's own size. */
export interface Slice {
  readonly image: ImageResource;
  readonly place: Rect;
}

/** Pixels covered by less than this share don't belong to a slice. */
const COVERED = 1e-3;

/**
 * Returns the images that a slice draws for each of the `sources` inside it. The image has a size of `size` CSS px.
 * null: the slice is drawn from the whole image, as for vectors, gradients and compressed photographs.
 */
export function slicesOf(
  { images, state, budget }: PaintContext,
  source: ImageValue,
  size: { readonly width: number; readonly height: number },
  sources: readonly Rect[],
): readonly Slice[] | null {
  const image = source.type === 'url' ? images.get(source.url) : null;
  if (image?.data.type !== 'raster') return null;
  const { data } = image;
  if (data.width * data.height > MOST_PIXELS) return null;
  const across = data.width / size.width;
  const down = data.height / size.height;
  const parts = sources.map((rect) => partOf(rect, across, down, data));
  const cut = cutOnce(state.slicedImages, data, parts, () => cutParts(data, parts, budget));
  return parts.map((part, i) => ({
    image: { url: image.url, data: cut[i]!, width: part.width, height: part.height, ratio: part.width / part.height },
    place: placeOf(part, sources[i]!, across, down),
  }));
}

/**
 * Returns the place of a part in its slice. If a slice ends at a pixel's edge, so does its place, even if its
 * percentage is rounded. Readers paint every pixel that an image touches.
 */
function placeOf(part: Part, source: Rect, across: number, down: number): Rect {
  const edge = (pixels: number, density: number, side: number): number =>
    Math.abs(pixels - side * density) <= COVERED ? side : pixels / density;
  const x = edge(part.x, across, source.x);
  const y = edge(part.y, down, source.y);
  const right = edge(part.x + part.width, across, source.x + source.width);
  const bottom = edge(part.y + part.height, down, source.y + source.height);
  return { x, y, width: right - x, height: bottom - y };
}

function partOf(rect: Rect, across: number, down: number, data: RasterData): Part {
  const x = Math.min(data.width - 1, Math.floor(rect.x * across + COVERED));
  const y = Math.min(data.height - 1, Math.floor(rect.y * down + COVERED));
  const right = Math.min(data.width, Math.ceil((rect.x + rect.width) * across - COVERED));
  const bottom = Math.min(data.height, Math.ceil((rect.y + rect.height) * down - COVERED));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

type Known = Map<RasterData, Map<string, readonly RasterData[]>>;

function cutOnce(
  known: Known,
  data: RasterData,
  parts: readonly Part[],
  cut: () => RasterData[],
): readonly RasterData[] {
  const bySlices = known.get(data) ?? new Map<string, readonly RasterData[]>();
  known.set(data, bySlices);
  const key = parts.map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`).join();
  const made = bySlices.get(key) ?? cut();
  bySlices.set(key, made);
  return made;
}
