/** Masks (css-masking-1 §6): the layers' images, tiled as backgrounds are, become the alpha of what they cover. */
import type { MaskLayer } from '../css/computed-values.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import { type BoxEdges, edgeBox, paintTiles, placeTiles } from './background.ts';
import { ColorFilterCanvas, luminanceOf } from './color-filter-canvas.ts';
import { snappedEdges } from './fragment-boxes.ts';
import type { PaintContext } from './paint-context.ts';
import { naturalSize, paintResource } from './paint-image.ts';
import type { Rect } from './rounded-rect.ts';
import { paintMaskElement, referencedElement } from './svg/svg-image.ts';

/** How far a mask without a clip reaches, px. */
const REACH = 1000;

/** Opens the masks of a fragment; how many there are to close. Layers that intersect are masks inside one another. */
export function openMasks(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): number {
  const edges = snappedEdges(fragment, x, y);
  const layers = fragment.style.rare.maskLayers.filter((layer) => layer.image !== null);
  let open = 0;
  for (let i = 0; i < layers.length;) {
    let end = i + 1;
    while (end < layers.length && layers[end - 1].composite !== 'intersect') end++;
    if (layers.slice(i, end).some((layer) => layer.composite === 'subtract' || layer.composite === 'exclude')) {
      context.diagnostics.warn('paint/mask-composite', 'mask-composite: subtract and exclude are painted as add.');
    }
    openMask(context, fragment, edges, layers.slice(i, end));
    open++;
    i = end;
  }
  return open;
}

function openMask(context: PaintContext, fragment: BoxFragment, edges: BoxEdges, layers: readonly MaskLayer[]): void {
  const { border } = edges;
  const bounds = {
    x: border.x - REACH,
    y: border.y - REACH,
    width: border.width + 2 * REACH,
    height: border.height + 2 * REACH,
  };
  const elements = layers.map((layer) =>
    layer.image?.type === 'url' ? referencedElement(context, layer.image.url, 'mask') : null,
  );
  const kinds = layers.map((layer, i) => (layer.mode === 'match-source' ? (elements[i]?.kind ?? 'alpha') : layer.mode));
  const kind = kinds.every((one) => one === 'luminance') ? 'luminance' : 'alpha';
  const { canvas } = context;
  canvas.beginMask(kind, bounds, () => {
    if (kind === 'luminance') context.canvas = new ColorFilterCanvas(canvas, luminanceOf, false);
    for (let i = layers.length - 1; i >= 0; i--) {
      const element = elements[i];
      if (element) paintMaskElement(context, element, border, paintResource);
      else paintMaskImage(context, fragment, edges, layers[i], bounds);
    }
    context.canvas = canvas;
  });
}

function paintMaskImage(
  context: PaintContext,
  fragment: BoxFragment,
  edges: BoxEdges,
  layer: MaskLayer,
  bounds: Rect,
): void {
  const { image } = layer;
  const natural = image && naturalSize(image, context);
  if (!image || !natural) return;
  const area = edgeBox(edges, boxOf(layer.origin));
  const clip = layer.clip === 'no-clip' ? bounds : edgeBox(edges, boxOf(layer.clip));
  const tiling = placeTiles(area, layer, natural);
  const { text } = fragment.style;
  if (tiling) paintTiles(context, image, tiling, clip, text.color, text);
}

/** The boxes that SVG has besides are those that a CSS box has instead of them. */
function boxOf(name: string): 'border-box' | 'padding-box' | 'content-box' {
  if (name === 'padding-box') return name;
  return name === 'content-box' || name === 'fill-box' ? 'content-box' : 'border-box';
}
