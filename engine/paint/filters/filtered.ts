/**
 * Filters (filter-effects-1). Filters on single colors and shadows with sharp edges stay vectors. Other filters produce
 * an image in print resolution, as far as the document's sample budget permits. Its text is added again, invisibly, so
 * that it can be read and found.
 */
import type { Budget } from '../../budget.ts';
import { Color } from '../../css/color.ts';
import type { FilterFunction, Shadow } from '../../css/computed-values.ts';
import type { SourcePosition } from '../../diagnostics.ts';
import type { ImageResource, RasterData } from '../../images/image.ts';
import { mirroredImage } from '../../raster/mirrored-image.ts';
import type { Rasterizer } from '../../raster/rasterizer.ts';
import type { DisplayList } from '../display-list.ts';
import { colorMapOf, groupOpacity, isVector } from '../filter.ts';
import { asDecoration, tracesOf, withoutShadows } from '../list-passes.ts';
import { type FilteredImages, MappedColors } from '../mapped-colors.ts';
import type { PaintContext } from '../paint-context.ts';
import { intersect, moved, type Rect } from '../rects.ts';
import { noteMissingElement } from '../svg/missing-element.ts';
import type { FilterBudget } from './filter-budget.ts';
import {
  blurOf,
  castsOnly,
  type FilterTarget,
  reachOf,
  samplesShown,
  shadowColor,
  shadowStep,
  sizeOf,
  type Step,
  stepsOf,
} from './filter-steps.ts';
import { FlatFills } from './flat-fills.ts';
import type { ListMarkup } from './list-markup.ts';
import { listMarkup, type Seen } from './list-writer.ts';
import { num, rectAttributes, svgMarkup } from './markup.ts';
import { type DrawnCost, NOTHING_DRAWN, rasterCost } from './raster-cost.ts';

/** Extent of mirrored content around a box for a `filter` element, whose reach is unknown. */
const MIRRORED = 100;
/** Memory for the samples, the image rows made from them, and the image's URL. */
const BYTES_PER_SAMPLE = 16;

/** Maximum nesting of content that is drawn as pixels. */
const MAX_RASTERIZED = 4;

/** Draws content through its filters. */
export function paintFiltered(
  context: PaintContext,
  target: FilterTarget,
  draw: (context: PaintContext) => void,
): void {
  if (isVector(target.filters)) paintVectors(context, target, draw);
  else paintPixels(context, target, draw);
}

function paintVectors(
  context: PaintContext,
  { filters, currentColor }: FilterTarget,
  draw: (context: PaintContext) => void,
): void {
  const { canvas, state } = context;
  const opacity = groupOpacity(filters);
  if (opacity <= 0) return;
  if (opacity < 1) canvas.beginGroup(opacity, 'normal', true);
  const map = colorMapOf(filters);
  if (map === null && !filters.some(({ type }) => type === 'drop-shadow')) {
    draw(context);
  } else {
    const content = canvas.record(() => draw(context));
    // The last shadow is lowest. Later filters in the list change its color.
    for (let i = filters.length - 1; i >= 0; i--) {
      const filter = filters[i]!;
      if (filter.type !== 'drop-shadow') continue;
      const color = shadowColor(filter.shadow, currentColor);
      paintSilhouette(context, filter.shadow, colorMapOf(filters.slice(i + 1))?.(color) ?? color, content);
    }
    const images = imagesThrough(context, filters);
    canvas.append(map === null ? content : new MappedColors(map, false, state.services, images).of(content));
  }
  if (opacity < 1) canvas.endGroup();
}

/** Returns the images that these filters have produced so far, on all pages. */
function imagesThrough({ state }: PaintContext, filters: FilterTarget['filters']): FilteredImages {
  const key = JSON.stringify(filters.filter(({ type }) => type !== 'drop-shadow' && type !== 'opacity'));
  let images = state.filteredImages.get(key);
  if (images === undefined) state.filteredImages.set(key, (images = new Map()));
  return images;
}

/**
 * Draws the silhouette of content in a shadow's color. Shadows in the content cast none, because each level of nesting
 * would double the work.
 */
function paintSilhouette({ canvas, state }: PaintContext, shadow: Shadow, color: Color, content: DisplayList): void {
  const map = (c: Color): Color => new Color(color.r, color.g, color.b, color.a * c.a);
  const shape = new MappedColors(map, true, state.services).of(asDecoration(withoutShadows(content)));
  const drawn = canvas.record(() => {
    canvas.save();
    canvas.transform([1, 0, 0, 1, shadow.x, shadow.y]);
    canvas.append(shape);
    canvas.restore();
  });
  canvas.shadow(drawn);
}

function paintPixels(context: PaintContext, given: FilterTarget, draw: (context: PaintContext) => void): void {
  const { canvas } = context;
  if (isRasterizedTooOften(context, given.position)) return draw(context);
  const filters = existing(context, given);
  if (filters.length === 0) return draw(context);
  const target = { ...given, filters };
  const { origin } = target;
  // A shadow is below its source, which stays unfiltered.
  const shadowsOnly = castsOnly(target.filters);
  const list = shadowsOnly ? canvas.record(() => draw(context)) : recordedForPixels(context, draw);
  if (paintFlatBlur(context, target, list)) return canvas.append(tracesOf(list));
  const sight = target.mirrors ? moved(target.bounds, origin.x, origin.y) : null;
  const content = markupOf(context, shadowsOnly ? withoutShadows(list) : list, { sight, isSilhouette: shadowsOnly });
  // A blur of one color, or of nothing, changes nothing.
  const isBlank = target.mirrors && content.shapes <= (target.liesOnPaper === true ? 1 : 0);
  if (isBlank && target.filters.every(({ type }) => type === 'blur')) return;
  const drawn = content.bounds && moved(content.bounds, -origin.x, -origin.y);
  const ink = target.mirrors ? target.bounds : drawn;
  const steps = shadowsOnly ? [shadowStep(target, ink)] : stepsOf(context, target, ink);
  const area = areaShown(target, steps);
  if (area.width > 0 && area.height > 0) {
    const image = (): void => paintImage(context, target, content, steps, area);
    if (shadowsOnly) canvas.shadow(canvas.record(image));
    else image();
  }
  if (shadowsOnly) canvas.append(list);
  // A backdrop's links and text must not be emitted again.
  else if (!target.mirrors) canvas.append(tracesOf(list));
}

/** Returns the area of the output that is visible, in whole px of user space. */
function areaShown({ visible, scale }: FilterTarget, steps: readonly Step[]): Rect {
  const { region } = steps[steps.length - 1]!;
  const area = visible ? intersect(region, visible) : region;
  return area.width > 0 && area.height > 0 ? wholePx(area, scale) : area;
}

/** Draws content that is only blurred, if it consists of fills in a few colors. Returns whether it does. */
function paintFlatBlur(context: PaintContext, target: FilterTarget, list: DisplayList): boolean {
  const { budget, state, scope } = context;
  const { origin, filters, mirrors } = target;
  const deviation = mirrors ? null : blurOf(filters);
  const fills = deviation === null ? null : FlatFills.of(list, deviation, budget);
  const wanted = samplesShown(target);
  if (fills === null || !fills.suits(wanted)) return false;
  const area = areaShown(target, stepsOf(context, target, moved(fills.bounds, -origin.x, -origin.y)));
  if (area.width <= 0 || area.height <= 0) return true;
  const shown = moved(area, origin.x, origin.y);
  const key = fills.key(shown);
  const samples = state.filterSamples;
  const pictures = samples.once(key, wanted, () => {
    const worked = fills.worked(shown);
    const grant = samples.take(sizeOf(area), wanted, fills.cost(worked), sizeOf(worked), scope.rasterized);
    budget.spendPixels(Math.ceil(grant.samples));
    return budget.holding(grant.bytes, () => fills.pictures(shown, grant.sampling, budget));
  });
  for (const picture of pictures) drawPicture(context, picture, shown);
  return true;
}

/** Draws a picture over an area of the canvas. */
function drawPicture({ canvas }: PaintContext, data: RasterData, area: Rect): void {
  const { width, height } = data;
  const image: ImageResource = { url: '', data, width, height, ratio: width / height };
  canvas.beginArtifact('layout');
  canvas.drawImage(image, area.x, area.y, area.width, area.height, true);
  canvas.endTag();
}

/**
 * Returns whether content is nested too deeply in content that is drawn as pixels. Then its own filter or perspective is
 * left out, because each level draws the pixels of the levels inside it again.
 */
export function isRasterizedTooOften(context: PaintContext, position: SourcePosition | null): boolean {
  if (context.scope.rasterized < MAX_RASTERIZED) return false;
  context.diagnostics.warn(
    'paint/nested-filter',
    `More than ${MAX_RASTERIZED} filters or perspectives are nested. The inner ones were ignored.`,
    position,
  );
  return true;
}

/** Returns the drawing of `draw` for content that becomes pixels. */
export function recordedForPixels(context: PaintContext, draw: (context: PaintContext) => void): DisplayList {
  const inside = context.with({ rasterized: context.scope.rasterized + 1 });
  return context.canvas.record(() => draw(inside));
}

/** Returns the markup of a list. */
export function markupOf({ budget, diagnostics }: PaintContext, list: DisplayList, seen: Seen = {}): ListMarkup {
  const content = listMarkup(list, budget, 'c', seen);
  if (content.omitted !== null)
    diagnostics.warn('paint/raster', `A ${content.omitted} was omitted, because filtered content is drawn as pixels.`);
  return content;
}

/** Returns the filters that exist. Missing ones are ignored. */
function existing(context: PaintContext, target: FilterTarget): FilterFunction[] {
  const { position } = target;
  return target.filters.filter((filter) => {
    if (filter.type !== 'url' || target.filterOf(filter.url) !== null) return true;
    noteMissingElement(context, filter.url, { wanted: '<filter>', becomes: 'filtering was skipped', position });
    return false;
  });
}

/** Draws the recorded content through its filters, as one image over `area` in user space. */
function paintImage(
  context: PaintContext,
  target: FilterTarget,
  content: ListMarkup,
  steps: readonly Step[],
  area: Rect,
): void {
  const { origin, mirrors, bounds, position } = target;
  const shown = moved(mirrors ? bounds : area, origin.x, origin.y);
  let markup = `<g transform="translate(${num(-origin.x)} ${num(-origin.y)})">${content.markup(shown)}</g>`;
  if (mirrors) markup = mirrored(context, markup, target, content.drawn(shown));
  // The transparent rectangle keeps the rasterizer from dropping an empty group and its filter.
  markup += `<rect ${rectAttributes(area)} fill="black" fill-opacity="0"/>`;
  let definitions = '';
  steps.forEach(({ region, primitives }, i) => {
    const common = `filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"`;
    definitions += `<filter id="f${i}" ${common} ${rectAttributes(region)}>${primitives}</filter>`;
    markup = `<g filter="url(#f${i})">${markup}</g>`;
  });
  const document = svgMarkup(area, definitions + markup);
  const data = pixelsOf(
    pixelHost(context),
    document,
    area,
    samplesShown(target),
    position,
    Math.max(...steps.map((step) => worked(step, area))),
    mirrors ? NOTHING_DRAWN : content.drawn(shown),
  );
  if (data) drawPicture(context, data, moved(area, origin.x, origin.y));
}

/**
 * Returns the content of a rectangle with its mirror images beyond each edge, as far as the filters reach. Returns ''
 * if it can't be drawn.
 */
function mirrored(context: PaintContext, markup: string, target: FilterTarget, drawn: DrawnCost): string {
  const { bounds, filters, position } = target;
  const reach = filters.reduce((sum, filter) => sum + (filter.type === 'url' ? MIRRORED : reachOf(filter)), 0);
  const across = Math.min(reach, bounds.width);
  const down = Math.min(reach, bounds.height);
  const size = { width: bounds.width + 2 * across, height: bounds.height + 2 * down };
  const data = pixelsOf(
    pixelHost(context),
    svgMarkup(bounds, markup),
    bounds,
    samplesShown(target),
    position,
    sizeOf(size),
    drawn,
  );
  if (data === null) return '';
  const samples = {
    across: samplesOf(across, data.width, bounds.width),
    down: samplesOf(down, data.height, bounds.height),
  };
  const bytes = BYTES_PER_SAMPLE * (data.width + 2 * samples.across) * (data.height + 2 * samples.down);
  const url = context.budget.holding(bytes, () => mirroredImage(data, samples.across, samples.down));
  const [x, y] = [(samples.across * bounds.width) / data.width, (samples.down * bounds.height) / data.height];
  const place = { x: bounds.x - x, y: bounds.y - y, width: bounds.width + 2 * x, height: bounds.height + 2 * y };
  return `<image ${rectAttributes(place)} preserveAspectRatio="none" href="${url}"/>`;
}

/** Returns the number of samples in a length, which is part of a side with the given samples. */
const samplesOf = (length: number, samples: number, side: number): number =>
  Math.min(samples, Math.ceil((length * samples) / side));

/** Primitives for which the rasterizer makes pictures of the whole region. */
const FILLS_REGION = /<fe(?:Blend|Composite|Flood|Image|Merge|Tile|Turbulence)/;

/**
 * Returns the area that the rasterizer processes for a picture of `area`: the region, or only its part in the picture and
 * up to twice its size on each side.
 */
function worked({ region, primitives }: Step, area: Rect): number {
  if (FILLS_REGION.test(primitives)) return Math.max(sizeOf(area), sizeOf(region));
  const { x, y, width, height } = area;
  const most = { x: x - 2 * width, y: y - 2 * height, width: 5 * width, height: 5 * height };
  return Math.max(sizeOf(area), sizeOf(intersect(region, most)));
}

/** What turns markup into pixels, and pays for it. `depth`: the number of groups around it that are drawn as pixels. */
export interface PixelHost {
  readonly rasterizer: Rasterizer;
  readonly samples: FilterBudget;
  readonly budget: Budget;
  readonly depth: number;
}

/** Returns what draws pixels while pages are painted. */
export const pixelHost = ({ state, budget, scope }: PaintContext): PixelHost => ({
  rasterizer: state.services.rasterizer,
  samples: state.filterSamples,
  budget,
  depth: scope.rasterized,
});

/**
 * Returns the pixels of an SVG document that shows an area. The resolution is `wanted` samples per unit, or less if the
 * sample budget requires it. null: it can't be drawn.
 */
export function pixelsOf(
  { rasterizer, samples: shared, budget, depth }: PixelHost,
  document: string,
  area: Rect,
  wanted: number,
  position: SourcePosition | null = null,
  workedArea = sizeOf(area),
  cost = NOTHING_DRAWN,
): RasterData | null {
  const [data] = shared.once(document, wanted, () => {
    const { sampling, samples, bytes } = shared.take(
      sizeOf(area),
      wanted,
      rasterCost(document, cost),
      workedArea,
      depth,
    );
    budget.spendPixels(Math.ceil(samples));
    const drawn = rasterizer.draw(document, sampling, bytes, position);
    return drawn === null ? [] : [drawn];
  });
  return data ?? null;
}

/** Returns the smallest rectangle around `r` with edges on whole px. */
export function wholePx(r: Rect, scale: number): Rect {
  const x = Math.floor(r.x * scale + 1e-6) / scale;
  const y = Math.floor(r.y * scale + 1e-6) / scale;
  const right = Math.ceil((r.x + r.width) * scale - 1e-6) / scale;
  const bottom = Math.ceil((r.y + r.height) * scale - 1e-6) / scale;
  return { x, y, width: right - x, height: bottom - y };
}
