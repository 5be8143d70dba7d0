/** Shapes that lines wrap around (css-shapes-1), as geometry in px. */
import type { BasicShape, CornerRadius } from '../../css/computed-values.ts';
import { distancesIn, extentRadius } from '../../css/values/radial-extent.ts';

/** The extent of a shape, queried by horizontal bands. */
export interface PxShape {
  /** Returns the horizontal extent between two heights, or null if the shape isn't there. */
  extent(top: number, bottom: number): readonly [number, number] | null;
  /** Returns the shape with x and y swapped. */
  transposed(): PxShape;
}

export interface PxRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function transposedRect({ x, y, width, height }: PxRect): PxRect {
  return { x: y, y: x, width: height, height: width };
}

interface Radii {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the radii of the top left, top right, bottom right and bottom left corners, scaled down where they overlap
 * (css-backgrounds-3 §4.5).
 */
export function usedRadii(radii: readonly CornerRadius[], rect: PxRect): Radii[] {
  const used = radii.map((r) => ({
    x: Math.max(0, r.x.resolvePx(rect.width)),
    y: Math.max(0, r.y.resolvePx(rect.height)),
  }));
  const share = (size: number, a: number, b: number): number => (a + b > size ? size / (a + b) : 1);
  const factor = Math.min(
    share(rect.width, used[0]!.x, used[1]!.x),
    share(rect.width, used[2]!.x, used[3]!.x),
    share(rect.height, used[0]!.y, used[3]!.y),
    share(rect.height, used[1]!.y, used[2]!.y),
  );
  return factor < 1 ? used.map((r) => ({ x: r.x * factor, y: r.y * factor })) : used;
}

export class RoundedRect implements PxShape {
  private readonly rect: PxRect;
  private readonly radii: readonly Radii[];

  constructor(rect: PxRect, radii: readonly Radii[], margin: number) {
    this.rect = {
      x: rect.x - margin,
      y: rect.y - margin,
      width: rect.width + 2 * margin,
      height: rect.height + 2 * margin,
    };
    this.radii = margin === 0 ? radii : radii.map((r) => ({ x: r.x + margin, y: r.y + margin }));
  }

  extent(top: number, bottom: number): readonly [number, number] | null {
    const { rect, radii } = this;
    const end = rect.y + rect.height;
    if (bottom <= rect.y || top >= end || rect.width <= 0) return null;
    return [
      rect.x + this.cut(radii[0]!, radii[3]!, top, bottom),
      rect.x + rect.width - this.cut(radii[1]!, radii[2]!, top, bottom),
    ];
  }

  transposed(): PxShape {
    const [topLeft, topRight, bottomRight, bottomLeft] = this.radii.map((r) => ({ x: r.y, y: r.x }));
    return new RoundedRect(transposedRect(this.rect), [topLeft!, bottomLeft!, bottomRight!, topRight!], 0);
  }

  /** Returns the inset by the curves of one side at the widest point of a band. */
  private cut(above: Radii, below: Radii, top: number, bottom: number): number {
    const { rect } = this;
    const startOfStraight = rect.y + above.y;
    const endOfStraight = rect.y + rect.height - below.y;
    if (bottom < startOfStraight) return curve(above, startOfStraight - bottom);
    if (top > endOfStraight) return curve(below, top - endOfStraight);
    return 0;
  }
}

/** Returns the inset of a quarter ellipse at a distance from its straight end. */
function curve(radii: Radii, distance: number): number {
  if (radii.y <= 0) return 0;
  const t = Math.min(1, distance / radii.y);
  return radii.x * (1 - Math.sqrt(1 - t * t));
}

class Ellipse implements PxShape {
  private readonly cx: number;
  private readonly cy: number;
  private readonly rx: number;
  private readonly ry: number;

  constructor(cx: number, cy: number, rx: number, ry: number) {
    this.cx = cx;
    this.cy = cy;
    this.rx = rx;
    this.ry = ry;
  }

  extent(top: number, bottom: number): readonly [number, number] | null {
    const { cx, cy, rx, ry } = this;
    if (rx <= 0 || ry <= 0 || bottom <= cy - ry || top >= cy + ry) return null;
    const nearest = Math.max(top, Math.min(bottom, cy)) - cy;
    const half = rx * Math.sqrt(Math.max(0, 1 - (nearest * nearest) / (ry * ry)));
    return [cx - half, cx + half];
  }

  transposed(): PxShape {
    return new Ellipse(this.cy, this.cx, this.ry, this.rx);
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

class Polygon implements PxShape {
  private readonly points: readonly Point[];
  private readonly margin: number;

  constructor(points: readonly Point[], margin: number) {
    this.points = points;
    this.margin = margin;
  }

  extent(top: number, bottom: number): readonly [number, number] | null {
    const { points, margin } = this;
    const band = new Band(top, bottom);
    for (let i = 0; i < points.length; i++) {
      const a = points[i]!;
      const b = points[(i + 1) % points.length]!;
      band.addSegment(a, b);
      if (margin === 0) continue;
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const disc = new Ellipse(a.x, a.y, margin, margin).extent(top, bottom);
      if (disc !== null) band.add(disc[0], disc[1]);
      if (length === 0) continue;
      const nx = ((b.y - a.y) / length) * margin;
      const ny = (-(b.x - a.x) / length) * margin;
      band.addSegment({ x: a.x + nx, y: a.y + ny }, { x: b.x + nx, y: b.y + ny });
      band.addSegment({ x: a.x - nx, y: a.y - ny }, { x: b.x - nx, y: b.y - ny });
    }
    return band.min > band.max ? null : [band.min, band.max];
  }

  transposed(): PxShape {
    return new Polygon(
      this.points.map(({ x, y }) => ({ x: y, y: x })),
      this.margin,
    );
  }
}

/** Accumulates the extent between two heights. */
class Band {
  private readonly top: number;
  private readonly bottom: number;
  min = Infinity;
  max = -Infinity;

  constructor(top: number, bottom: number) {
    this.top = top;
    this.bottom = bottom;
  }

  add(from: number, to: number): void {
    if (from < this.min) this.min = from;
    if (to > this.max) this.max = to;
  }

  addSegment(a: Point, b: Point): void {
    const [upper, lower] = a.y <= b.y ? [a, b] : [b, a];
    if (lower.y < this.top || upper.y > this.bottom) return;
    // Edges that only touch the band's boundary don't count.
    if (lower.y === this.top || upper.y === this.bottom) return;
    const at = (y: number): number =>
      lower.y === upper.y ? upper.x : upper.x + ((lower.x - upper.x) * (y - upper.y)) / (lower.y - upper.y);
    const first = at(Math.max(upper.y, this.top));
    const last = at(Math.min(lower.y, this.bottom));
    this.add(Math.min(first, last), Math.max(first, last));
    if (lower.y === upper.y) this.add(Math.min(upper.x, lower.x), Math.max(upper.x, lower.x));
  }
}

export function basicShape(shape: BasicShape, box: PxRect, margin: number): PxShape | null {
  switch (shape.type) {
    case 'inset': {
      const top = shape.top.resolvePx(box.height);
      const left = shape.left.resolvePx(box.width);
      const rect: PxRect = {
        x: box.x + left,
        y: box.y + top,
        width: Math.max(0, box.width - left - shape.right.resolvePx(box.width)),
        height: Math.max(0, box.height - top - shape.bottom.resolvePx(box.height)),
      };
      const none = { x: 0, y: 0 };
      return new RoundedRect(
        rect,
        shape.radii === null ? [none, none, none, none] : usedRadii(shape.radii, rect),
        margin,
      );
    }
    case 'circle': {
      const center = centerOf(shape.position, box);
      const r =
        typeof shape.radius === 'string'
          ? extentRadius(shape.radius, distancesIn(box, center.x, center.y), 'both')
          : shape.radius.resolvePx(Math.sqrt((box.width ** 2 + box.height ** 2) / 2));
      return new Ellipse(center.x, center.y, Math.max(0, r) + margin, Math.max(0, r) + margin);
    }
    case 'ellipse': {
      const center = centerOf(shape.position, box);
      const rx =
        typeof shape.rx === 'string'
          ? extentRadius(shape.rx, distancesIn(box, center.x, center.y), 'x')
          : shape.rx.resolvePx(box.width);
      const ry =
        typeof shape.ry === 'string'
          ? extentRadius(shape.ry, distancesIn(box, center.x, center.y), 'y')
          : shape.ry.resolvePx(box.height);
      return new Ellipse(center.x, center.y, Math.max(0, rx) + margin, Math.max(0, ry) + margin);
    }
    case 'polygon':
      return new Polygon(
        shape.points.map((p) => ({ x: box.x + p.x.resolvePx(box.width), y: box.y + p.y.resolvePx(box.height) })),
        margin,
      );
    case 'path':
      return null;
  }
}

function centerOf(
  position: {
    readonly x: { resolvePx(basis: number): number };
    readonly y: { resolvePx(basis: number): number };
  } | null,
  box: PxRect,
): Point {
  if (position === null) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return { x: box.x + position.x.resolvePx(box.width), y: box.y + position.y.resolvePx(box.height) };
}
