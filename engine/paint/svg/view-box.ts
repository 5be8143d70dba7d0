/** viewBox, preserveAspectRatio and transform attributes (svg2 §8, css-transforms-1 §8). */
import { multiply } from '../matrix.ts';
import type { Matrix } from '../canvas.ts';
import type { Rect } from '../rounded-rect.ts';

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function parseViewBox(value: string | null): Rect | null {
  if (value === null) return null;
  const numbers = value
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || numbers[2] < 0 || numbers[3] < 0) return null;
  return { x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3] };
}

/** From the viewBox's coordinates into the viewport's; null: nothing shows. `slice` says that the viewBox may reach out of it. */
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

const FUNCTION = /(?:\s*,)?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)/y;

/** A transform attribute, up to its first error. */
export function parseTransformAttribute(value: string | null): Matrix {
  if (value === null) return IDENTITY;
  let matrix = IDENTITY;
  FUNCTION.lastIndex = 0;
  const pattern = new RegExp(FUNCTION);
  for (let match = pattern.exec(value); match; match = pattern.exec(value)) {
    const args = match[2]
      .trim()
      .split(/[\s,]+/)
      .map(parseFloat);
    if (!args.every(Number.isFinite)) break;
    const one = functionMatrix(match[1], args);
    if (!one) break;
    matrix = multiply(one, matrix);
  }
  return matrix;
}

function functionMatrix(name: string, n: readonly number[]): Matrix | null {
  const radians = ((n[0] ?? 0) * Math.PI) / 180;
  switch (name) {
    case 'matrix':
      return n.length === 6 ? [n[0], n[1], n[2], n[3], n[4], n[5]] : null;
    case 'translate':
      return [1, 0, 0, 1, n[0], n[1] ?? 0];
    case 'scale':
      return [n[0], 0, 0, n[1] ?? n[0], 0, 0];
    case 'skewX':
      return [1, 0, Math.tan(radians), 1, 0, 0];
    case 'skewY':
      return [1, Math.tan(radians), 0, 1, 0, 0];
    default: {
      const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
      const [cx, cy] = [n[1] ?? 0, n[2] ?? 0];
      return [cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy];
    }
  }
}
