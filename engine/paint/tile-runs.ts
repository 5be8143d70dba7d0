/**
 * Joins adjacent tiles into one along an axis on which the image doesn't change, as for pictures one sample wide or
 * perpendicular gradients. Many small tiles would show seams, because readers antialias the edges of each one.
 */
import type { ImageValue } from '../css/computed-values.ts';
import { gradientLine } from '../css/values/gradient.ts';
import { isVector, oriented } from '../images/image.ts';
import type { ImageLook, PaintContext } from './paint-context.ts';
import type { Rect } from './rects.ts';

/** The position and size of the first tile, and the distances to the next ones. A step of 0 means no repetition. */
export interface Tiling {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly stepX: number;
  readonly stepY: number;
}

/**
 * Returns the tiling with tiles joined along the axes on which the image doesn't change. Only tiles that touch the clip
 * rectangle are joined.
 */
export function joinTiles(context: PaintContext, image: ImageValue, t: Tiling, clip: Rect, look: ImageLook): Tiling {
  const joinsX = t.stepX > 0 && t.stepX <= t.width + TOUCHING;
  const joinsY = t.stepY > 0 && t.stepY <= t.height + TOUCHING;
  if (!joinsX && !joinsY) return t;
  const even = evenAxes(context, image, t, look);
  const x = joinsX && even.x ? cover(t.x, t.width, t.stepX, clip.x, clip.width) : null;
  const y = joinsY && even.y ? cover(t.y, t.height, t.stepY, clip.y, clip.height) : null;
  return {
    x: x?.start ?? t.x,
    y: y?.start ?? t.y,
    width: x?.size ?? t.width,
    height: y?.size ?? t.height,
    stepX: x === null ? t.stepX : 0,
    stepY: y === null ? t.stepY : 0,
  };
}

/** Tiles closer than this have no intended gap, in CSS px. */
const TOUCHING = 1e-3;

/** Returns the axes along which every line of the image has a single color. */
function evenAxes(context: PaintContext, image: ImageValue, t: Tiling, look: ImageLook): { x: boolean; y: boolean } {
  switch (image.type) {
    case 'color':
      return { x: true, y: true };
    case 'linear-gradient': {
      const { dx, dy } = gradientLine(image, t.width, t.height);
      return { x: Math.abs(dx) < 1e-9, y: Math.abs(dy) < 1e-9 };
    }
    case 'url': {
      const stored = context.images.get(image.url);
      if (!stored || isVector(stored.data)) return NOT_EVEN;
      const { width, height } = oriented(stored, look.imageOrientation);
      return { x: width === 1, y: height === 1 };
    }
    default:
      return NOT_EVEN;
  }
}

const NOT_EVEN = { x: false, y: false };

/** Returns the extent from the first tile to the last that touch `[from, from + length)`. */
function cover(
  origin: number,
  size: number,
  step: number,
  from: number,
  length: number,
): { start: number; size: number } {
  const [first, last] = tileRange(origin, size, step, from, length);
  return { start: origin + first * step, size: Math.max(0, last - first) * step + size };
}

/** Returns the first and last tile that touch `[start, start + length)`. */
export function tileRange(origin: number, size: number, step: number, start: number, length: number): [number, number] {
  if (step <= 0) return origin < start + length && origin + size > start ? [0, 0] : [0, -1];
  const first = Math.floor((start - origin - size) / step + 1e-6) + 1;
  const last = Math.ceil((start + length - origin) / step - 1e-6) - 1;
  return [first, last];
}
