/** Pieces of SVG markup. */
import type { Color } from '../../css/color.ts';
import type { Matrix, Path } from '../display-list.ts';
import type { Rect } from '../rects.ts';

/** Formats a number with as many digits as are visible. */
export function num(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const rounded = Math.round(value * 1e5) / 1e5;
  // Smaller values, such as scales, keep their leading digits.
  return rounded === 0 && value !== 0 ? value.toPrecision(5) : String(rounded);
}

const COMMANDS = ['M', 'L', 'C', 'Z'];

export function pathData(path: Path): string {
  const out: string[] = [];
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    out.push(COMMANDS[op!]!);
    const end = i + (op === 3 ? 0 : op === 2 ? 6 : 2);
    for (; i < end; i++) out.push(num(path[i]!));
  }
  return out.join(' ');
}

export function matrixAttribute(name: string, m: Matrix): string {
  return ` ${name}="matrix(${m.map(num).join(' ')})"`;
}

export function rgb(color: Color): string {
  const byte = (c: number): number => Math.round(Math.min(1, Math.max(0, c)) * 255);
  return `rgb(${byte(color.r)},${byte(color.g)},${byte(color.b)})`;
}

/** Returns ` fill="..." fill-opacity="..."`, with `name` as the property. */
export function colorAttributes(name: string, color: Color): string {
  const opacity = color.a < 1 ? ` ${name}-opacity="${num(color.a)}"` : '';
  return ` ${name}="${rgb(color)}"${opacity}`;
}

export function floodAttributes(color: Color, opacity = 1): string {
  return ` flood-color="${rgb(color)}" flood-opacity="${num(color.a * opacity)}"`;
}

export function rectAttributes(r: Rect): string {
  return `x="${num(r.x)}" y="${num(r.y)}" width="${num(r.width)}" height="${num(r.height)}"`;
}

/** Returns a complete document that shows a rectangle, with one px per unit. */
export function svgMarkup(r: Rect, content: string): string {
  const size = `viewBox="${num(r.x)} ${num(r.y)} ${num(r.width)} ${num(r.height)}" width="${num(r.width)}" height="${num(r.height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
}
