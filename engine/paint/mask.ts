/**
 * Masks of boxes (css-masking-1 §5, §6). Mask images are tiled like backgrounds, and mask borders are sliced like
 * border images.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { MaskLayer } from '../css/computed-values.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { edgeBox, paintTiles, placeTiles } from './background.ts';
import { maskBorderOf, paintBorderImage } from './border-image.ts';
import { borderWidths, edgesOf } from './fragment-boxes.ts';
import { openMaskLayers, type PaintedMask } from './mask-layers.ts';
import type { PaintContext } from './paint-context.ts';
import { naturalSize, paintResource } from './paint-image.ts';
import { pathOf, type RoundedRect } from './rounded-rect.ts';
import { wholeOf } from './slices.ts';
import { noteMissingElement } from './svg/missing-element.ts';
import { paintMaskElement, referencedElement } from './svg/svg-image.ts';
import type { Rect } from './rects.ts';

/** Extent of a mask without a clip, in px. */
const REACH = 1000;

/** Opens the mask of a fragment. Returns false if it has none. */
export function openMask(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): boolean {
  const edges = edgesOf(fragment, x, y);
  const { border } = edges;
  const { style } = fragment;
  const slice = context.page.slices.around(fragment);
  const bounds = {
    x: border.x - REACH,
    y: border.y - REACH,
    width: border.width + 2 * REACH,
    height: border.height + 2 * REACH,
  };
  const painted = (layer: MaskLayer): PaintedMask => {
    const { image, mode, composite, origin, clip } = layer;
    const element = image?.type === 'url' ? referencedElement(context, image.url, 'mask') : null;
    if (image?.type === 'url' && image.url.startsWith('#') && element === null)
      noteMissingElement(context, image.url, { wanted: '<mask>', becomes: 'the masked content is invisible' });
    const kind = mode === 'match-source' ? (element?.kind ?? 'alpha') : mode;
    if (element)
      return {
        composite,
        kind,
        paint: () => paintMaskElement(context, element, wholeOf(border, slice), paintResource),
      };
    const area = wholeOf(edgeBox(edges, boxOf(origin)), slice);
    const paintWithin = (within: Rect): void => paintMaskImage(context, layer, area, within, style);
    if (clip === 'no-clip') return { composite, kind, paint: () => paintWithin(bounds) };
    const clipped = edgeBox(edges, boxOf(clip));
    return { composite, kind, paint: () => clippedToCorners(context, clipped, paintWithin) };
  };
  const layers = style.rare.maskLayers.filter((layer) => layer.image !== null);
  const whole = maskBorder(context, fragment, wholeOf(border, slice));
  return openMaskLayers(context, [...whole, ...layers.map(painted)], bounds);
}

/** Clips the mask painting area to the box's rounded corners, like a background (css-masking-1 §5.5). */
function clippedToCorners({ canvas }: PaintContext, area: RoundedRect, paint: (area: Rect) => void): void {
  if (area.radii === null) {
    paint(area);
    return;
  }
  canvas.save();
  canvas.clipPath(pathOf(area), false);
  paint(area);
  canvas.restore();
}

/** Returns the mask's border image if it can be shown. It is on top of the layers. */
function maskBorder(context: PaintContext, fragment: BoxFragment, border: Rect): PaintedMask[] {
  const { style } = fragment;
  const image = maskBorderOf(style);
  if (image === null || naturalSize(image.source, context, style.text) === null) return [];
  const paint = (): void => void paintBorderImage(context, border, borderWidths(fragment), image, style);
  return [{ composite: 'add', kind: style.rare.maskBorderMode, paint }];
}

/** Tiles a layer's image over `area`, clipped to `clip`. */
export function paintMaskImage(
  context: PaintContext,
  layer: MaskLayer,
  area: Rect,
  clip: Rect,
  style: ComputedStyle,
): void {
  const { image } = layer;
  const natural = image && naturalSize(image, context, style.text);
  if (!image || !natural) return;
  const tiling = placeTiles(area, layer, natural);
  if (tiling) paintTiles(context, image, tiling, clip, style.text.color, style.text);
}

/** Returns the CSS box of a box name. SVG's box names map to their CSS equivalents. */
function boxOf(name: string): 'border-box' | 'padding-box' | 'content-box' {
  if (name === 'padding-box') return name;
  return name === 'content-box' || name === 'fill-box' ? 'content-box' : 'border-box';
}
