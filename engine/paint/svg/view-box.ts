/** viewBox and preserveAspectRatio (svg2 §8). */
import type { Matrix } from '../display-list.ts';
import type { Rect } from '../rects.ts';

export function parseViewBox(value: string | null): Rect | null {
  if (value === null) return null;
  const numbers = value
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || numbers[2]! < 0 || numbers[3]! < 0) return null;
  return { x: numbers[0]!, y: numbers[1]!, width: numbers[2]!, height: numbers[3]! };
}

/** Returns a valid `preserveAspectRatio`. Invalid values become the default. */
export function validAspect(aspect: string | null): string {
  const match = /(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?/.exec(aspect ?? '');
  return match === null ? 'xMidYMid meet' : `${match[1]} ${match[2] ?? 'meet'}`;
}

/**
 * Returns the matrix from viewBox to viewport coordinates. null: the viewBox is empty. With `slice`, the viewBox can
 * extend beyond the viewport.
 */
export function viewBoxMatrix(viewBox: Rect | null, aspect: string | null, viewport: Rect): Matrix | null {
  if (!viewBox) return [1, 0, 0, 1, viewport.x, viewport.y];
  if (viewBox.width === 0 || viewBox.height === 0) return null;
  const scaleX = viewport.width / viewBox.width;
  const scaleY = viewport.height / viewBox.height;
  const match = /(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?/.exec(aspect ?? '');
  if (match?.[1] === 'none')
    return [scaleX, 0, 0, scaleY, viewport.x - viewBox.x * scaleX, viewport.y - viewBox.y * scaleY];
  const scale = match?.[4] === 'slice' ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  const share = (word: string | undefined): number => (word === 'Min' ? 0 : word === 'Max' ? 1 : 0.5);
  const x = viewport.x + (viewport.width - viewBox.width * scale) * share(match?.[2]);
  const y = viewport.y + (viewport.height - viewBox.height * scale) * share(match?.[3]);
  return [scale, 0, 0, scale, x - viewBox.x * scale, y - viewBox.y * scale];
}
