/** Masks (css-masking-1 §6): the layers' images, tiled as backgrounds are, become the alpha of what they cover. */
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import { edgeBox, paintTiles, placeTiles } from './background.ts';
import { snappedEdges } from './fragment-boxes.ts';
import type { PaintContext } from './paint-context.ts';
import { naturalSize } from './paint-image.ts';

/** Opens the mask of a fragment; true if there is one to close. */
export function paintMaskLayers(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): boolean {
  const edges = snappedEdges(fragment, x, y);
  const layers = fragment.style.rare.maskLayers.filter((layer) => layer.image !== null);
  const luminance = layers.length > 0 && layers.every((layer) => layer.mode === 'luminance');
  const { border } = edges;
  const bounds = { x: border.x - 1000, y: border.y - 1000, width: border.width + 2000, height: border.height + 2000 };
  context.canvas.beginMask(luminance ? 'luminance' : 'alpha', bounds, () => {
    for (let i = layers.length - 1; i >= 0; i--) {
      const layer = layers[i];
      const { image } = layer;
      if (!image) continue;
      const natural = naturalSize(image, context);
      if (!natural) continue;
      const area = edgeBox(edges, boxOf(layer.origin));
      const clip = layer.clip === 'no-clip' ? bounds : edgeBox(edges, boxOf(layer.clip));
      const tiling = placeTiles(area, layer, natural);
      if (tiling)
        paintTiles(context, image, tiling, clip, fragment.style.text.color, fragment.style.text.imageRendering);
    }
  });
  return true;
}

function boxOf(name: string): 'border-box' | 'padding-box' | 'content-box' {
  return name === 'padding-box' || name === 'content-box' ? name : 'border-box';
}
