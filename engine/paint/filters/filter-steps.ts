/** The steps of a filter: their primitives as markup, how far they reach, and the resolution that they need. */
import { Color } from '../../css/color.ts';
import type { FilterFunction, Shadow } from '../../css/computed-values.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { SourcePosition } from '../../diagnostics.ts';
import type { Element } from '../../document/node.ts';
import type { PaintContext } from '../paint-context.ts';
import { grown, intersect, moved, type Rect, uniteRects } from '../rects.ts';
import type { Viewport } from '../svg/svg-geometry.ts';
import { functionPrimitive } from './function-primitives.ts';
import { floodAttributes, num } from './markup.ts';
import { type FilterImage, svgFilterMarkup, unknownPrimitives } from './svg-filter.ts';

/** A `filter` element whose document is available. */
export interface ReferencedFilter {
  readonly element: Element;
  styleOf(element: Element): ComputedStyle;
  /** Returns the image of a `feImage` in a rectangle, or null. */
  imageOf(element: Element, r: Rect): FilterImage | null;
}

/** The filtered content. */
export interface FilterTarget {
  readonly filters: readonly FilterFunction[];
  readonly currentColor: Color;
  /** The origin of user space, in canvas coordinates. */
  readonly origin: { readonly x: number; readonly y: number };
  /** The bounding box in user space. For a box, this is its border box. */
  readonly bounds: Rect;
  /** Whether the bounding box is extended by content drawn beyond it. */
  readonly includesInk: boolean;
  /** Whether the bounding box's mirror image replaces the content beyond it. */
  readonly mirrors: boolean;
  /** Whether the lowest shape of the content is blank paper. */
  readonly liesOnPaper?: boolean;
  readonly viewport: Viewport;
  /** CSS px per unit of user space. */
  readonly scale: number;
  /** The visible area in user space. null: unknown. */
  readonly visible: Rect | null;
  /** The element's position in the source. */
  readonly position: SourcePosition | null;
  filterOf(url: string): ReferencedFilter | null;
}

/** Samples per CSS px: 288 per inch. */
const SAMPLES_PER_PX = 3;
/** Samples per deviation of a Gaussian. The steps between them are invisible. */
const SAMPLES_PER_DEVIATION = 6;
/** A Gaussian is invisible beyond this many deviations. */
const REACH = 3;

export const sizeOf = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  width * height;

/** Distance in user space up to which filters can bring hidden content into view. For `filter` elements, and in general. */
const FAR = 2_000;
const FARTHEST = 10_000;

/** Returns whether a filter only adds shadows. */
export const castsOnly = (filters: readonly FilterFunction[]): boolean =>
  filters.every((filter) => filter.type === 'drop-shadow');

/** One filter as markup, with its output region. */
export interface Step {
  readonly region: Rect;
  readonly primitives: string;
}

/** Returns the filters in order. `ink`: the area of the content in user space. */
export function stepsOf(context: PaintContext, target: FilterTarget, ink: Rect | null): Step[] {
  const steps: Step[] = [];
  const sampling = samplesPerUnit(target.scale);
  let region = ink ?? EMPTY;
  let later = target.filters.reduce((sum, filter) => sum + reachOf(filter), 0);
  for (const filter of target.filters) {
    later -= reachOf(filter);
    if (filter.type !== 'url') {
      region = inSight(spread(filter, region), target.visible, reachOf(filter) + later);
      steps.push({ region, primitives: functionPrimitive(filter, target.currentColor) });
      continue;
    }
    const found = target.filterOf(filter.url)!;
    const { viewport } = target;
    // As in browsers, the region's percentages refer to a box that includes overflowing children, which are also
    // filtered.
    const bounds = target.includesInk ? (uniteRects(target.bounds, ink) ?? target.bounds) : target.bounds;
    const markup = svgFilterMarkup(found.element, { ...found, bounds, viewport, scale: sampling });
    // The rasterizer can't handle far regions. Nothing in them is visible.
    region = markup ? intersect(markup.region, grown(target.visible ?? bounds, farOf(markup.primitives))) : EMPTY;
    steps.push({ region, primitives: markup?.primitives ?? '<feFlood flood-opacity="0"/>' });
    for (const tag of unknownPrimitives(found.element))
      context.diagnostics.warnAbout(
        'paint/filter-primitive',
        `<${tag}> is not supported. It was skipped.`,
        found.element,
      );
  }
  return steps;
}

export const shadowColor = ({ color }: Shadow, currentColor: Color): Color =>
  color === Color.CURRENT ? currentColor : color;

/** Returns the output region of a filter function. */
function spread(filter: Exclude<FilterFunction, { readonly type: 'url' }>, r: Rect): Rect {
  if (filter.type === 'blur') return grown(r, REACH * Math.max(0, filter.px));
  if (filter.type !== 'drop-shadow') return r;
  const { x, y, blur } = filter.shadow;
  return uniteRects(r, grown(moved(r, x, y), REACH * blur)) ?? r;
}

/** Regions up to this many times as large as their visible part stay unclipped. */
const MUCH_MORE = 2;

/** Returns the part of a region from which filters with the given reach can bring content into view. */
function inSight(region: Rect, visible: Rect | null, reach: number): Rect {
  if (visible === null) return region;
  const within = grown(visible, reach);
  // The rasterizer can't handle far regions.
  const near = intersect(region, grown(visible, FARTHEST));
  return sizeOf(near) > MUCH_MORE * sizeOf(within) ? intersect(near, within) : near;
}

/** Returns the distance from which primitives can bring content into view. Pointwise primitives can't. */
const farOf = (primitives: string): number => (/<fe(?!ComponentTransfer|ColorMatrix|Func)/.test(primitives) ? FAR : 0);

/** Returns the distance over which a filter can move its input. For `filter` elements it is unknown. */
export function reachOf(filter: FilterFunction): number {
  if (filter.type === 'blur') return REACH * Math.max(0, filter.px);
  if (filter.type === 'url') return FAR;
  if (filter.type !== 'drop-shadow') return 0;
  const { x, y, blur } = filter.shadow;
  return Math.max(Math.abs(x), Math.abs(y)) + REACH * blur;
}

/** Returns the step for the shadows without their source. Each shadow is cast by everything before it. */
export function shadowStep({ filters, currentColor, visible }: FilterTarget, ink: Rect | null): Step {
  let region = ink ?? EMPTY;
  let casts = 'SourceGraphic';
  let primitives = '';
  let nodes = '';
  filters.forEach((filter, i) => {
    if (filter.type !== 'drop-shadow') return;
    const { x, y, blur } = filter.shadow;
    region = spread(filter, region);
    primitives +=
      `<feGaussianBlur in="${casts}" stdDeviation="${num(blur)}"/><feOffset dx="${num(x)}" dy="${num(y)}" result="o${i}"/>` +
      `<feFlood${floodAttributes(shadowColor(filter.shadow, currentColor))}/><feComposite in2="o${i}" operator="in" result="s${i}"/>` +
      `<feMerge result="a${i}"><feMergeNode in="s${i}"/><feMergeNode in="${casts}"/></feMerge>`;
    casts = `a${i}`;
    nodes = `<feMergeNode in="s${i}"/>${nodes}`;
  });
  const reach = filters.reduce((sum, filter) => sum + reachOf(filter), 0);
  return { region: inSight(region, visible, reach), primitives: `${primitives}<feMerge>${nodes}</feMerge>` };
}

/** Returns the deviation of filters that only blur, or null if they don't. */
export function blurOf(filters: readonly FilterFunction[]): number | null {
  let deviation = 0;
  for (const filter of filters) {
    if (filter.type !== 'blur') return null;
    deviation = Math.hypot(deviation, filter.px);
  }
  return deviation;
}

/** Returns the samples per unit of sharp filter output. `scale`: CSS px per unit. */
export const samplesPerUnit = (scale: number): number => SAMPLES_PER_PX * scale;

/** Returns the samples per unit for filter output. Blurred content needs fewer. */
export function samplesShown({ filters, scale }: FilterTarget): number {
  const shadowsOnly = castsOnly(filters);
  let deviation = shadowsOnly ? Infinity : 0;
  for (const filter of filters) {
    if (filter.type === 'url') deviation = 0;
    else if (filter.type === 'blur') deviation = Math.hypot(deviation, filter.px);
    else if (filter.type === 'drop-shadow' && shadowsOnly) deviation = Math.min(deviation, filter.shadow.blur);
  }
  const blurred = SAMPLES_PER_DEVIATION / deviation;
  return Math.min(samplesPerUnit(scale), Math.max(blurred, scale));
}

const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 };
