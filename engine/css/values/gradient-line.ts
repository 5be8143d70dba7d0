import type { LinearGradient } from '../computed-values.ts';

/** Returns the unit vector of a linear gradient's line in a box of this size, y down (css-images-3 §3.1.1). */
export function gradientLine(
  { direction }: LinearGradient,
  width: number,
  height: number,
): { readonly dx: number; readonly dy: number } {
  if ('angle' in direction) {
    const radians = (direction.angle * Math.PI) / 180;
    return { dx: Math.sin(radians), dy: -Math.cos(radians) };
  }
  if (direction.x === 0 || direction.y === 0) return { dx: direction.x, dy: direction.y };
  // The 50% line runs through the two neighboring corners.
  const diagonal = Math.hypot(width, height) || 1;
  return { dx: (direction.x * height) / diagonal, dy: (direction.y * width) / diagonal };
}
