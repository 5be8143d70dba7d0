/**
 * Content in perspective, which PDF doesn't support. It is drawn flat, in the resolution that will be visible, and its
 * pixels are projected. Its text can still be found.
 */
import type { SourcePosition } from '../diagnostics.ts';
import type { ImageResource } from '../images/image.ts';
import { rasterFromRgba } from '../images/raster.ts';
import { rgbaOf } from '../images/samples.ts';
import type { Matrix } from './display-list.ts';
import { pixelHost, pixelsOf, isRasterizedTooOften, markupOf, recordedForPixels, wholePx } from './filters/filtered.ts';
import { samplesPerUnit } from './filters/filter-steps.ts';
import { svgMarkup } from './filters/markup.ts';
import type { DrawnCost } from './filters/raster-cost.ts';
import { tracesOf } from './list-passes.ts';
import type { PaintContext } from './paint-context.ts';
import { invertProjection, type Placed, type Projection, projectPixels, projectRect } from './projection.ts';
import { grown, intersect, type Rect } from './rects.ts';

/** How a layer is projected. */
export interface Perspective {
  /** Maps the layer's coordinates to the canvas. */
  readonly projection: Projection;
  /** The affine map nearest to the projection, for text that readers can select. null if no affine map comes near. */
  readonly flat: Matrix | null;
  /** The visible area of the canvas. null: unknown. */
  readonly visible: Rect | null;
  /** The element's position in the source. */
  readonly position: SourcePosition | null;
}

/** Samples per CSS px: 288 per inch. */
const SAMPLES_PER_PX = 3;
/** Limit on the magnification. Content nearer to the eye is blurred. */
const MOST_MAGNIFIED = 4;
/** Size limit for projected content if the visible area is unknown. */
const LARGEST = 4_000;
const BYTES_PER_SAMPLE = 9;
/** Time for projecting one sample. */
const NANOSECONDS = 60;

/** Draws content in perspective. */
export function paintProjected(
  context: PaintContext,
  perspective: Perspective,
  draw: (context: PaintContext) => void,
): void {
  const { canvas } = context;
  const { projection, flat } = perspective;
  const inside = context.with({ transformed: context.scope.transformed + 1 });
  if (isRasterizedTooOften(context, perspective.position)) {
    if (flat === null) return;
    canvas.save();
    canvas.transform(flat);
    draw(inside);
    canvas.restore();
    return;
  }
  const list = recordedForPixels(inside, draw);
  const content = markupOf(context, list);
  const { bounds } = content;
  const inverse = invertProjection(projection);
  if (bounds === null || inverse === null) return;
  const seen = projectRect(projection, bounds);
  const area = seen && seenArea(seen.area, perspective.visible);
  if (seen && area && area.width > 0 && area.height > 0) {
    // Only the visible part is drawn.
    const behind = projectRect(inverse, area);
    const part = behind ? intersect(bounds, grown(behind.area, 1)) : bounds;
    const drawn = wholePx(part, 1);
    const source = flatPixels(context, content.markup(drawn), content.drawn(drawn), drawn, seen.magnified);
    if (source !== null) paintPixels(context, source, inverse, wholePx(area, 1));
  }
  if (flat === null) return;
  canvas.save();
  canvas.transform(flat);
  canvas.append(tracesOf(list));
  canvas.restore();
}

function seenArea(area: Rect, visible: Rect | null): Rect {
  if (visible !== null) return intersect(area, visible);
  return { ...area, width: Math.min(area.width, LARGEST), height: Math.min(area.height, LARGEST) };
}

function flatPixels(
  context: PaintContext,
  markup: string,
  drawn: DrawnCost,
  area: Rect,
  magnified: number,
): Placed | null {
  const scale = Math.min(MOST_MAGNIFIED, Math.max(1, magnified));
  if (area.width <= 0 || area.height <= 0) return null;
  const data = pixelsOf(
    pixelHost(context),
    svgMarkup(area, markup),
    area,
    samplesPerUnit(scale),
    null,
    undefined,
    drawn,
  );
  return data && { area, rgba: rgbaOf(data), width: data.width, height: data.height };
}

function paintPixels(context: PaintContext, source: Placed, inverse: Projection, area: Rect): void {
  const { budget, state, canvas, scope } = context;
  const cost = { fixed: 0, flat: NANOSECONDS, kernel: 0, rows: 0, layers: 2, bytes: 0 };
  const size = area.width * area.height;
  const { sampling, samples } = state.filterSamples.take(size, SAMPLES_PER_PX, cost, size, scope.rasterized);
  budget.spendPixels(Math.ceil(samples));
  const width = Math.max(1, Math.round(area.width * sampling));
  const height = Math.max(1, Math.round(area.height * sampling));
  const data = budget.holding(width * height * BYTES_PER_SAMPLE, () => {
    const rgba = projectPixels(source, inverse, area, { width, height }, () => budget.tick());
    return rasterFromRgba(rgba, width, height, budget);
  });
  const image: ImageResource = { url: '', data, width, height, ratio: width / height };
  canvas.beginArtifact('layout');
  canvas.drawImage(image, area.x, area.y, area.width, area.height, true);
  canvas.endTag();
}
