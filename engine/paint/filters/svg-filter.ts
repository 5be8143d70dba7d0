/**
 * Converts `filter` elements (filter-effects-1 §9) to markup with all lengths in user space. Only numbers and known
 * keywords of the author's markup get through.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Color, linearComponent } from '../../css/color.ts';
import type { Element } from '../../document/node.ts';
import { usedColor } from '../paint-context.ts';
import { parseLength, regionOf, type Viewport } from '../svg/svg-geometry.ts';
import { floodAttributes, num, rgb } from './markup.ts';
import type { Rect } from '../rects.ts';

/** The coordinate system of a filter. */
interface FilterSpace {
  /** The bounding box of the filtered content, in user space. */
  readonly bounds: Rect;
  readonly viewport: Viewport;
  /** Samples per unit of user space. Slopes are per sample, so they are divided by it. */
  readonly scale: number;
  styleOf(element: Element): ComputedStyle;
  /** Returns the image of a `feImage` in a rectangle, or null. */
  imageOf(element: Element, r: Rect): FilterImage | null;
}

/** An image for `feImage`. */
export interface FilterImage {
  /** A `data:` URL. */
  readonly url: string;
  /** A valid `preserveAspectRatio`. */
  readonly aspect: string;
}

interface FilterMarkup {
  readonly region: Rect;
  readonly primitives: string;
}

/**
 * The measure of an attribute's numbers under `primitiveUnits`: plain, or as shares of the box's width, height or
 * diagonal.
 */
type Measure = 'plain' | 'x' | 'y' | 'xy' | 'diagonal';

/** The syntax of an attribute: a list of numbers, or one of several keywords. */
type Grammar = { readonly numbers: Measure } | { readonly keywords: readonly string[] };

const plain: Grammar = { numbers: 'plain' };
const EDGES: Grammar = { keywords: ['duplicate', 'wrap', 'none'] };
const CHANNELS: Grammar = { keywords: ['R', 'G', 'B', 'A'] };
const MODES =
  'normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity';

const PRIMITIVES: ReadonlyMap<string, Readonly<Record<string, Grammar>>> = new Map(
  Object.entries<Readonly<Record<string, Grammar>>>({
    feBlend: { mode: { keywords: MODES.split(' ') } },
    feColorMatrix: { type: { keywords: ['matrix', 'saturate', 'hueRotate', 'luminanceToAlpha'] }, values: plain },
    feComponentTransfer: {},
    feComposite: {
      operator: { keywords: ['over', 'in', 'out', 'atop', 'xor', 'lighter', 'arithmetic'] },
      k1: plain,
      k2: plain,
      k3: plain,
      k4: plain,
    },
    feConvolveMatrix: {
      order: plain,
      kernelMatrix: plain,
      divisor: plain,
      bias: plain,
      targetX: plain,
      targetY: plain,
      edgeMode: EDGES,
      preserveAlpha: { keywords: ['true', 'false'] },
    },
    feDiffuseLighting: { diffuseConstant: plain },
    feDisplacementMap: { scale: { numbers: 'diagonal' }, xChannelSelector: CHANNELS, yChannelSelector: CHANNELS },
    feDropShadow: { dx: { numbers: 'x' }, dy: { numbers: 'y' }, stdDeviation: { numbers: 'xy' } },
    feFlood: {},
    feGaussianBlur: { stdDeviation: { numbers: 'xy' }, edgeMode: EDGES },
    feImage: {},
    feMerge: {},
    feMorphology: { operator: { keywords: ['erode', 'dilate'] }, radius: { numbers: 'xy' } },
    feOffset: { dx: { numbers: 'x' }, dy: { numbers: 'y' } },
    feSpecularLighting: { specularConstant: plain, specularExponent: plain },
    feTile: {},
    feTurbulence: {
      baseFrequency: plain,
      numOctaves: plain,
      seed: plain,
      stitchTiles: { keywords: ['stitch', 'noStitch'] },
      type: { keywords: ['fractalNoise', 'turbulence'] },
    },
  }),
);

const TRANSFER: Readonly<Record<string, Grammar>> = {
  type: { keywords: ['identity', 'table', 'discrete', 'linear', 'gamma'] },
  tableValues: plain,
  slope: plain,
  intercept: plain,
  amplitude: plain,
  exponent: plain,
  offset: plain,
};

const NOTHING: Readonly<Record<string, Grammar>> = {};
const LIGHTS = new Set(['feDistantLight', 'fePointLight', 'feSpotLight']);
const STANDARD_INPUTS = new Set(['SourceGraphic', 'SourceAlpha']);
/** Limit on the numbers in one attribute: a kernel of 31 by 31. */
const MAX_NUMBERS = 1_000;
/** Limit on the number of primitives. */
const MAX_PRIMITIVES = 200;

/** Returns a filter's markup, or null if the filter disables rendering of the element. */
export function svgFilterMarkup(filter: Element, space: FilterSpace): FilterMarkup | null {
  const style = space.styleOf(filter);
  const { fontSize } = style.font;
  const region = regionOf(filter, 'filterUnits', space.bounds, space.viewport, fontSize, -0.1, 1.2);
  const elements = filter.children.filter((child): child is Element => child.type === 'element');
  const known = elements.filter((child) => PRIMITIVES.has(child.tag)).slice(0, MAX_PRIMITIVES);
  if (!(region.width > 0) || !(region.height > 0) || known.length === 0) return null;
  const writer = new PrimitiveWriter(space, region, {
    inBox: filter.attribute('primitiveUnits') === 'objectBoundingBox',
    unrendered: isRendered(filter, space) ? null : filter,
  });
  const primitives = known.map((child) => writer.write(child)).join('');
  return { region, primitives };
}

/** Returns whether neither a filter nor an ancestor has `display: none`. */
function isRendered(filter: Element, { styleOf }: FilterSpace): boolean {
  for (let at: Element | null = filter; at !== null; at = at.parent)
    if (styleOf(at).box.display.outside === 'none') return false;
  return true;
}

/** Returns the tags of a filter's unsupported primitives. */
export function unknownPrimitives({ children }: Element): string[] {
  const tags = children.flatMap((child) => (child.type === 'element' ? [child.tag] : []));
  return tags.filter((tag) => /^fe[a-z]/i.test(tag) && !PRIMITIVES.has(tag));
}

class PrimitiveWriter {
  private readonly space: FilterSpace;
  private readonly region: Rect;
  /** Whether lengths are shares of the bounding box. */
  private readonly inBox: boolean;
  /** The filter if it isn't rendered. */
  private readonly unrendered: Element | null;
  /** Generated result names, by the author's names. */
  private readonly results = new Map<string, string>();
  /** Results that depend on `currentcolor` (filter-effects-1, tainted filter primitives). */
  private readonly tainted = new Set<string>();
  private count = 0;

  constructor(
    space: FilterSpace,
    region: Rect,
    { inBox, unrendered }: { readonly inBox: boolean; readonly unrendered: Element | null },
  ) {
    this.space = space;
    this.region = region;
    this.inBox = inBox;
    this.unrendered = unrendered;
  }

  write(element: Element): string {
    const style = this.space.styleOf(element);
    const { tag } = element;
    const linear = this.isLinear(element, style) && tag !== 'feOffset' && tag !== 'feTile';
    let attributes = ` color-interpolation-filters="${linear ? 'linearRGB' : 'sRGB'}"`;
    attributes += this.subregion(element, style) + this.attributes(element, PRIMITIVES.get(tag) ?? NOTHING);
    if (tag !== 'feFlood' && tag !== 'feImage' && tag !== 'feTurbulence' && tag !== 'feMerge')
      attributes += this.input(element, 'in');
    if (tag === 'feBlend' || tag === 'feComposite' || tag === 'feDisplacementMap')
      attributes += this.input(element, 'in2');
    if (tag === 'feFlood' || tag === 'feDropShadow') {
      const { floodColor, floodOpacity } = style.svgShape;
      attributes += floodAttributes(usedColor(floodColor, style), floodOpacity);
    }
    const content = this.content(element, style);
    if (tag === 'feDiffuseLighting' || tag === 'feSpecularLighting') {
      attributes += ` lighting-color="${lightColor(usedColor(style.svgShape.lightingColor, style), linear)}"`;
      attributes += ` surfaceScale="${num(numberOf(element, 'surfaceScale', 1) * this.space.scale)}"`;
      // A lighting primitive without a light source is transparent black (filter-effects-1 §9.9).
      if (content === '') return this.named(element, '<feFlood flood-opacity="0"');
    }
    if (tag === 'feImage') return this.image(element, style, attributes);
    const inputs = attributes + content;
    if (tag === 'feDisplacementMap' && this.isTainted(attributes, 'in2')) {
      // filter-effects-1 §9.7: a tainted map has no effect, because displacement would reveal its colors to the page.
      return this.named(element, `<feOffset${this.input(element, 'in')}`);
    }
    if (namesCurrentColor(element, style) || [...this.tainted].some((name) => inputs.includes(`"${name}"`)))
      this.tainted.add(`r${this.count}`);
    if (tag === 'feDisplacementMap') return this.displacement(element, attributes);
    if (tag === 'feOffset' && isStill(element)) return this.still(element, attributes);
    return this.named(element, `<${tag}${attributes}`, content, tag);
  }

  /**
   * Returns whether a primitive works in linearRGB (filter-effects-1 §11). As in Chromium, unrendered filters use sRGB
   * unless an attribute requests linearRGB: most inline SVG with filters for HTML is hidden and designed for sRGB.
   */
  private isLinear(element: Element, style: ComputedStyle): boolean {
    const { unrendered } = this;
    if (style.svgPaint.colorInterpolationFilters === 'srgb') return false;
    if (unrendered === null) return true;
    const name = 'color-interpolation-filters';
    return (element.attribute(name) ?? unrendered.attribute(name))?.trim().toLowerCase() === 'linearrgb';
  }

  /**
   * Writes a displacement map. The rasterizer reads premultiplied map colors, but the specification requires
   * unpremultiplied ones (filter-effects-1 §9.7). So the two channels are copied to the red and green of an opaque map.
   */
  private displacement(element: Element, attributes: string): string {
    const channel = (name: string): string => {
      const at = 'RGBA'.indexOf(element.attribute(name)?.trim() || 'A');
      return [0, 1, 2, 3].map((i) => (i === (at < 0 ? 3 : at) ? '1' : '0')).join(' ');
    };
    const space = /^ color-interpolation-filters="\w+"/.exec(attributes)?.[0] ?? '';
    const values = `${channel('xChannelSelector')} 0 ${channel('yChannelSelector')} 0 0 0 0 0 0 0 0 0 0 1`;
    const name = `m${this.count}`;
    const map = this.input(element, 'in2').replace('in2', 'in');
    const own = attributes.replace(/ in2="\w+"/, ` in2="${name}"`).replace(/ [xy]ChannelSelector="\w"/g, '');
    return (
      `<feColorMatrix${space} type="matrix" values="${values}"${map} result="${name}"/>` +
      this.named(element, `<feDisplacementMap${own} xChannelSelector="R" yChannelSelector="G"`)
    );
  }

  /**
   * Writes an offset by zero as a merge. The rasterizer passes such input through with the input's subregion instead of
   * the offset's (filter-effects-1 §9.4).
   */
  private still(element: Element, attributes: string): string {
    return this.named(element, `<feMerge${attributes}`, `<feMergeNode${this.input(element, 'in')}/>`, 'feMerge');
  }

  /** Completes a primitive with the name of its result. */
  private named(element: Element, start: string, content = '', tag = ''): string {
    const name = `r${this.count++}`;
    const own = element.attribute('result')?.trim();
    if (own) this.results.set(own, name);
    return content === '' ? `${start} result="${name}"/>` : `${start} result="${name}">${content}</${tag}>`;
  }

  /** Returns the name of an input. An unknown name refers to the previous primitive (filter-effects-1 §9.2). */
  private input(element: Element, attribute: 'in' | 'in2'): string {
    const given = element.attribute(attribute)?.trim() ?? '';
    const name = STANDARD_INPUTS.has(given) ? given : (this.results.get(given) ?? this.previous());
    return ` ${attribute}="${name}"`;
  }

  private isTainted(attributes: string, input: string): boolean {
    return [...this.tainted].some((name) => attributes.includes(` ${input}="${name}"`));
  }

  private previous(): string {
    return this.count === 0 ? 'SourceGraphic' : `r${this.count - 1}`;
  }

  private content(element: Element, style: ComputedStyle): string {
    let content = '';
    for (const child of element.children) {
      if (child.type !== 'element') continue;
      if (element.tag === 'feMerge' && child.tag === 'feMergeNode') {
        content += `<feMergeNode${this.input(child, 'in')}/>`;
      } else if (element.tag === 'feComponentTransfer' && /^feFunc[RGBA]$/.test(child.tag)) {
        content += `<${child.tag}${this.attributes(child, TRANSFER)}/>`;
      } else if (LIGHTS.has(child.tag) && content === '') {
        content = this.light(child, style);
      }
    }
    return content;
  }

  private light(element: Element, style: ComputedStyle): string {
    if (element.tag === 'feDistantLight')
      return `<feDistantLight azimuth="${num(numberOf(element, 'azimuth', 0))}" elevation="${num(numberOf(element, 'elevation', 0))}"/>`;
    const place = (name: string, axis: Measure): string => {
      const origin = !this.inBox || axis === 'diagonal' ? 0 : axis === 'x' ? this.space.bounds.x : this.space.bounds.y;
      const value = parseLength(element.attribute(name), 0, style.font.fontSize) ?? 0;
      return ` ${name}="${num(origin + value * this.unit(axis))}"`;
    };
    const at = place('x', 'x') + place('y', 'y') + place('z', 'diagonal');
    if (element.tag === 'fePointLight') return `<fePointLight${at}/>`;
    const to = place('pointsAtX', 'x') + place('pointsAtY', 'y') + place('pointsAtZ', 'diagonal');
    return `<feSpotLight${at}${to}${this.attributes(element, { specularExponent: plain, limitingConeAngle: plain })}/>`;
  }

  private attributes(element: Element, grammars: Readonly<Record<string, Grammar>>): string {
    let out = '';
    for (const [name, grammar] of Object.entries(grammars)) {
      const text = element.attribute(name)?.trim();
      if (!text) continue;
      if ('keywords' in grammar) {
        if (grammar.keywords.includes(text)) out += ` ${name}="${text}"`;
        continue;
      }
      const numbers = text.split(/[\s,]+/).map(Number);
      if (numbers.length > MAX_NUMBERS || !numbers.every(Number.isFinite)) continue;
      out += ` ${name}="${this.measured(numbers, grammar.numbers).map(num).join(' ')}"`;
    }
    return out;
  }

  private measured(numbers: readonly number[], measure: Measure): readonly number[] {
    if (!this.inBox || measure === 'plain') return numbers;
    if (measure !== 'xy') return numbers.map((n) => n * this.unit(measure));
    return [numbers[0]! * this.unit('x'), (numbers[1] ?? numbers[0]!) * this.unit('y')];
  }

  /** Returns the length of 1 along an axis. */
  private unit(axis: Measure): number {
    if (!this.inBox) return 1;
    const { width, height } = this.space.bounds;
    if (axis === 'x') return width;
    return axis === 'y' ? height : Math.hypot(width, height) / Math.SQRT2;
  }

  /** Returns the specified x, y, width and height (filter-effects-1 §9.4). */
  private subregion(element: Element, style: ComputedStyle): string {
    const { bounds, viewport } = this.space;
    let out = '';
    for (const name of ['x', 'y', 'width', 'height'] as const) {
      const across = name === 'x' || name === 'width';
      const basis = this.inBox ? 1 : across ? viewport.width : viewport.height;
      const value = parseLength(element.attribute(name), basis, style.font.fontSize);
      if (value === null) continue;
      const origin = this.inBox && name === 'x' ? bounds.x : this.inBox && name === 'y' ? bounds.y : 0;
      out += ` ${name}="${num(origin + value * this.unit(across ? 'x' : 'y'))}"`;
    }
    return out;
  }

  private image(element: Element, style: ComputedStyle, attributes: string): string {
    const { bounds, viewport } = this.space;
    const side = (name: string, basis: number, unit: Measure, otherwise: number): number => {
      const value = parseLength(element.attribute(name), this.inBox ? 1 : basis, style.font.fontSize);
      return value === null ? otherwise : value * this.unit(unit);
    };
    const inBox = (name: string, origin: number): number =>
      this.inBox && element.attribute(name) !== null ? origin : 0;
    const r = {
      x: side('x', viewport.width, 'x', this.region.x) + inBox('x', bounds.x),
      y: side('y', viewport.height, 'y', this.region.y) + inBox('y', bounds.y),
      width: side('width', viewport.width, 'x', this.region.width),
      height: side('height', viewport.height, 'y', this.region.height),
    };
    const image = this.space.imageOf(element, r);
    if (image === null) return this.named(element, '<feFlood flood-opacity="0"');
    return this.named(element, `<feImage${attributes} preserveAspectRatio="${image.aspect}" href="${image.url}"`);
  }
}

const isStill = (offset: Element): boolean => numberOf(offset, 'dx', 0) === 0 && numberOf(offset, 'dy', 0) === 0;

function namesCurrentColor({ tag }: Element, { svgShape }: ComputedStyle): boolean {
  if (tag === 'feFlood' || tag === 'feDropShadow') return svgShape.floodColor === Color.CURRENT;
  return tag.endsWith('Lighting') && svgShape.lightingColor === Color.CURRENT;
}

/** Returns a light's color for the rasterizer, which expects it in the filter's color space. */
function lightColor(color: Color, isLinear: boolean): string {
  if (!isLinear) return rgb(color);
  return rgb(new Color(linearComponent(color.r), linearComponent(color.g), linearComponent(color.b), 1));
}

function numberOf(element: Element, name: string, initial: number): number {
  const value = Number(element.attribute(name)?.trim() || NaN);
  return Number.isFinite(value) ? value : initial;
}
