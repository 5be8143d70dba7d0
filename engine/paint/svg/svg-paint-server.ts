/** Gradients and patterns (svg2 §14). */
import { Color } from '../../css/color.ts';
import type { Element } from '../../document/node.ts';
import type { GradientPaint, Matrix } from '../display-list.ts';
import { invert, multiply } from '../matrix.ts';
import { usedColor } from '../paint-context.ts';
import { pathOf, sharpRect } from '../rounded-rect.ts';
import { flatten, transformMatrix } from '../../layout/fragments/transform.ts';
import type { FoundElement, SvgPainter } from './svg-painter.ts';
import { type Axis, basisOf, parseLength, regionOf, type Viewport } from './svg-geometry.ts';
import { parseViewBox, viewBoxMatrix } from './svg-view.ts';
import type { Rect } from '../rects.ts';

/** Limit on references from one gradient or pattern to the next. */
const MAX_TEMPLATES = 10;

/**
 * Fills `area`, which the caller has clipped, for a shape with the given bounds. Returns false if the gradient or
 * pattern can't be drawn.
 */
export function fillWithServer(
  here: SvgPainter,
  { element: server, painter }: FoundElement,
  bounds: Rect,
  area: Rect,
  opacity: number,
  viewport: Viewport,
): boolean {
  painter.matrix = here.matrix;
  const templates = templatesOf(painter, server);
  const own = transformOf(painter, templates);
  if (!invert(own)) return false;
  if (server.tag === 'pattern') return fillPattern(painter, templates, own, bounds, area, opacity, viewport);
  const { canvas } = painter.context;
  const stops = stopsOf(painter, templates, opacity);
  const path = pathOf(sharpRect(area.x, area.y, area.width, area.height));
  if (stops.length === 0) return true;
  const last = stops[stops.length - 1]!.color;
  const inBox = attributeOf(templates, 'gradientUnits') !== 'userSpaceOnUse';
  if (stops.length === 1) {
    canvas.fillPath(path, false, last);
    return true;
  }
  // A box without an area can't be used for bounding box units.
  if (inBox && (bounds.width === 0 || bounds.height === 0)) return false;
  const base: Matrix = inBox ? [bounds.width, 0, 0, bounds.height, bounds.x, bounds.y] : [1, 0, 0, 1, 0, 0];
  const size = inBox ? { width: 1, height: 1 } : viewport;
  const spread = attributeOf(templates, 'spreadMethod');
  const paint = server.tag === 'linearGradient' ? linear(templates, size) : radial(templates, size);
  if (paint) {
    const repeating = spread === 'repeat' || spread === 'reflect';
    const gradient: GradientPaint = { ...paint, matrix: multiply(own, base), stops, repeating };
    canvas.fillGradient(path, false, spread === 'reflect' ? reflected(gradient) : gradient);
  } else {
    canvas.fillPath(path, false, last);
  }
  return true;
}

/** Returns `gradientTransform` or `patternTransform`, which are presentation attributes of `transform` (svg2 §14.1). */
function transformOf(painter: SvgPainter, templates: readonly Element[]): Matrix {
  for (const element of templates) {
    const style = painter.source.styleOf(element);
    if (style.rare.transform.length === 0) continue;
    const box = { x: 0, y: 0, width: 1, height: 1 };
    return flatten(transformMatrix(style, box, null), box) ?? FLAT;
  }
  return IDENTITY;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const FLAT: Matrix = [0, 0, 0, 0, 0, 0];

/** Returns a gradient or pattern, followed by those that provide its missing attributes and children. */
function templatesOf(painter: SvgPainter, server: Element): Element[] {
  const all = [server];
  while (all.length < MAX_TEMPLATES) {
    const last = all[all.length - 1]!;
    const next = painter.reference(last.attribute('href') ?? last.attribute('xlink:href'));
    if (!next || all.includes(next)) break;
    all.push(next);
  }
  return all;
}

function attributeOf(templates: readonly Element[], name: string): string | null {
  for (const element of templates) {
    const value = element.attribute(name);
    if (value !== null) return value;
  }
  return null;
}

function coordinate(templates: readonly Element[], name: string, axis: Axis, size: Viewport, initial: string): number {
  const basis = basisOf(size, axis);
  return parseLength(attributeOf(templates, name), basis, 16) ?? parseLength(initial, basis, 16) ?? 0;
}

function stopsOf(painter: SvgPainter, templates: readonly Element[], opacity: number): GradientPaint['stops'] {
  const owner = templates.find((element) =>
    element.children.some((child) => child.type === 'element' && child.tag === 'stop'),
  );
  if (owner === undefined) return [];
  return painter.gradientStops.of(owner, opacity, () => readStops(painter, owner, opacity));
}

function readStops(painter: SvgPainter, owner: Element, opacity: number): GradientPaint['stops'] {
  const stops: { offset: number; color: Color }[] = [];
  let previous = 0;
  for (const child of owner.children) {
    painter.context.budget.tick();
    if (child.type !== 'element' || child.tag !== 'stop') continue;
    const style = painter.source.styleOf(child);
    const color = usedColor(style.svgShape.stopColor, style);
    const text = child.attribute('offset') ?? '0';
    const number = parseFloat(text) / (text.trim().endsWith('%') ? 100 : 1);
    previous = Math.max(previous, Math.min(1, Math.max(0, number || 0)));
    stops.push({
      offset: previous,
      color: color.withAlpha(color.a * style.svgShape.stopOpacity * opacity),
    });
  }
  return stops;
}

type Geometry = Pick<GradientPaint, 'type' | 'geometry'>;

function linear(templates: readonly Element[], size: Viewport): Geometry | null {
  const x1 = coordinate(templates, 'x1', 'x', size, '0%');
  const y1 = coordinate(templates, 'y1', 'y', size, '0%');
  const x2 = coordinate(templates, 'x2', 'x', size, '100%');
  const y2 = coordinate(templates, 'y2', 'y', size, '0%');
  return x1 === x2 && y1 === y2 ? null : { type: 'linear', geometry: [x1, y1, x2, y2] };
}

function radial(templates: readonly Element[], size: Viewport): Geometry | null {
  const cx = coordinate(templates, 'cx', 'x', size, '50%');
  const cy = coordinate(templates, 'cy', 'y', size, '50%');
  const r = coordinate(templates, 'r', 'other', size, '50%');
  if (r <= 0) return null;
  const fx = coordinate(templates, 'fx', 'x', size, String(cx));
  const fy = coordinate(templates, 'fy', 'y', size, String(cy));
  const fr = coordinate(templates, 'fr', 'other', size, '0');
  // A focus outside the circle is moved onto it.
  const distance = Math.hypot(fx - cx, fy - cy);
  const limit = Math.max(0, r * 0.999 - fr);
  const pull = distance > limit && distance > 0 ? limit / distance : 1;
  return { type: 'radial', geometry: [cx + (fx - cx) * pull, cy + (fy - cy) * pull, fr, cx, cy, r] };
}

/** Returns one period of a reflected gradient: forward and backward, over twice the length. */
function reflected(gradient: GradientPaint): GradientPaint {
  const forth = gradient.stops.map((stop) => ({ offset: stop.offset / 2, color: stop.color }));
  const back = gradient.stops.map((stop) => ({ offset: 1 - stop.offset / 2, color: stop.color })).reverse();
  const [g0, g1, g2, g3, g4, g5] = gradient.geometry as [number, number, number, number, number, number];
  const geometry =
    gradient.type === 'linear'
      ? [g0, g1, 2 * g2 - g0, 2 * g3 - g1]
      : [g0, g1, g2, 2 * g3 - g0, 2 * g4 - g1, 2 * g5 - g2];
  return { ...gradient, geometry, stops: [...forth, ...back] };
}

function fillPattern(
  painter: SvgPainter,
  templates: readonly Element[],
  transform: Matrix,
  bounds: Rect,
  area: Rect,
  opacity: number,
  viewport: Viewport,
): boolean {
  const owner = templates.find((element) => element.children.some((child) => child.type === 'element'));
  if (!owner) return false;
  const cell = regionOf(
    { attribute: (name) => attributeOf(templates, name) },
    'patternUnits',
    bounds,
    viewport,
    16,
    0,
    0,
  );
  if (cell.width <= 0 || cell.height <= 0 || !painter.mayDrawObject()) return false;
  const { canvas } = painter.context;
  const viewBox = parseViewBox(attributeOf(templates, 'viewBox'));
  const content = viewBox
    ? viewBoxMatrix(viewBox, attributeOf(templates, 'preserveAspectRatio'), cell)
    : attributeOf(templates, 'patternContentUnits') === 'objectBoundingBox'
      ? ([bounds.width, 0, 0, bounds.height, bounds.x, bounds.y] as Matrix)
      : ([1, 0, 0, 1, 0, 0] as Matrix);
  if (!content) return false;
  const draw = (): void => {
    painter.scoped(() => {
      canvas.clipRect(cell.x, cell.y, cell.width, cell.height);
      painter.transform(content);
      painter.detached(() => painter.children(owner, viewBox ?? viewport));
    });
  };
  if (opacity < 1) canvas.beginGroup(opacity, 'normal', true);
  painter.scoped(() => {
    painter.transform(transform);
    // Large enough under any transform. The caller's clip limits it.
    const reach = 4 * (area.width + area.height) + Math.abs(area.x) + Math.abs(area.y);
    const path = pathOf(sharpRect(area.x - reach, area.y - reach, area.width + 2 * reach, area.height + 2 * reach));
    canvas.fillPattern(path, { ...cell, stepX: cell.width, stepY: cell.height }, canvas.record(draw));
  });
  if (opacity < 1) canvas.endGroup();
  return true;
}

/**
 * Stops by the element that defines them. Only those of the last opacity are kept, because consecutive shapes mostly
 * share it.
 */
export class GradientStops {
  private readonly known = new WeakMap<Element, { readonly opacity: number; readonly stops: GradientPaint['stops'] }>();

  /** Returns the stops of an element for shapes with an opacity. */
  of(owner: Element, opacity: number, read: () => GradientPaint['stops']): GradientPaint['stops'] {
    const known = this.known.get(owner);
    if (known?.opacity === opacity) return known.stops;
    const stops = read();
    this.known.set(owner, { opacity, stops });
    return stops;
  }
}
