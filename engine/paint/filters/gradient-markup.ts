/** Gradients as SVG markup. SVG has no conic gradients, so they become sectors. */
import { Color } from '../../css/color.ts';
import { type DisplayListBuilder, type GradientPaint, type Path, PathOp } from '../display-list.ts';
import { boundsOf, transformInPlace } from '../svg/svg-geometry.ts';
import { invert } from '../matrix.ts';
import { matrixAttribute, num, rgb } from './markup.ts';

/** Number of sectors in a full turn. */
const SECTORS = 360;

export function gradientMarkup(id: string, gradient: GradientPaint): string {
  const g = gradient.geometry.map(num);
  const spread = gradient.repeating ? ' spreadMethod="repeat"' : '';
  const common = `id="${id}" gradientUnits="userSpaceOnUse"${spread}${matrixAttribute('gradientTransform', gradient.matrix)}`;
  const stops = gradient.stops
    .map(({ offset, color }) => {
      const opacity = color.a < 1 ? ` stop-opacity="${num(color.a)}"` : '';
      return `<stop offset="${num(offset)}" stop-color="${rgb(color)}"${opacity}/>`;
    })
    .join('');
  if (gradient.type === 'linear')
    return `<linearGradient ${common} x1="${g[0]}" y1="${g[1]}" x2="${g[2]}" y2="${g[3]}">${stops}</linearGradient>`;
  const circles = `fx="${g[0]}" fy="${g[1]}" fr="${g[2]}" cx="${g[3]}" cy="${g[4]}" r="${g[5]}"`;
  return `<radialGradient ${common} ${circles}>${stops}</radialGradient>`;
}

/** Fills the bounding box of `path` with a conic gradient. Each sector has one color. */
export function paintSectors(canvas: DisplayListBuilder, path: Path, gradient: GradientPaint): void {
  const box = boundsOf(path);
  const back = invert(gradient.matrix);
  if (!box || !back) return;
  const corners = [0, box.x, box.y, 1, box.x + box.width, box.y, 1, box.x + box.width, box.y + box.height];
  corners.push(1, box.x, box.y + box.height);
  transformInPlace(corners, back);
  const [x, y, start] = gradient.geometry;
  let reach = 0;
  for (let i = 1; i < corners.length; i += 3)
    reach = Math.max(reach, Math.hypot(corners[i]! - x!, corners[i + 1]! - y!));
  const area = [0, 1, 2, 3].map((i): Point => [corners[3 * i + 1]!, corners[3 * i + 2]!]);
  canvas.save();
  canvas.transform(gradient.matrix);
  const end = 2 * Math.PI;
  const isOpaque = gradient.stops.every(({ color }) => color.a >= 1);
  for (let i = 0; i < SECTORS; i++) {
    const from = start! + (end * i) / SECTORS;
    // Opaque sectors extend far below the next ones to avoid seams. Transparent ones must not overlap.
    const to = Math.min(start! + end, from + (isOpaque ? Math.PI / 2 : end / SECTORS));
    const far = 2 * reach + 1;
    const at = (angle: number, distance: number): Point => [
      x! + distance * Math.cos(angle),
      y! + distance * Math.sin(angle),
    ];
    const sector: Point[] = [[x!, y!], at(from, far), at((from + to) / 2, 1.5 * far), at(to, far)];
    // The rasterizer misplaces clipped layers that extend far beyond their clip.
    const shown = convexOverlap(sector, area);
    if (shown.length < 3) continue;
    const outline = shown.flatMap(([px, py], k) => [k === 0 ? PathOp.Move : PathOp.Line, px, py]);
    canvas.fillPath(outline, false, colorAt(gradient, (i + 0.5) / SECTORS));
  }
  canvas.restore();
}

type Point = readonly [x: number, y: number];

/** Returns the part of a convex polygon inside another one, which may run in either direction. */
function convexOverlap(polygon: readonly Point[], area: readonly Point[]): readonly Point[] {
  const isTurned = area.reduce((sum, [px, py], i) => {
    const [nx, ny] = area[(i + 1) % area.length]!;
    return sum + px * ny - nx * py;
  }, 0);
  let rest = polygon;
  for (let i = 0; i < area.length; i++) {
    const [ax, ay] = area[i]!;
    const [bx, by] = area[(i + 1) % area.length]!;
    const side = ([px, py]: Point): number => ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) * Math.sign(isTurned);
    rest = rest.flatMap((point, k) => {
      const before = rest.at(k - 1)!;
      const [from, to] = [side(before), side(point)];
      const t = from / (from - to);
      const crossing: Point = [before[0] + (point[0] - before[0]) * t, before[1] + (point[1] - before[1]) * t];
      return [...(from < 0 !== to < 0 ? [crossing] : []), ...(to < 0 ? [] : [point])];
    });
  }
  return rest;
}

function colorAt({ stops, repeating }: GradientPaint, at: number): Color {
  const t = repeating ? at % 1 : at;
  const next = stops.findIndex((stop) => stop.offset > t);
  if (next <= 0) return next === 0 ? stops[0]!.color : stops[stops.length - 1]!.color;
  const [a, b] = [stops[next - 1], stops[next]];
  const k = (t - a!.offset) / (b!.offset - a!.offset);
  const mix = (from: number, to: number): number => from + (to - from) * k;
  return new Color(
    mix(a!.color.r, b!.color.r),
    mix(a!.color.g, b!.color.g),
    mix(a!.color.b, b!.color.b),
    mix(a!.color.a, b!.color.a),
  );
}
