/** Projective maps of the plane: the effect of 3D transforms with perspective on a box. */
import type { Matrix4 } from '../layout/fragments/transform.ts';
import type { Rect } from './rects.ts';

/** A 3x3 matrix for row vectors: (x y 1) times the matrix is (x y w), which is the point (x/w y/w). */
export type Projection = readonly number[];

type NineNumbers = readonly [number, number, number, number, number, number, number, number, number];

/** Returns the effect of a matrix on the plane z = 0. */
export function projectionOf(m: Matrix4): Projection {
  return [m[0]!, m[1]!, m[3]!, m[4]!, m[5]!, m[7]!, m[12]!, m[13]!, m[15]!];
}

/** Returns whether a matrix isn't affine. */
export const hasPerspective = (m: Matrix4): boolean => m[3] !== 0 || m[7] !== 0;

/** Returns the inverse of a projection. null: the plane is edge-on. */
export function invertProjection(p: Projection): Projection | null {
  const [a, b, c, d, e, f, g, h, i] = p as NineNumbers;
  const out = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const determinant = a * out[0]! + b * out[3]! + c * out[6]!;
  if (!(Math.abs(determinant) > 1e-12)) return null;
  return out.map((n) => n / determinant);
}

/** The minimum distance of a point from the eye. */
const NEAREST = 1e-3;

interface Seen {
  /** The bounds of the projected part of a rectangle in front of the eye. */
  readonly area: Rect;
  /** The largest magnification in the area. */
  readonly magnified: number;
}

/** Projects a rectangle. null: it is behind the eye. */
export function projectRect(p: Projection, r: Rect): Seen | null {
  const corners = [
    [r.x, r.y],
    [r.x + r.width, r.y],
    [r.x + r.width, r.y + r.height],
    [r.x, r.y + r.height],
  ].map(([x, y]) => [0, 1, 2].map((k) => x! * p[k]! + y! * p[3 + k]! + p[6 + k]!));
  // Cuts off the part behind the eye (css-transforms-2 §6.1.1).
  const front = corners.flatMap((from, i) => {
    const to = corners[(i + 1) % 4]!;
    const kept = from[2]! >= NEAREST ? [from] : [];
    if (from[2]! >= NEAREST === to[2]! >= NEAREST) return kept;
    const t = (NEAREST - from[2]!) / (to[2]! - from[2]!);
    return [...kept, from.map((n, k) => n + (to[k]! - n) * t)];
  });
  if (front.length < 3) return null;
  const xs = front.map(([x, , w]) => x! / w!);
  const ys = front.map(([, y, w]) => y! / w!);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const scale = Math.hypot(p[0]!, p[1]!, p[3]!, p[4]!) / Math.SQRT2;
  const magnified = Math.max(...front.map(([, , w]) => scale / w!));
  return { area: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }, magnified };
}

/** The red, green, blue and alpha values of every pixel. */
interface Pixels {
  readonly rgba: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Pixels with their area in the plane. */
export interface Placed extends Pixels {
  readonly area: Rect;
}

/**
 * Projects the pixels in front of the eye to `area`. `inverse` maps the projected plane to the source plane. `row` is
 * called before each row.
 */
export function projectPixels(
  source: Placed,
  inverse: Projection,
  area: Rect,
  size: { readonly width: number; readonly height: number },
  row: () => void,
): Uint8Array {
  const out = new Uint8Array(size.width * size.height * 4);
  const [ux, vx, wx, uy, vy, wy, uz, vz, wz] = inverse as NineNumbers;
  const sampler = new Sampler(source, out);
  const across = source.width / source.area.width;
  const down = source.height / source.area.height;
  for (let j = 0; j < size.height; j++) {
    row();
    const y = area.y + ((j + 0.5) / size.height) * area.height;
    for (let i = 0; i < size.width; i++) {
      const x = area.x + ((i + 0.5) / size.width) * area.width;
      const w = x * wx + y * wy + wz;
      // The inverse's w is the reciprocal of the point's w.
      if (!(w > 0) || w > 1 / NEAREST) continue;
      const u = ((x * ux + y * uy + uz) / w - source.area.x) * across;
      const v = ((x * vx + y * vy + vz) / w - source.area.y) * down;
      sampler.put(u - 0.5, v - 0.5, j * size.width + i);
    }
  }
  return out;
}

/** Interpolates between the four pixels around a position. Pixels beyond the edges are transparent. */
class Sampler {
  private readonly width: number;
  private readonly height: number;
  private readonly rgba: Uint8Array;
  /** The pixels in `rgba`, as one number per pixel. */
  private readonly whole: Uint32Array;
  private readonly out: Uint8Array;
  private readonly outWhole: Uint32Array;

  constructor({ rgba, width, height }: Pixels, out: Uint8Array) {
    this.width = width;
    this.height = height;
    this.rgba = rgba;
    this.out = out;
    this.whole = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
    this.outWhole = new Uint32Array(out.buffer, out.byteOffset, out.length / 4);
  }

  put(u: number, v: number, to: number): void {
    const x = Math.floor(u);
    const y = Math.floor(v);
    const { width, height, whole } = this;
    if (x < -1 || y < -1 || x >= width || y >= height) return;
    if (x >= 0 && y >= 0 && x + 1 < width && y + 1 < height) {
      const at = y * width + x;
      const one = whole[at]!;
      if (one === whole[at + 1] && one === whole[at + width] && one === whole[at + width + 1]) {
        this.outWhole[to] = one;
        return;
      }
    }
    this.mix(x, y, u - x, v - y, to);
  }

  private mix(x: number, y: number, right: number, below: number, to: number): void {
    const { width, height, rgba, out } = this;
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let k = 0; k < 4; k++) {
      const px = x + (k & 1);
      const py = y + (k >> 1);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const at = (py * width + px) * 4;
      const a = rgba[at + 3]! * (k & 1 ? right : 1 - right) * (k >> 1 ? below : 1 - below);
      red += rgba[at]! * a;
      green += rgba[at + 1]! * a;
      blue += rgba[at + 2]! * a;
      alpha += a;
    }
    if (alpha < 0.5) return;
    const at = to * 4;
    out[at] = Math.round(red / alpha);
    out[at + 1] = Math.round(green / alpha);
    out[at + 2] = Math.round(blue / alpha);
    out[at + 3] = Math.round(alpha);
  }
}
