/** Backgrounds (css-backgrounds-3 §2): the color, then the layers from bottom to top. CSS px. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color } from '../css/color.ts';
import type { BackgroundLayer, BackgroundSize, BoxEdge, ImageValue, Position } from '../css/computed-values.ts';
import { economizes } from './economy.ts';
import { type ImageLook, usedColor, type PaintContext } from './paint-context.ts';
import { isGradient, type NaturalSize, naturalSize, paintGradient, paintImageValue } from './paint-image.ts';
import { pathOf, type RoundedRect, sharpRect } from './rounded-rect.ts';
import { type SliceArea, wholeOf } from './slices.ts';
import { joinTiles, tileRange, type Tiling } from './tile-runs.ts';
import { intersect, type Rect } from './rects.ts';

/** The boxes of a fragment. */
export interface BoxEdges {
  readonly border: RoundedRect;
  readonly padding: RoundedRect;
  readonly content: RoundedRect;
}

export function edgeBox(edges: BoxEdges, edge: BoxEdge): RoundedRect {
  if (edge === 'padding-box') return edges.padding;
  return edge === 'content-box' ? edges.content : edges.border;
}

/** The circumstances under which a background is painted. */
interface BackgroundPlacement {
  /** The background belongs to the page's canvas, which clips it instead of the box. */
  readonly canvas: Rect | null;
  /** The extent of a sliced box beyond this fragment. The background spans the whole box. */
  readonly slice: SliceArea | null;
  /** The scrollable overflow area, for `background-attachment: local`. */
  readonly scrolled: Rect | null;
}

const PLAIN: BackgroundPlacement = { canvas: null, slice: null, scrolled: null };

/**
 * Paints the color and the layers that are clipped to a box. background-clip.ts paints those clipped to text or the
 * border.
 */
export function paintBackground(
  context: PaintContext,
  edges: BoxEdges,
  style: ComputedStyle,
  placement: BackgroundPlacement = PLAIN,
): void {
  const { backgroundColor, backgroundLayers: layers } = style.background;
  const color = usedColor(backgroundColor, style);
  const bottom = layers[layers.length - 1]!;
  // The canvas has neither text nor a border.
  const isBoxClip = ({ clip }: BackgroundLayer): boolean => placement.canvas !== null || !isShapeClip(clip);
  if (economizes(context, style)) {
    // What the background would cover stays covered.
    const isPainted = color.a > 0 || layers.some(({ image }) => image !== null);
    if (isPainted && isBoxClip(bottom)) fillRounded(context, clipBox(edges, bottom, placement), Color.WHITE);
    return;
  }
  if (color.a > 0 && isBoxClip(bottom)) fillRounded(context, clipBox(edges, bottom, placement), color);
  for (let i = layers.length - 1; i >= 0; i--) {
    const layer = layers[i]!;
    if (layer.image && isBoxClip(layer)) paintLayer(context, edges, layer, layer.image, style, placement);
  }
}

/** Returns whether a layer is clipped to text or the border area. */
export function isShapeClip(clip: BoxEdge): boolean {
  return clip === 'text' || clip === 'border-area';
}

/** Returns the box that clips a layer. Scrolling backgrounds are clipped like the content. */
function clipBox(edges: BoxEdges, layer: BackgroundLayer, placement: BackgroundPlacement): RoundedRect {
  const { canvas, scrolled } = placement;
  if (canvas) return sharpRect(canvas.x, canvas.y, canvas.width, canvas.height);
  if (scrolled && layer.attachment === 'local' && layer.clip === 'border-box') return edges.padding;
  return edgeBox(edges, layer.clip);
}

/** Returns the background positioning area of a layer. */
function positioningArea(
  context: PaintContext,
  edges: BoxEdges,
  layer: BackgroundLayer,
  placement: BackgroundPlacement,
): Rect {
  // Fixed backgrounds are relative to the viewport, except inside transformed elements.
  if (layer.attachment === 'fixed' && context.scope.transformed === 0) return context.viewport;
  if (placement.scrolled && layer.attachment === 'local') return placement.scrolled;
  const area = edgeBox(edges, layer.origin);
  return wholeOf(area, placement.slice);
}

export function hasBackground(style: ComputedStyle): boolean {
  const { backgroundColor, backgroundLayers } = style.background;
  return usedColor(backgroundColor, style).a > 0 || backgroundLayers.length > 1 || backgroundLayers[0]!.image !== null;
}

export function fillRounded(context: PaintContext, r: RoundedRect, color: Color): void {
  if (r.radii) context.canvas.fillPath(pathOf(r), false, color);
  else context.canvas.fillRect(r.x, r.y, r.width, r.height, color);
}

export function paintLayer(
  context: PaintContext,
  edges: BoxEdges,
  layer: BackgroundLayer,
  image: ImageValue,
  style: ComputedStyle,
  placement: BackgroundPlacement = PLAIN,
): void {
  const natural = naturalSize(image, context, style.text);
  if (!natural) return;
  const clip = clipBox(edges, layer, placement);
  if (clip.width <= 0 || clip.height <= 0) return;
  const tiling = placeTiles(positioningArea(context, edges, layer, placement), layer, natural);
  if (!tiling) return;
  const { canvas: target } = context;
  const blends = layer.blend !== 'normal';
  if (blends) target.beginGroup(1, layer.blend, false);
  if (clip.radii) {
    target.save();
    target.clipPath(pathOf(clip), false);
  }
  paintTiles(context, image, tiling, clip, style.text.color, style.text);
  if (clip.radii) target.restore();
  if (blends) target.endGroup();
}

type TileStyle = {
  readonly position: Position;
  readonly size: BackgroundSize;
  readonly repeatX: string;
  readonly repeatY: string;
};

/** Resolves size, position and repetition against the positioning area. null: nothing to draw. */
export function placeTiles(area: Rect, layer: TileStyle, natural: NaturalSize): Tiling | null {
  let { width, height } = tileSize(area, layer.size, natural);
  if (!(width > 0) || !(height > 0)) return null;
  const autoWidth = typeof layer.size === 'object' && layer.size.width.isAuto;
  const autoHeight = typeof layer.size === 'object' && layer.size.height.isAuto;
  // css-backgrounds-3 §2.6, rounding: whole tiles fill the area; the other dimension follows if it is auto.
  if (layer.repeatX === 'round') {
    const rounded = area.width / Math.max(1, Math.round(area.width / width));
    if (autoHeight && layer.repeatY !== 'round') height *= rounded / width;
    width = rounded;
  }
  if (layer.repeatY === 'round') {
    const rounded = area.height / Math.max(1, Math.round(area.height / height));
    if (autoWidth && layer.repeatX !== 'round') width *= rounded / height;
    height = rounded;
  }
  const horizontal = placeAxis(area.x, area.width, width, layer.repeatX, layer.position.x);
  const vertical = placeAxis(area.y, area.height, height, layer.repeatY, layer.position.y);
  return { x: horizontal.start, y: vertical.start, width, height, stepX: horizontal.step, stepY: vertical.step };
}

function placeAxis(
  start: number,
  length: number,
  tile: number,
  repeat: string,
  position: { resolvePx(basis: number): number },
): { start: number; step: number } {
  const placed = start + position.resolvePx(length - tile);
  if (repeat === 'space') {
    const count = Math.floor(length / tile + 1e-6);
    if (count > 1) return { start, step: tile + (length - count * tile) / (count - 1) };
    return { start: placed, step: 0 };
  }
  return { start: placed, step: repeat === 'no-repeat' ? 0 : tile };
}

/** Returns the concrete object size (css-backgrounds-3 §2.9, css-images-3 §5.3). */
function tileSize(area: Rect, size: BackgroundSize, natural: NaturalSize): { width: number; height: number } {
  const ratio =
    natural.ratio ??
    (natural.width !== null && natural.height !== null && natural.height > 0 ? natural.width / natural.height : null);
  if (size === 'cover' || size === 'contain') {
    if (ratio === null || area.height <= 0) return { width: area.width, height: area.height };
    const byWidth = area.width / area.height > ratio === (size === 'cover');
    return byWidth
      ? { width: area.width, height: area.width / ratio }
      : { width: area.height * ratio, height: area.height };
  }
  const width = size.width.isAuto ? null : Math.max(0, size.width.resolvePx(area.width));
  const height = size.height.isAuto ? null : Math.max(0, size.height.resolvePx(area.height));
  if (width !== null && height !== null) return { width, height };
  if (width !== null) return { width, height: ratio !== null ? width / ratio : (natural.height ?? area.height) };
  if (height !== null) return { height, width: ratio !== null ? height * ratio : (natural.width ?? area.width) };
  return autoSize(area, natural, ratio);
}

function autoSize(area: Rect, natural: NaturalSize, ratio: number | null): { width: number; height: number } {
  const { width, height } = natural;
  if (width !== null && height !== null) return { width, height };
  if (width !== null) return { width, height: ratio !== null ? width / ratio : area.height };
  if (height !== null) return { height, width: ratio !== null ? height * ratio : area.width };
  if (ratio === null) return { width: area.width, height: area.height };
  // An image with only a ratio is sized like `contain`.
  return area.width / area.height > ratio
    ? { width: area.height * ratio, height: area.height }
    : { width: area.width, height: area.width / ratio };
}

/** More tiles than this become one tiling pattern. */
const MAX_SINGLE_TILES = 400;

/** Draws every tile that touches the clip rectangle. */
export function paintTiles(
  context: PaintContext,
  image: ImageValue,
  tiling: Tiling,
  clip: Rect,
  currentColor: Color,
  look: ImageLook,
): void {
  const { canvas } = context;
  const t = joinTiles(context, image, tiling, clip, look);
  const [firstX, lastX] = tileRange(t.x, t.width, t.stepX, clip.x, clip.width);
  const [firstY, lastY] = tileRange(t.y, t.height, t.stepY, clip.y, clip.height);
  if (lastX < firstX || lastY < firstY) return;
  const count = (lastX - firstX + 1) * (lastY - firstY + 1);
  if (image.type === 'color' && count === 1) {
    const all = intersect(clip, t);
    canvas.fillRect(all.x, all.y, all.width, all.height, image.color);
    return;
  }
  if (count > MAX_SINGLE_TILES) {
    const cell = {
      x: t.x,
      y: t.y,
      width: t.width,
      height: t.height,
      stepX: t.stepX || t.width + clip.width,
      stepY: t.stepY || t.height + clip.height,
    };
    const tile = { x: t.x, y: t.y, width: t.width, height: t.height };
    const content = canvas.record(() => paintImageValue(context, image, tile, currentColor, look));
    canvas.fillPattern(pathOf(sharpRect(clip.x, clip.y, clip.width, clip.height)), cell, content);
    return;
  }
  const gradient = isGradient(image) ? image : null;
  const cut = !gradient && reachesOut(t, firstX, lastX, firstY, lastY, clip);
  if (cut) {
    canvas.save();
    canvas.clipRect(clip.x, clip.y, clip.width, clip.height);
  }
  for (let iy = firstY; iy <= lastY; iy++) {
    for (let ix = firstX; ix <= lastX; ix++) {
      context.budget.tick();
      const tile = { x: t.x + ix * t.stepX, y: t.y + iy * t.stepY, width: t.width, height: t.height };
      if (gradient) paintGradient(context, gradient, tile, intersect(tile, clip), currentColor);
      else paintImageValue(context, image, tile, currentColor, look);
    }
  }
  if (cut) canvas.restore();
}

function reachesOut(t: Tiling, firstX: number, lastX: number, firstY: number, lastY: number, clip: Rect): boolean {
  return (
    t.x + firstX * t.stepX < clip.x - 1e-3 ||
    t.y + firstY * t.stepY < clip.y - 1e-3 ||
    t.x + lastX * t.stepX + t.width > clip.x + clip.width + 1e-3 ||
    t.y + lastY * t.stepY + t.height > clip.y + clip.height + 1e-3
  );
}
