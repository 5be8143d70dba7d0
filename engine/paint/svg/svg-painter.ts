/**
 * Walks over SVG elements (svg2): selects the rendered ones, applies their transforms and effects, and calls their
 * painters.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { ImageResource } from '../../images/image.ts';
import type { Styler } from '../../style/styler.ts';
import type { Matrix } from '../display-list.ts';
import { paintFiltered } from '../filters/filtered.ts';
import type { FilterTarget } from '../filters/filter-steps.ts';
import { hasTransform } from '../../boxes/box-flags.ts';
import { multiply } from '../matrix.ts';
import { motionMatrix } from '../motion-path.ts';
import { orMissing } from '../motion-reference.ts';
import { paintFreeLink } from '../navigation.ts';
import type { ImageLook, PaintContext } from '../paint-context.ts';
import { flatten, transformMatrix } from '../../layout/fragments/transform.ts';
import { GradientStops } from './svg-paint-server.ts';
import { boundsOfElement, referenceBox } from './svg-bounds.ts';
import { applyClip } from './svg-clip.ts';
import { isContentsOnly, isHidden, passesConditions } from './svg-conditions.ts';
import { documentSource, findElement, type SvgSource } from './svg-document.ts';
import { paintForeignObject, paintImageElement, paintNestedSvg, paintUse } from './svg-embedded.ts';
import { embeddedRect } from './svg-embedded-rect.ts';
import { SHAPES, shapeOf, type Viewport } from './svg-geometry.ts';
import { filterIn } from './svg-filter-image.ts';
import { openMask } from './svg-mask.ts';
import type { ContextPaint } from './svg-paint.ts';
import { paintShape } from './svg-shape.ts';
import { paintSvgText } from './svg-text.ts';
import { decodeUriSafely } from './svg-references.ts';
import type { Rect } from '../rects.ts';

/** Limit on drawn elements, including copies by `use`, patterns and markers. */
const MAX_ELEMENTS = 200_000;

/** The cost of a mask or pattern in elements. Each one becomes a PDF object. */
const ELEMENTS_PER_OBJECT = 10;

/** Limit on nested `use`, patterns, masks and clip paths. */
const MAX_NESTING = 20;

const RENDERED: ReadonlySet<string> = new Set([
  ...SHAPES,
  'g',
  'a',
  'svg',
  'use',
  'switch',
  'image',
  'text',
  'foreignObject',
]);

/** Elements that transform or clip their own contents. */
const CHANGES_STATE: ReadonlySet<string> = new Set(['svg', 'use', 'foreignObject']);

/** Draws an image referenced by SVG. The caller provides it, because the image can be SVG in turn. */
export type DrawResource = (context: PaintContext, resource: ImageResource, r: Rect, look: ImageLook) => void;

/** A referenced element, with the painter of its document. */
export interface FoundElement {
  readonly element: Element;
  readonly painter: SvgPainter;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const DATA_URL = /^\s*data:/i;

export class SvgPainter {
  /** The context of the current drawing. */
  context: PaintContext;
  readonly source: SvgSource;
  readonly drawResource: DrawResource;
  readonly gradientStops = new GradientStops();
  /**
   * The matrix from the current user space to the outermost `svg`'s own CSS px. Strokes that don't scale are drawn
   * there.
   */
  matrix: Matrix = IDENTITY;
  /** The visible area in the outermost `svg`'s own CSS px, or null: no viewport clips. */
  sight: Rect | null = null;
  /** The meaning of `context-fill` and `context-stroke`, or null. */
  contextPaint: ContextPaint | null = null;
  /** The opacity of a shape painted in one operation, which needs no group. */
  alpha = 1;
  private counted: { elements: number } = { elements: 0 };
  /** Inside an instance by `use`: the style of the parent in the instance. */
  private inheritedFrom: ComputedStyle | null = null;

  constructor(context: PaintContext, source: SvgSource, drawResource: DrawResource) {
    this.context = context;
    this.source = source;
    this.drawResource = drawResource;
  }

  /** Concatenates a matrix until `restore`. */
  transform(matrix: Matrix): void {
    this.matrix = multiply(matrix, this.matrix);
    this.context.canvas.transform(matrix);
  }

  /** Draws, and then restores the graphics state, including the transform. */
  scoped(draw: () => void): void {
    const { matrix } = this;
    const { canvas } = this.context;
    canvas.save();
    draw();
    canvas.restore();
    this.matrix = matrix;
  }

  children(element: Element, viewport: Viewport): void {
    for (const child of element.children) if (child.type === 'element') this.element(child, viewport);
  }

  /** Draws referenced content, unless references are nested too deeply. */
  nested(draw: () => void): void {
    const { context } = this;
    if (context.scope.svgNesting >= MAX_NESTING) {
      context.diagnostics.warn(
        'svg/too-deep',
        `SVG references are nested deeper than ${MAX_NESTING} levels. Deeper ones were omitted.`,
      );
      return;
    }
    this.inContext(context.with({ svgNesting: context.scope.svgNesting + 1 }), draw);
  }

  private inContext(context: PaintContext, draw: () => void): void {
    const outer = this.context;
    this.context = context;
    draw();
    this.context = outer;
  }

  /** Draws like `nested` for content outside an instance: patterns, masks and markers. */
  detached(draw: () => void): void {
    const { sight } = this;
    this.sight = null;
    this.inheriting(null, () => this.nested(draw));
    this.sight = sight;
  }

  /** Draws while elements inherit from `style`, or from their own parents if it is null. */
  inheriting<T>(style: ComputedStyle | null, draw: () => T): T {
    const inherited = this.inheritedFrom;
    this.inheritedFrom = style;
    const result = draw();
    this.inheritedFrom = inherited;
    return result;
  }

  /** Counts elements to be drawn. Returns false if they exceed the limit. */
  mayDraw(elements: number): boolean {
    const { budget, diagnostics } = this.context;
    budget.tickBy(elements);
    this.counted.elements += elements;
    if (this.counted.elements <= MAX_ELEMENTS) return true;
    diagnostics.warn('svg/too-many-elements', `An SVG draws more than ${MAX_ELEMENTS} elements. The rest was omitted.`);
    return false;
  }

  /** Counts content that becomes a PDF object. Returns false if it exceeds the limit. */
  mayDrawObject(): boolean {
    return this.mayDraw(ELEMENTS_PER_OBJECT);
  }

  element(element: Element, viewport: Viewport): void {
    if (!this.mayDraw(1) || !this.isRendered(element)) return;
    const style = this.styleOf(element);
    if (isHidden(element, style)) return;
    if (style.rare.opacity <= 0 && !isContentsOnly(style)) return;
    const inherited = this.inheritedFrom;
    if (inherited) this.inheritedFrom = style;
    const own = this.transformOf(element, style, viewport);
    const draw = (): void => this.withEffects(element, style, viewport, () => this.content(element, style, viewport));
    if (isContentsOnly(style)) {
      this.scoped(() => {
        if (own) this.transform(own);
        this.content(element, style, viewport);
      });
    } else if (own === IDENTITY && style.rare.clipPath === null && !CHANGES_STATE.has(element.tag)) {
      draw();
    } else if (own) {
      this.scoped(() => {
        this.transform(own);
        draw();
      });
    }
    this.inheritedFrom = inherited;
  }

  /** Returns the style of an element at the place where it is drawn. */
  styleOf(element: Element): ComputedStyle {
    return this.inheritedFrom ? this.source.instanceStyle(element, this.inheritedFrom) : this.source.styleOf(element);
  }

  /** Returns the styler for the contents of an element drawn with a style. */
  stylerOf(element: Element, style: ComputedStyle): Styler {
    return this.inheritedFrom ? this.source.instanceStyler(element, style) : this.source.styler;
  }

  /** Returns whether an element is rendered in place and its conditions are satisfied (svg2 §5.9). */
  isRendered(element: Element): boolean {
    return RENDERED.has(element.tag) && passesConditions(element, this.source.styler.document.language);
  }

  /** Returns the element's own transform. null: it flattens the element. */
  transformOf(element: Element, style: ComputedStyle, viewport: Viewport): Matrix | null {
    const own = this.propertyTransform(element, style, viewport);
    if (element.tag !== 'use') return own;
    // svg2 §5.5.1: the x and y of `use` translate everything in it.
    const { x, y } = embeddedRect(style, viewport);
    return own && multiply([1, 0, 0, 1, x, y], own);
  }

  private propertyTransform(element: Element, style: ComputedStyle, viewport: Viewport): Matrix | null {
    const { rare } = style;
    if (!hasTransform(style) || isContentsOnly(style)) return IDENTITY;
    const box = referenceBox(this, element, rare.transformBox, viewport);
    const motion =
      rare.offsetPath === null
        ? null
        : motionMatrix(style, {
            box: this.bounds(element, viewport) ?? box,
            corner: { x: 0, y: 0 },
            reference: { x: 0, y: 0, width: viewport.width, height: viewport.height, radii: null },
            budget: this.context.budget,
            shapeOf: (url) => {
              const target = this.reference(url);
              const shape = target && shapeOf(target, this.source.styleOf(target), viewport, this.context.budget);
              return orMissing(this.context, url, shape);
            },
          });
    return flatten(transformMatrix(style, box, motion), box.width > 0 ? box : { x: 0, y: 0, width: 1, height: 1 });
  }

  /** Draws an element's content with its clip, mask, filters, opacity and blending. */
  withEffects(element: Element, style: ComputedStyle, viewport: Viewport, draw: () => void): void {
    const { rare } = style;
    const clips = rare.clipPath === null ? 0 : applyClip(this, element, rare.clipPath, viewport);
    const { canvas } = this.context;
    const isFolded = rare.opacity < 1 && isPaintedOnce(element, style);
    const isGroup = (rare.opacity < 1 && !isFolded) || rare.mixBlendMode !== 'normal' || rare.isolation === 'isolate';
    if (isGroup) canvas.beginGroup(isFolded ? 1 : rare.opacity, rare.mixBlendMode, true);
    const masked = openMask(this, element, style, viewport);
    if (isFolded) this.alpha = rare.opacity;
    if (rare.filter.length === 0) draw();
    else {
      const target = this.filterTarget(element, style, viewport);
      paintFiltered(this.context, target, (context) => this.inContext(context, draw));
    }
    if (isFolded) this.alpha = 1;
    if (masked) canvas.endMask();
    if (isGroup) canvas.endGroup();
    for (let i = 0; i < clips; i++) canvas.endMask();
  }

  private filterTarget(element: Element, style: ComputedStyle, viewport: Viewport): FilterTarget {
    const [a, b, c, d] = this.matrix;
    return {
      filters: style.rare.filter,
      currentColor: style.text.color,
      origin: { x: 0, y: 0 },
      bounds: this.bounds(element, viewport) ?? { x: 0, y: 0, width: 0, height: 0 },
      includesInk: false,
      mirrors: false,
      viewport,
      scale: Math.sqrt(Math.abs(a * d - b * c)) || 1,
      visible: null,
      position: element.position,
      filterOf: (url) => {
        const found = url.startsWith('#') ? null : findElement(this.context, url);
        const filter = found?.element ?? this.reference(url);
        const painter = found ? new SvgPainter(this.context, found.source, this.drawResource) : this;
        return filter?.tag === 'filter' ? filterIn(painter, filter) : null;
      },
    };
  }

  private content(element: Element, style: ComputedStyle, viewport: Viewport): void {
    switch (element.tag) {
      case 'svg':
        if (isContentsOnly(style)) return this.children(element, viewport);
        return paintNestedSvg(this, element, style, viewport);
      case 'use':
        return paintUse(this, element, style, viewport);
      case 'switch': {
        const chosen = element.children.find(
          (child): child is Element => child.type === 'element' && this.isRendered(child),
        );
        if (chosen) this.element(chosen, viewport);
        return;
      }
      case 'image':
        return paintImageElement(this, element, style, viewport);
      case 'foreignObject':
        return paintForeignObject(this, element, style, viewport);
      case 'text':
        return paintSvgText(this, element, style, viewport);
      case 'a':
        this.children(element, viewport);
        return paintFreeLink(this.context, element, this.bounds(element, viewport));
      case 'g':
        return this.children(element, viewport);
      default: {
        const path = shapeOf(element, style, viewport, this.context.budget);
        if (path) paintShape(this, path, element, style, viewport);
      }
    }
  }

  /** Returns the element with `#id` or `url(#id)`. */
  reference(value: string | null): Element | null {
    const hash = value?.indexOf('#') ?? -1;
    return value === null || hash < 0 ? null : this.source.byId(decodeUriSafely(value.slice(hash + 1).trimEnd()));
  }

  /**
   * Returns the element with `#id`, in the document or in an SVG file, with a painter for it. null: it doesn't exist.
   */
  find(value: string | null): FoundElement | null {
    // Files can't depend on other files. So references to other files work only in the document, or with data: URLs.
    const isElsewhere =
      value !== null &&
      value.indexOf('#') > 0 &&
      (value.startsWith('data:') || this.source === documentSource(this.context));
    const found = isElsewhere ? findElement(this.context, value) : null;
    if (found !== null) return { element: found.element, painter: this.within(found.source) };
    const element = this.reference(value);
    return element && { element, painter: this };
  }

  /** Returns a painter for elements of another document that are drawn here. */
  private within(source: SvgSource): SvgPainter {
    if (source === this.source) return this;
    const painter = new SvgPainter(this.context, source, this.drawResource);
    painter.matrix = this.matrix;
    painter.sight = this.sight;
    painter.contextPaint = this.contextPaint;
    painter.inheritedFrom = this.inheritedFrom;
    painter.counted = this.counted;
    return painter;
  }

  /**
   * Returns the element that `use` instantiates, with a painter for it. Returns null if it doesn't exist, or if the URL
   * is a `data:` URL, which `use` doesn't accept (svg2 §5.5).
   */
  used(use: Element): FoundElement | null {
    const url = use.attribute('href') ?? use.attribute('xlink:href');
    return url !== null && DATA_URL.test(url) ? null : this.find(url);
  }

  /** Returns the element referenced by `href`, or by the older `xlink:href`. */
  linked(element: Element): Element | null {
    return this.reference(element.attribute('href') ?? element.attribute('xlink:href'));
  }

  /** Returns the bounding box of an element's fill in its own coordinates (svg2 §8.10). */
  bounds(element: Element, viewport: Viewport): Rect | null {
    return boundsOfElement(this, element, viewport);
  }
}

/** Returns whether a shape has only a fill or only a stroke. Its opacity then applies to that paint. */
function isPaintedOnce({ tag }: Element, { svgPaint: paint, rare }: ComputedStyle): boolean {
  if (!SHAPES.has(tag) || rare.filter.length > 0) return false;
  const hasMarkers = paint.markerStart !== null || paint.markerMid !== null || paint.markerEnd !== null;
  return !hasMarkers && (paint.fill === null || paint.stroke === null);
}
