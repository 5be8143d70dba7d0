/** A display list as SVG markup, with the bounds and the cost of what it draws. */
import { intersect, type Rect, uniteRects } from '../rects.ts';
import type { DrawnCost } from './raster-cost.ts';

/** Drawn content and its bounds, in the canvas's own coordinates. */
export interface Drawn {
  readonly markup: string;
  readonly bounds: Rect;
  /** The cost of its outline, from `outlineCost`. */
  readonly rows: number;
  /** Whether it is a blurred shadow. */
  readonly isBlurred: boolean;
}

/**
 * Content farther from a picture than this is omitted, in picture widths and heights. A layer twice as far away crashes
 * the rasterizer.
 */
const NEAR = 1.5;

/** Returns whether content is near enough to a picture of `area` to be visible in it, even if blurred. */
function isNear({ x, y, width, height }: Rect, area: Rect): boolean {
  const [dx, dy] = [NEAR * area.width, NEAR * area.height];
  return (
    x <= area.x + area.width + dx &&
    x + width >= area.x - dx &&
    y <= area.y + area.height + dy &&
    y + height >= area.y - dy
  );
}

export class ListMarkup {
  /** Drawn content, and the markup around and between it. */
  private readonly parts: readonly (string | Drawn)[];
  /** The cost of outlines that are only used as masks, patterns or clips. */
  private readonly hiddenRows: number;
  /** The bounds of the content, or null if nothing is drawn. */
  readonly bounds: Rect | null;
  /** The number of shapes, images and glyph outlines drawn in sight. */
  readonly shapes: number;
  /** What was omitted because it can't be drawn as pixels: a page of a PDF, or a file that only PDF readers decode. */
  readonly omitted: string | null;

  constructor(
    parts: readonly (string | Drawn)[],
    hiddenRows: number,
    bounds: Rect | null,
    shapes: number,
    omitted: string | null,
  ) {
    this.parts = parts;
    this.hiddenRows = hiddenRows;
    this.bounds = bounds;
    this.shapes = shapes;
    this.omitted = omitted;
  }

  /** Returns all markup that may be visible in a picture of `area`, as children of an element. */
  markup(area: Rect): string {
    return this.parts
      .map((part) => (typeof part === 'string' ? part : isNear(part.bounds, area) ? part.markup : ''))
      .join('');
  }

  /** Returns the bounds of everything that `markup` draws for a picture of `area`. */
  extent(area: Rect): Rect {
    let extent = area;
    for (const part of this.parts)
      if (typeof part !== 'string' && isNear(part.bounds, area)) extent = uniteRects(extent, part.bounds) ?? extent;
    return extent;
  }

  /** Returns the cost of what is drawn near `area`. */
  drawn(area: Rect): DrawnCost {
    let rows = this.hiddenRows;
    let count = 0;
    let blurred = 0;
    for (const part of this.parts) {
      if (typeof part === 'string' || !isNear(part.bounds, area)) continue;
      rows += part.rows;
      if (!part.isBlurred) continue;
      count++;
      const { width, height } = intersect(part.bounds, area);
      blurred += Math.min(1, (width * height) / (area.width * area.height));
    }
    return { rows, shadows: { count, share: blurred } };
  }
}
