/** CSS transforms (css-transforms-1, css-transforms-2). Three-dimensional transforms are flattened onto the page. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { TransformFunction } from '../../css/computed-values.ts';

/** a b c d e f, as in PDF and SVG: x' = a x + c y + e. */
export type Matrix = readonly [number, number, number, number, number, number];

/** In CSS px. */
interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A 4x4 matrix for row vectors, m[4 * row + column]. A point is (x y z 1) times the matrix. */
export type Matrix4 = readonly number[];

export const IDENTITY4: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Returns the product, which applies `a` first. */
export function multiply4(a: Matrix4, b: Matrix4): Matrix4 {
  const out: number[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * row + k]! * b[4 * k + column]!;
      out.push(sum);
    }
  }
  return out;
}

export function translation(x: number, y: number, z: number): Matrix4 {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function scaling(x: number, y: number, z: number): Matrix4 {
  return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
}

export function rotation(x: number, y: number, z: number, degrees: number): Matrix4 {
  const length = Math.hypot(x, y, z);
  if (length === 0) return IDENTITY4;
  const [ux, uy, uz] = [x / length, y / length, z / length];
  const [s, c] = exactSinCos(degrees);
  const t = 1 - c;
  return [
    t * ux * ux + c,
    t * ux * uy + s * uz,
    t * ux * uz - s * uy,
    0,
    t * ux * uy - s * uz,
    t * uy * uy + c,
    t * uy * uz + s * ux,
    0,
    t * ux * uz + s * uy,
    t * uy * uz - s * ux,
    t * uz * uz + c,
    0,
    0,
    0,
    0,
    1,
  ];
}

/** Returns sine and cosine, exact for multiples of 90 degrees. */
function exactSinCos(degrees: number): [number, number] {
  const quarter = degrees / 90;
  if (Number.isInteger(quarter)) {
    const q = ((quarter % 4) + 4) % 4;
    return [q === 1 ? 1 : q === 3 ? -1 : 0, q === 0 ? 1 : q === 2 ? -1 : 0];
  }
  const radians = (degrees * Math.PI) / 180;
  return [Math.sin(radians), Math.cos(radians)];
}

function perspective(distance: number): Matrix4 {
  const d = Math.max(1, distance);
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / d, 0, 0, 0, 1];
}

function matrixOf(f: TransformFunction, box: Rect): Matrix4 {
  switch (f.type) {
    case 'translate':
      return translation(f.x.resolvePx(box.width), f.y.resolvePx(box.height), f.z);
    case 'matrix': {
      const [a, b, c, d, e, g] = f.matrix;
      return [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, g, 0, 1];
    }
    case 'matrix3d':
      return f.matrix;
    case 'rotate3d':
      return rotation(f.x, f.y, f.z, f.degrees);
    case 'scale3d':
      return scaling(f.x, f.y, f.z);
    case 'perspective':
      return f.px >= 0 ? perspective(f.px) : IDENTITY4;
  }
}

/**
 * Returns the current transformation matrix of a box around its origin (css-transforms-2 §6.1), in the coordinates of
 * `box`. `motion` is the transform of its motion path, or null.
 */
export function transformMatrix(style: ComputedStyle, box: Rect, motion: Matrix4 | null): Matrix4 {
  const { rare } = style;
  const origin = rare.transformOrigin;
  const ox = box.x + origin.x.resolvePx(box.width);
  const oy = box.y + origin.y.resolvePx(box.height);
  let m: Matrix4 = translation(-ox, -oy, -origin.z);
  // The last function applies to points first.
  for (let i = rare.transform.length - 1; i >= 0; i--) m = multiply4(m, matrixOf(rare.transform[i]!, box));
  if (motion) m = multiply4(m, motion);
  if (rare.scale) m = multiply4(m, scaling(rare.scale.x, rare.scale.y, rare.scale.z));
  if (rare.rotate) m = multiply4(m, rotation(rare.rotate.x, rare.rotate.y, rare.rotate.z, rare.rotate.degrees));
  if (rare.translate)
    m = multiply4(
      m,
      translation(rare.translate.x.resolvePx(box.width), rare.translate.y.resolvePx(box.height), rare.translate.z),
    );
  return multiply4(m, translation(ox, oy, origin.z));
}

/** Returns the matrix that `perspective` applies to a box's children, or null. */
export function perspectiveMatrix(style: ComputedStyle, box: Rect): Matrix4 | null {
  const { perspective: distance, perspectiveOrigin: origin } = style.rare;
  if (distance === null) return null;
  const x = box.x + origin.x.resolvePx(box.width);
  const y = box.y + origin.y.resolvePx(box.height);
  return multiply4(multiply4(translation(-x, -y, 0), perspective(distance)), translation(x, y, 0));
}

/**
 * Whether the box's back side is visible. Mirroring within its own plane doesn't turn it, but inverting the depth does.
 */
export function facesAway(m: Matrix4): boolean {
  const projected =
    m[0]! * (m[5]! * m[15]! - m[7]! * m[13]!) -
    m[1]! * (m[4]! * m[15]! - m[7]! * m[12]!) +
    m[3]! * (m[4]! * m[13]! - m[5]! * m[12]!);
  return projected * determinant4(m) < 0;
}

/** Returns the determinant, exactly 0 for numerically flat matrices. */
export function determinant4(m: Matrix4): number {
  const [a, b, c, d] = [
    m[0]! * m[5]! - m[1]! * m[4]!,
    m[0]! * m[6]! - m[2]! * m[4]!,
    m[0]! * m[7]! - m[3]! * m[4]!,
    m[1]! * m[6]! - m[2]! * m[5]!,
  ];
  const [e, f] = [m[1]! * m[7]! - m[3]! * m[5]!, m[2]! * m[7]! - m[3]! * m[6]!];
  const [g, h, i, j] = [
    m[8]! * m[13]! - m[9]! * m[12]!,
    m[8]! * m[14]! - m[10]! * m[12]!,
    m[8]! * m[15]! - m[11]! * m[12]!,
    m[9]! * m[14]! - m[10]! * m[13]!,
  ];
  const [k, l] = [m[9]! * m[15]! - m[11]! * m[13]!, m[10]! * m[15]! - m[11]! * m[14]!];
  return a * l - b * k + c * j + d * i - e * h + f * g;
}

/**
 * Returns the affine map closest to a matrix's effect on a box in the plane z = 0. It is exact without perspective.
 * Returns null if the box is edge-on.
 */
export function flatten(m: Matrix4, box: Rect): Matrix | null {
  let flat: Matrix;
  if (m[3] === 0 && m[7] === 0 && m[15] !== 0) {
    const w = m[15]!;
    flat = [m[0]! / w, m[1]! / w, m[4]! / w, m[5]! / w, m[12]! / w, m[13]! / w];
  } else {
    const project = (x: number, y: number): [number, number] => {
      const w = Math.max(1e-6, m[3]! * x + m[7]! * y + m[15]!);
      return [(m[0]! * x + m[4]! * y + m[12]!) / w, (m[1]! * x + m[5]! * y + m[13]!) / w];
    };
    // PDF has no perspective. The derivative at the center is the best approximation.
    const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
    const [px, py] = project(cx, cy);
    const step = Math.max(1, Math.min(box.width, box.height) / 2);
    const [ax, ay] = project(cx + step, cy);
    const [bx, by] = project(cx - step, cy);
    const [dx, dy] = project(cx, cy + step);
    const [ex, ey] = project(cx, cy - step);
    const [a, b, c, d] = [
      (ax - bx) / (2 * step),
      (ay - by) / (2 * step),
      (dx - ex) / (2 * step),
      (dy - ey) / (2 * step),
    ];
    flat = [a, b, c, d, px - a * cx - c * cy, py - b * cx - d * cy];
  }
  const determinant = flat[0] * flat[3] - flat[1] * flat[2];
  return flat.every(Number.isFinite) && Math.abs(determinant) > 1e-9 ? flat : null;
}

/** Returns the bounding rectangle of a mapped rectangle. */
export function boundsThrough({ x, y, width, height }: Rect, m: Matrix): Rect {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const [px, py] of [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ]) {
    xs.push(m[0] * px! + m[2] * py! + m[4]);
    ys.push(m[1] * px! + m[3] * py! + m[5]);
  }
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
