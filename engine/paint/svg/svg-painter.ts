/** SVG elements on a Canvas (svg2): shapes, groups, use, clip paths, masks, markers, images, text. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Color } from '../../css/computed-values.ts';
import type { Element } from '../../document/node.ts';
import type { ImageResource } from '../../images/image.ts';
import type { Matrix, StrokeStyle } from '../canvas.ts';
import { type ImageLook, type PaintContext, usedColor } from '../paint-context.ts';
import { pathOf, type Rect, sharpRect } from '../rounded-rect.ts';
import { shapePath } from '../basic-shape.ts';
import { ColorFilterCanvas, luminanceOf } from '../color-filter-canvas.ts';
import { transformMatrix, flatten } from '../transform.ts';
import { groupOpacity, reportFilters } from '../filter.ts';
import { paintMarkers } from './svg-markers.ts';
import { fillWithServer } from './svg-paint-server.ts';
import type { SvgSource } from './svg-document.ts';
import { boundsOf, lengthOf, regionOf, shapeOf, transformInPlace, type Viewport, withAlpha } from './svg-geometry.ts';
import { paintSvgText } from './svg-text.ts';
import { parseTransformAttribute, parseViewBox, viewBoxMatrix } from './view-box.ts';

/** Elements drawn at most, every copy by `use`, pattern and marker counted. */
const MAX_ELEMENTS = 200_000;

/** `use`, patterns, masks and clip paths inside one another. */
const MAX_NESTING = 20;

const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);

/** Draws an image that an SVG refers to; given by the caller, because that image may be an SVG again. */
export type DrawResource = (context: PaintContext, resource: ImageResource, r: Rect, look: ImageLook) => void;

export class SvgPainter {
  readonly context: PaintContext;
  readonly source: SvgSource;
  private readonly drawResource: DrawResource;
  private elements = 0;
  private nesting = 0;
  /** Inside of an instance by `use`: the style of the parent in the instance. */
  private inheritedFrom: ComputedStyle | null = null;

  constructor(context: PaintContext, source: SvgSource, drawResource: DrawResource) {
    this.context = context;
    this.source = source;
    this.drawResource = drawResource;
  }

  children(element: Element, viewport: Viewport): void {
    for (const child of element.children) if (child.type === 'element') this.element(child, viewport);
  }

  /** Runs what follows a reference, unless references are nested too deeply. */
  nested(draw: () => void): void {
    if (this.nesting >= MAX_NESTING) return;
    this.nesting++;
    draw();
    this.nesting--;
  }

  /** The same for content that isn't part of an instance: patterns, masks, markers. */
  detached(draw: () => void): void {
    const inherited = this.inheritedFrom;
    this.inheritedFrom = null;
    this.nested(draw);
    this.inheritedFrom = inherited;
  }

  element(element: Element, viewport: Viewport): void {
    this.context.budget.tick();
    if (++this.elements > MAX_ELEMENTS) {
      this.context.diagnostics.warn(
        'svg/too-many-elements',
        `An SVG draws more than ${MAX_ELEMENTS} elements; the rest was left out.`,
      );
      return;
    }
    if (!this.isRendered(element)) return;
    const style = this.styleOf(element);
    if (style.box.display.outside === 'none' || style.rare.opacity <= 0) return;
    const { canvas } = this.context;
    const inherited = this.inheritedFrom;
    if (inherited) this.inheritedFrom = style;
    canvas.save();
    const matrix = this.transformOf(element, style, viewport);
    if (matrix) {
      canvas.transform(matrix);
      this.withEffects(element, style, viewport, () => this.content(element, style, viewport));
    }
    canvas.restore();
    this.inheritedFrom = inherited;
  }

  /** The style of an element where it is being drawn. */
  styleOf(element: Element): ComputedStyle {
    return this.inheritedFrom ? this.source.instanceStyle(element, this.inheritedFrom) : this.source.styleOf(element);
  }

  private isRendered(element: Element): boolean {
    switch (element.tag) {
      case 'g':
      case 'a':
      case 'svg':
      case 'use':
      case 'switch':
      case 'image':
      case 'text':
        return true;
      case 'foreignObject':
        this.context.diagnostics.warn('svg/foreign-object', 'foreignObject in SVG is left out.');
        return false;
      default:
        return SHAPES.has(element.tag);
    }
  }

  /** The element's own transformation; null: it flattens the element. */
  transformOf(element: Element, style: ComputedStyle, viewport: Viewport): Matrix | null {
    const { rare } = style;
    if (rare.transform.length === 0 && !rare.translate && !rare.rotate && !rare.scale) {
      return parseTransformAttribute(element.attribute('transform'));
    }
    const box: Rect =
      rare.transformBox === 'fill-box'
        ? (this.bounds(element, viewport) ?? { x: 0, y: 0, width: 0, height: 0 })
        : { x: 0, y: 0, width: viewport.width, height: viewport.height };
    const m = transformMatrix(style, box);
    return flatten(m, box.width > 0 ? box : { x: 0, y: 0, width: 1, height: 1 });
  }

  private withEffects(element: Element, style: ComputedStyle, viewport: Viewport, draw: () => void): void {
    const { canvas } = this.context;
    const { rare } = style;
    if (rare.filter.length > 0) reportFilters(this.context, rare.filter);
    if (rare.clipPath) this.clip(element, rare.clipPath, viewport);
    const opacity = rare.opacity * groupOpacity(rare.filter);
    const grouped = opacity < 1 || rare.mixBlendMode !== 'normal';
    if (grouped) canvas.beginGroup(opacity, rare.mixBlendMode, true);
    const mask = this.maskElement(element, style);
    if (mask) this.beginMask(mask, element, viewport);
    draw();
    if (mask) canvas.endMask();
    if (grouped) canvas.endGroup();
  }

  private content(element: Element, style: ComputedStyle, viewport: Viewport): void {
    switch (element.tag) {
      case 'svg':
        return this.nestedSvg(element, style, viewport);
      case 'use':
        return this.use(element, style, viewport);
      case 'switch': {
        const first = element.children.find(
          (child): child is Element => child.type === 'element' && this.isRendered(child),
        );
        if (first) this.element(first, viewport);
        return;
      }
      case 'image':
        return this.image(element, style, viewport);
      case 'text':
        return paintSvgText(this, element, style, viewport);
      case 'g':
      case 'a':
        return this.children(element, viewport);
      default: {
        const path = shapeOf(element, style, viewport);
        if (path) this.shape(path, element, style, viewport);
      }
    }
  }

  private nestedSvg(element: Element, style: ComputedStyle, viewport: Viewport): void {
    const { fontSize } = style.font;
    const r = {
      x: lengthOf(element, 'x', 'x', viewport, fontSize),
      y: lengthOf(element, 'y', 'y', viewport, fontSize),
      width: lengthOf(element, 'width', 'x', viewport, fontSize, viewport.width),
      height: lengthOf(element, 'height', 'y', viewport, fontSize, viewport.height),
    };
    this.viewportElement(element, style, r);
  }

  /** A nested <svg> or an instantiated <symbol> in its viewport. */
  private viewportElement(element: Element, style: ComputedStyle, r: Rect): void {
    const viewBox = parseViewBox(element.attribute('viewBox'));
    const matrix = viewBoxMatrix(viewBox, element.attribute('preserveAspectRatio'), r);
    if (!matrix) return;
    const { canvas } = this.context;
    if (style.box.overflowX !== 'visible') canvas.clipRect(r.x, r.y, r.width, r.height);
    canvas.transform(matrix);
    this.children(element, viewBox ?? r);
  }

  private use(element: Element, style: ComputedStyle, viewport: Viewport): void {
    const target = this.reference(element.attribute('href') ?? element.attribute('xlink:href'));
    if (!target || isAncestor(target, element)) return;
    const { fontSize } = style.font;
    const { canvas } = this.context;
    canvas.transform([
      1,
      0,
      0,
      1,
      lengthOf(element, 'x', 'x', viewport, fontSize),
      lengthOf(element, 'y', 'y', viewport, fontSize),
    ]);
    const inherited = this.inheritedFrom;
    this.inheritedFrom = style;
    this.nested(() => {
      if (target.tag !== 'symbol' && target.tag !== 'svg') return this.element(target, viewport);
      const width = lengthOf(
        element,
        'width',
        'x',
        viewport,
        fontSize,
        lengthOf(target, 'width', 'x', viewport, fontSize, viewport.width),
      );
      const height = lengthOf(
        element,
        'height',
        'y',
        viewport,
        fontSize,
        lengthOf(target, 'height', 'y', viewport, fontSize, viewport.height),
      );
      const targetStyle = this.styleOf(target);
      this.inheritedFrom = targetStyle;
      this.viewportElement(target, targetStyle, { x: 0, y: 0, width, height });
    });
    this.inheritedFrom = inherited;
  }

  /** The element that `#id` or `url(#id)` names. */
  reference(value: string | null): Element | null {
    const match = /#([^)"']+)/.exec(value ?? '');
    return match ? this.source.byId(decodeURIComponentSafely(match[1])) : null;
  }

  private image(element: Element, style: ComputedStyle, viewport: Viewport): void {
    const href = element.attribute('href') ?? element.attribute('xlink:href');
    const resource = href ? this.context.images.get(href.trim()) : null;
    if (!resource || style.text.visibility !== 'visible') return;
    const { fontSize } = style.font;
    const x = lengthOf(element, 'x', 'x', viewport, fontSize);
    const y = lengthOf(element, 'y', 'y', viewport, fontSize);
    const natural = { width: resource.width ?? 0, height: resource.height ?? 0 };
    const givenWidth = lengthOf(element, 'width', 'x', viewport, fontSize, -1);
    const givenHeight = lengthOf(element, 'height', 'y', viewport, fontSize, -1);
    const width =
      givenWidth >= 0
        ? givenWidth
        : givenHeight >= 0 && natural.height > 0
          ? (givenHeight * natural.width) / natural.height
          : natural.width;
    const height =
      givenHeight >= 0 ? givenHeight : natural.width > 0 ? (width * natural.height) / natural.width : natural.height;
    const viewBox = natural.width > 0 && natural.height > 0 ? { x: 0, y: 0, ...natural } : null;
    const matrix = viewBoxMatrix(viewBox, element.attribute('preserveAspectRatio'), { x, y, width, height });
    if (!matrix || width <= 0 || height <= 0) return;
    const { canvas } = this.context;
    canvas.save();
    canvas.clipRect(x, y, width, height);
    canvas.transform(matrix);
    this.drawResource(
      this.context,
      resource,
      { x: 0, y: 0, width: natural.width || width, height: natural.height || height },
      style.text,
    );
    canvas.restore();
  }

  /** Fill, stroke and markers in `paint-order`. */
  shape(path: readonly number[], element: Element, style: ComputedStyle, viewport: Viewport): void {
    if (style.text.visibility !== 'visible') return;
    const order = style.text.paintOrder === 'normal' ? ['fill', 'stroke', 'markers'] : style.text.paintOrder.split(' ');
    for (const step of order) {
      if (step === 'fill' && element.tag !== 'line') this.fill(path, style, viewport);
      else if (step === 'stroke') this.stroke(path, style, viewport);
      else if (step === 'markers') paintMarkers(this, path, element, style, viewport);
    }
  }

  private fill(path: readonly number[], style: ComputedStyle, viewport: Viewport): void {
    const { fill, fillOpacity, fillRule } = style.text;
    if (fill === null) return;
    const evenOdd = fillRule === 'evenodd';
    const { canvas } = this.context;
    if (typeof fill !== 'string') return canvas.fillPath(path, evenOdd, withAlpha(usedColor(fill, style), fillOpacity));
    const server = this.reference(fill);
    if (!server) return;
    const bounds = boundsOf(path);
    if (!bounds) return;
    canvas.save();
    canvas.clipPath(path, evenOdd);
    fillWithServer(this, server, bounds, bounds, fillOpacity, viewport);
    canvas.restore();
  }

  private stroke(path: readonly number[], style: ComputedStyle, viewport: Viewport): void {
    const { stroke, strokeOpacity } = style.text;
    const line = strokeStyleOf(style, viewport);
    if (stroke === null || line.width <= 0) return;
    const { canvas } = this.context;
    if (typeof stroke !== 'string')
      return canvas.strokePath(path, line, withAlpha(usedColor(stroke, style), strokeOpacity));
    const server = this.reference(stroke);
    const bounds = boundsOf(path);
    if (!server || !bounds) return;
    const reach = line.width * Math.max(1, line.miterLimit);
    const area = {
      x: bounds.x - reach,
      y: bounds.y - reach,
      width: bounds.width + 2 * reach,
      height: bounds.height + 2 * reach,
    };
    // A canvas strokes in plain colours: the stroke becomes the mask of its paint.
    canvas.beginMask('alpha', area, () => canvas.strokePath(path, line, Color.BLACK));
    fillWithServer(this, server, bounds, area, strokeOpacity, viewport);
    canvas.endMask();
  }

  private clip(element: Element, clip: NonNullable<ComputedStyle['rare']['clipPath']>, viewport: Viewport): void {
    const { canvas } = this.context;
    if (clip.shape) {
      const box = this.bounds(element, viewport);
      if (!box) return;
      const shape = shapePath(clip.shape, box);
      canvas.clipPath(shape.path, shape.evenOdd);
      return;
    }
    const target = this.reference(clip.url);
    if (!target || target.tag !== 'clipPath') return;
    const box = this.bounds(element, viewport);
    const path: number[] = [];
    let evenOdd = false;
    this.nested(() => {
      evenOdd = this.clipGeometry(target, box, viewport, path);
    });
    canvas.clipPath(path, evenOdd);
  }

  /** Collects the outlines of a clipPath's children; overlaps of several children add up under the nonzero rule. */
  private clipGeometry(target: Element, box: Rect | null, viewport: Viewport, path: number[]): boolean {
    const inBox = target.attribute('clipPathUnits') === 'objectBoundingBox';
    const base: Matrix = inBox && box ? [box.width, 0, 0, box.height, box.x, box.y] : [1, 0, 0, 1, 0, 0];
    const own = parseTransformAttribute(target.attribute('transform'));
    let evenOdd = false;
    for (const child of target.children) {
      if (child.type !== 'element') continue;
      let shape: Element = child;
      let offset: Matrix = [1, 0, 0, 1, 0, 0];
      if (child.tag === 'use') {
        const used = this.reference(child.attribute('href') ?? child.attribute('xlink:href'));
        if (!used) continue;
        offset = [1, 0, 0, 1, lengthOf(child, 'x', 'x', viewport, 16), lengthOf(child, 'y', 'y', viewport, 16)];
        shape = used;
      }
      const style = this.source.styleOf(shape);
      if (style.box.display.outside === 'none' || style.text.visibility !== 'visible') continue;
      const outline = shapeOf(shape, style, viewport);
      const matrix = this.transformOf(shape, style, viewport);
      if (!outline || !matrix) continue;
      if (style.text.clipRule === 'evenodd') evenOdd = true;
      for (const m of [matrix, offset, own, base]) transformInPlace(outline, m);
      for (const n of outline) path.push(n);
    }
    return evenOdd;
  }

  private maskElement(element: Element, style: ComputedStyle): Element | null {
    const layer = style.rare.maskLayers.find((one) => one.image?.type === 'url');
    const target =
      layer?.image?.type === 'url' ? this.reference(layer.image.url) : this.reference(element.attribute('mask'));
    return target?.tag === 'mask' ? target : null;
  }

  private beginMask(mask: Element, element: Element, viewport: Viewport): void {
    const { canvas } = this.context;
    const box = this.bounds(element, viewport) ?? { x: 0, y: 0, width: 0, height: 0 };
    const style = this.source.styleOf(mask);
    const area = regionOf(mask, 'maskUnits', box, viewport, style.font.fontSize, -0.1, 1.2);
    const kind = style.rare.maskType === 'alpha' ? 'alpha' : 'luminance';
    canvas.beginMask(kind, area, () => {
      if (kind === 'luminance') this.context.canvas = new ColorFilterCanvas(canvas, luminanceOf, false);
      this.maskContent(mask, box, viewport);
      this.context.canvas = canvas;
    });
  }

  /** Draws what a mask is made of, for something with this bounding box. */
  maskContent(mask: Element, box: Rect, viewport: Viewport): void {
    const { canvas } = this.context;
    const style = this.source.styleOf(mask);
    const area = regionOf(mask, 'maskUnits', box, viewport, style.font.fontSize, -0.1, 1.2);
    canvas.save();
    canvas.clipRect(area.x, area.y, area.width, area.height);
    if (mask.attribute('maskContentUnits') === 'objectBoundingBox') {
      canvas.transform([box.width, 0, 0, box.height, box.x, box.y]);
    }
    this.detached(() => this.children(mask, viewport));
    canvas.restore();
  }

  /** The outline of a clipPath for something with this bounding box, moved by a matrix. */
  clipShape(target: Element, box: Rect, viewport: Viewport, move: Matrix): { path: number[]; evenOdd: boolean } {
    const path: number[] = [];
    let evenOdd = false;
    this.nested(() => {
      evenOdd = this.clipGeometry(target, box, viewport, path);
    });
    transformInPlace(path, move);
    return { path, evenOdd };
  }

  /** The bounding box of an element's fill in its own coordinates (svg2 §8.10). */
  bounds(element: Element, viewport: Viewport, depth = 0): Rect | null {
    this.context.budget.tick();
    if (depth > MAX_NESTING * 4) return null;
    const style = this.source.styleOf(element);
    if (SHAPES.has(element.tag)) {
      const path = shapeOf(element, style, viewport);
      return path && boundsOf(path);
    }
    if (element.tag === 'image' || element.tag === 'svg') {
      const f = style.font.fontSize;
      return {
        x: lengthOf(element, 'x', 'x', viewport, f),
        y: lengthOf(element, 'y', 'y', viewport, f),
        width: lengthOf(element, 'width', 'x', viewport, f),
        height: lengthOf(element, 'height', 'y', viewport, f),
      };
    }
    let union: Rect | null = null;
    const add = (child: Element, extra: Matrix): void => {
      const box = this.bounds(child, viewport, depth + 1);
      const matrix = this.transformOf(child, this.source.styleOf(child), viewport);
      if (!box || !matrix) return;
      const path = pathOf(sharpRect(box.x, box.y, box.width, box.height));
      transformInPlace(path, matrix);
      transformInPlace(path, extra);
      union = unite(union, boundsOf(path));
    };
    if (element.tag === 'use') {
      const target = this.reference(element.attribute('href') ?? element.attribute('xlink:href'));
      if (target && !isAncestor(target, element))
        add(target, [1, 0, 0, 1, lengthOf(element, 'x', 'x', viewport, 16), lengthOf(element, 'y', 'y', viewport, 16)]);
    } else {
      for (const child of element.children)
        if (child.type === 'element' && (SHAPES.has(child.tag) || this.isRendered(child)))
          add(child, [1, 0, 0, 1, 0, 0]);
    }
    return union;
  }
}

function unite(a: Rect | null, b: Rect | null): Rect | null {
  if (!a || !b) return a ?? b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

function isAncestor(ancestor: Element, element: Element): boolean {
  for (let e: Element | null = element; e !== null; e = e.parent) if (e === ancestor) return true;
  return false;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function strokeStyleOf(style: ComputedStyle, viewport: Viewport): StrokeStyle {
  const { text } = style;
  const basis = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
  let dash = text.strokeDasharray.map((length) => Math.max(0, length.resolvePx(basis)));
  // An odd list is repeated to become even.
  if (dash.length % 2 === 1) dash = [...dash, ...dash];
  if (dash.every((length) => length === 0)) dash = [];
  const join = text.strokeLinejoin === 'round' || text.strokeLinejoin === 'bevel' ? text.strokeLinejoin : 'miter';
  return {
    width: text.strokeWidth.resolvePx(basis),
    dash,
    dashOffset: text.strokeDashoffset.resolvePx(basis),
    cap: text.strokeLinecap,
    join,
    miterLimit: text.strokeMiterlimit,
  };
}
