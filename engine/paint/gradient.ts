/**
 * Converts CSS gradients (css-images-3 §3, css-images-4 §3) to geometry and stops for a canvas. Coordinates are CSS px
 * in the gradient box.
 */
import { gradientLine } from '../css/values/gradient.ts';
import type { Length } from '../css/length.ts';
import { Color } from '../css/color.ts';
import type { ColorStop, ConicGradient, LinearGradient, RadialGradient } from '../css/computed-values.ts';
import { hasMissing } from '../css/values/color-value.ts';
import { interpolateColors, isExact } from './color-interpolation.ts';
import type { GradientPaint, Matrix } from './display-list.ts';

export type Gradient = LinearGradient | RadialGradient | ConicGradient;

interface Stop {
  readonly offset: number;
  readonly color: Color;
}

const UNTRANSFORMED: Matrix = [1, 0, 0, 1, 0, 0];

/** Pieces between two stops that differ in opacity or are mixed in another color space. */
const PIECES = 16;

/**
 * Limit on the pieces of all stops together. With more stops, they are so close that interpolation between them is
 * invisible.
 */
const MAX_PIECES = 4096;

/** Limits on repetitions in a turn, and on their stops. Beyond these limits, only the mean color is shown. */
const MAX_TURNS = 2000;
const MAX_TURN_STOPS = 65_536;

/** Returns the paint of a gradient that fills a box, or a color if the gradient has only one. */
export function gradientPaint(
  gradient: Gradient,
  width: number,
  height: number,
  currentColor: Color,
): GradientPaint | Color {
  const geometry =
    gradient.type === 'linear-gradient'
      ? linearGeometry(gradient, width, height)
      : gradient.type === 'radial-gradient'
        ? radialGeometry(gradient, width, height)
        : conicGeometry(gradient, width, height);
  const placed = placeStops(gradient.stops, geometry.length, currentColor, gradient.type === 'conic-gradient');
  if (placed.length === 1) return placed[0]!.color;
  if (geometry.degenerate) return placed[placed.length - 1]!.color;
  if (gradient.repeating && placed[placed.length - 1]!.offset - placed[0]!.offset < 1e-6) return averageColor(placed);
  const stops = interpolate(gradient.repeating ? placed : overWholeLine(placed), gradient.colorSpace);
  if (stops.every((stop) => sameColor(stop.color, stops[0]!.color))) return stops[0]!.color;
  if (gradient.type === 'conic-gradient') return conicPaint(gradient, geometry, stops);
  return gradient.type === 'linear-gradient'
    ? linearPaint(gradient, geometry, stops)
    : radialPaint(gradient, geometry, stops);
}

interface Geometry {
  /** Length of stop position 100 % in px, or in degrees for conic gradients. */
  readonly length: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** Only the last color is visible. */
  readonly degenerate: boolean;
}

function linearGeometry(gradient: LinearGradient, width: number, height: number): Geometry {
  let { dx, dy } = gradientLine(gradient, width, height);
  // Right angles must be exact despite floating point errors.
  if (Math.abs(dx) < 1e-9) dx = 0;
  if (Math.abs(dy) < 1e-9) dy = 0;
  const length = Math.abs(width * dx) + Math.abs(height * dy);
  const cx = width / 2;
  const cy = height / 2;
  const half = length / 2;
  return {
    length,
    x0: cx - dx * half,
    y0: cy - dy * half,
    x1: cx + dx * half,
    y1: cy + dy * half,
    degenerate: length === 0,
  };
}

function linearPaint(gradient: LinearGradient, g: Geometry, stops: readonly Stop[]): GradientPaint {
  const first = stops[0]!.offset;
  const span = Math.max(1e-9, stops[stops.length - 1]!.offset - first);
  const at = (t: number): [number, number] => [g.x0 + (g.x1 - g.x0) * t, g.y0 + (g.y1 - g.y0) * t];
  return {
    type: 'linear',
    geometry: [...at(first), ...at(first + span)],
    matrix: UNTRANSFORMED,
    stops: stops.map((stop) => ({ offset: (stop.offset - first) / span, color: stop.color })),
    repeating: gradient.repeating,
  };
}

/** Returns the geometry of a radial gradient. x1 and y1 are its radii. */
function radialGeometry(gradient: RadialGradient, width: number, height: number): Geometry {
  const x = gradient.position.x.resolvePx(width);
  const y = gradient.position.y.resolvePx(height);
  const [rx, ry] = radialSize(gradient, x, y, width, height);
  return { length: rx, x0: x, y0: y, x1: rx, y1: ry, degenerate: rx <= 0 || ry <= 0 };
}

function radialSize(gradient: RadialGradient, x: number, y: number, width: number, height: number): [number, number] {
  const { size, shape } = gradient;
  if (typeof size === 'object') {
    const rx = size.rx.resolvePx(width);
    return shape === 'circle' ? [rx, rx] : [rx, size.ry.resolvePx(height)];
  }
  const [left, right, top, bottom] = [Math.abs(x), Math.abs(width - x), Math.abs(y), Math.abs(height - y)];
  const pick = size.startsWith('closest') ? Math.min : Math.max;
  const sideX = pick(left, right);
  const sideY = pick(top, bottom);
  if (shape === 'circle') {
    const radius = size.endsWith('side') ? pick(sideX, sideY) : Math.hypot(sideX, sideY);
    return [radius, radius];
  }
  // An ellipse to a corner has the proportions of the ellipse to the side (css-images-3 §3.2.1).
  return size.endsWith('side') ? [sideX, sideY] : [sideX * Math.SQRT2, sideY * Math.SQRT2];
}

function radialPaint(gradient: RadialGradient, g: Geometry, stops: readonly Stop[]): GradientPaint {
  const usable = gradient.repeating ? stops : fromZero(stops);
  const first = usable[0]!.offset;
  const span = Math.max(1e-9, usable[usable.length - 1]!.offset - first);
  const ratio = g.y1 / g.x1;
  return {
    type: 'radial',
    geometry: [g.x0, g.y0, first * g.x1, g.x0, g.y0, (first + span) * g.x1],
    matrix: [1, 0, 0, ratio, 0, g.y0 - g.y0 * ratio],
    stops: usable.map((stop) => ({ offset: (stop.offset - first) / span, color: stop.color })),
    repeating: gradient.repeating,
  };
}

/** Cuts off stops before 0, because a radius can't be negative. */
function fromZero(stops: readonly Stop[]): readonly Stop[] {
  if (stops[0]!.offset >= 0) return stops;
  const firstInside = stops.findIndex((stop) => stop.offset >= 0);
  if (firstInside < 0)
    return [
      { offset: 0, color: stops[stops.length - 1]!.color },
      { offset: 1, color: stops[stops.length - 1]!.color },
    ];
  const a = stops[firstInside - 1]!;
  const b = stops[firstInside]!;
  const share = -a.offset / (b.offset - a.offset || 1);
  return [{ offset: 0, color: interpolateColors(a.color, b.color, share, null) }, ...stops.slice(firstInside)];
}

function conicGeometry(gradient: ConicGradient, width: number, height: number): Geometry {
  const x = gradient.position.x.resolvePx(width);
  const y = gradient.position.y.resolvePx(height);
  return { length: 360, x0: x, y0: y, x1: gradient.from, y1: 0, degenerate: false };
}

/** Repeats and extends the stops over the whole turn. */
function conicPaint(gradient: ConicGradient, g: Geometry, stops: readonly Stop[]): GradientPaint | Color {
  const first = stops[0]!.offset;
  const span = stops[stops.length - 1]!.offset - first;
  const turn: Stop[] = [];
  if (gradient.repeating) {
    const count = Math.ceil(1 / span) + 1;
    if (count > MAX_TURNS || count * stops.length > MAX_TURN_STOPS) return meanColor(stops);
    const start = Math.floor(-first / span);
    for (let k = start; k <= start + count; k++)
      for (const stop of stops) turn.push({ offset: stop.offset + k * span, color: stop.color });
  } else {
    turn.push({ offset: Math.min(0, first), color: stops[0]!.color }, ...stops);
    turn.push({ offset: Math.max(1, first + span), color: stops[stops.length - 1]!.color });
  }
  return {
    type: 'conic',
    geometry: [g.x0, g.y0, ((g.x1 - 90) * Math.PI) / 180],
    matrix: UNTRANSFORMED,
    stops: cutToUnit(turn),
    repeating: false,
  };
}

/** Returns the part of sorted stops between 0 and 1, with stops at both ends. */
function cutToUnit(stops: readonly Stop[]): Stop[] {
  const out: Stop[] = [];
  const colorAt = (i: number, t: number): Color => {
    const a = stops[i - 1]!;
    const b = stops[i]!;
    return interpolateColors(a.color, b.color, (t - a.offset) / (b.offset - a.offset || 1), null);
  };
  stops.forEach((stop, i) => {
    if (i > 0 && stop.offset > 0 && stops[i - 1]!.offset < 0) out.push({ offset: 0, color: colorAt(i, 0) });
    if (stop.offset >= 0 && stop.offset <= 1) out.push(stop);
    if (i > 0 && stop.offset > 1 && stops[i - 1]!.offset < 1) out.push({ offset: 1, color: colorAt(i, 1) });
  });
  return out.length > 0 ? out : [{ offset: 0, color: stops[0]!.color }];
}

/**
 * Returns sorted stops with positions as shares of the gradient line. Hints are replaced by stops (css-images-4 §3.4.3,
 * §3.5.3).
 */
function placeStops(source: readonly ColorStop[], length: number, currentColor: Color, conic: boolean): Stop[] {
  const offsets: (number | null)[] = source.map((stop) =>
    stop.position === null ? null : offsetOf(stop.position, length, conic),
  );
  const last = offsets.length - 1;
  offsets[0] ??= 0;
  offsets[last] ??= 1;
  let highest = -Infinity;
  for (let i = 0; i <= last; i++) {
    const offset = offsets[i];
    if (offset === null) continue;
    if (offset! < highest) offsets[i] = highest;
    else highest = offset!;
  }
  for (let i = 1; i < last; i++) {
    if (offsets[i] !== null) continue;
    let next = i;
    while (offsets[next] === null) next++;
    const from = offsets[i - 1] as number;
    const to = offsets[next] as number;
    for (let k = i; k < next; k++) offsets[k] = from + ((to - from) * (k - i + 1)) / (next - i + 1);
  }
  const stops: Stop[] = [];
  source.forEach((stop, i) => {
    const offset = offsets[i] as number;
    if (stop.color !== null) {
      stops.push({ offset, color: stop.color === Color.CURRENT ? currentColor : stop.color });
    } else if (i > 0 && i < last) {
      addHint(stops, offset, source[i + 1]!.color, offsets[i + 1] as number, currentColor);
    }
  });
  return stops;
}

/** Extends the end colors to both ends of the gradient line. The line then has a length even if all stops coincide. */
function overWholeLine(stops: readonly Stop[]): readonly Stop[] {
  const first = stops[0]!;
  const last = stops[stops.length - 1]!;
  const out = first.offset > 0 ? [{ offset: 0, color: first.color }, ...stops] : [...stops];
  if (last.offset < 1) out.push({ offset: 1, color: last.color });
  return out;
}

function offsetOf(position: Length, length: number, conic: boolean): number {
  if (conic) return position.resolvePx(360) / 360;
  return length > 0 ? position.resolvePx(length) / length : 0;
}

function addHint(stops: Stop[], hint: number, nextColor: Color | null, end: number, currentColor: Color): void {
  const from = stops[stops.length - 1];
  if (!from || nextColor === null) return;
  const to = nextColor === Color.CURRENT ? currentColor : nextColor;
  const span = end - from.offset;
  if (span <= 0) return;
  const h = (hint - from.offset) / span;
  if (h <= 0 || h >= 1) {
    // A hint at an end makes a sharp change there.
    stops.push({ offset: hint, color: h <= 0 ? to : from.color });
    if (h >= 1) stops.push({ offset: hint, color: to });
    return;
  }
  if (Math.abs(h - 0.5) < 1e-6) return;
  const exponent = Math.log(0.5) / Math.log(h);
  for (let k = 1; k < PIECES; k++) {
    const t = k / PIECES;
    stops.push({ offset: from.offset + span * t, color: interpolateColors(from.color, to, t ** exponent, null) });
  }
}

/** Adds stops so that plain interpolation in sRGB, without premultiplication, matches CSS (css-images-4 §3.4.2). */
function interpolate(stops: readonly Stop[], colorSpace: string | null): Stop[] {
  const pieces = Math.max(1, Math.min(PIECES, Math.floor(MAX_PIECES / stops.length)));
  const out: Stop[] = [stops[0]!];
  const isPlainSpace = colorSpace === null || colorSpace === 'srgb';
  for (let i = 1; i < stops.length; i++) {
    const a = stops[i - 1]!;
    const b = stops[i]!;
    if (b.offset > a.offset && (hasMissing(a.color) || hasMissing(b.color))) {
      // A missing component takes its neighbor's value, so the stop has a different color on each side (css-color-4
      // §12.2).
      if (i === 1) out.length = 0;
      for (let k = 0; k <= pieces; k++) {
        const t = k / pieces;
        const color = interpolateColors(a.color, b.color, t, colorSpace);
        out.push({ offset: a.offset + (b.offset - a.offset) * t, color });
      }
      continue;
    }
    if (b.offset > a.offset && !sameColor(a.color, b.color)) {
      const plain = isPlainSpace && !isExact(a.color) && !isExact(b.color);
      if (plain && a.color.a === 0) {
        out.push({ offset: a.offset, color: b.color.withAlpha(0) });
      } else if (plain && b.color.a === 0) {
        out.push({ offset: b.offset, color: a.color.withAlpha(0) });
      } else if (!plain || a.color.a !== b.color.a) {
        for (let k = 1; k < pieces; k++) {
          const t = k / pieces;
          out.push({
            offset: a.offset + (b.offset - a.offset) * t,
            color: interpolateColors(a.color, b.color, t, colorSpace),
          });
        }
      }
    }
    out.push(b);
  }
  return out;
}

/** Returns the color of an infinitely dense repetition (css-images-3 §3.3). */
function averageColor(stops: readonly Stop[]): Color {
  return stops[stops.length - 1]!.color;
}

/** Returns the mean of interpolated stops, weighted by opacity. */
function meanColor(stops: readonly Stop[]): Color {
  const sum = { r: 0, g: 0, b: 0, a: 0 };
  for (let i = 1; i < stops.length; i++) {
    const half = (stops[i]!.offset - stops[i - 1]!.offset) / 2;
    for (const { color } of [stops[i - 1]!, stops[i]!]) {
      sum.r += half * color.r * color.a;
      sum.g += half * color.g * color.a;
      sum.b += half * color.b * color.a;
      sum.a += half * color.a;
    }
  }
  const span = stops[stops.length - 1]!.offset - stops[0]!.offset;
  const whole = sum.a || 1;
  return new Color(sum.r / whole, sum.g / whole, sum.b / whole, sum.a / span);
}

function sameColor(a: Color, b: Color): boolean {
  return a === b || (a.r === b.r && a.g === b.g && a.b === b.b && a.a === b.a && !isExact(a) && !isExact(b));
}
