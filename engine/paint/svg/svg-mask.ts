/** `mask` elements (css-masking-1 §7), for SVG elements and boxes. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { MaskLayer } from '../../css/computed-values.ts';
import { openMaskLayers, type PaintedMask } from '../mask-layers.ts';
import { noteMissingElement } from './missing-element.ts';
import { referenceBox } from './svg-bounds.ts';
import { regionOf, type Viewport } from './svg-geometry.ts';
import type { FoundElement, SvgPainter } from './svg-painter.ts';
import type { Rect } from '../rects.ts';

/** Extent of a mask without a clip beyond the viewport, in px. */
const REACH = 1000;

/**
 * Opens the mask of an SVG element. Returns false if it has none. Box names have their SVG meaning (css-masking-1
 * §6.5).
 */
export function openMask(painter: SvgPainter, element: Element, style: ComputedStyle, viewport: Viewport): boolean {
  const { maskLayers } = style.rare;
  const named = painter.find(element.attribute('mask'));
  const layers: PaintedMask[] = [];
  for (const layer of maskLayers) {
    const { image } = layer;
    if (image === null) continue;
    const mask = image.type === 'url' ? painter.find(image.url) : null;
    // A missing mask doesn't mask.
    if (image.type === 'url' && image.url.startsWith('#') && mask?.element.tag !== 'mask') {
      const { position } = element;
      noteMissingElement(painter.context, image.url, { wanted: '<mask>', becomes: 'masking was skipped', position });
      continue;
    }
    layers.push(
      mask?.element.tag === 'mask'
        ? elementLayer(painter, mask, element, layer, viewport)
        : imageLayer(painter, element, style, layer, viewport),
    );
  }
  if (layers.length === 0 && named?.element.tag === 'mask')
    layers.push(elementLayer(painter, named, element, null, viewport));
  return openMaskLayers(painter.context, layers, farAround(viewport));
}

function farAround({ width, height }: Viewport): Rect {
  return { x: -REACH, y: -REACH, width: width + 2 * REACH, height: height + 2 * REACH };
}

function elementLayer(
  painter: SvgPainter,
  mask: FoundElement,
  element: Element,
  layer: MaskLayer | null,
  viewport: Viewport,
): PaintedMask {
  const byType = mask.painter.source.styleOf(mask.element).rare.maskType === 'alpha' ? 'alpha' : 'luminance';
  return {
    composite: layer?.composite ?? 'add',
    kind: layer && layer.mode !== 'match-source' ? layer.mode : byType,
    paint: () =>
      paintMaskContent(mask.painter, mask.element, referenceBox(painter, element, 'fill-box', viewport), viewport),
  };
}

function imageLayer(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  layer: MaskLayer,
  viewport: Viewport,
): PaintedMask {
  const { context } = painter;
  const box = (name: string): Rect => referenceBox(painter, element, SVG_BOXES.get(name) ?? name, viewport);
  return {
    composite: layer.composite,
    kind: layer.mode === 'match-source' ? 'alpha' : layer.mode,
    paint: () => {
      const area = box(layer.origin);
      const clip = layer.clip === 'no-clip' ? farAround(viewport) : box(layer.clip);
      context.page.host.paintMaskImage(context, layer, area, clip, style);
    },
  };
}

/** The SVG equivalents of CSS boxes. */
const SVG_BOXES: ReadonlyMap<string, string> = new Map([
  ['content-box', 'fill-box'],
  ['padding-box', 'fill-box'],
  ['border-box', 'stroke-box'],
  ['margin-box', 'stroke-box'],
]);

/** Draws a mask's content, for an element with the bounding box `box`. */
export function paintMaskContent(painter: SvgPainter, mask: Element, box: Rect, viewport: Viewport): void {
  if (!painter.mayDrawObject()) return;
  const style = painter.source.styleOf(mask);
  const area = regionOf(mask, 'maskUnits', box, viewport, style.font.fontSize, -0.1, 1.2);
  painter.scoped(() => {
    painter.context.canvas.clipRect(area.x, area.y, area.width, area.height);
    if (mask.attribute('maskContentUnits') === 'objectBoundingBox')
      painter.transform([box.width, 0, 0, box.height, box.x, box.y]);
    painter.detached(() => painter.children(mask, viewport));
  });
}
