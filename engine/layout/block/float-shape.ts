/**
 * `shape-outside` (css-shapes-1): the part of a float's margin box that lines keep away from. Shapes are computed in physical px from the margin box's top
 * left corner, in horizontal writing modes only.
 */
import type { Box } from '../../boxes/box.ts';
import type { BasicShape, CornerRadius } from '../../css/computed-values.ts';
import { type LU, luFromPx, pxFromLu } from '../../units.ts';
import { edgesAgainst } from '../box-model.ts';
import type { ExclusionShape } from '../exclusion-space.ts';
import type { LogicalSides, Sides } from '../geometry.ts';
import type { BlockFlow } from './block-flow.ts';

/** Horizontal extent in px between two heights; null: the shape isn't there. */
interface PxShape {
  extent(top: number, bottom: number): readonly [number, number] | null;
}

interface PxRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The shape of a float whose margin box starts at `marginStart` and whose border box starts at `bfcBlock`; null: the margin box. */
export function exclusionShape(
  flow: BlockFlow,
  box: Box,
  marginStart: LU,
  bfcBlock: LU,
  inlineSize: LU,
  blockSize: LU,
  margins: LogicalSides,
): ExclusionShape | null {
  const { shapeOutside, shapeMargin } = box.style.rare;
  if (shapeOutside === null || flow.mode.vertical) return null;
  if (shapeOutside.image !== null) {
    flow.context.diagnostics.warn(
      'layout/unsupported',
      'shape-outside with an image is not supported; the margin box is used.',
    );
    return null;
  }
  const reversed = flow.mode.inlineReversed;
  const marginBoxWidth = inlineSize + margins.inlineStart + margins.inlineEnd;
  const left = reversed ? margins.inlineEnd : margins.inlineStart;
  const right = reversed ? margins.inlineStart : margins.inlineEnd;
  const border: PxRect = {
    x: pxFromLu(left),
    y: pxFromLu(margins.blockStart),
    width: pxFromLu(inlineSize),
    height: pxFromLu(blockSize),
  };
  const reference = referenceBox(flow, box, shapeOutside.box, border, {
    left,
    right,
    top: margins.blockStart,
    bottom: margins.blockEnd,
  });
  const margin = Math.max(0, shapeMargin.resolvePx(pxFromLu(flow.contentInlineSize)));
  const shape =
    shapeOutside.shape === null
      ? boxShape(box, shapeOutside.box, border, reference, margin)
      : basicShape(shapeOutside.shape, reference, margin);
  if (shape === null) return null;
  const marginTop = bfcBlock - margins.blockStart;
  return {
    extent(blockStart, blockEnd) {
      const extent = shape.extent(pxFromLu(blockStart - marginTop), pxFromLu(blockEnd - marginTop));
      if (extent === null) return null;
      const start = luFromPx(extent[0]);
      const end = luFromPx(extent[1]);
      return reversed
        ? [marginStart + marginBoxWidth - end, marginStart + marginBoxWidth - start]
        : [marginStart + start, marginStart + end];
    },
  };
}

function outset(rect: PxRect, sides: Sides, sign: 1 | -1): PxRect {
  const left = (sign * sides.left) / 64;
  const top = (sign * sides.top) / 64;
  return {
    x: rect.x - left,
    y: rect.y - top,
    width: Math.max(0, rect.width + left + (sign * sides.right) / 64),
    height: Math.max(0, rect.height + top + (sign * sides.bottom) / 64),
  };
}

function referenceBox(flow: BlockFlow, box: Box, name: string | null, border: PxRect, margins: Sides): PxRect {
  if (name === null || name === 'margin-box') return outset(border, margins, 1);
  if (name === 'border-box') return border;
  const edges = edgesAgainst(box.style, flow.mode, flow.contentInlineSize);
  const padding = outset(border, flow.mode.toPhysicalSides(edges.border), -1);
  return name === 'padding-box' ? padding : outset(padding, flow.mode.toPhysicalSides(edges.padding), -1);
}

interface Radii {
  readonly x: number;
  readonly y: number;
}

/** Top left, top right, bottom right, bottom left, scaled down where they overlap (css-backgrounds-3 §4.5). */
function usedRadii(radii: readonly CornerRadius[], rect: PxRect): Radii[] {
  const used = radii.map((r) => ({
    x: Math.max(0, r.x.resolvePx(rect.width)),
    y: Math.max(0, r.y.resolvePx(rect.height)),
  }));
  const share = (size: number, a: number, b: number): number => (a + b > size ? size / (a + b) : 1);
  const factor = Math.min(
    share(rect.width, used[0].x, used[1].x),
    share(rect.width, used[2].x, used[3].x),
    share(rect.height, used[0].y, used[3].y),
    share(rect.height, used[1].y, used[2].y),
  );
  return factor < 1 ? used.map((r) => ({ x: r.x * factor, y: r.y * factor })) : used;
}

/** css-shapes-1 §3.2: a box with the curves of `border-radius`, which follow it outwards and inwards. */
function boxShape(box: Box, name: string | null, border: PxRect, reference: PxRect, margin: number): PxShape {
  const b = box.style.border;
  const radii = usedRadii(
    [b.borderTopLeftRadius, b.borderTopRightRadius, b.borderBottomRightRadius, b.borderBottomLeftRadius],
    border,
  );
  const grown = radii.map((r, i) => {
    const dx = i === 0 || i === 3 ? border.x - reference.x : reference.x + reference.width - border.x - border.width;
    const dy = i < 2 ? border.y - reference.y : reference.y + reference.height - border.y - border.height;
    if (r.x === 0 || r.y === 0) return { x: 0, y: 0 };
    return name === 'border-box' ? r : { x: Math.max(0, r.x + dx), y: Math.max(0, r.y + dy) };
  });
  return new RoundedRect(reference, grown, margin);
}

class RoundedRect implements PxShape {
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
    if (bottom <= rect.y || top >= end) return null;
    return [
      rect.x + this.cut(radii[0], radii[3], top, bottom),
      rect.x + rect.width - this.cut(radii[1], radii[2], top, bottom),
    ];
  }

  /** How far the curves of one side take the widest place of a band in. */
  private cut(above: Radii, below: Radii, top: number, bottom: number): number {
    const { rect } = this;
    const startOfStraight = rect.y + above.y;
    const endOfStraight = rect.y + rect.height - below.y;
    if (bottom < startOfStraight) return curve(above, startOfStraight - bottom);
    if (top > endOfStraight) return curve(below, top - endOfStraight);
    return 0;
  }
}

/** Inset of a quarter ellipse at a distance from its straight end. */
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
      const a = points[i];
      const b = points[(i + 1) % points.length];
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
}

/** Collects what lies between two heights. */
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
    // What only touches the band's edge takes no room in it.
    if (lower.y === this.top || upper.y === this.bottom) return;
    const at = (y: number): number =>
      lower.y === upper.y ? upper.x : upper.x + ((lower.x - upper.x) * (y - upper.y)) / (lower.y - upper.y);
    const first = at(Math.max(upper.y, this.top));
    const last = at(Math.min(lower.y, this.bottom));
    this.add(Math.min(first, last), Math.max(first, last));
    if (lower.y === upper.y) this.add(Math.min(upper.x, lower.x), Math.max(upper.x, lower.x));
  }
}

function basicShape(shape: BasicShape, box: PxRect, margin: number): PxShape | null {
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
          ? sideRadius(shape.radius, [
              center.x - box.x,
              box.x + box.width - center.x,
              center.y - box.y,
              box.y + box.height - center.y,
            ])
          : shape.radius.resolvePx(Math.sqrt((box.width ** 2 + box.height ** 2) / 2));
      return new Ellipse(center.x, center.y, Math.max(0, r) + margin, Math.max(0, r) + margin);
    }
    case 'ellipse': {
      const center = centerOf(shape.position, box);
      const rx =
        typeof shape.rx === 'string'
          ? sideRadius(shape.rx, [center.x - box.x, box.x + box.width - center.x])
          : shape.rx.resolvePx(box.width);
      const ry =
        typeof shape.ry === 'string'
          ? sideRadius(shape.ry, [center.y - box.y, box.y + box.height - center.y])
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

function sideRadius(keyword: 'closest-side' | 'farthest-side', distances: readonly number[]): number {
  const sizes = distances.map(Math.abs);
  return keyword === 'closest-side' ? Math.min(...sizes) : Math.max(...sizes);
}
