/** Rectangles in CSS px, y down. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the intersection of both rectangles, which may be empty. null: unlimited. */
export function intersect(a: Rect | null, b: Rect): Rect {
  if (a === null) return b;
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** Returns whether the insides of two rectangles overlap. */
export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns the rectangle enlarged by `by` on every side. */
export const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: Math.max(0, width + 2 * by),
  height: Math.max(0, height + 2 * by),
});

export const moved = (r: Rect, x: number, y: number): Rect => ({ ...r, x: r.x + x, y: r.y + y });

/** Returns the smallest rectangle around both. null adds nothing. */
export function uniteRects(a: Rect | null, b: Rect | null): Rect | null {
  if (!a || !b) return a ?? b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
